"""What udev's rules set, on made-up computers; test_owners_udevadm.py asks udev itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.probe.block.devices import read_devices
from storage_tuner.probe.owners import machine_owners
from storage_tuner.probe.owners.commands import settings_of
from storage_tuner.probe.owners.files import logical_lines
from storage_tuner.probe.owners.udev_lines import Token, parse_line
from tests.unit.probe.made_trees import write_tree
from tests.unit.probe.owners_machine import (
    NVME,
    SATA,
    SCSI,
    VIRTIO,
    VIRTUAL,
    add_device,
    as_tuple,
    link,
    owners_of,
    said_by_rules,
)

INSTALLED = Path("/usr/lib/udev/rules.d"), Path("/lib/udev/rules.d")

DISKS_OF_FEDORA = """\
# which disks get bfq
ACTION=="add", SUBSYSTEM=="block", ENV{DEVTYPE}=="disk", \\
  KERNEL=="mmcblk*[0-9]|msblk*[0-9]|mspblk*[0-9]|sd*[!0-9]|sr*", \\
  ATTR{queue/scheduler}="bfq"
"""
"""Like the 60-block-scheduler.rules of Fedora."""

DISKS_OF_SUSE = """\
SUBSYSTEM!="block", GOTO="schedulers_end"
ACTION!="add|change", GOTO="schedulers_end"
ENV{DEVTYPE}!="disk", GOTO="schedulers_end"
TEST!="%S%p/queue/scheduler", GOTO="schedulers_end"
ACTION!="change", KERNEL=="dm-*", GOTO="schedulers_end"
ATTR{queue/scheduler}=="none", GOTO="schedulers_end"
ATTR{queue/zoned}!="none", GOTO="schedulers_end"
ENV{DM_MULTIPATH_DEVICE_PATH}=="1", ATTR{queue/scheduler}="none", GOTO="schedulers_end"
KERNEL=="loop[0-9]*", ATTR{queue/scheduler}="none", GOTO="schedulers_end"
KERNEL=="vd[a-z]*", GOTO="schedulers_end"
# only what has one queue
ATTR{queue/rotational}!="0", TEST!="%S%p/mq/1", ATTR{queue/scheduler}="bfq", GOTO="schedulers_end"
LABEL="schedulers_end"
"""
"""Built like the 60-io-scheduler.rules of SUSE."""


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    serial = "E:ID_SERIAL=WDC_X_1\nE:ID_SERIAL_SHORT=1\nE:ID_WWN=0x5000c500a1b2c3d4\n"
    add_device(tmp_path, "sda", SATA, "8:0", serial, device__vendor="ATA     \n")
    add_device(tmp_path, "sdb", SCSI, "8:16", queue__rotational="0\n")
    add_device(tmp_path, "nvme0n1", NVME, "259:0", queue__rotational="0\n", mq__1__cpu_list="1\n")
    add_device(tmp_path, "vda", VIRTIO, "254:0")
    add_device(tmp_path, "loop0", VIRTUAL, "7:0", loop__backing_file="/x\n")
    add_device(tmp_path, "dm-0", VIRTUAL, "253:0", queue__scheduler="none\n", dm__name="a\n")
    return tmp_path


def rules(root: Path, text: str, name: str = "60-x", folder: str = "etc/udev/rules.d") -> Path:
    return write_tree(root, {f"{folder}/{name}.rules": text})


@pytest.mark.parametrize(
    ("name", "scheduler"),
    [("sda", "bfq"), ("sdb", "bfq"), ("nvme0n1", None), ("vda", None), ("loop0", None)],
)
def test_rules_like_fedoras(machine: Path, name: str, scheduler: str | None) -> None:
    rules(machine, DISKS_OF_FEDORA, "60-block-scheduler", "usr/lib/udev/rules.d")
    place = "/usr/lib/udev/rules.d/60-block-scheduler.rules:2"
    expected = [("udev rule", "scheduler", scheduler, place)] if scheduler else []
    assert owners_of(machine, name) == expected


@pytest.mark.parametrize(
    ("name", "scheduler"),
    [
        ("sda", "bfq"),
        ("sdb", None),
        ("nvme0n1", None),
        ("vda", None),
        ("loop0", "none"),
        ("dm-0", None),
    ],
)
def test_rules_like_suses(machine: Path, name: str, scheduler: str | None) -> None:
    rules(machine, DISKS_OF_SUSE)
    assert said_by_rules(machine, name).get("scheduler") == scheduler


def test_a_path_of_a_multipath_device(machine: Path) -> None:
    """Whether multipath had said so already isn't known: both may apply."""
    rules(machine, DISKS_OF_SUSE)
    write_tree(machine, {"run/udev/data/b8:0": "E:DM_MULTIPATH_DEVICE_PATH=1\n"})
    places = [(value, place.rpartition(":")[2]) for *_, value, place in owners_of(machine, "sda")]
    assert places == [("none", "8 (may apply)"), ("bfq", "12 (may apply)")]


