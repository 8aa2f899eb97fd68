"""docs/csv-format.md describes every column of our tables, and when it is empty."""

from __future__ import annotations

import csv
import dataclasses
from dataclasses import dataclass
from pathlib import Path

import pytest

from storage_tuner.core.measurement import Machine, Measurement
from storage_tuner.store.tables import run_table as table
from storage_tuner.store.tables import seconds_table as seconds
from storage_tuner.store.tables.run_table import write_csv
from tests.unit.report.example_session import example_record

DOCUMENT = Path(__file__).parents[3] / "docs/csv-format.md"
NEVER = "never"


@dataclass(frozen=True)
class Column:
    name: str
    unit: str
    means: str
    empty: str


def documented(title: str) -> list[Column]:
    """The columns in the section whose heading begins with ``title``, in order."""
    (section,) = [
        part
        for part in DOCUMENT.read_text(encoding="utf-8").split("\n## ")
        if part.startswith(title)
    ]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [Column(name.strip("` "), *rest) for name, *rest in cells]


@pytest.mark.parametrize(
    ("title", "columns"),
    [("results.csv", table.COLUMNS), ("Per-second table", seconds.COLUMNS)],
)
def test_every_column_has_unit_meaning_and_when_it_is_empty(
    title: str, columns: tuple[str, ...]
) -> None:
    found = documented(title)
    assert tuple(each.name for each in found) == columns
    assert [each for each in found if not all((each.unit, each.means, each.empty))] == []


def bare(run: Measurement) -> Measurement:
    """``run`` with only the fields that always have a value."""
    optional = {
        field.name: None
        for field in dataclasses.fields(run)
        if "None" in str(field.type) and field.name not in ("operation", "variant")
    }
    return dataclasses.replace(run, started_at="", bytes_moved=0, **optional)  # type: ignore[arg-type]


def test_what_is_never_empty_isnt_and_all_else_can_be(tmp_path: Path) -> None:
    """Written from an imported run with as little data as possible."""
    record = example_record(repeats=1)
    least = dataclasses.replace(
        record,
        device=None,
        machine=Machine("", "", "", "", 0, 0, "", record.machine.storage_tuner),
        measurements=(bare(record.measurements[0]),),
        plan=dataclasses.replace(
            record.plan,
            variants=tuple(dataclasses.replace(each, settings=()) for each in record.plan.variants),
        ),
    )
    write_csv(least, tmp_path / "least.csv")
    with (tmp_path / "least.csv").open(newline="", encoding="utf-8") as file:
        (row,) = csv.DictReader(file)
    filled = {name for name, value in row.items() if value}
    assert filled == {
        each.name for each in documented("results.csv") if each.empty.startswith(NEVER)
    }
