"""Parses the output of ``tw_cli`` in all its versions; pure functions from text.

One function reads every answer, because the same lines and tables come back in many of them. The
versions differ in their tables' headers; their numbers aren't monotonic, so nothing depends on
them. What isn't understood is kept as text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TypeVar

from storage_tuner.core.controller import Battery, Controller, Port, Unit
from storage_tuner.probe.threeware.columns import (
    BATTERIES,
    CONTROLLERS,
    KINDS,
    NUMBER,
    PORTS,
    UNITS,
    VIRTUAL_PORTS,
)
from storage_tuner.probe.threeware.table import Kind, PrintedRow, PrintedTable, split_tables
from storage_tuner.probe.threeware.text import clean_lines

VENDOR = "3ware"
UNREAD_ROW = "row"
"""The key in ``details`` of a table's row whose cells couldn't all be told apart."""

_SECTOR_BYTES = 512
_BYTES = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40, "P": 1 << 50}
"""The program's units are powers of two: its "GB" are GiB."""

_LINES_KEPT = 100
_OBJECT = r"/c[0-9]+(?:/[a-z]+[0-9]*)*"
_ERROR = re.compile(r"\s*error:?\s*\(?\s*(CLI:?\s*[0-9]+)\)?\W*(.*)", re.IGNORECASE)
_NO_CONTROLLER = re.compile(r"\s*No controllers? found\b.*", re.IGNORECASE)
_DRIVERS_HINT = re.compile(r"\s*Make sure appropriate .*driver.*", re.IGNORECASE)
_CHANGE = re.compile(rf"\s*Setting (.+?) (?:on|for unit|for) ({_OBJECT}) to \[(.*?)\] ?\.* ?(.*)")
_STATE = re.compile(rf"\s*({_OBJECT}) is ((?:not )?([a-z]+(?:ing|ed|paused))\b.*)")
_ATTRIBUTE = re.compile(rf"\s*({_OBJECT})\s+(\S.{{0,99}}?)\s+=(?:\s+(.*))?")
_LONE_ATTRIBUTE = re.compile(r"\s*([A-Z][\w .#/()%-]{0,60}?)(?:\s+=(?:\s+(.*))?|:\s+(.*))")
_ROUND = re.compile(rf"({NUMBER}) *([KMGTP])B?")
_BLOCKS = re.compile(r"\(([0-9]{1,15}) Blocks\)", re.IGNORECASE)
_SUB_UNIT = re.compile(r"(.+)-[0-9]+")
_HALF_OF_MIGRATION = re.compile(r"[sd](u[0-9]+)")
_REBUILDS = ("REBUILD", "RECOVER", "DEGRADED")

_Named = TypeVar("_Named", Controller, Unit, Port)


@dataclass(frozen=True)
class SetReply:
    """What the program says it set; ``done`` is False unless it says so."""

    object: str
    policy: str
    value: str
    done: bool


@dataclass(frozen=True)
class ToolReply:
    """Everything in one answer.

    ``attributes`` are the lines "/c0/u0 key = value" by object and key, with "" for lines without
    an object; ``tables`` those of a kind we don't know, and ``unread`` the lines that are neither.
    """

    attributes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    controllers: tuple[Controller, ...] = ()
    units: tuple[Unit, ...] = ()
    ports: tuple[Port, ...] = ()
    battery: Battery | None = None
    tables: tuple[PrintedTable, ...] = ()
    changes: tuple[SetReply, ...] = ()
    errors: tuple[str, ...] = ()
    no_controller: bool = False
    unread: tuple[str, ...] = ()

    def of(self, name: str) -> Mapping[str, str]:
        """The attributes of the object ``name``, such as /c0/u0."""
        return self.attributes.get(name, {})


