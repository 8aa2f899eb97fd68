from __future__ import annotations

import csv
import dataclasses
import json
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from storage_tuner.advice.judgement import judge
from storage_tuner.cli.main import main
from storage_tuner.core.verdict import Judgement
from storage_tuner.store.results import write_results
from tests.schemas import SCHEMAS, schema
from tests.unit.advice.sessions import simulated_runs
from tests.unit.advice.test_by_setting import of_array, session
from tests.unit.report.example_session import example_record

FOREIGN = Path(__file__).parents[2] / "data" / "foreign"

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
            [
                "mood",
                "variant",
                "operation",
                "threads",
                "repeat",
                "index",
                "rate_mb_s",
                "latency_mean_ms",
            ]
        )
        for run in simulated_runs({"none": 100, "bfq": 70}, seed=1):
            writer.writerow(
                [
                    "fine",
                    run.variant,
                    run.operation.name,
                    run.threads,
                    run.repeat,
                    run.index,
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
    lines = said.splitlines()
    assert lines[0].startswith('"none" is ') or lines[0].startswith("Nothing is faster")
    (row,) = [line for line in lines if line.startswith("Sequential read ")]
    assert {"▲", "▼"} & set(row)
    assert "Results by threads:" in lines
    counted = [line for line in lines if re.match(r"Sequential read, \d threads? ", line)]
    assert len(counted) == 4
    assert "Unknown columns were ignored: mood." in lines
    assert max(map(len, lines)) <= 80


@pytest.fixture
def oltp_table(tmp_path: Path) -> Path:
    """Two streams of one of our workloads, at two thread counts."""
    rows = [
        f"{variant},oltp/{stream},{threads},{repeat},{rate + repeat},IOPS"
        for stream in ("pages", "log")
        for threads in (4, 8)
        for repeat in range(6)
        for variant, rate in (("bfq", 700), ("none", 1000))
    ]
    path = tmp_path / "oltp.csv"
    path.write_text("\n".join(["variant,operation,threads,repeat,iops,rate_unit", *rows]))
    return path


@pytest.mark.parametrize("again", [False, True])
def test_streams_of_our_workloads_have_their_whole_labels(
    oltp_table: Path, capsys: pytest.CaptureFixture[str], *, again: bool
) -> None:
    command = ["compare", str(oltp_table)] if again else ["verdict"]
    assert main([*command, str(oltp_table)]) == 0
    said = capsys.readouterr().out
    for stream in ("pages", "log"):
        assert f"Database (OLTP): {stream} " in said
        assert f"Database (OLTP): {stream}, 4 threads" in said
    assert "oltp/" not in said


def test_what_is_ignored_and_what_it_comes_to_in_json(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verdict", str(table), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["ignored_columns"] == ["mood"]
    assert document["overall"]["everywhere"] == ["none"]
    assert document["overall"]["settled"] is True


def _verdicts(
    path: Path, capsys: pytest.CaptureFixture[str], *words: str
) -> list[dict[str, object]]:
    assert main(["verdict", str(path), "--json", *words]) == 0
    found: list[dict[str, object]] = json.loads(capsys.readouterr().out)["verdicts"]
    return found


def test_the_margin_and_the_error_level_are_the_users(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "runs.csv"
    rows = "".join(
        f"{name},seq-read,1,{repeat},{2 * repeat + place},{rate + repeat % 3}\n"
        for place, (name, rate) in enumerate((("a", 105), ("b", 100)))
        for repeat in range(12)
    )
    path.write_text(f"variant,operation,threads,repeat,index,rate_mb_s\n{rows}")
    assert _verdicts(path, capsys)[0]["winner"] == "a"
    assert _verdicts(path, capsys, "--margin", "10")[0]["state"] == "equal"
    for word in ("0", "x", "nan", "60"):
        with pytest.raises(SystemExit) as caught:
            main(["verdict", str(path), "--margin", word])
        assert caught.value.code == 2


MEANS = "variant,operation,metric,mean,sd,n,threads,source\n"


def test_means_and_deviations_are_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "means.csv"
    path.write_text(
        f"{MEANS}q4,rand-write,iops,66683.5,445.16,10,,x\nq32,rand-write,iops,68563.1,498.1,10,,x\n"
        "q4,create,latency_mean_ms,12,1,10,,x\nq32,create,latency_mean_ms,5,1,10,,x\n"
        "q4,scan,rate_mb_s,80,1,1,,x\nq32,scan,rate_mb_s,40,1,1,,x\n"
        "q4,copy,rate_mb_s,80,0,10,,x\nq32,copy,rate_mb_s,40,0,10,,x\n"
    )
    found = {
        (item["operation"], item["metric"]): item
        for item in _verdicts(path, capsys, "--margin", "1")
    }
    assert found["rand-write", "rate"]["winner"] == "q32"
    assert found["rand-write", "rate"]["effect_percent"] == pytest.approx(2.82, abs=0.01)
    assert found["create", "access_time"]["winner"] == "q32"
    assert found["create", "rate"]["state"] == "not measured"
    assert found["scan", "rate"]["state"] == "undecided"
    assert found["copy", "rate"]["state"] == "undecided"


def test_the_deviation_that_the_cfq_study_found_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its main finding: the rewrite of 10 runs varied by a hundredth with quantum 32. Two slow runs
    of ten would make that, so nobody wins by it. The other deviations are alike."""
    path = tmp_path / "means.csv"
    path.write_text(
        f"{MEANS}q4,write,rate_mb_s,109.3399,0.37061,10,,x\nq32,write,rate_mb_s,109.2167,0.40624,10,,x\n"
        "q4,rewrite,rate_mb_s,103.8435,8.34859,10,,x\nq32,rewrite,rate_mb_s,108.0780,0.10216,10,,x\n"
    )
    assert main(["verdict", str(path), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    (told,) = (note for note in document["notes"] if "vary by" in note)
    assert told.startswith("rewrite, throughput: the runs of q4 vary by 8 % (standard deviation), ")
    assert "those of q32 by 0.095 %" in told
    assert {each["state"] for each in document["verdicts"] if each["metric"] == "spread"} == {
        "not measured"
    }


def test_spreads_of_another_program_are_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "means.csv"
    path.write_text(f"{MEANS}q4,rand-read,spread,9,0.3,10,,x\nq32,rand-read,spread,3,0.1,10,,x\n")
    found = {item["metric"]: item for item in _verdicts(path, capsys)}
    assert found["spread"]["winner"] == "q32"
    assert found["spread"]["effect_percent"] == pytest.approx(66.7, abs=0.1)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("a,mail,rate,5,1,10,1,x", "line 2, column metric: the unit of 'mail' is unknown"),
        ("a,mail,speed,5,1,10,1,x", "line 2, column metric: expected one of rate_mb_s"),
        ("a,seq-read,rate_mb_s,-5,1,10,1,x", "line 2, column mean: expected a number"),
        ("a,seq-read,rate_mb_s,5,inf,10,1,x", "line 2, column sd: expected a number"),
        ("a,seq-read,rate_mb_s,5,1,0,1,x", "line 2, column n: expected a whole number from 1"),
        ("a,seq-read,rate_mb_s,5,1,,1,x", "line 2, column n: the cell is empty"),
        (
            "a,mail,rate_mb_s,5,1,9,1,x\nb,mail,iops,5,1,9,1,x",
            "line 3, column metric: 'mail' is in IOPS here and in MB/s in line 2",
        ),
        (
            "a,mail,iops,5,1,9,1,x\na,mail,iops,6,1,9,1,x",
            "line 3, column variant: the same cell is also in line 2",
        ),
        ("a,mail,iops,5,1,9,1,x\nb,mail,iops,6,1,9,,x", "column threads: only some rows"),
    ],
)
def test_bad_means_are_refused_by_line_and_column(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], row: str, reason: str
) -> None:
    path = tmp_path / "means.csv"
    path.write_text(f"{MEANS}{row}\n")
    assert main(["verdict", str(path)]) == 2
    assert reason in capsys.readouterr().err


def test_runs_made_one_after_the_other_are_doubted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A disk that slows down steadily: the first variant seems the best."""
    path = tmp_path / "runs.csv"
    rows = "".join(
        f"{name},rand-read,4,{repeat},{index},{1000 - 5 * index + repeat % 2}\n"
        for index, (name, repeat) in enumerate((name, run) for name in "abc" for run in range(10))
    )
    path.write_text(f"variant,operation,threads,repeat,index,iops\n{rows}")
    found = _verdicts(path, capsys)
    assert all(item["winner"] is None for item in found)
    assert "one after the other" in str(found[0]["doubt"])
    path.write_text(path.read_text().replace(",index,", ",number,"))
    unordered = _verdicts(path, capsys)
    assert all(item["winner"] is None for item in unordered)
    assert "order of the runs is unknown" in str(unordered[0]["doubt"])
    assert main(["verdict", str(path)]) == 0
    assert "To exclude drift, measure the variants in turns" in capsys.readouterr().out


def test_rounded_figures_without_any_spread_are_no_winner(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """2.5 three times against 2.6 three times, in turns: both may be 2.55."""
    path = tmp_path / "runs.csv"
    rows = "".join(
        f"NCQ {name},rand-read,1,{repeat},{2 * repeat + place},{rate}\n"
        for repeat in range(3)
        for place, (name, rate) in enumerate((("off", "2.5"), ("on", "2.6")))
    )
    path.write_text(f"variant,operation,threads,repeat,index,rate_mb_s\n{rows}")
    assert _verdicts(path, capsys)[0]["state"] == "undecided"
    path.write_text(path.read_text().replace("2.6", "5.2"))
    assert _verdicts(path, capsys)[0]["winner"] is None  # two figures tell no step
    path.write_text(path.read_text().replace("2,4,2.5", "2,4,2.6").replace("2,5,5.2", "2,5,5.3"))
    assert _verdicts(path, capsys)[0]["winner"] == "NCQ on"


def test_where_single_runs_stall_it_is_said_what_would_decide_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "runs.csv"
    rows = "".join(
        f"{name},rand-write,1,{repeat},{2 * repeat + place},"
        f"{(rate + (7 * repeat + 3 * place) % 5) * (0.5 if (repeat + place) % 5 == 0 else 1)}\n"
        for repeat in range(10)
        for place, (name, rate) in enumerate((("a", 100), ("b", 120)))
    )
    path.write_text(f"variant,operation,threads,repeat,index,iops\n{rows}")
    found = _verdicts(path, capsys)[0]
    assert found["state"] == "undecided"
    assert "use longer runs" in str(found["doubt"])


@pytest.mark.parametrize(
    ("blocks", "told"),
    [(("ab", "ba", "ab"), True), (("ab", "ab", "ab"), False), (("aaa", "bbb"), False)],
)
def test_rows_in_turns_tell_the_order_unless_sorting_makes_the_same(
    blocks: tuple[str, ...], told: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "runs.csv"
    repeats = {"a": iter(range(3)), "b": iter(range(3))}
    rates = {"a": 100.0, "b": 150.0}
    rows = [
        f"{name},rand-read,1,{repeat},{rates[name] + repeat * 0.1:.2f}"
        for name in "".join(blocks)
        for repeat in [next(repeats[name])]
    ]
    path.write_text("\n".join(["variant,operation,threads,repeat,rate_mb_s", *rows]))
    found = _verdicts(path, capsys)[0]
    assert (found["doubt"] == "") is told


def test_records_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, rates in (("soft", {"md": 100, "md far": 140}), ("hard", {"3ware": 60})):
        rows = "".join(
            f"{run.variant},{run.operation.name},{run.threads},{run.repeat},{run.rate_mb_s}\n"
            for run in simulated_runs(rates, seed=len(rates), repeats=8)
        )
        (tmp_path / f"{name}.csv").write_text(f"variant,operation,threads,repeat,rate_mb_s\n{rows}")
    files = [str(tmp_path / "soft.csv"), str(tmp_path / "hard.csv")]
    assert main(["compare", *files, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    first = document["verdicts"][0]
    assert (first["winner"], first["runner_up"]) == ("soft: md far", "soft: md")
    assert document["overall"]["everywhere"] == ["soft: md far"]
    assert main(["compare", *files]) == 0
    said = capsys.readouterr().out
    assert "Different records have no runs in common" in said
    assert main(["compare", files[0]]) == 2


def test_two_sessions_of_the_same_have_no_winner(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """However many runs, and although the second went 4 % faster."""
    for number, rate in enumerate((100, 104)):
        rows = "".join(
            f"none,{run.operation.name},{run.threads},{run.repeat},{run.rate_mb_s}\n"
            for run in simulated_runs({"none": rate}, seed=number, repeats=200, noise=0.005)
        )
        (tmp_path / f"{number}.csv").write_text(
            f"variant,operation,threads,repeat,rate_mb_s\n{rows}"
        )
    assert main(["compare", str(tmp_path / "0.csv"), str(tmp_path / "1.csv"), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {item["state"] for item in document["verdicts"]} <= {"undecided", "not measured"}
    assert document["differing_conditions"] == []


def test_sessions_side_by_side_say_in_what_else_they_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same numbers twice: nobody wins, and only the kernel differs."""
    record, files = example_record(), []
    for folder, kernel in (("old", "6.1"), ("new", "6.12")):
        path = tmp_path / folder / "results.json"
        path.parent.mkdir()
        machine = dataclasses.replace(record.machine, kernel=kernel)
        write_results(dataclasses.replace(record, machine=machine), Judgement((), None), path)
        files.append(str(path))
    assert main(["compare", *files, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["differing_conditions"] == [
        {"condition": "kernel", "values": {"old": "6.1", "new": "6.12"}}
    ]
    assert {item["state"] for item in document["verdicts"]} == {"undecided"}
    assert main(["compare", *files]) == 0
    assert "- kernel: old: 6.1; new: 6.12" in capsys.readouterr().out.splitlines()


@pytest.fixture
def result(tmp_path: Path) -> Path:
    """Six disks as RAID5 that give 78 IOPS, of which the computer doesn't tell how fast they turn;
    bfq and mq-deadline were compared."""
    array = of_array("raid5", 78.1, "left-symmetric")
    compared = session({"mq-deadline": 100, "bfq": 120})
    runs = tuple(replace(run, iops=78.1) for run in compared.measurements)
    record = replace(compared, device=array.device, related=array.related, measurements=runs)
    path = tmp_path / "results.json"
    write_results(record, judge(record), path)
    return path


def _told(path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["verdict", str(path), "--json", *words]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_use_and_aims_can_be_others_than_the_sessions(
    result: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = _told(result, capsys)["recommendation"]
    assert (plain["use"], plain["aims"]) == ("not-sure", [])
    wished = _told(result, capsys, "--use-for", "backup", "--priorities", "throughput,cpu")
    advice = wished["recommendation"]
    assert (advice["use"], advice["aims"]) == ("backup", ["throughput", "cpu"])
    assert "by your priorities" in advice["evidence"][0]["statement"]
    (setting,) = advice["by_setting"]
    assert setting["setting"] == "scheduler"
    assert all(item["source"] for item in setting["evidence"])
    for words in ("speed", "cpu,cpu", "cpu,latency,fairness,throughput"):
        with pytest.raises(SystemExit) as caught:
            main(["verdict", str(result), "--priorities", words])
        assert caught.value.code == 2


def test_what_is_known_makes_rates_comparable(
    result: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _told(result, capsys)["rate_checks"] == []
    found = _told(result, capsys, "--known", "rpm=7200")["rate_checks"]
    assert {check["operation"]: check["alarming"] for check in found}["rand-read"] is True
    assert main(["verdict", str(result), "--known", "rpm=7200"]) == 0
    assert "far too" in capsys.readouterr().out
    assert main(["verdict", str(result), "--known", "level=raid10"]) == 2
    assert "reports raid5" in capsys.readouterr().err


def test_a_table_has_nothing_to_weigh_by(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (("--priorities", "cpu"), ("--use-for", "backup"), ("--known", "rpm=7200")):
        assert main(["verdict", str(table), *words]) == 2
        assert "results.json" in capsys.readouterr().err


def test_a_report_is_weighed_anew(
    result: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "a.html"
    words = ("--priorities", "latency", "--known", "rpm=7200")
    assert main(["report", str(result), "--html", str(page), *words]) == 0
    assert str(page) in capsys.readouterr().out
    assert "by your priorities" in page.read_text()
    assert "Compared with physical limits" in page.read_text()


def test_several_files_are_judged_each_by_itself(
    table: Path, result: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = [_told(path, capsys) for path in (table, result)]
    assert main(["verdict", str(table), str(result), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    schema("verdict").validate(document)
    each = document["results"]
    assert [one.pop("file") for one in each] == [str(table), str(result)]
    assert each == alone
    assert main(["verdict", str(table), str(result)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{table}:"
    assert lines[lines.index(f"{result}:") - 1] == ""
    assert main(["verdict", str(table), str(tmp_path / "missing.csv")]) == 2
    told = capsys.readouterr()
    assert "missing.csv" in told.err
    assert told.out == ""


@pytest.mark.parametrize("command", ["verdict", "compare"])
def test_what_is_printed_fits_its_schema(
    command: str, table: Path, result: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [result] if command == "verdict" else [result, table]
    assert main([command, *map(str, files), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    validator = schema("verdict")
    validator.validate(document)
    top = json.loads((SCHEMAS / "verdict.schema.json").read_text())
    assert set(document) <= set(top["$defs"]["judgement"]["properties"])
    document["overall"]["compared"] = "many"
    assert not validator.is_valid(document)


@contextmanager
def piped(content: bytes) -> Iterator[str]:
    """The name of a pipe that ``content`` comes out of, once."""
    reading, writing = os.pipe()

    def write() -> None:
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(content)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield f"/dev/fd/{reading}"
    finally:
        # whoever didn't read it must not keep the writer
        os.close(reading)
        writer.join()


def test_what_comes_through_a_pipe_is_judged_like_a_file(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in a shell's ``verdict <(…)`` and ``… | verdict /dev/stdin``."""
    for path in (table, _results(tmp_path)):
        expected = _verdicts(path, capsys)
        assert expected
        with piped(path.read_bytes()) as name:
            assert _verdicts(Path(name), capsys) == expected


def test_another_programs_result_may_come_through_a_pipe(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with piped((FOREIGN / "fio-3.33-ungrouped-plus.json").read_bytes()) as name:
        assert _verdicts(Path(name), capsys)[0]["operation"] == "rand-read"


def test_pipes_are_put_side_by_side_like_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(_results(tmp_path))
    content = Path(path).read_bytes()
    with piped(content) as one, piped(content) as other:
        assert main(["compare", one, other, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["verdicts"]
    assert main(["compare", path, path, "--json"]) == 0
    expected = json.loads(capsys.readouterr().out)["verdicts"]
    assert [each["effect_percent"] for each in found] == [
        each["effect_percent"] for each in expected
    ]


def _results(folder: Path) -> Path:
    record = example_record(("none", "bfq"), repeats=3)
    write_results(record, judge(record), folder / "results.json")
    return folder / "results.json"


def test_a_results_content_tells_what_it_is(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (table, _results(tmp_path)):
        odd = path.rename(path.with_suffix(".txt"))
        found = _verdicts(odd, capsys)
        assert found == _verdicts(odd.rename(path), capsys)


@pytest.mark.parametrize("command", ["verdict", "compare"])
def test_json_can_be_read_whatever_letters_the_terminal_has(
    command: str, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In Latin-1 a dash would come as "?"."""
    dashed = table.with_name("a – b.csv")
    dashed.write_bytes(table.read_bytes())
    assert main([command, str(dashed), str(table), "--json"]) == 0
    said = capsys.readouterr().out
    assert said.isascii()
    assert "a – b" in str(json.loads(said))


def test_a_comparison_of_two_results_is_written_as_pdf_and_html(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "report"
    assert main(["compare", str(table), str(table), "--report", str(folder)]) == 0
    assert str(folder / "report.pdf") in capsys.readouterr().err
    page = (folder / "report.html").read_text()
    assert "<h1>Comparison: " in page
    assert page.count('class="headline"') == 1
    assert (folder / "report.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("command", ["verdict", "compare"])
def test_json_has_the_decision_and_every_comparison(
    table: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    results = [str(table)] * (2 if command == "compare" else 1)
    assert main([command, *results, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    decision = document["decision"]
    assert decision["action"] == "none"
    assert decision["text"]
    states = {"faster", "slower", "same", "inconclusive"}
    assert {each["state"] for each in (*document["comparisons"], *decision["overall"])} <= states
    references = {each["reference"] for each in document["comparisons"]}
    assert references == {decision["reference"]}
    read = next(each for each in document["comparisons"] if each["operation"] == "seq-read")
    assert read["unit"] == "MB/s"
    assert read["value"] > 0 and read["reference_value"] > 0
