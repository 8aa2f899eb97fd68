"""Markdown and plain text: aligned, narrow, without HTML, in the reader's language."""

from __future__ import annotations

import dataclasses
import re

import pytest

from storage_tuner.advice.judgement import judge
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.layout import Layout
from storage_tuner.report.text.line_breaking import WIDTH, columns
from storage_tuner.report.text.markdown_and_plain import MARKDOWN_WIDTH, markdown, plain_text
from storage_tuner.store.languages import language
from tests.unit.report.example_session import DEVICE, example_record

LONG = tuple(f"variant with a long name {n}" for n in range(9))

RECORDS = {
    "plain": example_record(repeats=2),
    "empty": example_record(repeats=0),
    "long": example_record(LONG, repeats=2),
    "wide": example_record(("漢字漢字漢字漢字漢字漢字漢字漢字漢字", "bfq"), repeats=2),
}


@pytest.fixture(params=RECORDS, scope="module")
def judged(request: pytest.FixtureRequest) -> tuple[SessionRecord, Judgement]:
    record = RECORDS[request.param]
    return record, judge(record)


@pytest.mark.parametrize("code", ["en", "de"])
def test_text_stays_within_80_columns(judged: tuple[SessionRecord, Judgement], code: str) -> None:
    text = plain_text(*judged, Layout(language=language(code)))
    wide = [line for line in text.splitlines() if columns(line) > WIDTH]
    assert all(line.startswith("  fio ") for line in wide), wide


def test_tables_in_markdown_are_aligned_and_narrow(
    judged: tuple[SessionRecord, Judgement],
) -> None:
    text = markdown(*judged)
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert tables or not judged[0].measurements
    for table in tables:
        head, rule, *rows = table.splitlines()
        assert re.fullmatch(r"\|(?: -+:? \|)+", rule)
        assert {columns(line) for line in (head, *rows)} == {columns(head)}
        assert columns(head) <= MARKDOWN_WIDTH
        places = [match.start() for match in re.finditer(r"(?<!\\)\|", rule)]
        assert len(places) == len(re.findall(r"(?<!\\)\|", head))


def test_it_begins_with_what_it_comes_to() -> None:
    record = example_record()
    lines = markdown(record, judge(record)).splitlines()
    assert lines[0] == "# Tuning report: Practice disk"
    assert lines[6].startswith('**Change to "none": ')


def test_names_mean_nothing_in_markdown() -> None:
    device = dataclasses.replace(DEVICE, model="<b>*|`[x]", serial="_a_b_")
    record = dataclasses.replace(example_record(repeats=1), device=device)
    text = markdown(record, judge(record))
    assert r"\<b\>\*\|\`\[x\]" in text
    assert r"\_a_b\_" in text
    assert "read_ahead_kb" in text
    assert re.search(r"(?<!\\)<", text) is None


def test_a_command_can_be_copied_whole() -> None:
    record = example_record(repeats=1)
    text = plain_text(record, judge(record))
    assert any(
        line.startswith("  fio ") and "--filename=PRACTICE_DISK" in line
        for line in text.splitlines()
    )


def test_german_has_german_words_and_numbers() -> None:
    record = example_record(repeats=3)
    text = plain_text(record, judge(record), Layout(language=language("de")))
    assert "Wahlfreies Lesen" in text
    assert re.search(r"Zu „none“ wechseln: \d+ % schneller \(\d+ bis \d+ %\)", text)
    assert re.search(r"\d,\d ms", text)
    assert not re.search(r"\d\.\d+ ms", text)


def test_a_german_date_does_not_begin_a_list() -> None:
    record = example_record(repeats=1)
    text = markdown(record, judge(record), Layout(language=language("de")))
    assert re.search(r"^\d+\\\.\s\w+ \d{4}", text, re.MULTILINE)
    assert not re.search(r"^\d+\.\s", text, re.MULTILINE)
