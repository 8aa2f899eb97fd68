"""Nothing stands between the end of a client, or of the helper, and everything restored."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from storage_tuner_helper.benchmark.fio_arguments import FIO
from storage_tuner_helper.restoring import ownership
from storage_tuner_helper.restoring.locks import UNKNOWN_HOLDER, Locks
from tests.bus.connections import (
    HelperClient,
    StdioClient,
    leaving,
    state_of,
    wait_gone,
    wait_until,
)
from tests.bus.environment import TUNE_YES, USER, Environment
from tests.bus.test_kills import reads_of
from tests.bus.test_sessions import begin
from tests.bus.workloads import LONG_RUN
from tests.loop_device import MEBIBYTE, LoopDevice, LoopDeviceFactory, scratch_folder


def changed(helper: HelperClient, device: LoopDevice) -> str:
    """A session on ``device`` with another scheduler than before."""
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, scheduler="bfq", nomerges=1)
    return session


def test_all_comes_back_when_the_bus_dies(device: LoopDevice) -> None:
    before = device.settings()
    with scratch_folder() as folder:
        system = Environment(folder)
        try:
            with system.client() as root:
                session = begin(root, device)
                root.call("SetSettings", device.name, session=session, scheduler="bfq")
                supervisor, worker = root.helper_pids()
                system.kill_bus()
                wait_gone(worker)
                wait_gone(supervisor)
                assert device.settings() == before
        finally:
            system.close()


def test_a_polkitd_that_hangs_keeps_nothing_from_coming_back(
    bus: Environment, loop_devices: LoopDeviceFactory
) -> None:
    bus.set_rules(TUNE_YES)
    device, other = loop_devices(), loop_devices()
    before = device.settings()
    with bus.client(USER) as user:
        session = begin(user, device)
        user.call("SetSettings", device.name, session=session, scheduler="bfq")
        bus.signal_polkitd(signal.SIGSTOP)
        try:
            user.start("BeginSession", other.name, diskseq=other.diskseq)
            user.call("Describe")
            user.kill()
            wait_until(lambda: device.settings() == before, "the settings")
        finally:
            bus.signal_polkitd(signal.SIGCONT)


PRIVATELY = ("unshare", "--mount", "--propagation", "private", "sh", "-c")
"""Runs a shell's command line, then the helper, with mounts that nobody else sees."""


@contextmanager
def hanging_instead_of(
    state: Path, program: str, *, answers: Mapping[str, str] = MappingProxyType({})
) -> Iterator[tuple[list[str], Path]]:
    """A prefix for the helper that puts a program that hangs in the place of ``program``, and the
    file where that notes its pid. It writes on a frozen file system, so that until the end even a
    kill waits in the kernel. ``answers``: first argument → what it prints instead of hanging."""
    note, script, image, frozen = (state / name for name in ("pid", "hanging", "image", "frozen"))
    cases = [f'[ "$1" = "{word}" ] && echo "{text}" && exit' for word, text in answers.items()]
    hanging = f"echo $$ > {note}.new; mv {note}.new {note}; : > {frozen}/new"
    script.write_text("\n".join(["#!/bin/sh", *cases, hanging, ""]), encoding="utf-8")
    script.chmod(0o755)
    image.touch()
    os.truncate(image, 16 * MEBIBYTE)
    subprocess.run(["mkfs.ext4", "-q", image], check=True)
    frozen.mkdir()
    with mounted_by_another(f"mount -o loop {image} {frozen}") as inside:
        subprocess.run([*inside, "fsfreeze", "--freeze", frozen], check=True)
        try:
            bind = f'mount --bind {script} {program} && exec "$@"'
            yield [*inside, *PRIVATELY, bind, "sh"], note
        finally:
            subprocess.run([*inside, "fsfreeze", "--unfreeze", frozen], check=True)
    wait_until(lambda: str(image) not in subprocess.getoutput("losetup -O BACK-FILE"), "its end")


def hangs(note: Path) -> bool:
    """Whether the program is in the kernel by now: a moment before, a signal still ends it."""
    return note.exists() and state_of(int(note.read_text(encoding="ascii"))) == "D"


