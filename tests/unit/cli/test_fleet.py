"""``compare --by`` and ``runs import --host``: from results of many computers to one report."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from storage_tuner.cli.main import main
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.jobs.judging import judge_session
from storage_tuner.report.fleet import COLUMNS
from storage_tuner.store.results import write_results
from tests.fleets import MadeFleet
from tests.schemas import schema

Said = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture(scope="module")
def fetched(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """The files of twelve computers, of which the fifth is slow, as a playbook fetches them."""
    folder = tmp_path_factory.mktemp("fetched")
    return tuple(written(folder, record) for record in MadeFleet(12, {5: 0.4}).records())


def written(folder: Path, record: SessionRecord) -> str:
    path = folder / f"{record.machine.host}.json"
    write_results(record, judge_session(record), path)
    return str(path)


def compared(said: Said, *words: str) -> dict[str, Any]:
    said.readouterr()
    assert main(["compare", "--by", *words, "--json"]) == 0
    document: dict[str, Any] = json.loads(said.readouterr().out)
    schema("fleet").validate(document)
    return document


def test_files_are_compared_as_they_are(fetched: tuple[str, ...], capsys: Said) -> None:
    (group,) = compared(capsys, "model", *fetched)["groups"]
    assert (group["name"], group["size_bytes"]) == ("Test data, not a disk 240 GB", 240 * 10**9)
    first, *others = group["disks"]
    assert (first["host"], first["deviates"]) == ("db005", True)
    assert not any(disk["deviates"] for disk in others)
    assert {figure["state"] for figure in first["figures"]} == {"slower"}


def test_imported_results_are_compared_for_persons(fetched: tuple[str, ...], capsys: Said) -> None:
    assert main(["runs", "import", *fetched]) == 0
    capsys.readouterr()
    assert main(["compare", "--by", "model"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "1 of 12 compared disks deviates from the others of its model."
    assert lines[1].startswith("- db005 · sdt (Test data, not a disk 240 GB): ")
    assert main(["compare", "--by", "host"]) == 0
    assert "Disks by host:" in capsys.readouterr().out


def test_the_report_has_a_row_for_each_disk_and_operation(
    fetched: tuple[str, ...], tmp_path: Path, capsys: Said
) -> None:
    assert main(["compare", "--by", "model", *fetched, "--report", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().err.count("Wrote ") == 3
    with (tmp_path / "out/fleet.csv").open(newline="") as file:
        head, *rows = csv.reader(file)
    assert tuple(head) == COLUMNS
    assert len(rows) == 24
    slow = dict(zip(head, rows[0], strict=True))
    assert (slow["host"], slow["operation"], slow["throughput_verdict"]) == (
        "db005",
        "seq-read",
        "slower",
    )
    low, effect, high = (
        float(slow[f"throughput_{name}_percent"]) for name in ("low", "deviation", "high")
    )
    assert low < effect < high < -30
    assert (tmp_path / "out/report.pdf").read_bytes().startswith(b"%PDF-")
    page = (tmp_path / "out/report.html").read_text()
    assert "Disks of 12 hosts" in page and page.index("db005") < page.index("db001")


def test_a_host_is_given_to_results_that_do_not_name_theirs(tmp_path: Path, capsys: Said) -> None:
    """Also to ones that were imported before."""
    record = MadeFleet(1).records()[0]
    nameless = replace(
        record,
        machine=replace(record.machine, host=""),
        device=replace(record.device, serial=None) if record.device else None,
    )
    path = written(tmp_path, nameless)
    for words in ((path,), (path, "--host", "rack 7"), (path,)):
        assert main(["runs", "import", *words]) == 0
    (group,) = compared(capsys, "host")["groups"]
    assert group["name"] == "rack 7"
    assert [disk["host"] for disk in group["disks"]] == ["rack 7"]


@pytest.mark.parametrize("host", ["", "  ", "a\nb", "x" * 254])
def test_a_host_that_is_no_name_is_refused(host: str, capsys: Said) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["runs", "import", "results.json", "--host", host])
    assert ended.value.code == 2
    assert "isn't a host name" in capsys.readouterr().err


def test_nothing_kept_is_no_error(capsys: Said) -> None:
    assert main(["compare", "--by", "model"]) == 0
    assert "runs import FILE" in capsys.readouterr().out


def test_what_is_not_of_a_disk_is_left_out_with_a_message(tmp_path: Path, capsys: Said) -> None:
    record = MadeFleet(1).records()[0]
    path = written(tmp_path, replace(record, device=None))
    assert compared(capsys, "model", path)["groups"] == []
    assert main(["compare", "--by", "model", path]) == 0
    assert f"{path} was left out" in capsys.readouterr().err


def test_a_table_does_not_name_its_disk(tmp_path: Path, capsys: Said) -> None:
    table = tmp_path / "runs.csv"
    table.write_text("variant,operation,threads,rate_mb_s\nnone,seq-read,1,100\n")
    assert main(["compare", "--by", "model", str(table)]) == 2
    assert "doesn't name the disk" in capsys.readouterr().err


def test_results_are_still_required_without_a_grouping(capsys: Said) -> None:
    assert main(["compare"]) == 2
    assert "at least two results" in capsys.readouterr().err
