"""What can be compared on a device, and what A and B come to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.core.device import Device, QueueDepth, SchedulerState
from storage_tuner.core.errors import InvalidInput
from storage_tuner.jobs.planning.comparable_settings import (
    Comparable,
    comparables,
    parameter_of,
    two_variants,
)

OFFERED = ("none", "bfq")
SETTINGS = {"scheduler": "none", "nr_requests": "64", "queue_depth": "32", "iostats": "1"}


def disk(name: str, **settings: str) -> Device:
    return Device(
        name,
        f"/dev/{name}",
        "disk",
        1 << 40,
        scheduler=SchedulerState("none", OFFERED),
        queue_depth=QueueDepth(32, 31, None),
        settings=settings,
        limits={"nr_requests": (4, 100)},
    )


def known(*tuned: Device) -> dict[str, Comparable]:
    return {each.name: each for each in comparables(tuned, OFFERED)}


def test_only_what_all_tuned_devices_have_is_offered() -> None:
    both = known(disk("sda", **SETTINGS, nomerges="0"), disk("sdb", **SETTINGS))
    assert {"scheduler", "nr_requests", "queue_depth", "slice_idle"} <= set(both)
    assert not {"nomerges", "iostats", "read_expire", "stripe_cache_size"} & set(both)
    assert comparables((), OFFERED) == ()


def test_usual_values_are_those_around_what_is_set_and_within_its_limits() -> None:
    found = known(disk("sda", **SETTINGS))
    assert found["scheduler"].usual == OFFERED
    assert found["queue_depth"].usual == ("1", "31", "32")
    assert found["nr_requests"].usual == ("32", "64", "100")
    assert found["nr_requests"].present == "64"


def test_a_disk_that_isnt_there_yet_has_what_every_queue_has() -> None:
    assert {"scheduler", "nr_requests", "read_ahead_kb"} <= set(known(disk("")))


def test_values_are_looked_at() -> None:
    queue = known(disk("sda", **SETTINGS))["nr_requests"]
    assert parameter_of(queue, [" 8", "16 ", "", "8"]).values == ("8", "16")
    for words in ([], [""], ["many"], ["8", "99999999"]):
        with pytest.raises(InvalidInput):
            parameter_of(queue, words)


def test_a_and_b_set_everything_that_either_changes() -> None:
    a, b = two_variants({"nr_requests": "64"}, {"nr_requests": "8"}, SETTINGS)
    assert (a.name, dict(a.settings)) == ("as it is", {"nr_requests": "64"})
    assert (b.name, dict(b.settings)) == ("nr_requests=8", {"nr_requests": "8"})


def test_a_switch_of_the_scheduler_leaves_the_queue_to_the_kernel() -> None:
    a, b = two_variants({"scheduler": "none"}, {"scheduler": "bfq"}, SETTINGS)
    assert dict(a.settings) == {"scheduler": "none", "nr_requests": "64"}
    assert dict(b.settings) == {"scheduler": "bfq"}


def test_a_and_b_must_differ() -> None:
    with pytest.raises(InvalidInput, match="A and B are the same"):
        two_variants({"scheduler": "bfq"}, {"scheduler": "bfq"}, SETTINGS)


def test_ncq_is_marked_on_what_switches_it() -> None:
    sata = replace(
        disk("sda", **SETTINGS), transport="sata", queue_depth=QueueDepth(32, 32, True, True)
    )
    assert [name for name, each in known(sata).items() if each.is_ncq] == ["queue_depth"]
    unit = replace(disk("sda", **SETTINGS, qpolicy="on"), transport="3ware")
    found = known(unit)
    assert [name for name, each in found.items() if each.is_ncq] == ["qpolicy"]
    assert found["qpolicy"].usual == ("on", "off")


@pytest.mark.parametrize(("present", "offered"), [("off", ("off",)), ("on", ("on", "off"))])
def test_what_can_lose_data_is_offered_only_where_it_is_set(
    present: str, offered: tuple[str, ...]
) -> None:
    unit = replace(disk("sda", **SETTINGS, wrcache=present, storsave="balance"), transport="3ware")
    found = known(unit)
    assert set(found["wrcache"].usual) == set(offered)
    assert set(found["storsave"].usual) == {"protect", "balance"}
    with pytest.raises(InvalidInput, match="can lose data"):
        parameter_of(found["storsave"], ["protect", "perform"])
