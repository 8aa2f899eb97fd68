"""Which session is offered to be gone on with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.advice.statistics.methods import EXTENDED_SHARE, method_for
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Contest, Protocol, Target, TargetKind
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.resuming import gone_on_from, interrupted_on, newest_interrupted
from storage_tuner.store import kept_sessions as kept
from tests.ui import samples
from tests.unit.bench.simulated_maps import MapPlace, map_plan, measured

DISK, ANOTHER = samples.DEVICES[0], samples.DEVICES[1]
STOPPED, _ = samples.result(TargetKind.DEVICE, {"bfq": 0.1}, completed=False)
SEARCHED = replace(
    STOPPED.plan,
    protocol=Protocol.RESTARTS,
    contests=(Contest("seq-read", 1, ("bfq", "none")),),
    budget_s=None,
)
"""What ``sweep --saturate`` measured before it was stopped."""
LATER = "2026-03-04T10:00:00+00:00"


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def keep(record: SessionRecord) -> Path:
    return kept.address_of(kept.keep(record, Judgement((), None)))


def test_what_was_stopped_on_this_disk_is_offered() -> None:
    assert interrupted_on(DISK) is None
    path = keep(STOPPED)
    found = interrupted_on(DISK)
    assert found is not None
    assert (found.path, found.record) == (path, STOPPED)
    assert interrupted_on(ANOTHER) is None


def test_a_later_one_that_came_to_its_end_settles_it() -> None:
    keep(STOPPED)
    keep(replace(STOPPED, created_at=LATER, completed=True))
    assert interrupted_on(DISK) is None


@pytest.mark.parametrize(
    "plan",
    [
        replace(STOPPED.plan, target=Target(TargetKind.PRACTICE, "loop7")),
        replace(STOPPED.plan, target=Target(TargetKind.FILE, "sda", "/srv/test")),
        replace(STOPPED.plan, protocol=Protocol.LIVE),
        replace(STOPPED.plan, contests=(Contest("seq-read", 1, ("bfq", "none")),)),
    ],
    ids=["practice", "file", "live", "confirmation"],
)
def test_other_kinds_of_sessions_do_not_count(plan: object) -> None:
    keep(replace(STOPPED, created_at=LATER, plan=plan))  # type: ignore[arg-type]
    assert interrupted_on(DISK) is None
    path = keep(STOPPED)
    found = interrupted_on(DISK)
    assert found is not None
    assert found.path == path


def test_one_without_a_whole_block_is_not_worth_it() -> None:
    keep(replace(STOPPED, measurements=STOPPED.measurements[:1]))
    assert interrupted_on(DISK) is None


def test_the_newest_is_one_that_can_be_gone_on_with() -> None:
    """A practice disk is gone, and can't hide the sessions before it."""
    path = keep(STOPPED)
    practice = replace(STOPPED.plan, target=Target(TargetKind.PRACTICE, "loop7"))
    keep(replace(STOPPED, created_at=LATER, plan=practice))
    assert newest_interrupted().path == path


def test_practice_disks_alone_are_found_to_say_that_they_are_gone() -> None:
    practice = replace(STOPPED.plan, target=Target(TargetKind.PRACTICE, "loop7"))
    path = keep(replace(STOPPED, plan=practice))
    assert newest_interrupted().path == path


def test_a_search_for_loads_hides_no_session_that_can_be_gone_on_with() -> None:
    path = keep(STOPPED)
    keep(replace(STOPPED, created_at=LATER, plan=SEARCHED))
    assert newest_interrupted().path == path


def test_a_map_is_gone_on_with_after_its_last_whole_block() -> None:
    plan = replace(map_plan("none", "bfq"), target=STOPPED.plan.target)
    blocks = measured(plan, MapPlace(), 2)
    record = replace(STOPPED, plan=plan, measurements=(*blocks,)[:-1])
    keep(STOPPED)
    path = keep(replace(record, created_at=LATER))
    found = interrupted_on(DISK)
    assert found is not None
    assert found.path == path == newest_interrupted().path
    assert {run.repeat for run in gone_on_from(found.record).measurements} == {0}


def test_a_search_for_loads_can_not_be_gone_on_with() -> None:
    """All that its plan tells of was measured; the knee it looked for wasn't found yet."""
    path = keep(replace(STOPPED, plan=SEARCHED))
    found = newest_interrupted()
    assert found.path == path
    with pytest.raises(InvalidInput, match="search for the number of threads"):
        gone_on_from(found.record)


def test_each_end_of_measuring_has_a_share_of_the_error_level_of_its_own() -> None:
    """What was claimed when it was stopped is claimed; the next end may claim falsely, too."""
    plan = replace(STOPPED.plan, protocol=Protocol.ADAPTIVE, budget_s=60.0)
    records = [replace(STOPPED, plan=plan)]
    for _ in range(30):
        records.append(gone_on_from(records[-1]))
    shares = [method_for(each.plan).spent_now for each in records]
    assert sum(shares) <= plan.error_level
    assert shares[1] == pytest.approx(plan.error_level * EXTENDED_SHARE / 2)


def test_a_confirmation_can_be_gone_on_with() -> None:
    """It has contests, too, and is measured until they are decided."""
    contests = (Contest("seq-read", 1, ("bfq", "none")),)
    plan = replace(STOPPED.plan, protocol=Protocol.RESTARTS, contests=contests, budget_s=60)
    assert gone_on_from(replace(STOPPED, plan=plan)).measurements == STOPPED.measurements
