"""What tuned, TLP, sysctl.d, the kernel command line and mdadm.conf set."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.core.device import SettingOwner
from storage_tuner.probe.owners import machine_owners
from storage_tuner.probe.owners.tristate import Truth, searched
from tests.unit.probe.made_trees import write_tree
from tests.unit.probe.owners_machine import (
    NVME,
    SATA,
    SCSI,
    VIRTUAL,
    add_device,
    as_tuple,
    owners_of,
)

THROUGHPUT = """\
[main]
summary=Broadly applicable tuning

[disk]
# The default unit for readahead is KiB.
readahead=>4096

[sysctl]
vm.dirty_ratio = 40
vm.dirty_background_ratio = 10
vm.swappiness=10
net.core.somaxconn=>2048
"""
"""As in throughput-performance of tuned 2.20."""

TUNED = "usr/lib/tuned/throughput-performance/tuned.conf"
ACTIVE = "etc/tuned/active_profile"
UNIT = "/usr/lib/systemd/system/tuned.service"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    add_device(tmp_path, "sda", SATA, "8:0", "S:disk/by-id/ata-WD_1\nE:ID_WWN=0x5000c500a1b2c3d4\n")
    add_device(tmp_path, "sdb", SCSI, "8:16", removable="1\n")
    add_device(tmp_path, "nvme0n1", NVME, "259:0", "E:ID_WWN=eui.1\n")
    add_device(tmp_path, "dm-0", VIRTUAL, "253:0", queue__scheduler="none\n")
    return tmp_path


def machine_settings(root: Path) -> list[tuple[str, str, str | None, str]]:
    return [as_tuple(owner) for owner in machine_owners(root)]


def short(root: Path, name: str) -> list[tuple[str, str | None]]:
    return [owner[1:3] for owner in owners_of(root, name)]


def profile(root: Path, text: str, name: str = "mine", folder: str = "etc/tuned") -> None:
    write_tree(root, {f"{folder}/{name}/tuned.conf": text})


@pytest.mark.parametrize("name", ["sda", "nvme0n1", "dm-0"])
def test_a_profile_of_tuned(machine: Path, name: str) -> None:
    write_tree(machine, {ACTIVE: "throughput-performance\n", TUNED: THROUGHPUT})
    place = f"/{TUNED}:6 (only if it is less)"
    assert owners_of(machine, name) == [("tuned", "read_ahead_kb", "4096", place)]


def test_tuned_leaves_removable_disks_alone(machine: Path) -> None:
    write_tree(machine, {ACTIVE: "throughput-performance\n", TUNED: THROUGHPUT})
    assert owners_of(machine, "sdb") == []


def test_virtual_memory_in_a_profile_of_tuned(machine: Path) -> None:
    write_tree(machine, {ACTIVE: "throughput-performance\n", TUNED: THROUGHPUT})
    assert machine_settings(machine) == [
        ("tuned", "dirty_ratio", "40", f"/{TUNED}:9"),
        ("tuned", "dirty_background_ratio", "10", f"/{TUNED}:10"),
        ("tuned", "swappiness", "10", f"/{TUNED}:11"),
    ]


@pytest.mark.parametrize(
    ("files", "links", "active"),
    [
        ({}, {}, True),
        ({"etc/systemd/system/x.target.wants/ssh.service": ""}, {}, False),
        ({"etc/systemd/system/x.target.wants/tuned.service": ""}, {}, True),
        ({"etc/systemd/system/a.service": "", "run/tuned/tuned.pid": "1"}, {}, True),
        ({}, {"etc/systemd/system/tuned.service": "/dev/null"}, False),
        ({}, {"etc/systemd/system/a.target.wants/tuned.service": UNIT}, True),
    ],
)
def test_tuned_counts_only_while_it_is_switched_on(
    machine: Path, files: dict[str, str | bytes], links: dict[str, str], active: bool
) -> None:
    write_tree(machine, {ACTIVE: "throughput-performance\n", TUNED: THROUGHPUT, **files})
    for path, target in links.items():
        (machine / path).parent.mkdir(parents=True)
        (machine / path).symlink_to(target)
    assert bool(owners_of(machine, "sda")) is active


def test_profiles_include_each_other_and_the_outer_one_wins(machine: Path) -> None:
    write_tree(machine, {ACTIVE: "mine\n", TUNED: THROUGHPUT})
    profile(
        machine,
        "[main]\ninclude=throughput-performance\n[sysctl]\nvm.swappiness = 5\n"
        "[disk]\nelevator=bfq # the best\nreadahead=8192 s\n",
    )
    assert short(machine, "sda") == [("scheduler", "bfq"), ("read_ahead_kb", "4096")]
    settings = {tunable: value for _, tunable, value, _ in machine_settings(machine)}
    assert settings == {"dirty_ratio": "40", "dirty_background_ratio": "10", "swappiness": "5"}


def test_a_unit_may_replace_or_drop_what_is_included(machine: Path) -> None:
    write_tree(machine, {ACTIVE: "mine\n", TUNED: THROUGHPUT})
    profile(
        machine,
        "[main]\ninclude=throughput-performance\n[sysctl]\nreplace=1\nvm.swappiness=1\n"
        "[disk]\ndrop=readahead\n",
    )
    assert owners_of(machine, "sda") == []
    assert [owner[1:3] for owner in machine_settings(machine)] == [("swappiness", "1")]


def test_profiles_that_include_each_other_endlessly(machine: Path) -> None:
    write_tree(machine, {ACTIVE: "a b\n"})
    profile(machine, "[main]\ninclude=b, ../x;a\n[disk]\nelevator=bfq\n", "a")
    profile(machine, "[main]\ninclude=a,-c\n[disk]\nreadahead=1\n", "b", "usr/lib/tuned/profiles")
    assert short(machine, "sda") == [("scheduler", "bfq"), ("read_ahead_kb", "1")]


@pytest.mark.parametrize(
    ("devices", "expected"),
    [
        ("devices=sd*", ["sda"]),
        ("devices=!sd*", ["nvme0n1"]),
        ("devices=sda, nvme0n1", ["sda", "nvme0n1"]),
        ("devices_udev_regex=(ID_WWN=0x5000c500a1b2c3d4)|(ID_WWN=0x1)", ["sda"]),
        ("devices_udev_regex=^DEVNAME=/dev/nvme", ["nvme0n1"]),
        ("enabled=false", []),
        ("devices=${disks}", ["nvme0n1"]),
    ],
)
def test_which_disks_a_unit_is_for(machine: Path, devices: str, expected: list[str]) -> None:
    write_tree(machine, {ACTIVE: "mine"})
    text = (
        f"[variables]\nname=nvme0\ndisks=${{name}}n*\n[fast]\ntype=disk\n{devices}\nelevator=none\n"
    )
    profile(machine, text)
    found = [name for name in ("sda", "sdb", "nvme0n1") if owners_of(machine, name)]
    assert found == expected


def test_of_two_units_the_second_may_apply_too(machine: Path) -> None:
    write_tree(machine, {ACTIVE: "mine"})
    profile(machine, "[disk]\nreadahead=64\n[disk-sas]\ntype=disk\ndevices=sd*\nelevator=none\n")
    places = [place for *_, place in owners_of(machine, "sda")]
    assert [place.endswith("(may apply)") for place in places] == [False, True]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("readahead_multiply=4", ("read_ahead_kb", None)),
        ("readahead=${unknown}", ("read_ahead_kb", None)),
        ("readahead=lots", ("read_ahead_kb", None)),
        ("elevator=${f:exec:choose}", ("scheduler", None)),
        ("elevator=deadline", ("scheduler", "mq-deadline")),
    ],
)
def test_values_that_cannot_be_told(
    machine: Path, line: str, expected: tuple[str, str | None]
) -> None:
    write_tree(machine, {ACTIVE: "mine"})
    profile(machine, f"[disk]\n{line}\n")
    assert short(machine, "sda") == [expected]


def test_tuneds_other_plugins_that_reach_the_same_settings(machine: Path) -> None:
    write_tree(machine, {ACTIVE: "mine"})
    profile(
        machine,
        "[sysfs]\n/sys/block/sd*/queue/nomerges=2\n/sys/class/block/sda/queue/rotational=0\n"
        "[vm]\ndirty_bytes=30%\ndirty_background_bytes=67108864\ntransparent_hugepages=never\n",
    )
    assert short(machine, "sda") == [("nomerges", "2"), ("rotational", "0")]
    assert short(machine, "nvme0n1") == []
    assert [owner[1:3] for owner in machine_settings(machine)] == [
        ("dirty_ratio", "30"),
        ("dirty_background_bytes", "67108864"),
    ]


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("ID_WWN=0x5.*", Truth.YES),
        ("^b$", Truth.YES),
        ("c", Truth.NO),
        ("(a+)+$", Truth.MAYBE),
        ("a*a*a*a*b", Truth.MAYBE),
        ("(", Truth.MAYBE),
    ],
)
def test_expressions_that_could_take_ages_are_not_searched(expression: str, found: Truth) -> None:
    assert searched(expression, "a\nID_WWN=0x50\nb\n") is found


DEFAULTS = 'DISK_DEVICES="nvme0n1 sda"\nDISK_IOSCHED="keep keep"\nTLP_ENABLE=1\n'


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("", {}),
        ('DISK_IOSCHED="none bfq"', {"nvme0n1": "none", "sda": "bfq"}),
        ("DISK_IOSCHED=none", {"nvme0n1": "none"}),
        ('DISK_DEVICES="ata-WD_1"\nDISK_IOSCHED="bfq"', {"sda": "bfq"}),
        ('DISK_DEVICES="sda"\nDISK_DEVICES+="sdb"\nDISK_IOSCHED="_ bfq"', {"sdb": "bfq"}),
        ('DISK_IOSCHED="none bfq"\nTLP_ENABLE=0', {}),
        ('#DISK_IOSCHED="none bfq"\nDISK_IOSCHED="$(rm)"', {}),
    ],
)
def test_tlp(machine: Path, settings: str, expected: dict[str, str]) -> None:
    write_tree(machine, {"usr/share/tlp/defaults.conf": DEFAULTS, "etc/tlp.conf": settings + "\n"})
    found = {name: value for name in ("sda", "sdb", "nvme0n1") for _, value in short(machine, name)}
    assert found == expected


def test_tlps_files_in_their_order(machine: Path) -> None:
    write_tree(
        machine,
        {
            "usr/share/tlp/defaults.conf": DEFAULTS + "MAX_LOST_WORK_SECS_ON_AC=15\n",
            "etc/tlp.d/10-x.conf": 'DISK_IOSCHED="kyber kyber"\nMAX_LOST_WORK_SECS_ON_BAT=60\n',
            "etc/tlp.d/20-y.conf": 'DISK_IOSCHED="keep bfq"\n',
        },
    )
    place = "/etc/tlp.d/20-y.conf:1: DISK_IOSCHED"
    assert owners_of(machine, "sda") == [("TLP", "scheduler", "bfq", place)]
    assert {owner[1:3] for owner in machine_settings(machine)} == {
        ("dirty_expire_centisecs", "1500"),
        ("dirty_writeback_centisecs", "1500"),
        ("dirty_expire_centisecs", "6000"),
        ("dirty_writeback_centisecs", "6000"),
    }


def test_tlps_configuration_left_behind_counts_for_nothing(machine: Path) -> None:
    write_tree(machine, {"etc/tlp.conf": 'DISK_DEVICES="sda"\nDISK_IOSCHED="bfq"\n'})
    assert owners_of(machine, "sda") == []


def test_sysctl_files_mask_and_beat_each_other(tmp_path: Path) -> None:
    write_tree(
        tmp_path,
        {
            "usr/lib/sysctl.d/50-a.conf": "vm.swappiness = 1\nvm/dirty_ratio=5\n# vm.x=1\n; y\n",
            "usr/lib/sysctl.d/60-b.conf": "vm.swappiness=2",
            "etc/sysctl.d/60-b.conf": "-vm.dirty_expire_centisecs = 7\nvm.dirty_bytes\n",
            "run/sysctl.d/40-c.conf": "vm.swappiness=3\n",
            "etc/sysctl.d/95-d.txt": "vm.swappiness=98\n",
        },
    )
    assert machine_settings(tmp_path) == [
        ("sysctl.d", "dirty_ratio", "5", "/usr/lib/sysctl.d/50-a.conf:2"),
        ("sysctl.d", "dirty_expire_centisecs", "7", "/etc/sysctl.d/60-b.conf:1"),
        ("sysctl.d", "swappiness", "1", "/usr/lib/sysctl.d/50-a.conf:1"),
    ]


def test_patterns_in_sysctl_files(tmp_path: Path) -> None:
    text = "vm.dirty_*_centisecs = 9\nvm.dirty_expire_centisecs = 4\n-vm.swappiness\nvm.swap* = 3\n"
    write_tree(tmp_path, {"etc/sysctl.d/a.conf": text})
    assert [owner[1:3] for owner in machine_settings(tmp_path)] == [
        ("dirty_expire_centisecs", "4"),
        ("dirty_writeback_centisecs", "9"),
    ]


@pytest.mark.parametrize(("linked", "note"), [(True, ""), (False, " (may apply)")])
def test_the_old_sysctl_file(tmp_path: Path, linked: bool, note: str) -> None:
    write_tree(tmp_path, {"etc/sysctl.conf": "vm.swappiness=8\n"})
    if linked:
        (tmp_path / "etc/sysctl.d").mkdir()
        (tmp_path / "etc/sysctl.d/99-sysctl.conf").symlink_to("../sysctl.conf")
    place = "/etc/sysctl.d/99-sysctl.conf" if linked else "/etc/sysctl.conf"
    expected = ("sysctl.d", "swappiness", "8", f"{place}:1{note}")
    assert machine_settings(tmp_path) == [expected]


@pytest.mark.parametrize(("kernel", "counts"), [("6.1.0-13", False), ("4.19.0-6", True)])
def test_the_elevator_parameter_counts_until_linux_5(
    machine: Path, kernel: str, counts: bool
) -> None:
    write_tree(machine, {"proc/cmdline": "quiet elevator=noop elevator=deadline -- elevator=x\n"})
    write_tree(machine, {"proc/version": f"Linux version {kernel} (x)\n"})
    owner = ("kernel command line", "scheduler", "mq-deadline", "elevator=deadline")
    assert owners_of(machine, "sda") == ([owner] if counts else [])


@pytest.mark.parametrize(
    ("force", "applies"),
    [
        ("noncq", True),
        ("3:noncq", True),
        ("3.00:noncq", True),
        ("3.01:noncq", False),
        ("4:noncq", False),
        ("4:1.5Gbps,3:noncq", True),
        ("noncq,3:ncq", False),
        ("3.00:nolpm,noncq", True),
        (":,x", False),
    ],
)
def test_ncq_switched_off_at_boot(machine: Path, force: str, applies: bool) -> None:
    write_tree(machine, {"proc/cmdline": f"quiet libata.force={force}\n"})
    write_tree(machine / "sys/block/sda/device", {"queue_depth": "1\n"})
    write_tree(machine / "sys/block/sdb/device", {"queue_depth": "1\n"})
    expected = ("kernel command line", "queue_depth", "1", f"libata.force={force}")
    assert owners_of(machine, "sda") == ([expected] if applies else [])
    assert owners_of(machine, "sdb") == []


def test_sysctls_on_the_kernel_command_line(tmp_path: Path) -> None:
    write_tree(tmp_path, {"proc/cmdline": "sysctl.vm.swappiness=7 sysctl/vm/dirty_bytes=8192 x=y"})
    assert machine_settings(tmp_path) == [
        ("kernel command line", "swappiness", "7", "sysctl.vm.swappiness=7"),
        ("kernel command line", "dirty_bytes", "8192", "sysctl/vm/dirty_bytes=8192"),
    ]


UUID = "bead5eb6:31c17a27:da120ba2:7dfda40d"


@pytest.fixture
def array(tmp_path: Path) -> Path:
    add_device(
        tmp_path,
        "md5",
        VIRTUAL,
        "9:5",
        f"E:MD_UUID={UUID}\nE:MD_DEVNAME=data\n",
        md__level="raid5\n",
        md__group_thread_cnt="0\n",
        md__sync_speed_max="200000 (system)\n",
        md__stripe_cache_size="256\n",
    )
    return tmp_path


@pytest.mark.parametrize(
    ("line", "settings"),
    [
        (f"SYSFS uuid={UUID} group_thread_cnt=4", [("group_thread_cnt", "4")]),
        ("sysfs name=/dev/md/data stripe_cache_size=512", [("stripe_cache_size", "512")]),
        ("SYS name='/dev/md/data'\n\tgroup_thread_cnt=4", [("group_thread_cnt", "4")]),
        ("SYSFS name=data group_thread_cnt=4", []),
        ("SYSFS name=/dev/md/other group_thread_cnt=4", []),
        (f"SYSFS uuid={UUID[::-1]} name=/dev/md/data group_thread_cnt=4", []),
        (f"# SYSFS uuid={UUID} group_thread_cnt=4", []),
        (f"ARRAY /dev/md5 uuid={UUID}\nSYSFS group_thread_cnt=4", []),
        (f"SYSFS uuid={UUID} ../queue/nomerges=4 broken= # x=1", []),
    ],
)
@pytest.mark.parametrize("file", ["etc/mdadm.conf", "etc/mdadm/mdadm.conf.d/x.conf"])
def test_mdadm(array: Path, line: str, settings: list[tuple[str, str]], file: str) -> None:
    write_tree(array, {file: f"HOMEHOST <system>\n{line}\n"})
    place = f"/{file}:2"
    assert owners_of(array, "md5") == [("mdadm.conf", *pair, place) for pair in settings]


def test_an_array_of_unknown_name_may_be_meant(array: Path) -> None:
    write_tree(array, {"etc/mdadm.conf": "SYSFS name=/dev/md/data group_thread_cnt=4\n"})
    (array / "run/udev/data/b9:5").unlink()
    (owner,) = owners_of(array, "md5")
    assert owner[3] == "/etc/mdadm.conf:1 (may apply)"


def test_a_machine_without_any_of_it(tmp_path: Path) -> None:
    add_device(tmp_path, "sda", SATA, "8:0")
    assert owners_of(tmp_path, "sda") == []
    assert machine_owners(tmp_path) == ()


def test_owners_are_values() -> None:
    owner = SettingOwner("tuned", "scheduler", None, "x")
    assert len({owner, SettingOwner("tuned", "scheduler", None, "x")}) == 1
