"""Whatever somebody names as a result or a tool: a sentence and exit code 2, never a traceback."""

from __future__ import annotations

import itertools
import json
import os
import random
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from storage_tuner.advice.judgement import judge
from storage_tuner.cli.main import main
from storage_tuner.store.results import results_document
from storage_tuner.store.tables.run_table import COLUMNS
from tests.unit.report.example_session import example_record

FIO = Path(__file__).parents[2] / "data/fio/01_normal_randread_4threads.json"
LARGE = "1" + "0" * 400
NUMBERS = (
    "1e308", "-1", "-0", "-0.0", "0", "0.4", "1e-320", "1e-300", "1e15", "1e16", LARGE, "inf",
    "nan", "1e400", "0x10", "", '"1"', "null", "true", "\u0661", "18446744073709551616",
)  # fmt: skip
WORDS = ("", " ", "x" * 300, "x" * 5000, "a/b/" * 2000, "\udcff", "\x1b[2J", "=1+1", "-", ".", "~")

RECORD = example_record(("none", "bfq"), repeats=2)
DOCUMENT = results_document(RECORD, judge(RECORD))


@pytest.fixture(autouse=True)
def own_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def code_of(words: Sequence[str]) -> int:
    """argparse ends with an exception of its own."""
    try:
        return main(words)
    except SystemExit as end:
        return int(str(end.code))


def all_commands(file: Path) -> None:
    """None of them measures: what can be read is judged, written and kept."""
    name = str(file)
    codes = {
        code_of(words)
        for words in (
            ["verdict", name],
            ["verdict", name, "--json"],
            ["compare", name, name],
            ["report", name, "--txt", f"{file}.txt", "--csv", f"{file}.csv"],
            ["runs", "import", name],
        )
    }
    assert codes <= {0, 2}, codes


@pytest.mark.parametrize("number", NUMBERS, ids=lambda text: text[:12])
def test_a_number_in_any_column_of_a_table(tmp_path: Path, number: str) -> None:
    file = tmp_path / "t.csv"
    for column in random.Random(number).sample(COLUMNS, 15):
        cells = [
            {"variant": name, "operation": "seq-read", "threads": "1", "rate_mb_s": "100"}
            | {"repeat": str(repeat), "duration_s": "2"}
            for name, repeat in itertools.product("ab", range(2))
        ]
        for each in cells:
            each[column] = number
        header = list(cells[0])
        lines = [header, *([each[name] for name in header] for each in cells)]
        file.write_text("\n".join(",".join(line) for line in lines) + "\n", encoding="utf-8")
        assert code_of(["verdict", str(file)]) in (0, 2), column
    all_commands(file)


def test_a_table_is_refused_by_line_and_column(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "d.csv"
    file.write_text(
        "variant,operation,threads,rate_mb_s,duration_s\na,seq-read,1,1,1e308\nb,seq-read,1,2,1\n"
    )
    assert main(["verdict", str(file)]) == 2
    assert "line 2, column duration_s: 1e308 is too large or too small" in capsys.readouterr().err


@pytest.mark.sampled(7)
@pytest.mark.parametrize("number", NUMBERS, ids=lambda text: text[:12])
def test_a_number_at_any_place_of_a_result(tmp_path: Path, number: str) -> None:
    file = tmp_path / "results.json"
    places = random.Random(number).sample(list(numbers_in(DOCUMENT, ())), 12)
    for place in places:
        file.write_text(text_with(DOCUMENT, place, number or "1"), encoding="utf-8")
        assert code_of(["verdict", str(file)]) in (0, 2), place
    all_commands(file)


@pytest.mark.sampled(7)
@pytest.mark.parametrize("number", NUMBERS, ids=lambda text: text[:12])
def test_a_number_at_any_place_of_fios(tmp_path: Path, number: str) -> None:
    file = tmp_path / "fio.json"
    document = json.loads(FIO.read_text())
    wanted: tuple[str, ...] = (
        "io_bytes",
        "total_ios",
        "runtime",
        "mean",
        "N",
        "99.000000",
        "timestamp_ms",
    )
    wanted += ("job_start", "job_runtime", "sys_cpu", "groupid", "error", "util")
    places = [place for place in numbers_in(document, ()) if place[-1] in wanted]
    chosen: dict[object, tuple[str | int, ...]] = {place[-1]: place for place in places}
    for place in chosen.values():
        file.write_text(text_with(document, place, number or "1"), encoding="utf-8")
        assert code_of(["runs", "import", str(file)]) in (0, 2), place
        assert code_of(["verdict", str(file)]) in (0, 2), place


def test_what_fio_cannot_have_counted_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(FIO.read_text())
    document["jobs"][0]["read"]["total_ios"] = 0.4
    file = tmp_path / "fio.json"
    file.write_text(json.dumps(document))
    assert main(["runs", "import", str(file)]) == 2
    assert "jobs[0].read.total_ios isn't a whole number" in capsys.readouterr().err


@pytest.mark.parametrize("word", WORDS, ids=lambda text: f"{len(text)} {text[:6]!a}")
def test_a_name_that_nothing_has(word: str, tmp_path: Path) -> None:
    there = tmp_path / "t.csv"
    there.write_text("variant,operation,threads,rate_mb_s\na,seq-read,1,1\n")
    for words in (
        ["verdict", word],
        ["compare", word, str(there)],
        ["report", word, "--txt", "out.txt"],
        ["confirm", word],
        ["runs", "import", word],
        ["runs", "show", word],
        ["runs", "export", word, "--to", word],
        ["advise", "sda", "--sysroot", word],
        ["advise", "--known", "medium=hdd", "--result", word],
        ["devices", "--tw-cli", word],
        ["devices", "--sysroot", word],
    ):
        assert code_of(words) in (2, 3, 4), words


@pytest.mark.parametrize("command", ["verdict", "compare", "report", "confirm", "runs import"])
def test_an_empty_name_is_not_the_current_folder(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert code_of([*command.split(), ""]) == 2
    assert "the name is empty" in capsys.readouterr().err


def test_what_has_no_end_or_is_no_file(tmp_path: Path) -> None:
    for place in ("/proc/kmsg", "/dev/zero", "/dev/full", "/dev/ptmx", "/sys"):
        for words in (["verdict", place], ["runs", "import", place]):
            assert code_of(words) == 2, words
    (tmp_path / "many").mkdir()
    for number in range(600):
        (tmp_path / "many" / f"{number}.txt").write_text("no result")
    assert code_of(["runs", "import", str(tmp_path / "many")]) == 2


def test_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    table = "variant,operation,threads,rate_mb_s\na,seq-read,1,1\nb,seq-read,1,2\n"
    with subprocess.Popen(["tee", str(pipe)], stdin=subprocess.PIPE, text=True) as writer:
        assert writer.stdin is not None
        writer.stdin.write(table)
        writer.stdin.close()
        assert code_of(["verdict", str(pipe)]) == 0


def numbers_in(value: object, place: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    """Where numbers stand."""
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield place
    members: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        members = list(value.items())
    if isinstance(value, list):
        members = list(enumerate(value))
    for key, item in members:
        yield from numbers_in(item, (*place, key))


def text_with(document: object, place: Sequence[str | int], number: str) -> str:
    copy: Any = json.loads(json.dumps(document))
    *way, last = place
    at = copy
    for key in way:
        at = at[key]
    at[last] = "THE NUMBER"
    return json.dumps(copy).replace('"THE NUMBER"', number)
