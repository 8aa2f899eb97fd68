"""The settings of a SATA port stay with the port when its disk is unplugged or moves."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner_helper.devices import identity, scsi_hosts, sysfs
from storage_tuner_helper.devices.targets import opened
from storage_tuner_helper.errors import DeviceChanged
from storage_tuner_helper.restoring import settings
from storage_tuner_helper.restoring.journal import Snapshot, SnapshotFolder
from storage_tuner_helper.restoring.recovery import await_return, bring_back
from storage_tuner_protocol.tunables import LINK_POLICY
from tests.unit.helper.sysfs_folder import make_folder

BEFORE, TRIED, OF_OTHER = "max_performance", "min_power", "medium_power"
WWID = "naa.5000c500a1b2c3d4"


class Machine:
    """Ports with a policy each, and disks at them."""

    def __init__(self, sys: Path) -> None:
        self.sys = sys
        (sys / "block").mkdir()
        (sys / "class/scsi_host").mkdir(parents=True)
        self.add_port(3, BEFORE)
        self.add_port(4, OF_OTHER)

    def _host(self, number: int) -> Path:
        return self.sys / f"devices/pci/ata{number}/host{number}"

    def add_port(self, number: int, policy: str) -> None:
        folder = self._host(number) / f"scsi_host/host{number}"
        folder.mkdir(parents=True)
        (self.sys / "class/scsi_host" / folder.name).symlink_to(folder)
        self.set_policy(number, policy)

    def remove_port(self, number: int) -> None:
        """Leave its folder's number to no other: a file system reuses them, unlike sysfs."""
        self._host(number).rename(self.sys / f"devices/removed{number}")
        (self.sys / f"class/scsi_host/host{number}").unlink()

    def _policy(self, number: int) -> Path:
        return self._host(number) / f"scsi_host/host{number}" / LINK_POLICY

    def set_policy(self, number: int, policy: str) -> None:
        self._policy(number).write_text(f"{policy}\n", encoding="ascii")

    def policies(self) -> list[str]:
        """Those of ports 3 and 4."""
        return [self._policy(number).read_text(encoding="ascii").strip() for number in (3, 4)]

    def plug(self, name: str, port: int, diskseq: int, target: int = 0, wwid: str = WWID) -> None:
        place = f"target{port}:0:{target}/{port}:0:{target}:0"
        attributes = {"diskseq": str(diskseq), "queue/nomerges": "0"}
        folder = make_folder(self._host(port) / place / "block", name, attributes)
        (folder / "device").symlink_to("../..")
        (self._host(port) / place / "wwid").write_text(f"{wwid}\n", encoding="ascii")
        (self.sys / "block" / name).symlink_to(folder)

    def pull(self, name: str) -> None:
        link = self.sys / "block" / name
        shutil.rmtree((link.resolve() / "../..").resolve().parent)
        link.unlink()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setattr(sysfs, "SYS_BLOCK", str(tmp_path / "block"))
    monkeypatch.setattr(scsi_hosts, "SYS_HOSTS", str(tmp_path / "class/scsi_host"))
    monkeypatch.setattr(identity, "UDEV_DATABASE", str(tmp_path / "none"))
    made = Machine(tmp_path)
    made.plug("sda", 3, diskseq=1)
    return made


def changed(machine: Machine) -> Snapshot:
    """What a session that tried both settings has recorded, as it's read from the disk."""
    with opened("sda", 1) as target:
        snapshot = Snapshot.of(target, settings.read(target))
        settings.apply(target, {LINK_POLICY: TRIED, "nomerges": "1"})
    assert snapshot.settings == {LINK_POLICY: BEFORE, "nomerges": "0"}
    assert machine.policies() == [TRIED, OF_OTHER]
    return Snapshot.from_record(snapshot.record())


def test_a_disk_in_place_is_restored_with_its_port(machine: Machine) -> None:
    assert bring_back(changed(machine)).names == ["nomerges", LINK_POLICY]
    assert machine.policies() == [BEFORE, OF_OTHER]


