"""``metrics`` of a made-up computer: what monitoring reads."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner import __version__
from storage_tuner.cli.main import main
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.probe.block.devices import read_devices
from storage_tuner.store.database.run_store import open_runs
from tests.fleets import MadeFleet
from tests.open_metrics_text import Series, read_open_metrics
from tests.unit.cli.test_permanent import machine
from tests.vm.archive import Archive

__all__ = ["machine"]

NOTHING = Judgement((), None)
Said = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def metrics(said: Said, machine: Path) -> dict[str, Series]:
    assert main(["metrics", "--sysroot", str(machine)]) == 0
    return read_open_metrics(said.readouterr().out)


def keep(machine: Path, record: SessionRecord, imported_from: str = "") -> SessionRecord:
    (sda,) = (device for device in read_devices(machine) if device.name == "sda")
    record = replace(record, device=sda)
    with open_runs() as runs:
        runs.save(record, NOTHING, imported_from=imported_from)
    return record


def test_settings_and_which_permanent_ones_were_undone(capsys: Said, machine: Path) -> None:
    found = metrics(capsys, machine)
    assert found["storage_tuner_build_info"] == {(("version", __version__),): 1}
    current = found["storage_tuner_setting_info"]
    assert current[("device", "sda"), ("setting", "scheduler"), ("value", "mq-deadline")] == 1
    assert current[("device", "vm"), ("setting", "swappiness"), ("value", "10")] == 1
    assert {tuple(value for _, value in labels) for labels in found[PERMANENT]} == {
        ("sda", "scheduler", "bfq", "undone"),
        ("sda", "nr_requests", "256", "kept"),
        ("vm", "swappiness", "10", "kept"),
    }
    assert found["storage_tuner_permanent_setting_undone"] == {
        (("device", "sda"), ("setting", "scheduler")): 1,
        (("device", "sda"), ("setting", "nr_requests")): 0,
        (("device", "vm"), ("setting", "swappiness")): 0,
    }
    assert not any("result" in name for name in found)


PERMANENT = "storage_tuner_permanent_setting_info"


def test_the_newest_result_in_base_units(capsys: Said, machine: Path) -> None:
    """Under the settings in effect before, and without what was measured elsewhere."""
    (record, older, imported) = MadeFleet(3, schedulers=("mq-deadline", "bfq")).records()
    newest = keep(machine, replace(record, created_at="2026-03-04T00:00:00+00:00"))
    keep(machine, replace(older, created_at="2026-03-03T00:00:00+00:00"))
    later = replace(imported, created_at="2026-03-05T00:00:00+00:00")
    keep(machine, later, imported_from="theirs.json")
    found = metrics(capsys, machine)
    assert found["storage_tuner_result_timestamp_seconds"] == {(("device", "sda"),): 1772582400}
    labels = (
        ("device", "sda"),
        ("operation", "seq-read"),
        ("variant", "mq-deadline"),
        ("threads", "4"),
    )
    runs = [
        run
        for run in newest.measurements
        if (run.operation.name, run.variant, run.threads) == ("seq-read", "mq-deadline", 4)
    ]
    for name, field, factor in (
        ("throughput_bytes_per_second", "rate_mb_s", 1e6),
        ("latency_mean_seconds", "latency_mean_ms", 1e-3),
        ("latency_p99_seconds", "latency_p99_ms", 1e-3),
    ):
        series = found[f"storage_tuner_result_{name}"]
        mean = factor * sum(getattr(run, field) for run in runs) / len(runs)
        assert series[labels] == pytest.approx(mean)
        assert {dict(each)["variant"] for each in series} == {"mq-deadline"}


def test_the_file_is_replaced_at_once(tmp_path: Path, machine: Path) -> None:
    path = tmp_path / "textfile/storage-tuner.prom"
    path.parent.mkdir()
    path.write_text("before")
    assert main(["metrics", "--sysroot", str(machine), "--output", str(path)]) == 0
    assert "storage_tuner_setting_info" in read_open_metrics(path.read_text())
    assert list(path.parent.iterdir()) == [path]
    assert main(["metrics", "--sysroot", str(machine), "--output", str(tmp_path / "no/x")]) == 2


@pytest.mark.slow
def test_promtool_has_nothing_against_them(tmp_path: Path, machine: Path) -> None:
    """Out of Debian's package: to install it would start a server."""
    Archive().unpack(["prometheus"], tmp_path / "prometheus")
    keep(machine, MadeFleet(1).records()[0])
    path = tmp_path / "storage-tuner.prom"
    assert main(["metrics", "--sysroot", str(machine), "--output", str(path)]) == 0
    command = [str(tmp_path / "prometheus/usr/bin/promtool"), "check", "metrics"]
    text = path.read_text()
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
