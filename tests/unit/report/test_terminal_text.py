"""Results in a terminal of 80 columns."""

from __future__ import annotations

import dataclasses

import pytest

from storage_tuner.advice.judgement import judge
from storage_tuner.core.decision import Action
from storage_tuner.core.measurement import SessionRecord, SettingsOutcome
from storage_tuner.core.plan import Protocol, Target, TargetKind
from storage_tuner.core.workload import Operation
from storage_tuner.present.blocks import Dot, DotPlot, Mark
from storage_tuner.report.charts.text_dot_plot import dot_lines
from storage_tuner.report.text.line_breaking import columns
from storage_tuner.report.text.terminal import judgement_lines, summary_lines
from tests.unit.present.judgements import (
    FASTER,
    INCONCLUSIVE,
    KEPT_OPEN,
    SLOWER,
    decision,
    figure,
    judged,
    score,
)
from tests.unit.present.judgements import record as finished
from tests.unit.report.example_session import cut_after, example_record

FIGURES = (figure("kyber", -2, value=1146), figure("bfq", -33, SLOWER, value=1146))


def lines_of(record: SessionRecord) -> tuple[str, ...]:
    return summary_lines(record, judge(record))


def test_decision_plot_table_and_conditions_are_on_the_first_screen() -> None:
    lines = summary_lines(finished(), judged(KEPT_OPEN, *FIGURES))
    assert lines[0] == 'Keep "none". At most 11 % could be gained; "bfq" is slower.'
    (row,) = [line for line in lines if line.startswith("Sequential read")]
    assert row.split() == [
        "Sequential",
        "read",
        "1",
        "150",
        "MB/s",
        "–",
        "−2",
        "%",
        "?",
        "−33",
        "%",
        "▼",
    ]
    assert "▼ slower   ? inconclusive" in lines
    assert len(lines) <= 24


def test_nothing_is_forecast_in_hours() -> None:
    late = dataclasses.replace(KEPT_OPEN, seconds_needed=300_000.0)
    text = "\n".join(summary_lines(finished(), judged(late, *FIGURES)))
    assert "hours" not in text
    assert "= ?" not in text


def test_figures_and_marks_stand_below_each_other() -> None:
    figures = (figure("bfq", -3), figure("bfq", -133, SLOWER, operation=Operation.RANDOM_READ))
    lines = summary_lines(finished(), judged(KEPT_OPEN, *figures))
    first, second = (
        next(line for line in lines if line.startswith(name))
        for name in ("Sequential read", "Random read")
    )
    assert first.rindex("?") == second.rindex("▼")


def test_the_outcome_of_a_disk_that_was_overwritten() -> None:
    record = example_record()
    plan = dataclasses.replace(record.plan, target=Target(TargetKind.DEVICE, "sdt"))
    text = " ".join(lines_of(dataclasses.replace(record, plan=plan)))
    assert "The previous settings were restored; the disk was overwritten." in text


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


def test_a_disk_can_not_control_the_terminal() -> None:
    hostile = "\x1b[31mbfq\x00"
    record = finished(caveats=("\x1b]0;owned\x07\u202e",))
    made = decision(Action.KEEP, score(hostile, -20, (-25, -15), SLOWER))
    text = "\n".join(summary_lines(record, judged(made, figure(hostile, -20, SLOWER))))
    assert set(text) - {"\n"} == {c for c in text if c.isprintable()}


def test_the_order_of_the_article_is_doubted_and_nothing_advised_on_it() -> None:
    record = example_record()
    article = dataclasses.replace(record.plan, protocol=Protocol.ARTICLE)
    lines = lines_of(dataclasses.replace(record, plan=article))
    assert not lines[0].startswith("Change")
    assert any(line.startswith("The variants were measured one after the other") for line in lines)


def test_a_cancel_and_kept_settings_are_told() -> None:
    assert "- Stopped early, after 7 of 384 runs." in lines_of(cut_after(example_record(), 7))
    kept = dataclasses.replace(example_record(), outcome=SettingsOutcome.KEPT)
    assert "Kept: scheduler = none." in " ".join(lines_of(kept))


@pytest.mark.parametrize(
    ("record", "headline"),
    [
        (example_record(repeats=0), "No recommendation: nothing was measured."),
        (
            example_record(("none",), repeats=1),
            "No recommendation: only one variant was measured.",
        ),
    ],
)
def test_why_there_is_no_recommendation(record: SessionRecord, headline: str) -> None:
    assert lines_of(record)[0] == headline


@pytest.mark.parametrize(
    "name", ["", " of a workload whose label is far too long for any line" * 2]
)
def test_streams_of_one_workload_can_be_told_apart(name: str) -> None:
    def compared(part: str) -> Operation:
        return dataclasses.replace(
            Operation.RANDOM_READ, name=part, label=f"Database (OLTP){name}: {part}"
        )

    figures = [figure("bfq", 5, FASTER, operation=compared(part)) for part in ("pages", "log")]
    lines = judgement_lines(judged(None, *figures))
    text = "\n".join(lines)
    assert text.count(": pages") == text.count(": log") == 1
    assert sum(line.endswith("▲") for line in lines) == 2
    assert max(columns(line) for line in lines) <= 80


def plot(*dots: Dot) -> DotPlot:
    return DotPlot("Overall", dots, 3.0)


def test_an_interval_lies_around_its_dot_over_the_band() -> None:
    drawn = list(dot_lines(plot(Dot("bfq", -33, -45, -19, Mark.SLOWER, "−33 %, slower"))))
    line = drawn[-1]
    assert line.index("├") < line.index("●") < line.index("┤") < line.index("│")
    assert line.count("░") > 1
    assert line.endswith("−33 %, slower ▼")


def test_an_interval_that_hides_the_means_is_cut_with_an_arrow() -> None:
    wide = Dot("a", 5, -900, 900, Mark.INCONCLUSIVE, "+5 %")
    line = list(dot_lines(plot(wide)))[-1]
    assert "◄" in line and "►" in line


def test_a_dot_without_an_interval_is_drawn() -> None:
    single = list(dot_lines(plot(Dot("a", 60, None, None, Mark.INCONCLUSIVE, "+60 %"))))[-1]
    assert "●" in single and "├" not in single


def test_a_single_run_names_the_leader() -> None:
    made = decision(Action.NONE, score("bfq", 60, None, INCONCLUSIVE, runs=1))
    lines = summary_lines(finished(), judged(made, figure("bfq", 60, interval=None, runs=1)))
    assert "one run is too few for a verdict" in " ".join(lines[:2])
