"""Undoes what a killed helper left behind: everything whose lock isn't held."""

from __future__ import annotations

import contextlib
import os
import re
import select
import shutil
import signal
import syslog
import time
import traceback
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from storage_tuner_helper import threeware
from storage_tuner_helper.devices.persistent_names import name_of
from storage_tuner_helper.devices.scsi_hosts import opened_host
from storage_tuner_helper.devices.sysfs import boot_id, pinned_queue
from storage_tuner_helper.devices.targets import current_diskseq, opened
from storage_tuner_helper.errors import DeviceChanged, NoSuchDevice, NotApplied, Refusal
from storage_tuner_helper.files import UnsafeFolder
from storage_tuner_helper.keeping.measured_marks import Marks
from storage_tuner_helper.keeping.persistence import Persistence
from storage_tuner_helper.practice import loop_device
from storage_tuner_helper.practice.disk import PracticeFolder, lock_key
from storage_tuner_helper.restoring import settings
from storage_tuner_helper.restoring.journal import Journal, Snapshot, SnapshotFolder
from storage_tuner_helper.restoring.locks import Locks
from storage_tuner_protocol.message import Message, said

PERSISTING = "persisting"
"""The lock for writing our files in /etc."""

_JOB_FOLDER = re.compile(r"job-(.+)-[a-z0-9_]{8}", re.ASCII)
_THREADS = 16
_ATTEMPTS = 2
_BETWEEN_ATTEMPTS_SECONDS = 0.02
_ENDING_SECONDS = 5.0


def job_prefix(device: str) -> str:
    """Return the start of a benchmark's folder name on ``device``; a random suffix follows."""
    return f"job-{device}-"


def recover(state: Path, runtime: Path) -> list[Message]:
    """End orphaned benchmarks, restore sessions' snapshots, remove practice disks, and forget what
    a reboot invalidated; but nothing that a running helper works on.

    Returns sentences on what was done. What can't be undone now stays on disk for another try.
    """
    locks = Locks(state)
    # first, since the other steps depend on which settings are permanent
    unfinished = attempted(
        lambda: _unless_held(locks, PERSISTING, Persistence(state).recover),
        said("permanent settings"),
    )
    with ThreadPoolExecutor(_THREADS) as threads:
        # concurrently: a device that hangs doesn't delay the others
        of_devices = list(
            threads.map(
                lambda device: _unless_held(
                    locks, device, lambda: recover_device(state, runtime, device)
                ),
                sorted(_left_devices(state, runtime)),
            )
        )
    return [
        *unfinished,
        *(sentence for sentences in of_devices for sentence in sentences),
        *attempted(lambda: _removed_practice_disks(state, locks), said("practice disks")),
        *attempted(lambda: _tidied(Journal(state), locks), said("unreadable snapshots")),
    ]


def recover_device(state: Path, runtime: Path, device: str) -> list[Message]:
    """Recover one device, whose lock the caller holds, as ``recover`` does."""
    journal = Journal(state)
    return [
        *attempted(lambda: _end_orphans(runtime, device), said("benchmarks")),
        *attempted(lambda: _restored_sessions(state, journal, device), said("settings")),
        *attempted(
            lambda: _forgotten_originals(state, journal, device), said("permanent settings")
        ),
        *attempted(
            lambda: _unmarked(Marks(runtime), device), said("the marker of a running benchmark")
        ),
    ]


def _left_devices(state: Path, runtime: Path) -> set[str]:
    """Return the names of devices with records. A folder that is missing or unreadable doesn't
    prevent recovery from the other ones."""
    journal = Journal(state)
    sources: tuple[Callable[[], set[str]], ...] = (
        lambda: {snapshot.device for snapshot in journal.sessions.all()},
        lambda: {snapshot.device for snapshot in journal.originals.all()},
        lambda: {device for device, _ in _job_folders(runtime)},
        lambda: Marks(runtime).all(),
    )
    found: set[str] = set()
    for source in sources:
        with contextlib.suppress(OSError, UnsafeFolder):
            found |= source()
    return found


def _job_folders(runtime: Path) -> list[tuple[str, Path]]:
    """Return the devices and working folders of benchmarks."""
    if not runtime.exists():
        return []
    matches = ((_JOB_FOLDER.fullmatch(entry.name), entry) for entry in runtime.iterdir())
    return [(match.group(1), entry.resolve()) for match, entry in matches if match]


def is_anything_left(state: Path) -> bool:
    """Return whether a session's values still have to be restored on a device that is present and
    not in use. On errors, False."""
    try:
        left = unrestored_sessions(Journal(state), Locks(state))
        return any(present_name(snapshot) is not None for snapshot in left)
    except Exception as error:
        logged_message(error, "what is left")
        return False