def parse_reply(text: str) -> ToolReply:
    """All that an answer of ``tw_cli`` tells; whatever ``text`` is, nothing is raised."""
    lines = [line for line in clean_lines(text) if not line.lstrip().startswith("#")]
    messages = [line for line in lines if _is_message(line)]
    tables, rest = split_tables(["" if _is_message(line) else line for line in lines], KINDS)
    batteries = [_battery(row) for row in _rows(tables, BATTERIES)]
    return replace(
        _parse_lines([*messages, *rest], cut=lines[-1] if lines else ""),
        controllers=_first_of_each(_controller(row) for row in _rows(tables, CONTROLLERS)),
        units=_nested(_rows(tables, UNITS)),
        ports=_first_of_each(_port(row) for row in _rows(tables, PORTS, VIRTUAL_PORTS)),
        battery=batteries[0] if batteries else None,
        tables=tuple(table for table in tables if table.kind is None),
    )


def _is_message(line: str) -> bool:
    return any(form.fullmatch(line) for form in (_ERROR, _NO_CONTROLLER, _DRIVERS_HINT))


def _parse_lines(lines: Iterable[str], cut: str) -> ToolReply:
    """``cut`` is the line without an end, if any: the value in it may be longer in truth."""
    attributes: dict[str, dict[str, str]] = {}
    changes, errors, unread = [], [], []
    no_controller = False
    for line in lines:
        if found := _ERROR.fullmatch(line):
            errors.append(f"{found[1].replace(' ', '')} {found[2]}".strip())
        elif _NO_CONTROLLER.fullmatch(line):
            no_controller = True
        elif found := _CHANGE.fullmatch(line):
            done = found[4].casefold().startswith("done")
            changes.append(SetReply(found[2], found[1], found[3], done))
        elif line != cut and (told := _attribute(line)) is not None:
            name, key, value = told
            attributes.setdefault(name, {}).setdefault(key, value)
        elif not _DRIVERS_HINT.fullmatch(line):
            unread.append(line.strip())
    return ToolReply(
        attributes=attributes,
        changes=tuple(changes),
        errors=tuple(errors),
        no_controller=no_controller,
        unread=tuple(unread[:_LINES_KEPT]),
    )


def _attribute(line: str) -> tuple[str, str, str] | None:
    """Object, key and value. "/c0/u0 is not rebuilding, …" has the key "rebuilding"."""
    if found := _STATE.fullmatch(line):
        return found[1], found[3], found[2]
    if found := _ATTRIBUTE.fullmatch(line):
        return found[1], found[2], (found[3] or "").strip()
    if found := _LONE_ATTRIBUTE.fullmatch(line):
        return "", found[1], (found[2] or found[3] or "").strip()
    return None


def _rows(tables: Iterable[PrintedTable], *kinds: Kind) -> Iterator[PrintedRow]:
    for table in tables:
        if table.kind in kinds:
            yield from (row for row in table.rows if row.cells)


def _first_of_each(values: Iterable[_Named]) -> tuple[_Named, ...]:
    """A second row of the same name would be an error of the program."""
    found: dict[str, _Named] = {}
    for value in values:
        found.setdefault(value.id, value)
    return tuple(found.values())


class _Cells:
    """Hands out the cells of a row; those nobody asked for, or understood, remain as details."""

    def __init__(self, row: PrintedRow) -> None:
        self._cells = {name: text for name, text in row.cells.items() if text != "-"}
        self._unsure = row.unsure

    def text(self, *columns: str) -> str | None:
        return next((self._cells.pop(name) for name in columns if name in self._cells), None)

    def value(self, column: str, convert: Callable[[str], int | None]) -> int | None:
        value = convert(self._cells.get(column, ""))
        if value is not None:
            del self._cells[column]
        return value

    def peek(self, column: str) -> str:
        return self._cells.get(column, "")

    @property
    def details(self) -> dict[str, str]:
        return self._cells | ({UNREAD_ROW: self._unsure} if self._unsure else {})


def _controller(row: PrintedRow) -> Controller:
    cells = _Cells(row)
    name, model = cells.text("Ctl") or "", cells.text("Model")
    return Controller(VENDOR, name, model, details=cells.details)


