"""Who else sets the power management of a SATA disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.core.drift import Fate, OwnChanges, drift_of
from storage_tuner.core.tunable_target import tuned_device
from storage_tuner.probe.block.devices import read_devices
from storage_tuner_helper.devices.identity import Identity
from storage_tuner_helper.keeping.udev_rules import render
from storage_tuner_protocol.interface import UDEV_RULES
from tests.unit.probe.made_trees import write_tree
from tests.unit.probe.owners_machine import SATA, add_device, link, owners_of
from tests.unit.said import said

HOST = f"sys/devices/{SATA.partition('/target')[0]}/scsi_host/host2"
POLICY = "link_power_management_policy"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    files = {
        "device__power/control": "on\n",
        "device__power/autosuspend_delay_ms": "-1\n",
    }
    add_device(tmp_path, "sda", SATA, "8:0", "E:ID_WWN=0x5000c500a1b2c3d4\n", **files)
    write_tree(
        tmp_path,
        {f"{HOST}/{POLICY}": "med_power_with_dipm\n", f"{HOST}/uevent": ""},
    )
    link(tmp_path / HOST / "subsystem", tmp_path / "sys/class/scsi_host")
    return tmp_path


def rules(machine: Path, *lines: str) -> list[tuple[str, str, str | None, str]]:
    write_tree(machine, {"etc/udev/rules.d/50-sata.rules": "\n".join(lines) + "\n"})
    return owners_of(machine, "sda")


def test_a_rule_on_the_host_like_cachyos(machine: Path) -> None:
    """CachyOS-Settings, 50-sata.rules."""
    line = (
        'ACTION=="add", SUBSYSTEM=="scsi_host", KERNEL=="host*", '
        f'ATTR{{{POLICY}}}=="*", ATTR{{{POLICY}}}="max_performance"'
    )
    place = "/etc/udev/rules.d/50-sata.rules:1"
    assert rules(machine, line) == [("udev rule", POLICY, "max_performance", place)]


def test_a_rule_on_another_host_is_none(machine: Path) -> None:
    line = f'SUBSYSTEM=="scsi_host", KERNEL=="host3", ATTR{{{POLICY}}}="min_power"'
    assert rules(machine, line) == []


def test_rules_on_the_scsi_device_and_on_the_disk(machine: Path) -> None:
    """The second is written as our own file has it."""
    place = "/etc/udev/rules.d/50-sata.rules"
    host = f"device/../../scsi_host/*/{POLICY}"
    found = rules(
        machine,
        'SUBSYSTEM=="scsi", ATTR{power/control}="auto"',
        f'SUBSYSTEM=="block", ATTR{{{host}}}="medium_power"',
    )
    assert sorted(found) == [
        ("udev rule", POLICY, "medium_power", f"{place}:2"),
        ("udev rule", "power_control", "auto", f"{place}:1"),
    ]


def test_what_our_own_file_sets_is_permanent(machine: Path) -> None:
    """Another rule, of the host's own event, undoes the policy."""
    kept = {POLICY: "medium_power", "autosuspend_delay_ms": "-1", "power_control": "on"}
    ours = render({Identity("ID_WWN", "0x5000c500a1b2c3d4"): kept})
    write_tree(machine, {UDEV_RULES.removeprefix("/"): ours})
    rules(machine, f'SUBSYSTEM=="scsi_host", ATTR{{{POLICY}}}="med_power_with_dipm"')
    [device] = read_devices(machine)
    assert device.permanent == kept
    found = drift_of(tuned_device(device), OwnChanges())
    fates = {one.tunable: one.fate for one in found.settings}
    assert fates == {**dict.fromkeys(kept, Fate.KEPT), POLICY: Fate.UNDONE}
    [setter] = found.undone[0].setters
    assert setter.place == "/etc/udev/rules.d/50-sata.rules:1"


@pytest.mark.parametrize(
    ("unit", "value", "note"),
    [
        ("alpm=medium_power", "medium_power", ""),
        ("devices=host0\nalpm=min_power", "min_power", " (may apply)"),
    ],
)
def test_tuneds_scsi_host_unit(machine: Path, unit: str, value: str, note: str) -> None:
    write_tree(
        machine,
        {
            "etc/tuned/active_profile": "mine\n",
            "run/tuned/tuned.pid": "1\n",
            "etc/tuned/profiles/mine/tuned.conf": f"[scsi_host]\n{unit}\n",
            "etc/systemd/system/multi-user.target.wants/tuned.service": "",
        },
    )
    [(tool, name, found, place)] = said(owners_of(machine, "sda"))
    assert (tool, name, found) == ("tuned", POLICY, value)
    assert place.endswith(note) or not note


def test_tlp(machine: Path) -> None:
    """What TLP 1.5 has as its defaults, and a time."""
    defaults = (
        'DISK_DEVICES="nvme0n1 sda"\nTLP_ENABLE=1\n'
        'SATA_LINKPWR_ON_AC="med_power_with_dipm max_performance"\n'
        'SATA_LINKPWR_ON_BAT="med_power_with_dipm min_power"\n'
        "AHCI_RUNTIME_PM_ON_AC=on\nAHCI_RUNTIME_PM_ON_BAT=auto\nAHCI_RUNTIME_PM_TIMEOUT=15\n"
    )
    write_tree(machine, {"usr/share/tlp/defaults.conf": defaults, "run/tlp/run.conf": ""})
    place = "/usr/share/tlp/defaults.conf"
    dipm = ("TLP", POLICY, "med_power_with_dipm")
    assert sorted(said(owners_of(machine, "sda"))) == [
        ("TLP", "autosuspend_delay_ms", "15000", f"{place}:7: AHCI_RUNTIME_PM_TIMEOUT"),
        (*dipm, f"{place}:3: SATA_LINKPWR_ON_AC (on mains power)"),
        (*dipm, f"{place}:4: SATA_LINKPWR_ON_BAT (on battery)"),
        ("TLP", "power_control", "auto", f"{place}:6: AHCI_RUNTIME_PM_ON_BAT (on battery)"),
        ("TLP", "power_control", "on", f"{place}:5: AHCI_RUNTIME_PM_ON_AC (on mains power)"),
    ]


def test_a_host_that_tlp_leaves_alone_makes_it_uncertain(machine: Path) -> None:
    text = 'SATA_LINKPWR_ON_AC="min_power"\nSATA_LINKPWR_DENYLIST="host1"\n'
    write_tree(machine, {"usr/share/tlp/defaults.conf": text, "run/tlp/run.conf": ""})
    [(_, _, value, place)] = said(owners_of(machine, "sda"))
    assert (value, place.endswith("(may apply)")) == ("min_power", True)
