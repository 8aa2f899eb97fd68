"""Where sessions of earlier versions lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.store.folders import sessions_folder


def test_the_default_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert sessions_folder() == tmp_path / "storage-tuner" / "sessions"
