"""A result in blocks: the decision, one plot, one table, one line; the rest folded."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.core.decision import Action, Comparison
from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.verdict import Judgement, State, VariantSummary, Verdict
from storage_tuner.core.workload import Operation
from storage_tuner.present.blocks import (
    Block,
    DotPlot,
    Headline,
    Mark,
    Notice,
    Section,
    Table,
    Tone,
)
from storage_tuner.present.result import comparison_blocks, judgement_blocks, result_blocks
from tests.unit.present.judgements import (
    FASTER,
    INCONCLUSIVE,
    KEPT_OPEN,
    P99,
    READ,
    SAME,
    SLOWER,
    decision,
    figure,
    judged,
    record,
    score,
)
from tests.unit.report.example_session import cut_after

FIGURES = (
    figure("mq-deadline", 0.4, SAME, interval=(-1.2, 1.8), value=1146),
    figure("kyber", -2, value=1146),
    figure("bfq", -33, SLOWER, interval=(-45, -19), value=1146),
    figure("bfq", 310, SLOWER, metric=P99, interval=(200, 450), value=13.3),
)


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def blocks_of(judgement: Judgement, **given: object) -> tuple[Block, ...]:
    return result_blocks(record(**given), judgement)


def tables(blocks: tuple[Block, ...]) -> list[Table]:
    return [each for each in blocks if isinstance(each, Table)]


def section(blocks: tuple[Block, ...], title: str) -> Section | None:
    sections = [each for each in blocks if isinstance(each, Section)]
    return next((each for each in sections if each.title == title), None)


def test_decision_plot_table_and_conditions_come_first_and_once() -> None:
    blocks = blocks_of(judged(KEPT_OPEN, *FIGURES))
    first = [type(each) for each in blocks[:4]]
    assert first == [Headline, DotPlot, Table, Notice]
    assert {type(each) for each in blocks[4:]} == {Section}


def test_the_current_setting_is_absolute_and_the_others_are_in_percent_of_it() -> None:
    (table,) = tables(blocks_of(judged(KEPT_OPEN, *FIGURES)))
    assert table.heads == ("Operation", "none (current)", "mq-deadline", "kyber", "bfq")
    read = [(plain(cell.text), cell.mark) for cell in table.rows[0]]
    assert read == [
        ("Sequential read", Mark.NONE),
        ("1 150 MB/s", Mark.NONE),
        ("0 %", Mark.SAME),
        ("−2 %", Mark.INCONCLUSIVE),
        ("−33 %", Mark.SLOWER),
    ]


def test_threefold_and_more_is_a_multiple() -> None:
    (table,) = tables(blocks_of(judged(KEPT_OPEN, *FIGURES)))
    assert (table.rows[1][-1].text, table.rows[1][-1].mark) == ("×4.1", Mark.SLOWER)


def test_a_tip_has_the_interval_and_the_value() -> None:
    (table,) = tables(blocks_of(judged(KEPT_OPEN, *FIGURES)))
    assert plain(table.rows[0][-1].tip) == "768 MB/s; slower (−45 to −19 %)"


def test_the_legend_has_only_the_marks_that_are_used() -> None:
    (table,) = tables(blocks_of(judged(KEPT_OPEN, FIGURES[2])))
    assert [mark for mark, _ in table.legend] == [Mark.SLOWER]


def test_a_doubt_stands_in_the_tip() -> None:
    doubted = figure("bfq", 5, doubt="a drift may hide there")
    (table,) = tables(blocks_of(judged(KEPT_OPEN, doubted)))
    assert table.rows[0][-1].tip.endswith("a drift may hide there")


def test_the_plot_is_of_the_score_against_the_current_setting() -> None:
    plot = blocks_of(judged(KEPT_OPEN, *FIGURES))[1]
    assert isinstance(plot, DotPlot)
    assert plot.title == 'Overall for a desktop, against "none" (current)'
    assert plot.band == 3
    assert [each.label for each in plot.dots] == ["mq-deadline", "kyber", "bfq"]
    assert plain(plot.dots[-1].text) == "−33 %, slower"


def test_other_metrics_are_folded_unless_something_was_decided_in_them() -> None:
    undecided = figure("bfq", 2, metric=Metric.CPU_EFFICIENCY)
    blocks = blocks_of(judged(KEPT_OPEN, FIGURES[0], undecided))
    assert len(tables(blocks)[0].rows) == 1
    assert section(blocks, "Other metrics") is not None
    decided = figure("bfq", 20, FASTER, metric=Metric.CPU_EFFICIENCY)
    blocks = blocks_of(judged(KEPT_OPEN, FIGURES[0], decided))
    assert len(tables(blocks)[0].rows) == 2
    assert section(blocks, "Other metrics") is None


def test_mean_latency_never_repeats_the_throughput() -> None:
    latency = figure("bfq", 50, SLOWER, metric=Metric.ACCESS_TIME)
    with_rate = tables(blocks_of(judged(KEPT_OPEN, FIGURES[2], latency)))[0]
    assert len(with_rate.rows) == 1
    alone = tables(blocks_of(judged(KEPT_OPEN, latency)))[0]
    assert len(alone.rows) == 1


def test_threads_have_a_table_only_where_there_are_several_counts() -> None:
    one = blocks_of(judged(KEPT_OPEN, FIGURES[2], figure("bfq", -33, SLOWER, threads=4)))
    assert section(one, "Results by threads") is None
    both = (figure("bfq", -33, SLOWER, threads=count) for count in (1, 4))
    several = section(blocks_of(judged(KEPT_OPEN, FIGURES[2], *both)), "Results by threads")
    assert several is not None
    (table,) = tables(several.blocks)
    assert [row[0].text for row in table.rows] == [
        "Sequential read, 1 thread",
        "Sequential read, 4 threads",
    ]


def test_conditions_are_one_line_and_further_notes_are_folded() -> None:
    noisy = ("Other programs used the disk.", "The disk was hot.")
    blocks = blocks_of(judged(KEPT_OPEN, *FIGURES), caveats=noisy)
    line = blocks[3]
    assert isinstance(line, Notice) and line.tone is Tone.WARNING
    assert line.text.startswith("Confidence: medium. Other programs used the disk.")
    assert "hot" not in line.text
    folded = section(blocks, "Conditions")
    assert folded is not None
    assert Notice(Tone.NOTE, "The disk was hot.") in folded.blocks


def test_a_stopped_session_says_so() -> None:
    headline = result_blocks(cut_after(record(), 3), judged(KEPT_OPEN, *FIGURES))[0]
    assert isinstance(headline, Headline) and headline.tone is Tone.STOPPED
    assert "Stopped early" in headline.details[0]


def test_without_a_decision_the_reason_is_said() -> None:
    headline = result_blocks(record(measurements=()), judged(None))[0]
    assert isinstance(headline, Headline)
    assert headline.text == "No recommendation: nothing was measured."


def test_a_single_variant_has_its_values() -> None:
    summary = VariantSummary("none", 468.0, 2.0, 461.0, 475.0, 6)
    alone = Verdict(READ, Metric.RATE, None, State.NOT_MEASURED, summaries=(summary,))
    blocks = blocks_of(replace(judged(None), verdicts=(alone,)))
    (table,) = tables(blocks)
    assert [plain(cell.text) for cell in table.rows[0]] == ["Sequential read", "468 MB/s"]


def disks() -> tuple[Comparison, ...]:
    return (
        replace(figure("new", 137, FASTER, interval=(120, 155), value=1947), reference="old"),
        replace(figure("new", -4, operation=Operation.RANDOM_READ, value=21_000), reference="old"),
    )


def test_two_disks_are_compared_in_absolute_values_and_percent() -> None:
    made = replace(
        decision(Action.NONE, score("new", 80, (60, 100), FASTER, reference="old")),
        reference="old",
    )
    blocks = comparison_blocks(judged(made, *disks()))
    headline, table = blocks[0], tables(blocks)[0]
    assert isinstance(headline, Headline)
    assert plain(headline.text) == '"new" is 80 % faster (60 to 100 %) than "old" for a desktop.'
    assert table.heads == ("Operation", "old", "new")
    assert [plain(cell.text) for cell in table.rows[0]] == [
        "Sequential read",
        "1 950 MB/s",
        "4 610 MB/s +137 %",
    ]


def test_numbers_without_a_score_are_counted_in_the_headline() -> None:
    headline = judgement_blocks(judged(None, *disks()))[0]
    assert isinstance(headline, Headline)
    assert headline.text.startswith('"new" is faster than "old" in 1 of 2')


def test_nothing_is_said_of_an_empty_judgement() -> None:
    (headline,) = judgement_blocks(judged(None))
    assert isinstance(headline, Headline) and headline.tone is Tone.OPEN


def test_a_record_of_an_import_says_why_nothing_is_advised() -> None:
    def lines(made: SessionRecord) -> tuple[str, ...]:
        open_one = decision(Action.NONE, score("bfq", 4, (-9, 18), INCONCLUSIVE))
        headline = result_blocks(made, judged(open_one))[0]
        assert isinstance(headline, Headline)
        return headline.details

    unmeasured = record()
    unmeasured = replace(unmeasured, plan=replace(unmeasured.plan, current="deadline"))
    assert "No recommendation: measure the current setting as well." in lines(unmeasured)
    assert "No recommendation: too little was measured. Measure longer or repeat." in lines(
        record()
    )
