"""The package's life in a whole computer: another release comes while it works, it's removed, and
purged."""

from __future__ import annotations

from tests.packaging.releases import LATER_VERSION
from tests.vm.disks import SATA
from tests.vm.guests import (
    OUR_RULES,
    begin,
    by_disk,
    journal,
    keeps_what_was_measured,
    queue_depth,
    scheduler,
    settings,
    succeeds,
    wait_measured,
    wait_until,
)
from tests.vm.installed import RAID_1, install_package
from tests.vm.machine import Machine
from tests.vm.package import later_package
from tests.vm.survived import Survived
from tests.vm.sweeping import assert_all_is_back, begun

KEPT, TRIED = SATA[4], SATA[0]
LEFT = (
    "find / -xdev -iname '*storage*tuner*' -not -path '/proc/*' -not -path '/home/*' "
    "-not -name 'storage-tuner-agent*'"  # the tests' own
)


def test_replaced_by_a_later_release_in_the_middle_of_a_sweep(
    guest: Machine, survived: Survived
) -> None:
    succeeds(guest, "set", guest.kernel_name(KEPT), "queue_depth=7", "--persist")
    rules, before = guest.read(OUR_RULES), settings(guest)
    sweep = begun(guest, f"/dev/{RAID_1}", SATA[0])
    wait_measured(guest)
    install_package(guest, later_package())
    done = guest.agent.finish(sweep)
    assert done.code not in (0, 124)
    assert "Traceback" not in done.errors
    assert_all_is_back(guest, before)
    shown = guest.run("dpkg-query", "--show", "--showformat=${Version}", "storage-tuner")
    assert shown == LATER_VERSION
    assert guest.read(OUR_RULES) == rules
    assert keeps_what_was_measured(guest)
    succeeds(guest, "restore", "--all")
    assert queue_depth(guest, KEPT) == 32
    survived.note("releases in the middle")


def test_removed_and_purged(guest: Machine) -> None:
    """What is kept needs nothing but udev, until purging takes it out, too."""
    before, tried_before = by_disk(guest), scheduler(guest, TRIED)
    succeeds(guest, "set", guest.kernel_name(KEPT), "queue_depth=7", "--persist")
    name = guest.kernel_name(TRIED)
    trial = begin(guest, "set", name, "scheduler=bfq", "--try", "600")
    wait_until(guest, f"grep -F '[bfq]' /sys/block/{name}/queue/scheduler", "the trial")
    guest.run("dpkg", "--remove", "storage-tuner")
    guest.agent.finish(trial)
    assert scheduler(guest, TRIED) == tried_before
    assert guest.execute("test", "-e", "/usr/lib/storage-tuner").code == 1

    guest.reboot()
    assert queue_depth(guest, KEPT) == 7

    guest.run("dpkg", "--purge", "storage-tuner")
    assert by_disk(guest) == before
    assert journal(guest) == []
    assert guest.shell(LEFT).split() == []
    assert "storage-tuner" not in guest.run("systemctl", "list-unit-files").replace(
        "storage-tuner-agent", ""
    )
    assert "org.storagetuner" not in guest.run("pkaction")
