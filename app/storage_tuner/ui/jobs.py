"""Runs jobs for the window: plain callables in threads, whose outcome comes back to its thread.

A job knows nothing of Qt: it returns a value or raises. ``done`` is called with the value or
``failed`` with the ``StorageTunerError``, in the thread that started the job, and neither once the
object whose method it is has been deleted. ``relay`` does the same for what a job tells meanwhile.
A signal's ``emit`` is no method of its object: give it only to ``Jobs`` that end with the object.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance
from shiboken6 import isValid

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import sentence, tr
from storage_tuner.jobs.results.kept_store import KeptStore
from storage_tuner.jobs.unexpected_errors import unexpected

if TYPE_CHECKING:
    from storage_tuner.store.database.run_store import RunStore

_PATIENCE_S = 2
_log = logging.getLogger(__name__)

Values = ParamSpec("Values")
Result = TypeVar("Result")
Failed = Callable[[StorageTunerError], object]
Surprise = Callable[[Exception], StorageTunerError]
"""Wraps an unexpected error in one with a summary and a remedy."""


def with_remedy(remedy: str) -> Surprise:
    """Wraps an unexpected error with this remedy."""
    return lambda error: unexpected(error, remedy)


_USUAL_SURPRISE = with_remedy(str(sentence("See the log for details.")))


def _ignore(_: object) -> None:
    pass


class _Outlet:
    """Emits signals until closed. Emitting during interpreter shutdown, or from a deleted object,
    would crash the application."""

    def __init__(self) -> None:
        self._lock = threading.RLock()  # a collected object may close it in the middle of ``emit``
        self.is_open = True

    def emit(self, signal: SignalInstance, value: object) -> None:
        with self._lock:
            if self.is_open:
                signal.emit(value)

    def close(self) -> None:
        """Nothing is emitted from now on."""
        with self._lock:
            self.is_open = False


class Jobs(QObject):
    """Runs each job in its own thread; ``idle`` follows the outcome of the last one.

    When this object is deleted, jobs finish without being reported.
    """

    idle = Signal()
    _delivered = Signal(object)
    _ended = Signal(object)

    def __init__(
        self, name: str, parent: QObject | None = None, surprise: Surprise = _USUAL_SURPRISE
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._surprise = surprise
        self._under_way = 0
        self._threads: list[threading.Thread] = []
        outlet = self._outlet = _Outlet()
        self._delivered.connect(self._report, Qt.ConnectionType.QueuedConnection)
        self._ended.connect(self._end, Qt.ConnectionType.QueuedConnection)
        self.destroyed.connect(lambda: outlet.close())

    @property
    def is_busy(self) -> bool:
        """Whether a job is running, waiting, or has an unreported outcome."""
        return self._under_way > 0

    def start(
        self,
        job: Callable[[], Result],
        done: Callable[[Result], object] = _ignore,
        failed: Failed = _ignore,
    ) -> None:
        """Returns at once; does nothing after ``finish``."""
        if self._outlet.is_open:
            self._under_way += 1
            # without a reference to this object, which belongs to the thread that made it
            outlet, ended, surprise = self._outlet, self._ended, self._surprise
            self._begin(lambda: outlet.emit(ended, _outcome(job, done, failed, surprise)))

    def relay(self, callback: Callable[Values, object]) -> Callable[Values, None]:
        """A function for a job's thread that calls ``callback`` in this object's thread."""
        outlet, reported = self._outlet, self._delivered

        def report(*args: Values.args, **kwargs: Values.kwargs) -> None:
            outlet.emit(reported, partial(callback, *args, **kwargs))

        return report

    def finish(self) -> None:
        """Wait for all jobs; outcomes are no longer reported."""
        self._join()
        self._outlet.close()

    def _begin(self, work: Callable[[], None]) -> None:
        self._start_thread(work)

    def _start_thread(self, work: Callable[[], None], *, daemon: bool = False) -> None:
        thread = threading.Thread(target=work, name=self._name, daemon=daemon)
        self._threads.append(thread)
        thread.start()

    def _join(self) -> None:
        for thread in self._threads:
            thread.join()
        self._threads.clear()

    def _rest(self) -> None:
        """Nothing is under way any more."""
        self._join()  # each is about to return from telling its end

    def _report(self, call: Callable[[], object]) -> None:
        if self._outlet.is_open and _is_heard(call):
            call()

    def _end(self, outcome: Callable[[], object]) -> None:
        try:
            self._report(outcome)
        finally:
            self._under_way -= 1
            if not self._under_way and self._outlet.is_open:
                self._rest()
                self.idle.emit()


class JobsInTurn(Jobs):
    """One job after the other, all in one thread, which calls ``leave`` at its end."""

    def __init__(
        self,
        name: str,
        parent: QObject | None = None,
        surprise: Surprise = _USUAL_SURPRISE,
        leave: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(name, parent, surprise)
        self._leave = leave
        waiting = self._waiting = SimpleQueue[Callable[[], None] | None]()
        self.destroyed.connect(lambda: waiting.put(None))

    def finish(self) -> None:
        """Wait for the job that is under way; what isn't begun yet isn't done."""
        self._forget_waiting()
        self._waiting.put(None)
        super().finish()

    def _begin(self, work: Callable[[], None]) -> None:
        self._waiting.put(work)
        if not self._threads:
            self._start_thread(partial(_work_off, self._waiting, self._leave))

    def _rest(self) -> None:
        """The thread waits for more."""

    def _forget_waiting(self) -> None:
        try:
            while True:
                self._waiting.get_nowait()
        except Empty:
            return


class HelperJobs(JobsInTurn):
    """Runs jobs one after the other in a thread that may outlive the window: somebody may be
    entering a password."""

    def finish(self) -> None:
        """Give each job a moment; outcomes are no longer reported."""
        self._waiting.put(None)
        for thread in self._threads:
            thread.join(_PATIENCE_S * max(1, self._under_way))
        self._outlet.close()

    def _start_thread(self, work: Callable[[], None], *, daemon: bool = True) -> None:
        super()._start_thread(work, daemon=daemon)


class RunJobs(JobsInTurn):
    """One job after the other with the kept runs, which their thread opens for the first one."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        self._runs = KeptStore()
        as_before = tr("Stored results are unchanged. See the log for details.")
        super().__init__(name, parent, with_remedy(as_before), self._runs.close)

    def with_runs(self, job: Callable[[RunStore], Result]) -> Callable[[], Result]:
        """``job`` as one that can be started here."""
        runs = self._runs
        return lambda: job(runs.opened())


