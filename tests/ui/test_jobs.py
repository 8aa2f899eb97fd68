"""Jobs in threads: what comes back to the window, in which order, and what doesn't any more."""

from __future__ import annotations

import gc
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from pytestqt.qtbot import QtBot

from storage_tuner.core.errors import Cancelled, StorageTunerError
from storage_tuner.store.database.run_store import RunStore
from storage_tuner.ui import jobs
from storage_tuner.ui.jobs import HelperJobs, Jobs, JobsInTurn, Newest, RunJobs
from tests.packages import PACKAGES
from tests.ui.conftest import PATIENCE_MS

ROOT = Path(__file__).parents[2]
PATIENCE_S = PATIENCE_MS / 1000


class Gate:
    """A job that waits until it's let go, and gives what it's called."""

    def __init__(self, name: str = "") -> None:
        self._name = name
        self.reached = threading.Event()
        self.opened = threading.Event()

    def __call__(self) -> str:
        self.reached.set()
        assert self.opened.wait(PATIENCE_S)
        return self._name


class Heard:
    """What was called, and that it was in the window's thread."""

    def __init__(self) -> None:
        self.values: list[object] = []
        self._thread = threading.get_ident()

    def __call__(self, value: object) -> None:
        assert threading.get_ident() == self._thread
        self.values.append(value)


class Listener(QObject):
    """Part of a window; ``notes`` outlive it."""

    def __init__(self, notes: list[object]) -> None:
        super().__init__()
        self._notes = notes

    def note(self, value: object) -> None:
        self._notes.append(value)


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


def fail_with(error: Exception) -> Callable[[], None]:
    def job() -> None:
        raise error

    return job


def deliver_all() -> None:
    QCoreApplication.sendPostedEvents()


def delete_now(thing: QObject) -> None:
    thing.deleteLater()
    QCoreApplication.sendPostedEvents(thing, QEvent.Type.DeferredDelete)


@pytest.mark.parametrize("kind", [Jobs, JobsInTurn, HelperJobs])
def test_the_outcome_comes_back_to_the_window(qtbot: QtBot, kind: type[Jobs]) -> None:
    made, heard = kind("test"), Heard()
    with qtbot.waitSignal(made.idle, timeout=PATIENCE_MS):
        made.start(threading.get_ident, heard)
        assert made.is_busy
    assert not made.is_busy
    assert heard.values not in ([], [threading.get_ident()])
    made.finish()


def test_a_known_error_is_told_as_it_is(qtbot: QtBot) -> None:
    made, done, failed = Jobs("test"), Heard(), Heard()
    error = Cancelled()
    with qtbot.waitSignal(made.idle, timeout=PATIENCE_MS):
        made.start(fail_with(error), done, failed)
    assert (done.values, failed.values) == ([], [error])


