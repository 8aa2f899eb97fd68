"""The disks of many computers, from kept runs and from files."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.core.fleet import Fleet, Grouping
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import UNCHANGED, Protocol, Target, TargetKind, Variant
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.results.fleet import fleet_of, fleet_of_store, result_of
from storage_tuner.store.database.run_store import RunStore, open_runs
from tests.fleets import MadeFleet


@pytest.fixture
def store(tmp_path: Path) -> Iterator[RunStore]:
    with open_runs(tmp_path / "runs.sqlite3") as opened:
        yield opened


def keep(store: RunStore, *records: SessionRecord) -> None:
    for record in records:
        store.save(record, judge_session(record), imported_from="results.json")


def hosts(fleet: Fleet) -> list[str]:
    return sorted(disk.host for disk in fleet.disks)


def test_kept_runs_of_many_computers(store: RunStore) -> None:
    """As judged when they were kept, and with the deviating disk in front."""
    made = MadeFleet(8, {3: 0.4}, schedulers=("mq-deadline", "bfq"))
    keep(store, *made.records())
    fleet = fleet_of_store(store)
    assert [disk.host for disk in fleet.deviating] == ["db003"]
    (group,) = fleet.grouped(Grouping.MODEL)
    assert [disk.host for disk in group.disks][:2] == ["db003", "db001"]
    first = group.disks[0]
    assert (first.device, first.scheduler) == ("sdt", "mq-deadline")
    assert str(first.recommended) == "mq-deadline"


def test_hosts_with_deviating_disks_come_first(store: RunStore) -> None:
    keep(store, *MadeFleet(8, {6: 0.4}).records())
    names = [group.name for group in fleet_of_store(store).grouped(Grouping.HOST)]
    assert names == ["db006", *(f"db{number:03}" for number in range(1, 9) if number != 6)]


def test_only_the_newest_result_of_a_disk_counts(store: RunStore) -> None:
    older = MadeFleet(1, {1: 0.5}).records()[0]
    newer = replace(MadeFleet(1, seed=2).records()[0], created_at="2026-08-01T00:00:00+00:00")
    keep(store, newer, older)
    assert fleet_of_store(store) == fleet_of(map(result_of, (older, newer)))
    (disk,) = fleet_of_store(store).disks
    assert disk.created_at == newer.created_at


def test_a_quick_test_counts_only_without_another_result(store: RunStore) -> None:
    older, other = MadeFleet(2).records()
    quick = [
        replace(quick_test(record), created_at="2026-08-01T00:00:00+00:00")
        for record in (older, other)
    ]
    keep(store, older, *quick)
    fleet = fleet_of_store(store)
    assert fleet == fleet_of(map(result_of, (*quick, older)))
    assert {disk.created_at for disk in fleet.disks} == {older.created_at, quick[1].created_at}


def quick_test(record: SessionRecord) -> SessionRecord:
    """``record`` as a quick test of the same disk."""
    workloads = tuple(replace(each, name=f"cdm-{each.name}") for each in record.plan.workloads)
    plan = replace(
        record.plan,
        protocol=Protocol.RESTARTS,
        workloads=workloads,
        variants=(Variant(UNCHANGED, ()),),
        budget_s=None,
    )
    return replace(record, plan=plan)


@pytest.mark.parametrize("protocol", [Protocol.LIVE, Protocol.SUSTAINED, Protocol.MAP])
def test_what_does_not_describe_a_disk_is_left_out(store: RunStore, protocol: Protocol) -> None:
    record, other, empty = MadeFleet(3).records()
    beside = replace(record, plan=replace(record.plan, protocol=protocol))
    target = Target(TargetKind.PRACTICE, "loop7")
    practice = replace(other, plan=replace(other.plan, target=target))
    nothing = replace(empty, measurements=())
    keep(store, beside, practice, nothing)
    assert fleet_of_store(store).disks == ()
    assert fleet_of(map(result_of, (beside, practice, nothing))).disks == ()


def test_disks_of_another_model_or_size_are_not_compared() -> None:
    odd, large, *records = MadeFleet(12, {1: 0.5, 2: 2.0}).records()
    assert odd.device and large.device
    odd = replace(odd, device=replace(odd.device, model="Other"))
    large = replace(large, device=replace(large.device, size_bytes=10**12))
    fleet = fleet_of(map(result_of, (odd, large, *records)))
    assert fleet.deviating == ()
    assert len(fleet.grouped(Grouping.MODEL)) == 3
    assert [disk.host for disk in fleet.disks if not disk.is_compared] == ["db001", "db002"]


def test_disks_of_unknown_models_are_not_siblings() -> None:
    nameless = [
        replace(record, device=replace(record.device, model=None))
        for record in MadeFleet(8).records()
        if record.device
    ]
    fleet = fleet_of(map(result_of, nameless))
    assert len(fleet.disks) == 8
    assert not any(disk.is_compared for disk in fleet.disks)


def test_equal_serial_numbers_on_two_hosts_are_two_disks() -> None:
    """As hypervisors have them."""
    records = [
        replace(record, device=replace(record.device, serial="QM00001"))
        for record in MadeFleet(6).records()
        if record.device
    ]
    assert hosts(fleet_of(map(result_of, records))) == [f"db{number:03}" for number in range(1, 7)]


def test_a_result_without_a_host_has_the_name_it_is_given() -> None:
    record = MadeFleet(1).records()[0]
    shared = replace(record, machine=replace(record.machine, host=""))
    assert hosts(fleet_of([result_of(shared, "rack7"), result_of(record, "rack8")])) == [
        "db001",
        "rack7",
    ]


def test_lines_of_earlier_versions_are_judged_anew(store: RunStore, tmp_path: Path) -> None:
    keep(store, *MadeFleet(1, schedulers=("mq-deadline", "bfq")).records())
    (before,) = fleet_of_store(store).disks
    with sqlite3.connect(tmp_path / "runs.sqlite3") as file:
        file.execute("UPDATE sessions SET messages = '{}'")
    (line,) = store.listed()
    assert line.recommended is None
    assert fleet_of_store(store).disks == (before,)
