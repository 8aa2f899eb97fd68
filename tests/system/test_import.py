"""Results of other programs on the command line: taken in, listed, judged, compared."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).parents[2]
FOREIGN = PROJECT / "tests" / "data" / "foreign"


@pytest.fixture
def tuner(tmp_path: Path) -> Any:  # noqa: ANN401 - a function
    """Runs the program with a data folder of its own."""
    environment = {
        **os.environ,
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "PYTHONPATH": os.pathsep.join([str(PROJECT / "app"), str(PROJECT / "helpers")]),
        "COLUMNS": "200",
    }

    def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "storage_tuner", *map(str, words)],
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    return run


@pytest.mark.slow
def test_two_fio_files_are_taken_in_and_compared(tuner: Any, tmp_path: Path) -> None:  # noqa: ANN401
    """One file is one variant: as files, as kept runs and after export they compare the same."""
    files = (FOREIGN / "fio-3.33-first.json", FOREIGN / "fio-3.33-second.json")
    taken = tuner("runs", "import", *files, "--json")
    assert taken.returncode == 0, taken.stderr
    document = json.loads(taken.stdout)
    assert [each["form"] for each in document["imported"]] == ["fio JSON", "fio JSON"]
    names = [name for each in document["imported"] for name in each["runs"]]
    listing = json.loads(tuner("runs", "list", "--json").stdout)
    origins = {run["identifier"]: run["imported_from"] for run in listing["runs"]}
    assert origins == dict(zip(names, [file.name for file in files], strict=True))
    as_files = json.loads(tuner("compare", *files, "--json").stdout)
    as_runs = json.loads(tuner("compare", *names, "--json").stdout)

    def states(found: dict[str, Any]) -> list[tuple[object, ...]]:
        keys = ("operation", "metric", "threads", "state", "effect_percent", "interval_percent")
        return sorted(
            tuple(map(str, (abs_(verdict[key]) for key in keys))) for verdict in found["verdicts"]
        )

    def abs_(value: object) -> object:
        """Which of the two comes first is a matter of their names."""
        if isinstance(value, list):
            return sorted(abs(each) for each in value)
        return abs(value) if isinstance(value, float) else value

    rates = [each for each in as_files["verdicts"] if each["metric"] == "rate"]
    assert {each["state"] for each in rates} == {"undecided"}
    assert rates[0]["effect_percent"] is not None
    assert len(states(as_files)) == len(states(as_runs))
    assert [each[3] for each in states(as_files)] == [each[3] for each in states(as_runs)]
    exported = tmp_path / "exported.json"
    assert tuner("runs", "export", names[0], "--to", exported).returncode == 0
    again = tuner("runs", "import", exported, "--json")
    assert json.loads(again.stdout)["imported"][0]["runs"] == [names[0]]


def test_a_table_of_several_variants_is_judged_the_same_before_and_after(
    tuner: Any,  # noqa: ANN401
    tmp_path: Path,
) -> None:
    table = tmp_path / "runs.csv"
    rows = [
        f"{variant},rand-read,1,{repeat},{base + repeat % 3}"
        for repeat in range(10)
        for variant, base in (("none", 1000), ("bfq", 800))
    ]
    table.write_text("\n".join(["variant,operation,threads,repeat,iops", *rows]) + "\n")
    direct = json.loads(tuner("verdict", table, "--json").stdout)
    taken = json.loads(tuner("runs", "import", table, "--json").stdout)
    (name,) = taken["imported"][0]["runs"]
    kept = json.loads(tuner("verdict", name, "--json").stdout)
    assert kept["verdicts"] == direct["verdicts"]
    assert kept["overall"] == direct["overall"]
    assert kept["verdicts"][0]["winner"] == "none"
    assert kept["recommendation"] is None


def test_what_cant_be_understood_is_told_by_line_and_the_rest_is_kept(
    tuner: Any,  # noqa: ANN401
    tmp_path: Path,
) -> None:
    nothing = tmp_path / "letter.txt"
    nothing.write_text("Dear reader,\n")
    taken = tuner("runs", "import", FOREIGN / "fio-3.33-cut.json", nothing)
    assert taken.returncode == 2
    assert "fio-3.33-cut.json: 1 run imported from fio JSON: " in taken.stdout
    assert "fio-3.33-cut.json, line 1085: the JSON that starts here is truncated." in taken.stderr
    assert "letter.txt: its format is unknown." in taken.stderr
    assert len(json.loads(tuner("runs", "list", "--json").stdout)["runs"]) == 1


def test_a_file_that_isnt_there_leaves_everything_as_it_was(tuner: Any, tmp_path: Path) -> None:  # noqa: ANN401
    taken = tuner("runs", "import", FOREIGN / "kdiskmark-3.1.3.txt", tmp_path / "nowhere")
    assert taken.returncode == 2
    assert "No such file" in taken.stderr
    assert json.loads(tuner("runs", "list", "--json").stdout)["runs"] == []


def test_every_session_of_another_programs_file_is_judged_by_itself(tuner: Any) -> None:  # noqa: ANN401
    judged = tuner("verdict", FOREIGN / "iozone-excel.txt", "--json")
    assert judged.returncode == 0, judged.stderr
    names = [each["file"] for each in json.loads(judged.stdout)["results"]]
    assert [name.rpartition(" ")[2] for name in names] == ["1", "2"]
