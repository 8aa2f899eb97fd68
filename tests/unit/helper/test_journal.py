"""What lies in the journal's folders, and isn't taken for what it's not."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner_helper.restoring.journal import SnapshotFolder


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"device": "../x"}', "[" * 100_000, "\x00\udcff"]
)
def test_what_is_no_snapshot_is_set_aside(tmp_path: Path, text: str) -> None:
    folder = SnapshotFolder(tmp_path / "sessions")
    file = tmp_path / "sessions" / "loop0-1.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert folder.set_aside_unreadable() == [file.name]
    assert [path.name for path in file.parent.iterdir()] == ["loop0-1.unreadable"]


@pytest.mark.parametrize("behind", ["/proc/self/mem", "/nonexistent"])
def test_what_can_not_be_read_just_now_stays(tmp_path: Path, behind: str) -> None:
    """With the kernel's own EIO, and a file that went away after it was listed: what is live is
    found again by whoever restores it."""
    folder = SnapshotFolder(tmp_path / "sessions")
    file = tmp_path / "sessions" / "loop0-1.json"
    file.symlink_to(behind)
    assert folder.set_aside_unreadable() == []
    assert folder.all() == []
    assert file.is_symlink()
