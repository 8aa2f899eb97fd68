"""Parses the output of ``tw_cli`` in all its versions; pure functions on text.

One function parses every output, because the same lines and tables occur in many of them. The
versions differ in their table headers; their numbers aren't monotonic, so nothing depends on them.
Unrecognised output is kept as text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TypeVar

from storage_tuner.core.controller import Battery, Controller, Port, Unit
from storage_tuner.probe.threeware.table import Kind, PrintedRow, PrintedTable, split_tables
from storage_tuner.probe.threeware.text import clean_lines

VENDOR = "3ware"
UNREAD_ROW = "row"
"""The key in ``details`` for a table's row whose cells couldn't all be distinguished."""

_SECTOR_BYTES = 512
_BYTES = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40, "P": 1 << 50}
"""The program's units are powers of two: its "GB" are GiB."""

_LINES_KEPT = 100
_FIELDS_KEPT = 200
"""More fields aren't readable for a person."""

_OBJECT = r"/c[0-9]+(?:/[a-z]+[0-9]*)*"
_ERROR = re.compile(r"\s*error:?\s*\(?\s*(CLI:?\s*[0-9]+)\)?\W*(.*)", re.IGNORECASE)
_NO_CONTROLLER = re.compile(r"\s*No controllers? found\b.*", re.IGNORECASE)
_DRIVERS_HINT = re.compile(r"\s*Make sure appropriate .*driver.*", re.IGNORECASE)
_STATE = re.compile(rf"\s*({_OBJECT}) is ((?:not )?([a-z]+(?:ing|ed|paused))\b.*)")
_ATTRIBUTE = re.compile(rf"\s*({_OBJECT})\s+(\S.{{0,99}}?)\s+=(?:\s+(.*))?")

_NUMBER = r"[0-9]{1,12}(?:\.[0-9]{1,12})?"
_ROUND = re.compile(rf"({_NUMBER}) *([KMGTP])B?")
_BLOCKS = re.compile(r"\(([0-9]{1,15}) Blocks\)", re.IGNORECASE)
_SUB_UNIT = re.compile(r"(.+)-[0-9]+")
_HALF_OF_MIGRATION = re.compile(r"[sd](u[0-9]+)")
_REBUILDS = ("REBUILD", "RECOVER", "DEGRADED")

_WORD = re.compile(r"-|[A-Za-z][\w/*-]*")
_COUNT = re.compile(r"-|[0-9]+")
_PERCENT = re.compile(rf"-|{_NUMBER}%?(?:\([A-Z]+\))?")
_ON_OFF = re.compile(r"-|ON|OFF", re.IGNORECASE)

CONTROLLERS = Kind(
    starts=("Ctl", "Model"),
    patterns={
        "Ctl": re.compile(r"c[0-9]{1,4}"),
        **dict.fromkeys(("Ports", "(V)Ports", "Drives", "Units", "NotOpt"), _COUNT),
        **dict.fromkeys(("RRate", "VRate"), _COUNT),
        "BBU": _WORD,
    },
)
UNITS = Kind(
    starts=("Unit", "UnitType"),
    patterns={
        "Unit": re.compile(r"[sd]?u[0-9]{1,4}[\w/*-]*"),
        **dict.fromkeys(("UnitType", "Status"), _WORD),
        **dict.fromkeys(("%Cmpl", "%RCmpl", "%V/I/M"), _PERCENT),
        "Port": re.compile(r"-|v?p[0-9]+"),
        "Stripe": re.compile(rf"-|{_NUMBER} {{0,2}}[KM]B?"),
        "Size(GB)": re.compile(rf"-|{_NUMBER}"),
        "Cache": re.compile(r"-|ON|OFF|R[a-z]?W?|W"),
        **dict.fromkeys(("AVerify", "AVrfy", "IgnECC"), _ON_OFF),
    },
)
_PORT_PATTERNS = {
    **dict.fromkeys(("Port", "VPort"), re.compile(r"v?p[0-9]{1,4}")),
    **dict.fromkeys(("Status", "Type"), _WORD),
    "Unit": re.compile(r"-|[sd]?u[0-9]+"),
    "Size": re.compile(rf"-|{_NUMBER} *[KMGTP]B"),
    **dict.fromkeys(("Blocks", "Phy"), _COUNT),
    "Encl-Slot": re.compile(r"-|/\S+|[0-9]+"),
}
PORTS = Kind(("Port", "Status"), _PORT_PATTERNS, free="Serial")
VIRTUAL_PORTS = Kind(("VPort", "Status"), _PORT_PATTERNS, free="Model")
BATTERIES = Kind(
    starts=("Name", "OnlineState"),
    patterns={
        "Name": re.compile(r"bbu[0-9]*"),
        "OnlineState": _ON_OFF,
        "BBUReady": re.compile(r"-|Yes|No", re.IGNORECASE),
        **dict.fromkeys(("Status", "Volt", "Temp"), _WORD),
        "Hours": _COUNT,
        "LastCapTest": re.compile(r"-|[0-9x]{1,2}-\w{3}-[0-9x]{4}"),
    },
)
KINDS = (CONTROLLERS, UNITS, PORTS, VIRTUAL_PORTS, BATTERIES)
"""The known tables: their first columns, and the patterns of their cells.

A cell with an unknown format is kept where its column is certain; the patterns only help to assign
cells in rows that are incomplete or shifted.
"""

