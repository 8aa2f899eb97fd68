"""What tmpfiles.d, systemd's services and rc.local set when the computer starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.probe.owners import machine_owners
from tests.unit.probe.made_trees import write_tree
from tests.unit.probe.owners_machine import SATA, SCSI, add_device, as_tuple, link, owners_of

SERVICE = """\
[Unit]
Description=Disks

[Service]
Type=oneshot
ExecStartPre=-/bin/sh -c 'echo bfq > /sys/block/sda/queue/scheduler'
ExecStart=/usr/sbin/blockdev --setra 4096 \\
    /dev/sd*
ExecStart=/sbin/sysctl -q -w vm.swappiness=10
ExecStop=/bin/sh -c 'echo 64 > /sys/block/sda/queue/nr_requests'

[Install]
WantedBy=multi-user.target
"""
UNIT = "usr/lib/systemd/system/disks.service"
WANTED = "etc/systemd/system/multi-user.target.wants/disks.service"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    add_device(tmp_path, "sda", SATA, "8:0")
    add_device(tmp_path, "sdb", SCSI, "8:16")
    return tmp_path


def on_the_machine(root: Path) -> list[tuple[str, str, str | None, str]]:
    return [as_tuple(owner) for owner in machine_owners(root)]


def test_tmpfiles_writes_into_sysfs(machine: Path) -> None:
    lines = (
        "# a comment\n"
        "w /sys/block/sda/queue/scheduler - - - - bfq\n"
        "w! /sys/class/block/sd?/queue/read_ahead_kb - - - - 512\\n\n"
        "f /sys/block/sdb/queue/nr_requests - - - - 64\n"
        "w /sys/block/%H/queue/nr_requests - - - - 64\n"
        "w /proc/sys/vm/swappiness - - - - 10\n"
    )
    write_tree(machine, {"usr/lib/tmpfiles.d/disks.conf": lines})
    place = "/usr/lib/tmpfiles.d/disks.conf"
    assert owners_of(machine, "sda") == [
        ("tmpfiles.d", "scheduler", "bfq", f"{place}:2"),
        ("tmpfiles.d", "read_ahead_kb", "512", f"{place}:3"),
    ]
    assert owners_of(machine, "sdb") == [("tmpfiles.d", "read_ahead_kb", "512", f"{place}:3")]
    assert on_the_machine(machine) == [("tmpfiles.d", "swappiness", "10", f"{place}:6")]


def test_tmpfiles_of_the_administrator_come_before_those_of_packages(machine: Path) -> None:
    line = "w /sys/block/sda/queue/scheduler - - - - {}\n"
    write_tree(
        machine,
        {
            "etc/tmpfiles.d/one.conf": line.format("none"),
            "run/tmpfiles.d/one.conf": line.format("bfq"),
            "run/tmpfiles.d/two.conf": line.format("kyber"),
            "usr/lib/tmpfiles.d/two.conf": line.format("bfq"),
            "usr/lib/tmpfiles.d/off.conf": line.format("mq-deadline"),
        },
    )
    link(machine / "etc/tmpfiles.d/off.conf", machine / "dev/null")
    assert [owner[2:] for owner in owners_of(machine, "sda")] == [
        ("none", "/etc/tmpfiles.d/one.conf:1"),
        ("kyber", "/run/tmpfiles.d/two.conf:1"),
    ]


def test_a_service_that_is_started_may_set_something(machine: Path) -> None:
    write_tree(machine, {UNIT: SERVICE})
    link(machine / WANTED, machine / UNIT)
    place = f"/{UNIT}"
    assert owners_of(machine, "sda") == [
        ("systemd", "scheduler", "bfq", f"{place}:6 (may apply)"),
        ("systemd", "read_ahead_kb", "2048", f"{place}:7 (may apply)"),
    ]
    assert [owner[1] for owner in owners_of(machine, "sdb")] == ["read_ahead_kb"]
    assert on_the_machine(machine) == [("systemd", "swappiness", "10", f"{place}:9 (may apply)")]


def test_the_service_of_a_timer_is_started(machine: Path) -> None:
    write_tree(machine, {UNIT: SERVICE})
    link(machine / WANTED.replace(".service", ".timer"), machine / UNIT)
    assert len(owners_of(machine, "sda")) == 2


def test_a_service_that_nobody_wants_sets_nothing(machine: Path) -> None:
    write_tree(machine, {UNIT: SERVICE})
    assert owners_of(machine, "sda") == []


@pytest.mark.parametrize("how", ["link", "empty"])
def test_a_masked_service_sets_nothing(machine: Path, how: str) -> None:
    write_tree(machine, {UNIT: SERVICE})
    link(machine / WANTED, machine / UNIT)
    mask = machine / "etc/systemd/system/disks.service"
    if how == "link":
        mask.symlink_to("/dev/null")
    else:
        mask.write_text("")
    assert owners_of(machine, "sda") == []


def test_a_service_replaced_by_the_administrator_counts_as_that(machine: Path) -> None:
    mine = "[Service]\nExecStart=/bin/sh -c 'echo none > /sys/block/sda/queue/scheduler'\n"
    write_tree(machine, {UNIT: SERVICE, "etc/systemd/system/disks.service": mine})
    link(machine / WANTED, machine / UNIT)
    assert [owner[1:3] for owner in owners_of(machine, "sda")] == [("scheduler", "none")]


def test_the_script_that_a_service_runs_is_read(machine: Path) -> None:
    unit = "[Service]\nExecStart=/usr/local/sbin/disks.sh --now\n"
    script = (
        "#!/bin/bash\n# echo kyber > /sys/block/sda/queue/scheduler\n"
        'for disk in sda; do\n  echo bfq > "/sys/block/$disk/queue/scheduler"\ndone\n'
    )
    write_tree(machine, {UNIT: unit, "usr/local/sbin/disks.sh": script})
    link(machine / WANTED, machine / UNIT)
    assert owners_of(machine, "sda") == [
        ("systemd", "scheduler", "bfq", "/usr/local/sbin/disks.sh:4 (may apply)")
    ]


RC_LOCAL = """\
#!/bin/sh -e
echo 64 > /sys/block/sda/queue/nr_requests
echo 5 > /proc/sys/vm/swappiness
exit 0
"""


@pytest.mark.parametrize("path", ["etc/rc.local", "etc/rc.d/rc.local"])
def test_rc_local_counts_while_it_may_be_executed(machine: Path, path: str) -> None:
    write_tree(machine, {path: RC_LOCAL})
    (machine / path).chmod(0o644)
    assert owners_of(machine, "sda") == on_the_machine(machine) == []
    (machine / path).chmod(0o755)
    assert owners_of(machine, "sda") == [
        ("rc.local", "nr_requests", "64", f"/{path}:2 (may apply)")
    ]
    assert on_the_machine(machine) == [("rc.local", "swappiness", "5", f"/{path}:3 (may apply)")]
    if path != "etc/rc.local":
        link(machine / "etc/rc.local", machine / path)
        assert len(owners_of(machine, "sda")) == 1


def test_what_no_shell_reads_is_not_read(machine: Path) -> None:
    write_tree(machine, {"etc/rc.local": "\x7fELF echo 64 > /sys/block/sda/queue/nr_requests\n"})
    (machine / "etc/rc.local").chmod(0o755)
    assert owners_of(machine, "sda") == []
