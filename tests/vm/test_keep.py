"""Settings for good: there early after a restart, on the right disk, and gone when restored."""

from __future__ import annotations

import pytest

from tests.vm.disks import SATA
from tests.vm.guests import OUR_RULES, journal, queue_depth, scheduler, settings, succeeds
from tests.vm.machine import Machine

DISK, NEIGHBOUR = SATA[0], SATA[4]
EARLY = """[Unit]
DefaultDependencies=no
After=systemd-udev-settle.service
Wants=systemd-udev-settle.service
Before=basic.target
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'grep . /sys/block/*/queue/scheduler > /run/early'
[Install]
WantedBy=basic.target
"""


def test_kept_values_are_there_early_and_gone_when_restored(guest: Machine) -> None:
    before = scheduler(guest, DISK)
    guest.agent.put("/etc/systemd/system/early.service", EARLY.encode())
    guest.run("systemctl", "enable", "early.service")
    name = guest.kernel_name(DISK)
    succeeds(guest, "set", name, "scheduler=bfq", "queue_depth=1", "--persist")
    assert guest.read(OUR_RULES)

    guest.reboot()
    name = guest.kernel_name(DISK)
    assert f"/sys/block/{name}/queue/scheduler:" in guest.read("/run/early")
    (line,) = (one for one in guest.read("/run/early").splitlines() if f"/{name}/" in one)
    assert "[bfq]" in line, "a service that starts before basic.target saw it"
    assert (scheduler(guest, DISK), queue_depth(guest, DISK)) == ("bfq", 1)
    assert (scheduler(guest, NEIGHBOUR), queue_depth(guest, NEIGHBOUR)) == (before, 32)

    succeeds(guest, "restore", name)
    assert (scheduler(guest, DISK), queue_depth(guest, DISK)) == (before, 32)
    assert guest.execute("test", "-e", OUR_RULES).code == 1
    guest.reboot()
    assert (scheduler(guest, DISK), queue_depth(guest, DISK)) == (before, 32)
    assert journal(guest) == []


def test_the_disk_is_found_wherever_it_is_plugged_in(guest: Machine) -> None:
    """Its cable goes to another port: the kernel calls it by another name."""
    old = guest.kernel_name(DISK)
    succeeds(guest, "set", old, "scheduler=bfq", "queue_depth=1", "--persist")
    guest.run("sync")
    moved = guest.started_again(exchanged=(DISK, NEIGHBOUR))
    assert (scheduler(moved, DISK), queue_depth(moved, DISK)) == ("bfq", 1)
    assert scheduler(moved, NEIGHBOUR) != "bfq"
    assert queue_depth(moved, NEIGHBOUR) == 32
    assert moved.read("/proc/uptime")


@pytest.mark.parametrize("place", ["/etc/udev/rules.d", "/usr/lib/udev/rules.d"])
def test_a_rule_of_the_distribution_is_named(guest: Machine, place: str) -> None:
    rule = 'ACTION=="add|change", KERNEL=="sd[a-z]", ATTR{queue/scheduler}="mq-deadline"\n'
    guest.agent.put(f"{place}/60-scheduler.rules", rule.encode())
    before, name = settings(guest), guest.kernel_name(DISK)
    told = guest.execute(
        "storage-tuner", "set", name, "scheduler=bfq", "--persist", "--dry-run", user="tester"
    )
    assert told.code == 0, told.errors
    assert f"{place}/60-scheduler.rules" in told.output + told.errors
    assert settings(guest) == before
