"""What rules ask of a device, by what it is and stands on."""

from __future__ import annotations

import gettext
from dataclasses import replace

import pytest

from storage_tuner.advice.published.device_facts import (
    ComputerFacts,
    Setup,
    built_as,
    copies_of,
    setup_of,
)
from storage_tuner.core.controller import Controller, Policy, Unit
from storage_tuner.core.device import (
    Device,
    DeviceMapping,
    MdState,
    Partition,
    SchedulerState,
    Zones,
)
from storage_tuner.core.knowledge import Choice
from storage_tuner.core.language import Language, speaking
from storage_tuner.core.message import sentence

MACHINE = ComputerFacts(virtual_machine=False, kernel=(6, 12))
DEADLINE = SchedulerState("mq-deadline", ("none", "mq-deadline"))
BEHIND = "a RAID controller doesn't report the type of its drives"


def disk(name: str, **facts: object) -> Device:
    known: dict[str, object] = {
        "transport": "sata",
        "rotational": True,
        "rotational_believed": True,
        "scheduler": DEADLINE,
        **facts,
    }
    return Device(name, f"/dev/{name}", "disk", 10**12, **known)  # type: ignore[arg-type]


def array(level: str, layout: str | None, *members: str, disks: int | None = None) -> Device:
    md = MdState(level, layout, 65536, "clean", "idle", 0, disks=disks or len(members))
    return Device("md0", "/dev/md0", "md", 10**12, members=members, md=md)


def of(name: str, *devices: Device, controllers: tuple[Controller, ...] = ()) -> Setup:
    device = next(one for one in devices if one.name == name)
    return setup_of(device, devices, controllers, MACHINE)


def test_a_plain_disk() -> None:
    facts = of("sda", disk("sda")).facts
    assert (facts.raid, facts.level, facts.layout, facts.controller) == ("none",) * 4
    assert (facts.kind, facts.transport, facts.rotational) == ("disk", "sata", True)
    assert (facts.scheduler, facts.zoned, facts.mapping) == ("mq-deadline", "none", "none")
    assert (facts.disks, facts.kernel, facts.virtual_machine) == (1, (6, 12), False)
    assert (facts.use, facts.aim) == (None, None)


@pytest.mark.parametrize(
    ("level", "layout", "expected"),
    [
        ("raid0", None, ("raid0", "none")),
        ("raid1", None, ("raid1", "none")),
        ("raid4", None, ("raid4", "none")),
        ("raid5", "left-symmetric", ("raid5", "left-symmetric")),
        ("raid6", "left-symmetric", ("raid6", "left-symmetric")),
        ("raid10", "near=2", ("raid10", "near")),
        ("raid10", "far=2", ("raid10", "far")),
        ("raid10", "offset=2", ("raid10", "offset")),
        ("raid10", None, ("raid10", None)),
        ("raid10", "strange", ("raid10", None)),
        ("linear", None, (None, "none")),
    ],
)
def test_arrays(level: str, layout: str | None, expected: tuple[str | None, str | None]) -> None:
    names = ("sda", "sdb", "sdc")
    devices = (*map(disk, names), array(level, layout, *names))
    for name in ("md0", "sda"):
        found = of(name, *devices)
        assert (found.facts.raid, found.facts.disks) == ("software", 3)
        assert (found.facts.level, found.facts.layout) == expected
        assert found.array is devices[-1]


def test_members_that_differ_leave_it_unknown() -> None:
    spinning, solid = disk("sda"), disk("sdb", rotational=False, transport="sas")
    bfq = replace(solid, scheduler=SchedulerState("bfq", ("none", "bfq")))
    facts = of("md0", spinning, bfq, array("raid1", None, "sda", "sdb")).facts
    assert (facts.rotational, facts.transport, facts.scheduler) == (None, None, None)
    assert facts.kind == "disk"


def test_what_is_not_believed_is_not_known() -> None:
    usb = disk("sda", transport="usb", rotational_believed=False, rotational_doubt="cases lie")
    assert of("sda", usb).facts.rotational is None


@pytest.mark.parametrize(
    "facts",
    [
        {"transport": "3ware", "model": "something else"},
        {"transport": "scsi", "rotational_believed": False, "rotational_doubt": BEHIND},
    ],
)
def test_a_silent_raid_controller_leaves_the_array_unknown(facts: dict[str, object]) -> None:
    found = of("sda", disk("sda", **facts)).facts
    assert (found.raid, found.level, found.layout, found.controller) == (None,) * 4
    assert found.disks is None


