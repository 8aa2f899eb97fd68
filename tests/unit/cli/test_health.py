"""What ``show --health`` prints, and what it refuses; the asking itself is in tests/bus."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.cli.health import health_lines
from storage_tuner.cli.main import main
from storage_tuner.core.health import Health


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def test_a_drive_with_a_problem() -> None:
    health = Health(
        "sda",
        passed=True,
        temperature_c=34,
        power_on_hours=17_532,
        reallocated_sectors=0,
        pending_sectors=2,
        wear_percent=3,
        problems=("2 sectors can't be read reliably.",),
        missing={"uncorrectable_errors": "the drive doesn't tell"},
    )
    assert health_lines(health) == [
        "Drive               sda",
        "Health              good, says the drive",
        "Temperature         34 °C",
        "Power-on time       17,532 hours (2.0 years)",
        "Replaced sectors    0",
        "Pending sectors     2",
        "Uncorrected errors  unknown: the drive doesn't tell",
        "Wear                3 %",
        "Look at             2 sectors can't be read reliably.",
    ]


@pytest.mark.parametrize(
    ("health", "verdict"),
    [
        (Health("sda", passed=False), "failing, says the drive"),
        (Health("sda", asleep=True), "unknown: the drive is asleep, and was left so"),
        (Health("sda", missing={"passed": "no permission"}), "unknown: no permission"),
    ],
)
def test_the_verdict(health: Health, verdict: str) -> None:
    assert health_lines(health)[1].split(None, 1)[1] == verdict


def test_a_captured_tree_has_no_health(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    disk = tmp_path / "sys/block/sda"
    disk.mkdir(parents=True)
    (disk / "dev").write_text("8:0\n")
    (disk / "size").write_text("2048\n")
    assert main(["show", "sda", "--health", "--sysroot", str(tmp_path)]) == 2
    assert "captured tree" in capsys.readouterr().err
