"""The worker process: one event loop, one transport."""

from __future__ import annotations

import asyncio
import ctypes
import os
import resource
import signal
import socket
import syslog
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

from storage_tuner_helper import supervisor_line
from storage_tuner_helper.dispatcher import Dispatcher
from storage_tuner_helper.health.smartctl_client import SmartctlClient
from storage_tuner_helper.operations import Operations
from storage_tuner_helper.restoring.ownership import Ownership
from storage_tuner_helper.restoring.unrestored import UnrestoredDevices
from storage_tuner_helper.supervisor import (
    ENDING_SIGNALS,
    HANDLED_SIGNALS,
    TERMINAL_SIGNALS,
    nothing_to_do,
)
from storage_tuner_helper.supervisor_line import SupervisorLine
from storage_tuner_helper.transport import callers
from storage_tuner_helper.transport.client import Client
from storage_tuner_helper.transport.stdio import StdioTransport

_THREADS = 48
"""More than sessions and pending calls need, so that one hanging disk can't occupy all threads."""

_LEAVING_SECONDS = 6.0

_M_MMAP_THRESHOLD = -3
"""malloc.h."""

_LARGE_BLOCK_BYTES = 1 << 20


class ServedTransport(Protocol):
    """A transport as the worker uses it."""

    def clients(self) -> list[Client]:
        """Return all connected clients."""

    async def start(self) -> None:
        """Start accepting calls."""

    async def withdraw(self) -> None:
        """Accept no new calls; running calls still get their replies."""

    async def stop(self) -> None:
        """Send pending messages and disconnect."""


def run(transport: str, supervisor: int, control: int, state: Path, runtime: Path) -> int:
    """Serve until the input ends, the bus connection is lost, a signal ends us, or the helper is
    idle.

    ``control`` is the descriptor for requests to the supervisor: reading drives' health, and
    setting controllers and arrays.
    """
    _allow_many_files()
    _return_large_blocks()
    line = SupervisorLine(socket.socket(fileno=control))
    supervisor_line.use(line)
    return asyncio.run(_serve(transport, supervisor, SmartctlClient(line), state, runtime))


def _allow_many_files() -> None:
    """Raise the limit of open files, which fio inherits: each of its threads opens the device."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _return_large_blocks() -> None:
    """Have glibc map large blocks one by one, so that freeing a client's large message returns its
    memory. By default, freeing one makes glibc keep the next ones in the heap, mallopt(3)."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        libc.mallopt(_M_MMAP_THRESHOLD, _LARGE_BLOCK_BYTES)


async def _serve(
    transport: str, supervisor: int, smartctl: SmartctlClient, state: Path, runtime: Path
) -> int:
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(_THREADS))
    ended = asyncio.Event()
    for number in ENDING_SIGNALS:
        loop.add_signal_handler(number, ended.set)
    for number in TERMINAL_SIGNALS:
        signal.signal(number, nothing_to_do)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, HANDLED_SIGNALS)
    if os.getppid() != supervisor:
        return 1
    ownership = Ownership(state, runtime)
    await ownership.start()
    unrestored = UnrestoredDevices(state, ownership)
    watching = asyncio.ensure_future(unrestored.watch())
    dispatcher = Dispatcher(Operations(state, runtime, ownership, smartctl, unrestored))
    served = _transport(transport, dispatcher, ended, supervisor)
    try:
        await served.start()
        await ended.wait()
    finally:
        await _at_most(_LEAVING_SECONDS, served.withdraw())
        all_restored = await dispatcher.close(served.clients())
        watching.cancel()
        await _at_most(_LEAVING_SECONDS, served.stop())
    # on failure, the supervisor tries once more
    return 0 if all_restored else 1


async def _at_most(seconds: float, leaving: Awaitable[None]) -> None:
    """Wait for ``leaving``, but not longer: a transport that hangs or fails mustn't delay restoring
    the settings."""
    try:
        await asyncio.wait_for(leaving, seconds)
    except Exception as error:
        syslog.syslog(syslog.LOG_WARNING, f"leaving the transport failed: {error!r}")


def _transport(
    name: str, dispatcher: Dispatcher, ended: asyncio.Event, supervisor: int
) -> ServedTransport:
    """Return the transport. libsystemd is loaded only for a bus, so that a checkout works without
    it."""
    if name == "stdio":
        return StdioTransport(dispatcher, ended, callers.parent_of(supervisor))
    from storage_tuner_helper.transport.bus import BusTransport

    return BusTransport(dispatcher, ended)