def test_debians_own_rules_set_nothing(machine: Path) -> None:
    folder = next((folder for folder in INSTALLED if (folder / "60-block.rules").exists()), None)
    assert folder is not None, "the package udev is missing (setup/packages-dev)"
    for file in folder.iterdir():
        rules(machine, file.read_text(), file.stem, "usr/lib/udev/rules.d")
    for name in ("sda", "nvme0n1", "vda", "loop0", "dm-0"):
        assert owners_of(machine, name) == []


@pytest.mark.parametrize(("name", "said"), [("50-early", "?1"), ("65-late", "1")])
def test_an_identity_is_known_only_after_the_rules_that_find_it_out(
    machine: Path, name: str, said: str
) -> None:
    rules(machine, 'ENV{ID_WWN}=="0x5000c500a1b2c3d4", ATTR{queue/nomerges}="1"', name)
    rules(machine, 'ENV{ID_WWN}=="0x5000c500a1b2c3d5", ATTR{queue/nomerges}="2"', f"{name}-other")
    assert said_by_rules(machine, "sda") == {"nomerges": said}
    assert said_by_rules(machine, "sdb") == {}


def test_without_udevs_database_an_identity_may_be_anything(machine: Path) -> None:
    rules(machine, 'ENV{ID_SERIAL}=="WDC", ATTR{queue/nomerges}="1"')
    assert said_by_rules(machine, "sda") == {}
    (machine / "run/udev/data/b8:0").unlink()
    assert said_by_rules(machine, "sda") == {"nomerges": "?1"}


@pytest.mark.parametrize(
    "match",
    [
        'PROGRAM=="/usr/bin/ask"',
        'IMPORT{program}="/usr/bin/ask"',
        'RESULT=="yes"',
        'ENV{.SIZE}=="51"',
        'TEST=="/opt/x"',
        'KERNEL==i"SD*"',
        'KERNEL=="[[:alpha:]]*"',
        'KERNEL="sda"',
        'UNKNOWN=="1"',
        'ATTR{queue/nomerges}-="2"',
        'ATTR{queue/rotational}="1", ATTR{queue/rotational}=="1"',
    ],
)
def test_a_match_that_cannot_be_decided_leaves_a_line_that_may_apply(
    machine: Path, match: str
) -> None:
    rules(machine, f'ATTR{{queue/rotational}}="0"\n{match}, ATTR{{queue/nomerges}}="1"')
    assert said_by_rules(machine, "sda")["nomerges"] == "?1"


