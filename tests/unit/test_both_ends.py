"""What application and helper must agree on, although neither imports the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.core.plan import Operation
from storage_tuner.fio import job
from storage_tuner.probe.owners import machine_owners
from storage_tuner_helper import fio, sysctl_file, udev_rules
from storage_tuner_helper.identity import Identity
from tests.unit.probe.owners_machine import SATA, SCSI, add_device, said_by_rules

ONLY_AS_ROOT = {"--invalidate=0"}
"""Emptying a disk's cache needs a capability that the helper gave up; files have no such need."""


@pytest.mark.parametrize("operation", Operation)
@pytest.mark.parametrize("threads", [1, 8])
def test_the_commands_of_a_report_are_those_of_the_helper(
    operation: Operation, threads: int
) -> None:
    size = 1000 << 20
    ours = job.arguments(
        operation, path="F", size_bytes=size, threads=threads, runtime_ms=700, ramp_ms=100
    )
    workload = fio.Workload(operation.value, threads, operation.block_bytes, 700, 100, job.ENGINE)
    theirs = fio.arguments(workload, 9, size)
    options = {option for option in theirs[theirs.index(fio.FIO) + 1 :] if "filename" not in option}
    assert options - ONLY_AS_ROOT == {option for option in ours[1:] if "filename" not in option}


def test_the_application_understands_the_rules_that_the_helper_writes(tmp_path: Path) -> None:
    """Of the one disk only. A captured tree can't tell whether the disk is measured just now, when
    the rules leave it alone: hence the "?"."""
    kept = {"scheduler": "mq-deadline", "fifo_batch": "8", "read_ahead_kb": "1024"}
    add_device(tmp_path, "sda", SATA, "8:0", "E:ID_WWN=0x5000c500a1b2c3d4\n")
    add_device(tmp_path, "sdb", SCSI, "8:16", "E:ID_WWN=0x5000c500a1b2c3d5\n")
    for name in ("sda", "sdb"):
        folder = tmp_path / f"sys/block/{name}/queue"
        (folder / "scheduler").write_text("[mq-deadline] none\n")
        (folder / "read_ahead_kb").write_text("128\n")
        (folder / "iosched").mkdir(exist_ok=True)
        (folder / "iosched/fifo_batch").write_text("16\n")
    file = tmp_path / udev_rules.PATH.lstrip("/")
    file.parent.mkdir(parents=True)
    file.write_text(udev_rules.render({Identity("ID_WWN", "0x5000c500a1b2c3d4"): kept}))
    assert said_by_rules(tmp_path, "sda") == {name: f"?{value}" for name, value in kept.items()}
    assert said_by_rules(tmp_path, "sdb") == {}


def test_the_application_understands_the_sysctl_file_that_the_helper_writes(tmp_path: Path) -> None:
    file = tmp_path / sysctl_file.PATH.lstrip("/")
    file.parent.mkdir(parents=True)
    file.write_text(sysctl_file.render({"dirty_bytes": "536870912", "swappiness": "10"}))
    found = {owner.tunable: owner.value for owner in machine_owners(tmp_path)}
    assert found == {"dirty_bytes": "536870912", "swappiness": "10"}
