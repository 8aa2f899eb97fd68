"""``workloads``: what is told of broken files, and the JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from storage_tuner.cli.main import main
from tests.schemas import schema


@pytest.fixture
def broken_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = tmp_path / "storage-tuner/workloads/mine.toml"
    path.parent.mkdir(parents=True)
    path.write_text("[[workload]\n")
    return path


def test_a_broken_file_is_told_once_when_the_name_is_unknown(
    broken_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["workloads", "show", "mine"]) == 2
    assert capsys.readouterr().err.count(str(broken_file)) == 1


def test_a_broken_file_is_told_once_beside_a_known_workload(
    broken_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["workloads", "show", "oltp"]) == 0
    assert capsys.readouterr().err.count(str(broken_file)) == 1


@pytest.mark.parametrize("words", [(), ("show", "oltp"), ("show", "tree-large-files")])
def test_the_json_fits_its_schema(
    words: tuple[str, ...], broken_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["workloads", *words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    validator = schema("workload-list")
    validator.validate(told)
    if words:
        assert told["workload"]["name"] == words[1]
        del told["workload"]["needs_file"]
    else:
        assert [each["file"] for each in told["broken"]] == [str(broken_file)]
        assert len(told["workloads"]) > 20
        del told["workloads"][0]["name"]
    assert not validator.is_valid(told)


def test_a_recorded_start_is_shown_with_what_runs_beside_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["workloads", "show", "start-small-5"]) == 0
    shown = capsys.readouterr().out
    assert "the reads of a recorded start" in shown
    assert "sequential writes, 256 KiB requests, 5 threads" in shown
