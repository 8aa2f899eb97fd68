"""The tunables set by a command in a rule or script, as far as they are written literally."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from fnmatch import fnmatchcase

SECTORS_PER_KIB = 2
"""blockdev and hdparm count read-ahead in sectors of 512 bytes."""

MAY_CONCERN = re.compile(r"queue|setra|setfra|hdparm|/md/|read_ahead_kb")
"""Commands without a match set no tunable, as far as can be detected."""

_SHELLS = ("sh", "bash", "dash", "ash", "busybox")
_SYSFS = re.compile(r"/sys/(?:class/block|block|devices/[^\s'\";>]*/block)/([^/\s'\";>]+)/([\w/]+)")
_TEE = r"(?:sudo\s+)?(?:[\w/]*/)?tee(?:\s+-\S+)*"
_ECHO = re.compile(
    rf"(?:echo|printf)\s+(?:-n\s+)?(['\"]?)([\w.+-]+)(?:\\n)?\1\s*(?:>+|\|\s*{_TEE})\s*$"
)
_INTO = re.compile(r"(?:>|\btee(?:\s+-\S+)*)\s*$")
_SPLIT = re.compile(r";|&&|\|\||\n")
_VALUE = {
    "hdparm": re.compile(r"-([aQ])\s*=?\s*(\d+)"),
    "blockdev": re.compile(r"--setf?ra[ =](\d+)"),
}


def settings_of(command: str, name: str) -> Iterator[tuple[str, str | None]]:
    """Pairs of an attribute of the block device ``name`` (its kernel name) and the value set.

    The value is None when it's unknown. A command for another device yields nothing.
    """
    script = _script(command)
    for part in _SPLIT.split(script):
        yield from _written(part, name)
        yield from _by_tool(part, name)


def _script(command: str) -> str:
    """The script passed to a shell, or the command itself."""
    try:
        words = shlex.split(command)
    except ValueError:
        return command
    is_shell = bool(words) and words[0].rpartition("/")[2] in _SHELLS
    if is_shell and "-c" in words[:-1]:
        return words[words.index("-c") + 1]
    return command


def _written(part: str, name: str) -> Iterator[tuple[str, str | None]]:
    for found in _SYSFS.finditer(part):
        if not fnmatchcase(name.replace("/", "!"), found[1].replace("/", "!")):
            continue
        before = part[: found.start()].rstrip("'\"")
        echoed = _ECHO.search(before)
        if echoed:
            yield found[2], echoed[2]
        elif _INTO.search(before):
            yield found[2], None


def _by_tool(part: str, name: str) -> Iterator[tuple[str, str | None]]:
    try:
        words = shlex.split(part)
    except ValueError:
        words = part.split()
    nodes = (f"/dev/{name}", f"/dev/block/{name}")
    tool = next((word.rpartition("/")[2] for word in words), "")
    if tool not in _VALUE or not any(fnmatchcase(node, word) for word in words for node in nodes):
        return
    text = " ".join(words)
    if tool == "blockdev":
        if "--setra" in text or "--setfra" in text:
            found = _VALUE[tool].search(text)
            yield "queue/read_ahead_kb", _kib(found[1]) if found else None
        return
    for option, number in _VALUE[tool].findall(text):
        yield (
            ("queue/read_ahead_kb", _kib(number))
            if option == "a"
            else ("device/queue_depth", number)
        )


def _kib(sectors: str) -> str | None:
    return str(int(sectors) // SECTORS_PER_KIB) if len(sectors) < 20 else None