def unrestored_sessions(journal: Journal, locks: Locks) -> list[Snapshot]:
    """Return the snapshots of sessions that have ended without restoring them."""
    kept = journal.decisions.kept()
    left = [
        snapshot
        for snapshot in journal.sessions.all()
        if snapshot.session not in kept and _is_free(locks, snapshot.device)
    ]
    # a session that ended between both looks removed its record before it released the lock
    still = journal.sessions.all()
    return [snapshot for snapshot in left if snapshot in still]


def _is_free(locks: Locks, key: str) -> bool:
    with locks.attempted(key) as free:
        return free


def _unless_held(locks: Locks, key: str, step: Callable[[], list[Message]]) -> list[Message]:
    """Run ``step`` unless the lock is held. Try again after a moment: another process may just have
    been checking the lock."""
    for _ in range(_ATTEMPTS):
        with locks.attempted(key) as free:
            if free:
                return step()
        time.sleep(_BETWEEN_ATTEMPTS_SECONDS)
    return []


def logged_message(error: Exception, what: str | Message) -> Message:
    """A sentence on an error that must not prevent other things from being restored."""
    if isinstance(error, Refusal):
        return error.message
    syslog.syslog(syslog.LOG_ERR, "".join(traceback.format_exception(error)))
    reason = error.strerror if isinstance(error, OSError) else type(error).__name__
    return said(
        "{what}: something couldn't be restored or recorded ({reason}).",
        what=what,
        reason=reason,
    )


def attempted(step: Callable[[], list[Message]], what: str | Message) -> list[Message]:
    """Run ``step``; an error doesn't prevent restoring anything else."""
    try:
        return step()
    except Exception as error:
        return [logged_message(error, what)]


@dataclass(frozen=True)
class BroughtBack:
    """The names that were written, and the device's present name."""

    device: str
    names: list[str]

    @property
    def message(self) -> Message:
        if not self.names:
            return said(
                "{device}: nothing to restore, because nothing had changed.", device=self.device
            )
        return said("{device}: restored {what}.", device=self.device, what=", ".join(self.names))


def bring_back(snapshot: Snapshot) -> BroughtBack:
    """Restore one snapshot where its settings are, or onto its disk where that is now; in any case
    its host's settings, and its unit's policies, which the controller keeps.

    Raises ``DeviceChanged`` when neither is found, ``NotApplied`` when a value can't be restored.
    """
    if not snapshot.unit:
        return _bring_settings_back(snapshot)
    done: BroughtBack | None = None
    problem: NotApplied | None = None
    try:
        done = _bring_settings_back(snapshot)
    except DeviceChanged:
        pass
    except NotApplied as refusal:
        problem = refusal
    policies = _bring_policies_back(snapshot)
    if problem:
        raise problem
    return BroughtBack(done.device, [*done.names, *policies.names]) if done else policies


def _bring_policies_back(snapshot: Snapshot) -> BroughtBack:
    return BroughtBack(*threeware.restore_policies(snapshot.unit, snapshot.policies))


def _bring_settings_back(snapshot: Snapshot) -> BroughtBack:
    if snapshot.boot != boot_id():
        return _bring_back_elsewhere(snapshot)
    try:
        with opened(snapshot.device, snapshot.diskseq) as target:
            return BroughtBack(target.name, settings.restore(target, snapshot.settings))
    except (NoSuchDevice, DeviceChanged):
        pass
    try:
        return BroughtBack(snapshot.device, bring_slot_back(snapshot))
    except DeviceChanged:
        of_host = bring_host_back(snapshot)
    moved = _bring_back_elsewhere(snapshot.without_host())
    return BroughtBack(moved.device, [*moved.names, *of_host])


def bring_host_back(snapshot: Snapshot) -> list[str]:
    """Restore the settings of the host that connected a disk which is gone from it, as long as the
    host exists; return the names written."""
    if snapshot.host is None or snapshot.boot != boot_id():
        return []
    try:
        with opened_host(snapshot.host) as host:
            return settings.restore_what_goes(host, snapshot.of_host())
    except (NoSuchDevice, DeviceChanged):
        return []


def bring_slot_back(snapshot: Snapshot) -> list[str]:
    """Restore the remaining settings in the same queue, with another disk or none in it; return the
    names written. Raises ``DeviceChanged``, also for a loop device now used for another file."""
    try:
        with (
            pinned_queue(snapshot.device, snapshot.queue) as device,
            loop_device.kept_from_others(snapshot.device, snapshot.file),
        ):
            return settings.restore_what_goes(device, snapshot.settings)
    except NoSuchDevice:
        raise DeviceChanged(snapshot.device) from None


