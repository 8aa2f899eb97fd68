"""The result page with sessions of every kind."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from storage_tuner.core.measurement import Metric
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.verdict import State
from storage_tuner.present import numbers
from storage_tuner.services.result_figures import shares, spreads
from storage_tuner.ui.assistant.apply_step import ApplyStep
from storage_tuner.ui.assistant.fold import Fold
from storage_tuner.ui.assistant.report_step import ReportStep
from storage_tuner.ui.assistant.result_step import ResultStep
from storage_tuner.ui.elements import Tone
from tests.ui import sample_results, samples
from tests.ui.conftest import cell


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[ResultStep]:
    made = ResultStep()
    qtbot.addWidget(made)
    made.resize(800, 700)
    made.show()
    yield made


def show(page: ResultStep, kind: str) -> None:
    page.show_result(*sample_results.judged(kind))


class Windows(QObject):
    """Notes what is shown as a window of its own: it takes the keyboard away from the page."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[QObject] = []
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        is_window = isinstance(watched, QWidget) and watched.isWindow()
        if is_window and event.type() == QEvent.Type.Show:
            self.shown.append(watched)
        return False


def test_no_part_is_a_window_for_a_moment(page: ResultStep, qtbot: QtBot) -> None:
    apply = ApplyStep()
    qtbot.addWidget(apply)
    apply.show()
    windows = Windows()
    for kind in sample_results.KINDS:
        record, judgement = sample_results.judged(kind)
        page.show_result(record, judgement)
        apply.show_result(record, judgement)
    assert windows.shown == []


@pytest.mark.parametrize("kind", sample_results.KINDS)
def test_every_kind_of_session_is_shown(page: ResultStep, kind: str) -> None:
    record, judgement = sample_results.judged(kind)
    page.show_result(record, judgement)
    assert page.headline.summary
    assert page.verdicts.isVisibleTo(page)
    for fold in page.findChildren(Fold):
        fold.set_open(True)
    for number in range(page.charts.operation.count()):
        page.charts.operation.setCurrentIndex(number)
        for other in range(page.charts.kind.count()):
            page.charts.kind.setCurrentIndex(other)
            shown = page.charts.chart if page.charts.spread.isHidden() else page.charts.spread
            assert shown.isVisibleTo(page)
    page.grab()
    advised = judgement.recommendation
    assert len(page.by_setting.parts) == (len(advised.by_setting) if advised else 0)
    assert set(map(numbers_kept, record.caveats)) <= set(page.doubts.sentences)


def numbers_kept(text: str) -> str:
    return text.replace(" %", f"{numbers.SPACE}%")


def test_the_steps_after_take_every_kind_too(qtbot: QtBot) -> None:
    apply, report = ApplyStep(), ReportStep()
    for each in (apply, report):
        qtbot.addWidget(each)
    for kind in sample_results.KINDS:
        record, judgement = sample_results.judged(kind)
        apply.show_result(record, judgement)
        report.show_record(record)
        advised = judgement.recommendation
        assert bool(apply.chosen) == (advised is not None and advised.change)


def test_plain_words_come_first_with_the_interval_and_everything_in_one(page: ResultStep) -> None:
    show(page, "restarts")
    assert "bfq suits a desktop better than mq-deadline: +" in page.headline.summary
    assert "…" in page.headline.summary
    assert page.headline.y() < page.by_setting.y() < page.verdicts.y() < page.charts.y()
    detail = page.headline.accessibleDescription()
    assert "beats bfq at anything" in detail or "best or equal at everything" in detail
    assert not page.uses.isVisibleTo(page)


