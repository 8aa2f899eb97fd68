"""Parses tw_cli's reply, which may contain anything; only unambiguous values are accepted.

Texts are passed on only as our own words, or as letters, digits and few signs (``_NAME``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from storage_tuner_helper.threeware.tw_cli import UnitNumber
from storage_tuner_protocol.threeware import POLICY_ATTRIBUTES, settable_word
from storage_tuner_protocol.tunables import POLICIES

_LONGEST_LINE = 1000
_MOST_LINES = 2000
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,31}", re.ASCII)
_SERIAL = re.compile(r"[A-Za-z0-9]{3,64}", re.ASCII)
_CONTROLLER = re.compile(r"c(0|[1-9][0-9]{0,2})\s+(\S+)(?:\s|$)", re.ASCII)
_ATTRIBUTE = re.compile(r"(/c[0-9]+/(?:u[0-9]+|bbu)) ([A-Za-z() ]{1,60}?)\s*=\s*(.*)", re.ASCII)
_BATTERY_COLUMNS = ["Name", "OnlineState", "BBUReady", "Status"]
_SIZE = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?", re.ASCII)
_ERROR = re.compile(r"error:", re.IGNORECASE)
_SIZE_COLUMN = "Size(GB)"
_SIZE_IN_TWO = re.compile(r"(?<=[0-9]) {1,2}(?=[KMGTP]B?\s)", re.ASCII)


@dataclass(frozen=True)
class UnitReply:
    """A unit's report. ``status`` and ``serial`` are empty where they are missing or contradictory;
    ``policies`` are in our words, unambiguous ones only. ``gib`` has six digits."""

    status: str = ""
    serial: str = ""
    gib: float | None = None
    policies: dict[str, str] = field(default_factory=dict)
    knows_read_cache: bool = False


def controllers(output: bytes) -> dict[int, str]:
    """Return the models by the controllers' numbers; "" for an invalid name."""
    found: dict[int, str] = {}
    for line in _lines(output):
        if match := _CONTROLLER.match(line):
            number, model = int(match[1]), match[2]
            named = model if _NAME.fullmatch(model) else ""
            found[number] = named if found.get(number, named) == named else ""
    return found


def unit(output: bytes, number: UnitNumber) -> UnitReply:
    lines = list(_lines(output))
    if any(_ERROR.match(line) for line in lines):
        return UnitReply()
    reply = _attributes(lines, str(number))
    policies = {
        name: value
        for name in POLICIES
        if (value := _one(_policy_values(reply, name))) in POLICIES[name].choices
    }
    return UnitReply(
        status=_one(reply.get("status", set()), _NAME),
        serial=_one(reply.get("serial number", set()), _SERIAL),
        gib=_size(lines, number.unit),
        policies=policies,
        knows_read_cache="read cache" in reply,
    )


def battery_is_ready(output: bytes, controller: int) -> bool:
    """Return whether the battery is present, in use, ready and OK; any other report counts as
    no."""
    lines = list(_lines(output))
    if any(_ERROR.match(line) for line in lines):
        return False
    reply = _attributes(lines, f"/c{controller:d}/bbu")
    if "bbu ready" in reply:
        found = [reply.get(name) for name in ("online state", "bbu ready", "bbu status")]
        return found == [{"On"}, {"Yes"}, {"OK"}]
    rows = [row for row in _rows(lines, "Name") if row["Name"] == "bbu"]
    cells = [[row.get(column) for column in _BATTERY_COLUMNS] for row in rows]
    return cells == [["bbu", "On", "Yes", "OK"]]


def was_set(output: bytes, number: UnitNumber, value: str) -> bool:
    """Return whether the output confirms this unit and this value, without any error."""
    lines = [line for line in _lines(output + b"\n") if line.strip()]
    done = re.compile(
        rf"Setting [A-Za-z -]{{1,60}} (?:on|for|for unit) {re.escape(str(number))} to "
        rf"\[?{re.escape(value)}\]? ?\.\.\. ?Done\.?\s*",
        re.ASCII,
    )
    against = any(_ERROR.match(line) or "Failed" in line for line in lines)
    return not against and sum(bool(done.fullmatch(line)) for line in lines) == 1


def _lines(output: bytes) -> Iterator[str]:
    """Return the lines. A line without an end may be cut, and is included only if it's an error."""
    text = output.decode("utf-8", "replace").replace("\0", "")
    for line in text.splitlines(keepends=True)[:_MOST_LINES]:
        if len(line) <= _LONGEST_LINE and (line.splitlines() != [line] or _ERROR.match(line)):
            yield "".join(letter for letter in _ESCAPES.sub("", line) if letter.isprintable())


def _attributes(lines: Iterable[str], path: str) -> dict[str, set[str]]:
    """Return all values reported for each attribute, by its name in small letters."""
    found: dict[str, set[str]] = {}
    for line in lines:
        match = _ATTRIBUTE.fullmatch(line)
        if match and match[1] == path:
            found.setdefault(match[2].casefold(), set()).add(match[3].strip())
    return found


def _policy_values(reply: Mapping[str, set[str]], name: str) -> set[str]:
    return {settable_word(word) for key in POLICY_ATTRIBUTES[name] for word in reply.get(key, ())}


def _one(values: Iterable[str], form: re.Pattern[str] = _NAME) -> str:
    """Return the only value, if it matches the form."""
    found = set(values)
    value = found.pop() if len(found) == 1 else ""
    return value if form.fullmatch(value) else ""


def _size(lines: Iterable[str], unit_number: int) -> float | None:
    """Return the size from the unit's own row, under either heading, whose last columns differ."""
    own = (row for row in _rows(lines, "Unit") if row["Unit"] == f"u{unit_number:d}")
    cell = next((row.get(_SIZE_COLUMN, "") for row in own), "")
    return float(cell) if _SIZE.fullmatch(cell) else None


def _rows(lines: Iterable[str], first: str) -> Iterator[dict[str, str]]:
    """Return the cells by column, for the rows below headings that begin with ``first``.

    A row with fewer or more cells than columns lacks one, or has one that contains blanks. Its
    cells can't be assigned, so it's left out.
    """
    heads: list[str] = []
    for line in lines:
        cells = _SIZE_IN_TWO.sub("", f"{line} ").split()
        if cells[:1] == [first]:
            heads = cells
        elif heads and len(cells) == len(heads):
            yield dict(zip(heads, cells, strict=True))
