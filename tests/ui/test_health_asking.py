"""Health for the window: in order, in a thread, with one connection for all that wait."""

from __future__ import annotations

import threading
from functools import partial

import pytest
from pytestqt.qtbot import QtBot

from storage_tuner.client.health import HealthQueue
from storage_tuner.client.helper import HelperConnection
from storage_tuner.core.errors import Dismissed, HelperGone, OperationRefused, StorageTunerError
from storage_tuner.core.health import Health
from storage_tuner.ui.jobs import HelperJobs
from tests.unit.client.scripted_helper import greeting_and

PATIENCE_MS = 20_000
SLEEPING = (
    "while question := hear():",
    "    if question['device'] == 'sdx': sys.exit()",
    "    answer = {'result': {'smartctl_json': '', 'exit_code': 3}}",
    "    if question['device'] == 'md0':",
    "        answer = {'error': {'name': 'NotSupported', 'message': ''}}",
    "    say({'id': question['id'], **answer})",
)


class Connecting:
    """Connects to a scripted helper once the gate is open."""

    def __init__(self, error: StorageTunerError | None = None) -> None:
        self.gate = threading.Event()
        self.count = 0
        self._error = error

    def __call__(self) -> HelperConnection:
        self.gate.wait(PATIENCE_MS / 1000)
        self.count += 1
        if self._error:
            raise self._error
        return greeting_and(*SLEEPING)


class Asking:
    """Drives are asked in one thread, and the answers come back to this one."""

    def __init__(self, connecting: Connecting) -> None:
        self.answers: list[str | type[StorageTunerError]] = []
        self.jobs = HelperJobs("health")
        self._queue = HealthQueue(connecting)

    def read(self, device: str) -> None:
        if self._queue.add(device):
            known, failed = self.jobs.relay(self._known), self.jobs.relay(self._failed)
            self.jobs.start(partial(self._queue.work_off, known, failed))

    def _known(self, health: Health) -> None:
        assert health.asleep
        self.answers.append(health.device)

    def _failed(self, error: StorageTunerError) -> None:
        self.answers.append(type(error))


def ask(qtbot: QtBot, connecting: Connecting, *devices: str) -> list[str | type[StorageTunerError]]:
    asking = Asking(connecting)
    for device in devices:
        asking.read(device)
    connecting.gate.set()
    qtbot.waitUntil(lambda: len(asking.answers) == len(devices), timeout=PATIENCE_MS)
    asking.jobs.finish()
    return asking.answers


def test_answers_come_in_order_over_one_connection(qtbot: QtBot) -> None:
    connecting = Connecting()
    told = ask(qtbot, connecting, "sda", "md0", "sdb")
    assert told == ["sda", OperationRefused, "sdb"]
    assert connecting.count == 1


def test_a_helper_that_dies_is_replaced(qtbot: QtBot) -> None:
    connecting = Connecting()
    assert ask(qtbot, connecting, "sdx", "sda") == [HelperGone, "sda"]
    assert connecting.count == 2


def test_one_closed_dialog_is_enough(qtbot: QtBot) -> None:
    connecting = Connecting(Dismissed())
    assert ask(qtbot, connecting, "sda", "sdb", "sdc") == [Dismissed] * 3
    assert connecting.count == 1


@pytest.mark.parametrize("times", [1, 3])
def test_it_can_be_asked_again_when_all_is_told(qtbot: QtBot, times: int) -> None:
    connecting = Connecting()
    connecting.gate.set()
    asking = Asking(connecting)
    for number in range(times):
        asking.read("sda")
        qtbot.waitUntil(lambda: len(asking.answers) > number, timeout=PATIENCE_MS)  # noqa: B023
    assert asking.answers == ["sda"] * times
    asking.jobs.finish()