def test_it_is_green_only_where_it_is_decided(page: ResultStep, qtbot: QtBot) -> None:
    apply = ApplyStep()
    qtbot.addWidget(apply)
    record, judgement = samples.result(TargetKind.DEVICE, {})
    assert judgement.recommendation and not judgement.recommendation.change
    assert judgement.overall and judgement.overall.undecided
    said = {}
    for undecided in (0, judgement.overall.compared):
        whole = replace(judgement.overall, undecided=undecided)
        found = replace(judgement, overall=whole)
        page.show_result(record, found)
        apply.show_result(record, found)
        tones = {box.property("tone") for box in (page.headline, apply.message)}
        said[undecided] = (tones, apply.message._remedy.text())
    total = judgement.overall.compared
    assert said[0] == ({Tone.GOOD.value}, "Nothing else that was measured is better.")
    assert said[total] == (
        {Tone.PLAIN.value},
        f"No better settings were found, but {total} of {total} comparisons are inconclusive. "
        "Measure longer to decide them.",
    )
    page.show_result(*samples.result(TargetKind.DEVICE, {"bfq": 0.2}))
    assert page.headline.property("tone") == Tone.GOOD.value


def test_what_was_not_measured_is_not_called_the_best(page: ResultStep) -> None:
    record, judgement = samples.result(TargetKind.DEVICE, {})
    assert judgement.recommendation and judgement.overall
    advice = replace(judgement.recommendation, variant="kyber+other")
    settled = replace(judgement.overall, undecided=0)
    page.show_result(record, replace(judgement, recommendation=advice, overall=settled))
    assert page.headline.property("tone") == Tone.PLAIN.value


def test_there_is_one_forecast_of_the_time_it_takes(page: ResultStep) -> None:
    record, judgement = samples.result(TargetKind.DEVICE, {})
    advice = judgement.recommendation
    assert advice is not None
    slow = replace(advice.by_setting[0], seconds_needed=32_000.0)
    late = tuple(
        replace(each, state=State.UNDECIDED, seconds_needed=32_000.0) for each in judgement.verdicts
    )
    found = replace(judgement, verdicts=late, recommendation=replace(advice, by_setting=(slow,)))
    page.show_result(record, found)
    assert "more hours" in words_of(page)
    forecast = "8 of 8 tests were still undecided when the time was over; about 4 h more may do."
    page.show_result(replace(record, caveats=(forecast,)), found)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert "more hours" not in words_of(page)
    assert forecast in page.doubts.sentences


def words_of(page: ResultStep) -> str:
    """All that is shown, with what is told of the fields of the verdicts."""
    table = page.verdicts.table
    items = (
        table.item(row, column)
        for row in range(table.rowCount())
        for column in range(table.columnCount())
    )
    return " ".join(
        (
            *(label.text() for label in page.findChildren(QLabel)),
            *(item.toolTip() for item in items if item is not None),
        )
    ).replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_advice_by_all_together_is_told_apart_from_single_comparisons(page: ResultStep) -> None:
    record, judgement = samples.result(TargetKind.DEVICE, {"bfq": 0.2})
    whole = judgement.overall
    assert whole is not None
    none = replace(whole, differing=False, undecided=whole.compared)
    page.show_result(record, replace(judgement, overall=none))
    said = page.headline._remedy.text()
    assert said.startswith("That is by all operations together")
    assert "No winner" not in said


def test_where_no_one_is_best_there_is_one_for_each_use(page: ResultStep) -> None:
    show(page, "depending")
    assert "it depends on the use" in page.headline.accessibleDescription()
    _, judgement = sample_results.judged("depending")
    assert judgement.overall is not None
    assert len(page.uses.facts.rows) == len(judgement.overall.by_use) > 1


def test_reasons_are_closed_at_first_and_opened_by_keys(page: ResultStep, qtbot: QtBot) -> None:
    show(page, "array")
    with qtbot.waitActive(page):
        page.activateWindow()
    folds = [fold for fold in page.findChildren(Fold) if fold.isVisibleTo(page)]
    assert folds
    assert not any(fold.is_open for fold in folds)
    (part, *_) = page.by_setting.parts
    reason = part.why.body.parentWidget()
    assert reason is not None
    QApplication.processEvents()  # parts are shown when the loop turns
    for key, is_open in (
        (Qt.Key.Key_Space, True),
        (Qt.Key.Key_Return, False),
        (Qt.Key.Key_Right, True),
        (Qt.Key.Key_Left, False),
    ):
        part.why.button.setFocus()
        qtbot.keyClick(part.why.button, key)
        assert part.why.is_open == reason.isVisible() == is_open
        assert part.why.button.accessibleName().endswith("shown" if is_open else "hidden")


