"""Blocks in a terminal, wide and narrow."""

from __future__ import annotations

from storage_tuner.cli.output.terminal import lines_of
from storage_tuner.present.blocks import Fact, Facts, Notice, Table, TableCell, Tone

PARTITIONS = Table(
    "Partitions",
    ("Partition", "Size", "UUID"),
    (
        (TableCell("sda1"), TableCell("512\u00a0MB"), TableCell("b9cb5a1c-25a8-4d34-b1d5-0a4b")),
        (TableCell("sda2"), TableCell(""), TableCell("6f1c")),
    ),
)


def test_a_table_that_fits_has_a_line_for_each_row() -> None:
    assert lines_of((PARTITIONS,), 80) == [
        "Partitions",
        "  Partition    Size  UUID",
        "  sda1       512 MB  b9cb5a1c-25a8-4d34-b1d5-0a4b",
        "  sda2               6f1c",
    ]


def test_what_does_not_fit_loses_nothing() -> None:
    lines = lines_of((PARTITIONS,), 40)
    assert max(map(len, lines)) <= 50
    said = "".join("".join(lines).split())
    assert "sda1Size512MB,UUIDb9cb5a1c-25a8-4d34-b1d5-0a4b" in said
    assert "sda2UUID6f1c" in said


def test_facts_are_aligned_and_say_why_a_value_is_unknown() -> None:
    facts = Facts("Names", (Fact("Kernel name", "sda"), Fact("Path", None, "gone\x1b[2J")))
    assert lines_of((facts, Notice(Tone.NOTE, "Done.")), 80) == [
        "Names",
        "  Kernel name  sda",
        "  Path         unknown (gone\N{REPLACEMENT CHARACTER}[2J)",
        "",
        "Done.",
    ]
