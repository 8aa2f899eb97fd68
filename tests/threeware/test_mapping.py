"""Which disk of Linux a unit is: sure, or not told."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from storage_tuner.core.controller import Controller, Policy, Unit
from storage_tuner.probe.threeware.mapping import with_disks
from tests.threeware.machines import SysfsTree
from tests.threeware.test_captures import KERNEL_LOG
from tests.unit.said import said

GIB = 1 << 30


def array(name: str, gib: float = 931.312, serial: str | None = None, kind: str = "RAID-1") -> Unit:
    """Its size as the program's six digits tell it."""
    size = round(float(f"{gib:.6g}") * GIB)
    policies = (Policy("qpolicy", "on"), Policy("storsave", None, "too old"))
    return Unit(name, kind, "OK", size_bytes=size, serial=serial, policies=policies)


def card(name: str, *units: Unit, model: str | None = "9650SE-8LPML") -> Controller:
    return Controller("3ware", name, model, units=units)


def mapped(tree: SysfsTree, *controllers: Controller) -> list[tuple[tuple[str, ...], str | None]]:
    """Disks and doubt of every unit, in order."""
    found = with_disks(controllers, tree.devices, tree.root)
    return [(unit.disks, _doubt(unit)) for card in found for unit in card.units]


def _doubt(unit: Unit) -> str | None:
    return None if said(unit.mapping_doubt) is None else str(unit.mapping_doubt)


def test_the_target_is_the_unit_number_not_its_place(tree: SysfsTree) -> None:
    host = tree.add_host(4)
    tree.add_disk(host, 3, gib=100)
    tree.add_disk(host, 1, gib=200)
    units = array("u1", 200), array("u3", 100)
    assert mapped(tree, card("c0", *units)) == [(("sdb",), None), (("sda",), None)]


def test_a_carved_unit_is_several_disks_in_the_order_of_their_numbers(tree: SysfsTree) -> None:
    host = tree.add_host(0)
    for lun, gib in ((2, 792.0), (0, 2048.0), (1, 2048.0)):
        tree.add_disk(host, 0, lun, gib=gib)
    assert mapped(tree, card("c0", array("u0", 4888))) == [(("sdb", "sdc", "sda"), None)]


@pytest.mark.parametrize("kind", ["JBOD", "SINGLE", "RAID-0", "RAID-77"])
def test_single_drives_are_mapped_as_arrays_are(tree: SysfsTree, kind: str) -> None:
    tree.add_disk(tree.add_host(0), 5)
    assert mapped(tree, card("c0", array("u5", kind=kind))) == [(("sda",), None)]


def test_a_unit_that_is_not_exported(tree: SysfsTree) -> None:
    tree.add_disk(tree.add_host(0), 0)
    units = array("u0"), array("u1")
    (found,) = with_disks((card("c0", *units),), tree.devices, tree.root)
    assert found.units[0].disks == ("sda",)
    assert said(found.units[1].mapping_doubt) == "Linux has no disk for this unit"
    reasons = [policy.reason for policy in found.units[1].policies]
    assert said(reasons) == ["its disk isn't known for certain", "too old"]


@pytest.mark.parametrize(
    ("driver", "model", "inquiry", "fits"),
    [
        ("3w-9xxx", "9650SE-8LPML", "9650SE-8LP DISK", True),
        ("3w-9xxx", "9690SA-8E", "9690SA-8E  DISK", True),
        ("3w-9xxx", "9690SA-8I", "9690SA-8E  DISK", False),
        ("3w-9xxx", "9500S-8", "9500S-8    DISK", True),
        ("3w-xxxx", "8006-2LP", "Logical Disk 0", True),
        ("3w-sas", "9750-8i", "9750-8i    DISK", True),
        ("3w-sas", "9650SE-8LPML", "9750-8i    DISK", False),
        ("3w-xxxx", "9750-8i", "Logical Disk 0", False),
        ("3w-9xxx", None, "9650SE-8LP DISK", True),
        ("3w-9xxx", "9999XX-1", "9999XX-1   DISK", True),
        ("ahci", "9650SE-8LPML", "9650SE-8LP DISK", False),
        ("mpt3sas", "9650SE-8LPML", "9650SE-8LP DISK", False),
    ],
)
def test_driver_and_model_must_fit(
    tree: SysfsTree, driver: str, model: str | None, inquiry: str, fits: bool
) -> None:
    tree.add_disk(tree.add_host(2, driver), 0, inquiry=inquiry)
    no_host = "Linux has no matching 3ware controller"
    expected = [(("sda",), None)] if fits else [((), no_host)]
    assert mapped(tree, card("c0", array("u0"), model=model)) == expected


