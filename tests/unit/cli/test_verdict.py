from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from storage_tuner.cli.main import main
from tests.unit.advice.sessions import simulated_runs

KEYS = {
    "operation",
    "metric",
    "threads",
    "state",
    "winner",
    "effect_percent",
    "interval_percent",
}


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table as another program would write it: the documented columns and one of its own."""
    path = tmp_path / "runs.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(
            ["mood", "variant", "operation", "threads", "repeat", "rate_mb_s", "latency_mean_ms"]
        )
        for run in simulated_runs({"none": 100, "bfq": 70}, seed=1):
            writer.writerow(
                [
                    "fine",
                    run.variant,
                    run.operation.value,
                    run.threads,
                    run.repeat,
                    run.rate_mb_s,
                    run.latency_mean_ms,
                ]
            )
    return path


def test_json_of_a_table(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verdict", str(table), "--json"]) == 0
    verdicts = json.loads(capsys.readouterr().out)["verdicts"]
    assert all(set(verdict) >= KEYS for verdict in verdicts)
    overall = {
        (verdict["operation"], verdict["metric"]): verdict
        for verdict in verdicts
        if verdict["threads"] is None
    }
    rate = overall["seq-read", "rate"]
    assert (rate["state"], rate["winner"]) == ("better", "none")
    assert rate["interval_percent"][0] < rate["effect_percent"] < rate["interval_percent"][1]
    assert overall["seq-read", "access_time"]["winner"] == "none"
    assert overall["rand-read", "cpu_efficiency"]["state"] == "not measured"


def test_text_of_a_table(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verdict", str(table)]) == 0
    said = capsys.readouterr().out
    assert "Sequential read" in said
    assert "none" in said
    assert max(map(len, said.splitlines())) <= 80