def _bring_back_elsewhere(snapshot: Snapshot) -> BroughtBack:
    """Restore a disk that returned in another place, or after a reboot. There it has the kernel's
    defaults and the values of udev's rules; it gets its previous values as far as it supports
    them. After a reboot these include its host's, since a rule sets them wherever the disk is."""
    name = name_of(snapshot.identity)
    if name is None:
        raise DeviceChanged(snapshot.device)
    try:
        with opened(name, current_diskseq(name)) as target:
            return BroughtBack(name, settings.restore_what_goes(target, snapshot.settings))
    except NoSuchDevice:
        raise DeviceChanged(snapshot.device) from None


def present_name(snapshot: Snapshot) -> str | None:
    """Return the present name of the device with the settings of the snapshot; None if there is
    none."""
    if snapshot.boot == boot_id() and _is_in_place(snapshot):
        return snapshot.device
    return name_of(snapshot.identity) or threeware.disk_of(snapshot.unit)


def _is_in_place(snapshot: Snapshot) -> bool:
    try:
        with opened(snapshot.device, snapshot.diskseq):
            return True
    except (NoSuchDevice, DeviceChanged):
        pass
    try:
        with pinned_queue(snapshot.device, snapshot.queue):
            return not loop_device.is_anothers(snapshot.device, snapshot.file)
    except (NoSuchDevice, DeviceChanged):
        return False


def may_come_back(state: Path, snapshot: Snapshot) -> bool:
    """Return whether the settings of an absent disk are worth keeping: it has a persistent name and
    was unplugged in this boot, or is set by a rule of ours, or its controller stores them."""
    if snapshot.unit:
        return True
    if not snapshot.identity:
        return False
    return snapshot.boot == boot_id() or is_persisted(state, snapshot)


def is_persisted(state: Path, snapshot: Snapshot) -> bool:
    """Return whether a rule of ours sets something on this disk at every start."""
    return bool(snapshot.identity) and snapshot.identity in Persistence(state).identities()


def _restored_sessions(state: Path, journal: Journal, device: str) -> list[Message]:
    """Restore the sessions of a device. For sessions that were decided to be kept, only the
    snapshots are removed."""
    left = [snapshot for snapshot in journal.sessions.all() if snapshot.device == device]
    kept = journal.decisions.kept()
    for snapshot in left:
        if snapshot.session in kept:
            journal.sessions.remove(snapshot)
    return [
        message
        for snapshot in left
        if snapshot.session not in kept
        for message in _restored(state, journal, snapshot)
    ]


def _restored(state: Path, journal: Journal, snapshot: Snapshot) -> list[Message]:
    unfiled = attempted(lambda: file_if_persisted(state, journal, snapshot), snapshot.device)
    try:
        done = [_bring_back_of_this_boot(snapshot).message, *unfiled]
    except DeviceChanged:
        worth_waiting = snapshot.unit or snapshot.boot == boot_id()
        if unfiled or (worth_waiting and may_come_back(state, snapshot)):
            return attempted(lambda: [await_return(journal.sessions, snapshot)], snapshot.device)
        done = [
            said(
                "{device} is gone or was restarted, so nothing was left to restore.",
                device=snapshot.device,
            )
        ]
    except Exception as error:
        return [logged_message(error, snapshot.device)]
    try:
        _forget_unfinished_keeping(state, journal, snapshot)
        journal.sessions.remove(snapshot)
    except OSError as error:
        done.append(logged_message(error, snapshot.device))
    return done


def _forget_unfinished_keeping(state: Path, journal: Journal, snapshot: Snapshot) -> None:
    """Drop originals that were stored for a session which was then not kept."""
    first = journal.originals_of(snapshot)
    if first and first.session == snapshot.session and not is_persisted(state, snapshot):
        journal.originals.remove(first)


def file_if_persisted(state: Path, journal: Journal, snapshot: Snapshot) -> list[Message]:
    """Store the originals of a session that ends while its permanent settings stay: the next start
    sets these, and then they must be revertible. Returns no sentences; raises ``OSError``."""
    if is_persisted(state, snapshot):
        journal.file_originals(snapshot)
    return []


def _bring_back_of_this_boot(snapshot: Snapshot) -> BroughtBack:
    """Restore a snapshot of this boot. A session's values don't survive a reboot, except for those
    that a controller stores."""
    if snapshot.boot == boot_id():
        return bring_back(snapshot)
    if snapshot.unit:
        return _bring_policies_back(snapshot)
    raise DeviceChanged(snapshot.device)


