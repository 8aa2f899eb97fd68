"""What the tests' loop devices are given back as."""

from __future__ import annotations

from tests.loop_device import attached_loop, scratch_folder


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