def test_the_port_of_a_disk_that_is_gone_is_restored(machine: Machine) -> None:
    snapshot = changed(machine)
    machine.pull("sda")
    with pytest.raises(DeviceChanged):
        bring_back(snapshot)
    assert machine.policies() == [BEFORE, OF_OTHER]


@pytest.mark.parametrize("port", [3, 4])
def test_a_disk_that_returned_gets_its_own_settings_and_its_old_port_the_rest(
    machine: Machine, port: int
) -> None:
    snapshot = changed(machine)
    machine.pull("sda")
    machine.plug("sdb", port, diskseq=2)
    (machine.sys / "block/sdb/queue/nomerges").write_text("2\n")
    done = bring_back(snapshot)
    assert (done.device, sorted(done.names)) == ("sdb", [LINK_POLICY, "nomerges"])
    assert machine.policies() == [BEFORE, OF_OTHER]


def test_another_port_of_the_same_name_is_left_alone(machine: Machine) -> None:
    snapshot = changed(machine)
    machine.pull("sda")
    machine.remove_port(3)
    machine.add_port(3, OF_OTHER)
    with pytest.raises(DeviceChanged):
        bring_back(snapshot)
    assert machine.policies() == [OF_OTHER, OF_OTHER]


def test_a_link_in_place_of_the_file_is_not_followed(machine: Machine, tmp_path: Path) -> None:
    snapshot = changed(machine)
    machine.pull("sda")
    file = machine.sys / "class/scsi_host/host3" / LINK_POLICY
    file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(DeviceChanged):
        bring_back(snapshot)
    assert (tmp_path / "elsewhere").read_text().strip() == TRIED


def test_a_record_that_waits_for_its_disk_has_nothing_of_the_port(
    machine: Machine, tmp_path: Path
) -> None:
    """The port may belong to another disk when this one returns."""
    snapshot = changed(machine)
    folder = SnapshotFolder(tmp_path / "sessions")
    folder.put(snapshot)
    machine.pull("sda")
    await_return(folder, snapshot)
    assert machine.policies() == [BEFORE, OF_OTHER]
    (left,) = folder.all()
    assert left == replace(snapshot, settings={"nomerges": "0"})


def test_what_waits_since_an_earlier_boot_leaves_its_port_alone(
    machine: Machine, tmp_path: Path
) -> None:
    """The number and the folder may be another port's in this boot."""
    snapshot = replace(changed(machine), boot="an earlier one")
    machine.pull("sda")
    await_return(SnapshotFolder(tmp_path / "sessions"), snapshot)
    assert machine.policies() == [TRIED, OF_OTHER]


def test_a_record_without_a_port_is_of_the_disk_alone(machine: Machine) -> None:
    """As earlier versions wrote it."""
    record = changed(machine).record()
    del record["host"]
    machine.pull("sda")
    machine.plug("sdb", 4, diskseq=2)
    bring_back(Snapshot.from_record(record))
    assert machine.policies() == [TRIED, OF_OTHER]


@pytest.mark.parametrize("host", [["../host3", 1], ["host3"], ["host3", "x"], "host3", [3, 3, 3]])
def test_a_port_that_none_has_is_no_record(machine: Machine, host: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        Snapshot.from_record({**changed(machine).record(), "host": host})


def test_after_a_reboot_the_port_of_the_disk_is_restored(machine: Machine) -> None:
    """Only our rules can have set it then, wherever the disk is."""
    snapshot = replace(changed(machine), boot="an earlier one")
    machine.pull("sda")
    machine.plug("sdb", 4, diskseq=1)
    bring_back(snapshot)
    assert machine.policies() == [TRIED, BEFORE]


def test_a_shared_port_is_not_recorded(machine: Machine) -> None:
    machine.plug("sdb", 3, diskseq=2, target=1, wwid="naa.5000c500ffeeddcc")
    with opened("sda", 1) as target:
        values = settings.read(target)
        assert LINK_POLICY in values
        assert settings.without_shared(target, values) == {"nomerges": "0"}
