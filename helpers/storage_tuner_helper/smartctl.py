"""smartctl as a child: an argument list of our own words, bounded in time and in what it says."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
from asyncio import StreamReader
from asyncio.subprocess import Process
from dataclasses import dataclass

from storage_tuner_helper.errors import NoAnswer, NoSmartctl
from storage_tuner_helper.fio import SETPRIV

SMARTCTL = "/usr/sbin/smartctl"
ASLEEP = 3
"""The exit code that we ask for when the drive sleeps; smartctl has no other use for it."""

MAXIMUM_OUTPUT_BYTES = 1 << 20
_SECONDS = 20.0
_KILL_SECONDS = 2.0


@dataclass(frozen=True)
class Answer:
    """``exit_code`` is smartctl's bit mask (smartctl(8), EXIT STATUS), or ``ASLEEP``."""

    output: str
    exit_code: int


def arguments(path: str, kind: str) -> tuple[str, ...]:
    """The whole argv. ``path`` is a device node's, ``kind`` one of smartctl's words for drives."""
    return (
        SETPRIV,
        "--pdeathsig",
        "KILL",
        "--no-new-privs",
        "--",
        SMARTCTL,
        "--json=c",
        f"--nocheck=standby,{ASLEEP}",
        "--info",
        "--health",
        "--attributes",
        "--log=error",
        "--log=ssd",
        f"--device={kind}",
        path,
    )


async def ask(device: str, path: str, kind: str) -> Answer:
    """What smartctl tells of the drive at ``path``. Raises ``NoSmartctl`` or ``NoAnswer``."""
    if not os.access(SMARTCTL, os.X_OK):
        raise NoSmartctl
    return await run(device, arguments(path, kind), _SECONDS)


async def run(device: str, argv: tuple[str, ...], seconds: float) -> Answer:
    """Run a child that talks about ``device``, and kill it with its own children when it takes
    longer than ``seconds``, says too much, or nobody wants the answer any more."""
    process = await asyncio.create_subprocess_exec(
        *argv,
        cwd="/",
        env={},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(seconds):
            return await _listen(process)
    except TimeoutError:
        raise NoAnswer(f"{device} didn't answer within {seconds:g} s.") from None
    finally:
        await _end(process)


async def _listen(process: Process) -> Answer:
    assert process.stdout is not None
    output = await _read_bounded(process.stdout)
    exit_code = await process.wait()
    if exit_code < 0:
        raise NoAnswer(f"smartctl was ended by signal {-exit_code}.")
    return Answer(output.decode("utf-8", "replace").replace("\0", ""), exit_code)


async def _read_bounded(stream: StreamReader) -> bytes:
    said = bytearray()
    while chunk := await stream.read(1 << 16):
        said += chunk
        if len(said) > MAXIMUM_OUTPUT_BYTES:
            raise NoAnswer("smartctl said more than can be right.")
    return bytes(said)


async def _end(process: Process) -> None:
    """Kill it, unless it has ended. A drive that hangs may keep it: that isn't waited for long."""
    if process.returncode is not None:
        return
    assert process.stdout is not None
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_KILL_SECONDS):
            while await process.stdout.read(1 << 16):
                pass
            await process.wait()
