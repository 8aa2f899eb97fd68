"""The paths to an NVMe drive: all of them are set, or none, whatever refuses, goes, comes or is
killed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bus.connections import HelperClient, Refused, StdioClient, leaving, wait_until
from tests.bus.nvme_drive import DRIVE, FIRST, SECOND, THIRD, DriveWithPaths
from tests.bus.test_hot_plug import kill_all
from tests.bus.test_kills import nothing_is_left
from tests.bus.test_together import all_settings
from tests.bus.workloads import LONG_RUN, RANDOM_READ
from tests.loop_device import LoopDevice, LoopDeviceFactory

CHANGE = {"scheduler": "bfq", "nomerges": 2}


@pytest.fixture
def drive(loop_devices: LoopDeviceFactory, tmp_path: Path) -> DriveWithPaths:
    own, *paths = (loop_devices() for _ in range(4))
    return DriveWithPaths(tmp_path, own, paths)


@pytest.fixture
def helper(drive: DriveWithPaths, state: Path) -> Iterator[StdioClient]:
    client = StdioClient(state, prefix=drive.prefix)
    with leaving(client):
        yield client


def diskseqs(drive: DriveWithPaths, *names: str) -> dict[str, object]:
    known = dict(zip((FIRST, SECOND, THIRD), drive.paths, strict=True))
    return {f"{name}.diskseq": known[name].diskseq for name in names}


def begin(helper: HelperClient, drive: DriveWithPaths, *names: str) -> str:
    chosen = names or (FIRST, SECOND)
    return str(helper.call("BeginSession", chosen[0], **diskseqs(drive, *chosen))["session"])


def on_both() -> dict[str, object]:
    return {f"{path}.{name}": value for path in (FIRST, SECOND) for name, value in CHANGE.items()}


def is_changed(device: LoopDevice) -> bool:
    return device.scheduler == "bfq" and device.read("nomerges") == "2"


def test_both_are_set_restored_and_kept(helper: StdioClient, drive: DriveWithPaths) -> None:
    first, second, third = drive.paths
    before = all_settings(drive.paths)
    session = begin(helper, drive)
    helper.call("SetSettings", FIRST, session=session, **on_both())
    assert (is_changed(first), is_changed(second), is_changed(third)) == (True, True, False)
    helper.call("EndSession", FIRST, session=session, keep=False)
    assert all_settings(drive.paths) == before
    session = begin(helper, drive)
    helper.call("SetSettings", FIRST, session=session, **on_both())
    helper.call("EndSession", FIRST, session=session, keep=True)
    assert helper.call("Describe")["changed_devices"] == [FIRST, SECOND]
    helper.call("Restore")
    assert all_settings(drive.paths) == before


def test_the_drive_is_measured_while_its_paths_are_set(
    helper: StdioClient, drive: DriveWithPaths
) -> None:
    before = all_settings(drive.paths)
    known = {**diskseqs(drive, FIRST, SECOND), f"{DRIVE}.diskseq": drive.diskseq}
    session = helper.call("BeginSession", DRIVE, **known)["session"]
    helper.call("StartBenchmark", DRIVE, session=session, **RANDOM_READ)
    helper.call("SetSettings", DRIVE, session=session, **on_both())
    event = helper.wait_event("BenchmarkFinished")
    assert (event["device"], event["arguments"]["exit_code"]) == (DRIVE, 0)
    helper.call("EndSession", DRIVE, session=session, keep=False)
    assert all_settings(drive.paths) == before


def test_none_is_set_when_the_second_refuses(drive: DriveWithPaths, state: Path) -> None:
    before = all_settings(drive.paths)
    drive.let_second_refuse()
    with leaving(StdioClient(state, prefix=drive.prefix)) as helper:
        session = begin(helper, drive)
        with pytest.raises(Refused) as refused:
            helper.call("SetSettings", FIRST, session=session, **on_both())
        assert refused.value.name == "KernelRefused"
        assert [device for device, *_ in refused.value.devices] == [SECOND]
        assert all_settings(drive.paths) == before
        helper.call("EndSession", FIRST, session=session, keep=False)


def test_one_alone_is_refused(helper: StdioClient, drive: DriveWithPaths) -> None:
    before = all_settings(drive.paths)
    with pytest.raises(Refused, match=f"{SECOND} also leads to {DRIVE}") as refused:
        begin(helper, drive, FIRST)
    assert refused.value.name == "NotSupported"
    session = begin(helper, drive)
    with pytest.raises(Refused, match=f"{SECOND} also leads to {DRIVE}"):
        helper.call("SetSettings", FIRST, session=session, **{f"{FIRST}.scheduler": "bfq"})
    assert all_settings(drive.paths) == before


def test_one_alone_is_neither_released_nor_restored(
    helper: StdioClient, drive: DriveWithPaths
) -> None:
    first, second, _ = drive.paths
    before = all_settings(drive.paths)
    session = begin(helper, drive)
    helper.call("SetSettings", FIRST, session=session, **on_both())
    with pytest.raises(Refused, match=f"{SECOND} also leads to {DRIVE}") as refused:
        helper.call("EndSession", FIRST, session=session, keep=False, alone=True)
    assert refused.value.name == "NotSupported"
    assert is_changed(first) and is_changed(second)
    helper.call("EndSession", FIRST, session=session, keep=True)
    for arguments in ({}, {"devices": [FIRST]}):
        with pytest.raises(Refused, match=f"{SECOND} also leads to {DRIVE}") as refused:
            helper.call("Restore", FIRST, **arguments)
        assert refused.value.name == "NotSupported"
    assert is_changed(first) and is_changed(second)
    helper.call("Restore", FIRST, devices=[FIRST, SECOND])
    assert all_settings(drive.paths) == before


def test_the_last_path_of_a_session_is_released_alone(
    helper: StdioClient, drive: DriveWithPaths
) -> None:
    before = all_settings(drive.paths)
    session = begin(helper, drive)
    helper.call("SetSettings", FIRST, session=session, **on_both())
    drive.disconnect(SECOND)
    arguments = {"session": session, "keep": False, "alone": True}
    assert helper.refusal("EndSession", SECOND, **arguments) in ("DeviceChanged", "NoSuchDevice")
    helper.call("EndSession", FIRST, **arguments)
    assert drive.paths[0].settings() == before[0]


def test_a_new_path_isnt_set_and_is_told_of(helper: StdioClient, drive: DriveWithPaths) -> None:
    first, second, third = drive.paths
    before = all_settings(drive.paths)
    session = begin(helper, drive)
    helper.call("SetSettings", FIRST, session=session, **on_both())
    drive.connect(THIRD, third)
    with pytest.raises(Refused, match=f"{THIRD} also leads to {DRIVE}; it may be new"):
        helper.call("SetSettings", FIRST, session=session, **on_both())
    assert (is_changed(first), is_changed(second), is_changed(third)) == (True, True, False)
    helper.call("EndSession", FIRST, session=session, keep=False)
    assert all_settings(drive.paths) == before


def test_a_path_that_goes_leaves_nothing_and_comes_back_unset(
    helper: StdioClient, drive: DriveWithPaths, state: Path
) -> None:
    """The kernel has forgotten its values; another one under its name isn't given them."""
    first, _, third = drive.paths
    before = all_settings([first, third])
    session = begin(helper, drive)
    helper.call("SetSettings", FIRST, session=session, **on_both())
    drive.disconnect(SECOND)
    drive.connect(SECOND, third)
    with pytest.raises(Refused) as refused:
        helper.call("EndSession", FIRST, session=session, keep=False)
    assert refused.value.name == "DeviceChanged"
    assert [device for device, *_ in refused.value.devices] == [SECOND]
    assert all_settings([first, third]) == before
    assert nothing_is_left(state)
    assert helper.call("Describe")["missing_devices"] == []


