"""``runs``: every action, for persons and for programs."""

from __future__ import annotations

import io
import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from storage_tuner.advice.judgement import judge
from storage_tuner.cli.main import main
from storage_tuner.core.circumstances import (
    Circumstances,
    ControllerState,
    FileSystemState,
    UnitState,
)
from storage_tuner.core.measurement import RawOutput
from storage_tuner.core.plan import Target, TargetKind
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.sharing import LEFT_OUT
from storage_tuner.store.database.run_store import runs_file
from storage_tuner.store.kept_sessions import keep
from storage_tuner.store.results import read_results
from tests.schemas import schema
from tests.unit.report.example_session import example_record

EXAMPLE = example_record(("none", "bfq"), repeats=4)
RECORD = replace(
    EXAMPLE,
    plan=replace(EXAMPLE.plan, target=Target(TargetKind.DEVICE, "sdt")),
    circumstances=Circumstances(
        settings_before={"sdt": {"scheduler": "bfq", "nr_requests": "64"}},
        settings_after={"sdt": {"scheduler": "none", "nr_requests": "64"}},
        mitigations={"spectre_v2": "Mitigation: Retpolines", "mds": "Not affected"},
        governors=("powersave (intel_pstate)",),
        file_system=FileSystemState("ext4", "/srv", ("rw", "noatime"), 9 * 10**9, 10**9),
        temperature_before_c=31.0,
        temperature_after_c=44.5,
        other_activity=("sdt is in use.",),
        controllers=(
            ControllerState(
                "3ware",
                "9650SE-8LPML",
                "FE9X 4.10.00.027",
                "3w-9xxx 2.26.02.014RH",
                "OK",
                battery_ready=True,
                units=(UnitState("u0", "RAID-5", "OK", ("sdt",), 4, {"qpolicy": "on"}),),
            ),
        ),
    ),
)
Said = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("COLUMNS", "120")


@pytest.fixture
def kept() -> tuple[str, str]:
    """The newer one first."""
    older = replace(EXAMPLE, created_at="2026-01-05T08:00:00+00:00", measurements=())
    return (
        keep(RECORD, judge(RECORD), [RawOutput("none, random read", '{"fio": 1}\n')]),
        keep(older, Judgement((), None)),
    )


def told(said: Said, *words: str) -> dict[str, Any]:
    assert main(["runs", *words]) == 0
    document: dict[str, Any] = json.loads(said.readouterr().out)
    schema("runs").validate(document)
    return document


def listed(said: Said, *words: str) -> list[str]:
    return [run["identifier"] for run in told(said, *words, "--json")["runs"]]


def test_nothing_is_no_error_and_tells_how_to_begin(capsys: Said) -> None:
    assert main(["runs"]) == 0
    assert "tune --practice" in capsys.readouterr().out
    assert listed(capsys) == []


def test_the_newest_comes_first_with_what_it_came_to(kept: tuple[str, str], capsys: Said) -> None:
    assert main(["runs"]) == 0
    head, first, second = capsys.readouterr().out.splitlines()
    assert head.split() == ["RUN", "DATE", "TARGET", "KIND", "MB/s", "RESULT"]
    assert first.startswith(f"{kept[0]}  2026-03-03 14:05  /dev/sdt       comparison   3")
    assert second.startswith(f"{kept[1]}  2026-01-05 08:00  practice disk  comparison     –")
    assert listed(capsys) == list(kept)


@pytest.mark.parametrize(
    "words, found",
    [
        (("list", "sdt", "BFQ"), [0]),
        (("list", "nonsense"), []),
        (("--device", "sdt"), [0]),
        (("--device", "/dev/sdt"), [0]),
        (("--device", "0x0000000000000001", "list"), [0]),
        (("list", "--device", "practice"), [1]),
        (("--since", "2026-02-01"), [0]),
        (("list", "--until", "2026-01-05"), [1]),
        (("--trash",), []),
    ],
)
def test_only_what_is_wanted_is_listed(
    words: tuple[str, ...], found: list[int], kept: tuple[str, str], capsys: Said
) -> None:
    assert listed(capsys, *words) == [kept[number] for number in found]


