"""The folder of kept sessions."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.verdict import Judgement
from storage_tuner.store.folders import list_sessions, same_device, save, sessions_folder
from tests.unit.report.example_session import DEVICE, example_record

NOTHING = Judgement((), None)
RECORD = dataclasses.replace(example_record(repeats=1), measurements=())


def test_newest_first_whatever_the_time_zone_says(tmp_path: Path) -> None:
    moments = ("2026-03-01T12:00:00+00:00", "2026-03-01T14:30:00+05:00", "2026-02-28T23:00:00Z")
    for moment in moments:
        save(dataclasses.replace(RECORD, created_at=moment), NOTHING, tmp_path)
    found = list_sessions(folder=tmp_path).sessions
    assert [item.record.created_at for item in found] == [moments[0], moments[1], moments[2]]
    assert all(item.path.parent == tmp_path for item in found)


def test_only_those_of_the_device(tmp_path: Path) -> None:
    other = dataclasses.replace(DEVICE, serial="OTHER", wwn="0x2")
    for device in (DEVICE, other, None):
        save(dataclasses.replace(RECORD, device=device), NOTHING, tmp_path)
    (found,) = list_sessions(other, tmp_path).sessions
    assert found.record.device == other
    assert len(list_sessions(folder=tmp_path).sessions) == 3


def test_a_damaged_file_does_not_hide_the_others(tmp_path: Path) -> None:
    kept = save(RECORD, NOTHING, tmp_path)
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "notes.txt").write_text("not ours")
    found = list_sessions(folder=tmp_path)
    assert [item.path for item in found.sessions] == [kept]
    assert [Path(error.path).name for error in found.damaged] == ["broken.json"]


def test_sessions_of_the_same_second_are_all_kept(tmp_path: Path) -> None:
    assert len({save(RECORD, NOTHING, tmp_path) for _ in range(5)}) == 5


def test_a_strange_date_and_device_name_are_no_obstacle(tmp_path: Path) -> None:
    target = dataclasses.replace(RECORD.plan.target, device="../../etc/x" * 30)
    plan = dataclasses.replace(RECORD.plan, target=target)
    path = save(
        dataclasses.replace(RECORD, plan=plan, created_at="yesterday"), NOTHING, tmp_path / "new"
    )
    assert path.parent == tmp_path / "new"
    assert len(list_sessions(folder=tmp_path / "new").sessions) == 1


def test_a_folder_that_is_not_there_is_empty_and_one_that_is_a_file_is_refused(
    tmp_path: Path,
) -> None:
    assert list_sessions(folder=tmp_path / "nothing").sessions == ()
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidInput, match="can't be written"):
        save(RECORD, NOTHING, tmp_path / "file")


def test_what_is_burnt_into_a_disk_says_whether_it_is_the_same() -> None:
    renamed = dataclasses.replace(DEVICE, name="sdz")
    assert same_device(DEVICE, renamed)
    assert not same_device(DEVICE, dataclasses.replace(DEVICE, wwn="0x9"))
    assert not same_device(DEVICE, dataclasses.replace(DEVICE, wwn=None, serial="other"))
    nameless = dataclasses.replace(DEVICE, wwn=None, serial=None)
    assert same_device(nameless, nameless)
    assert not same_device(nameless, dataclasses.replace(nameless, name="sdz"))


def test_the_default_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert sessions_folder() == tmp_path / "storage-tuner" / "sessions"
    assert save(RECORD, NOTHING).parent == sessions_folder()
