"""Which status of a controller's unit says that its drives are busy, or that it's broken."""

from __future__ import annotations

import pytest

from storage_tuner.core.controller import Unit
from storage_tuner.core.unit_state import UnitWork, is_inoperable, is_resting, work_of


@pytest.mark.parametrize(
    "status",
    ["INITIALIZING", "REBUILDING", "VERIFYING", "MIGRATING", "REBUILD-VERIFY", "RECOVERY"],
)
@pytest.mark.parametrize("mark", ["", "*"])
def test_work_is_told_with_how_far_it_is(status: str, mark: str) -> None:
    unit = Unit("u0", "RAID-5", status + mark, 7.0)
    assert work_of(unit) == UnitWork(status, 7.0)
    assert not is_resting(unit)


def test_only_a_verification_ends_soon() -> None:
    soon = [each for each in ("VERIFYING", "REBUILDING", "INITIALIZING", "MIGRATING")
            if (work := work_of(Unit("u0", "RAID-5", each))) and work.ends_soon]  # fmt: skip
    assert soon == ["VERIFYING"]


@pytest.mark.parametrize("status", ["OK", "VERIFIED", "DEGRADED", "VERIFY-PAUSED", "NEVER-SEEN"])
def test_what_does_not_work_now_is_no_work(status: str) -> None:
    assert work_of(Unit("u0", "RAID-5", status)) is None


def test_a_leg_that_rebuilds_keeps_its_unit_busy() -> None:
    leg = Unit("u0-1", "RAID-1", "REBUILDING", 40.0)
    unit = Unit("u0", "RAID-10", "OK", sub_units=(Unit("u0-0", "RAID-1", "OK"), leg))
    assert work_of(unit) == UnitWork("REBUILDING", 40.0)


@pytest.mark.parametrize(
    ("status", "broken", "resting"),
    [("OK", False, True), ("INOPERABLE", True, False), ("offline", True, False)],
)
def test_broken_and_resting_units(status: str, broken: bool, resting: bool) -> None:
    unit = Unit("u0", "RAID-5", status)
    assert (is_inoperable(unit), is_resting(unit)) == (broken, resting)
