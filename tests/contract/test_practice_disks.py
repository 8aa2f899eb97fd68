"""What every helper does with a practice disk; the fake as the real one."""

from __future__ import annotations

from pathlib import Path

from storage_tuner.client.helper import HelperConnection, call
from storage_tuner.client.practice_disk import create_practice_disk, remove_practice_disk
from storage_tuner.core.errors import DeviceBusy, UnknownDevice
from tests.bus.connections import wait_until
from tests.contract.asking import Asked, name_and_code, refused
from tests.contract.conftest import Connect
from tests.loop_device import MEBIBYTE, LoopDevice

SIZE = 64 * MEBIBYTE


def file_behind(name: str) -> str:
    """Of a loop device; "" when nothing is behind it."""
    try:
        return Path(f"/sys/block/{name}/loop/backing_file").read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def made(connection: HelperConnection) -> LoopDevice:
    name = str(call(connection, "CreatePracticeDisk", "", {"size_bytes": SIZE})["device"])
    return LoopDevice(name, Path(file_behind(name)))


def test_it_is_a_device_of_the_size_in_whole_mib_until_it_is_removed(helper: Connect) -> None:
    client = helper()
    asked = {"size_bytes": SIZE + 12345}
    told = call(client, "CreatePracticeDisk", "", asked)
    name = str(told["device"])
    disk = LoopDevice(name, Path(file_behind(name)))
    assert told == {"device": name, "diskseq": disk.diskseq, "size_bytes": SIZE}
    assert disk.file.stat().st_size == SIZE
    sectors = Path("/sys/block", name, "size").read_text(encoding="ascii")
    assert int(sectors) * 512 == SIZE
    assert call(client, "Describe")["practice_disks"] == [name]
    assert call(client, "RemovePracticeDisk", name) == {}
    assert not disk.file.exists()
    assert file_behind(name) != str(disk.file)
    assert call(client, "Describe")["practice_disks"] == []
    assert isinstance(refused(client, "RemovePracticeDisk", name), UnknownDevice)


def test_its_making_is_told_and_ends_with_all_of_it(helper: Connect) -> None:
    client, told = helper(), []
    call(client, "CreatePracticeDisk", "", {"size_bytes": SIZE})
    while event := client.next_event(0):
        assert (event.name, event.device) == ("PracticeDiskProgress", "")
        assert event.arguments["total_bytes"] == SIZE
        told.append(int(str(event.arguments["done_bytes"])))
    assert len(told) > 1
    assert told == sorted(told)
    assert (told[0] < SIZE, told[-1]) == (True, SIZE)


def test_the_application_makes_and_removes_one(helper: Connect) -> None:
    client, told = helper(), list[int]()
    name = create_practice_disk(client, SIZE, on_progress=told.append, is_cancelled=lambda: False)
    file = file_behind(name)
    assert Path(file).exists()
    remove_practice_disk(client, name)
    assert not Path(file).exists()


def test_sizes_that_it_does_not_make(helper: Connect) -> None:
    client = helper()
    for size in (SIZE - 1, 1 << 50):
        error = refused(client, "CreatePracticeDisk", "", {"size_bytes": size})
        assert name_and_code(error) == (
            "InvalidArgument",
            "{key} must be from {minimum} to {maximum}",
        )
    error = refused(client, "CreatePracticeDisk", "sda", {"size_bytes": SIZE})
    assert name_and_code(error) == ("InvalidArgument", "No device is expected here")


def test_nothing_is_stopped_where_nothing_is_made(client: HelperConnection) -> None:
    assert isinstance(refused(client, "RemovePracticeDisk"), UnknownDevice)


def test_it_goes_with_who_made_it(helper: Connect) -> None:
    client = helper()
    disk = made(client)
    client.close()
    # a helper of the bus is told of it a moment later
    wait_until(lambda: not disk.file.exists(), "the end of the practice disk")
    assert file_behind(disk.name) != str(disk.file)


def test_it_is_nobody_elses(helper: Connect) -> None:
    client, other = helper(), helper()
    disk = made(client)
    error = refused(other, "BeginSession", disk.name, {"diskseq": disk.diskseq})
    assert isinstance(error, DeviceBusy)
    assert isinstance(refused(other, "RemovePracticeDisk", disk.name), UnknownDevice)
    assert disk.file.exists()


def test_its_removal_ends_the_session_on_it_and_forgets_what_was_kept(helper: Connect) -> None:
    client = helper()
    disk = made(client)
    asked = Asked.begin(client, disk)
    asked("SetSettings", {"nomerges": "2"})
    asked("EndSession", keep=True)
    assert call(client, "Describe")["changed_devices"] == [disk.name]
    asked = Asked.begin(client, disk)
    assert name_and_code(asked.refused("PreviewPersistent", {"nomerges": "1"})) == (
        "NotSupported",
        "{device} is a practice disk, so its settings can't be made permanent",
    )
    asked("SetSettings", {"nomerges": "1"})
    call(client, "RemovePracticeDisk", disk.name)
    assert name_and_code(asked.refused("Revert"))[0] == "NoSuchSession"
    assert call(client, "Describe")["changed_devices"] == []
