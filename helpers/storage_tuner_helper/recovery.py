"""Undoing what a helper left behind that was killed. Only for the holder of the state lock."""

from __future__ import annotations

import os
import shutil
import signal
import syslog
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from storage_tuner_helper import settings
from storage_tuner_helper.errors import DeviceChanged, NoSuchDevice, Refusal
from storage_tuner_helper.journal import Journal, Snapshot
from storage_tuner_helper.practice import PracticeFolder
from storage_tuner_helper.sysfs import boot_id, current_diskseq, pinned, pinned_queue

JOB_PREFIX = "job-"
_THREADS = 16


def recover(state: Path, runtime: Path) -> list[str]:
    """End orphaned benchmarks, restore sessions' snapshots, remove practice disks.

    Gives back sentences on what was done. What can't be undone now stays on disk for another try.
    """
    journal = Journal(state)
    return [
        *_attempted(lambda: _end_orphans(runtime), "benchmarks"),
        *_attempted(lambda: _all_restored(journal), "settings"),
        *_attempted(
            lambda: _removed_practice_disks(journal, PracticeFolder(state)), "practice disks"
        ),
        *_attempted(lambda: _forgotten_originals(journal), "kept settings"),
        *_attempted(lambda: _set_aside_unreadable(journal), "unreadable snapshots"),
    ]


def told(error: Exception, what: str) -> str:
    """A sentence on an error that must not keep other things from being restored."""
    if isinstance(error, Refusal):
        return str(error)
    syslog.syslog(syslog.LOG_ERR, "".join(traceback.format_exception(error)))
    reason = error.strerror if isinstance(error, OSError) else type(error).__name__
    return f"{what}: something could not be brought back or recorded ({reason})."


def _attempted(step: Callable[[], list[str]], what: str) -> list[str]:
    try:
        return step()
    except Exception as error:
        return [told(error, what)]


def bring_back(snapshot: Snapshot) -> list[str]:
    """Restore one snapshot; the names written. Raises ``DeviceChanged`` when the kernel has
    forgotten those settings, and ``NotApplied`` when a value didn't come back."""
    if snapshot.boot != boot_id():
        raise DeviceChanged(snapshot.device)
    try:
        with pinned(snapshot.device, snapshot.diskseq) as device:
            return settings.restore(device, snapshot.settings)
    except (NoSuchDevice, DeviceChanged):
        return bring_slot_back(snapshot)


def bring_slot_back(snapshot: Snapshot) -> list[str]:
    """Restore what another disk, or none, has left of the settings in the same queue; the names
    written. Raises ``DeviceChanged``."""
    try:
        with pinned_queue(snapshot.device, snapshot.queue) as device:
            return settings.restore_what_goes(device, snapshot.settings)
    except NoSuchDevice:
        raise DeviceChanged(snapshot.device) from None


def is_present(snapshot: Snapshot) -> bool:
    """Whether the settings that the snapshot is about are still somewhere."""
    if snapshot.boot != boot_id():
        return False
    try:
        with pinned(snapshot.device, current_diskseq(snapshot.device)) as device:
            return snapshot.is_of(Snapshot.of(device, snapshot.settings))
    except (NoSuchDevice, DeviceChanged):
        return False


def _all_restored(journal: Journal) -> list[str]:
    """All at once: a device that hangs keeps none of the others waiting."""
    with ThreadPoolExecutor(_THREADS) as threads:
        return list(
            threads.map(lambda snapshot: _restored(journal, snapshot), journal.sessions.all())
        )


def _restored(journal: Journal, snapshot: Snapshot) -> str:
    try:
        written = bring_back(snapshot)
    except DeviceChanged:
        sentence = f"{snapshot.device} is gone or was restarted, so nothing was left to restore."
    except Exception as error:
        return told(error, snapshot.device)
    else:
        what = ", ".join(written) if written else "nothing, for nothing had changed"
        sentence = f"{snapshot.device}: brought back {what}."
    try:
        journal.sessions.remove(snapshot.device, snapshot.diskseq)
    except OSError as error:
        return f"{sentence} {told(error, snapshot.device)}"
    return sentence


def _removed_practice_disks(journal: Journal, folder: PracticeFolder) -> list[str]:
    return [_removed(journal, folder, identifier) for identifier in folder.leftovers()]


def _removed(journal: Journal, folder: PracticeFolder, identifier: str) -> str:
    try:
        slot = folder.remove(identifier)
        if slot:
            journal.forget_kept_in(slot)
    except Exception as error:
        return told(error, "A practice disk")
    return "A practice disk was left over; it was removed."


def _set_aside_unreadable(journal: Journal) -> list[str]:
    names = [
        *journal.sessions.set_aside_unreadable(),
        *journal.originals.set_aside_unreadable(),
    ]
    return [f"The snapshot {name} can't be read and was set aside." for name in names]


def _forgotten_originals(journal: Journal) -> list[str]:
    """Drop originals that a reboot or an exchange of the device made meaningless."""
    stale = [snapshot for snapshot in journal.originals.all() if not is_present(snapshot)]
    for snapshot in stale:
        journal.originals.remove(snapshot.device, snapshot.diskseq)
    return [
        f"{snapshot.device} was restarted or exchanged; its kept settings are forgotten."
        for snapshot in stale
    ]


def _end_orphans(runtime: Path) -> list[str]:
    """Kill what still works in a job's folder (only ours do), then remove the folders."""
    prefix = f"{runtime.resolve()}/{JOB_PREFIX}"
    orphans = [pid for pid in _pids() if _works_below(pid, prefix)]
    for pid in orphans:
        _kill(pid, lambda number: _works_below(number, prefix))
    for folder in runtime.glob(f"{JOB_PREFIX}*"):
        shutil.rmtree(folder, ignore_errors=True)
    return ["A benchmark was left running; it was ended."] if orphans else []


def _pids() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]


def _works_below(pid: int, prefix: str) -> bool:
    try:
        return str(Path(f"/proc/{pid}/cwd").readlink()).startswith(prefix)
    except OSError:
        return False


def _kill(pid: int, still_the_same: Callable[[int], bool]) -> None:
    """Through a process descriptor, so that a re-used number hits nobody else."""
    try:
        descriptor = os.pidfd_open(pid)
    except OSError:
        return
    try:
        if still_the_same(pid):
            signal.pidfd_send_signal(descriptor, signal.SIGKILL)
    except ProcessLookupError:
        return
    finally:
        os.close(descriptor)