_Named = TypeVar("_Named", Controller, Unit, Port)


@dataclass(frozen=True)
class Output:
    """The parsed contents of one output.

    ``attributes`` are the lines "/c0/u0 key = value" by object and key, and ``unread`` the
    unrecognised lines.
    """

    attributes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    controllers: tuple[Controller, ...] = ()
    units: tuple[Unit, ...] = ()
    ports: tuple[Port, ...] = ()
    battery: Battery | None = None
    errors: tuple[str, ...] = ()
    no_controller: bool = False
    unread: tuple[str, ...] = ()

    def of(self, name: str) -> Mapping[str, str]:
        """The attributes of the object ``name``, such as /c0/u0."""
        return self.attributes.get(name, {})


def parse_output(text: str) -> Output:
    """Parse any output of ``tw_cli``; raises nothing, whatever ``text`` is."""
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
    )


def _is_message(line: str) -> bool:
    return any(form.fullmatch(line) for form in (_ERROR, _NO_CONTROLLER, _DRIVERS_HINT))


def _parse_lines(lines: Iterable[str], cut: str) -> Output:
    """Parse the lines; ``cut`` is the one without a line end, if any: its value may be
    truncated."""
    attributes: dict[str, dict[str, str]] = {}
    errors, unread = [], []
    no_controller = False
    for line in lines:
        if found := _ERROR.fullmatch(line):
            errors.append(f"{found[1].replace(' ', '')} {found[2]}".strip())
        elif _NO_CONTROLLER.fullmatch(line):
            no_controller = True
        elif line != cut and (found := _STATE.fullmatch(line)):
            # "/c0/u0 is not rebuilding, …" has the key "rebuilding"
            attributes.setdefault(found[1], {}).setdefault(found[3], found[2])
        elif line != cut and (found := _ATTRIBUTE.fullmatch(line)):
            attributes.setdefault(found[1], {}).setdefault(found[2], (found[3] or "").strip())
        elif not _DRIVERS_HINT.fullmatch(line):
            unread.append(line.strip())
    return Output(
        attributes=attributes,
        errors=tuple(errors),
        no_controller=no_controller,
        unread=tuple(unread[:_LINES_KEPT]),
    )


def _rows(tables: Iterable[PrintedTable], *kinds: Kind) -> Iterator[PrintedRow]:
    for table in tables:
        if table.kind in kinds:
            yield from (row for row in table.rows if row.cells)


def _first_of_each(values: Iterable[_Named]) -> tuple[_Named, ...]:
    """The values with distinct names; a second row of the same name would be an error of the
    program."""
    found: dict[str, _Named] = {}
    for value in values:
        found.setdefault(value.id, value)
    return tuple(found.values())


class Fields:
    """Texts by case-insensitive name, removed as they are read; those not read or not understood
    remain."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._rest = dict(list(texts.items())[:_FIELDS_KEPT])

    def take(self, *names: str) -> str | None:
        """The first text that has a value; N/A isn't one."""
        wanted = [name.casefold() for name in names]
        found = [self._rest.pop(key) for key in [*self._rest] if key.casefold() in wanted]
        return next((text for text in found if text.casefold() not in ("", "-", "n/a")), None)

    def flag(self, *names: str) -> bool | None:
        words = {"yes": True, "on": True, "no": False, "off": False}
        return words.get((self.take(*names) or "").casefold())

    def convert(self, name: str, convert: Callable[[str], int | None]) -> int | None:
        value = convert(self.peek(name))
        if value is not None:
            del self._rest[name]
        return value

    def peek(self, name: str) -> str:
        return self._rest.get(name, "")

    @property
    def rest(self) -> dict[str, str]:
        return {name: text for name, text in self._rest.items() if text}


