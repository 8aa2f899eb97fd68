"""Tables nobody has captured: any widths, long and missing cells, unknown columns, cut answers.

Whatever a row looks like, a cell is where it belongs or nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from storage_tuner.probe.threeware.parsing import KINDS, parse_output
from storage_tuner.probe.threeware.table import PrintedRow, split_tables
from storage_tuner.probe.threeware.text import clean_lines

STATUSES = (
    "OK", "VERIFYING", "VERIFY-PAUSED", "INITIALIZING", "INIT-PAUSED", "REBUILDING", "MIGRATING",
    "REBUILD-PAUSED", "REBUILD-VERIFY", "DEGRADED", "INOPERABLE", "MIGRATE-PAUSED", "RECOVERY",
    "UNKNOWN", "OK*", "SOMETHING-NEVER-SEEN",
)  # fmt: skip
DRIVE_STATUSES = (
    "OK", "SMART-FAILURE", "DEVICE-ERROR", "CFG-OP-FAIL", "DEGRADED", "NOT-PRESENT", "WHO-KNOWS",
)  # fmt: skip
WORDS = (
    "u0", "u0-0", "u0/v0", "su0", "du0-0-1", "u0-0-0-0", "Unit", "UnitType", "--", "=", "/c0/u0",
    "is", "%Cmpl", "5", "KB", "\n", "\t",
)  # fmt: skip
PERCENTS = ("-", "0%", "98%", "14", "29%(A)", "70%(P)")
NAMES = ("p0", "p7", "p127")
MODELS = ("ST3320620AS", "WDC WD60EFRX-68MYMN1", "SEAGATE ST3146356SS", "OCZ-VERTEX2", "-")

UNIT_CELLS = {
    "Unit": ("u0", "u5", "u31", "u0-0", "u0-0-1", "su2", "u1/v0"),
    "UnitType": ("RAID-5", "RAID-10", "JBOD", "SPARE", "SINGLE", "DISK", "Migrator", "Twin-Strata"),
    "Status": STATUSES,
    "%RCmpl": PERCENTS,
    "%V/I/M": PERCENTS,
    "Stripe": ("-", "64K", "256K", "1024K"),
    "Size(GB)": ("698.637", "12107.1", "5587.9", "55.8691", "-"),
    "Cache": ("W", "Ri", "RiW", "Rb", "RbW", "ON", "OFF", "-"),
    "AVrfy": ("ON", "OFF", "-"),
}
OLD_UNIT_CELLS = {
    "Unit": UNIT_CELLS["Unit"],
    "UnitType": UNIT_CELLS["UnitType"],
    "Status": UNIT_CELLS["Status"],
    "%Cmpl": PERCENTS,
    "Stripe": UNIT_CELLS["Stripe"],
    "Size(GB)": UNIT_CELLS["Size(GB)"],
    "Cache": ("ON", "OFF", "-"),
    "AVerify": ("ON", "OFF", "-"),
    "IgnECC": ("ON", "OFF", "-"),
}
VIRTUAL_PORT_CELLS = {
    "VPort": NAMES,
    "Status": DRIVE_STATUSES,
    "Unit": ("u0", "u12", "-"),
    "Size": ("931.51 GB", "2.73 TB", "55.90 GB", "-"),
    "Type": ("SATA", "SAS"),
    "Phy": ("0", "15", "-"),
    "Encl-Slot": ("-", "/c0/e0/slt10", "/c0/e1/slt3"),
    "Model": MODELS,
}
PORT_CELLS = {
    "Port": NAMES,
    "Status": DRIVE_STATUSES,
    "Unit": ("u0", "u12", "-"),
    "Size": ("931.51 GB", "233.76 GB", "-"),
    "Blocks": ("1953525168", "490234752", "-"),
    "Serial": ("B84QDKLB", "Q445MQDK153108", "-", "5VP 0A1"),
}
CONTROLLER_CELLS = {
    "Ctl": ("c0", "c12"),
    "Model": ("7506-8", "9650SE-8LPML", "9750-4i", "9999XX-128LPMLBBU"),
    "(V)Ports": ("2", "18", "128"),
    "Drives": ("0", "18"),
    "Units": ("0", "4"),
    "NotOpt": ("0", "2"),
    "RRate": ("1", "5"),
    "VRate": ("3", "-"),
    "BBU": ("OK", "-", "Testing", "Charging", "Fault", "WeakBat"),
}
BATTERY_CELLS = {
    "Name": ("bbu",),
    "OnlineState": ("On", "Off"),
    "BBUReady": ("Yes", "No"),
    "Status": ("OK", "Testing", "Charging", "Fault", "Error", "Failed", "WeakBat"),
    "Volt": ("OK", "LOW"),
    "Temp": ("OK", "HIGH"),
    "Hours": ("0", "255"),
    "LastCapTest": ("06-Jul-2013", "xx-xxx-xxxx"),
}
ALL_CELLS = (
    UNIT_CELLS,
    OLD_UNIT_CELLS,
    VIRTUAL_PORT_CELLS,
    PORT_CELLS,
    CONTROLLER_CELLS,
    BATTERY_CELLS,
)


@dataclass(frozen=True)
class Printed:
    """A table as text, and what stands in it; a missing cell isn't in ``truth``."""

    text: str
    truth: tuple[dict[str, str], ...]
    overflows: tuple[bool, ...]
    columns: tuple[str, ...]
    widths: tuple[int, ...]