def await_return(folder: SnapshotFolder, snapshot: Snapshot) -> Message:
    """Restore the host of a missing disk and remove its settings from the record, which stays:
    the host may connect another disk when this one returns. Raises ``OSError``."""
    bring_host_back(snapshot)
    left = snapshot.without_host()
    if left != snapshot:
        folder.put(left)
    return waiting_sentence(left)


def waiting_sentence(snapshot: Snapshot) -> Message:
    return said(
        "{device} ({identity}) is missing; its previous settings are kept until it is "
        "connected again.",
        device=snapshot.device,
        identity=snapshot.identity or snapshot.unit,
    )


def _removed_practice_disks(state: Path, locks: Locks) -> list[Message]:
    folder = PracticeFolder(state)
    return [
        sentence
        for identifier in folder.leftovers()
        for sentence in _unless_held(
            locks, lock_key(identifier), _removing(Journal(state), folder, identifier)
        )
    ]


def _removing(
    journal: Journal, folder: PracticeFolder, identifier: str
) -> Callable[[], list[Message]]:
    def remove() -> list[Message]:
        try:
            slot = folder.remove(identifier)
            if slot:
                journal.forget_kept_in(slot)
        except Exception as error:
            return [logged_message(error, said("A practice disk"))]
        return [said("A leftover practice disk was removed.")]

    return remove


def _unmarked(marks: Marks, device: str) -> list[Message]:
    marks.remove(device)
    return []


def _tidied(journal: Journal, locks: Locks) -> list[Message]:
    journal.forget_decisions()
    journal.tidy()
    locks.remove_left_over()
    names = [
        *journal.sessions.set_aside_unreadable(),
        *journal.originals.set_aside_unreadable(),
    ]
    return [
        said("The snapshot {file} can't be read and was set aside.", file=name) for name in names
    ]


def _forgotten_originals(state: Path, journal: Journal, device: str) -> list[Message]:
    """Drop originals that a reboot or an exchange of the device invalidated."""
    stale = [
        snapshot
        for snapshot in journal.originals.all()
        if snapshot.device == device and not _is_meaningful(state, snapshot)
    ]
    for snapshot in stale:
        journal.originals.remove(snapshot)
    return [
        said(
            "{device} was restarted or replaced; its recorded settings were discarded.",
            device=snapshot.device,
        )
        for snapshot in stale
    ]


def _is_meaningful(state: Path, snapshot: Snapshot) -> bool:
    if snapshot.boot == boot_id() and present_name(snapshot) is not None:
        return True
    return may_come_back(state, snapshot)


def _end_orphans(runtime: Path, device: str) -> list[Message]:
    """Kill the processes that still run in a job's folder (only ours do) and wait for their end,
    since they may write until then; then remove the folders."""
    folders = [folder for name, folder in _job_folders(runtime) if name == device]
    orphans = [pid for pid in _pids() if _works_in(pid, folders)]
    with contextlib.ExitStack() as stack:
        killed = [_kill(pid, folders, stack) for pid in orphans]
        _wait_ended([descriptor for descriptor in killed if descriptor is not None])
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
    return [said("A leftover benchmark was stopped.")] if orphans else []


def _pids() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]


def _works_in(pid: int, folders: Collection[Path]) -> bool:
    try:
        return Path(f"/proc/{pid}/cwd").readlink() in folders
    except OSError:
        return False


def _kill(pid: int, folders: Collection[Path], stack: contextlib.ExitStack) -> int | None:
    """Kill a process that works in ``folders``, through a process descriptor, so that a reused
    number can't hit another one.

    Returns the descriptor, which ``stack`` closes; None when the process had ended.
    """
    try:
        descriptor = os.pidfd_open(pid)
    except OSError:
        return None
    stack.callback(os.close, descriptor)
    if not _works_in(pid, folders):
        return None
    with contextlib.suppress(ProcessLookupError):
        signal.pidfd_send_signal(descriptor, signal.SIGKILL)
    return descriptor


def _wait_ended(descriptors: Collection[int]) -> None:
    """Wait until these killed processes have ended. One whose device doesn't answer may never end,
    so not for ever."""
    deadline = time.monotonic() + _ENDING_SECONDS
    for descriptor in descriptors:
        ended = select.poll()
        ended.register(descriptor, select.POLLIN)
        ended.poll(max(deadline - time.monotonic(), 0.0) * 1000)