@pytest.mark.parametrize(
    ("match", "holds"),
    [
        ('KERNEL=="sd*|vd*"', True),
        ('KERNEL!="sd[!b]"', False),
        ('KERNELS=="2:0:0:*"', True),
        ('KERNELS=="2:0:1:*"', False),
        ('SUBSYSTEM=="block", ENV{DEVTYPE}=="disk"', True),
        ('ENV{DEVTYPE}=="partition"', False),
        ('ACTION=="add|change"', True),
        ('ACTION=="remove"', False),
        ('ENV{ACTION}=="add", ENV{SUBSYSTEM}=="block"', True),
        ('ATTR{../../vendor}=="ATA"', True),
        ('ATTR{queue/rotational}=="1"', True),
        ('ATTR{queue/rotational}=="0"', False),
        ('ATTR{no_such}!="0"', False),
        ('ATTRS{vendor}=="ATA*"', True),
        ('ENV{ID_VENDOR_ID}!="1"', True),
        ('ENV{ID_VENDOR_ID}=="1"', False),
        ('TEST=="queue/nomerges"', True),
        ('TEST!="%S%p/queue/nomerges"', False),
        ('DEVPATH=="*/ata3/*/block/sda"', True),
    ],
)
def test_matches_that_can_be_looked_up(machine: Path, match: str, holds: bool) -> None:
    rules(machine, f'{match}, ATTR{{queue/nomerges}}="1"')
    assert said_by_rules(machine, "sda") == ({"nomerges": "1"} if holds else {})


def test_files_mask_each_other_and_are_sorted_by_name(machine: Path) -> None:
    rules(machine, 'ATTR{queue/nomerges}="1"', "70-b", "etc/udev/rules.d")
    rules(machine, 'ATTR{queue/nomerges}="2"', "70-b", "usr/lib/udev/rules.d")
    rules(machine, 'ATTR{queue/nomerges}="0"', "60-a", "run/udev/rules.d")
    rules(machine, 'ATTR{queue/rotational}="0"', "80-c", "lib/udev/rules.d")
    link(machine / "etc/udev/rules.d/80-c.rules", machine / "dev/null")
    (machine / "etc/udev/rules.d/80-c.rules").unlink()
    (machine / "etc/udev/rules.d/80-c.rules").symlink_to("/dev/null")
    write_tree(machine, {"etc/udev/rules.d/90-no": 'ATTR{queue/nomerges}="2"'})
    assert owners_of(machine, "sda") == [
        ("udev rule", "nomerges", "1", "/etc/udev/rules.d/70-b.rules:1")
    ]


def test_a_rule_file_behind_absolute_links_is_found_inside_the_tree(machine: Path) -> None:
    write_tree(machine, {"store/x/rules.d/60-x.rules": 'ATTR{queue/nomerges}="1"'})
    (machine / "etc/udev").mkdir(parents=True)
    (machine / "etc/udev/rules.d").symlink_to("/store/x/rules.d")
    assert said_by_rules(machine, "sda") == {"nomerges": "1"}


def test_what_we_keep_for_good_is_told_like_any_rule(machine: Path) -> None:
    """It undoes a later change as well, and wins over the distribution's."""
    rules(machine, 'ATTR{queue/nomerges}="2"', "60-distribution")
    rules(machine, 'ATTR{queue/nomerges}="1"', "99-storage-tuner")
    assert said_by_rules(machine, "sda") == {"nomerges": "1"}


def test_of_certain_rules_the_last_counts_and_a_doubtful_one_is_told_beside_it(
    machine: Path,
) -> None:
    rules(
        machine,
        'ATTR{queue/nomerges}="0"\nATTR{queue/nomerges}="1"\n'
        'PROGRAM=="/usr/bin/ask", ATTR{queue/nomerges}="2"\n',
    )
    assert [owner[2:] for owner in owners_of(machine, "sda")] == [
        ("1", "/etc/udev/rules.d/60-x.rules:2"),
        ("2", "/etc/udev/rules.d/60-x.rules:3 (may apply)"),
    ]