def test_without_the_driver_link_the_pci_numbers_tell(tree: SysfsTree) -> None:
    tree.add_disk(tree.add_host(0, None, ("0x13c1", "0x1004")), 0)
    tree.add_disk(tree.add_host(1, None, ("0x1000", "0x0072")), 0)
    assert mapped(tree, card("c0", array("u0"))) == [(("sda",), None)]


def test_serial_numbers_tell_like_controllers_apart(tree: SysfsTree) -> None:
    tree.add_disk(tree.add_host(0), 0, page="AAAA")
    tree.add_disk(tree.add_host(1), 0, serial="AMCC_BBBB")
    controllers = card("c0", array("u0", serial="BBBB")), card("c1", array("u0", serial="aaaa"))
    assert mapped(tree, *controllers) == [(("sdb",), None), (("sda",), None)]


def test_one_proven_controller_leaves_the_other_one_certain(tree: SysfsTree) -> None:
    tree.add_disk(tree.add_host(0), 0)
    tree.add_disk(tree.add_host(1), 0, page="BBBB")
    controllers = card("c0", array("u0", serial="BBBB")), card("c1", array("u0", serial="AAAA"))
    assert mapped(tree, *controllers) == [(("sdb",), None), (("sda",), None)]


def test_like_controllers_without_serial_numbers_are_not_guessed(tree: SysfsTree) -> None:
    """Two 7506-8 in one machine, as in a capture: their numbers would fit, and prove nothing."""
    for number in (2, 3):
        host = tree.add_host(number, "3w-xxxx")
        tree.add_disk(host, 0, gib=233.762, inquiry="Logical Disk 0")
    controllers = [card(name, array("u0", 233.762), model="7506-8") for name in ("c2", "c3")]
    for disks, doubt in mapped(tree, *controllers):
        assert disks == ()
        assert doubt is not None
        assert doubt.startswith("host2 and host3 look the same")


def test_like_controllers_of_other_sizes_are_told_apart(tree: SysfsTree) -> None:
    for number, gib in ((2, 233.762), (3, 465.651)):
        host = tree.add_host(number, "3w-xxxx")
        tree.add_disk(host, 0, gib=gib, inquiry="Logical Disk 0")
    controllers = [
        card("c0", array("u0", 465.651), model="7506-8"),
        card("c1", array("u0", 233.762), model="7506-8"),
    ]
    assert mapped(tree, *controllers) == [(("sdb",), None), (("sda",), None)]


def test_a_controller_that_could_not_be_read_may_be_any(tree: SysfsTree) -> None:
    tree.add_disk(tree.add_host(0), 0)
    silent = replace(card("c1"), missing={"units": "no answer"})
    doubt = "the program lists two controllers, but Linux has one"
    assert mapped(tree, card("c0", array("u0")), silent) == [((), doubt)]


def test_a_disk_with_another_serial_number_is_not_the_unit(tree: SysfsTree) -> None:
    host = tree.add_host(0)
    tree.add_disk(host, 0, page="AAAA")
    tree.add_disk(host, 1, page="XXXX")
    units = array("u0", serial="AAAA"), array("u1", serial="BBBB")
    doubt = "the disk at its address has another serial number"
    assert mapped(tree, card("c0", *units)) == [(("sda",), None), ((), doubt)]