class Newest:
    """Reports only the newest of several jobs; older ones that haven't started are dropped."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._number = 0

    def start(
        self,
        job: Callable[[], Result],
        done: Callable[[Result], object] = _ignore,
        failed: Failed = _ignore,
    ) -> None:
        """As ``Jobs.start``."""
        self.forget()
        number = self._number
        self._jobs.start(
            lambda: job() if number == self._number else None,
            partial(self._report, number, done),
            partial(self._report, number, failed),
        )

    def forget(self) -> None:
        """Drop outcomes of started jobs."""
        self._number += 1

    def _report(self, number: int, call: Callable[[Result], object], value: Result) -> None:
        if number == self._number and _is_heard(call):
            call(value)


def _outcome(
    job: Callable[[], Result],
    done: Callable[[Result], object],
    failed: Failed,
    surprise: Surprise,
) -> Callable[[], object]:
    """What is to be called in the end."""
    try:
        return partial(done, job())
    except StorageTunerError as error:
        return partial(failed, error)
    except Exception as error:
        _log.exception("unexpected error")
        return partial(failed, surprise(error))


def _work_off(waiting: SimpleQueue[Callable[[], None] | None], leave: Callable[[], None]) -> None:
    while (work := waiting.get()) is not None:
        work()
        del work  # what it refers to isn't kept until the next one comes
    leave()


def _is_heard(call: Callable[..., object]) -> bool:
    """Whether the object whose method it is, if it is one, wasn't deleted."""
    while isinstance(call, partial):
        call = call.func
    receiver = getattr(call, "__self__", None)
    return not isinstance(receiver, QObject) or isValid(receiver)
