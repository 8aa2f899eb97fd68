"""A file of ours among the system's settings survives a power cut."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from storage_tuner_helper.keeping.own_file import OwnFile


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of all that is synced, in order."""
    paths: list[str] = []
    fsync = os.fsync

    def noting(descriptor: int) -> None:
        paths.append(str(Path(f"/proc/self/fd/{descriptor}").readlink()))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", noting)
    return paths


def test_the_file_is_synced_before_it_replaces_the_old_one_and_then_its_folder(
    tmp_path: Path, synced: list[str]
) -> None:
    path = tmp_path / "99-ours.rules"
    OwnFile(str(path)).write("new\n")
    assert path.read_text(encoding="ascii") == "new\n"
    assert synced == [f"{path}.new", str(tmp_path)]


def test_removing_the_file_is_synced(tmp_path: Path, synced: list[str]) -> None:
    path = tmp_path / "99-ours.rules"
    path.write_text("old\n", encoding="ascii")
    OwnFile(str(path)).write("")
    assert not path.exists()
    assert synced == [str(tmp_path)]