def test_what_a_doubtful_jump_passes_is_in_doubt(machine: Path) -> None:
    rules(
        machine,
        'PROGRAM=="/usr/bin/ask", GOTO="end"\nATTR{queue/nomerges}="1"\nGOTO="far"\n'
        'LABEL="end"\nATTR{queue/read_ahead_kb}="64"\nLABEL="far"\nATTR{queue/rotational}="0"\n',
    )
    assert said_by_rules(machine, "sda") == {
        "nomerges": "?1",
        "read_ahead_kb": "?64",
        "rotational": "0",
    }


def test_settings_the_device_does_not_have_are_not_told(machine: Path) -> None:
    rules(machine, 'ATTR{queue/scheduler}="bfq", ATTR{queue/wbt_lat_usec}="0"')
    assert owners_of(machine, "dm-0") == []


@pytest.mark.parametrize(
    ("word", "told"), [("deadline", "mq-deadline"), ("cfq", None), ("noop", None)]
)
def test_schedulers_of_the_past(machine: Path, word: str, told: str | None) -> None:
    rules(machine, f'ATTR{{queue/scheduler}}="{word}"')
    assert said_by_rules(machine, "sda").get("scheduler") == told


def test_parents_must_match_together(machine: Path) -> None:
    rules(machine, 'SUBSYSTEMS=="scsi", ATTRS{vendor}=="ATA", ATTR{queue/nomerges}="1"')
    rules(machine, 'SUBSYSTEMS=="block", ATTRS{vendor}=="ATA", ATTR{queue/rotational}="0"', "70")
    assert said_by_rules(machine, "sda") == {"nomerges": "1"}
    assert said_by_rules(machine, "sdb") == {}


def test_rules_for_the_scsi_device_set_its_queue_depth(machine: Path) -> None:
    write_tree(
        machine / "sys/block/sda/device", {"queue_depth": "32\n", "uevent": "DEVTYPE=scsi_device\n"}
    )
    rules(machine, 'SUBSYSTEM=="scsi", KERNEL=="2:0:*", ATTR{queue_depth}="1"')
    assert said_by_rules(machine, "sda") == {"queue_depth": "1"}


@pytest.mark.parametrize(
    ("value", "said"), [("%%$$%k", "%$sda"), ("$name", "sda"), ("$attr{removable}", None)]
)
def test_substituted_values(machine: Path, value: str, said: str | None) -> None:
    rules(machine, f'ATTR{{queue/read_ahead_kb}}="{value}"')
    assert said_by_rules(machine, "sda") == {"read_ahead_kb": said}


def test_jumps_that_are_surely_taken_or_lead_nowhere(machine: Path) -> None:
    rules(
        machine,
        'LABEL="begin"\nKERNEL=="sda", GOTO="end"\nATTR{queue/nomerges}="1"\nLABEL="end"\n'
        'GOTO="nowhere"\nGOTO="begin"\nATTR{queue/read_ahead_kb}="64"\n',
    )
    assert said_by_rules(machine, "sda") == {"read_ahead_kb": "64"}
    assert said_by_rules(machine, "sdb") == {"nomerges": "1", "read_ahead_kb": "64"}


def test_a_doubtful_jump_ends_with_its_file(machine: Path) -> None:
    rules(machine, 'PROGRAM=="/usr/bin/ask", GOTO="end"\nATTR{queue/nomerges}="1"\nLABEL="end"')
    rules(machine, 'ATTR{queue/read_ahead_kb}="64"', "70-y")
    assert said_by_rules(machine, "sda") == {"nomerges": "?1", "read_ahead_kb": "64"}


def test_a_final_assignment_of_an_attribute_is_one_like_others(machine: Path) -> None:
    """udev takes ":=" for "=" there (udev-rules.c: parse_token)."""
    rules(machine, 'ATTR{queue/nomerges}:="1"\nATTR{queue/nomerges}="2"')
    assert said_by_rules(machine, "sda") == {"nomerges": "2"}


