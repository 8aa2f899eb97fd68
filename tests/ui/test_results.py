"""The result page with sessions of every kind."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from storage_tuner.present.blocks import Mark
from storage_tuner.report.charts.result_figures import shares, spreads
from storage_tuner.ui.assistant.steps.apply_step import ApplyStep
from storage_tuner.ui.assistant.steps.report_step import ReportStep
from storage_tuner.ui.assistant.steps.result_step import ResultStep
from storage_tuner.ui.blocks.table import BlockTable
from storage_tuner.ui.charts.result_chart import ResultChart
from storage_tuner.ui.widgets.elements import Tone
from storage_tuner.ui.widgets.fold import Fold
from tests.ui import sample_decisions, sample_results


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[ResultStep]:
    made = ResultStep()
    qtbot.addWidget(made)
    made.resize(840, 640)
    made.show()
    yield made


def answer(page: ResultStep, kind: str) -> None:
    record, judgement = sample_decisions.ANSWERS[kind]()
    page.show_result(record, judgement)
    page.offer_measuring(record, judgement)
    settle()


def settle() -> None:
    """What was shown before is deleted when the loop turns."""
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def show(page: ResultStep, kind: str) -> None:
    page.show_result(*sample_results.judged(kind))
    settle()


def open_all(page: ResultStep) -> None:
    for fold in page.findChildren(Fold):
        fold.set_open(True)
    for fold in page.findChildren(Fold):
        fold.set_open(True)


def words_of(widget: QWidget) -> str:
    """All that labels say."""
    found = " ".join(label.text() for label in widget.findChildren(QLabel))
    return found.replace("\u2011", "-").replace("\N{NO-BREAK SPACE}", " ")


def table_of(page: ResultStep, title: str) -> BlockTable:
    return next(each for each in page.findChildren(BlockTable) if each.accessibleName() == title)


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
        open_all(page)
        apply.show_result(record, judgement)
    assert windows.shown == []


@pytest.mark.sampled(6)
@pytest.mark.parametrize("kind", sample_results.KINDS)
def test_every_kind_of_session_is_shown(page: ResultStep, kind: str) -> None:
    record, _ = sample_results.judged(kind)
    show(page, kind)
    assert page.headline.summary
    open_all(page)
    for number in range(page.charts.operation.count()):
        page.charts.operation.setCurrentIndex(number)
        for other in range(page.charts.kind.count()):
            page.charts.kind.setCurrentIndex(other)
            shown = page.charts.chart if page.charts.spread.isHidden() else page.charts.spread
            assert shown.isVisibleTo(page)
    page.grab()
    said = words_of(page)
    assert all(str(caveat).replace("\N{NO-BREAK SPACE}", " ") in said for caveat in record.caveats)


@pytest.mark.parametrize("kind", [*sample_results.KINDS, *sample_decisions.ANSWERS])
def test_the_steps_after_take_every_kind_too(qtbot: QtBot, kind: str) -> None:
    apply, report = ApplyStep(), ReportStep()
    for each in (apply, report):
        qtbot.addWidget(each)
    made = sample_decisions.ANSWERS.get(kind)
    record, judgement = made() if made else sample_results.judged(kind)
    apply.show_result(record, judgement)
    report.show_record(record)
    advised = judgement.recommendation
    assert bool(apply.chosen) == (advised is not None and advised.change)


@pytest.mark.parametrize(
    ("kind", "tone", "sentence"),
    [
        ("decided", Tone.GOOD, 'Change to "bfq"'),
        ("inconclusive", Tone.PLAIN, 'Keep "mq-deadline". At most 11 % could be gained'),
        ("noisy", Tone.PLAIN, 'Keep "mq-deadline". At most 11 % could be gained'),
        ("stopped", Tone.CAUTION, 'Keep "mq-deadline". At most 11 % could be gained'),
        ("refused", Tone.PLAIN, 'Keep "mq-deadline"'),
        ("without-current", Tone.PLAIN, '"bfq" is 12 % faster'),
    ],
)
def test_the_answer_comes_first_and_is_green_only_when_decided(
    page: ResultStep, kind: str, tone: Tone, sentence: str
) -> None:
    answer(page, kind)
    summary = page.headline.summary.replace("\N{NO-BREAK SPACE}", " ")
    assert summary.startswith(sentence)
    assert page.headline.property("tone") == tone.value


def test_decision_plot_and_table_are_on_the_first_screen(page: ResultStep) -> None:
    answer(page, "decided")
    plot = page.blocks.findChildren(ResultChart)[0]
    table = table_of(page, "Results by operation")
    content = page.widget()
    assert content is not None
    below = [each.mapTo(content, each.rect().bottomLeft()).y() for each in (plot, table)]
    assert page.headline.y() < below[0] < below[1] < page.viewport().height()


def test_the_current_setting_is_absolute_and_the_others_are_in_percent(page: ResultStep) -> None:
    answer(page, "decided")
    table = table_of(page, "Results by operation")
    heads, first = table.shown.heads, table.shown.rows[0]
    assert heads[:2] == ("Operation", "mq-deadline (current)")
    assert first[1].text.endswith("MB/s")
    assert first[1].mark is Mark.NONE
    marks = dict(zip(heads, (cell.mark for cell in first), strict=True))
    assert marks["bfq"] is Mark.FASTER
    assert marks["kyber"] is Mark.SLOWER
    assert marks["none"] is Mark.SAME


def test_more_minutes_are_offered_where_they_are_likely_to_decide(
    page: ResultStep, qtbot: QtBot
) -> None:
    answer(page, "inconclusive")
    assert "12 more minute" in page.headline.button.text()
    with qtbot.waitSignal(page.more_asked) as asked:
        page.headline.button.click()
    assert asked.args == [720.0]
    for kind in ("decided", "noisy", "refused", "without-current"):
        answer(page, kind)
        assert page.headline.button.isHidden(), kind


def test_what_was_stopped_can_be_resumed_or_started_over(page: ResultStep, qtbot: QtBot) -> None:
    answer(page, "stopped")
    assert "Stopped early" in page.headline.accessibleDescription()
    with qtbot.waitSignal(page.resume_asked):
        page.headline.button.click()
    with qtbot.waitSignal(page.anew_asked):
        page.anew.click()
    answer(page, "decided")
    assert page.anew.isHidden()


def test_nothing_can_be_measured_from_what_is_only_read(page: ResultStep) -> None:
    page.show_result(*sample_decisions.inconclusive())
    assert page.headline.button.isHidden()
    assert page.confirming.isHidden()


def test_settings_are_recommended_in_one_table(page: ResultStep) -> None:
    show(page, "array")
    _, judgement = sample_results.judged("array")
    advice = judgement.recommendation
    assert advice is not None
    assert judgement.recommended is not None
    rows = table_of(page, "Recommended settings of md0 (software RAID 5 of 3 disks)").shown.rows
    assert len(rows) == len(judgement.recommended.lines)
    texts = {row[0].text: [cell.text for cell in row[1:]] for row in rows}
    assert texts["scheduler"][:3] == ["mq-deadline", "bfq", "measured here"]
    assert texts["scheduler"][3].startswith("+13")
    assert texts["queue_depth"][:3] == ["1", "32", "published: Linux kernel developers"]
    assert texts["read_ahead_kb"][:3] == ["1024", "4096", "published: Red Hat"]
    assert {row[3] for row in texts.values()} == {
        texts["scheduler"][3],
        "3\xa0% over 31",
        "no figure published",
    }


def test_all_else_is_folded_and_opened_by_keys(page: ResultStep, qtbot: QtBot) -> None:
    show(page, "array")
    with qtbot.waitActive(page):
        page.activateWindow()
    folds = [fold for fold in page.findChildren(Fold) if fold.isVisibleTo(page)]
    assert folds
    assert not any(fold.is_open for fold in folds)
    (fold, *_) = folds
    inner = fold.body.parentWidget()
    assert inner is not None
    for key, is_open in (
        (Qt.Key.Key_Space, True),
        (Qt.Key.Key_Return, False),
        (Qt.Key.Key_Right, True),
        (Qt.Key.Key_Left, False),
    ):
        fold.button.setFocus()
        qtbot.keyClick(fold.button, key)
        assert fold.is_open == inner.isVisible() == is_open
        assert fold.button.accessibleName().endswith("expanded" if is_open else "collapsed")


def test_the_tab_key_goes_from_the_top_to_the_end(page: ResultStep, qtbot: QtBot) -> None:
    show(page, "equal")
    show(page, "array")  # whose parts are made last
    with qtbot.waitActive(page):
        page.activateWindow()
    QApplication.processEvents()
    content = page.widget()
    assert content is not None
    page.findChildren(BlockTable)[0].setFocus()
    places = []
    for _ in range(6):
        focused = QApplication.focusWidget()
        assert focused is not None
        places.append(focused.mapTo(content, focused.rect().topLeft()).y())
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert places == sorted(places)


def test_an_array_tells_what_was_published_and_what_physics_expects(page: ResultStep) -> None:
    show(page, "array")
    open_all(page)
    said = words_of(page)
    assert "Your measurement takes precedence." in said
    assert "This is far too slow." in said
    assert "raid10" in said


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
    open_all(page)
    tests = {(each.operation, each.threads) for each in shares(record.measurements)}
    assert words_of(page).count("bfq 0.970") == len(tests)
    show(page, "restarts")
    open_all(page)
    assert "0.970" not in words_of(page)


def test_the_curve_of_sustained_writes_is_shown_at_once(page: ResultStep) -> None:
    record, judgement = sample_results.judged("sustained")
    page.show_result(record, judgement)
    page.offer_measuring(replace(record, completed=False), judgement)
    assert page.more_charts.is_open
    assert page.charts.kind.currentText() == "Over the data written"
    assert page.anew.isHidden()


def test_the_maps_of_all_variants_are_shown_at_once(page: ResultStep) -> None:
    record, judgement = sample_results.judged("map")
    page.show_result(record, judgement)
    page.offer_measuring(replace(record, completed=False), judgement)
    assert page.more_charts.is_open
    kinds = [page.charts.kind.itemText(number) for number in range(page.charts.kind.count())]
    assert kinds == [
        *("Mean latency: none", "Mean latency: bfq"),
        *("p99 latency: none", "p99 latency: bfq"),
    ]
    assert not page.anew.isHidden()  # it can be resumed
