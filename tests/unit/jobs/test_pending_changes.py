"""What was chosen, where it goes, and what applying it would do."""

from __future__ import annotations

from storage_tuner.core.device import Device, MdState, SchedulerState, SettingOwner
from storage_tuner.core.tunable import BY_NAME
from storage_tuner.jobs.settings.pending_changes import (
    Collection,
    EditedDevice,
    PendingChange,
    Reach,
    change_scope,
    places_for,
    plan_changes,
    refusal,
)

MQ = {"scheduler": "mq-deadline", "nr_requests": "64", "read_ahead_kb": "128", "fifo_batch": "16"}
BFQ = {"scheduler": "bfq", "nr_requests": "64", "read_ahead_kb": "128", "low_latency": "1"}


def disk(name: str, settings: dict[str, str], *owners: SettingOwner) -> Device:
    return Device(
        name,
        f"/dev/{name}",
        "disk",
        10**9,
        diskseq=ord(name[-1]),
        scheduler=SchedulerState(settings["scheduler"], ("none", "mq-deadline", "bfq")),
        settings=settings,
        owners=owners,
    )


SDA = disk("sda", MQ)
SDB = disk("sdb", MQ)
SDC = disk("sdc", BFQ, SettingOwner("udev rule", "scheduler", "none", "/etc/60-io.rules:3"))
MD0 = Device(
    "md0",
    "/dev/md0",
    "md",
    10**9,
    diskseq=7,
    members=("sda", "sdb", "sdc"),
    settings={"read_ahead_kb": "1024", "stripe_cache_size": "256"},
    md=MdState("raid5", None, None, None, None, None),
)
DEVICES = (
    *(Device(**{**vars(one), "holders": ("md0",)}) for one in (SDA, SDB, SDC)),
    MD0,
)


def place(name: str) -> EditedDevice:
    return change_scope(next(one for one in DEVICES if one.name == name), DEVICES)


def names(places: tuple[EditedDevice, ...]) -> list[str]:
    return [one.name for one in places]


def test_a_wish_for_what_is_set_takes_the_earlier_one_back() -> None:
    chosen = Collection()
    chosen.choose("sda", PendingChange("nr_requests", "32", {"sda": "64"}))
    chosen.choose("sda", PendingChange("scheduler", "bfq", {"sda": "mq-deadline"}))
    assert [pending.tunable for pending in chosen.of("sda")] == ["scheduler", "nr_requests"]
    chosen.choose("sda", PendingChange("nr_requests", "64", {"sda": "64"}))
    assert chosen.counts == {"sda": 1}
    chosen.take_back("sda", "scheduler")
    assert chosen.counts == {}
    assert chosen.of("sda") == ()


def test_looking_again_drops_what_somebody_else_has_set_so() -> None:
    chosen = Collection()
    chosen.choose("sda", PendingChange("nr_requests", "32", {"sda": "64"}))
    chosen.choose("sda", PendingChange("read_ahead_kb", "512", {"sda": "128"}))
    chosen.refreshed("sda", {"sda": {"nr_requests": "32", "read_ahead_kb": "64"}})
    assert chosen.of("sda") == (PendingChange("read_ahead_kb", "512", {"sda": "64"}),)


def test_what_is_seen_meanwhile_takes_no_choice_back() -> None:
    chosen = Collection()
    chosen.choose("sda", PendingChange("nr_requests", "32", {"sda": "64"}))
    chosen.note_seen("sda", {"sda": {"nr_requests": "32"}})
    assert chosen.of("sda") == (PendingChange("nr_requests", "32", {"sda": "32"}),)


def test_settings_go_to_the_device_its_siblings_or_its_disks() -> None:
    ahead, scheduler, cache = (
        BY_NAME[name] for name in ("read_ahead_kb", "scheduler", "stripe_cache_size")
    )
    assert place("sdc").reaches == (Reach.DEVICE, Reach.SIBLINGS)
    assert place("md0").reaches == (Reach.DEVICE, Reach.MEMBERS)
    assert names(places_for(place("sdc"), ahead, Reach.DEVICE)) == ["sdc"]
    assert names(places_for(place("sdc"), ahead, Reach.SIBLINGS)) == ["sda", "sdb", "sdc"]
    assert names(places_for(place("md0"), ahead, Reach.DEVICE)) == ["md0"]
    assert names(places_for(place("md0"), ahead, Reach.MEMBERS)) == ["sda", "sdb", "sdc"]
    assert names(places_for(place("md0"), scheduler, Reach.DEVICE)) == ["sda", "sdb", "sdc"]
    assert names(places_for(place("md0"), cache, Reach.MEMBERS)) == ["md0"]


