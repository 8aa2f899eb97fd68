"""Where Python's cyclic garbage is collected."""

from __future__ import annotations

import gc
import threading

from pytestqt.qtbot import QtBot

from tests.ui.conftest import PATIENCE_MS


def test_what_a_thread_leaves_is_collected_in_the_windows_thread(qtbot: QtBot) -> None:
    freed_in: list[int] = []

    class Cycle:
        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            freed_in.append(threading.get_ident())

    def work() -> None:
        for _ in range(5 * gc.get_threshold()[0]):
            Cycle()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert freed_in == []
    qtbot.waitUntil(lambda: bool(freed_in), timeout=PATIENCE_MS)
    assert set(freed_in) == {threading.get_ident()}
