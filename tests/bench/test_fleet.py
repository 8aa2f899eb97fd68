"""Two hundred computers with one result each: how long it takes to compare their disks.

At most 10 s is asked for.
"""

from __future__ import annotations

from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.results.fleet import fleet_of_store
from storage_tuner.store.database.run_store import open_runs
from tests.bench.conftest import Least
from tests.fleets import MadeFleet
from tests.unit.report.example_session import SCHEDULERS

HOSTS = 200


def test_comparing_the_disks_of_many_hosts(
    benchmark: BenchmarkFixture, least: Least, tmp_path: Path
) -> None:
    least(f"compare the disks of {HOSTS} hosts")
    made = MadeFleet(HOSTS, {17: 0.7, 101: 0.7}, schedulers=SCHEDULERS, repeats=6)
    with open_runs(tmp_path / "runs.sqlite3") as store:
        records = made.records()
        judgement = judge_session(records[0])
        with store.at_once():
            for record in records:
                store.save(record, judgement, imported_from="results.json")
        fleet = benchmark.pedantic(fleet_of_store, args=(store,), rounds=3)
    assert sorted(disk.host for disk in fleet.deviating) == ["db017", "db101"]
