"""The power fails at any moment; the computer is started again."""

from __future__ import annotations

import random
import time
from contextlib import ExitStack

import pytest

from tests.vm.disks import FROZEN, SATA
from tests.vm.guests import begin, journal, of_disk, results, settings, succeeds
from tests.vm.installed import RAID_1
from tests.vm.machine import Machine
from tests.vm.survived import Survived

COMPUTERS, CUTS = 4, 5
LONGEST_SECONDS = 40.0
KEPT = "/device/queue_depth"
RULES = "/etc/udev/rules.d/99-storage-tuner.rules"
SWEEP = ("--operations", "rand-read", "--schedulers", "mq-deadline,bfq", "--minutes", "10")


@pytest.mark.parametrize("number", range(COMPUTERS))
def test_the_power_cut(guest: Machine, survived: Survived, number: int) -> None:
    """``number`` seeds the moments: from before the helper's start to the midst of measuring. What
    was kept for good before stays; everything else is as the kernel starts it."""
    moments = random.Random(number)
    succeeds(guest, "set", guest.kernel_name(SATA[4]), "queue_depth=7", "--persist")
    kept = guest.read(RULES)
    wanted = _by_disk(guest)
    with ExitStack() as computers:
        for _ in range(CUTS):
            begin(guest, "sweep", f"/dev/{RAID_1}", *SWEEP, "--threads", "4")
            # an arbitrary moment is what this is about
            time.sleep(moments.uniform(0, LONGEST_SECONDS))
            written = results(guest)
            guest.cut_power()
            guest = computers.enter_context(guest.started_again())
            assert journal(guest) == []
            assert guest.read(RULES) == kept
            assert _by_disk(guest) == wanted
            found = results(guest)
            for file, lines in written.items():
                assert found[file][: len(lines)] == lines, "what had been measured is there"
            survived.note("power cuts")


def _by_disk(guest: Machine) -> dict[str, dict[str, str]]:
    """The settings of each disk, whatever its name is now."""
    found = settings(guest)
    by_disk = {disk.name: of_disk(found, guest.kernel_name(disk)) for disk in FROZEN}
    assert by_disk[SATA[4].name][KEPT.removeprefix("/")] == "7"
    return by_disk