@st.composite
def printed(draw: st.DrawFn) -> Printed:
    cells = dict(draw(st.sampled_from(ALL_CELLS)))
    if draw(st.booleans()):
        cells = _with_unknown_column(draw, cells)
    columns = list(cells)
    widths = [len(name) + 1 + draw(st.integers(0, 8)) for name in columns]
    header = _line(columns, widths)
    lines, truth, overflows = [header, "-" * len(header)], [], []
    for _ in range(draw(st.integers(1, 4))):
        row = [draw(st.sampled_from(cells[name])) for name in columns]
        if draw(st.booleans()):
            row[1:] = [cell if draw(st.booleans()) else "" for cell in row[1:]]
        lines.append(_line(row, widths) + " " * draw(st.integers(0, 3)))
        truth.append({name: cell for name, cell in zip(columns, row, strict=True) if cell})
        reach = zip(row[:-1], widths[:-1], strict=True)
        overflows.append(any(len(cell) >= width for cell, width in reach))
    text = "\n".join(lines) + "\n"
    return Printed(text, tuple(truth), tuple(overflows), tuple(columns), tuple(widths))


def _with_unknown_column(
    draw: st.DrawFn, cells: dict[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Behind the first two, by which a table is known, and not behind the one with free text."""
    names = list(cells)
    names.insert(draw(st.integers(2, len(names) - 1)), "Novelty")
    return {name: cells.get(name, ("yes", "42", "-", "u0", "3%")) for name in names}


def _line(cells: list[str], widths: list[int]) -> str:
    """Cells below their names; one that is too long pushes the rest on."""
    line, start = "", 0
    for cell, width in zip(cells, widths, strict=True):
        line = line.ljust(start)
        if line and cell and not line.endswith(" "):
            line += " "
        line += cell
        start += width
    return line


def rows_of(text: str) -> list[PrintedRow]:
    tables, _ = split_tables(clean_lines(text), KINDS)
    assert len(tables) == 1
    return tables[0].rows


@given(printed())
def test_a_cell_is_where_it_belongs_or_nowhere(table: Printed) -> None:
    rows = rows_of(table.text)
    assert len(rows) == len(table.truth)
    for row, truth in zip(rows, table.truth, strict=True):
        assert row.cells.items() <= truth.items()
        assert bool(row.unsure) == (row.cells != truth)


@given(printed())
def test_rows_without_long_cells_are_read_whole(table: Printed) -> None:
    """Without those that lack their last cell: it may be another one, and the rest have moved."""
    last = table.columns[-1]
    for row, truth, overflows in zip(
        rows_of(table.text), table.truth, table.overflows, strict=True
    ):
        if not overflows and last in truth:
            assert row.cells == truth


@given(printed())
def test_complete_rows_are_read_whole(table: Printed) -> None:
    for row, truth in zip(rows_of(table.text), table.truth, strict=True):
        if len(truth) == len(table.columns):
            assert row.cells == truth


@given(printed(), st.data())
def test_a_lost_cell_makes_no_other_one_wrong(table: Printed, data: st.DataObject) -> None:
    """It takes its blanks with it, so that the rest of the row moves to the left."""
    lines = table.text.splitlines()
    index = data.draw(st.integers(2, len(lines) - 1))
    starts = [0, *accumulate(table.widths)]
    lost = data.draw(st.integers(1, len(table.columns) - 2))
    assume(not table.overflows[index - 2])
    line = lines[index]
    lines[index] = line[: starts[lost]] + line[starts[lost + 1] :]
    row = rows_of("\n".join((*lines, "")))[index - 2]
    truth = dict(table.truth[index - 2])
    truth.pop(table.columns[lost], None)
    assert row.cells.items() <= truth.items()


def test_cells_below_wrong_names_are_not_believed() -> None:
    """Each word stands exactly below a name, but one column too far to the left."""
    header = "Port   Status Unit   Size   Blocks     Serial"
    row = "p3     u0     2.5 GB 586072368         8JM3F75K"
    (port,) = parse_output(f"{header}\n{'-' * 60}\n{row}\n").ports
    assert (port.id, port.status, port.unit) == ("p3", "", None)


def test_a_cell_that_looks_like_nothing_known_is_believed_where_it_stands() -> None:
    header = "Unit  UnitType  Status         %RCmpl  %V/I/M  Stripe  Size(GB)  Cache  AVrfy"
    row = "u0    RAID-5    2:DRIVES       -       16%     256K    5587.9    RiW    ON"
    (unit,) = parse_output(f"{header}\n{'-' * 78}\n{row}\n").units
    assert (unit.status, unit.percent, unit.chunk_bytes) == ("2:DRIVES", 16.0, 256 << 10)


@pytest.mark.parametrize("stripe", ["64K", "64 K", "64 KB", "64KB"])
def test_a_stripe_may_be_written_with_a_blank(stripe: str) -> None:
    header = "Unit  UnitType  Status  %RCmpl  %V/I/M  Stripe  Size(GB)  Cache  AVrfy"
    row = f"u0    RAID-5    OK      -       -       {stripe:<8}5587.9    RiW    ON"
    (unit,) = parse_output(f"{header}\n{'-' * 78}\n{row}\n").units
    assert (unit.chunk_bytes, unit.cache) == (64 << 10, "RiW")
    assert (unit.size_bytes, unit.details["AVrfy"]) == (round(5587.9 * 2**30), "ON")


@given(printed(), st.data())
def test_a_cut_answer_gives_nothing_that_it_would_not_have_said(
    table: Printed, data: st.DataObject
) -> None:
    header_end = 2 * (table.text.index("\n") + 1)
    cut = data.draw(st.integers(header_end, len(table.text)))
    rows = rows_of(table.text[:cut])
    assert len(rows) <= len(table.truth)
    for row, truth in zip(rows, table.truth, strict=False):
        assert row.cells.items() <= truth.items()


@given(printed(), st.integers(0, 2000), st.integers(0, 2000))
def test_no_damage_is_an_exception(table: Printed, start: int, length: int) -> None:
    parse_output(table.text[:start] + table.text[start + length :])


@given(st.text())
def test_no_text_is_an_exception(text: str) -> None:
    parse_output(text)


@given(st.lists(st.sampled_from(WORDS), max_size=60))
def test_no_heap_of_its_words_is_an_exception(words: list[str]) -> None:
    parse_output(" ".join(words))
    parse_output("Unit UnitType Status\n--------\n" + " ".join(words))


@pytest.mark.parametrize("size", ["9" * 400, "1e999", "-5", "0x10", "٣"])
def test_absurd_numbers_stay_text(size: str) -> None:
    header = "Unit  UnitType  Status  Stripe  Size(GB)"
    reply = parse_output(f"{header}\n{'-' * len(header)}\nu0    RAID-1    OK      64K     {size}\n")
    (unit,) = reply.units
    assert unit.size_bytes is None
    assert unit.details["Size(GB)"] == size


def test_an_unknown_status_and_an_unknown_column_are_shown() -> None:
    header = "Unit  UnitType  Status       Mood    %RCmpl  Size(GB)"
    row = "u3    RAID-77   HALF-ASLEEP  sunny   50%     1.5"
    (unit,) = parse_output(f"{header}\n{'-' * len(header)}\n{row}\n").units
    assert (unit.id, unit.type, unit.status) == ("u3", "RAID-77", "HALF-ASLEEP")
    assert unit.details == {"Mood": "sunny", "%RCmpl": "50%"}
    assert (unit.percent, unit.size_bytes) == (50.0, 3 << 29)


def test_unit_numbers_have_gaps_and_legs_belong_to_their_units() -> None:
    header = "Unit     UnitType  Status         %RCmpl  %V/I/M  Port  Stripe  Size(GB)"
    rows = (
        "u4       RAID-10   OK             -       -       -     64K     1863.02",
        "u4-0     RAID-1    OK             -       -       -     -       -",
        "u4-0-0   DISK      OK             -       -       p0    -       931.51",
        "u4-0-1   DISK      OK             -       -       p1    -       931.51",
        "u4-1     RAID-1    DEGRADED       -       -       -     -       -",
        "u4-1-0   DISK      DEGRADED       -       -       -     -       931.51",
        "u4-1-1   DISK      OK             -       -       p3    -       931.51",
        "u4/v0    Volume    -              -       -       -     -       1863.02",
        "u11      Migrator  MIGRATING      -       2%(P)   -     -       -",
        "su11     RAID-0    OK             -       -       -     64K     1.5",
        "su11-0   DISK      OK             -       -       p5    -       1.5",
        "du11     RAID-5    OK             -       -       -     64K     3",
    )
    units = parse_output("\n".join((header, "-" * 72, *rows, ""))).units
    assert [unit.id for unit in units] == ["u4", "u11"]
    four, eleven = units
    assert [leg.id for leg in four.sub_units] == ["u4-0", "u4-1"]
    assert [disk.id for disk in four.sub_units[0].sub_units] == ["u4-0-0", "u4-0-1"]
    assert [disk.ports for disk in four.sub_units[1].sub_units] == [(), ("p3",)]
    assert four.details["u4/v0"] == f"Volume {round(1863.02 * 2**30)} bytes"
    assert (eleven.percent, eleven.status) == (2.0, "MIGRATING")
    assert [half.id for half in eleven.sub_units] == ["su11", "du11"]
    assert eleven.sub_units[0].sub_units[0].ports == ("p5",)


def test_a_leg_without_its_unit_stands_for_itself() -> None:
    header = "Unit     UnitType  Status"
    units = parse_output(f"{header}\n{'-' * 30}\nu0-1     DISK      OK\n").units
    assert [unit.id for unit in units] == ["u0-1"]


def test_a_table_of_an_unknown_kind_is_kept_as_lines() -> None:
    output = parse_output("Moon   Phase\n------------\nmoon0  full\n\nan afterthought\n")
    assert output.unread == ("Moon   Phase", "moon0  full", "an afterthought")


@pytest.mark.parametrize(
    ("end", "bbu"),
    [("OK\n", "OK"), ("OK  ", "OK"), ("OK\n/c0 Mod", "OK"), ("O", None), ("OK", None)],
)
def test_the_last_word_of_a_cut_row_is_not_believed(end: str, bbu: str | None) -> None:
    header = "Ctl   Model        (V)Ports  Drives   Units   NotOpt  RRate   VRate  BBU"
    row = "c0    9650SE-2LP   2         2        1       1       1       1      "
    (found,) = parse_output(f"{header}\n{'-' * 72}\n{row}{end}").controllers
    assert found.details.get("BBU") == bbu
    assert found.details["VRate"] == "1"


TIGHT = "VPort Status Unit Size Type Phy Encl-Slot Novelty Model"


@pytest.mark.parametrize(
    ("header", "row", "also_right"),
    [
        # as many words as columns, for one is missing and the model has two
        (
            TIGHT,
            "p0    OK     u0   931.51 GB SATA 0        42      WDC WD60EFRX-68MYMN1",
            {"Novelty": "42"},
        ),
        # the model's first word could be a type, so its second isn't the model
        (
            TIGHT.replace("Novelty ", ""),
            "p0                931.51 GB               WDC WD60EFRX-68MYMN1",
            {},
        ),
    ],
)
def test_found_by_chance_and_not_to_come_back(
    header: str, row: str, also_right: dict[str, str]
) -> None:
    (found,) = rows_of(f"{header}\n{'-' * len(header)}\n{row}\n")
    right = {"VPort": "p0", "Status": "OK", "Unit": "u0", "Size": "931.51 GB"}
    right |= {"Type": "SATA", "Phy": "0", **also_right}
    assert found.cells.items() <= right.items()
    assert found.cells["VPort"] == "p0"
    assert found.unsure == row


ALARMS = """\
Ctl  Date                        Severity  Alarm Message
------------------------------------------------------------------------------
c0   [Tue Jul  8 14:52:10 2008]  INFO      Battery charging completed
c0   [Tue Jul  8 18:20:05 2008]  WARNING   Drive timeout detected: port=1
"""


def test_rows_of_an_unknown_table_belong_to_no_known_one() -> None:
    """They begin as those of the list of controllers do."""
    header = "Ctl   Model        (V)Ports  Drives   Units   NotOpt  RRate   VRate  BBU"
    row = "c7    9650SE-2LP   2         2        1       1       1       1      OK"
    output = parse_output(f"{header}\n{'-' * 72}\n{row}\n{ALARMS}")
    assert [found.id for found in output.controllers] == ["c7"]
    assert len(output.unread) == 3


def test_a_title_is_no_header() -> None:
    text = (
        "List of controllers\n-------------------\nNo controller found.\n"
        "Make sure appropriate 3Ware device driver(s) are loaded.\n"
    )
    reply = parse_output(text)
    assert reply.no_controller
    assert reply.unread == ("List of controllers",)


def test_an_error_below_a_header_is_an_error() -> None:
    reply = parse_output(f"Moon   Phase\n{'-' * 20}\nError: (CLI:008) Invalid moon.\n")
    assert reply.errors == ("CLI:008 Invalid moon.",)
