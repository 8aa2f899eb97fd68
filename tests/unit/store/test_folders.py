"""Where sessions of earlier versions lie, and which disk they are of."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from storage_tuner.store.folders import same_device, sessions_folder
from tests.unit.report.example_session import DEVICE


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
