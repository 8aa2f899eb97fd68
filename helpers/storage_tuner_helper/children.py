"""Programs that the worker starts, each as the leader of a session of its own.

A program may leave children behind that hold its pipes and the device. They are ended with it, as a
process group; children that left the group aren't waited for.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

_READING_SECONDS = 2.0
"""Reading the rest of the pipes after the program has ended takes milliseconds."""

Taker = Callable[[bytes], None]
"""Receives a program's output piece by piece."""


class Child:
    """A running program, started by ``start`` and awaited by ``finish``."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        loop = asyncio.get_running_loop()
        self._process = process
        self._ended: asyncio.Future[int] = loop.create_future()
        self._pipes: list[_Pipe] = []
        self._descriptor = os.pidfd_open(process.pid)
        loop.add_reader(self._descriptor, self._reap)

    @classmethod
    async def start(
        cls,
        arguments: Sequence[str],
        *,
        folder: Path = Path("/"),
        pass_fds: Sequence[int] = (),
        output: Taker | None = None,
        error_output: Taker | None = None,
    ) -> Child:
        """Start the program with an empty environment and no input; output without a receiver is
        discarded. Raises ``OSError``."""
        process = subprocess.Popen(
            arguments,
            cwd=folder,
            env={},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if output else subprocess.DEVNULL,
            stderr=subprocess.PIPE if error_output else subprocess.DEVNULL,
            pass_fds=pass_fds,
            start_new_session=True,
        )
        try:
            child = cls(process)
        except OSError:
            _kill_group(process.pid)
            process.wait()
            raise
        try:
            for pipe, take in ((process.stdout, output), (process.stderr, error_output)):
                if pipe and take:
                    await child._listen(pipe, take)
        except BaseException:
            child.kill()
            raise
        return child

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return not self._ended.done()

    def kill(self) -> None:
        """Kill the program and everything it started; no effect once it has ended."""
        if self.is_running:
            _kill_group(self.pid)

    async def finish(self) -> int:
        """Wait for the program's end and, briefly, for the end of its output; return the exit code,
        negative for a signal. Cancelling this ends the program."""
        try:
            exit_code = await asyncio.shield(self._ended)
            if self._pipes:
                closed = [pipe.closed for pipe in self._pipes]
                await asyncio.wait(closed, timeout=_READING_SECONDS)
        finally:
            self.kill()
            for pipe in self._pipes:
                pipe.close()
        return exit_code

    async def _listen(self, pipe: IO[bytes], take: Taker) -> None:
        listener = _Pipe(take)
        await asyncio.get_running_loop().connect_read_pipe(lambda: listener, pipe)
        self._pipes.append(listener)

    def _reap(self) -> None:
        asyncio.get_running_loop().remove_reader(self._descriptor)
        os.close(self._descriptor)
        # not reaped yet, so its number still identifies its group
        _kill_group(self.pid)
        self._ended.set_result(self._process.wait())


class _Pipe(asyncio.Protocol):
    """Our end of a program's pipe."""

    def __init__(self, take: Taker) -> None:
        self._take = take
        self._transport: asyncio.BaseTransport | None = None
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._take(data)

    def connection_lost(self, _error: Exception | None) -> None:
        if not self.closed.done():
            self.closed.set_result(None)

    def close(self) -> None:
        if self._transport:
            self._transport.close()


def text_of(output: bytes | bytearray) -> str:
    """Return a program's output as text, without NUL, which D-Bus can't carry."""
    return output.decode("utf-8", "replace").replace("\0", "")


def _kill_group(leader: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)
