"""A helper that does nothing but drop caches, and notes it in a file."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path

import pytest

from storage_tuner.client.helper import HelperEvent, Value


class CacheDropper:
    """Writes to ``caches`` in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self._note = folder / "caches"

    def submit(
        self, method: str, device: str = "", arguments: Mapping[str, Value] | None = None
    ) -> Future[dict[str, Value]]:
        assert (method, device, arguments) == ("DropCaches", "sda", {"session": "1"})
        with self._note.open("a") as note:
            note.write("dropped\n")
        reply: Future[dict[str, Value]] = Future()
        reply.set_result({})
        return reply

    def next_event(self, timeout: float) -> HelperEvent | None:
        pytest.fail(f"nobody waits for an event here ({timeout} s)")

    def close(self) -> None:
        pass
