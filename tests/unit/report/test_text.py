"""The judgement in a terminal of 80 columns."""

from __future__ import annotations

import dataclasses
import re

import pytest

from storage_tuner.advice.judgement import judge
from storage_tuner.core.measurement import Metric, Outcome, SessionRecord
from storage_tuner.core.plan import Protocol, Target, TargetKind, Use
from storage_tuner.core.verdict import (
    BestForUse,
    Judgement,
    Overall,
    State,
    Summary,
    Verdict,
)
from storage_tuner.core.workload import Operation
from storage_tuner.report.text import columns, overall_lines, summary_lines, verdict_lines
from tests.unit.report.example_session import cut_after, example_record


def lines_of(record: SessionRecord) -> tuple[str, ...]:
    return summary_lines(record, judge(record))


def test_the_table_names_winners_and_gives_their_leads_with_intervals() -> None:
    lines = lines_of(example_record())
    assert lines[0].startswith("none suits a desktop better than mq-deadline")
    row = next(line for line in lines if line.startswith("Random read "))
    assert row.split() == ["Random", "read", "none", "none", "none", "none"]
    lead = next(line for line in lines if line.startswith("Random read, Rate: none +"))
    assert lead.endswith("more than mq-deadline")
    assert lines[-1] == "Nothing was left changed: all settings are as they were before."


def test_a_disk_that_was_overwritten_is_not_as_it_was() -> None:
    record = example_record()
    plan = dataclasses.replace(record.plan, target=Target(TargetKind.DEVICE, "sdt"))
    lines = lines_of(dataclasses.replace(record, plan=plan))
    assert lines[-1] == "All settings are as they were before; the disk was overwritten."


@pytest.mark.parametrize(
    "record",
    [
        example_record(),
        example_record(repeats=0),
        cut_after(example_record(), 5),
        example_record(("none",), repeats=2),
        example_record(tuple(f"variant with a long name {n}" for n in range(30)), repeats=2),
        example_record(("漢字漢字漢字漢字漢字漢字", "bfq")),
    ],
)
def test_no_line_is_wider_than_80_columns(record: SessionRecord) -> None:
    assert max(columns(line) for line in lines_of(record)) <= 80


def test_a_percentage_is_never_alone() -> None:
    leads = [line for line in lines_of(example_record()) if ": none +" in line]
    assert len(leads) >= 4
    for line in leads:
        assert re.search(r"\+[\d.]+ % \(\+[\d.]+ … \+[\d.]+ %\) (more|shorter) than", line), line


def test_a_disk_can_not_control_the_terminal() -> None:
    record = dataclasses.replace(example_record(repeats=1), caveats=("\x1b]0;owned\x07\u202e",))
    verdict = Verdict(Operation.RANDOM_READ, Metric.RATE, None, State.BETTER, "\x1b[31mbfq", "\x00")
    text = "\n".join(summary_lines(record, Judgement((verdict,), None)))
    assert text.isprintable() or set(text) - {"\n"} == {c for c in text if c.isprintable()}


def test_the_order_of_the_article_is_doubted_and_nothing_recommended_on_it() -> None:
    record = example_record()
    article = dataclasses.replace(record.plan, protocol=Protocol.ARTICLE)
    lines = lines_of(dataclasses.replace(record, plan=article))
    assert lines[0].startswith("Nothing is recommended on runs of one variant after the other")
    assert any(
        line.startswith("- The variants were measured one after the other") for line in lines
    )


def test_what_is_undecided_says_how_much_longer_it_takes() -> None:
    verdict = Verdict(
        Operation.RANDOM_READ,
        Metric.RATE,
        None,
        State.UNDECIDED,
        best=("none", "bfq"),
        seconds_needed=200,
        doubt="only with 2, 4 threads all were measured",
    )
    lines = verdict_lines(Judgement((verdict,), None))
    assert "Random read, Rate: = ? needs about 4 more minutes" in lines
    assert "- only with 2, 4 threads all were measured (everywhere)" in lines


@pytest.mark.parametrize(
    ("whole", "expected"),
    [
        (Overall(("a", "b"), False, 0, 4), "All are equal everywhere."),
        (Overall(("a", "b"), False, 1, 4), "No winner. 1 of 4 comparisons aren't decided."),
        (Overall(("a",), True, 0, 4), "For everything: a, best or equal everywhere."),
        (
            Overall(("a",), True, 2, 4),
            "Nothing beats a anywhere. 2 of 4 comparisons aren't decided.",
        ),
        (
            Overall((), True, 0, 4, (BestForUse(Use.BACKUP, ("a",), True),)),
            "No single one is best everywhere.\n- backup: a",
        ),
        (
            Overall((), True, 0, 4, (BestForUse(Use.MIXED, (), True),)),
            "No single one is best everywhere.\n- mixed: what wins one thing here loses another",
        ),
    ],
)
def test_what_it_comes_to(whole: Overall, expected: str) -> None:
    assert "\n".join(overall_lines(Judgement((), None, whole))) == expected


def test_only_the_signs_used_are_explained() -> None:
    lines = verdict_lines(judge(example_record(("none",), repeats=2)))
    assert any(line.startswith("–   not measured") for line in lines)
    assert not any(line.startswith("= ") for line in lines)


def test_who_fell_behind_is_told_where_there_is_no_winner() -> None:
    verdict = Verdict(
        Operation.RANDOM_READ,
        Metric.RATE,
        None,
        State.EQUAL,
        best=("none", "kyber"),
        summaries=tuple(Summary(name, 1, None, None, None, 1) for name in ("none", "kyber", "bfq")),
    )
    assert "Random read, Rate: = among none, kyber" in verdict_lines(Judgement((verdict,), None))


def test_a_cancel_and_kept_settings_are_told() -> None:
    assert "The measurement was stopped after 7 of 384 runs." in lines_of(
        cut_after(example_record(), 7)
    )
    kept = dataclasses.replace(example_record(), outcome=Outcome.KEPT)
    assert lines_of(kept)[-1] == "Kept: scheduler = none."


@pytest.mark.parametrize(
    ("record", "headline"),
    [
        (example_record(repeats=0), "Nothing was measured, so there is nothing to recommend."),
        (
            example_record(("none",), repeats=1),
            "Only one set of settings was measured, so there was nothing to compare.",
        ),
        (cut_after(example_record(), 7), "There are too few runs for a recommendation."),
    ],
)
def test_why_there_is_no_recommendation(record: SessionRecord, headline: str) -> None:
    assert lines_of(record)[0] == headline


@pytest.mark.parametrize(
    "name", ["", " of a workload whose label is far too long for any line" * 2]
)
def test_streams_of_one_workload_can_be_told_apart(name: str) -> None:
    def verdict(part: str) -> Verdict:
        operation = dataclasses.replace(
            Operation.RANDOM_READ, name=part, label=f"Database (OLTP){name}: {part}"
        )
        return Verdict(operation, Metric.RATE, None, State.BETTER, "bfq", "none", 5.0, (4.0, 6.0))

    lines = verdict_lines(Judgement((verdict("pages"), verdict("log")), None))
    table = lines[: lines.index("", 1)]
    assert [line for line in table if line.endswith((": pages", ": log"))]
    assert sum(line.endswith(": pages") for line in table) == 1
    assert sum(line.split()[:1] == ["bfq"] for line in table) == 2
    assert max(columns(line) for line in lines) <= 80