def test_an_unknown_error_is_logged_and_told_in_our_words(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    made, failed = JobsInTurn("test"), Heard()
    with caplog.at_level(logging.ERROR), qtbot.waitSignal(made.idle, timeout=PATIENCE_MS):
        made.start(fail_with(ZeroDivisionError("by nothing")), failed=failed)
        made.start(lambda: None, failed=failed)
    (error,) = failed.values
    assert isinstance(error, StorageTunerError)
    assert "by nothing" in str(error.summary)
    assert "ZeroDivisionError" in caplog.text
    made.finish()


def test_jobs_say_themselves_what_an_unknown_error_means(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    made, failed = Jobs("test", surprise=lambda error: StorageTunerError(f"<{error}>")), Heard()
    with caplog.at_level(logging.CRITICAL), qtbot.waitSignal(made.idle, timeout=PATIENCE_MS):
        made.start(fail_with(ValueError("x")), failed=failed)
    assert [str(error) for error in failed.values] == ["<x>"]


def test_what_is_told_meanwhile_comes_in_order_and_before_the_outcome(qtbot: QtBot) -> None:
    made, heard = Jobs("test"), Heard()
    tell = made.relay(heard)

    def job() -> str:
        for number in range(1000):
            tell(number)
        return "done"

    with qtbot.waitSignal(made.idle, timeout=PATIENCE_MS):
        made.start(job, heard)
    assert heard.values == [*range(1000), "done"]


def test_jobs_run_at_the_same_time_and_idle_follows_the_last(qtbot: QtBot) -> None:
    made, heard = Jobs("test"), Heard()
    first, second = Gate("first"), Gate("second")
    idle: list[object] = []
    made.idle.connect(lambda: idle.append(heard.values.copy()))
    made.start(first, heard)
    made.start(second, heard)
    first.reached.wait(PATIENCE_S)
    second.reached.wait(PATIENCE_S)
    second.opened.set()
    qtbot.waitUntil(lambda: heard.values == ["second"], timeout=PATIENCE_MS)
    assert made.is_busy
    first.opened.set()
    qtbot.waitUntil(lambda: bool(idle), timeout=PATIENCE_MS)
    assert idle == [["second", "first"]]


def test_a_callback_that_fails_doesnt_keep_the_jobs_busy(qtbot: QtBot) -> None:
    made = Jobs("test")
    with qtbot.capture_exceptions() as raised, qtbot.waitSignal(made.idle, timeout=PATIENCE_MS):
        made.start(lambda: None, fail_on_value)
    assert not made.is_busy
    assert [kind for kind, *_ in raised] == [LookupError]


def fail_on_value(_: object) -> None:
    raise LookupError


def test_jobs_in_turn_wait_for_each_other(qtbot: QtBot) -> None:
    made, heard = JobsInTurn("test"), Heard()
    first, second = Gate("first"), Gate("second")
    second.opened.set()
    with qtbot.waitSignal(made.idle, timeout=PATIENCE_MS):
        made.start(first, heard)
        made.start(second, heard)
        assert first.reached.wait(PATIENCE_S)
        assert not second.reached.is_set()
        first.opened.set()
    assert heard.values == ["first", "second"]
    made.finish()


class EndsWhenAwaited(JobsInTurn):
    """Its gate opens when somebody begins to wait for the thread's end."""

    def __init__(self) -> None:
        super().__init__("test")
        self.gate = Gate()

    def _join(self) -> None:
        self.gate.opened.set()
        super()._join()


def test_who_waits_is_not_begun_after_the_end() -> None:
    made, heard = EndsWhenAwaited(), Heard()
    second = Gate()
    made.start(made.gate, heard)
    made.start(second, heard)
    assert made.gate.reached.wait(PATIENCE_S)
    made.finish()
    made.start(second, heard)
    deliver_all()
    assert not second.reached.is_set()
    assert heard.values == []


def test_a_job_that_asks_for_a_password_may_outlive_the_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jobs, "_PATIENCE_S", 0)
    made, heard, waiting = HelperJobs("test"), Heard(), Gate()
    made.start(waiting, heard)
    assert waiting.reached.wait(PATIENCE_S)
    made.finish()
    waiting.opened.set()
    deliver_all()
    assert heard.values == []


def test_only_the_newest_is_told_of(qtbot: QtBot) -> None:
    made, heard = Jobs("test"), Heard()
    newest = Newest(made)
    gates = [Gate("first"), Gate("second"), Gate("third")]
    for gate in gates:
        newest.start(gate, heard)
        assert gate.reached.wait(PATIENCE_S)
    with qtbot.waitSignal(made.idle, timeout=PATIENCE_MS):
        for gate in reversed(gates):
            gate.opened.set()
    assert heard.values == ["third"]


def test_what_is_forgotten_or_overtaken_is_not_even_begun(qtbot: QtBot) -> None:
    made, heard = JobsInTurn("test"), Heard()
    newest, before, overtaken = Newest(made), Gate(), Gate("overtaken")
    made.start(before)
    newest.start(overtaken, heard)
    newest.start(lambda: "new", heard)
    newest.forget()
    with qtbot.waitSignal(made.idle, timeout=PATIENCE_MS):
        before.opened.set()
    assert heard.values == []
    assert not overtaken.reached.is_set()
    made.finish()


@pytest.mark.parametrize("kind", [Jobs, JobsInTurn, HelperJobs])
def test_jobs_of_a_window_that_is_deleted_end_unheard(kind: type[Jobs]) -> None:
    window, heard, gate = QObject(), Heard(), Gate("late")
    made = kind("test", window)
    tell = made.relay(heard)
    made.start(lambda: (gate(), tell("late")), heard)
    assert gate.reached.wait(PATIENCE_S)
    delete_now(window)
    gate.opened.set()
    deliver_all()
    assert heard.values == []


@pytest.mark.parametrize("kind", [Jobs, JobsInTurn, HelperJobs])
def test_jobs_that_nobody_refers_to_end_unheard(kind: type[Jobs]) -> None:
    heard, gate = Heard(), Gate("late")
    made = kind("test")
    made.start(gate, heard)
    assert gate.reached.wait(PATIENCE_S)
    del made
    gc.collect()
    gate.opened.set()
    deliver_all()
    assert heard.values == []


@pytest.mark.parametrize("wrap", [lambda call: call, lambda call: partial(partial(call))])
def test_who_was_deleted_meanwhile_is_not_called(
    qtbot: QtBot, wrap: Callable[[Callable[[object], None]], Callable[[object], None]]
) -> None:
    made, notes = Jobs("test"), list[object]()
    listener, gate = Listener(notes), Gate("late")
    newest = Newest(made)
    with qtbot.waitSignal(made.idle, timeout=PATIENCE_MS):
        made.start(gate, wrap(listener.note))
        newest.start(gate, wrap(listener.note))
        assert gate.reached.wait(PATIENCE_S)
        delete_now(listener)
        gate.opened.set()
    assert notes == []


@pytest.mark.usefixtures("state")
def test_the_kept_runs_are_opened_and_closed_by_one_thread(qtbot: QtBot) -> None:
    made, heard = RunJobs("test"), Heard()
    stores: list[RunStore] = []

    def job(store: RunStore) -> int:
        stores.append(store)
        return len(store.listed())

    with qtbot.waitSignal(made.idle, timeout=PATIENCE_MS):
        made.start(made.with_runs(job), heard)
        made.start(made.with_runs(job), heard)
    assert heard.values == [0, 0]
    assert stores[0] is stores[1]
    made.finish()  # sqlite refuses to be closed by another thread


KILLED = """
import os, signal, threading
from PySide6.QtCore import QCoreApplication, QTimer
from storage_tuner.ui import jobs as adapter
from storage_tuner.ui.jobs import HelperJobs, Jobs

adapter._PATIENCE_S = 0
application = QCoreApplication([])
asked = threading.Event()
jobs, helper = Jobs("told"), HelperJobs("asked")
tell = jobs.relay(lambda _: None)

def tell_all():
    for number in range(5_000):
        tell(number)

def ask():
    asked.set()
    while True:
        note("thinking")

note = helper.relay(lambda _: None)
jobs.start(tell_all)
helper.start(ask)
asked.wait()
QTimer.singleShot(0, application.quit)
application.exec()
jobs.finish()
helper.finish()
"""


def test_an_application_that_ends_while_jobs_tell_doesnt_crash() -> None:
    ended = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", KILLED],
        env={**os.environ, "PYTHONPATH": PACKAGES},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
