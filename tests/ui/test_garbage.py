from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from storage_tuner.ui.garbage import GarbageCollection
from tests.ui.conftest import PATIENCE_MS


class Garbage:
    """Part of a cycle, so that only the collector finds it; notes in which thread that is."""

    def __init__(self, threads: list[int]) -> None:
        self.itself = self
        self._threads = threads

    def __del__(self) -> None:
        self._threads.append(threading.get_ident())


@pytest.fixture
def collection(qtbot: QtBot) -> Iterator[GarbageCollection]:
    gc.enable()
    made = GarbageCollection()
    yield made
    made.deleteLater()


def test_whoever_needs_memory_garbage_is_collected_in_the_windows_thread(
    collection: GarbageCollection, qtbot: QtBot
) -> None:
    threads: list[int] = []

    def waste() -> None:
        for _ in range(10 * gc.get_threshold()[0]):
            Garbage(threads)

    worker = threading.Thread(target=waste)
    worker.start()
    worker.join()
    assert threads == []
    collection.start()
    qtbot.waitUntil(lambda: bool(threads), timeout=PATIENCE_MS)
    assert set(threads) == {threading.get_ident()}