def test_commands_may_apply(machine: Path) -> None:
    rules(
        machine,
        'KERNEL=="sda", RUN+="/bin/sh -c \'echo 1 > /sys/block/%k/queue/nomerges\'"\n'
        'RUN+="/sbin/hdparm -a 512 $devnode"\nRUN+="/sbin/hdparm -a 512 /dev/vda"\n'
        'SUBSYSTEM=="scsi", RUN+="/bin/sh -c \'echo 8 >/sys$devpath/block/*/queue/nr_requests\'"',
    )
    command = {"read_ahead_kb": "?256", "nr_requests": "?8"}
    assert said_by_rules(machine, "sda") == {"nomerges": "?1", **command}
    assert said_by_rules(machine, "sdb") == command


def test_kernel_parameters_may_be_set(machine: Path) -> None:
    rules(machine, 'SUBSYSTEM=="power_supply", SYSCTL{vm.swappiness}="10", SYSCTL{kernel.x}="1"')
    place = "/etc/udev/rules.d/60-x.rules:1 (may apply)"
    found = [as_tuple(owner) for owner in machine_owners(machine)]
    assert found == [("udev rule", "swappiness", "10", place)]


def test_a_command_whose_value_is_not_known(machine: Path) -> None:
    command = "/bin/sh -c 'echo %c > /sys/block/%k/queue/nr_requests'"
    rules(machine, f'KERNEL=="sda", PROGRAM=="/usr/bin/ask", RUN+="{command}"')
    place = "/etc/udev/rules.d/60-x.rules:1 (may apply)"
    assert owners_of(machine, "sda") == [("udev rule", "nr_requests", None, place)]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("sh -c 'echo bfq > /sys/block/sda/queue/scheduler'", [("queue/scheduler", "bfq")]),
        (
            "/bin/sh -c 'echo -n 8 >/sys/class/block/sda/queue/nr_requests'",
            [("queue/nr_requests", "8")],
        ),
        (
            "bash -c 'echo \"8\" | tee /sys/block/sda/queue/nr_requests'",
            [("queue/nr_requests", "8")],
        ),
        ("sh -c 'cat /etc/x > /sys/block/sda/queue/nr_requests'", [("queue/nr_requests", None)]),
        ("sh -c 'cat /sys/block/sda/queue/nr_requests'", []),
        ("sh -c 'echo 1 > /sys/block/sdb/queue/nomerges'", []),
        ("/sbin/blockdev --setra 1024 /dev/sda", [("queue/read_ahead_kb", "512")]),
        ("/sbin/blockdev --setra 1024 /dev/sdb", []),
        ("/sbin/blockdev --setra $X /dev/sda", [("queue/read_ahead_kb", None)]),
        (
            "hdparm -a256 -Q 1 /dev/sda",
            [("queue/read_ahead_kb", "128"), ("device/queue_depth", "1")],
        ),
        ("hdparm -B 254 /dev/sda", []),
        (
            "sh -c 'echo 1 > /sys/devices/a/block/sda/queue/nomerges; hdparm -a $X /dev/sda'",
            [("queue/nomerges", "1")],
        ),
        ("/usr/bin/tune 'sda", []),
    ],
)
def test_commands(command: str, expected: list[tuple[str, str | None]]) -> None:
    assert list(settings_of(command, "sda")) == expected


def test_lines_as_udev_joins_them() -> None:
    text = '\n# a comment\nKERNEL=="a", \\\n  # in between\n   ENV{X}="1"\n\nKERNEL=="b"\\\n'
    (line,) = ((number, text) for number, text in logical_lines(text) if text)
    assert (line[0], len(parse_line(line[1]))) == (3, 2)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ('ENV{FOO}=="1", ATTR{queue/nomerges}="2"', 'ENV{FOO}="1"'),
        ('ENV{FOO}!="1", ATTR{queue/nomerges}="2"', 'ENV{FOO}="1"'),
        ('ENV{NEW}="1"', 'ENV{NEW}=="1", ATTR{queue/nomerges}="2"'),
        ("", 'TEST="/sys/none", ATTR{queue/nomerges}="2"'),
    ],
)
def test_what_rules_or_a_mistake_leave_open_may_apply(
    tmp_path: Path, first: str, second: str
) -> None:
    """A property that a late rule assigns isn't known while the rules are gone through."""
    add_device(tmp_path, "sda", SATA, "8:0", "E:FOO=1\n")
    rules(tmp_path, f"{first}\n", "65-a")
    rules(tmp_path, f"{second}\n", "99-b")
    ((_, tunable, value, place),) = owners_of(tmp_path, "sda")
    assert (tunable, value) == ("nomerges", "2")
    assert place.endswith("(may apply)")


