"""What the tests' loop devices are given back as."""

from __future__ import annotations

import pytest

from tests.loop_device import LoopDevice, attached_loop, attached_names, scratch_folder


def test_what_an_interrupted_run_left_is_not_put_back() -> None:
    """While the helper of a client that has just left restores, it would be a second change."""
    with scratch_folder() as folder:
        with attached_loop(folder) as first:
            pass
        left = first.queue / "scheduler"
        left.write_text("bfq", encoding="ascii")
        with attached_loop(folder) as again:
            assert (again.name, again.scheduler) == (first.name, "none")
        assert first.scheduler == "none"


def test_one_whose_settings_do_not_come_back_is_detached_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def restore(self: LoopDevice, before: dict[str, str]) -> None:
        raise OSError

    monkeypatch.setattr(LoopDevice, "restore", restore)
    with scratch_folder() as folder, pytest.raises(OSError), attached_loop(folder) as device:
        assert device.name in attached_names()
    assert device.name not in attached_names()
