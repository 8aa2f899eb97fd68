"""What each slice gave, while it's measured."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from storage_tuner.core.measurement import Metric
from storage_tuner.jobs.provisional_standings import SoFar
from storage_tuner.report.charts.svg import LineChart
from storage_tuner.ui.assistant.measure.slice_charts import Race
from storage_tuner.ui.window.services import Services
from tests.ui.pictures.measuring import raced


@pytest.fixture
def race(services: Services, qtbot: QtBot) -> Race:
    made = Race()
    qtbot.addWidget(made)
    made.resize(1000, 600)
    made.show()
    return made


def lines(race: Race, metric: Metric = Metric.RATE) -> dict[str, int]:
    """How many points each variant has."""
    chart = race.charts[metric].chart
    if chart is None:
        return {}
    assert isinstance(chart, LineChart)
    return {line.name: len(line.points) for line in chart.lines}


def test_slices_appear_as_they_come_in_one_line_a_variant(race: Race) -> None:
    plan, runs = raced()
    so_far = SoFar(plan)
    race.show_so_far(so_far)
    assert race.waiting.isVisible() and not lines(race)
    first = so_far.tests[0]
    of_first = [
        run for run in runs if (run.operation, run.threads) == (first.operation, first.threads)
    ]
    for number, run in enumerate(of_first, 1):
        for test in so_far.add((run,)):
            race.update_test(test)
        if number == 12:
            early = lines(race)
    assert set(early) == {variant.name for variant in plan.variants}
    assert not race.waiting.isVisible()
    late = lines(race)
    assert all(late[name] > early[name] for name in early)
    assert set(lines(race, Metric.ACCESS_TIME)) == set(late)
    assert race.charts[Metric.RATE].isVisible()
    assert "bfq: from" in race.charts[Metric.RATE].accessibleDescription()


def test_another_test_is_chosen_and_stays_while_others_go_on(race: Race) -> None:
    plan, runs = raced()
    so_far = SoFar(plan)
    race.show_so_far(so_far)
    so_far.add(runs)
    race.test.setCurrentIndex(race.test.findText("Sequential write, 1 thread"))
    shown = race.charts[Metric.RATE].chart
    assert shown is not None and shown.title.startswith("Sequential write")
    race.update_test(so_far.tests[0])
    assert race.charts[Metric.RATE].chart is shown
    race.test.setCurrentIndex(race.test.count() - 1)
    assert not lines(race) and race.waiting.isVisible()