def test_an_escaped_value_is_not_read(machine: Path) -> None:
    rules(machine, 'ATTR{queue/nomerges}=e"\\x32"\n')
    assert [owner[2] for owner in owners_of(machine, "sda")] == [None]


def test_a_value_is_joined_as_udev_joins_it(machine: Path) -> None:
    rules(machine, 'ATTR{queue/scheduler}="mq-\\\ndeadline"\nATTR{queue/nomerges}="2", \\ \n')
    assert [owner[1:3] for owner in owners_of(machine, "sda")] == [("scheduler", "mq-deadline")]


@pytest.mark.parametrize(
    "line", ['KERNEL=="sda', "KERNEL==sda", 'ATTR{x="1"', 'KERNEL=="sda", # no comment here']
)
def test_lines_that_udev_drops(line: str) -> None:
    assert parse_line(line) == ()


@pytest.mark.parametrize(
    ("line", "token"),
    [
        (r'ENV{A}="say \"x\" \n"', Token("ENV", "A", "=", r'say "x" \n')),
        ('KERNEL==i"SD*"', Token("KERNEL", "", "==i", "SD*")),
        ('  ,ATTR{a b} := "1" , ', Token("ATTR", "a b", ":=", "1")),
    ],
)
def test_tokens(line: str, token: Token) -> None:
    assert parse_line(line) == (token,)


KEPT = """\
SUBSYSTEM!="block", GOTO="storage_tuner_end"
# Kept for ID_WWN=0x5000c500a1b2c3d4
ENV{ID_WWN}=="0x5000c500a1b2c3d4", KERNEL!="dm-*|md*", ENV{STORAGE_TUNER}="0123456789abcdef"
ENV{ID_WWN}=="0x5000c500a1b2c3d4", KERNEL!="dm-*|md*", TEST=="/run/storage-tuner/measuring/%k", \
GOTO="storage_tuner_end"
ENV{ID_WWN}=="0x5000c500a1b2c3d4", KERNEL!="dm-*|md*", TEST=="queue/scheduler", \
ATTR{queue/scheduler}="kyber"
ENV{ID_WWN}=="0x5000c500a1b2c3d4", KERNEL!="dm-*|md*", TEST=="queue/iosched/read_lat_nsec", \
ATTR{queue/iosched/read_lat_nsec}="1000000"
LABEL="storage_tuner_end"
"""


def test_permanent_values_are_read_whatever_else_sets_them(machine: Path) -> None:
    rules(machine, KEPT, "99-storage-tuner")
    rules(machine, 'KERNEL=="sd*", ATTR{queue/scheduler}="bfq"', "99-z-late")
    devices = {device.name: device for device in read_devices(machine)}
    permanent = {name: device.permanent for name, device in devices.items() if device.permanent}
    assert permanent == {"sda": {"scheduler": "kyber", "read_lat_nsec": "1000000"}}
    (owner,) = devices["sda"].owners
    assert (owner.value, owner.place) == ("bfq", "/etc/udev/rules.d/99-z-late.rules:1")


def test_nothing_is_permanent_for_a_disk_that_is_not_identified(machine: Path) -> None:
    rules(machine, KEPT, "99-storage-tuner")
    (machine / "run/udev/data/b8:0").unlink()
    assert not any(device.permanent for device in read_devices(machine))
