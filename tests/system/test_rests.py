"""A read after a rest, on a disk whose wake-up time is known: the whole program."""

from __future__ import annotations

import json

import pytest

from tests.known_truth import drowsy_disk
from tests.system.conftest import Household

pytestmark = [pytest.mark.slow, pytest.mark.root, pytest.mark.machine]

WAKE_UP_MS = 30


def verdict(household: Household, values: str, minutes: str) -> tuple[str, list[float]]:
    """The state of the verdict on the mean latency, and the variants' means, the best one first.
    The disk is slow to wake up with 2 only."""
    with drowsy_disk("2", WAKE_UP_MS) as disk:
        varied = ("--vary", f"nomerges={values}", "--minutes", minutes, "--yes", "--json")
        done = household.run("sweep", disk.device.name, "--workloads", "idle-read", *varied)
    verdicts = json.loads(done.stdout)["verdicts"]
    [found] = [one for one in verdicts if (one["metric"], one["threads"]) == ("access_time", None)]
    return found["state"], [summary["mean"] for summary in found["summaries"]]


def test_the_time_to_wake_up_is_found(household: Household) -> None:
    state, (awake, drowsy) = verdict(household, "0,2", "15")
    assert state == "better"
    assert drowsy - awake > WAKE_UP_MS / 2


def test_no_difference_is_found_where_none_is(household: Household) -> None:
    state, _ = verdict(household, "0,1", "3")
    assert state in ("equal", "undecided")
