"""The paths to an NVMe drive: all of them are set, or none, whatever refuses, goes, comes or is
killed.

There is no such drive here: the helper sees loop devices under a drive's and its paths' names, in a
mount namespace of its own. Their settings are the kernel's, and hidden is what says so.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bus.connections import HelperClient, Refused, StdioClient, leaving, wait_until
from tests.bus.test_hot_plug import kill_all
from tests.bus.test_kills import nothing_is_left
from tests.bus.test_together import all_settings
from tests.bus.workloads import LONG_RUN
from tests.loop_device import LoopDevice, LoopDeviceFactory

DRIVE, FIRST, SECOND, THIRD = "nvme9n1", "nvme9c0n1", "nvme9c1n1", "nvme9c2n1"
CHANGE = {"scheduler": "bfq", "nomerges": 2}


class DriveWithPaths:
    """``paths`` are what is behind the three paths; the third isn't connected at first."""

    def __init__(self, folder: Path, drive: LoopDevice, paths: list[LoopDevice]) -> None:
        self.paths = paths
        self._folder = folder
        self._blocks = folder / "block"
        self._blocks.mkdir()
        (folder / "hidden").write_text("1\n", encoding="ascii")
        self._connect(DRIVE, drive)
        self.connect(FIRST, paths[0])
        self.connect(SECOND, paths[1])
        self._refusing: tuple[str, ...] = ()

    @property
    def prefix(self) -> list[str]:
        """Starts a program that sees the drive, and no other disk."""
        mounts = [
            *(
                f"mount --bind {self._folder}/hidden {path.queue.parent}/hidden"
                for path in self.paths
            ),
            *self._refusing,
            f"mount --bind {self._blocks} /sys/block",
            'exec "$@"',
        ]
        return [
            "unshare", "--mount", "--propagation", "private", "sh", "-c", " && ".join(mounts), "sh",
        ]  # fmt: skip

    def connect(self, name: str, path: LoopDevice) -> None:
        self._connect(name, path)

    def disconnect(self, name: str) -> None:
        (self._blocks / name).unlink()

    def let_second_refuse(self) -> None:
        """The kernel takes no value of nomerges on the second path."""
        file = self._folder / "nomerges"
        file.write_text(self.paths[1].read("nomerges") + "\n", encoding="ascii")
        place = self.paths[1].queue / "nomerges"
        self._refusing = (
            f"mount --bind {file} {place}",
            f"mount -o remount,bind,ro {file} {place}",
        )

    def let_second_hang(self, helper: StdioClient) -> None:
        """From now on, reading a value of the second path doesn't return."""
        fifo = self._folder / "fifo"
        os.mkfifo(fifo)
        argv = ["nsenter", "--mount", "--target", str(helper.helper_pids()[1]), "mount", "--bind"]
        subprocess.run([*argv, fifo, (self.paths[1].queue / "nomerges").resolve()], check=True)

    def _connect(self, name: str, device: LoopDevice) -> None:
        (self._blocks / name).symlink_to(device.queue.parent.resolve())


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