def test_the_tab_key_goes_from_the_top_to_the_end(page: ResultStep, qtbot: QtBot) -> None:
    show(page, "equal")
    show(page, "array")  # whose parts are made last
    with qtbot.waitActive(page):
        page.activateWindow()
    QApplication.processEvents()
    content = page.widget()
    assert content is not None
    page.by_setting.parts[0].why.button.setFocus()
    places = []
    for _ in range(12):
        focused = QApplication.focusWidget()
        assert focused is not None
        places.append(focused.mapTo(content, focused.rect().topLeft()).y())
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert places == sorted(places)


def test_every_reason_has_its_source(page: ResultStep) -> None:
    show(page, "array")
    advice = sample_results.judged("array")[1].recommendation
    assert advice is not None
    (part, *_) = page.by_setting.parts
    texts = texts_of(part.why)
    for reason in advice.by_setting[0].evidence:
        assert any(reason.source in text for text in texts), reason.source


def texts_of(widget: QWidget) -> list[str]:
    return [
        child.property("text").replace("\u2011", "-")
        for child in widget.findChildren(QWidget)
        if child.property("text")
    ]


def test_an_array_tells_what_was_published_and_what_physics_expects(page: ResultStep) -> None:
    show(page, "array")
    (part, *_) = page.by_setting.parts
    assert any("The measurement counts." in text for text in texts_of(part))
    assert any("Something is wrong." in text for text in texts_of(page.physics))
    assert any("raid10" in text for text in texts_of(page.built))
    assert page.published.isVisibleTo(page)


def test_the_heatmap_has_the_means_of_the_verdicts(page: ResultStep) -> None:
    show(page, "adaptive")
    record, judgement = sample_results.judged("adaptive")
    table = page.verdicts.heatmap
    verdicts = {
        (verdict.operation.label, verdict.threads): verdict
        for verdict in judgement.verdicts
        if verdict.metric is Metric.RATE and verdict.threads is not None
    }
    assert table.rowCount() == len(verdicts)
    names = [variant.name for variant in record.plan.variants]
    for number, row in enumerate(table.rows):
        means = {item.variant: item.mean for item in verdicts[row.operation, row.threads].summaries}
        for column, name in enumerate(names, start=2):
            text = cell(table, number, column).text().removeprefix("▲ ")
            assert text == numbers.three_digits(means[name])


def test_a_single_setting_has_values_and_no_verdicts(page: ResultStep) -> None:
    show(page, "folder")
    assert not page.table.isVisibleTo(page)
    assert page.verdicts.by_threads.is_open
    assert page.verdicts.title.text() == "What was measured"
    show(page, "adaptive")
    assert page.table.isVisibleTo(page)
    assert not page.verdicts.by_threads.is_open


def test_the_spread_of_times_is_that_of_the_runs() -> None:
    record, _ = sample_results.judged("restarts")
    operation = record.plan.operations[0]
    found = spreads(record.measurements, operation)
    assert len(found) == len(record.plan.variants) * len(record.plan.threads)
    one = found[0]
    times = sorted(
        run.latency_p50_ms or math.nan
        for run in record.measurements
        if (run.operation, run.threads, run.variant) == (operation, one.threads, one.variant)
    )
    middle = (times[len(times) // 2 - 1] + times[len(times) // 2]) / 2
    assert one.times_ms[0] == pytest.approx(middle)
    assert one.times_ms[-1] is None


def test_fairness_is_told_where_it_was_measured(page: ResultStep) -> None:
    show(page, "fairness")
    record, _ = sample_results.judged("fairness")
    assert page.fairness.isVisibleTo(page)
    rows = dict(page.fairness.facts.rows)
    assert "bfq 0.970" in rows["Random read, 4 threads"]
    assert len(shares(record.measurements)) == len(rows) * len(record.plan.variants)
    show(page, "restarts")
    assert not page.fairness.isVisibleTo(page)


def test_a_page_shown_anew_keeps_nothing_of_the_one_before(page: ResultStep) -> None:
    show(page, "array")
    show(page, "folder")
    QApplication.processEvents()
    for card in (page.by_setting, page.physics, page.published, page.built, page.uses):
        assert not card.isVisibleTo(page)
