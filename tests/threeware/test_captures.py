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

from storage_tuner.probe.threeware.parsing import Output, parse_output

CAPTURES = Path(__file__).parent.parent / "data" / "tw_cli"
KERNEL_LOG = CAPTURES / "LINUX-dmesg_scsi_lines_3ware.txt"
ANSWERS = sorted(path for path in CAPTURES.glob("*.txt") if path != KERNEL_LOG)
CAPTURED = 63


def as_json(output: Output) -> object:
    """Its fields that aren't empty."""
    told = dataclasses.asdict(output)
    if not output.no_controller:
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
    assert as_json(parse_output(path.read_text())) == expected


@pytest.mark.parametrize("path", ANSWERS, ids=lambda path: path.stem)
@pytest.mark.parametrize("end", ["\r\n", "\r\r\n", "\x1b[0m\n", "\x00\n"])
def test_line_ends_and_invisible_signs_change_nothing(path: Path, end: str) -> None:
    expected = json.loads(path.with_suffix(".json").read_text())
    assert as_json(parse_output(path.read_text().replace("\n", end))) == expected


def facts(value: object, place: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """What is told, by where: parts by their names, unordered. Texts kept whole aren't values."""
    if isinstance(value, dict):
        name = (str(value["id"]),) if "id" in value else ()
        kept = [key for key in value if key not in ("row", "unread", "errors")]
        return set().union(*(facts(value[key], (*place, *name, key)) for key in kept))
    if isinstance(value, list):
        return set().union(*(facts(part, place) for part in value))
    rounded = place[-1:] == ("size_bytes",)  # the table has it in GB and in blocks
    return {(*place, f"{value:.1e}" if rounded else str(value))}


def without_what_counts_as_no(told: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """``ready`` and ``done`` are False as long as nothing says otherwise."""
    return {fact for fact in told if fact[-1] != "False"}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("path", ANSWERS, ids=lambda path: path.stem)
def test_an_answer_cut_anywhere_tells_nothing_wrong(path: Path) -> None:
    text = path.read_text()
    right = facts(as_json(parse_output(text)))
    for cut in range(len(text)):
        told = without_what_counts_as_no(facts(as_json(parse_output(text[:cut]))))
        assert told <= right, f"cut at {cut}: {told - right}"
