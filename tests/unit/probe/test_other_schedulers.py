"""Schedulers that the kernel itself doesn't have, and Linux 7.0's async_depth of every scheduler: a
made-up computer with CachyOS's kernel, whose disk uses adios."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.bench.variant_series import Parameter
from storage_tuner.core.device import Device, SettingOwner
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.tunable_target import device_tunables, tuned_device
from storage_tuner.jobs.planning.comparable_settings import comparables
from storage_tuner.jobs.planning.varied_settings import require_legal
from storage_tuner.probe.block.devices import read_devices
from storage_tuner.probe.block.schedulers import offered_schedulers
from storage_tuner.probe.owners import find_owners
from tests.sysfs_trees.files import write_files
from tests.sysfs_trees.machines import make_cachyos, make_drives
from tests.unit.said import said

ALL = ("none", "mq-deadline", "kyber", "bfq", "adios")
UNDESCRIBED = {
    "iosched/batch_limit_discard": "1",
    "iosched/batch_limit_read": "36",
    "iosched/batch_limit_write": "72",
    "iosched/batch_order": "0",
    "iosched/bq_refill_below_ratio": "20",
    "iosched/compliance_flags": "7",
    "iosched/global_latency_window": "16000000",
    "iosched/lat_model_latency_limit": "500000000",
    "iosched/lat_target_discard": "8000000000",
    "iosched/lat_target_read": "2000000",
    "iosched/lat_target_write": "2000000000",
    "iosched/read_priority": "8",
    "iosched/shrink_at_gbytes": "50",
    "iosched/shrink_at_kreqs": "5000",
    "iosched/shrink_resist": "2",
}


def by_name(root: Path) -> dict[str, Device]:
    return {device.name: device for device in read_devices(root)}


@pytest.fixture(scope="module")
def cachyos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_cachyos(tmp_path_factory.mktemp("cachyos"))


@pytest.fixture(scope="module")
def drives(cachyos: Path) -> dict[str, Device]:
    return by_name(cachyos)


def test_the_settings_of_an_unknown_scheduler_are_read(drives: dict[str, Device]) -> None:
    disk = drives["sda"]
    assert disk.scheduler is not None
    assert (disk.scheduler.active, disk.scheduler.available) == ("adios", ALL)
    assert {name: value for name, value in disk.settings.items() if "/" in name} == UNDESCRIBED
    assert [one.name for one in device_tunables(disk)][-len(UNDESCRIBED) - 7 :] == sorted(
        {*UNDESCRIBED, *(name for name in disk.missing if "/" in name)}
    )


def test_what_can_t_be_set_has_a_reason(drives: dict[str, Device]) -> None:
    reasons = {name: said(why) for name, why in drives["sda"].missing.items() if "/" in name}
    assert reasons == {
        "iosched/adios_version": "not a number or a word",
        "iosched/batch_actual_max": "not a number or a word",
        "iosched/lat_model_discard": "not a number or a word",
        "iosched/lat_model_read": "not a number or a word",
        "iosched/lat_model_write": "not a number or a word",
        "iosched/reset_bq_stats": "can only be written",
        "iosched/reset_lat_model": "can only be written",
    }


@pytest.mark.parametrize("name", ["linked", "folder", "UPPER", "two words"])
def test_odd_entries_are_no_settings(tmp_path: Path, name: str) -> None:
    folder = make_cachyos(tmp_path) / "sys/block/sda/queue/iosched"
    if name == "linked":
        (folder / name).symlink_to(folder / "read_priority")
    elif name == "folder":
        (folder / name).mkdir()
    else:
        write_files(folder, {name: "1"})
    assert f"iosched/{name}" not in by_name(tmp_path)["sda"].settings


@pytest.mark.parametrize(
    ("value", "is_setting"),
    [
        *(("-20", True), ("elevator", True), ("18446744073709551615", True)),
        *(("a b", False), ("1\n2", False), ("[a] b", False), ("x" * 5000, False), ("", False)),
        *((b"\xff\xfe", False), (b"1\x002", False), ("../x", False), ('1"', False), ("1.5", False)),
    ],
)
def test_a_setting_is_a_number_or_a_word(
    tmp_path: Path, value: str | bytes, is_setting: bool
) -> None:
    make_cachyos(tmp_path)
    write_files(tmp_path / "sys/block/sda/queue/iosched", {"odd": value})
    disk = by_name(tmp_path)["sda"]
    assert ("iosched/odd" in disk.settings) is is_setting
    assert ("iosched/odd" in disk.missing) is not is_setting


def test_a_setting_that_can_only_be_read_is_shown_with_its_value(tmp_path: Path) -> None:
    folder = make_cachyos(tmp_path) / "sys/block/sda/queue/iosched"
    (folder / "read_priority").chmod(0o444)
    disk = by_name(tmp_path)["sda"]
    assert "iosched/read_priority" not in disk.settings
    assert said(disk.missing["iosched/read_priority"]) == "can only be read: 8"


@pytest.mark.parametrize("name", ["sda", "sdb", "nvme0n1"])
def test_every_listed_scheduler_is_offered(
    cachyos: Path, drives: dict[str, Device], name: str
) -> None:
    assert offered_schedulers(drives[name], cachyos) == ALL
    offered = {each.name: each for each in comparables((drives[name],), ALL)}
    assert offered["scheduler"].usual == ALL and "async_depth" in offered
    assert UNDESCRIBED.keys() <= offered.keys() if name == "sda" else "/" not in "".join(offered)


def test_others_follow_in_the_device_s_order(tmp_path: Path) -> None:
    make_cachyos(tmp_path)
    listed = "zen [adios] bfq none Odd a-much-too-long-name mq-deadline"
    write_files(tmp_path / "sys/block/sda", {"queue/scheduler": listed})
    disk = by_name(tmp_path)["sda"]
    assert offered_schedulers(disk, tmp_path) == ("none", "mq-deadline", "bfq", "zen", "adios")


def test_async_depth_is_one_setting_of_every_scheduler(drives: dict[str, Device]) -> None:
    """Its default is nr_requests with mq-deadline, three quarters of it with bfq."""
    depths = {name: disk.settings.get("async_depth") for name, disk in drives.items()}
    assert depths == {"sda": "64", "sdb": "48", "nvme0n1": None}
    defaults = {name: disk.defaults.get("async_depth") for name, disk in drives.items()}
    assert defaults == {"sda": None, "sdb": "48", "nvme0n1": None}
    assert said(drives["nvme0n1"].missing["async_depth"]) == "only available with a scheduler"
    paths = {one.path("sda") for one in device_tunables(drives["sda"]) if one.name == "async_depth"}
    assert paths == {"/sys/block/sda/queue/async_depth"}


def test_before_linux_7_0_it_was_mq_deadline_s(tmp_path: Path) -> None:
    drives = by_name(make_drives(tmp_path))
    (depth,) = (one for one in device_tunables(drives["sda"]) if one.name == "async_depth")
    assert drives["sda"].settings["async_depth"] == drives["sda"].defaults["async_depth"] == "64"
    assert depth.path("sda") == "/sys/block/sda/queue/iosched/async_depth"
    reason = "only available with the scheduler mq-deadline"
    assert said(drives["sdb"].missing["async_depth"]) == reason


def test_setters_of_them_are_attributed(tmp_path: Path) -> None:
    make_cachyos(tmp_path)
    rules = (
        'KERNEL=="sda", ATTR{queue/scheduler}="adios"',
        'KERNEL=="sda", ATTR{queue/iosched/read_priority}="3", ATTR{queue/iosched/gone}="3"',
        'KERNEL=="sda", ATTR{queue/iosched/async_depth}="30"',
        'KERNEL=="sdb", ATTR{queue/scheduler}="noop", ATTR{queue/async_depth}="31"',
    )
    write_files(
        tmp_path,
        {
            "etc/udev/rules.d/60-io.rules": "\n".join(rules),
            "etc/tmpfiles.d/io.conf": "w /sys/block/sda/queue/iosched/batch_order - - - - 1\n",
        },
    )
    devices = read_devices(tmp_path)
    owners = find_owners(devices, tmp_path)
    found = {name: {(one.tool, one.tunable, one.value) for one in owners[name]} for name in owners}
    assert found["sda"] == {
        ("udev rule", "scheduler", "adios"),
        ("udev rule", "iosched/read_priority", "3"),
        ("udev rule", "async_depth", "30"),
        ("tmpfiles.d", "iosched/batch_order", "1"),
    }
    assert found["sdb"] == {("udev rule", "async_depth", "31")}


def test_a_setter_of_a_file_means_the_active_scheduler_s(tmp_path: Path) -> None:
    """mq-deadline has a read_expire as well, with a description."""
    make_cachyos(tmp_path)
    write_files(tmp_path / "sys/block/sda/queue/iosched", {"read_expire": "9"})
    rule = 'KERNEL=="sda", ATTR{queue/iosched/read_expire}="300"\n'
    write_files(tmp_path, {"etc/udev/rules.d/60-io.rules": rule})
    (disk,) = (each for each in read_devices(tmp_path) if each.name == "sda")
    (owner,) = find_owners((disk,), tmp_path)["sda"]
    assert owner == SettingOwner(
        "udev rule", "iosched/read_expire", "300", "/etc/udev/rules.d/60-io.rules:1"
    )
    tuned = tuned_device(disk)
    assert tuned.settings["iosched/read_expire"] == "9" and "read_expire" not in tuned.settings


def test_what_can_be_varied_is_what_the_disk_has(drives: dict[str, Device]) -> None:
    """async_depth also while no scheduler is active, with one that certainly has it."""
    schedulers = Parameter("scheduler", ("none", "mq-deadline", "adios"))
    require_legal((schedulers, Parameter("async_depth", ("8", "16"))), drives["nvme0n1"])
    require_legal((schedulers, Parameter("iosched/read_priority", ("-8", "8"))), drives["sda"])
    refused = {
        "iosched/read_priority": ("nvme0n1", "has no setting iosched/read_priority"),
        "iosched/adios_version": ("sda", "not a number or a word"),
    }
    for name, (disk, reason) in refused.items():
        with pytest.raises(InvalidInput, match=reason):
            require_legal((schedulers, Parameter(name, ("1", "2"))), drives[disk])
    with pytest.raises(InvalidInput, match="doesn't list the scheduler bfg"):
        require_legal((Parameter("scheduler", ("none", "bfg")),), drives["sda"])