def test_a_disk_of_another_size_is_not_the_unit(tree: SysfsTree) -> None:
    host = tree.add_host(0)
    tree.add_disk(host, 0, page="AAAA")
    tree.add_disk(host, 1, gib=500)
    units = array("u0", serial="AAAA"), array("u1", 501)
    doubt = "the disk at its address has another size"
    assert mapped(tree, card("c0", *units)) == [(("sda",), None), ((), doubt)]


def test_a_disk_where_no_unit_is_speaks_against_the_controller(tree: SysfsTree) -> None:
    host = tree.add_host(0)
    tree.add_disk(host, 0)
    tree.add_disk(host, 1)
    doubt = "Linux has no matching 3ware controller"
    assert mapped(tree, card("c0", array("u0"))) == [((), doubt)]
    spare = array("u1", kind="SPARE")
    assert mapped(tree, card("c0", array("u0"), spare)) == [((), doubt), ((), None)]


def test_a_wwn_in_place_of_a_serial_number_says_nothing(tree: SysfsTree) -> None:
    wwn = "600050e08c89460017b30001ddac0000"
    tree.add_disk(tree.add_host(0, "3w-sas"), 0, serial=wwn, inquiry="9750-8i    DISK")
    unit = array("u0", serial="PBJ3NSBT8C89460017B3")
    assert mapped(tree, card("c0", unit, model="9750-8i")) == [(("sda",), None)]


def test_no_disks_at_all(tree: SysfsTree) -> None:
    doubt = "Linux has no matching 3ware controller"
    assert mapped(tree, card("c0", array("u0"))) == [((), doubt)]


def test_a_damaged_tree_is_no_exception(tree: SysfsTree) -> None:
    tree.add_disk(tree.add_host(0), 0, page="\x00\xff\x1b[31m")
    loop = tree.root / "sys/block/sda"
    loop.unlink()
    loop.symlink_to("sda")
    doubt = "Linux has no matching 3ware controller"
    assert mapped(tree, card("c0", array("u0", serial="AAAA"))) == [((), doubt)]


def test_the_kernel_log_is_read_as_a_person_reads_it() -> None:
    assert kernel_log_disks() == json.loads(KERNEL_LOG.with_suffix(".json").read_text())["disks"]


def kernel_log_disks() -> list[dict[str, int | str]]:
    line = re.compile(r"scsi (\d+):0:(\d+):(\d+): Direct-Access +(\S+) +(.{16}).*")
    found = (line.fullmatch(text) for text in KERNEL_LOG.read_text().splitlines())
    return [
        {
            "host": int(told[1]),
            "target": int(told[2]),
            "lun": int(told[3]),
            "vendor": told[4],
            "model": told[5].strip(),
        }
        for told in found
        if told
    ]


@pytest.mark.parametrize(
    ("disks", "driver", "model", "expected"),
    [
        (slice(0, 2), "3w-9xxx", "9650SE-4LPML", {"u0": ("sda",), "u1": ("sdb",)}),
        (slice(2, 4), "3w-9xxx", "9650SE-4LPML", {"u0": ("sda", "sdb")}),
        (slice(5, 6), "3w-9xxx", "9690SA-8E", {"u0": ("sda",)}),
        (slice(7, 11), "3w-xxxx", "8506-4LP", {f"u{n}": (f"sd{'abcd'[n]}",) for n in range(4)}),
        (slice(11, 12), "3w-xxxx", "8006-2LP", {"u1": ("sda",)}),
    ],
)
def test_machines_of_the_kernel_logs(
    tree: SysfsTree, disks: slice, driver: str, model: str, expected: dict[str, tuple[str, ...]]
) -> None:
    lines = kernel_log_disks()[disks]
    host = tree.add_host(int(lines[0]["host"]), driver)
    for line in lines:
        tree.add_disk(host, int(line["target"]), int(line["lun"]), inquiry=str(line["model"]))
    units = (array(name, 931.312 * len(names)) for name, names in expected.items())
    (found,) = with_disks((card("c0", *units, model=model),), tree.devices, tree.root)
    assert {unit.id: unit.disks for unit in found.units} == expected
