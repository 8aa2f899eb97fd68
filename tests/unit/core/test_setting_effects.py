"""What will be written, in which order, and what changes besides."""

from __future__ import annotations

import pytest

from storage_tuner.core.device import SettingOwner
from storage_tuner.core.setting_effects import (
    contradiction,
    needless_zeros,
    planned_change,
    undone_by,
)

PRESENT = {
    "scheduler": "mq-deadline",
    "nr_requests": "256",
    "read_ahead_kb": "128",
    "wbt_lat_usec": "75000",
    "fifo_batch": "16",
    "async_depth": "256",
}


def test_settings_without_description_are_set_last_and_lost_with_their_scheduler() -> None:
    present = {"scheduler": "adios", "nr_requests": "64", "iosched/x": "8", "async_depth": "64"}
    change = planned_change(
        "sda", present, {"iosched/x": "9", "nr_requests": "32"}, ["async_depth"]
    )
    assert [(write.path, write.old, write.new) for write in change.writes] == [
        ("/sys/block/sda/queue/nr_requests", "64", "32"),
        ("/sys/block/sda/queue/iosched/x", "8", "9"),
    ]
    assert change.reset == {"async_depth": "nr_requests"}
    assert planned_change("sda", present, {"scheduler": "none"}).lost == {
        "iosched/x": "8",
        "async_depth": "64",
    }


@pytest.mark.parametrize(
    ("newer", "path"), [(["async_depth"], "async_depth"), ([], "iosched/async_depth")]
)
def test_a_plan_names_the_file_of_this_kernel(newer: list[str], path: str) -> None:
    change = planned_change("sda", PRESENT, {"async_depth": "32"}, newer)
    assert [write.path for write in change.writes] == [f"/sys/block/sda/queue/{path}"]


def test_the_order_is_the_catalogues() -> None:
    wanted = {"low_latency": "0", "read_ahead_kb": "64", "nr_requests": "32", "scheduler": "bfq"}
    change = planned_change("sda", PRESENT, wanted)
    assert [(write.path, write.old, write.new) for write in change.writes] == [
        ("/sys/block/sda/queue/scheduler", "mq-deadline", "bfq"),
        ("/sys/block/sda/queue/nr_requests", "256", "32"),
        ("/sys/block/sda/queue/read_ahead_kb", "128", "64"),
        ("/sys/block/sda/queue/iosched/low_latency", None, "0"),
    ]
    assert change.lost == {"fifo_batch": "16", "async_depth": "256"}
    assert change.reset == {"wbt_lat_usec": "scheduler"}


def test_what_is_so_already_is_not_written() -> None:
    change = planned_change("sda", PRESENT, {"scheduler": "mq-deadline", "fifo_batch": "16"})
    assert change.writes == ()
    assert change.unchanged == ("scheduler", "fifo_batch")
    assert (change.reset, change.lost) == ({}, {})


def test_a_switch_resets_even_what_is_wanted_as_it_is() -> None:
    change = planned_change("sda", PRESENT, {"scheduler": "none", "nr_requests": "256"})
    assert [write.tunable for write in change.writes] == ["scheduler", "nr_requests"]


def test_what_goes_along_without_a_switch() -> None:
    assert planned_change("sda", PRESENT, {"nr_requests": "64"}).reset == {
        "async_depth": "nr_requests"
    }
    memory = {"dirty_ratio": "20", "dirty_bytes": "0"}
    change = planned_change("vm", memory, {"dirty_bytes": "67108864"})
    assert change.writes[0].path == "/proc/sys/vm/dirty_bytes"
    assert change.reset == {"dirty_ratio": "dirty_bytes"}


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"dirty_ratio": "5", "dirty_bytes": "65536"}, "override each other"),
        ({"dirty_bytes": "0"}, "becomes 0 when dirty_ratio is set"),
        ({"dirty_background_ratio": "0"}, "when dirty_background_bytes is set"),
        ({"dirty_ratio": "5", "dirty_bytes": "0"}, ""),
        ({"dirty_ratio": "5", "dirty_background_bytes": "65536"}, ""),
    ],
)
def test_settings_that_contradict_each_other(wanted: dict[str, str], reason: str) -> None:
    said = contradiction(wanted)
    assert reason in str(said)
    assert bool(said) is bool(reason)


def test_a_zero_that_comes_by_itself() -> None:
    assert needless_zeros({"dirty_ratio": "5", "dirty_bytes": "0"}) == ("dirty_bytes",)
    assert needless_zeros({"dirty_bytes": "65536", "dirty_ratio": "0"}) == ("dirty_ratio",)
    assert needless_zeros({"dirty_ratio": "5", "nomerges": "0"}) == ()


def test_who_will_undo_it() -> None:
    owners = (
        SettingOwner("tuned", "read_ahead_kb", ">4096", "tuned.conf:3"),
        SettingOwner("udev rule", "scheduler", "bfq", "60.rules:1"),
        SettingOwner("TLP", "scheduler", None, "tlp.conf:1"),
        SettingOwner("TLP", "nr_requests", "1", "tlp.conf:2"),
    )
    assert undone_by(owners, {"scheduler": "bfq"}) == (owners[2],)
    assert undone_by(owners, {"scheduler": "none", "read_ahead_kb": "64"}) == owners[:3]