def test_a_helper_killed_between_two_paths_leaves_none_set(
    drive: DriveWithPaths, state: Path
) -> None:
    before = all_settings(drive.paths)
    helper = StdioClient(state, prefix=drive.prefix)
    session = begin(helper, drive)
    drive.let_second_hang(helper)
    helper.start("SetSettings", FIRST, session=session, **on_both())
    wait_until(lambda: is_changed(drive.paths[0]), "the first path")
    kill_all(helper)
    with leaving(StdioClient(state, prefix=drive.prefix)) as again:
        assert again.call("Describe")["changed_devices"] == []
        assert all_settings(drive.paths) == before
        assert nothing_is_left(state)


def test_what_needs_a_node_or_udev_is_refused(helper: StdioClient, drive: DriveWithPaths) -> None:
    session = begin(helper, drive)
    helper.call("SetSettings", FIRST, session=session, **on_both())
    for method in ("PreviewPersistent", "Persist"):
        with pytest.raises(Refused, match="udev isn't notified of paths") as refused:
            helper.call(method, FIRST, session=session, **on_both())
        assert refused.value.name == "NotSupported"
    for method, arguments in (
        ("StartBenchmark", {"session": session, **LONG_RUN}),
        ("AllowOverwriting", {"session": session, "overwrite_model": "nothing"}),
        ("ReadHealth", {}),
    ):
        with pytest.raises(Refused, match=f"is a path to {DRIVE} and can't be opened") as refused:
            helper.call(method, FIRST, **arguments)
        assert refused.value.name == "NotSupported"
