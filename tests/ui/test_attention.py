"""Who went away is called back, and only then."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from storage_tuner.core.errors import HelperGone
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.desktop.notifications import notify
from storage_tuner.ui.application import IDENTIFIER
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.assistant.measure.desktop_notice import DesktopNotice
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.assistant.tuner import Tuner
from tests.ui import samples
from tests.ui.conftest import PATIENCE_MS
from tests.ui.sample_results import judged
from tests.unit.desktop.stand_in_desktop import NOTIFICATIONS, StandIn, message_bus

ICONS = Path(__file__).parents[2] / "resources" / "icons" / "hicolor"
MakeAssistant = Callable[..., Assistant]


@pytest.fixture
def told() -> list[tuple[str, str]]:
    return []


def attentive(assistant: Assistant, told: list[tuple[str, str]], long_ms: int) -> DesktopNotice:
    return DesktopNotice(
        assistant.navigation,
        assistant.running,
        assistant,
        lambda summary, body, _: told.append((summary, body)),
        long_ms,
    )


def measure(assistant: Assistant) -> None:
    """As if it had been measured; what it takes is told by ``long_ms``."""
    assistant.running.measuring = True
    assistant.running.started.emit()
    assistant.navigation.go(Step.MEASURE)


def look_away(assistant: Assistant, qtbot: QtBot) -> None:
    assistant.hide()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is None, timeout=PATIENCE_MS)


def test_who_looks_elsewhere_is_told_the_result(
    make_assistant: MakeAssistant, told: list[tuple[str, str]], qtbot: QtBot
) -> None:
    assistant = make_assistant()
    attentive(assistant, told, 0)
    measure(assistant)
    look_away(assistant, qtbot)
    assistant.running.show_measured(*judged("adaptive"))
    qtbot.waitUntil(lambda: bool(told), timeout=PATIENCE_MS)
    ((summary, body),) = told
    assert summary == "The measurement is complete"
    assert body == assistant.pages.result.headline.summary
    assert body.startswith('Change to "bfq"')
    assistant.show()


def test_who_looks_at_it_or_waited_for_a_moment_is_told_nothing(
    make_assistant: MakeAssistant, told: list[tuple[str, str]], qtbot: QtBot
) -> None:
    assistant = make_assistant()
    attentive(assistant, told, 0)
    measure(assistant)
    assistant.running.show_measured(*judged("adaptive"))
    QApplication.processEvents()
    assert told == []
    impatient: list[tuple[str, str]] = []
    attentive(assistant, impatient, 3_600_000)
    measure(assistant)
    look_away(assistant, qtbot)
    assistant.running.show_measured(*judged("adaptive"))
    qtbot.waitUntil(lambda: bool(told), timeout=PATIENCE_MS)
    assert impatient == []
    assistant.show()


def test_what_went_wrong_is_told_too(
    make_assistant: MakeAssistant, told: list[tuple[str, str]], qtbot: QtBot
) -> None:
    assistant = make_assistant()
    attentive(assistant, told, 0)
    measure(assistant)
    look_away(assistant, qtbot)
    assistant.running.show_broken_off(*samples.raced_result(), HelperGone())
    qtbot.waitUntil(lambda: len(told) == 1, timeout=PATIENCE_MS)
    assert told[0] == ("The measurement stopped early", str(HelperGone().summary))
    measure(assistant)
    assistant.running.show_failed(HelperGone())
    qtbot.waitUntil(lambda: len(told) == 2, timeout=PATIENCE_MS)
    assert told[1] == ("The measurement ended", str(HelperGone().summary))
    assistant.show()


def test_a_desktop_gets_the_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with message_bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        desktop = StandIn(address, (NOTIFICATIONS,))
        try:
            thread = notify("The measurement is complete", "sda <b> & more")
            assert thread is not None
            thread.join(PATIENCE_MS / 1000)
            (asked,) = desktop.asked
            assert asked.words[0] == "Storage Tuner"
            assert asked.words[2] == IDENTIFIER
            assert list(ICONS.glob(f"*/apps/{asked.words[2]}.*"))
            assert asked.words[6]["desktop-entry"].value == IDENTIFIER
            assert asked.words[3:5] == ("The measurement is complete", "sda &lt;b&gt; &amp; more")
        finally:
            desktop.close()


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    with message_bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        made = StandIn(address, (NOTIFICATIONS,))
        yield made
        made.close()


def test_a_click_on_the_message_is_told_with_the_desktops_token(
    desktop: StandIn, qtbot: QtBot
) -> None:
    tokens: list[str] = []
    thread = notify("The measurement is complete", "sda", tokens.append)
    assert thread is not None
    qtbot.waitUntil(lambda: bool(desktop.asked), timeout=PATIENCE_MS)
    assert desktop.asked[0].words[5] == ["default", ""]
    desktop.tell("ActionInvoked", "us", 2, "default")  # another program's message
    desktop.tell("ActivationToken", "us", 1, "let-me-through")
    desktop.tell("ActionInvoked", "us", 1, "default")
    thread.join(PATIENCE_MS / 1000)
    assert tokens == ["let-me-through"]


def test_a_message_that_nobody_heeds_ends_with_it(desktop: StandIn, qtbot: QtBot) -> None:
    tokens: list[str] = []
    thread = notify("The measurement is complete", "sda", tokens.append)
    assert thread is not None
    qtbot.waitUntil(lambda: bool(desktop.asked), timeout=PATIENCE_MS)
    desktop.tell("NotificationClosed", "uu", 1, 1)
    thread.join(PATIENCE_MS / 1000)
    assert not thread.is_alive()
    assert tokens == []


def test_a_click_on_the_message_brings_the_window_to_the_front(
    make_assistant: MakeAssistant,
    desktop: StandIn,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "")
    assistant = make_assistant()
    attention = DesktopNotice(assistant.navigation, assistant.running, assistant, notify, long_ms=0)
    assert attention.parent() is assistant
    measure(assistant)
    look_away(assistant, qtbot)
    assistant.running.show_measured(*judged("adaptive"))
    qtbot.waitUntil(lambda: bool(desktop.asked), timeout=PATIENCE_MS)
    assert not assistant.isVisible()
    desktop.tell("ActivationToken", "us", 1, "let-me-through")
    desktop.tell("ActionInvoked", "us", 1, "default")
    qtbot.waitUntil(assistant.isVisible, timeout=PATIENCE_MS)
    assert os.environ["XDG_ACTIVATION_TOKEN"] == "let-me-through"


LAUNCHER = "com.canonical.Unity.LauncherEntry"


def shown_on_the_icon(desktop: StandIn) -> list[tuple[float, bool]]:
    properties = [each.body[1] for each in desktop.heard if each.interface == LAUNCHER]
    return [(each["progress"].value, each["progress-visible"].value) for each in properties]


def listened_to(assistant: Assistant) -> Tuner:
    """One that measures nothing yet, instead of the one before."""
    running = assistant.running
    running.drop()
    running.tuner = tuner = Tuner(running.make_session, lambda plan: plan)
    running.listen_to(tuner)
    running.begun.emit(tuner)
    return tuner


def test_the_icon_shows_the_progress_while_it_is_measured(
    make_assistant: MakeAssistant, desktop: StandIn, qtbot: QtBot
) -> None:
    desktop.hear(LAUNCHER)
    assistant = make_assistant()
    tuner = listened_to(assistant)
    tuner.progressed.emit(Progress(Phase.PREPARING, 0.9, ""))
    tuner.progressed.emit(Progress(Phase.MEASURING, 0.25, ""))
    assistant.running.over.emit()
    expected = [(0.25, True), (0.0, False)]
    qtbot.waitUntil(lambda: shown_on_the_icon(desktop) == expected, timeout=PATIENCE_MS)


def test_the_icon_shows_nothing_of_a_measurement_that_no_longer_counts(
    make_assistant: MakeAssistant, desktop: StandIn, qtbot: QtBot
) -> None:
    desktop.hear(LAUNCHER)
    assistant = make_assistant()
    before = listened_to(assistant)
    tuner = listened_to(assistant)
    before.progressed.emit(Progress(Phase.MEASURING, 0.5, ""))
    tuner.progressed.emit(Progress(Phase.MEASURING, 0.25, ""))
    qtbot.waitUntil(lambda: bool(shown_on_the_icon(desktop)), timeout=PATIENCE_MS)
    assert shown_on_the_icon(desktop)[0] == (0.25, True)


def test_where_no_desktop_is_nothing_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    assert notify("a", "b") is None
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/nobody")
    thread = notify("a", "b")
    assert thread is not None
    thread.join(PATIENCE_MS / 1000)
    assert not thread.is_alive()
    with message_bus(tmp_path) as address:  # a bus, and nobody on it who shows messages
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        thread = notify("a", "b")
        assert thread is not None
        thread.join(PATIENCE_MS / 1000)
        assert not thread.is_alive()
    assert not [each for each in caplog.records if each.levelname == "ERROR"]
