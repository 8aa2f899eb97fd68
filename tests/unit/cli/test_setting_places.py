"""Where ``set`` would set, on recorded computers."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from storage_tuner.cli import apply
from storage_tuner.cli.options.wanted_settings import targets_to_set
from storage_tuner.core.errors import (
    InvalidInput,
    NotAWholeDisk,
    OnlyAPath,
    StorageTunerError,
    UnknownDevice,
)
from storage_tuner.probe.block.devices import read_devices
from tests.sysfs_trees.disks import add, nvme_with_paths


def names(root: Path, name: str, wanted: dict[str, str], *, members: bool) -> list[str]:
    places = targets_to_set(name, wanted, members=members, root=root)
    assert all(place.target.name == place.tuned.name for place in places)
    return [place.target.name for place in places]


def test_the_members_of_arrays_and_of_what_stands_on_them(mounted_tree: Path) -> None:
    wanted = {"scheduler": "none"}
    assert names(mounted_tree, "md127", wanted, members=True) == ["sdc", "sdd"]
    assert names(mounted_tree, "/dev/dm-0", wanted, members=True) == ["sde", "sdf", "sdi"]
    assert names(mounted_tree, "md126", {"read_ahead_kb": "64"}, members=False) == ["md126"]
    assert names(mounted_tree, "md126", {"stripe_cache_size": "64"}, members=False) == ["md126"]


@pytest.mark.parametrize(
    ("name", "wanted", "members", "error", "sentence"),
    [
        ("md127", {"scheduler": "none"}, False, InvalidInput, "to sdc, sdd. Use --members"),
        ("md127", {"stripe_cache_size": "64"}, False, InvalidInput, "no setting stripe_cache"),
        ("md126", {"stripe_cache_size": "64"}, True, InvalidInput, "sde has no setting stripe"),
        ("sda", {"scheduler": "none"}, True, InvalidInput, "has no member disks"),
        ("sde1", {"scheduler": "none"}, False, NotAWholeDisk, "Use /dev/sde instead"),
        ("sdz", {"scheduler": "none"}, False, UnknownDevice, "no block device 'sdz'"),
        ("/dev/vm", {"swappiness": "1"}, False, InvalidInput, "applies to the whole computer"),
        ("vm", {"swappiness": "1"}, True, InvalidInput, "has no member disks"),
    ],
)
def test_where_nothing_can_be_set(
    mounted_tree: Path,
    name: str,
    wanted: dict[str, str],
    members: bool,
    error: type[StorageTunerError],
    sentence: str,
) -> None:
    with pytest.raises(error) as caught:
        targets_to_set(name, wanted, members=members, root=mounted_tree)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("count", [1, 2])
def test_all_paths_of_an_nvme_drive_are_set_and_only_for_what_the_drive_lacks(
    tmp_path: Path, count: int
) -> None:
    for disk in nvme_with_paths("nvme0n1", paths=count):
        add(tmp_path, disk)
    paths = [f"nvme0c{path}n1" for path in range(count)]
    for name in ("scheduler", "nr_requests", "nomerges"):
        wanted = {name: "none" if name == "scheduler" else "2" if name == "nomerges" else "64"}
        assert names(tmp_path, "nvme0n1", wanted, members=False) == paths
    assert names(tmp_path, "nvme0n1", {"read_ahead_kb": "64"}, members=False) == ["nvme0n1"]
    assert names(tmp_path, "nvme0n1", {"max_sectors_kb": "64"}, members=True) == paths
    with pytest.raises(OnlyAPath, match="Use /dev/nvme0n1 instead"):
        names(tmp_path, paths[0], {"scheduler": "none"}, members=False)


@pytest.mark.parametrize(
    ("members", "of_drive", "of_paths"),
    [
        (False, {"read_ahead_kb": "64", "max_sectors_kb": "64"}, {"scheduler": "bfq"}),
        (True, {"read_ahead_kb": "64"}, {"scheduler": "bfq", "max_sectors_kb": "64"}),
    ],
)
def test_each_setting_of_an_nvme_drive_with_paths_goes_where_it_exists(
    tmp_path: Path, members: bool, of_drive: dict[str, str], of_paths: dict[str, str]
) -> None:
    """Of those that both have, the paths' are set with ``members``."""
    for disk in nvme_with_paths("nvme0n1"):
        add(tmp_path, disk)
    of_paths = {**of_paths, "low_latency": "0"}  # which comes with the scheduler
    wanted = {**of_drive, **of_paths}
    places = targets_to_set("nvme0n1", wanted, members=members, root=tmp_path)
    assert {place.target.name: place.wanted for place in places} == {
        "nvme0n1": of_drive,
        "nvme0c0n1": of_paths,
        "nvme0c1n1": of_paths,
    }
    for name, error in (("read_ahead_kb", "nvme0n1"), ("stripe_cache_size", "nvme0c0n1 has no")):
        with pytest.raises(InvalidInput, match=error):
            wanted = {name: "99999999999", "scheduler": "bfq"}
            targets_to_set("nvme0n1", wanted, members=members, root=tmp_path)


def test_apply_finds_them_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for disk in nvme_with_paths("nvme0n1"):
        add(tmp_path, disk)
    monkeypatch.setattr(apply, "targets_to_set", partial(targets_to_set, root=tmp_path))
    present = read_devices(tmp_path)
    [drive] = [device for device in present if device.name == "nvme0n1"]
    for of_paths in ({}, {"max_sectors_kb": "64"}):
        wanted = {"read_ahead_kb": "512", **of_paths}
        places = {one.target.name: one.wanted for one in apply.places_of(drive, wanted, present)}
        expected = dict.fromkeys(("nvme0c0n1", "nvme0c1n1"), of_paths) if of_paths else {}
        assert places == {"nvme0n1": {"read_ahead_kb": "512"}, **expected}
