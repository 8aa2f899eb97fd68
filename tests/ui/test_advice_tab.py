"""What is advised, with sources and dates, before and after measuring."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from storage_tuner.advice.published.hypotheses import HypothesisState
from storage_tuner.core.device import Device
from storage_tuner.core.errors import NoKnowledge
from storage_tuner.core.plan import TargetKind, Use
from storage_tuner.jobs.judging import judge_session
from storage_tuner.store.kept_sessions import keep
from storage_tuner.ui.advice.parts import SettingHypothesis
from storage_tuner.ui.advice.rules import LongText
from storage_tuner.ui.device.advice_tab import AdviceTab
from storage_tuner.ui.jobs import JobsInTurn, RunJobs
from storage_tuner.ui.window.main_window import MainWindow
from storage_tuner.ui.window.stored_results import StoredResults
from tests.ui import sample_machine, samples
from tests.ui.conftest import PATIENCE_MS
from tests.ui.still import AtOnce, KeptRecords

MACHINE = {device.name: device for device in sample_machine.EVERYTHING}


@pytest.fixture
def tab(state: Path, qtbot: QtBot) -> Iterator[AdviceTab]:
    """Over the real services, not shown yet."""
    results, jobs = StoredResults(RunJobs("results")), JobsInTurn("advice")
    made = AdviceTab(results, jobs)
    qtbot.addWidget(made)
    made.resize(900, 700)
    yield made
    jobs.finish()
    results.finish()


def show(qtbot: QtBot, tab: AdviceTab, device: Device) -> None:
    controllers = (sample_machine.CONTROLLER,) if device.name == "sdg" else ()
    tab.show_device(device, sample_machine.EVERYTHING, controllers)
    tab.show()
    qtbot.waitUntil(tab.physics.isVisible, timeout=PATIENCE_MS)


def hypotheses(tab: AdviceTab) -> dict[str, SettingHypothesis]:
    parts = (*tab.worth.parts, *tab.open.parts)
    return {
        part.hypothesis.tunable.name: part for part in parts if isinstance(part, SettingHypothesis)
    }


def told(widget: QWidget) -> str:
    labels = [label.text() for label in widget.findChildren(QLabel)]
    return "\n".join([*labels, *(text.toPlainText() for text in widget.findChildren(LongText))])


def test_nothing_is_looked_up_before_it_is_seen(state: Path, qtbot: QtBot) -> None:
    results = KeptRecords()
    results.show()
    tab = AdviceTab(results, AtOnce())
    qtbot.addWidget(tab)
    tab.show_device(MACHINE["sdc"], sample_machine.EVERYTHING)
    assert tab.physics.isHidden()
    show(qtbot, tab, MACHINE["sdc"])


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["sdc", "md0", "nvme0n1", "sdg", "dm-1", "sdh", "vda"])
def test_every_hypothesis_names_value_source_and_date(
    tab: AdviceTab, qtbot: QtBot, name: str
) -> None:
    show(qtbot, tab, MACHINE[name])
    found = hypotheses(tab)
    assert found or tab.settled.parts
    for part in found.values():
        one = part.hypothesis
        assert one.places[0].value in told(part)
        part.published.set_open(True)
        text = told(part)
        for candidate in one.candidates:
            for match in candidate.position.matches:
                assert str(match.rule.statement).replace("-", "\u2011") in text.replace(
                    "-", "\u2011"
                )
        measurable = one.state in (HypothesisState.WORTH_MEASURING, HypothesisState.DISPUTED)
        assert part.measure.isHidden() is not measurable
        if measurable:
            assert "not measured, " in text
    assert "Benchmark before you rely on it." in tab.wishes.said.text()


def test_sources_dates_and_errors_found_in_them_stand_beside_a_rule(
    tab: AdviceTab, qtbot: QtBot
) -> None:
    show(qtbot, tab, MACHINE["md0"])
    knowledge_texts = []
    for part in hypotheses(tab).values():
        part.published.set_open(True)
        knowledge_texts.append(told(part))
    everything = "\n".join(knowledge_texts)
    assert "Error in the source: " in everything
    assert "Applicability today: " in everything
    assert "applies here" in everything
    assert "(20" in everything  # a year


def test_an_array_says_whose_settings_count_and_what_others_levels_would_give(
    tab: AdviceTab, qtbot: QtBot
) -> None:
    show(qtbot, tab, MACHINE["md0"])
    assert "Its settings are those of sda, sdb, sdc" in tab.wishes.said.text()
    (short,) = tab.short.parts
    assert "→ keep · " in told(short)
    assert "→ bfq · published: SUSE" in told(short)
    assert {row[0].split()[0] for row in tab.physics.levels.rows} >= {"raid0", "raid5", "raid10"}
    assert tab.built.isVisible()


def test_another_use_gives_other_advice(tab: AdviceTab, qtbot: QtBot) -> None:
    show(qtbot, tab, MACHINE["md0"])
    before = tab.wishes.said.text()
    assert "purpose" in before
    tab.wishes.use.setCurrentIndex(tab.wishes.use.findData(Use.DATABASE))
    qtbot.waitUntil(lambda: "purpose" not in tab.wishes.said.text(), timeout=PATIENCE_MS)


def test_what_was_measured_comes_first(tab: AdviceTab, qtbot: QtBot) -> None:
    record, _ = samples.result(TargetKind.DEVICE, {"bfq": 0.11, "kyber": -0.05, "none": 0.02})
    keep(record, judge_session(record))
    device = samples.DEVICES[0]
    tab.show_device(device, samples.DEVICES)
    tab.show()
    qtbot.waitUntil(tab.physics.isVisible, timeout=PATIENCE_MS)
    assert tab.measured.headline.text().startswith('Change to "bfq"')
    assert tab.wishes.user_facts.use is Use.DESKTOP
    qtbot.waitUntil(lambda: 0 < tab.measured.y() < tab.worth.y(), timeout=PATIENCE_MS)
    tab.wishes.use.setCurrentIndex(tab.wishes.use.findData(Use.BACKUP))
    qtbot.waitUntil(lambda: "for backups" in tab.measured.headline.text(), timeout=PATIENCE_MS)


def test_measuring_is_asked_for_and_nothing_is_applied(tab: AdviceTab, qtbot: QtBot) -> None:
    show(qtbot, tab, MACHINE["sdc"])
    part = hypotheses(tab)["scheduler"]
    with qtbot.waitSignal(tab.measure_asked):
        part.measure.click()
    tab.show_gone()
    assert not part.measure.isEnabled()


def test_a_missing_knowledge_base_is_said(
    tab: AdviceTab, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise NoKnowledge("sources.toml is missing")

    monkeypatch.setattr("storage_tuner.jobs.planning.device_advice.read_knowledge", missing)
    tab.show_device(MACHINE["sdc"], sample_machine.EVERYTHING)
    tab.show()
    qtbot.waitUntil(lambda: "sources.toml" in tab.message.summary, timeout=PATIENCE_MS)
    monkeypatch.undo()
    tab.message.button.click()
    qtbot.waitUntil(tab.physics.isVisible, timeout=PATIENCE_MS)
    assert tab.message.isHidden()


def test_folds_stay_open_while_nothing_changes(tab: AdviceTab, qtbot: QtBot) -> None:
    show(qtbot, tab, MACHINE["md0"])
    part = hypotheses(tab)["scheduler"]
    part.published.set_open(True)
    tab.show_device(MACHINE["md0"], sample_machine.EVERYTHING)
    assert hypotheses(tab)["scheduler"] is part
    assert part.published.is_open


def test_the_window_shows_advice_of_a_real_device(window: MainWindow, qtbot: QtBot) -> None:
    window.page.tabs.setCurrentIndex(window.page.tabs.count() - 1)
    tab = window.page.measuring.advice
    window.tree.choose(next(name for name in window.tree.present_keys() if name.startswith("vd")))
    qtbot.waitUntil(tab.physics.isVisible, timeout=PATIENCE_MS)
    assert "Benchmark before you rely on it." in tab.wishes.said.text()
