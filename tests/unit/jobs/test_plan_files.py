"""Plans as files: what is written is read again, and what can't be meant is refused in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from storage_tuner.bench.programs.command import command_workload, start_workloads
from storage_tuner.bench.sustained import SUSTAINED_WRITE
from storage_tuner.bench.variant_series import Parameter, Series
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.knowledge import Aim
from storage_tuner.core.plan import Protocol, Target, TargetKind, Thoroughness, Use, Variant
from storage_tuner.jobs.planning.plan_files import only_in_the_terminal, read_plan, write_plan
from storage_tuner.jobs.planning.workload_catalogue import known_workloads
from storage_tuner.jobs.requests import LoadSearch, TuningRequest
from tests.schemas import schema

TARGET = Target(TargetKind.DEVICE, "sda")
PLAIN = TuningRequest(TARGET)
STARTS = start_workloads(
    ("sh", "-c", "exit '0'"), prepare=("touch", "my file"), clean_up=("rm", "my file"), timeout_s=9
)
OF_BOTH = (
    PLAIN,
    TuningRequest(
        TARGET,
        Use.DATABASE,
        Thoroughness.QUICK,
        (Aim.WORST_CASE, Aim.CPU),
        Protocol.ARTICLE,
        tuple(each.workload for each in known_workloads(Path("/nonexistent")).entries[:3]),
        (1, 16),
        ("none", "bfq"),
        repeats=3,
    ),
    TuningRequest(
        TARGET,
        varied=(Parameter("queue_depth", ("1", "32")), Parameter("scheduler", ("none", "bfq"))),
        series=Series.ALL,
    ),
    TuningRequest(
        TARGET,
        variants=(
            Variant("as it is", (("scheduler", "none"), ("nr_requests", "64"))),
            Variant("bfq", (("scheduler", "bfq"), ("slice_idle", "0"))),
        ),
    ),
    TuningRequest(
        TARGET,
        varied=(Parameter("scheduler", ("none", "adios")), Parameter("iosched/x", ("8", "-9"))),
    ),
    TuningRequest(TARGET, protocol=Protocol.MAP, schedulers=("none", "bfq")),
    TuningRequest(TARGET, workloads=STARTS),
)

OF_THE_TERMINAL = (
    TuningRequest(TARGET, protocol=Protocol.RESTARTS, repeats=5, margin=0.1, error_level=0.01),
    TuningRequest(TARGET, protocol=Protocol.REPEATS, allow_risky=True),
    TuningRequest(
        TARGET,
        varied=(Parameter("nomerges", ("0", "2")),),
        series=Series.GREEDY,
        budget_s=600.0,
        fairness=True,
    ),
    TuningRequest(TARGET, load=LoadSearch(latency_limit_ms=2.5, most_threads=64)),
    TuningRequest(TARGET, load=LoadSearch(70)),
    TuningRequest(TARGET, varied=(Parameter("dirty_ratio", ("7", "9")),)),
    TuningRequest(TARGET, varied=(Parameter("ncq", ("on", "off")),)),
    TuningRequest(TARGET, workloads=(command_workload(["make", "-C", "src"]),)),
    TuningRequest(
        TARGET, workloads=(known_workloads(Path("/nonexistent")).entries[0].workload, *STARTS)
    ),
    TuningRequest(TARGET, protocol=Protocol.MAP, budget_s=600.0),
)
REQUESTS = (*OF_BOTH, *OF_THE_TERMINAL)


@pytest.mark.parametrize("request_", REQUESTS)
def test_what_is_written_is_read_again(tmp_path: Path, request_: TuningRequest) -> None:
    path = tmp_path / "plan.json"
    write_plan(request_, path)
    assert read_plan(path, TARGET) == request_
    schema("plan").validate(json.loads(path.read_text(encoding="utf-8")))


def test_the_window_knows_what_it_has_no_choice_for() -> None:
    assert not any(map(only_in_the_terminal, OF_BOTH))
    assert all(map(only_in_the_terminal, OF_THE_TERMINAL))


def test_what_an_earlier_version_refuses_stands_only_where_it_says_something(
    tmp_path: Path,
) -> None:
    path = tmp_path / "plan.json"
    write_plan(OF_BOTH[1], path)
    keys = json.loads(path.read_text(encoding="utf-8")).keys()
    added = {"budget_s", "load", "fairness", "margin", "error_level", "allow_risky", "own_command"}
    assert not keys & added


def test_a_workload_that_nobody_would_find_again_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    with pytest.raises(InvalidInput, match="Sustained write can't be saved in a plan"):
        write_plan(TuningRequest(TARGET, workloads=(SUSTAINED_WRITE,)), path)
    assert not path.exists()


def test_leave_to_overwrite_never_stands_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    write_plan(TuningRequest(TARGET, overwrite="EXAMPLE DISK"), path)
    assert "EXAMPLE" not in path.read_text(encoding="utf-8")
    assert read_plan(path, TARGET).overwrite == ""


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "it isn't JSON"),
        ("[]", "expected an object"),
        ("{}", "at schema_version: expected a whole number"),
        ('{"schema_version": 2}', "version 2 is newer than this program supports"),
        (
            '{"schema_version": 1, "shedulers": ["bfq"]}',
            "there is no key 'shedulers'; known keys are schema_version",
        ),
        (
            '{"schema_version": 1, "overwrite": "EXAMPLE"}',
            "at the top level: there is no key 'overwrite'",
        ),
        ('{"schema_version": 1, "use": "gaming"}', "at use: expected one of desktop"),
        (
            '{"schema_version": 1, "aims": ["cpu", "cpu"]}',
            "at aims: expected up to 3 different priorities",
        ),
        (
            '{"schema_version": 1, "protocol": "live"}',
            "at protocol: expected one of adaptive, article",
        ),
        ('{"schema_version": 1, "repeats": 3}', "at repeats: the protocol adaptive has no"),
        (
            '{"schema_version": 1, "protocol": "article", "repeats": 0}',
            "at repeats: expected a number from 1 to 1000",
        ),
        ('{"schema_version": 1, "series": "greedy"}', "at series: a search needs"),
        (
            '{"schema_version": 1, "budget_s": 0}',
            "at budget_s: expected a number of seconds up to 86400",
        ),
        (
            '{"schema_version": 1, "budget_s": 60, "protocol": "article"}',
            "at budget_s: the number of runs determines",
        ),
        ('{"schema_version": 1, "margin": 0.6}', "at margin: expected a share from"),
        ('{"schema_version": 1, "error_level": 0}', "at error_level: expected a share from"),
        (
            '{"schema_version": 1, "load": {"percent": 96}}',
            "at load: expected a percentage from 1 to 95",
        ),
        (
            '{"schema_version": 1, "load": {"most_threads": 0}}',
            "at load: expected numbers from 1 to",
        ),
        ('{"schema_version": 1, "load": {"latency_limit_ms": 0}}', "at load: expected a time in"),
        (
            '{"schema_version": 1, "load": {}, "threads": [2]}',
            "at load: threads, time and protocol",
        ),
        (
            '{"schema_version": 1, "protocol": "map", "threads": [4]}',
            "at protocol: a map has its own loads",
        ),
        ('{"schema_version": 1, "own_command": {"prepare": "x"}}', "at own_command: expected"),
        ('{"schema_version": 1, "own_command": {"start": ""}}', "own_command.start names no prog"),
        (
            '{"schema_version": 1, "own_command": {"start": "x", "time_limit_s": 0}}',
            "The time limit of 0 s isn't possible",
        ),
        ('{"schema_version": 1, "threads": [0]}', "at threads"),
        (
            '{"schema_version": 1, "threads": [100000]}',
            "at threads[0]: expected a number from 1 to 2048",
        ),
        ('{"schema_version": 1, "workloads": ["nothing-like-it"]}', "There is no workload"),
        (
            '{"schema_version": 1, "varied": [{"name": "x", "values": ["1"]}]}',
            "'x' isn't a disk setting",
        ),
        (
            '{"schema_version": 1, "varied": [{"name": "ncq", "values": ["maybe"]}]}',
            "at varied: ncq can only be varied, with the values on and off",
        ),
        (
            '{"schema_version": 1, "variants": [{"name": "a", "settings": {"ncq": "on"}},'
            ' {"name": "b", "settings": {"ncq": "off"}}]}',
            "at variants: ncq can only be varied",
        ),
        (
            '{"schema_version": 1, "varied": [{"name": "nr_requests", "values": []}]}',
            "nr_requests has no values",
        ),
        (
            '{"schema_version": 1, "varied": [{"name": "nr_requests", "values": ["$(id)"]}]}',
            "at varied: '$(id)' isn't valid for nr_requests",
        ),
        (
            '{"schema_version": 1, "variants": [{"name": "a", "settings": {}}]}',
            "at variants: expected two variants",
        ),
        (
            '{"schema_version": 1, "varied": [{"name": "nr_requests", "values": ["8"]}],'
            ' "variants": [{"name": "a", "settings": {}}, {"name": "b", "settings": {}}]}',
            "either varied or variants",
        ),
    ],
)
def test_what_cant_be_meant_is_refused(tmp_path: Path, content: str, reason: str) -> None:
    path = tmp_path / "plan.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        read_plan(path, TARGET)
    assert reason in str(caught.value.summary)


def test_what_is_no_file_or_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="it isn't a file"):
        read_plan(tmp_path, TARGET)
    large = tmp_path / "large"
    large.write_bytes(b" " * ((1 << 20) + 1))
    with pytest.raises(InvalidInput, match="too large"):
        read_plan(large, TARGET)
