"""What a person asks to be set, and the one sentence on why it can't be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.cli.options.wanted_settings import (
    parse_settings,
    require_possible,
    require_scope,
)
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.tunable_target import Tuned

DISK = Tuned(
    name="sda",
    settings={
        "scheduler": "bfq",
        "nr_requests": "64",
        "max_sectors_kb": "512",
        "low_latency": "1",
    },
    defaults={},
    limits={"max_sectors_kb": (4, 512)},
    owners=(),
    missing={"queue_depth": "this device has no such setting"},
)
ARRAY = Tuned(
    name="md0",
    settings={"read_ahead_kb": "128", "sync_speed_max": "system"},
    defaults={},
    limits={},
    owners=(),
    missing={},
)


def test_the_order_is_that_of_setting() -> None:
    wanted = parse_settings(["low_latency=0", "nr_requests=32", "scheduler=bfq"])
    assert list(wanted) == ["scheduler", "nr_requests", "low_latency"]


def test_numbers_are_as_the_kernel_writes_them() -> None:
    assert parse_settings(["nr_requests=064", "sync_speed_max=system"]) == {
        "nr_requests": "64",
        "sync_speed_max": "system",
    }


def test_settings_without_description_come_last_and_are_written_plainly() -> None:
    wanted = parse_settings(["iosched/b=-07", "iosched/a=elevator", "scheduler=adios"])
    assert list(wanted.items()) == [
        ("scheduler", "adios"),
        ("iosched/a", "elevator"),
        ("iosched/b", "-7"),
    ]


def with_adios(**settings: str) -> Tuned:
    present = {"scheduler": "adios", "iosched/read_priority": "8", "async_depth": "64"}
    return replace(
        DISK,
        settings={**present, **settings},
        available=("none", "bfq", "adios"),
        missing={"iosched/adios_version": "can only be read: 3"},
        newer=("async_depth",),
    )


@pytest.mark.parametrize(
    "settings",
    [
        {"iosched/read_priority": "-20"},
        {"scheduler": "none"},
        {"scheduler": "adios", "async_depth": "32"},
        {"scheduler": "bfq", "async_depth": "32", "low_latency": "0"},
        {"scheduler": "kyber"},  # the kernel would load it
    ],
)
def test_what_a_device_with_another_scheduler_accepts(settings: dict[str, str]) -> None:
    require_possible(with_adios(), settings, ())


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"scheduler": "bfg"}, "sda doesn't list the scheduler bfg: it has none, bfq, adios."),
        ({"iosched/gone": "1"}, "sda has no setting iosched/gone."),
        ({"iosched/adios_version": "1"}, "iosched/adios_version: can only be read: 3."),
        ({"scheduler": "none", "iosched/read_priority": "1"}, "sda has no setting iosched/read"),
        ({"scheduler": "none", "async_depth": "1"}, "sda has no setting async_depth."),
        ({"low_latency": "0"}, 'belongs to the scheduler "bfq", not to "adios"'),
    ],
)
def test_what_it_refuses(settings: dict[str, str], sentence: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        require_possible(with_adios(), settings, ())
    assert sentence in str(caught.value)


def test_before_linux_7_0_async_depth_is_mq_deadline_s() -> None:
    with pytest.raises(InvalidInput, match='belongs to the scheduler "mq-deadline", not to "bfq"'):
        require_possible(DISK, {"async_depth": "32"}, ())
    require_possible(DISK, {"scheduler": "mq-deadline", "async_depth": "32"}, ())


def test_a_zero_that_comes_by_itself_is_left_out() -> None:
    assert parse_settings(["dirty_bytes=0", "dirty_ratio=5"]) == {"dirty_ratio": "5"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["scheduler"], "NAME=VALUE"),
        (["colour=blue"], "Unknown setting 'colour'. Run 'storage-tuner show DEVICE' to"),
        (["nr_request=64"], "Unknown setting 'nr_request'. Did you mean nr_requests"),
        (["write_cache=write through"], "Unknown setting 'write_cache'"),
        (["scheduler=cfq"], "one of none, mq-deadline, kyber, bfq"),
        (["scheduler=CFQ"], "one of none, mq-deadline, kyber, bfq"),
        (["scheduler=a-much-too-long-name"], "one of none, mq-deadline, kyber, bfq"),
        (["iosched/../x=1"], "Unknown setting 'iosched/../x'"),
        (["iosched/X=1"], "Unknown setting 'iosched/X'"),
        (["iosched/x=a b"], "iosched/x=a b can't be set: expected a whole number or a word"),
        (["iosched/x="], "expected a whole number or a word"),
        (["nr_requests=3"], "a value from 4 to 2048"),
        (["nr_requests=four"], "a whole number from 4 to 2048"),
        (["nr_requests="], "a whole number from 4 to 2048"),
        (["nr_requests=1e2"], "a whole number"),
        (["sync_speed_max=fast"], "or system"),
        (["nomerges=1", "nomerges=2"], "nomerges is given twice"),
        (["dirty_ratio=5", "dirty_bytes=1048576"], "override each other"),
        (["dirty_bytes=0"], "when dirty_ratio is set"),
    ],
)
def test_wrong_words(words: list[str], sentence: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_settings(words)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("name", "settings", "sentence"),
    [
        ("sda", {"dirty_ratio": "5"}, "Use 'storage-tuner set vm dirty_ratio=5'"),
        ("vm", {"scheduler": "bfq"}, "scheduler applies to a device"),
    ],
)
def test_settings_in_the_wrong_place(name: str, settings: dict[str, str], sentence: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        require_scope(name, settings)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("tuned", "settings", "sentence"),
    [
        (DISK, {"fifo_batch": "8"}, '"mq-deadline", not to "bfq". Add scheduler=mq-deadline'),
        (DISK, {"scheduler": "none", "low_latency": "0"}, 'not to "none"'),
        (DISK, {"stripe_cache_size": "512"}, "sda has no setting stripe_cache_size."),
        (DISK, {"queue_depth": "1"}, "queue_depth: this device has no such setting."),
        (DISK, {"max_sectors_kb": "1024"}, "it accepts 4 to 512"),
        (ARRAY, {"scheduler": "bfq"}, "passes its requests on to sdb, sdc. Use --members"),
        (ARRAY, {"low_latency": "1"}, "Use --members"),
        (ARRAY, {"stripe_cache_size": "512"}, "md0 has no setting stripe_cache_size."),
    ],
)
def test_what_a_device_cannot_take(tuned: Tuned, settings: dict[str, str], sentence: str) -> None:
    members = ("sdb", "sdc") if tuned is ARRAY else ()
    with pytest.raises(InvalidInput) as caught:
        require_possible(tuned, settings, members)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("tuned", "settings"),
    [
        (DISK, {"scheduler": "mq-deadline", "fifo_batch": "1"}),
        (DISK, {"low_latency": "0", "max_sectors_kb": "512"}),
        (DISK, {"scheduler": "bfq", "low_latency": "0"}),
        (ARRAY, {"read_ahead_kb": "256", "sync_speed_max": "system"}),
    ],
)
def test_what_a_device_can_take(tuned: Tuned, settings: dict[str, str]) -> None:
    require_possible(tuned, settings, ())
