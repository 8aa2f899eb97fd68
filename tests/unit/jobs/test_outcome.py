"""How a job ends: what is kept, what was left changed, and what hides nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.core.errors import NotRestored, StorageTunerError, ToolFailed
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.outcome import Outcome, ended, in_place_of, outcome_of, saved
from storage_tuner.store.session_journal import interrupted_folder
from tests.unit.client.test_setting_changes import Helper
from tests.unit.jobs.recording import RecordingListener
from tests.unit.jobs.test_device_job import Work, refused
from tests.unit.report.example_session import example_record

RECORD = example_record(repeats=1)
MEASURED = Outcome(RECORD, Judgement((), None))


def test_an_error_after_the_first_block_hides_nothing_of_it() -> None:
    failed = ToolFailed("fio", "it crashed")
    failed.record = RECORD

    def measure() -> None:
        raise failed

    outcome = outcome_of(measure)  # type: ignore[arg-type]  # it gives nothing
    assert (outcome.record, outcome.problem) == (RECORD, failed)
    failed.record = replace(RECORD, measurements=())
    with pytest.raises(ToolFailed):
        outcome_of(measure)  # type: ignore[arg-type]


def test_a_setting_that_did_not_come_back_is_worse_than_what_else_went_wrong() -> None:
    """What else it was mustn't say that nothing is left changed."""
    failed = replace(MEASURED, problem=ToolFailed("fio", "it crashed"))
    listener = RecordingListener()
    left = ended(Work(Helper(EndSession_md0=refused())), failed, listener)
    assert isinstance(left.problem, NotRestored)
    assert listener.warnings == ["fio failed: it crashed."]
    assert ended(Work(Helper()), failed, listener) == failed
    assert ended(Work(Helper()), MEASURED, listener) == MEASURED


def test_what_was_said_by_the_measurement_is_not_said_twice() -> None:
    work = Work(Helper(Revert_md0=refused(), EndSession_md0=refused()))
    with pytest.raises(NotRestored) as raised:
        work.do(lambda: None)
    listener = RecordingListener()
    left = ended(work, replace(MEASURED, problem=raised.value), listener)
    assert isinstance(left.problem, NotRestored)
    assert listener.warnings == []


def test_a_session_that_cannot_be_kept_is_told_and_ends_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """/proc takes no files."""
    monkeypatch.setenv("XDG_DATA_HOME", "/proc/nothing")
    listener = RecordingListener()
    assert saved(MEASURED, listener) == MEASURED
    assert len(listener.errors) == 1


def test_nothing_is_kept_of_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    nothing = replace(MEASURED, record=replace(RECORD, measurements=()))
    assert saved(nothing, RecordingListener()) == nothing
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def stuck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What can't be removed as a journal is."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = interrupted_folder() / "abc.jsonl"
    folder.mkdir(parents=True)
    return folder


def test_a_part_that_cannot_be_removed_hides_nothing(stuck: Path) -> None:
    whole = replace(MEASURED, stored="abcdefghij")
    left = in_place_of(stuck, whole, RecordingListener())
    assert isinstance(left.problem, StorageTunerError)
    assert left.problem.exit_code == 1
    assert f"can't be removed: {stuck}: Is a directory." in str(left.problem)
    assert replace(left, problem=None) == whole


def test_a_part_that_cannot_be_removed_is_told_beside_what_is_worse(stuck: Path) -> None:
    worse = NotRestored("NotApplied", "it is stuck", "sda")
    whole = replace(MEASURED, problem=worse, stored="abcdefghij")
    listener = RecordingListener()
    assert in_place_of(stuck, whole, listener) == whole
    assert f"can't be removed: {stuck}" in listener.warnings[0]
