"""Services of the tabs that do nothing of themselves, for pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from storage_tuner.advice.advising import advise
from storage_tuner.advice.device_facts import Machine, setup_of
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError, UnreadableResult
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.virtual_memory import VirtualMemory
from storage_tuner.services.advising import Advised
from storage_tuner.services.judging import judge_session
from storage_tuner.services.progress import TuningListener
from storage_tuner.services.qt_advice import AdviceQuestion, Adviser
from storage_tuner.services.qt_quick import QuickTester
from storage_tuner.services.qt_sessions import StoredResults
from storage_tuner.services.quick_test import QuickWish
from storage_tuner.services.tuning import TuningSession
from storage_tuner.store.folders import StoredSession, StoredSessions
from storage_tuner.store.knowledge_files import read_knowledge


def _no_session(listener: TuningListener) -> TuningSession:
    raise AssertionError("pictures measure nothing")


class StillTester(QuickTester):
    """Takes a wish, and tests nothing."""

    def __init__(self) -> None:
        super().__init__(_no_session)

    def start(self, wish: QuickWish) -> None:
        self._wish = wish

    def recall(self, device: Device | None) -> None:
        pass

    def end(self, error: StorageTunerError | None) -> None:
        """As if the test had failed, or been stopped."""
        if error is None:
            self.stopped.emit()
        else:
            self.failed.emit(error)
        self._wish = None
        self.idle.emit()


class StillAdviser(Adviser):
    """Answers at once, of a computer that isn't virtual and runs Linux 6.1."""

    def ask(self, question: AdviceQuestion) -> None:
        machine = Machine(virtual_machine=False, kernel=(6, 1))
        setup = setup_of(question.device, question.devices, question.controllers, machine)
        knowledge = read_knowledge()
        advice = advise(knowledge, setup, question.told, {}, VirtualMemory())
        record = question.record
        judgement = None if record is None else judge_session(record)
        self.advised.emit(Advised(advice, knowledge, record, judgement))


class KeptRecords(StoredResults):
    """Has what it's given, and does everything at once."""

    def show(self, *records: SessionRecord, damaged: tuple[UnreadableResult, ...] = ()) -> None:
        """``records`` newest first."""
        sessions = (
            StoredSession(Path(f"{number}.json"), record) for number, record in enumerate(records)
        )
        self._found = StoredSessions(tuple(sessions), damaged)
        self._is_loaded = True
        self.loaded.emit()

    def load(self) -> None:
        pass

    def _submit(self, work: Callable[[], None]) -> None:
        self._attempt(work)
