"""A read after a rest, on a disk whose wake-up time is known: the whole program."""

from __future__ import annotations

import json
import statistics
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from tests.known_truth import drowsy_disk
from tests.system.conftest import Household

pytestmark = [pytest.mark.slow, pytest.mark.root, pytest.mark.machine]

WAKE_UP_MS = 30


def verdict(
    household: Household, values: str, minutes: str, folder: Path
) -> tuple[dict[str, Any], dict[str, float]]:
    """The verdict on the latency, and each variant's median of it in ms. The disk is slow to wake
    up with 2 only."""
    with drowsy_disk("2", WAKE_UP_MS) as disk:
        varied = ("--vary", f"nomerges={values}", "--minutes", minutes, "--yes")
        done = household.run(
            "sweep", disk.device.name, "--workloads", "idle-read", *varied, "--report", str(folder)
        )
    assert done.returncode == 0, done.stderr
    found = json.loads((folder / "results.json").read_text())
    [latency] = [
        one for one in found["verdicts"] if (one["metric"], one["threads"]) == ("access_time", None)
    ]
    runs = defaultdict(list)
    for run in found["measurements"]:
        runs[run["variant"]].append(run["latency_mean_ms"])
    return latency, {variant: statistics.median(measured) for variant, measured in runs.items()}


def test_the_time_to_wake_up_is_found(household: Household, tmp_path: Path) -> None:
    latency, middle = verdict(household, "0,2", "15", tmp_path)
    assert (latency["state"], latency["winner"]) == ("better", "as it is")
    assert middle["nomerges=2"] - middle["as it is"] > WAKE_UP_MS / 2


def test_no_difference_is_found_where_none_is(household: Household, tmp_path: Path) -> None:
    latency, _ = verdict(household, "0,1", "3", tmp_path)
    assert latency["state"] in ("equal", "undecided")
