"""Describes the caller to other users; never used for authorisation."""

from __future__ import annotations

import asyncio
import contextlib
import pwd
import re
import threading
from pathlib import Path

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._+-]{0,31}", re.ASCII)
_OURS = (b"storage_tuner", b"storage-tuner")
_MAXIMUM_COMMAND_BYTES = 4096
_SECONDS = 2.0
_looking_up = threading.BoundedSemaphore(4)
"""The threads that a hanging user database may occupy."""


def described(process: int, user: int) -> str:
    """A description such as ``storage-tuner (process 814, user anna)``. A process chooses its own
    name, so odd names are left out."""
    return f"{_program(process)} (process {process}, user {_user(user)})"


async def described_soon(process: int, user: int) -> str:
    """Like ``described``; in numbers alone if /proc or the user database doesn't respond soon.

    It runs in a thread that may hang forever, but doesn't prevent the process from ending.
    """
    in_numbers = f"a program (process {process}, user {user})"
    if not _looking_up.acquire(blocking=False):
        return in_numbers
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[str] = loop.create_future()

    def report(words: str) -> None:
        if not answer.done():
            answer.set_result(words)

    def look_up() -> None:
        try:
            words = described(process, user)
        finally:
            _looking_up.release()
        with contextlib.suppress(RuntimeError):  # the loop may have ended
            loop.call_soon_threadsafe(report, words)

    threading.Thread(target=look_up, name="caller", daemon=True).start()
    try:
        return await asyncio.wait_for(answer, _SECONDS)
    except TimeoutError:
        return in_numbers


def owner_of(process: int) -> int:
    """Return the user id that a process runs as; 0 when it's gone."""
    try:
        return Path(f"/proc/{process}").stat().st_uid
    except OSError:
        return 0


def parent_of(process: int) -> int:
    """Return the number of a process's parent; 0 if it's unknown."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
        return int(text.rsplit(")", 1)[1].split()[1])
    except (OSError, ValueError, IndexError):
        return 0


def _program(process: int) -> str:
    """Return the program's name. The kernel reports python for a Python program, so its arguments
    are searched for our own name."""
    try:
        with Path(f"/proc/{process}/cmdline").open("rb") as file:
            command = file.read(_MAXIMUM_COMMAND_BYTES)
        name = Path(f"/proc/{process}/comm").read_bytes().decode("ascii", "replace").strip()
    except OSError:
        return "a program"
    if name.startswith("python") and any(ours in command for ours in _OURS):
        return "storage-tuner"
    return name if _NAME.fullmatch(name) else "a program"


def _user(user: int) -> str:
    try:
        name = pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)
    return name if _NAME.fullmatch(name) else str(user)