def test_what_is_no_date_is_said(capsys: Said) -> None:
    assert main(["runs", "--since", "yesterday"]) == 2
    assert "'yesterday' isn't a date" in capsys.readouterr().err


def test_one_is_shown_with_what_it_was_like(kept: tuple[str, str], capsys: Said) -> None:
    assert main(["runs", "show", kept[0][:4]]) == 0
    text = " ".join(capsys.readouterr().out.split())
    for part in (
        kept[0],
        "Governor powersave (intel_pstate)",
        "CPU mitigations spectre_v2: Mitigation: Retpolines",
        "ext4 on /srv (rw,noatime), 1.0 GB free",
        "31.0 before, 44.5 after",
        "scheduler of sdt: bfq → none",
        "sdt is in use.",
        "Controller 3ware 9650SE-8LPML, firmware FE9X 4.10.00.027, driver 3w-9xxx 2.26.02.014RH, "
        "battery ready",
        "Unit u0 = sdt, RAID-5 of 4 drives, OK, qpolicy=on",
    ):
        assert part in text, part
    assert "mds" not in text


def test_one_as_json_is_a_result_that_can_be_read_again(
    kept: tuple[str, str], capsys: Said, tmp_path: Path
) -> None:
    document = told(capsys, "show", kept[0], "--json")
    (tmp_path / "r.json").write_text(json.dumps(document["result"]))
    assert read_results(tmp_path / "r.json") == RECORD


def test_what_fio_printed_is_shown(kept: tuple[str, str], capsys: Said) -> None:
    assert main(["runs", "show", kept[0], "--raw"]) == 0
    assert capsys.readouterr().out == '# none, random read\n{"fio": 1}\n'
    (raw,) = told(capsys, "show", kept[0], "--raw", "--json")["raw"]
    assert raw == {"label": "none, random read", "text": '{"fio": 1}\n'}


