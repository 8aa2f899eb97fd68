"""A stripe cache is judged by the memory it takes, everywhere by the same rule."""

from __future__ import annotations

import pytest

from storage_tuner.advice.decision.admissible import refusal
from storage_tuner.core.device import Device, MdState
from storage_tuner.core.memory_risk import risk_of
from storage_tuner.core.plan import Variant
from storage_tuner.core.tunable import BY_NAME, Risk
from storage_tuner.jobs.settings.pending_changes import (
    PendingChange,
    Reach,
    change_scope,
    plan_changes,
)

ARRAY = Device(
    "md5",
    "/dev/md5",
    "md",
    10**9,
    settings={"stripe_cache_size": "256"},
    md=MdState("raid5", None, None, None, None, None, disks=4),
)


@pytest.mark.parametrize(
    ("name", "value", "members", "expected"),
    [
        ("stripe_cache_size", "4096", 4, Risk.SLOW),  # 64 MiB
        ("stripe_cache_size", "4097", 4, Risk.STALL),
        ("stripe_cache_size", "512", None, Risk.STALL),
        ("stripe_cache_size", "512", 0, Risk.STALL),
        ("stripe_cache_size", "many", 4, Risk.STALL),
        ("dirty_ratio", "1", 4, Risk.STALL),
        ("add_random", "1", 4, Risk.NONE),
    ],
)
def test_only_what_takes_little_memory_is_harmless(
    name: str, value: str, members: int | None, expected: Risk
) -> None:
    assert risk_of(BY_NAME[name], value, members) is expected


@pytest.mark.parametrize(("size", "stalls"), [("512", False), ("8192", True)])
def test_recommending_and_setting_judge_alike(size: str, stalls: bool) -> None:
    before, wanted = (Variant(value, (("stripe_cache_size", value),)) for value in ("256", size))
    reason = refusal(wanted, before, allow_risky=False, device=ARRAY)
    assert ("nearly unresponsive" in str(reason)) is stalls
    wish = PendingChange("stripe_cache_size", size, {"md5": "256"})
    planned = plan_changes(change_scope(ARRAY, [ARRAY]), (wish,), Reach.DEVICE)
    assert bool(planned.risky) is stalls


def test_of_an_array_that_is_not_known_nothing_is_harmless() -> None:
    before, wanted = (Variant(value, (("stripe_cache_size", value),)) for value in ("256", "512"))
    assert "nearly unresponsive" in str(refusal(wanted, before, allow_risky=False))
