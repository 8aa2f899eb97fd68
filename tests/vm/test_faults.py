"""What can happen to a computer while it measures: afterwards all is as it was before."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest

from tests.vm.conftest import Guests
from tests.vm.delayed import slow_disk
from tests.vm.disks import PULLABLE_SATA, SAS, SATA, USB, Disk
from tests.vm.guests import (
    begin,
    journal,
    keeps_what_was_measured,
    of_disk,
    settings,
    succeeds,
    wait_measured,
    wait_measuring,
    without,
)
from tests.vm.installed import RAID_1, RAID_10
from tests.vm.machine import Machine
from tests.vm.survived import Survived
from tests.vm.sweeping import SWEEP, assert_all_is_back, begun

HELPER = "storage-tuner-helper"


@pytest.mark.parametrize(
    ("disk", "plug"), [(USB, "d-usb0"), (SAS[0], "d-scsi0")], ids=["usb", "scsi"]
)
def test_a_disk_pulled_and_plugged_in_again(
    guest: Machine, survived: Survived, disk: Disk, plug: str
) -> None:
    """It may have another name afterwards; it's the same disk, with the settings of before."""
    _free(guest)
    before, name = settings(guest), guest.kernel_name(disk)
    _pulled(guest, before, disk, plug)
    guest.plug_again(disk)
    succeeds(guest, "restore", "--all")
    assert journal(guest) == []
    assert of_disk(settings(guest), guest.kernel_name(disk)) == of_disk(before, name)
    survived.note("disks pulled")


def test_a_sata_disk_pulled_for_good(guest: Machine, survived: Survived) -> None:
    """It's named until the computer is started again, which forgets settings anyway."""
    _free(guest)
    before = settings(guest)
    _pulled(guest, before, PULLABLE_SATA, "ahci2")
    after = guest.started_again()
    assert journal(after) == []
    assert settings(after)
    survived.note("disks pulled")


def _pulled(guest: Machine, before: dict[str, str], disk: Disk, plug: str) -> None:
    """In the middle of a sweep, which ends with its name; all else is as it was."""
    name = guest.kernel_name(disk)
    sweep = begun(guest, f"/dev/{name}", disk)
    guest.pull(plug)
    done = guest.agent.finish(sweep)
    assert done.code not in (0, 124), done.output
    assert "Traceback" not in done.errors
    assert name in done.errors
    assert without(settings(guest), [name]) == without(before, [name])
    _assert_missing(guest, name)


def _assert_missing(guest: Machine, name: str) -> None:
    """``restore`` says that it's kept in mind."""
    told = succeeds(guest, "restore", "--all")
    assert re.search(rf"^{name} .* is missing", told, re.MULTILINE), told


def _free(guest: Machine) -> None:
    """Disks for themselves."""
    guest.shell("mdadm --stop --scan --quiet; udevadm settle")


def test_a_member_pulled_from_its_array(guest: Machine, survived: Survived) -> None:
    before, name = settings(guest), guest.kernel_name(SAS[0])
    sweep = begun(guest, f"/dev/{RAID_10}", SATA[4])
    guest.pull("d-scsi0")
    done = guest.agent.finish(sweep)
    assert done.code != 124
    assert "Traceback" not in done.errors
    _assert_missing(guest, name)
    assert without(settings(guest), [name]) == without(before, [name])
    array = guest.name_behind(RAID_10)
    assert guest.read(f"/sys/block/{array}/md/degraded") == "1"
    guest.plug_again(SAS[0])
    succeeds(guest, "restore", "--all")
    assert journal(guest) == []
    assert of_disk(settings(guest), guest.kernel_name(SAS[0])) == of_disk(before, name)
    survived.note("members pulled")


def test_a_member_with_errors(guests: Guests, survived: Survived) -> None:
    """All its requests fail from some moment on: md goes on without it."""
    with slow_disk(0) as failing:
        guest = guests({PULLABLE_SATA.name: failing.backend})
        _free(guest)
        name = guest.kernel_name(PULLABLE_SATA)
        before = settings(guest)
        sweep = begun(guest, f"/dev/{name}", PULLABLE_SATA)
        failing.errors.touch()
        done = guest.agent.finish(sweep)
        assert done.code not in (0, 124), done.output
        assert "Traceback" not in done.errors
        assert_all_is_back(guest, before)
        survived.note("disks with errors")


KILLS: dict[str, Callable[[Machine], object]] = {
    "the helper's worker": lambda guest: guest.shell(
        f"kill -KILL $(systemctl show {HELPER} --property=MainPID --value | xargs pgrep --parent)"
    ),
    "the helper's supervisor": lambda guest: guest.shell(
        f"kill -KILL $(systemctl show {HELPER} --property=MainPID --value)"
    ),
    "the whole helper": lambda guest: guest.run("systemctl", "kill", "--signal=KILL", HELPER),
    "the helper stopped": lambda guest: guest.run("systemctl", "stop", HELPER),
    "the application": lambda guest: guest.shell("pkill -KILL -f '[s]torage-tuner sweep'"),
    "the bus restarted": lambda guest: guest.run("systemctl", "restart", "dbus"),
}


@pytest.mark.parametrize(
    "what",
    [
        pytest.param(what, marks=[pytest.mark.brief] if what == "the whole helper" else [])
        for what in KILLS
    ],
)
def test_killed_in_the_middle(guest: Machine, survived: Survived, what: str) -> None:
    before = settings(guest)
    sweep = begun(guest, f"/dev/{RAID_1}", SATA[0])
    KILLS[what](guest)
    done = guest.agent.finish(sweep)
    assert done.code not in (0, 124)
    assert "Traceback" not in done.errors
    assert_all_is_back(guest, before)
    survived.note("kills")


def test_a_clock_that_jumps(guest: Machine, survived: Survived) -> None:
    """The computer stands still, as when it's suspended, and wakes up an hour later."""
    before = settings(guest)
    sweep = begin(guest, "sweep", f"/dev/{RAID_1}", *SWEEP[:-1], "1", "--threads", "4")
    wait_measuring(guest, guest.kernel_name(SATA[0]))
    guest.qmp.call("stop")
    guest.qmp.call("cont")
    guest.run("date", "--set", f"@{time.time() + 3600:.0f}")
    done = guest.agent.finish(sweep)
    assert done.code == 0, done.errors
    assert_all_is_back(guest, before)
    survived.note("clock jumps")


def test_a_full_disk(guest: Machine, survived: Survived) -> None:
    """The file system that the results go to is filled up in the middle."""
    home = "/home/tester"
    guest.shell(
        f"truncate --size=8M /root/home.img; mkfs.ext4 -q /root/home.img; "
        f"mount -o loop /root/home.img {home}; chown tester {home}"
    )
    before = settings(guest)
    sweep = begin(guest, "sweep", f"/dev/{RAID_1}", *SWEEP[:-1], "2", "--threads", "4")
    wait_measured(guest)
    guest.execute("sh", "-c", f"cat /dev/zero > {home}/fill; sync")
    done = guest.agent.finish(sweep)
    assert done.code != 124
    assert "Traceback" not in done.errors
    assert_all_is_back(guest, before)
    assert keeps_what_was_measured(guest)
    survived.note("full disks")
