"""Configuration files of the machine below a root folder: size-limited, and never outside the
tree."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from storage_tuner.probe.block.attributes import clean, read_table

LIMIT_BYTES = 1 << 20
"""More than any rule file or profile has; the rest of a longer file isn't read."""

_LIMIT_FILES = 1000
_LIMIT_LINKS = 40


@dataclass(frozen=True)
class ConfigFile:
    """A configuration file. ``place`` is its path on the machine that is described, ``text`` its
    content."""

    place: str
    text: str

    def at(self, number: int) -> str:
        """The name of a line in it."""
        return f"{self.place}:{number}"


def entries(base: str, folder: str) -> list[str]:
    """The names in a folder, sorted; empty when it doesn't exist."""
    where = locate(base, folder)
    if where is None:
        return []
    try:
        with os.scandir(base + where) as found:
            return sorted(entry.name for entry in found)
    except (OSError, ValueError):
        return []


def locate(base: str, path: str) -> str | None:
    """The real location of ``path`` on the machine below ``base``, as a path without ``base``.

    Links are resolved as on that machine, so they never lead out of ``base``. A missing path is
    returned unchanged; None for a cycle of links.
    """
    waiting, found, links = path.split("/")[::-1], list[str](), 0
    while waiting:
        part = waiting.pop()
        if part in ("", "."):
            continue
        if part == "..":
            del found[-1:]
            continue
        target = _link_target(f"{base}/{'/'.join((*found, part))}")
        if target is None:
            found.append(part)
            continue
        links += 1
        if links > _LIMIT_LINKS:
            return None
        if target.startswith("/"):
            found.clear()
        waiting.extend(reversed(target.split("/")))
    return "/" + "/".join(found)


def _link_target(path: str) -> str | None:
    try:
        return os.readlink(path)  # noqa: PTH115
    except (OSError, ValueError):
        return None


def read_config(base: str, path: str) -> ConfigFile | None:
    """A file's text, undecodable bytes replaced; None when there is no such regular file."""
    file = _located_file(base, path)
    return None if file is None else _config(path, file)


def read_script(base: str, path: str) -> ConfigFile | None:
    """As ``read_config``, but None for a program that isn't a script; of that, two bytes are
    read."""
    file = _located_file(base, path)
    return None if file is None or read_table(file, 2) != "#!" else _config(path, file)


def _located_file(base: str, path: str) -> str | None:
    """The real path of a regular file."""
    where = locate(base, path)
    return None if where is None or not _is_file(base + where) else base + where


def _config(path: str, file: str) -> ConfigFile:
    return ConfigFile(clean(path), clean(read_table(file, LIMIT_BYTES)))


def exists(base: str, path: str) -> bool:
    where = locate(base, path)
    return where is not None and _mode(base + where) is not None


def _is_file(path: str) -> bool:
    mode = _mode(path)
    return mode is not None and stat.S_ISREG(mode)


def _mode(path: str) -> int | None:
    try:
        return os.lstat(path).st_mode
    except (OSError, ValueError):
        return None


def merged_files(base: str, folders: Iterable[str], suffix: str) -> tuple[ConfigFile, ...]:
    """The files of several folders in the order of their names.

    Of files with the same name only the one in the first folder counts, so that a link to
    /dev/null there switches the others off (systemd: conf-files.c, conf_files_list).
    """
    paths: dict[str, str] = {}
    for folder in folders:
        for name in entries(base, folder):
            if name.endswith(suffix):
                paths.setdefault(name, f"{folder}/{name}")
    chosen = sorted(paths.items())[:_LIMIT_FILES]
    return tuple(file for _, path in chosen if (file := read_config(base, path)))


def logical_lines(text: str, joint: str = " ") -> Iterator[tuple[int, str]]:
    """The lines without comments, with their numbers; those that end with a backslash are joined by
    ``joint`` (a space for systemd's files, nothing for udev's) under the first one's number."""
    pieces: list[str] = []
    start = 0
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        line = line.lstrip()
        if line.startswith("#"):
            continue
        start = start if pieces else number
        if line.endswith("\\"):
            pieces.append(line[:-1])
            continue
        yield start, joint.join((*pieces, line)).rstrip()
        pieces = []
