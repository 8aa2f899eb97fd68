"""A name, and the device that had it."""

from __future__ import annotations

from pathlib import Path

from storage_tuner.probe.block.presence import is_present


def test_a_device_that_stays_goes_or_is_exchanged(tmp_path: Path) -> None:
    folder = tmp_path / "sys/block/sda"
    assert not is_present("sda", 7, tmp_path) and not is_present("sda", 0, tmp_path)
    folder.mkdir(parents=True)
    assert is_present("sda", 0, tmp_path)
    assert not is_present("sda", 7, tmp_path)
    (folder / "diskseq").write_text("7\n", encoding="ascii")
    assert is_present("sda", 7, tmp_path)
    (folder / "diskseq").write_text("9\n", encoding="ascii")
    assert not is_present("sda", 7, tmp_path)
