"""What the words of ``tune`` and ``sweep`` ask for, and what doesn't go together."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.bench.variant_series import Parameter, Series
from storage_tuner.cli.main import main, make_parser
from storage_tuner.cli.running_jobs import command_notes
from storage_tuner.cli.tune import _job_of
from storage_tuner.cli.tune_request import tuning_request
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.plan import Protocol, TargetKind, Thoroughness, Use
from storage_tuner.core.workload import Operation, classical_workload
from storage_tuner.jobs.planning.plan_files import write_plan
from storage_tuner.jobs.requests import Keep, LoadSearch, TuningRequest

RANDOM_READ = classical_workload(Operation.RANDOM_READ)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A target that needs no device."""
    return tmp_path


def asked(folder: Path, *words: str, command: str = "sweep") -> TuningRequest:
    parser = make_parser(("tune",))
    return tuning_request(parser.parse_args([command, str(folder), *words]))


def test_a_command_with_everything(folder: Path) -> None:
    (workload,) = asked(
        folder,
        "--command", "make -C 'my src'", "--prepare", "make clean", "--clean-up", "rm -f x",
        "--time-limit", "1.5",
    ).workloads  # fmt: skip
    command = workload.command
    assert command
    assert command.argv == ("make", "-C", "my src")
    assert (command.prepare, command.clean_up) == (("make", "clean"), ("rm", "-f", "x"))
    assert command.timeout_s == 1.5


def test_a_start_is_three_workloads_beside_those_named(folder: Path) -> None:
    words = ("--start", "xterm /bin/true", "--prepare", "true", "--operations", "seq-read")
    fio, *starts = asked(folder, *words).workloads
    assert fio.streams
    assert [each.name for each in starts] == ["start-xterm-0", "start-xterm-1", "start-xterm-5"]
    assert all(each.command and each.command.prepare == ("true",) for each in starts)