class Other(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return f"? {message}".replace("RAID controller", "RAID-Controller")


def test_a_silent_raid_controller_is_known_in_any_language() -> None:
    behind = disk("sda", transport="scsi", rotational_believed=False, rotational_doubt=BEHIND)
    said = replace(behind, rotational_doubt=sentence(BEHIND))
    with speaking(Language("de", Other())):
        assert of("sda", said).facts.raid is None


def test_units_of_3ware_tell_their_controller() -> None:
    found = of("sda", disk("sda", transport="3ware", model="9650SE-4LP DISK")).facts
    assert (found.controller, found.raid) == ("9650SE-4LP", None)


def card(*units: Unit) -> Controller:
    return Controller("3ware", "c0", "9650SE-16ML", units=units)


@pytest.mark.parametrize(
    ("kind", "raid", "level"),
    [
        ("RAID-0", "hardware", "raid0"),
        ("RAID-1", "hardware", "raid1"),
        ("RAID-5", "hardware", "raid5"),
        ("RAID-6", "hardware", "raid6"),
        ("RAID-10", "hardware", "raid10"),
        ("RAID-50", "hardware", "raid50"),
        ("SINGLE", "none", "none"),
        ("JBOD", "none", "none"),
    ],
)
def test_units(kind: str, raid: str, level: str) -> None:
    unit = Unit("u0", kind, "OK", ports=("p0", "p1"), disks=("sda",))
    found = of("sda", disk("sda", transport="3ware"), controllers=(card(unit),))
    assert (found.facts.raid, found.facts.level, found.facts.disks) == (raid, level, 2)
    assert (found.unit, found.facts.controller) == (unit, "9650SE-16ML")
    assert found.facts.layout == (None if level == "raid10" else "none")


def test_md_on_single_units_is_software_raid_of_that_controller() -> None:
    units = (Unit("u0", "SINGLE", "OK", disks=("sda",)), Unit("u1", "SINGLE", "OK", disks=("sdb",)))
    disks = disk("sda", transport="3ware"), disk("sdb", transport="3ware")
    found = of("md0", *disks, array("raid1", None, "sda", "sdb"), controllers=(card(*units),))
    assert (found.facts.raid, found.facts.controller) == ("software", "9650SE-16ML")
    assert found.unit is None


def test_through_partitions_and_mappings() -> None:
    parted = disk("sda", partitions=(Partition("sda1", 10**9),), holders=())
    md = replace(array("raid1", None, "sda1", disks=2), holders=("dm-0",))
    lvm = Device(
        "dm-0", "/dev/dm-0", "dm", 10**9, members=("md0",), mapping=DeviceMapping("LVM", "v", "u")
    )
    luks = Device(
        "dm-1", "/dev/dm-1", "dm", 10**9, members=("dm-0",), mapping=DeviceMapping("LUKS", "c", "w")
    )
    devices = (parted, md, lvm, luks)
    assert of("dm-0", *devices).facts.mapping == "LVM"
    found = of("dm-1", *devices)
    assert (found.facts.mapping, found.facts.level) == ("LUKS", "raid1")
    assert [one.name for one in found.disks] == ["sda"]
    assert of("sda", *devices).array is md


def test_a_disk_in_two_arrays_is_in_none_for_sure() -> None:
    first = array("raid1", None, "sda1", "sdb")
    second = replace(array("raid0", None, "sda2", "sdb"), name="md1")
    parted = disk("sda", partitions=(Partition("sda1", 1), Partition("sda2", 1)))
    assert of("sda", parted, disk("sdb"), first, second).array is None


def test_zones() -> None:
    zoned = disk("sda", zones=Zones("host-managed", 10, 256 << 20))
    assert of("sda", zoned).facts.zoned == "host-managed"
    assert of("sda", disk("sda", missing={"zones": "no permission"})).facts.zoned is None


@pytest.mark.parametrize(
    ("layout", "copies"),
    [("far=3", 3), ("near=2", 2), ("near", None), (None, None), ("far=0", None)],
)
def test_copies(layout: str | None, copies: int | None) -> None:
    assert copies_of(array("raid10", layout, "sda", "sdb")) == copies


def test_what_was_built() -> None:
    unit = Unit(
        "u0", "RAID-5", "OK", chunk_bytes=65536, ports=("p0", "p1", "p2"), disks=("sda",),
        policies=(Policy("qpolicy", "off"),),
    )  # fmt: skip
    found = built_as(of("sda", disk("sda", transport="3ware"), controllers=(card(unit),)))
    assert found == {
        Choice.RAID_KIND: "hardware",
        Choice.LEVEL: "raid5",
        Choice.CHUNK: "64 KiB",
        Choice.SPINDLES: "3",
        Choice.VOLUME_MANAGER: "none",
    }
    far = of("md0", disk("sda"), disk("sdb"), array("raid10", "far=2", "sda", "sdb"))
    assert built_as(far)[Choice.LAYOUT] == "far"