def test_an_array_and_its_disks_are_set_together_each_with_its_own() -> None:
    all_pending = (
        PendingChange(
            "scheduler", "bfq", {"sda": "mq-deadline", "sdb": "mq-deadline", "sdc": "bfq"}
        ),
        PendingChange("read_ahead_kb", "2048", {"md0": "1024"}),
    )
    planned = plan_changes(place("md0"), all_pending, Reach.DEVICE)
    assert {change.target.name: dict(change.wanted) for change in planned.changes} == {
        "sda": {"scheduler": "bfq"},
        "sdb": {"scheduler": "bfq"},
        "sdc": {"scheduler": "bfq"},
        "md0": {"read_ahead_kb": "2048"},
    }
    assert [(row.tunable.name, row.devices, row.now, row.new) for row in planned.rows] == [
        ("scheduler", ("sda", "sdb"), "mq-deadline", "bfq"),
        ("read_ahead_kb", ("md0",), "1024", "2048"),
    ]
    targets = {change.target.name: change.target.diskseq for change in planned.changes}
    assert targets["sdb"] == ord("b")


def test_what_follows_from_a_switch_is_told() -> None:
    planned = plan_changes(place("sda"), (PendingChange("scheduler", "bfq", {}),), Reach.DEVICE)
    assert {(one.tunable, one.along_with, one.value) for one in planned.consequences} == {
        ("nr_requests", "scheduler", "64"),
        ("fifo_batch", "", "16"),
    }


def test_settings_of_the_wished_scheduler_come_with_it_and_those_of_the_old_are_left_out() -> None:
    all_pending = (
        PendingChange("scheduler", "bfq", {"sda": "mq-deadline"}),
        PendingChange("fifo_batch", "4", {"sda": "16"}),
        PendingChange("low_latency", "0", {}),
    )
    planned = plan_changes(place("sda"), all_pending, Reach.DEVICE)
    assert dict(planned.changes[0].wanted) == {"scheduler": "bfq", "low_latency": "0"}
    assert planned.left_out == ("fifo_batch",)


def test_a_setting_without_description_goes_only_where_it_is() -> None:
    """Not to a sibling with another scheduler, and not beyond a switch."""
    adios = {"scheduler": "adios", "nr_requests": "64", "iosched/x": "8"}
    sda = Device(**{**vars(disk("sda", adios)), "holders": ("md0",)})
    devices = (sda, *DEVICES[1:])
    chosen = PendingChange("iosched/x", "9", {"sda": "8"})
    planned = plan_changes(change_scope(sda, devices), [chosen], Reach.SIBLINGS)
    assert [(one.target.name, dict(one.wanted)) for one in planned.changes] == [
        ("sda", {"iosched/x": "9"})
    ]
    switch = PendingChange("scheduler", "bfq", {"sda": "adios"})
    planned = plan_changes(change_scope(sda, devices), [switch, chosen], Reach.DEVICE)
    assert [dict(one.wanted) for one in planned.changes] == [{"scheduler": "bfq"}]
    assert planned.left_out == ("iosched/x",)
    assert [one.tunable for one in planned.consequences if one.value == "8"] == ["iosched/x"]


def test_who_sets_it_at_the_next_start_is_told() -> None:
    pending = PendingChange("scheduler", "mq-deadline", {"sdc": "bfq"})
    row = plan_changes(place("sdc"), (pending,), Reach.DEVICE).rows[0]
    assert [(owner.tool, owner.value) for owner in row.owners] == [("udev rule", "none")]
    row = plan_changes(place("sda"), (PendingChange("scheduler", "none", {}),), Reach.DEVICE).rows[
        0
    ]
    assert row.owners == ()


def test_what_was_seen_goes_along_so_that_it_can_be_compared() -> None:
    pending = PendingChange("nr_requests", "32", {"sdc": "99"})
    changes = plan_changes(place("sdc"), (pending,), Reach.SIBLINGS).changes
    assert {change.target.name: dict(change.seen) for change in changes} == {
        "sda": {"nr_requests": "64"},
        "sdb": {"nr_requests": "64"},
        "sdc": {"nr_requests": "99"},
    }


def test_what_can_stall_the_computer_wants_to_be_confirmed() -> None:
    all_pending = (
        PendingChange("stripe_cache_size", "8192", {"md0": "256"}),
        PendingChange("read_ahead_kb", "2048", {"md0": "1024"}),
    )
    planned = plan_changes(place("md0"), all_pending, Reach.DEVICE)
    assert [row.tunable.name for row in planned.risky] == ["stripe_cache_size"]


def test_settings_that_exclude_each_other_are_refused() -> None:
    both = (
        PendingChange("dirty_ratio", "5", {"vm": "20"}),
        PendingChange("dirty_bytes", "1048576", {"vm": "0"}),
    )
    assert "override each other" in str(refusal(both))
    assert refusal(both[:1]) == ""
