"""The recommendation's parts: plain words first, and what stands behind them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.advice.judgement import judge
from storage_tuner.advice.published.session_background import Background
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.present.advice import (
    AGAINST_PHYSICS,
    BY_SETTING,
    MOST_EVIDENCE,
    NOT_COMPARED,
    WHEN_BUILT,
    advice_parts,
)
from storage_tuner.report.content import report_content
from storage_tuner.report.pdf import write_pdf
from storage_tuner.report.text.line_breaking import columns
from storage_tuner.report.text.terminal import judgement_lines, summary_lines
from storage_tuner.report.writers import WRITERS
from storage_tuner.store.knowledge_files import read_knowledge
from tests.ui import sample_results
from tests.unit.advice.test_by_setting import of_array, session


def judged(record: SessionRecord) -> Judgement:
    return judge(record, Background(read_knowledge()))


@pytest.fixture(scope="module")
def changing() -> SessionRecord:
    return session({"mq-deadline": 100, "bfq": 120})


@pytest.fixture(scope="module")
def alarming() -> SessionRecord:
    """The 3ware's RAID5 of the guide: 78 IOPS of six disks."""
    return of_array("raid5", 78.1, "left-symmetric")


def test_each_setting_has_one_sentence_first(changing: SessionRecord) -> None:
    (part,) = advice_parts(judged(changing))
    (item,) = part.items
    assert (part.title, item.name, item.strong) == (str(BY_SETTING), "scheduler", True)
    assert item.text.startswith('Change from "mq-deadline" to "bfq": +')
    assert item.text.endswith("Confidence in this setting: high.")
    assert any(note.startswith("Published recommendations differ") for note in item.notes)
    assert 2 <= len(item.evidence) <= MOST_EVIDENCE + 1


def test_too_little_alarms_and_says_what_to_look_for(alarming: SessionRecord) -> None:
    parts = {part.title: part for part in advice_parts(judged(alarming))}
    (item,) = parts[str(AGAINST_PHYSICS)].items
    assert item.strong
    assert item.text.startswith("78 IOPS measured, at least ")
    assert item.text.endswith("This is far too slow.")
    assert all(note.startswith("Possible cause: ") for note in item.notes)
    names = [each.name for each in parts[str(WHEN_BUILT)].items]
    assert {"RAID level", "chunk size", "number of disks"} <= set(names)


def test_the_terminal_has_it_within_80_columns(
    changing: SessionRecord, alarming: SessionRecord
) -> None:
    for record in (changing, alarming):
        judgement = judged(record)
        for lines in (summary_lines(record, judgement), judgement_lines(judgement)):
            assert max(map(columns, lines)) <= 80
            assert f"{advice_parts(judgement)[0].title}:" in lines
    said = " ".join(" ".join(summary_lines(alarming, judged(alarming))).split())
    assert "This is far too slow" in said


def test_the_report_has_it(
    changing: SessionRecord, alarming: SessionRecord, tmp_path: Path
) -> None:
    judgement = judged(alarming)
    titles = [section.title for section in report_content(alarming, judgement).sections]
    assert {part.title for part in advice_parts(judgement)} <= set(titles)
    WRITERS["html"].write(alarming, judgement, tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text()
    assert "This is far too slow." in page
    assert "<h3>Evidence</h3>" in page
    write_pdf(changing, judged(changing), tmp_path / "a.pdf")
    assert (tmp_path / "a.pdf").stat().st_size > 1000


def test_what_is_only_published_stands_in_the_recommended_set_or_by_itself() -> None:
    record, judgement = sample_results.judged("array")
    assert judgement.hypotheses and judgement.recommended is not None
    lines = summary_lines(record, judgement)
    assert "Measure this:" in lines
    assert f"{NOT_COMPARED}:" not in lines
    without = replace(judgement, recommended=replace(judgement.recommended, lines=()))
    lines = summary_lines(record, without)
    assert "Measure this:" not in lines
    assert f"{NOT_COMPARED}:" in lines