@contextmanager
def mounted_by_another(command: str) -> Iterator[tuple[str, ...]]:
    """What a command must begin with to see what ``command`` mounts: in a process that keeps it
    mounted, whoever else ends."""
    with subprocess.Popen(
        [*PRIVATELY, f"{command} && echo there && exec cat"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdin and holder.stdout
        try:
            assert holder.stdout.readline() == b"there\n"
            yield "nsenter", "--target", str(holder.pid), "--mount"
        finally:
            holder.stdin.close()


def test_a_benchmark_that_hangs_keeps_no_device_from_coming_back(
    state: Path, loop_devices: LoopDeviceFactory
) -> None:
    """The other device comes back at once, the benchmark's own when it had its time to end."""
    device, other = loop_devices(), loop_devices()
    before, others = device.settings(), other.settings()
    with hanging_instead_of(state, FIO, answers={"--version": "fio-3.33"}) as (prefix, note):
        helper = StdioClient(state, prefix=prefix)
        session = changed(helper, device)
        changed(helper, other)
        helper.call("StartBenchmark", device.name, session=session, **LONG_RUN)
        wait_until(lambda: hangs(note), "the benchmark")
        assert helper.client.process.stdin
        helper.client.process.stdin.close()
        wait_until(lambda: other.settings() == others, "the other device's settings")
        assert device.settings() != before
        helper.leave()
        assert device.settings() == before


def test_a_fio_that_does_not_tell_its_version_holds_nothing_up(
    state: Path, device: LoopDevice
) -> None:
    before = device.settings()
    with hanging_instead_of(state, FIO) as (prefix, _):
        helper = StdioClient(state, prefix=prefix)
        assert helper.call("Describe")["fio_version"] == ""
        changed(helper, device)
        helper.leave()
        assert device.settings() == before


def leaving_children(state: Path, *, parting: str = "") -> tuple[list[str], Path]:
    """A prefix for the helper that makes fio begin with a child that holds all that it inherited,
    and end as ``parting`` says; and the file with the child's pid."""
    note, script, original = state / "child-pid", state / "leaving", state / "fio"
    shutil.copy(FIO, original)
    script.write_text(
        f"#!/bin/sh\n[ $1 = --version ] && echo fio-3.33 && exit\n"
        f'sleep 600 & echo $! > {note}\n{parting}exec {original} "$@"\n',
        encoding="utf-8",
    )
    script.chmod(0o755)
    return [*PRIVATELY, f'mount --bind {script} {FIO} && exec "$@"', "sh"], note


def started(helper: HelperClient, device: LoopDevice, runtime_ms: int) -> dict[str, Any]:
    """A benchmark that is at work; what it's known by."""
    session, reads = begin(helper, device), reads_of(device)
    long = {**LONG_RUN, "runtime_ms": runtime_ms}
    job = helper.call("StartBenchmark", device.name, session=session, **long)["job"]
    wait_until(lambda: reads_of(device) > reads + 100, "fio reads")
    return {"session": session, "job": job}


@pytest.mark.parametrize("moment", ["its own end", "a stop", "the end of the helper"])
def test_what_fio_started_ends_with_it(state: Path, device: LoopDevice, moment: str) -> None:
    """It held the pipes, so that the run never ended, and the device."""
    prefix, note = leaving_children(state)
    with leaving(StdioClient(state, prefix=prefix)) as helper:
        job = started(helper, device, 300 if moment == "its own end" else 600_000)
        if moment == "a stop":
            helper.call("StopBenchmark", device.name, **job)
        if moment != "the end of the helper":
            finished = helper.wait_event("BenchmarkFinished")["arguments"]
            assert '"jobs"' in finished["output"]
            wait_gone(int(note.read_text(encoding="ascii")))
    wait_gone(int(note.read_text(encoding="ascii")))


def test_who_left_fio_s_group_keeps_no_run_from_ending(state: Path, device: LoopDevice) -> None:
    """It isn't ended: only who starts a session of his own gets so far. But nobody waits for it."""
    away = f"setsid sh -c 'echo $$ > {state}/away; exec sleep 600' & "
    prefix, _ = leaving_children(state, parting=away)
    with leaving(StdioClient(state, prefix=prefix)) as helper:
        started(helper, device, 300)
        finished = helper.wait_event("BenchmarkFinished")["arguments"]
        assert finished["exit_code"] == 0 and '"jobs"' in finished["output"]
    os.kill(int((state / "away").read_text(encoding="ascii")), signal.SIGKILL)


def test_caches_that_can_not_be_written_keep_no_device_from_coming_back(
    state: Path, device: LoopDevice
) -> None:
    before = device.settings()
    with hanging_instead_of(state, "/usr/bin/sync") as (prefix, note):
        helper = StdioClient(state, prefix=prefix)
        session = changed(helper, device)
        helper.start("DropCaches", device.name, session=session)
        wait_until(lambda: hangs(note), "sync")
        helper.leave()
        assert device.settings() == before


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """As a file system becomes after an error, for this folder."""
    subprocess.run(["mount", "--bind", folder, folder], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.parametrize("killed", [False, True])
def test_records_that_can_not_be_removed_keep_no_device_from_coming_back(
    state: Path, loop_devices: LoopDeviceFactory, killed: bool
) -> None:
    """Neither the helper that loses its client nor the supervisor that loses the helper."""
    devices = [loop_devices() for _ in range(2)]
    before = [device.settings() for device in devices]
    helper = StdioClient(state)
    for device in devices:
        changed(helper, device)
    supervisor, worker = helper.helper_pids()
    with read_only(state / "state/sessions"), read_only(state / "state/originals"):
        if killed:
            os.kill(worker, signal.SIGKILL)
            wait_gone(supervisor)
        helper.leave()
        assert [device.settings() for device in devices] == before


def test_a_note_that_can_not_be_written_does_not_keep_a_lock_from_being_taken(
    tmp_path: Path,
) -> None:
    """A lock that was left over can be taken on a read-only file system, and holds as any other."""
    first, second = Locks(tmp_path), Locks(tmp_path)
    (tmp_path / "locks/loop9").touch()
    with read_only(tmp_path / "locks"):
        descriptor = first.take("loop9", "the first")
        assert descriptor is not None
        assert second.take("loop9", "the second") is None
        assert second.holder("loop9") == UNKNOWN_HOLDER
        with second.attempted("loop9") as free:
            assert not free
        first.give_back("loop9", descriptor)
        with second.attempted("loop9") as free:
            assert free
        with second.attempted("loop10") as free:
            assert free, "nobody could make this one"


def test_a_lock_says_who_holds_it_in_plain_words(tmp_path: Path) -> None:
    first, second = Locks(tmp_path), Locks(tmp_path)
    for said, told in (
        ("storage-tuner (process 3, user anna)", "storage-tuner (process 3, user anna)"),
        ("evil\x1b[2J", UNKNOWN_HOLDER),
        ("b" * 500, "b" * 128),
    ):
        descriptor = first.take("sda", said)
        assert descriptor is not None and second.take("sda", "x") is None
        assert second.holder("sda") == told
        first.give_back("sda", descriptor)
    assert not list((tmp_path / "locks").iterdir())


def test_a_recovery_that_fails_leaves_the_lock_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_state: Path, _runtime: Path) -> list[str]:
        raise OSError("as of a broken disk")

    monkeypatch.setattr(ownership, "recover", fail)
    taking = ownership.Ownership(tmp_path, tmp_path)
    with pytest.raises(OSError, match="broken disk"):
        asyncio.run(taking.take("loop9", "us"))
    assert not taking.at_work
    with Locks(tmp_path).attempted("loop9") as free:
        assert free


def test_what_can_not_be_restored_is_told_by_the_exit_code(
    state: Path, device: LoopDevice, stdio: StdioClient
) -> None:
    """The device isn't to be found as long as its folder is covered."""
    changed(stdio, device)
    queue = device.queue.resolve()
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", queue], check=True)
    try:
        stdio.leave()
    finally:
        subprocess.run(["umount", queue], check=True)
    assert stdio.client.process.returncode == 1
    again = StdioClient(state)
    again.leave()
    assert device.scheduler == "none"


def test_a_session_keeps_the_originals_that_an_earlier_one_could_not_bring_back(
    state: Path, device: LoopDevice, stdio: StdioClient
) -> None:
    """Its start tries once more; as long as that fails, what was set isn't what it was before."""
    before = device.settings()
    limit = device.queue / "max_sectors_kb"
    session = begin(stdio, device)
    stdio.call("SetSettings", device.name, session=session, nomerges=1, max_sectors_kb=64)
    (file,) = (state / "state/sessions").iterdir()
    record = json.loads(file.read_text(encoding="utf-8"))
    stdio.leave()
    record["tunables"]["max_sectors_kb"] = "1000000000"
    record["tunables"]["nomerges"] = "2"
    file.write_text(json.dumps(record), encoding="utf-8")
    helper = StdioClient(state)
    try:
        found = helper.call("BeginSession", device.name, diskseq=device.diskseq)
        assert found["max_sectors_kb"] == limit.read_text(encoding="ascii").strip()
        noted = json.loads(file.read_text(encoding="utf-8"))
        assert noted == {**record, "session": found["session"]}
    finally:
        helper.leave()
        device.write("nomerges", before["nomerges"])
