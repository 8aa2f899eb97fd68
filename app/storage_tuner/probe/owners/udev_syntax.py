"""The language of udev's rules, as systemd reads it (udev-rules.c: udev_rules_parse_file)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_MATCH_ONLY = frozenset(
    {
        "ACTION", "DEVPATH", "KERNEL", "SUBSYSTEM", "DRIVER", "KERNELS", "SUBSYSTEMS", "DRIVERS",
        "ATTRS", "TAGS", "TEST", "CONST", "RESULT",
    }
)  # fmt: skip
_ASSIGN_ONLY = frozenset({"OPTIONS", "OWNER", "GROUP", "MODE", "SECLABEL", "RUN"})
_JUMPS = frozenset({"GOTO", "LABEL"})
_EITHER = frozenset({"SYMLINK", "NAME", "ENV", "TAG", "ATTR", "SYSCTL", "PROGRAM", "IMPORT"})
_REMOVABLE = frozenset({"SYMLINK", "TAG"})
_NEED_NAME = frozenset({"ENV", "CONST", "ATTR", "ATTRS", "SYSCTL", "IMPORT", "SECLABEL"})

_LINE_LIMIT = 16384
"""udev's own (UDEV_LINE_SIZE)."""

_TOKEN = re.compile(
    r"""[\s,]*(?P<key>[^\s={+\-!:,]+)(?:\{(?P<name>[^}]*)\})?\s*
    (?P<operator>==|!=|\+=|-=|:=|=)\s*(?P<prefix>(?P<escaped>ie|ei?)|i?)"
    (?P<value>(?(escaped)(?:\\.|[^"\\])*+|(?:\\"|[^"])*+))"
    """,
    re.VERBOSE,
)
_END = re.compile(r"[\s,]*")
_ESCAPED = re.compile(r"\\(x[0-9a-fA-F]{2}|.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "s": " "}


@dataclass(frozen=True)
class Token:
    """``KEY{name}operator"value"``; ``name`` is "" where there is none."""

    key: str
    name: str
    operator: str
    value: str
    ignore_case: bool = False

    @property
    def is_match(self) -> bool:
        """PROGRAM and IMPORT ask even when they are written as an assignment."""
        return self.operator in ("==", "!=") or self.key in ("PROGRAM", "IMPORT")


@dataclass(frozen=True)
class Line:
    """``number`` is that of its last physical line, as in udev's own messages."""

    number: int
    tokens: tuple[Token, ...]


def parse_rules(text: str) -> tuple[Line, ...]:
    """The lines that udev would accept; it drops a line with anything wrong in it."""
    parsed = ((number, parse_line(line)) for number, line in _logical_lines(text))
    return tuple(Line(number, tokens) for number, tokens in parsed if tokens)


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines joined at a backslash; comments don't count, not even between joined lines."""
    pieces: list[str] = []
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        line = line.lstrip()
        if line.startswith("#"):
            continue
        pieces.append(line.removesuffix("\\"))
        if line.endswith("\\"):
            continue
        whole = "".join(pieces)
        pieces.clear()
        if whole and len(whole) < _LINE_LIMIT:
            yield number, whole


def parse_line(line: str) -> tuple[Token, ...]:
    """The tokens of one line; none when it's empty or wrong."""
    tokens = []
    position = 0
    while found := _TOKEN.match(line, position):
        token = _token(found)
        if token is None:
            return ()
        tokens.append(token)
        position = found.end()
    return tuple(tokens) if _END.fullmatch(line, position) else ()


def _token(found: re.Match[str]) -> Token | None:
    key, name, operator = found["key"], found["name"] or "", found["operator"]
    if not _is_valid(key, name, operator):
        return None
    raw = found["value"]
    value = _unescaped(raw) if found["escaped"] else raw.replace('\\"', '"')
    return Token(key, name, operator, value, "i" in found["prefix"])


def _is_valid(key: str, name: str, operator: str) -> bool:
    """Whether udev accepts the key with this operator (udev-rules.c: parse_token)."""
    if key in _NEED_NAME and not name:
        return False
    if key in _JUMPS:
        return operator == "="
    is_match = operator in ("==", "!=")
    if key in _MATCH_ONLY:
        return is_match
    if operator == "-=" and key not in _REMOVABLE:
        return False
    return key in _EITHER or (key in _ASSIGN_ONLY and not is_match)


def _unescaped(text: str) -> str:
    def plain(match: re.Match[str]) -> str:
        code = match[1]
        return chr(int(code[1:], 16)) if len(code) == 3 else _ESCAPES.get(code, code)

    return _ESCAPED.sub(plain, text)
