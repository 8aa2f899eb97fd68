"""What is told while measuring: the heatmap's numbers, who leads and how surely."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.plan import Contest, Plan, Protocol, TargetKind
from storage_tuner.core.workload import CLASSICAL_WORKLOADS
from storage_tuner.jobs.provisional_standings import Certainty, SoFar
from storage_tuner.present import numbers
from storage_tuner.ui.assistant.measure.standings import StandingsCard
from storage_tuner.ui.assistant.measure.viridis import text_on, viridis
from tests.ui import samples
from tests.ui.conftest import cell

ROUNDS = 12


def raced(effects: dict[str, float]) -> tuple[Plan, tuple[Measurement, ...]]:
    plan = replace(
        samples.plan(TargetKind.PRACTICE), protocol=Protocol.ADAPTIVE, budget_s=900.0, repeats=40
    )
    once = replace(plan, protocol=Protocol.RESTARTS, budget_s=None, repeats=ROUNDS)
    return plan, samples.measurements(once, effects)


def shown(qtbot: QtBot, plan: Plan) -> StandingsCard:
    standings = StandingsCard()
    qtbot.addWidget(standings)
    standings.show_plan(plan)
    return standings


def geometric_mean(runs: Sequence[Measurement]) -> float:
    rates = [run.value(Metric.RATE) for run in runs]
    return math.exp(math.fsum(math.log(rate) for rate in rates if rate) / len(rates))


def test_the_numbers_of_the_heatmap_are_those_that_were_measured(qtbot: QtBot) -> None:
    plan, runs = raced({"bfq": 0.2})
    standings = shown(qtbot, plan)
    table = standings.table
    assert (table.rowCount(), table.columnCount()) == (len(plan.cells), len(plan.variants) + 3)
    assert cell(table, 0, 2).text() == numbers.NOTHING
    standings.add_all(runs)
    for row, place in enumerate(plan.cells):
        for column, variant in enumerate(plan.variants, start=2):
            own = [
                run
                for run in runs
                if run.variant == variant.name
                and (run.operation, run.threads) == (place.workload.operations[0], place.threads)
            ]
            text = cell(table, row, column).text()
            assert text.removeprefix("▲ ") == numbers.three_digits(geometric_mean(own))
            assert text.startswith("▲") == (variant.name == "bfq")


def test_the_lead_is_told_against_the_current_setting(qtbot: QtBot) -> None:
    plan, runs = raced({"bfq": 0.2})
    assert plan.current is not None
    standings = shown(qtbot, plan)
    assert "leads" not in standings.summary.text()
    standings.add_all(runs)
    rates = {
        name: geometric_mean([run for run in runs if run.variant == name])
        for name in ("bfq", plan.current)
    }
    percent = numbers.percent(100 * (rates["bfq"] / rates[plan.current] - 1))
    said = standings.summary.text()
    assert said.startswith(f'So far "bfq" leads: {percent} faster than "{plan.current}" (current).')
    slower = shown(qtbot, plan)
    slower.add_all(raced({"bfq": -0.2, "kyber": -0.2, "none": -0.2})[1])
    said = slower.summary.text()
    assert said.startswith(f'So far no setting is faster than "{plan.current}" (current).')


def test_each_field_says_in_words_what_it_is(qtbot: QtBot) -> None:
    plan, runs = raced({"bfq": 0.2})
    standings = shown(qtbot, plan)
    standings.add_all(runs)
    best = 2 + [variant.name for variant in plan.variants].index("bfq")
    spoken = cell(standings.table, 0, best).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("bfq, Sequential read, 1 thread: ")
    assert spoken.endswith(" MB/s, best")
    words = cell(standings.table, 0, standings.table.columnCount() - 1)
    assert words.text().startswith("✓ bfq +")
    assert "…" in words.text()
    assert words.data(Qt.ItemDataRole.AccessibleTextRole).startswith("Decided after ")


def test_one_round_decides_nothing_and_a_lead_has_an_interval(qtbot: QtBot) -> None:
    plan, runs = raced({"bfq": 0.02})
    standings = shown(qtbot, plan)
    standings.add_all([run for run in runs if run.repeat == 0])
    last = standings.table.columnCount() - 1
    assert "%" not in cell(standings.table, 0, last).text()
    standings.add_all([run for run in runs if run.repeat > 0])
    for row in range(standings.table.rowCount()):
        text = cell(standings.table, row, last).text()
        assert ("%" in text) == ("…" in text)
    said = standings.summary.text()
    assert any(f" {count} of 16 tests are decided" in said for count in range(3))


def test_figures_that_are_withdrawn_later_are_no_longer_shown(qtbot: QtBot) -> None:
    plan, runs = raced({})
    standings = shown(qtbot, plan)
    warm = [replace(run, temperature_c=40.0) for run in runs if run.repeat == 0]
    again = [replace(run, disturbed="other work") for run in warm]
    standings.add_all([*warm, *again])
    assert cell(standings.table, 0, 2).text() == numbers.NOTHING
    assert standings.disturbances.count == len(again)
    assert len(standings.temperatures) == len(warm)
    standings.add_all([*again, *(replace(run, temperature_c=41.0) for run in warm)])
    assert cell(standings.table, 0, 2).text() != numbers.NOTHING


def test_disturbed_slices_count_for_nothing_and_are_told_with_their_reason(qtbot: QtBot) -> None:
    plan, runs = raced({})
    first = [run for run in runs if run.repeat == 0 and run.threads == 1]
    reads = [run for run in first if run.operation.name == "seq-read"]
    standings = shown(qtbot, plan)
    spoilt = replace(reads[0], disturbed="another program used the disk")
    standings.add_all((spoilt, *reads[1:]))
    (first_test, *_) = SoFar(plan).tests
    assert standings.stand(first_test).certainty is Certainty.WAITING
    assert standings.disturbances.count == 1
    assert dict(standings.disturbances.reasons) == {"another program used the disk": 1}
    again = replace(reads[0], index=10_000)
    standings.add_all((again,))
    assert standings.stand(first_test).rounds == 1


def test_what_is_confirmed_has_only_its_own_fields(qtbot: QtBot) -> None:
    plan, runs = raced({"bfq": 0.2})
    contest = Contest(plan.cells[0].workload.name, plan.cells[0].threads, ("none", "bfq"), "bfq")
    standings = shown(qtbot, replace(plan, contests=(contest,)))
    table = standings.table
    assert table.rowCount() == 1
    names = [variant.name for variant in plan.variants]
    texts = {name: cell(table, 0, 2 + number).text() for number, name in enumerate(names)}
    assert texts == {name: numbers.NOTHING if name in contest.variants else "" for name in names}
    standings.add_all(runs)
    assert cell(table, 0, 2 + names.index("bfq")).text().startswith("▲")


def test_many_operations_have_rows_each_and_the_running_one_is_marked(qtbot: QtBot) -> None:
    plan = samples.plan(TargetKind.PRACTICE)
    many = samples.with_workloads(plan, (*CLASSICAL_WORKLOADS, *samples.many_workloads()))
    standings = shown(qtbot, many)
    tests = [each for place in many.cells for each in place.workload.operations]
    assert standings.table.rowCount() == len(tests)
    from storage_tuner.bench.run_order import schedule

    standings.show_running(schedule(many)[0])
    marked = [row for row, each in enumerate(standings.table.rows) if each.running]
    assert len(marked) == 1
    assert cell(standings.table, marked[0], 1).text().startswith("▶")
    standings.show_running(None)
    assert not any(each.running for each in standings.table.rows)


def test_runs_one_after_the_other_are_shown_without_a_verdict(qtbot: QtBot) -> None:
    plan = replace(samples.plan(TargetKind.PRACTICE), protocol=Protocol.ARTICLE)
    runs = samples.measurements(plan, {"bfq": 0.2})
    standings = shown(qtbot, plan)
    standings.add_all(runs[:6])
    assert standings.summary.text().endswith("without a verdict:")
    assert sum(bool(each.best) for each in standings.table.rows) >= 1


def test_text_on_every_colour_can_be_read() -> None:
    """WCAG 2.1 asks for 4.5; what is drawn is black or white, whichever is better."""
    for hundredth in range(101):
        colour = viridis(hundredth / 100)
        light = _luminance(colour.red(), colour.green(), colour.blue())
        other = 0.0 if text_on(colour).name() == "#000000" else 1.0
        high, low = max(light, other), min(light, other)
        assert (high + 0.05) / (low + 0.05) >= 4.5


def _luminance(*channels: int) -> float:
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in channels)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
