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


def test_tmpfiles_values_that_are_encoded_or_repeated(machine: Path) -> None:
    """For one path the first line counts; w+ appends, so that sysfs gets both."""
    lines = (
        "w~ /sys/block/sda/queue/scheduler - - - - YmZx\n"
        "w /sys/block/sda/queue/nr_requests - - - - 64\n"
        "w- /sys/block/sda/queue/nr_requests - - - - 32\n"
        "w+ /sys/block/sda/queue/nr_requests - - - - 16\n"
    )
    write_tree(machine, {"etc/tmpfiles.d/disks.conf": lines})
    assert [owner[1:3] for owner in owners_of(machine, "sda")] == [
        ("scheduler", None),
        ("nr_requests", "64"),
        ("nr_requests", "16"),
    ]


def test_tmpfiles_of_the_administrator_come_before_those_of_packages(machine: Path) -> None:
    line = "w /sys/block/sda/queue/{} - - - - {}\n"
    write_tree(
        machine,
        {
            "etc/tmpfiles.d/one.conf": line.format("scheduler", "none"),
            "run/tmpfiles.d/one.conf": line.format("scheduler", "bfq"),
            "run/tmpfiles.d/two.conf": line.format("nomerges", "1"),
            "usr/lib/tmpfiles.d/two.conf": line.format("nomerges", "2"),
            "usr/lib/tmpfiles.d/off.conf": line.format("nr_requests", "64"),
        },
    )
    link(machine / "etc/tmpfiles.d/off.conf", machine / "dev/null")
    assert [owner[2:] for owner in owners_of(machine, "sda")] == [
        ("none", "/etc/tmpfiles.d/one.conf:1"),
        ("1", "/run/tmpfiles.d/two.conf:1"),
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


def test_drop_ins_add_and_replace_commands(machine: Path) -> None:
    write = "[Service]\nExecStart=/bin/sh -c 'echo {} | tee /sys/block/sda/queue/scheduler'\n"
    more = "[Service]\nExecStartPost=hdparm -a 1024 /dev/sda\n"
    write_tree(
        machine,
        {
            UNIT: write.format("kyber"),
            f"{UNIT}.d/more.conf": more,
            "etc/systemd/system/disks.service.d/own.conf": write.format("none").replace(
                "ExecStart", "ExecStart=\nExecStart"
            ),
        },
    )
    link(machine / WANTED, machine / UNIT)
    own = "/etc/systemd/system/disks.service.d/own.conf:3 (may apply)"
    assert sorted(owner[1:] for owner in owners_of(machine, "sda")) == [
        ("read_ahead_kb", "512", f"/{UNIT}.d/more.conf:2 (may apply)"),
        ("scheduler", "none", own),
    ]


def test_a_template_sets_its_instance(machine: Path) -> None:
    template = "usr/lib/systemd/system/disk@.service"
    text = "[Service]\nExecStart=/bin/sh -c 'echo bfq > /sys/block/%i/queue/scheduler'\n"
    write_tree(machine, {template: text})
    link(
        machine / "etc/systemd/system/multi-user.target.wants/disk@sda.service", machine / template
    )
    assert owners_of(machine, "sda") == [
        ("systemd", "scheduler", "bfq", f"/{template}:2 (may apply)")
    ]
    assert owners_of(machine, "sdb") == []


def test_a_timer_may_start_a_service_of_another_name(machine: Path) -> None:
    timer = "usr/lib/systemd/system/later.timer"
    write_tree(machine, {UNIT: SERVICE, timer: "[Timer]\nOnBootSec=5min\nUnit=disks.service\n"})
    link(machine / "etc/systemd/system/timers.target.wants/later.timer", machine / timer)
    assert len(owners_of(machine, "sda")) == 2


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


def test_local_d_counts_while_it_may_be_executed(machine: Path) -> None:
    write_tree(machine, {"etc/local.d/disks.start": RC_LOCAL, "etc/local.d/disks.stop": RC_LOCAL})
    (machine / "etc/local.d/disks.stop").chmod(0o755)
    assert owners_of(machine, "sda") == []
    (machine / "etc/local.d/disks.start").chmod(0o755)
    assert owners_of(machine, "sda") == [
        ("local.d", "nr_requests", "64", "/etc/local.d/disks.start:2 (may apply)")
    ]


def test_cron_sets_at_boot_and_later(machine: Path) -> None:
    write_tree(
        machine,
        {
            "etc/crontab": "SHELL=/bin/sh\n@reboot\troot\techo bfq > "
            "/sys/block/sda/queue/scheduler\n",
            "etc/cron.d/disks": "*/5 * * * * root /usr/local/sbin/disks\n",
            "etc/cron.d/disks.dpkg-old": "@reboot root echo 1 > /sys/block/sda/queue/nomerges\n",
            "var/spool/cron/crontabs/root": "@reboot blockdev --setra 256 /dev/sda\n",
            "usr/local/sbin/disks": "#!/bin/sh\necho 5 > /proc/sys/vm/swappiness\n",
        },
    )
    assert owners_of(machine, "sda") == [
        ("cron", "scheduler", "bfq", "/etc/crontab:2 (may apply)"),
        ("cron", "read_ahead_kb", "128", "/var/spool/cron/crontabs/root:1 (may apply)"),
    ]
    assert on_the_machine(machine) == [
        ("cron", "swappiness", "5", "/usr/local/sbin/disks:2 (may apply)")
    ]


@pytest.mark.parametrize(
    "script",
    [
        "for file in /sys/block/sd*/queue/scheduler; do\n  echo bfq > $file\ndone\n",
        'for file in /sys/block/sda/queue/scheduler; do echo bfq | sudo tee "${file}"; done\n',
        "for d in sda\ndo\n  echo bfq | /usr/bin/tee -a /sys/block/$d/queue/scheduler\ndone\n",
    ],
)
def test_a_loop_sets_what_it_is_over(machine: Path, script: str) -> None:
    write_tree(machine, {"etc/rc.local": f"#!/bin/sh\n{script}"})
    (machine / "etc/rc.local").chmod(0o755)
    assert [owner[:3] for owner in owners_of(machine, "sda")] == [("rc.local", "scheduler", "bfq")]


def test_a_variable_of_two_loops_may_be_anything(machine: Path) -> None:
    loop = "for disk in {}; do\n echo {} > /sys/block/$disk/queue/nr_requests\ndone\n"
    script = f"#!/bin/sh\n{loop.format('sdb', 64)}{loop.format('sdx', 32)}"
    write_tree(machine, {"etc/rc.local": script})
    (machine / "etc/rc.local").chmod(0o755)
    assert [owner[2] for owner in owners_of(machine, "sda")] == ["64", "32"]
