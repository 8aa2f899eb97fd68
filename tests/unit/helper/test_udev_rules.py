"""The text of our udev rules: what it says, and what it can't be made to say."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage_tuner_helper.devices.identity import KEYS, Identity
from storage_tuner_helper.errors import InvalidArgument
from storage_tuner_helper.keeping import udev_rules
from storage_tuner_protocol.tunables import (
    ALLOWED,
    LINK_POLICY,
    SCHEDULERS,
    Scope,
    Tunable,
    find,
)

DISK = Identity("ID_WWN", "0x5000c500a1b2c3d4")
OTHER = Identity("ID_SERIAL", "Samsung_SSD_870_S6PNNS0T")
ARRAY = Identity("MD_UUID", "01234567:89abcdef:01234567:89abcdef")

EXAMPLE = """\
# Kept for ID_WWN=0x5000c500a1b2c3d4
ENV{ID_WWN}=="0x5000c500a1b2c3d4", KERNEL!="dm-*|md*", ENV{STORAGE_TUNER}="MARK"
ENV{ID_WWN}=="0x5000c500a1b2c3d4", KERNEL!="dm-*|md*", \
TEST=="/run/storage-tuner/measuring/%k", GOTO="storage_tuner_end"
ENV{ID_WWN}=="0x5000c500a1b2c3d4", KERNEL!="dm-*|md*", \
TEST=="queue/scheduler", ATTR{queue/scheduler}="mq-deadline"
ENV{ID_WWN}=="0x5000c500a1b2c3d4", KERNEL!="dm-*|md*", \
TEST=="queue/nr_requests", ATTR{queue/nr_requests}="256"
ENV{ID_WWN}=="0x5000c500a1b2c3d4", KERNEL!="dm-*|md*", \
TEST=="queue/iosched/fifo_batch", ATTR{queue/iosched/fifo_batch}="4"
ENV{ID_WWN}=="0x5000c500a1b2c3d4", KERNEL!="dm-*|md*", \
TEST=="queue/max_sectors_kb", ATTR{queue/max_sectors_kb}="512"
ENV{ID_WWN}=="0x5000c500a1b2c3d4", KERNEL!="dm-*|md*", \
TEST=="queue/read_ahead_kb", ATTR{queue/read_ahead_kb}="1024"
"""


def values_of(tunable: Tunable) -> st.SearchStrategy[str]:
    words = (*tunable.choices, *tunable.words)
    numbers = st.integers(tunable.minimum, tunable.maximum).map(str)
    return (
        st.sampled_from(words)
        if tunable.choices
        else st.one_of(numbers, *([st.sampled_from(words)] if words else []))
    )


NEVER_IN_RULES = (Scope.MACHINE, Scope.UNIT)
"""Those have a file of their own, and a controller keeps its policies itself."""

OF_DISKS = {one.name: values_of(one) for one in ALLOWED if one.scope not in NEVER_IN_RULES}
ALPHABET = "ABCXYZabcxyz0189#+.:=@_/%,-"
IDENTITIES = (
    st.tuples(st.sampled_from(KEYS), st.text(ALPHABET, min_size=3, max_size=40))
    .filter(lambda pair: len(set(pair[1])) > 5)
    .map(lambda pair: Identity(*pair))
)
OF_DISKS |= {
    "iosched/batch_limit_read": st.integers(-20, 1 << 63).map(str),
    "iosched/batch_order": st.sampled_from(["elevator", "by-type"]),
    "iosched/fifo_batch": st.integers(0, 9).map(str),
    "scheduler": st.sampled_from([*SCHEDULERS, "adios"]),
}
VALUES = (
    st.lists(st.sampled_from(sorted(OF_DISKS)), min_size=1, unique=True)
    .flatmap(lambda names: st.fixed_dictionaries({name: OF_DISKS[name] for name in names}))
    .map(lambda values: together(values))
    .filter(bool)
)
PARTS = st.dictionaries(IDENTITIES, VALUES, max_size=5)


def together(values: dict[str, str]) -> dict[str, str]:
    """Those of ``values`` that may be kept with their scheduler."""
    scheduler = {name: values[name] for name in ("scheduler",) if name in values}
    return {name: value for name, value in values.items() if belongs({**scheduler, name: value})}


def belongs(values: dict[str, str]) -> bool:
    try:
        return udev_rules.merged({}, values) == values
    except InvalidArgument:
        return False


def test_one_disk_part_reads_so() -> None:
    values = {
        "read_ahead_kb": "1024",
        "fifo_batch": "4",
        "nr_requests": "256",
        "max_sectors_kb": "512",
        "scheduler": "mq-deadline",
    }
    text = udev_rules.render_part(DISK, values)
    assert text == EXAMPLE.replace("MARK", udev_rules.mark(DISK, values))


def test_an_array_stands_still_only_when_it_must() -> None:
    text = udev_rules.render_part(ARRAY, {"group_thread_cnt": "4", "sync_speed_max": "system"})
    assert (
        'KERNEL=="md*", TEST=="md/group_thread_cnt", ATTR{md/sync_action}=="idle", '
        'ATTR{md/group_thread_cnt}!="4", ATTR{md/group_thread_cnt}="4"\n' in text
    )
    assert 'TEST=="md/sync_speed_max", ATTR{md/sync_speed_max}="system"\n' in text


@given(PARTS)
def test_what_is_written_can_be_read(parts: dict[Identity, dict[str, str]]) -> None:
    assert udev_rules.parse(udev_rules.render(parts)) == parts


@given(PARTS)
def test_every_line_that_sets_something_tells_which_disk(
    parts: dict[Identity, dict[str, str]],
) -> None:
    """Also alone it applies to no other one."""
    body = udev_rules.render(parts).removeprefix(udev_rules.HEADER)
    for line in body.splitlines():
        if line and not line.startswith(("#", "LABEL=")):
            assert re.match(r'ENV\{[A-Z_]+\}=="[^"*?\[|]+", KERNEL', line)
            for attribute in re.findall(r'ATTR\{([^}]+)\}="', line):
                assert f', TEST=="{attribute}", ' in line


@given(st.lists(st.tuples(IDENTITIES, st.booleans(), VALUES), max_size=12))
def test_parts_come_and_go_in_any_order(
    steps: list[tuple[Identity, bool, dict[str, str]]],
) -> None:
    expected: dict[Identity, dict[str, str]] = {}
    text = ""
    for identity, stays, values in steps:
        parts = udev_rules.parse(text)
        if stays:
            parts[identity] = expected[identity] = values
        else:
            parts.pop(identity, None)
            expected.pop(identity, None)
        text = udev_rules.render(parts)
    assert udev_rules.parse(text) == expected
    assert bool(text) == bool(expected)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text + "\n",
        lambda text: text.replace('"256"', '"257"'),
        lambda text: text.replace("# Format 1", "# Format 2"),
        lambda text: text.replace("mq-deadline", "bfq", 1),
        lambda text: text + 'KERNEL=="sda", RUN+="/bin/sh"\n',
        lambda text: text.replace(", TEST==", ', RUN+="/bin/sh", TEST==', 2),
        lambda text: text.replace("queue/nr_requests", "queue/../uevent"),
        lambda text: text.replace("queue/nr_requests", "queue/write_cache"),
        lambda text: text.removesuffix('LABEL="storage_tuner_end"\n'),
        lambda text: text[: len(text) // 2],
        lambda text: "# mine\n" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace(text, 'KERNEL=="sda", ATTR{queue/scheduler}="bfq"\n'),
        lambda text: text.replace(text, "\n"),
        lambda text: text + text,
    ],
)
def test_a_text_that_somebody_edited_is_not_ours(change: object) -> None:
    assert callable(change)
    text = udev_rules.render({DISK: {"scheduler": "mq-deadline", "nr_requests": "256"}})
    assert change(text) != text
    with pytest.raises(ValueError):
        udev_rules.parse(change(text))


@given(st.text())
def test_no_text_of_others_is_taken_for_ours(text: str) -> None:
    if text:
        with pytest.raises(ValueError):
            udev_rules.parse(text)


INJECTIONS = (
    'bfq", RUN+="/bin/sh',
    "bfq\nRUN+=x",
    "bfq\\",
    "*",
    "[a-z]",
    "a?",
    "mq|bfq",
    "$env{PATH}",
    "%c",
    "größe",
    "ｂｆｑ",
    "bfq ",
    "bfq\0",
    "",
    "x" * 33,
)


@pytest.mark.parametrize("value", INJECTIONS)
@pytest.mark.parametrize("name", ["scheduler", "nr_requests", "sync_speed_max"])
def test_a_value_can_not_leave_its_quotes(name: str, value: str) -> None:
    with pytest.raises(ValueError):
        udev_rules.render({DISK: {name: value}})


@pytest.mark.parametrize(
    "name",
    [
        *("uevent", "../queue/scheduler", "RUN", "write_cache", "dirty_ratio", 'a"', ""),
        *("iosched/../scheduler", "iosched/a/b", 'iosched/a"', "iosched/a\nb", "iosched/"),
    ],
)
def test_only_the_allow_list_of_devices_can_be_named(name: str) -> None:
    with pytest.raises(ValueError):
        udev_rules.render({DISK: {name: "1"}})


@pytest.mark.parametrize("value", ["+1", "01", "1_0", "2049", "3", "-1", "1e3", "٣"])
def test_a_number_is_within_its_bounds_and_written_plainly(value: str) -> None:
    with pytest.raises(ValueError):
        udev_rules.render({DISK: {"nr_requests": value}})


def test_another_scheduler_takes_the_former_one_s_values_along() -> None:
    kept = {"scheduler": "mq-deadline", "nr_requests": "64", "fifo_batch": "1", "nomerges": "2"}
    assert udev_rules.merged(kept, {"read_ahead_kb": "64"}) == {**kept, "read_ahead_kb": "64"}
    assert udev_rules.merged(kept, {"scheduler": "mq-deadline"}) == kept
    assert udev_rules.merged(kept, {"scheduler": "bfq", "low_latency": "0"}) == {
        "nomerges": "2",
        "scheduler": "bfq",
        "low_latency": "0",
    }
    with pytest.raises(InvalidArgument):
        udev_rules.merged(kept, {"low_latency": "0"})
    with pytest.raises(InvalidArgument):
        udev_rules.merged({}, {"scheduler": "none", "fifo_batch": "1"})


def test_values_without_description_go_with_their_scheduler() -> None:
    kept = {"scheduler": "adios", "iosched/read_priority": "-7", "nomerges": "2"}
    assert udev_rules.merged(kept, {"iosched/batch_order": "1"}) == {
        **kept,
        "iosched/batch_order": "1",
    }
    assert udev_rules.merged(kept, {"scheduler": "bfq"}) == {"nomerges": "2", "scheduler": "bfq"}
    with pytest.raises(InvalidArgument, match="another scheduler, but none is permanent"):
        udev_rules.merged({"scheduler": "none"}, {"iosched/read_priority": "-7"})


def test_values_without_description_are_kept_with_their_scheduler_only() -> None:
    """Another scheduler may give the same name another meaning."""
    with pytest.raises(InvalidArgument, match="together with its scheduler"):
        udev_rules.merged({"nomerges": "2"}, {"iosched/read_priority": "-7"})
    both = {"scheduler": "adios", "iosched/read_priority": "-7"}
    assert udev_rules.merged({"nomerges": "2"}, both) == {"nomerges": "2", **both}


def test_a_file_of_one_name_in_two_schedulers_is_kept_with_its_scheduler_only() -> None:
    """Or nobody could tell from the rules which of the two is meant."""
    name = "iosched/fifo_batch"
    with pytest.raises(InvalidArgument, match="together with its scheduler"):
        udev_rules.merged({}, {name: "5"})
    with pytest.raises(InvalidArgument):
        udev_rules.merged({"scheduler": "mq-deadline"}, {name: "5"})
    values = udev_rules.merged({"scheduler": "adios"}, {name: "5"})
    assert udev_rules.parse(udev_rules.render({DISK: values})) == {DISK: values}


def test_a_setting_whose_file_moved_is_kept_for_either_kernel() -> None:
    """queue/async_depth since Linux 7.0, queue/iosched/async_depth before."""
    values = {"scheduler": "mq-deadline", "async_depth": "48"}
    text = udev_rules.render({DISK: values})
    lines = [line for line in text.splitlines() if "async_depth" in line]
    assert [line.partition("TEST")[2] for line in lines] == [
        '=="queue/async_depth", ATTR{queue/async_depth}="48"',
        '=="queue/iosched/async_depth", ATTR{queue/iosched/async_depth}="48"',
    ]
    of_version_0_1 = text.replace(f"{lines[0]}\n", "")
    assert udev_rules.parse(of_version_0_1) == udev_rules.parse(text) == {DISK: values}
    with pytest.raises(ValueError, match="another text than ours"):
        udev_rules.parse(text.replace(f"{lines[1]}\n", ""))


def test_a_setting_of_the_host_is_set_only_when_the_disk_appears() -> None:
    """Each write stalls the disk, and each close after writing is a "change"."""
    values = {LINK_POLICY: "medium_power", "power_control": "on"}
    text = udev_rules.render({DISK: values})
    power, policy = sorted(line for line in text.splitlines() if ", ATTR{" in line)[::-1]
    host = f"device/../../scsi_host/*/{LINK_POLICY}"
    assert policy.endswith(
        f', KERNEL!="dm-*|md*", ACTION=="add", TEST=="{host}", ATTR{{{host}}}="medium_power"'
    )
    assert "ACTION" not in power
    assert udev_rules.parse(text) == {DISK: values}


def test_what_changes_others_comes_first() -> None:
    names = udev_rules.in_order(
        dict.fromkeys(
            ["iosched/x", *(one.name for one in ALLOWED if one.scope not in NEVER_IN_RULES)], ""
        )
    )
    assert names[:2] == ["scheduler", "nr_requests"]
    assert names[-1] == "read_ahead_kb"
    assert names.index("strict_guarantees") < names.index("slice_idle")
    schedulers = [scope_of(name) is Scope.SCHEDULER for name in names[2:]]
    assert schedulers == sorted(schedulers, reverse=True)


def scope_of(name: str) -> Scope:
    tunable = find(name)
    assert tunable is not None
    return tunable.scope


def _udev_verifies() -> bool:
    if not shutil.which("udevadm"):
        return False
    asked = subprocess.run(["udevadm", "verify", "--help"], capture_output=True, check=False)
    return asked.returncode == 0


@pytest.mark.skipif(
    not _udev_verifies(),
    reason="`udevadm verify` came with udev 254; tests/bus replays the rules by `udevadm test`",
)
def test_udev_finds_nothing_to_complain_of(tmp_path: Path) -> None:
    names = {one.name: "1" for one in ALLOWED if one.scope is Scope.DEVICE}
    words = {"scheduler": "bfq", "power_control": "on"}
    larger = {"nr_requests": "64", "max_sectors_kb": "64", "autosuspend_delay_ms": "1000"}
    values = {**names, **words, **larger}
    file = tmp_path / "99-storage-tuner.rules"
    file.write_text(
        udev_rules.render({DISK: values, OTHER: values, ARRAY: {"group_thread_cnt": "2"}}),
        encoding="ascii",
    )
    done = subprocess.run(
        ["udevadm", "verify", str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