def test_a_note_is_written_read_found_and_removed(
    kept: tuple[str, str], capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["runs", "note", kept[0], "after the new cable"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["runs", "note", kept[0]]) == 0
    assert capsys.readouterr().out == "after the new cable\n"
    assert listed(capsys, "list", "cable") == [kept[0]]
    monkeypatch.setattr("sys.stdin", io.StringIO("two\nlines\x1b[2J\n"))
    assert main(["runs", "note", kept[0], "-"]) == 0
    assert main(["runs", "note", kept[0]]) == 0
    assert capsys.readouterr().out == "two\nlines\N{REPLACEMENT CHARACTER}[2J\n"
    assert told(capsys, "note", kept[0], "--clear", "--json")["run"]["note"] == ""
    assert main(["runs", "note", kept[0], "new", "--clear"]) == 2
    assert main(["runs", "note", kept[0], "x" * 10_001]) == 2


def test_tags_are_put_on_read_found_and_taken_off(kept: tuple[str, str], capsys: Said) -> None:
    assert main(["runs", "tag", kept[0], "ssd", "raid 5"]) == 0
    assert main(["runs", "tag", kept[0]]) == 0
    assert capsys.readouterr().out == "ssd\nraid 5\n"
    assert listed(capsys, "--tag", "raid 5") == [kept[0]]
    run = told(capsys, "tag", kept[0], "new", "--remove", "ssd", "--json")["run"]
    assert run["tags"] == ["raid 5", "new"]
    assert main(["runs", "tag", kept[0], "a,b"]) == 2
    assert "can't be used as a tag" in capsys.readouterr().err


def test_what_is_deleted_can_be_brought_back_until_it_is_for_good(
    kept: tuple[str, str], capsys: Said
) -> None:
    assert main(["runs", "delete", *kept]) == 0
    assert f"runs restore {kept[0]} {kept[1]}" in capsys.readouterr().out
    assert listed(capsys) == []
    assert listed(capsys, "--trash") == list(kept)
    assert told(capsys, "restore", kept[0], "--json") == {"restored": [kept[0]]}
    assert listed(capsys) == [kept[0]]
    assert told(capsys, "delete", kept[1], "--permanently", "--json")["for_good"]
    assert listed(capsys, "--trash") == []
    assert main(["runs", "restore", kept[1]]) == 2


def test_all_that_are_named_or_none(kept: tuple[str, str], capsys: Said) -> None:
    assert main(["runs", "delete", kept[0], "nothing"]) == 2
    assert "There is no saved result 'nothing'" in capsys.readouterr().err
    assert listed(capsys) == list(kept)


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_one_goes_into_a_file_by_its_ending_and_several_into_a_folder(
    kind: str, kept: tuple[str, str], capsys: Said, tmp_path: Path
) -> None:
    file, folder = tmp_path / f"one.{kind}", tmp_path / "new"
    assert main(["runs", "export", kept[0], "--to", str(file)]) == 0
    assert main(["runs", "export", *kept, "--to", str(folder), "--format", kind]) == 0
    names = {path.name for path in folder.iterdir()}
    assert names == {f"20260303-{kept[0]}.{kind}", f"20260105-{kept[1]}.{kind}"}
    assert (folder / f"20260303-{kept[0]}.{kind}").read_bytes() == file.read_bytes()
    assert f"Wrote {file}" in capsys.readouterr().out
    assert main(["runs", "export", kept[0], "--to", str(tmp_path / "one.doc")]) == 2
    assert "extension" in capsys.readouterr().err


def test_each_kind_ends_as_it_does_everywhere(
    kept: tuple[str, str], capsys: Said, tmp_path: Path
) -> None:
    """There are two tables, and the ending tells them apart."""
    assert (
        main(["runs", "export", *kept, "--to", str(tmp_path / "new"), "--format", "seconds"]) == 0
    )
    names = {path.name for path in (tmp_path / "new").iterdir()}
    assert names == {f"20260303-{kept[0]}-seconds.csv", f"20260105-{kept[1]}-seconds.csv"}
    seconds = (tmp_path / "new" / f"20260303-{kept[0]}-seconds.csv").read_bytes()
    for name in ("x-seconds.csv", "seconds.csv", "X-Seconds.CSV"):
        assert main(["runs", "export", kept[0], "--to", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes() == seconds, name
    assert main(["runs", "export", kept[0], "--to", str(tmp_path / "x.csv")]) == 0
    assert (tmp_path / "x.csv").read_bytes() != seconds
    assert main(["runs", "export", kept[0], "--to", str(tmp_path / "x.seconds")]) == 2
    assert "-seconds.csv" in capsys.readouterr().err


def test_several_make_no_folder_that_is_called_like_a_file(
    kept: tuple[str, str], capsys: Said, tmp_path: Path
) -> None:
    assert main(["runs", "export", *kept, "--to", str(tmp_path / "out.json")]) == 2
    assert "Several runs can't be written to one file" in capsys.readouterr().err
    assert not (tmp_path / "out.json").exists()
    (tmp_path / "folder.json").mkdir()
    assert main(["runs", "export", *kept, "--to", str(tmp_path / "folder.json")]) == 0
    assert len(list((tmp_path / "folder.json").iterdir())) == 2


def test_an_exported_result_gives_the_same_verdicts(
    kept: tuple[str, str], capsys: Said, tmp_path: Path
) -> None:
    file = tmp_path / "one.json"
    assert main(["runs", "export", kept[0], "--to", str(file)]) == 0
    capsys.readouterr()
    said = []
    for word in (str(file), kept[0]):
        assert main(["verdict", word, "--json"]) == 0
        said.append(json.loads(capsys.readouterr().out))
    assert said[0] == said[1]
    assert said[0]["verdicts"]


def test_what_is_shared_does_not_tell_whose_it_is(kept: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    assert main(["runs", "export", kept[0], "--to", str(file), "--share"]) == 0
    text = file.read_text()
    for private in ("TEST-0001", "0x0000000000000001", "test-host", "/srv"):
        assert private not in text
    assert read_results(file).measurements == RECORD.measurements


def test_what_is_shared_does_not_tell_where_it_is_shared_from(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Another program's note about a result names this computer, though it was measured nowhere."""
    monkeypatch.setenv("LOGNAME", "annabel")
    monkeypatch.setattr("socket.gethostname", lambda: "workbench")
    run = keep(replace(RECORD, caveats=("annabel measured it for workbench.",)), judge(RECORD))
    plain, shared = tmp_path / "plain.json", tmp_path / "shared.json"
    assert main(["runs", "export", run, "--to", str(plain)]) == 0
    assert main(["runs", "export", run, "--to", str(shared), "--share"]) == 0
    assert "annabel measured it for workbench." in plain.read_text()
    assert read_results(shared).caveats == (f"{LEFT_OUT} measured it for {LEFT_OUT}.",)


def test_a_run_is_named_wherever_a_result_is(kept: tuple[str, str], capsys: Said) -> None:
    other = keep(replace(RECORD, created_at="2026-04-01T00:00:00+00:00"), Judgement((), None))
    assert main(["compare", kept[0], other]) == 0
    assert "none" in capsys.readouterr().out
    assert main(["verdict", "abcdefgh"]) == 2
    assert "There is no saved result 'abcdefgh'" in capsys.readouterr().err


def test_a_moment_beyond_the_calendar_is_shown_as_it_is_written(capsys: Said) -> None:
    keep(replace(RECORD, created_at="0001-01-01T00:00:00+05:00"), judge(RECORD))
    assert main(["runs"]) == 0
    assert "0001-01-01T00:00:00+05:00" in capsys.readouterr().out


def test_a_damaged_file_is_told_where_it_was_put(kept: tuple[str, str], capsys: Said) -> None:
    with runs_file().open("r+b") as file:
        file.write(b"\0" * 100)
    assert main(["runs"]) == 0
    said = capsys.readouterr()
    assert "2 runs were recovered" in said.err
    assert "runs.sqlite3.damaged-" in said.err
    assert all(identifier in said.out for identifier in kept)
    assert main(["runs", "show", kept[0]]) == 0
    assert capsys.readouterr().err == ""


def test_a_file_that_was_set_aside_without_a_word_is_told_of_once(capsys: Said) -> None:
    """Whoever keeps a session at the end of a measurement has nobody to tell it."""
    runs_file().parent.mkdir(parents=True)
    runs_file().write_bytes(b"no database at all" * 100)
    identifier = keep(RECORD, judge(RECORD))
    found = told(capsys, "--json")
    assert [run["identifier"] for run in found["runs"]] == [identifier]
    assert Path(found["set_aside"]).read_bytes() == b"no database at all" * 100
    assert told(capsys, "--json")["set_aside"] is None


def test_what_opens_a_damaged_file_to_take_in_or_to_write_tells_of_it(
    kept: tuple[str, str], tmp_path: Path, capsys: Said
) -> None:
    file = tmp_path / "results.json"
    assert main(["runs", "export", kept[0], "--to", str(file)]) == 0
    capsys.readouterr()
    for words in (("import", str(file)), ("export", kept[0], "--to", str(tmp_path / "a.json"))):
        runs_file().write_bytes(b"no database at all" * 100)
        assert main(["runs", *words]) == (2 if words[0] == "export" else 0)
        assert "runs.sqlite3.damaged-" in capsys.readouterr().err
        assert told(capsys, "--json")["set_aside"] is None


def test_a_later_versions_file_is_no_reason_for_a_traceback(
    kept: tuple[str, str], capsys: Said
) -> None:
    del kept
    with sqlite3.connect(runs_file()) as file:
        file.execute("PRAGMA user_version = 99")
    assert main(["runs"]) == 2
    assert "written by a newer Storage Tuner" in capsys.readouterr().err
