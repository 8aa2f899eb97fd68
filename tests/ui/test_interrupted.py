"""Cancelled, pulled out, killed or refused in the assistant's phases: the window says what
happened, and every setting is back. Over the real helper where that is killed or its disk goes."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from storage_tuner.client.kept_settings import kept_state
from storage_tuner.client.sessions import HelperSession
from storage_tuner.core.errors import DeviceGone, HelperGone
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.window.services import Services
from tests.bus.plugs import Plugs, plugs_in
from tests.loop_device import LoopDevice
from tests.processes import words_of
from tests.ui.conftest import PATIENCE_MS, Connect
from tests.ui.phases import Phase, leading, plan_for

MakeAssistant = Callable[..., Assistant]

pytestmark = pytest.mark.root


def led(
    make: MakeAssistant, qtbot: QtBot, device: str, phase: Phase, report: Path = Path()
) -> Assistant:
    """An assistant in this phase."""
    assistant = make(device, adjust=plan_for(phase))
    for condition in leading(assistant, phase, report):
        qtbot.waitUntil(condition, timeout=PATIENCE_MS)
    return assistant


def helper_of_ours() -> tuple[psutil.Process, psutil.Process]:
    """Supervisor and worker."""
    (supervisor,) = [
        child
        for child in psutil.Process().children()
        if any(word.endswith("storage-tuner-helper") for word in words_of(child))
    ]
    (worker,) = [child for child in supervisor.children() if "worker" in words_of(child)]
    return supervisor, worker


def is_at_work(process: psutil.Process) -> bool:
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE


def kill_supervisor() -> None:
    helper_of_ours()[0].kill()


def kill_worker() -> None:
    helper_of_ours()[1].kill()


def kill_both() -> None:
    """Stopped first, so that neither can do anything for the other."""
    pair = helper_of_ours()
    for number in (signal.SIGSTOP, signal.SIGKILL):
        for process in pair:
            process.send_signal(number)


KILLS = [kill_worker, kill_supervisor, kill_both]


def end(assistant: Assistant, qtbot: QtBot) -> None:
    assistant.end()
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("phase", [Phase.NOISE, Phase.PAUSED])
def test_stopping_asks_and_then_brings_everything_back(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot, phase: Phase
) -> None:
    before = loop.settings()
    assistant = led(make_assistant, qtbot, loop.name, phase)
    qtbot.mouseClick(assistant.cancel, Qt.MouseButton.LeftButton)
    box = assistant.running.question
    assert box is not None
    stop = next(button for button in box.buttons() if button.text() == "&Stop")
    qtbot.mouseClick(stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not assistant.running.measuring, timeout=PATIENCE_MS)
    if phase is Phase.NOISE:
        assert assistant.pages.measure.message.summary == "Stopped."
    else:
        assert assistant.step is Step.RESULT
    assert loop.settings() == before
    end(assistant, qtbot)
    assert loop.settings() == before


@pytest.mark.slow
def test_closing_ends_a_trial(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.settings()
    assistant = led(make_assistant, qtbot, loop.name, Phase.TRYING)
    assert loop.settings() != before
    assistant.reject()
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)
    assert loop.settings() == before


@pytest.mark.slow
def test_closing_waits_for_the_report(
    make_assistant: MakeAssistant, loop: LoopDevice, state: Path, qtbot: QtBot
) -> None:
    before = loop.settings()
    report = state / "report.pdf"
    assistant = led(make_assistant, qtbot, loop.name, Phase.SAVING, report)
    assistant.reject()
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)
    assert report.read_bytes().startswith(b"%PDF")
    assert loop.settings() == before


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kill", KILLS[1:])
@pytest.mark.usefixtures("real_helper")
def test_a_helper_that_is_killed_while_it_measures(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot, kill: Callable[[], None]
) -> None:
    before = loop.settings()
    assistant = led(make_assistant, qtbot, loop.name, Phase.MEASURING)
    kill()
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    page = assistant.pages.result
    assert page.error.summary == str(HelperGone().summary)
    if kill is kill_both:  # the next helper brings it back
        qtbot.mouseClick(page.error.button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: assistant.step is Step.MEASURE, timeout=PATIENCE_MS)
        slices = assistant.pages.measure.standings
        qtbot.waitUntil(lambda: slices.disturbances.slices > 0, timeout=PATIENCE_MS)
        end(assistant, qtbot)
    qtbot.waitUntil(lambda: loop.settings() == before, timeout=PATIENCE_MS)


@pytest.mark.slow
@pytest.mark.parametrize(
    "kill", [*(pytest.param(kill, marks=pytest.mark.slow) for kill in KILLS[:2]), kill_both]
)
@pytest.mark.usefixtures("real_helper")
def test_a_helper_that_is_killed_while_settings_are_tried(
    make_assistant: MakeAssistant,
    services: Services,
    loop: LoopDevice,
    qtbot: QtBot,
    kill: Callable[[], None],
) -> None:
    before = loop.settings()
    assistant = led(make_assistant, qtbot, loop.name, Phase.TRYING)
    _, worker = helper_of_ours()
    kill()
    # without its supervisor it ends by itself, and may do until then what the click asks for
    qtbot.waitUntil(lambda: not is_at_work(worker), timeout=PATIENCE_MS)
    page = assistant.pages.apply
    qtbot.mouseClick(page.leave, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.message.isVisible, timeout=PATIENCE_MS)
    assert page.message.summary == str(HelperGone().summary)
    end(assistant, qtbot)
    # as the main window does when the assistant has closed
    services.kept_jobs.start(partial(kept_state, services.connect))
    qtbot.waitUntil(lambda: loop.settings() == before, timeout=PATIENCE_MS)


@pytest.fixture
def plugs(state: Path) -> Iterator[Plugs]:
    with plugs_in(state) as room:
        yield room


@pytest.mark.slow
@pytest.mark.usefixtures("real_helper")
def test_a_disk_that_is_pulled_out_while_it_is_measured(
    make_assistant: MakeAssistant, services: Services, plugs: Plugs, qtbot: QtBot
) -> None:
    """In a pause, since the kernel doesn't let a loop device go that fio has open."""
    device = plugs.plug("")
    known = services.inventory
    qtbot.waitUntil(
        lambda: device.name in {each.name for each in known.devices}, timeout=PATIENCE_MS
    )
    assistant = led(make_assistant, qtbot, device.name, Phase.PAUSED)
    plugs.pull(device)
    qtbot.mouseClick(assistant.pages.measure.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not assistant.running.measuring, timeout=PATIENCE_MS)
    assert assistant.step is Step.RESULT
    assert assistant.pages.result.error.summary == str(DeviceGone(device.name).summary)
    assert assistant.running.record is not None
    assert not assistant.running.record.completed
    end(assistant, qtbot)


def test_a_device_that_somebody_else_works_on(
    make_assistant: MakeAssistant, connecting: Connect, loop: LoopDevice, qtbot: QtBot
) -> None:
    """Another application's session."""
    before = loop.settings()
    connection = connecting()
    try:
        session = HelperSession.begin(connection, {loop.name: loop.diskseq})
        session.set({loop.name: {"scheduler": "kyber"}})
        theirs = loop.settings()
        assistant = make_assistant(loop.name, adjust=plan_for(Phase.MEASURING))
        assistant.navigation.go(Step.PLAN)
        assistant.measure()
        message = assistant.pages.measure.message
        qtbot.waitUntil(message.isVisible, timeout=PATIENCE_MS)
        assert loop.name in message.summary
        assert loop.settings() == theirs
        session.end()
    finally:
        connection.close()
    assert loop.settings() == before
    qtbot.mouseClick(assistant.next, Qt.MouseButton.LeftButton)
    slices = assistant.pages.measure.standings
    qtbot.waitUntil(lambda: slices.disturbances.slices > 0, timeout=PATIENCE_MS)
    end(assistant, qtbot)
    assert loop.settings() == before
