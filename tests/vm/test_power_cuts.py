"""The power fails at any moment; the computer is started again."""

from __future__ import annotations

import random
import time

import pytest

from tests.vm.disks import SATA
from tests.vm.guests import OUR_RULES, begin, by_disk, journal, results, succeeds
from tests.vm.installed import RAID_1
from tests.vm.machine import Machine
from tests.vm.survived import Survived
from tests.vm.sweeping import SWEEP

COMPUTERS, CUTS = 4, 5
LONGEST_SECONDS = 30.0
KEPT = "device/queue_depth"


@pytest.mark.parametrize("number", range(COMPUTERS))
def test_the_power_cut(guest: Machine, survived: Survived, number: int) -> None:
    """``number`` seeds the moments: from before the helper's start to the midst of measuring. What
    was kept for good before stays; everything else is as the kernel starts it."""
    moments = random.Random(number)
    succeeds(guest, "set", guest.kernel_name(SATA[4]), "queue_depth=7", "--persist")
    kept = guest.read(OUR_RULES)
    wanted = _with_what_is_kept(guest)
    for _ in range(CUTS):
        begin(guest, "sweep", f"/dev/{RAID_1}", *SWEEP, "--threads", "4")
        # an arbitrary moment is what this is about
        time.sleep(moments.uniform(0, LONGEST_SECONDS))
        written = results(guest)
        guest.cut_power()
        guest = guest.started_again()
        assert journal(guest) == []
        assert guest.read(OUR_RULES) == kept
        assert _with_what_is_kept(guest) == wanted
        found = results(guest)
        for file, lines in written.items():
            assert found[file][: len(lines)] == lines, "what had been measured is there"
        survived.note("power cuts")


def _with_what_is_kept(guest: Machine) -> dict[str, dict[str, str]]:
    found = by_disk(guest)
    assert found[SATA[4].name][KEPT] == "7"
    return found