@pytest.mark.parametrize("kind", ["--map", "--sustained"])
def test_what_any_run_takes_goes_with_a_measurement_of_its_own_kind(
    folder: Path, kind: str
) -> None:
    assert asked(folder, kind, "--progress", "json", "--exit-code", "--yes").target


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--start", ""), "^--start names no program"),
        (("--prepare", "7"), "^--prepare requires --command"),
        (("--clean-up", "7"), "^--clean-up requires --command"),
        (("--time-limit", "7"), "^--time-limit requires --command"),
        (("--command", "'make"), "a closing quotation mark is missing"),
        (("--command", "make \\"), "nothing follows the last backslash"),
        (("--times", "3"), "adaptive protocol"),
        (("--times", "3", "--command", "make", "--operations", "seq-read"), "adaptive protocol"),
        (("--minutes", "1", "--protocol", "article"), "protocol article.*leave out --minutes"),
        (("--minutes", "1", "--protocol", "repeats"), "protocol repeats.*leave out --minutes"),
        (("--series", "all"), "requires --vary"),
        (("--vary", "nomerges=0", "--schedulers", "none"), "can't be combined"),
        (("--vary", "nomerges=0", "--vary", "nomerges=1"), "varied twice"),
        (("--vary", "nomerges=0,1", "--series", "greedy"), "requires --minutes"),
        (
            ("--vary", "nomerges=0,1", "--series", "greedy", "--minutes", "5", "--check"),
            "--check can't preview",
        ),
        (("--latency-limit", "5"), "requires --saturate"),
        (("--latency-limit", "5", "--offered-load", "50"), "requires --saturate"),
        (("--most-threads", "5"), "requires --saturate"),
        (("--saturate", "--threads", "2"), "leave out --threads"),
        (("--saturate", "--minutes", "2"), "leave out --minutes"),
        (("--saturate", "--protocol", "article"), "only the protocols adaptive"),
        (("--offered-load", "70", "--check"), "Leave out --offered-load"),
        (("--saturate", "--workloads", "cdm-seq1m-q8t1-read"), "fixed number of threads"),
        (("--sizes", "4k"), "requires --workloads"),
    ],
)
def test_what_does_not_go_together_is_refused_first(
    folder: Path, words: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        asked(folder, *words)


@pytest.mark.parametrize(
    "words",
    [
        ("--times", "0"),
        ("--times", "1001"),
        ("--times", "-3"),
        ("--times", "²"),
        ("--time-limit", "0"),
        ("--time-limit", "nan"),
        ("--time-limit", "1e9"),
        ("--offered-load", "96"),
        ("--latency-limit", "0"),
        ("--threads", "0"),
        ("--threads", ""),
        ("--minutes", "1441"),
    ],
)
def test_impossible_numbers_are_refused(folder: Path, words: tuple[str, str]) -> None:
    with pytest.raises(SystemExit):
        asked(folder, *words)


def test_who_expects_a_shell_is_told_before() -> None:
    found = command_notes("true", "echo 1 > x", None)
    assert "'>' is passed to the program" in found[0]
    assert (len(found) == 2) == (os.geteuid() == 0)
    assert command_notes(None, None, None) == ()


def test_repeats_and_times_are_one(folder: Path) -> None:
    for option in ("--repeats", "--times"):
        assert asked(folder, option, "3", "--protocol", "restarts").repeats == 3


def test_a_number_of_runs_of_a_command_means_restarts(folder: Path) -> None:
    assert asked(folder, "--command", "make", "--times", "3").protocol is Protocol.RESTARTS
    assert asked(folder, "--command", "make").protocol is Protocol.ADAPTIVE


def test_a_practice_disk_has_no_folder_for_a_command(folder: Path) -> None:
    parser = make_parser(("tune",))
    with pytest.raises(InvalidInput, match="needs a folder"):
        tuning_request(parser.parse_args(["sweep", "--practice", "--command", "make"]))


@pytest.mark.parametrize("protocol", ["adaptive", "restarts"])
def test_a_time_for_what_goes_on_until_it_is_decided(folder: Path, protocol: str) -> None:
    assert asked(folder, "--minutes", "2", "--protocol", protocol).budget_s == 120


def test_a_load_that_is_found_by_measuring(folder: Path) -> None:
    found = asked(folder, "--saturate", "--latency-limit", "2.5", "--most-threads", "16")
    assert found.load == LoadSearch(latency_limit_ms=2.5, most_threads=16)
    assert found.workloads == (RANDOM_READ,)
    assert asked(folder, "--offered-load", "70").load == LoadSearch(70)
    assert asked(folder).load is None


def test_a_workload_that_is_named_twice_is_measured_once(folder: Path) -> None:
    words = ("--operations", "rand-read", "--workloads", "rand-read,seq-read")
    assert [each.name for each in asked(folder, *words).workloads] == ["rand-read", "seq-read"]


def test_only_measuring_leaves_a_file_as_it_is_set(folder: Path) -> None:
    assert asked(folder).target.device is None
    assert asked(folder).target.kind is TargetKind.FILE
    varied = asked(folder, "--vary", "nomerges=0,2", "--series", "all", "--fairness", "--wait")
    tuned = asked(folder, command="tune")
    assert varied.target == tuned.target
    assert (varied.varied, varied.series) == ((Parameter("nomerges", ("0", "2")),), Series.ALL)
    assert varied.fairness and varied.wait


def test_how_long_is_kept_what_is_recommended(folder: Path) -> None:
    assert asked(folder, command="tune").keep is Keep.NOTHING
    assert asked(folder, "--apply", command="tune").keep is Keep.UNTIL_RESTART
    assert asked(folder, "--persist", command="tune").keep is Keep.PERMANENTLY


def test_the_usual_effort_is_that_of_the_target(folder: Path) -> None:
    parser = make_parser(("tune",))
    practice = tuning_request(parser.parse_args(["tune", "--practice"]))
    assert practice.thoroughness is Thoroughness.QUICK
    assert asked(folder).thoroughness is Thoroughness.NORMAL
    assert asked(folder, "--thorough").thoroughness is Thoroughness.THOROUGH


def test_a_plan_says_all_but_the_disk(folder: Path) -> None:
    plan = folder / "plan.json"
    wanted = asked(
        folder,
        *("--vary", "nomerges=0,2", "--series", "greedy", "--minutes", "5", "--fairness"),
        *("--workloads", "rand-read", "--threads", "2", "--margin", "5"),
    )
    write_plan(wanted, plan)
    assert asked(folder, "--plan", str(plan)) == wanted
    tuned = asked(folder, "--plan", str(plan), "--apply", "--wait", command="tune")
    assert tuned == replace(wanted, keep=Keep.UNTIL_RESTART, wait=True)


def test_beside_a_plan_nothing_else_is_asked_for(folder: Path) -> None:
    plan = folder / "plan.json"
    write_plan(asked(folder, "--saturate"), plan)
    for words, option in ((("--quick",), "--quick"), (("--vary", "nomerges=0,2"), "--vary")):
        with pytest.raises(InvalidInput, match=f"can't be combined with {option}"):
            asked(folder, "--plan", str(plan), *words)
    with pytest.raises(InvalidInput, match="--check can't preview"):
        asked(folder, "--plan", str(plan), "--check")


def test_a_plan_of_nothing_to_set_leaves_a_file_as_it_is_set(folder: Path) -> None:
    plan = folder / "plan.json"
    write_plan(asked(folder, "--quick"), plan)
    assert asked(folder, "--plan", str(plan)).target.device is None


def test_a_plan_is_saved_and_nothing_is_measured(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = folder / "plan.json"
    words = ("tune", str(folder), "--thorough", "--use-for", "backup", "--save-plan", str(plan))
    assert main(words) == 0
    assert capsys.readouterr() == ("", f"Wrote {plan}\n")
    assert list(folder.iterdir()) == [plan]
    found = asked(folder, "--plan", str(plan))
    assert (found.thoroughness, found.use) == (Thoroughness.THOROUGH, Use.BACKUP)


@pytest.mark.parametrize("option", ["--check", "--report", "--overwrite"])
def test_what_measures_does_not_go_with_saving_a_plan(
    folder: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    plan = folder / "plan.json"
    value = (str(folder),) if option == "--report" else ()
    assert main(("sweep", str(folder), "--save-plan", str(plan), option, *value)) == 2
    assert f"combined with {option}" in capsys.readouterr().err
    assert not plan.exists()


@pytest.mark.parametrize(
    "words",
    [
        ("--start", "sh -c 'exit 0'", "--prepare", "touch 'my file'", "--time-limit", "9"),
        ("--command", "make -C src", "--start", "xterm /bin/true", "--workloads", "rand-read"),
        ("--map", "--schedulers", "none,bfq", "--minutes", "30"),
    ],
    ids=["start", "command", "map"],
)
def test_programs_and_maps_are_saved_and_measured_again(
    folder: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    plan = tmp_path / "plan.json"
    assert main(("sweep", str(folder), *words, "--save-plan", str(plan))) == 0
    saved = asked(folder, "--plan", str(plan))
    assert saved == asked(folder, *words)


def test_the_commands_of_a_plan_are_told_before_they_run(folder: Path, tmp_path: Path) -> None:
    plan = tmp_path / "plan.json"
    words = ("sweep", str(folder), "--start", "sh -c 'exit 0'", "--prepare", "touch x")
    assert main((*words, "--save-plan", str(plan))) == 0
    arguments = make_parser(("tune",)).parse_args(["sweep", str(folder), "--plan", str(plan)])
    _, printing = _job_of(arguments)
    assert printing.notes[:2] == ("The plan runs: sh -c 'exit 0'", "The plan runs: touch x")
