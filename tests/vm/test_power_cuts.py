"""The power fails at any moment; the computer is started again."""

from __future__ import annotations

import random
import time

import pytest

from tests.vm.disks import SATA
from tests.vm.guests import begin, journal, results, settings, succeeds
from tests.vm.installed import RAID_1
from tests.vm.machine import Machine
from tests.vm.survived import Survived

CUTS = 20
LONGEST_SECONDS = 60.0
SWEEP = ("--operations", "rand-read", "--schedulers", "mq-deadline,bfq", "--minutes", "10")


@pytest.mark.parametrize("number", range(CUTS))
def test_the_power_cut(guest: Machine, survived: Survived, number: int) -> None:
    """``number`` seeds the moment: from before the helper's start to the midst of measuring. What
    was kept for good before stays; everything else is as the kernel starts it."""
    kept = guest.kernel_name(SATA[4])
    succeeds(guest, "set", kept, "queue_depth=7", "--persist")
    begin(guest, "sweep", f"/dev/{RAID_1}", *SWEEP, "--threads", "4")
    # an arbitrary moment is what this is about
    time.sleep(random.Random(number).uniform(0, LONGEST_SECONDS))
    written = results(guest)
    guest.cut_power()
    with guest.started_again() as after:
        assert journal(after) == []
        assert after.read(f"/sys/block/{after.kernel_name(SATA[4])}/device/queue_depth") == "7"
        for disk in SATA[:2]:
            name = after.kernel_name(disk)
            assert "[mq-deadline]" in after.read(f"/sys/block/{name}/queue/scheduler")
        assert after.execute("mdadm", "--wait", f"/dev/{RAID_1}").code in (0, 1)
        found = results(after)
        for file, lines in written.items():
            assert found[file][: len(lines)] == lines, "what had been measured is there"
        assert settings(after)
    survived.note("power cuts")
