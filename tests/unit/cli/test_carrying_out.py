"""How measuring ends in the terminal."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.cli.carrying_out import Measured, end, kept, reported
from storage_tuner.cli.report_options import WantedReport, require_folder
from storage_tuner.core.errors import InvalidInput, NotRestored, ToolFailed
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.layout import Layout
from tests.ordinary_user import as_an_ordinary_user
from tests.unit.client.test_setting_changes import Helper
from tests.unit.jobs.test_device_job import Work, refused
from tests.unit.report.example_session import example_record


def test_a_folder_for_the_report_is_made_and_left_empty(tmp_path: Path) -> None:
    for _ in range(2):
        require_folder(tmp_path / "new" / "folder")
        assert list((tmp_path / "new" / "folder").iterdir()) == []


def test_a_folder_that_can_not_be_written_is_found_out_before_measuring(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InvalidInput, match="file can't be written"):
        require_folder(tmp_path / "file")
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o555)
        for folder in (Path(name), Path(name, "new")):
            with as_an_ordinary_user(), pytest.raises(InvalidInput, match="Permission denied"):
                require_folder(folder)
        assert list(Path(name).iterdir()) == []


def test_a_setting_that_did_not_come_back_is_worse_than_what_else_went_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What else it was mustn't say that nothing is left changed."""
    failed = ToolFailed("fio", "it crashed")
    left = end(Work(Helper(EndSession_md0=refused())), failed)
    assert isinstance(left, NotRestored)
    assert capsys.readouterr().err == "storage-tuner: fio failed: it crashed.\n"
    assert end(Work(Helper()), failed) is failed
    assert end(Work(Helper()), None) is None


def test_what_was_said_by_the_measurement_is_not_said_twice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    work = Work(Helper(Revert_md0=refused(), EndSession_md0=refused()))
    with pytest.raises(NotRestored) as raised:
        work.do(lambda: None)
    assert isinstance(end(work, raised.value), NotRestored)
    assert capsys.readouterr().err == ""


MEASURED = Measured(example_record(repeats=1), Judgement((), None))


def test_a_session_that_cannot_be_kept_is_told_and_ends_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """/proc takes no files."""
    monkeypatch.setenv("XDG_DATA_HOME", "/proc/nothing")
    assert kept(MEASURED) == MEASURED
    assert "The session is not among the kept ones: " in capsys.readouterr().err


def test_nothing_is_kept_or_reported_of_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    nothing = replace(MEASURED, record=replace(MEASURED.record, measurements=()))
    report = WantedReport(tmp_path / "out", Layout(), share=False)
    assert reported(kept(nothing), report) == nothing
    assert list(tmp_path.iterdir()) == []


def test_a_report_that_cannot_be_written_is_a_problem_unless_there_is_a_worse_one() -> None:
    report = WantedReport(Path("/proc/nothing"), Layout(), share=False)
    assert reported(MEASURED, None) == MEASURED
    problem = reported(MEASURED, report).problem
    assert problem is not None
    assert "/proc/nothing" in str(problem)
    failed = replace(MEASURED, problem=ToolFailed("fio", "it crashed"))
    assert reported(failed, report) == failed