def _unit(row: PrintedRow) -> Unit:
    cells = _Cells(row)
    name, kind = cells.text("Unit") or "", cells.text("UnitType") or ""
    status, port = cells.text("Status") or "", cells.text("Port")
    return Unit(
        id=name,
        type=kind,
        status=status,
        percent=_progress(status, cells),
        size_bytes=cells.value("Size(GB)", lambda text: size_bytes(f"{text} GB")),
        chunk_bytes=cells.value("Stripe", size_bytes),
        cache=cells.text("Cache"),
        ports=(port,) if port else (),
        details=cells.details,
    )


def _progress(status: str, cells: _Cells) -> float | None:
    """How far the work in ``status`` got; rebuilding has a column of its own."""
    columns = ["%V/I/M", "%RCmpl", "%Cmpl"]
    if status.startswith(_REBUILDS):
        columns = ["%RCmpl", "%Cmpl", "%V/I/M"]
    return next((told for name in columns if (told := percent(cells.peek(name))) is not None), None)


def _port(row: PrintedRow) -> Port:
    cells = _Cells(row)
    rounded = cells.value("Size", size_bytes)
    exact = cells.value("Blocks", _blocks)
    return Port(
        id=cells.text("Port", "VPort") or "",
        status=cells.text("Status") or "",
        unit=cells.text("Unit"),
        size_bytes=rounded if exact is None else exact,
        model=cells.text("Model"),
        serial=cells.text("Serial"),
        details=cells.details,
    )


def _battery(row: PrintedRow) -> Battery:
    cells = _Cells(row)
    cells.text("Name")
    status = cells.text("Status") or ""
    ready = is_ready(cells.peek("OnlineState"), cells.peek("BBUReady"), status)
    return Battery(status, ready, cells.details)


def is_ready(online: str, ready: str, status: str) -> bool:
    """Whether the battery would keep the cache now; what isn't told counts as no."""
    return (online.casefold(), ready.casefold(), status.casefold()) == ("on", "yes", "ok")


def size_bytes(text: str) -> int | None:
    """Bytes of "931.51 GB", "64K" or "298.09 GB (625142448 Blocks)", of which blocks are exact."""
    if blocks := _BLOCKS.search(text):
        return int(blocks[1]) * _SECTOR_BYTES
    found = _ROUND.match(text)
    if found is None or text[found.end() :].strip():
        return None
    return int((Decimal(found[1]) * _BYTES[found[2]]).to_integral_value())


def percent(text: str) -> float | None:
    """The number in "98%", "14" or "29%(A)"."""
    found = re.match(rf"({NUMBER})%?(?:\(\w+\))?(?!\S)", text)
    value = float(found[1]) if found else None
    return value if value is not None and value <= 100 else None


def _blocks(text: str) -> int | None:
    digits = text.isascii() and text.isdigit() and len(text) <= 15
    return int(text) * _SECTOR_BYTES if digits else None


def _nested(rows: Iterable[PrintedRow]) -> tuple[Unit, ...]:
    """The units with their legs; a row whose unit isn't there stands for itself."""
    units = {unit.id: unit for unit in reversed(_first_of_each(_unit(row) for row in rows))}
    # the longest names are the deepest, and they have to be in place before their parents are
    for name in sorted(units, key=lambda name: (-name.count("-") - name.count("/"), -len(name))):
        parent = units.get(_parent_of(name))
        if parent is None or parent.id == name:
            continue
        part = units.pop(name)
        units[parent.id] = _with_part(parent, part)
    return tuple(reversed(units.values()))


def _parent_of(name: str) -> str:
    """u0 of u0-1 and of its volume u0/v0; u2 of su2 and du2, the halves of a migration."""
    if "/" in name:
        return name.partition("/")[0]
    if found := _SUB_UNIT.fullmatch(name):
        return found[1]
    found = _HALF_OF_MIGRATION.fullmatch(name)
    return found[1] if found else ""


def _with_part(unit: Unit, part: Unit) -> Unit:
    if "/" in part.id:
        size = "" if part.size_bytes is None else f"{part.size_bytes} bytes"
        words = (part.type, part.status, size, *part.details.values())
        return replace(unit, details={**unit.details, part.id: " ".join(filter(None, words))})
    return replace(unit, sub_units=(part, *unit.sub_units))
