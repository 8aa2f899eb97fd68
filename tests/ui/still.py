"""Services of the tabs that do nothing of themselves, for pictures."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path

from storage_tuner.advice.published.device_advice import advise
from storage_tuner.advice.published.device_facts import ComputerFacts, setup_of
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.progress import TuningListener
from storage_tuner.core.session_kinds import SessionKind, kind_of
from storage_tuner.core.virtual_memory import VirtualMemory
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.planning.device_advice import AdviceQuestion, Advised
from storage_tuner.jobs.quick_test.request import QuickTestRequest
from storage_tuner.jobs.results.kept_store import KeptStore
from storage_tuner.jobs.results.newest_results import NewestResults
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.store.database.run_store import RunStore, open_runs
from storage_tuner.store.database.run_summaries import device_key_of
from storage_tuner.store.folders import StoredSession
from storage_tuner.store.knowledge_files import read_knowledge
from storage_tuner.ui.benchmark.tester import QuickTester
from storage_tuner.ui.history.run_history import RunHistory
from storage_tuner.ui.jobs import Failed, Jobs, Result, RunJobs
from storage_tuner.ui.window.stored_results import StoredResults


def _no_session(listener: TuningListener) -> TuningSession:
    raise AssertionError("pictures measure nothing")


class StillTester(QuickTester):
    """Takes a request, and tests nothing."""

    def __init__(self) -> None:
        super().__init__(_no_session)

    def start(self, request: QuickTestRequest) -> None:
        self.request = request

    def recall(self, device: Device | None) -> None:
        pass

    def end(self, error: StorageTunerError | None) -> None:
        """As if the test had failed, or been stopped."""
        if error is None:
            self.stopped.emit()
        else:
            self.failed.emit(error)
        self.request = None
        self.idle.emit()


class AtOnce(Jobs):
    """Does everything at once."""

    def __init__(self) -> None:
        super().__init__("at once")

    def start(
        self,
        job: Callable[[], Result],
        done: Callable[[Result], object] = lambda _: None,
        failed: Failed = lambda _: None,
    ) -> None:
        try:
            found = job()
        except StorageTunerError as error:
            failed(error)
        else:
            done(found)


class Never(Jobs):
    """Does nothing."""

    def __init__(self) -> None:
        super().__init__("never")

    def start(
        self,
        job: Callable[[], Result],
        done: Callable[[Result], object] = lambda _: None,
        failed: Failed = lambda _: None,
    ) -> None:
        pass


def still_advice(question: AdviceQuestion) -> Advised:
    """Of a computer that isn't virtual and runs Linux 6.1."""
    machine = ComputerFacts(virtual_machine=False, kernel=(6, 1))
    setup = setup_of(question.device, question.devices, question.controllers, machine)
    knowledge = read_knowledge()
    advice = advise(knowledge, setup, question.user_facts, {}, VirtualMemory())
    record = question.record
    judgement = None if record is None else judge_session(record)
    return Advised(advice, knowledge, record, judgement)


class KeptRecords(StoredResults):
    """Has what it's given."""

    def __init__(self) -> None:
        super().__init__(RunJobs("still"))

    def show(self, *records: SessionRecord) -> None:
        """``records`` newest first."""
        newest: dict[str, StoredSession] = {}
        comparisons: dict[str, StoredSession] = {}
        for number, record in reversed([*enumerate(records)]):
            session = StoredSession(Path(f"{number}.json"), record)
            key = device_key_of(record.device)
            newest[key] = session
            if kind_of(record.plan) in (SessionKind.COMPARISON, SessionKind.LIVE):
                comparisons[key] = session
        self._note(NewestResults(newest, comparisons))

    def load(self) -> None:
        pass


class _StoreAt(KeptStore):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def opened(self) -> RunStore:
        if self._store is None:
            self._store = open_runs(self._path)
        return self._store


class RunsAtOnce(AtOnce, RunJobs):
    """Does everything at once, with the runs in a file of its own."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._runs = _StoreAt(path)

    def finish(self) -> None:
        self._runs.close()


class StillHistory(RunHistory):
    """Has what it's told to keep, and does everything at once."""

    def __init__(self) -> None:
        folder = tempfile.mkdtemp()
        self.path = Path(folder) / "runs.sqlite3"
        super().__init__(RunsAtOnce(self.path), RunsAtOnce(self.path))
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)

    def keep(self, *records: SessionRecord, imported_from: str = "") -> list[str]:
        """Their identifiers."""
        with open_runs(self.path) as runs:
            return [
                runs.save(record, judge_session(record), imported_from=imported_from)
                for record in records
            ]
