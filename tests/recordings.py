"""A recording that was invented for tests: 60 reads within 64 MiB."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.core.recording import Recording
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.planning.workload_catalogue import find_workloads, known_workloads
from storage_tuner.store import recordings
from storage_tuner.store.recordings import read_recording

INVENTED = Path(__file__).parent / "data" / "recordings" / "small.json"


def invented() -> Recording:
    return read_recording(INVENTED)


def replay_invented(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the place of every recorded program."""
    monkeypatch.setattr(recordings, "recorded_start", lambda _: invented())


def starts(*names: str) -> tuple[Workload, ...]:
    """The workloads of the catalogue with these names."""
    return find_workloads(names, known_workloads(Path("/nonexistent")))
