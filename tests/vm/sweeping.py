"""A sweep that something happens to, and what must be true afterwards."""

from __future__ import annotations

from tests.vm.disks import Disk
from tests.vm.guests import STATE, begin, journal, settings, wait_measuring, wait_until
from tests.vm.machine import Machine

SWEEP = ("--operations", "rand-read", "--schedulers", "mq-deadline,bfq", "--minutes", "10")


def begun(guest: Machine, target: str, disk: Disk) -> tuple[int, float]:
    """A sweep that is in the middle of it."""
    sweep = begin(guest, "sweep", target, *SWEEP, "--threads", "4")
    wait_measuring(guest, guest.kernel_name(disk))
    return sweep


def assert_all_is_back(guest: Machine, before: dict[str, str]) -> None:
    wait_until(guest, "! pgrep -x fio", "fio's end")
    wait_until(guest, f'test -z "$(ls {STATE}/sessions)"', "an empty journal")
    assert settings(guest) == before
    assert journal(guest) == []
