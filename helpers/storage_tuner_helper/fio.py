"""fio as root: an argument list built from typed values, on a descriptor that we hold."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from asyncio import StreamReader
from asyncio.subprocess import Process
from dataclasses import dataclass
from pathlib import Path

from storage_tuner_helper.errors import NoFio
from storage_tuner_helper.recovery import job_prefix

FIO = "/usr/bin/fio"
SETPRIV = "/usr/bin/setpriv"

OPERATIONS = {
    "seq-read": "read",
    "seq-write": "write",
    "rand-read": "randread",
    "rand-write": "randwrite",
}
ENGINES = ("io_uring", "libaio", "psync")
MAXIMUM_OUTPUT_BYTES = 4 << 20
MAXIMUM_ERROR_BYTES = 64 << 10

GRACE_SECONDS = 5.0
"""What a run that is asked to stop gets before it's killed."""

_OVERTIME_SECONDS = 60.0
_VERSION_SECONDS = 10.0
_versions: dict[tuple[int, int], str] = {}


@dataclass(frozen=True)
class Workload:
    """What one run of fio does; ranges as in the protocol. Times in ms."""

    operation: str
    threads: int
    block_bytes: int
    runtime_ms: int
    ramp_ms: int
    engine: str

    @property
    def writes(self) -> bool:
        return self.operation.endswith("-write")

    @property
    def sequential(self) -> bool:
        return self.operation.startswith("seq-")


@dataclass(frozen=True)
class Finished:
    """How a run ended. ``exit_code`` is negative for a signal; ``stopped``: on request."""

    exit_code: int
    stopped: bool
    output: str
    error_output: str


def arguments(workload: Workload, descriptor: int, size_bytes: int) -> tuple[str, ...]:
    """The whole argv. Every part of it is ours or a number; no client's text.

    Sequential threads each stream through a part of their own. ``--readonly`` keeps a read from
    ever writing, ``--allow_file_create=0`` a lost device from becoming a file, ``--thread`` and the
    death signal leave nothing running when we are killed.
    """
    block = workload.block_bytes
    part = size_bytes // workload.threads // block * block if workload.sequential else size_bytes
    return (
        SETPRIV,
        "--pdeathsig",
        "KILL",
        "--no-new-privs",
        "--",
        FIO,
        "--name=storage-tuner",
        f"--filename=/proc/self/fd/{descriptor}",
        f"--rw={OPERATIONS[workload.operation]}",
        f"--bs={block}",
        f"--numjobs={workload.threads}",
        f"--size={part}",
        f"--offset_increment={part if workload.sequential else 0}",
        "--iodepth=1",
        f"--ioengine={workload.engine}",
        "--direct=1",
        "--thread",
        "--group_reporting",
        "--time_based",
        f"--runtime={workload.runtime_ms}ms",
        f"--ramp_time={workload.ramp_ms}ms",
        "--randrepeat=0",
        "--norandommap",
        "--clocksource=clock_gettime",
        "--allow_file_create=0",
        # emptying a disk's cache needs a capability that we gave up; direct I/O goes past it
        "--invalidate=0",
        "--eta=never",
        "--output-format=json",
        "--refill_buffers=1" if workload.writes else "--readonly",
    )


class RunningFio:
    """One run; started by ``start``, its end awaited by ``finish``."""

    def __init__(self, process: Process, folder: Path, seconds: float) -> None:
        self._process = process
        self._folder = folder
        self._seconds = seconds
        self._stopped = False

    @classmethod
    async def start(
        cls, device: str, workload: Workload, descriptor: int, size_bytes: int, runtime: Path
    ) -> RunningFio:
        """Start fio in a folder of its own, which tells the device. Raises ``NoFio``."""
        if not os.access(FIO, os.X_OK):
            raise NoFio
        folder = Path(tempfile.mkdtemp(prefix=job_prefix(device), dir=runtime))
        try:
            process = await asyncio.create_subprocess_exec(
                *arguments(workload, descriptor, size_bytes),
                cwd=folder,
                env={},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(descriptor,),
                start_new_session=True,
            )
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return cls(process, folder, (workload.runtime_ms + workload.ramp_ms) / 1000)

    @property
    def pid(self) -> int:
        return self._process.pid

    async def finish(self) -> Finished:
        """Wait for its end; a run that takes far longer than asked for is killed."""
        assert self._process.stdout is not None and self._process.stderr is not None
        overtime = asyncio.get_running_loop().call_later(
            self._seconds + _OVERTIME_SECONDS, self.kill
        )
        try:
            output, error_output = await asyncio.gather(
                _read_bounded(self._process.stdout, MAXIMUM_OUTPUT_BYTES),
                _read_bounded(self._process.stderr, MAXIMUM_ERROR_BYTES),
            )
            exit_code = await self._process.wait()
        finally:
            overtime.cancel()
            shutil.rmtree(self._folder, ignore_errors=True)
        return Finished(exit_code, self._stopped, output, error_output)

    def stop(self) -> None:
        """Ask it to end with the numbers it has; kill it when it doesn't."""
        if not self._stopped:
            self._stopped = True
            self._signal(signal.SIGINT)
            asyncio.get_running_loop().call_later(GRACE_SECONDS, self.kill)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(number)


async def version() -> str:
    """What ``fio --version`` says, without the name (such as 3.33); empty without a usable fio.

    Anybody may ask, so it's found out once for every fio installed.
    """
    if not os.access(FIO, os.X_OK):
        return ""
    status = Path(FIO).stat()
    instance = (status.st_ino, status.st_mtime_ns)
    if instance not in _versions:
        _versions[instance] = await _ask_version()
    return _versions[instance]


async def _ask_version() -> str:
    process = await asyncio.create_subprocess_exec(
        FIO,
        "--version",
        cwd="/",
        env={},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        output, _ = await asyncio.wait_for(process.communicate(), _VERSION_SECONDS)
    except TimeoutError:
        process.kill()
        await process.wait()
        return ""
    return output[:64].decode("ascii", "replace").strip().removeprefix("fio-")


async def _read_bounded(stream: StreamReader, limit: int) -> str:
    """Read to the end, keep at most ``limit`` bytes; no NUL, which D-Bus couldn't carry."""
    kept = bytearray()
    while chunk := await stream.read(1 << 16):
        kept += chunk[: limit - len(kept)]
    return kept.decode("utf-8", "replace").replace("\0", "")
