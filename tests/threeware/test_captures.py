"""Real answers of tw_cli against what a person reads in them.

The ``.json`` beside each capture in tests/data/tw_cli was written from reading the capture, not by
the parser: when they differ, look into the capture. Sizes are the printed figure times 2^30 (GB,
GiB in truth), 2^40 (TB) or 512 (blocks).
"""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from storage_tuner.probe.threeware.reply import Reply, parse_reply

CAPTURES = Path(__file__).parent.parent / "data" / "tw_cli"
KERNEL_LOG = CAPTURES / "LINUX-dmesg_scsi_lines_3ware.txt"
ANSWERS = sorted(path for path in CAPTURES.glob("*.txt") if path != KERNEL_LOG)
CAPTURED = 63


def as_json(reply: Reply) -> object:
    """The reply's fields that aren't empty; unknown tables as columns and rows of cells."""
    told = dataclasses.asdict(dataclasses.replace(reply, tables=()))
    told["tables"] = [
        {"columns": list(table.columns), "rows": [row.cells for row in table.rows]}
        for table in reply.tables
    ]
    if not reply.no_controller:
        del told["no_controller"]
    plain: object = json.loads(json.dumps(_without_empty(told)))
    return plain


def _without_empty(value: object) -> object:
    if isinstance(value, dict):
        inner = {key: _without_empty(part) for key, part in value.items()}
        return {key: part for key, part in inner.items() if part not in (None, "", (), [], {})}
    if isinstance(value, (list, tuple)):
        return [_without_empty(part) for part in value]
    return value


def test_no_capture_is_left_out() -> None:
    assert len(ANSWERS) + 1 == CAPTURED
    assert all(path.with_suffix(".json").exists() for path in [*ANSWERS, KERNEL_LOG])


@pytest.mark.parametrize("path", ANSWERS, ids=lambda path: path.stem)
def test_an_answer_is_read_as_a_person_reads_it(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text())
    assert as_json(parse_reply(path.read_text())) == expected


@pytest.mark.parametrize("path", ANSWERS, ids=lambda path: path.stem)
@pytest.mark.parametrize("end", ["\r\n", "\r\r\n", "\x1b[0m\n", "\x00\n"])
def test_line_ends_and_invisible_signs_change_nothing(path: Path, end: str) -> None:
    expected = json.loads(path.with_suffix(".json").read_text())
    assert as_json(parse_reply(path.read_text().replace("\n", end))) == expected
