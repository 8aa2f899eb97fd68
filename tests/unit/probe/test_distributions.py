"""The files with which distributions set schedulers and memory, on a made-up computer with an HDD,
a SATA SSD and an NVMe drive; tests/data/distributions/README.md has their origin."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from storage_tuner.probe.owners import machine_owners
from tests.unit.probe.owners_machine import NVME, SATA, SCSI, add_device, as_tuple, owners_of

FILES = Path(__file__).parents[2] / "data" / "distributions"
HDD, SSD, DRIVE = "sda", "sdb", "nvme0n1"
USR, ETC = "/usr/lib/udev/rules.d", "/etc/udev/rules.d"

SCHEDULERS = {
    "arch": {
        HDD: ("bfq", f"{ETC}/60-ioschedulers.rules:2"),
        SSD: ("bfq", f"{ETC}/60-ioschedulers.rules:5"),
        DRIVE: ("none", f"{ETC}/60-ioschedulers.rules:8"),
    },
    "cachyos": {
        HDD: ("bfq", f"{USR}/60-ioschedulers.rules:2"),
        SSD: ("mq-deadline", f"{USR}/60-ioschedulers.rules:6"),
        DRIVE: ("kyber", f"{USR}/60-ioschedulers.rules:10"),
    },
    "fedora": {
        HDD: ("bfq", f"{USR}/60-block-scheduler.rules:1"),
        SSD: ("bfq", f"{USR}/60-block-scheduler.rules:1"),
    },
    "popos": {
        HDD: ("bfq", f"{USR}/60-block-pop.rules:2"),
        SSD: ("kyber", f"{USR}/60-block-pop.rules:7"),
        DRIVE: ("kyber", f"{USR}/60-block-pop.rules:6"),
    },
    "omarchy": dict.fromkeys(
        (HDD, SSD, DRIVE), ("kyber", f"{ETC}/60-omarchy-io-scheduler.rules:1")
    ),
    "suse": {HDD: ("bfq", f"{USR}/60-io-scheduler.rules:11")},
    "bazzite": {
        HDD: ("bfq", f"{USR}/60-schedulers.rules:8"),
        SSD: ("kyber", f"{USR}/60-schedulers.rules:2"),
        DRIVE: ("kyber", f"{USR}/60-schedulers.rules:4"),
    },
}

MEMORY = {
    "cachyos": {
        "swappiness": "100",
        "dirty_bytes": "268435456",
        "dirty_background_bytes": "67108864",
        "dirty_writeback_centisecs": "1500",
    },
    "popos": {
        "swappiness": "10",
        "dirty_bytes": "268435456",
        "dirty_background_bytes": "134217728",
    },
}


@pytest.fixture(params=sorted(SCHEDULERS))
def distribution(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Its name; its files are installed."""
    name = str(request.param)
    shutil.copytree(FILES / name, tmp_path, dirs_exist_ok=True)
    add_device(tmp_path, HDD, SATA, "8:0", "E:ID_ATA=1\n", device__vendor="ATA     \n")
    add_device(tmp_path, SSD, SCSI, "8:16", queue__rotational="0\n")
    add_device(tmp_path, DRIVE, NVME, "259:0", queue__rotational="0\n", mq__1__cpu_list="1\n")
    return name


def test_all_are_here() -> None:
    assert {path.name for path in FILES.iterdir() if path.is_dir()} == set(SCHEDULERS)


def test_each_scheduler_is_attributed_to_its_rule(distribution: str, tmp_path: Path) -> None:
    for name in (HDD, SSD, DRIVE):
        expected = SCHEDULERS[distribution].get(name)
        found = owners_of(tmp_path, name)
        assert found == ([("udev rule", "scheduler", *expected)] if expected else []), name


def test_memory_is_attributed_to_sysctl(distribution: str, tmp_path: Path) -> None:
    owners = [as_tuple(owner) for owner in machine_owners(tmp_path)]
    assert {tool for tool, *_ in owners} <= {"sysctl.d"}
    assert {tunable: value for _, tunable, value, _ in owners} == MEMORY.get(distribution, {})
