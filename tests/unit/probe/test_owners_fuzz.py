"""Whatever stands in the tools' files: no exception, no endless search, and nothing nameless."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage_tuner.core.device import Device
from storage_tuner.core.tunable import BY_NAME
from storage_tuner.probe.block.devices import read_devices
from storage_tuner.probe.owners import machine_owners
from storage_tuner.probe.owners.files import locate, logical_lines, read_config
from storage_tuner.probe.owners.udev_lines import parse_line
from tests.unit.probe.made_trees import write_tree
from tests.unit.probe.owners_machine import SATA, VIRTUAL, add_device
from tests.unit.probe.test_owners_udevadm import EFFECTS, MATCHES, WRONG

WORDS = st.sampled_from(
    [
        *(match.format(o="==") for match in MATCHES),
        *(match.format(o="!=") for match in MATCHES),
        *EFFECTS,
        *WRONG,
        'IMPORT{program}="x $env{"',
        'ENV{A}="$env{A}$env{A}%s{[dmi/id]x}"',
        'KERNEL=="[[:alpha:]\\\\*"',
        'KERNEL=="[z-a]|[|*?*?*?*?*x"',
        'ATTR{$env{A}}="1"',
        'ATTR{../../../../x}=="%E{A}"',
        'TEST=="$attr{../../x}/\\x00"',
        'TEST{99}=="a/*/b"',
        'RUN+="sh -c \'echo 1 > /sys/block/%k/queue/nomerges"',
        'RUN{builtin}="kmod load $attr{x}"',
        'LABEL="one"',
        'LABEL="two"',
        "[main]",
        "include=mine,other",
        "[disk]",
        "[sysctl]",
        "devices_udev_regex=(.*)*$(",
        "readahead=>99999999999999999999999 s",
        "elevator=${x}${x}",
        "[variables]",
        "x=${x}${x}${x}",
        "include=/dev/zero",
        "type=disk",
        "priority=-",
        'DISK_IOSCHED="bfq bfq"',
        'DISK_DEVICES+="sda"',
        "vm.swappiness = 1",
        "-vm.*",
        "vm.[dirty_ratio=5",
        "vm/../vm/swappiness=\x00",
        "libata.force=9999999999999999999999.9:noncq,:,",
        "elevator=",
        "SYSFS name=/dev/md/ uuid=x group_thread_cnt=1",
        "\tstripe_cache_size='",
        "\\",
    ]
)
SEPARATORS = st.sampled_from([", ", " ", "\n", "\\\n", "\n#", "\r\n", "\n\t", "\0"])
TEXTS = st.lists(st.one_of(WORDS, st.text(max_size=8)), max_size=25).flatmap(
    lambda words: st.lists(SEPARATORS, min_size=len(words), max_size=len(words)).map(
        lambda signs: "".join(word + sign for word, sign in zip(words, signs, strict=True))
    )
)
CONTENTS = st.one_of(
    TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.binary(max_size=60),
    st.sampled_from(["loop", "folder", "zero", "fifo", "gone"]),
)
FILES = (
    "etc/udev/rules.d/60-a.rules",
    "etc/udev/rules.d/70-b.rules",
    "lib/udev/rules.d/60-a.rules",
    "etc/tuned/active_profile",
    "etc/tuned/mine/tuned.conf",
    "etc/tuned/other/tuned.conf",
    "etc/systemd/system",
    "etc/tlp.conf",
    "etc/tlp.d/x.conf",
    "usr/share/tlp/defaults.conf",
    "etc/sysctl.d/x.conf",
    "etc/sysctl.conf",
    "etc/mdadm.conf",
    "proc/cmdline",
    "proc/version",
    "run/udev/data/b8:0",
)


def put(path: Path, content: bytes | str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content == "folder":
        path.mkdir()
    elif content == "fifo":
        os.mkfifo(path)
    else:
        path.symlink_to({"loop": str(path), "zero": "/dev/zero", "gone": "/no/such"}[content])


def check(devices: tuple[Device, ...], root: Path) -> None:
    owners = [owner for device in devices for owner in device.owners]
    for owner in (*owners, *machine_owners(root)):
        assert owner.tunable in BY_NAME
        assert owner.place
        json.dumps([owner.value, owner.place]).encode("utf-8")


@settings(max_examples=80)
@given(st.dictionaries(st.sampled_from(FILES), CONTENTS, max_size=6))
def test_whatever_stands_in_the_files(contents: dict[str, bytes | str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        add_device(root, "sda", SATA, "8:0", "E:ID_SERIAL=a\n")
        add_device(root, "md5", VIRTUAL, "9:5", md__level="raid5\n", md__group_thread_cnt="0\n")
        write_tree(root, {"etc/tuned/active_profile": "mine other"})
        for path, content in contents.items():
            put(root / path, content)
        check(read_devices(root), root)


@settings(max_examples=300)
@given(TEXTS)
def test_every_text_is_read_as_rules(text: str) -> None:
    last = 0
    for number, line in logical_lines(text):
        assert last < number <= text.count("\n") + 1
        assert isinstance(parse_line(line), tuple)
        last = number


@given(st.text(max_size=80))
def test_a_line_of_anything(line: str) -> None:
    assert isinstance(parse_line(line), tuple)


@pytest.mark.parametrize("name", ["a", "b", "c", "d"])
def test_links_in_circles_and_out_of_the_tree(tmp_path: Path, name: str) -> None:
    write_tree(tmp_path, {"inside": "x"})
    (tmp_path / "a").symlink_to("a")
    (tmp_path / "b").symlink_to("b/b/b")
    (tmp_path / "c").symlink_to("../../../../../../etc/passwd")
    (tmp_path / "d").symlink_to("/etc/passwd")
    assert read_config(str(tmp_path), f"/{name}") is None
    assert locate(str(tmp_path), f"/{name}") in (None, "/etc/passwd")


def test_links_are_followed_inside_the_tree(tmp_path: Path) -> None:
    write_tree(tmp_path, {"store/x/file": "text"})
    (tmp_path / "etc").symlink_to("/store")
    (tmp_path / "store/y").symlink_to("../etc/x")
    file = read_config(str(tmp_path), "/etc/y/file")
    assert file is not None
    assert (file.place, file.text) == ("/etc/y/file", "text")


def test_a_huge_file_is_read_in_part(tmp_path: Path) -> None:
    write_tree(tmp_path, {"big": "x" * (1 << 22)})
    file = read_config(str(tmp_path), "/big")
    assert file is not None
    assert len(file.text) == 1 << 20