def _cells(row: PrintedRow) -> Fields:
    """The non-empty cells, and the whole row when not all could be distinguished."""
    cells = {name: text for name, text in row.cells.items() if text != "-"}
    return Fields(cells | {UNREAD_ROW: row.unsure})


def _controller(row: PrintedRow) -> Controller:
    cells = _cells(row)
    name, model = cells.take("Ctl") or "", cells.take("Model")
    return Controller(VENDOR, name, model, details=cells.rest)


def _unit(row: PrintedRow) -> Unit:
    cells = _cells(row)
    name, kind = cells.take("Unit") or "", cells.take("UnitType") or ""
    status, port = cells.take("Status") or "", cells.take("Port")
    return Unit(
        id=name,
        type=kind,
        status=status,
        percent=_progress(status, cells),
        size_bytes=cells.convert("Size(GB)", lambda text: size_bytes(f"{text} GB")),
        chunk_bytes=cells.convert("Stripe", size_bytes),
        cache=cells.take("Cache"),
        ports=(port,) if port else (),
        details=cells.rest,
    )


def _progress(status: str, cells: Fields) -> float | None:
    """The progress of the work in ``status``; rebuilding has its own column."""
    columns = ["%V/I/M", "%RCmpl", "%Cmpl"]
    if status.startswith(_REBUILDS):
        columns = ["%RCmpl", "%Cmpl", "%V/I/M"]
    return next(
        (reported for name in columns if (reported := percent(cells.peek(name))) is not None), None
    )


def _port(row: PrintedRow) -> Port:
    cells = _cells(row)
    rounded = cells.convert("Size", size_bytes)
    exact = cells.convert("Blocks", _blocks)
    return Port(
        id=cells.take("Port", "VPort") or "",
        status=cells.take("Status") or "",
        unit=cells.take("Unit"),
        size_bytes=rounded if exact is None else exact,
        model=cells.take("Model"),
        serial=cells.take("Serial"),
        details=cells.rest,
    )


def _battery(row: PrintedRow) -> Battery:
    cells = _cells(row)
    cells.take("Name")
    status = cells.take("Status") or ""
    ready = is_ready(cells.peek("OnlineState"), cells.peek("BBUReady"), status)
    return Battery(status, ready, cells.rest)


def is_ready(online: str, ready: str, status: str) -> bool:
    """Return whether the battery would preserve the cache now; unreported values count as no."""
    return (online.casefold(), ready.casefold(), status.casefold()) == ("on", "yes", "ok")


def size_bytes(text: str) -> int | None:
    """The bytes in "931.51 GB", "64K" or "298.09 GB (625142448 Blocks)", where blocks are exact."""
    if blocks := _BLOCKS.search(text):
        return int(blocks[1]) * _SECTOR_BYTES
    found = _ROUND.match(text)
    if found is None or text[found.end() :].strip():
        return None
    return int((Decimal(found[1]) * _BYTES[found[2]]).to_integral_value())


def percent(text: str) -> float | None:
    """The number in "98%", "14" or "29%(A)"."""
    found = re.match(rf"({_NUMBER})%?(?:\(\w+\))?(?!\S)", text)
    value = float(found[1]) if found else None
    return value if value is not None and value <= 100 else None


def _blocks(text: str) -> int | None:
    digits = text.isascii() and text.isdigit() and len(text) <= 15
    return int(text) * _SECTOR_BYTES if digits else None


def _nested(rows: Iterable[PrintedRow]) -> tuple[Unit, ...]:
    """The units with their sub-units; a row whose unit is missing becomes a unit of its own."""
    units = {unit.id: unit for unit in reversed(_first_of_each(_unit(row) for row in rows))}
    # the longest names are the deepest, and must be attached before their parents are
    for name in sorted(units, key=lambda name: (-name.count("-") - name.count("/"), -len(name))):
        parent = units.get(_parent_of(name))
        if parent is None or parent.id == name:
            continue
        part = units.pop(name)
        units[parent.id] = _with_part(parent, part)
    return tuple(reversed(units.values()))


def _parent_of(name: str) -> str:
    """The parent's name: u0 of u0-1 and of its volume u0/v0; u2 of su2 and du2, the halves of a
    migration."""
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
