"""Which settings a result or a plan asks for, and which present disks they are for."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput, NotForThisDisk, StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.settings.wanted_by_result import WantedByResult, devices_for, wanted_by
from storage_tuner.store.kept_sessions import keep
from storage_tuner.store.results import write_results
from tests.unit.report.example_session import DEVICE, example_record

HERE = "test-host"
MOVED = replace(DEVICE, name="sdx", path="/dev/sdx", diskseq=99)
SAME_MODEL = replace(MOVED, serial="TEST-0002", wwn="0x0000000000000002")
OTHER = replace(SAME_MODEL, model="Another model")
NAMELESS = Device("loop7", "/dev/loop7", "loop", 1 << 30, diskseq=7)


def chosen(
    wanted: WantedByResult,
    *words: Device,
    present: tuple[Device, ...] = (),
    same_model: bool = False,
    host: str = HERE,
) -> list[str]:
    found = devices_for(wanted, words, present, same_model=same_model, host=host)
    return [device.name for device in found]


def result(tmp_path: Path, record: SessionRecord) -> Path:
    path = tmp_path / "results.json"
    write_results(record, judge_session(record), path)
    return path


def test_a_result_s_recommendation_is_wanted_also_once_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = example_record()
    judgement = judge_session(record)
    assert judgement.recommendation is not None and judgement.recommendation.change
    wanted = wanted_by(result(tmp_path, record))
    assert wanted.settings == dict(judgement.recommendation.settings) == {"scheduler": "none"}
    assert (wanted.measured, wanted.host, wanted.decided) == (DEVICE, HERE, True)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    name = keep(record, judgement)
    assert wanted_by(Path(name)) == wanted


def test_a_decided_result_that_keeps_the_setting_wants_it_too(tmp_path: Path) -> None:
    record = example_record()
    record = replace(record, plan=replace(record.plan, current="none"))
    judgement = judge_session(record)
    assert judgement.recommendation is not None and not judgement.recommendation.change
    assert judgement.decision is not None and judgement.decision.is_decided
    assert wanted_by(result(tmp_path, record)).settings == {"scheduler": "none"}


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ({"nr_requests": "abc"}, "nr_requests=abc can't be set: expected a whole number"),
        ({"colour": "blue"}, "Unknown setting 'colour'"),
        ({"dirty_bytes": "1048576", "dirty_ratio": "5"}, "override each other"),
        ({"dirty_bytes": "0"}, "set dirty_ratio instead"),
        ({"dirty_bytes": "0", "dirty_ratio": "5"}, {"scheduler": "none", "dirty_ratio": "5"}),
        ({"nr_requests": "064"}, {"scheduler": "none", "nr_requests": "64"}),
    ],
)
def test_the_settings_of_a_result_are_checked_like_those_on_the_command_line(
    tmp_path: Path, others: dict[str, str], expected: dict[str, str] | str
) -> None:
    """``others`` are settings that all variants have."""
    record = example_record()
    variants = tuple(
        replace(one, settings=(*one.settings, *others.items())) for one in record.plan.variants
    )
    path = result(tmp_path, replace(record, plan=replace(record.plan, variants=variants)))
    if isinstance(expected, str):
        with pytest.raises(InvalidInput, match=expected):
            wanted_by(path)
        return
    assert wanted_by(path).settings == expected


def test_nothing_is_wanted_by_what_was_not_completed(tmp_path: Path) -> None:
    wanted = wanted_by(result(tmp_path, replace(example_record(), completed=False)))
    assert (wanted.settings, wanted.decided) == ({}, False)


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        ({"schedulers": ["bfq"]}, {"scheduler": "bfq"}),
        (
            {"varied": [{"name": "nr_requests", "values": ["64"]}], "schedulers": ["bfq"]},
            {"scheduler": "bfq", "nr_requests": "64"},
        ),
        ({"schedulers": ["bfq", "none"]}, "it compares several values of scheduler"),
        ({"workloads": ["rand-read"]}, "it names no settings"),
        (
            {"varied": [{"name": "ncq", "values": ["on"]}]},
            "ncq isn't the same setting on all disks",
        ),
        ({"varied": [{"name": "ncq", "values": ["on", "off"]}]}, "several values of ncq"),
        ({"schedulers": "bfq"}, "can't be used as a plan"),
        ({"schedulers": ["a b"]}, "scheduler=a b can't be set: expected one of none, mq-deadline"),
        (
            {"varied": [{"name": "nr_requests", "values": ["064"]}]},
            {"nr_requests": "64"},
        ),
        ({"varied": [{"name": "dirty_bytes", "values": ["0"]}]}, "set dirty_ratio instead"),
        (
            {
                "varied": [
                    {"name": "dirty_bytes", "values": ["0"]},
                    {"name": "dirty_ratio", "values": ["5"]},
                ]
            },
            {"dirty_ratio": "5"},
        ),
    ],
)
def test_a_plan_says_what_to_set_if_it_has_one_value_each(
    tmp_path: Path, plan: dict[str, object], expected: dict[str, str] | str
) -> None:
    path = tmp_path / "plan.json"
    path.write_text(json.dumps({"schema_version": 1, **plan}))
    if isinstance(expected, str):
        with pytest.raises(InvalidInput, match=expected):
            wanted_by(path)
        return
    wanted = wanted_by(path)
    assert (wanted.settings, wanted.measured) == (expected, None)
    assert chosen(wanted, OTHER) == ["sdx"]
    with pytest.raises(InvalidInput, match="Specify the devices"):
        chosen(wanted, present=(OTHER,))


@pytest.mark.parametrize("content", ["", "[]", '{"schema_version": 1, "plan": {}}'])
def test_what_is_neither_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "results.json"
    path.write_text(content)
    with pytest.raises(InvalidInput):
        wanted_by(path)


WANTED = WantedByResult({"scheduler": "bfq"}, DEVICE, HERE)


def test_the_measured_disk_is_found_under_another_name_on_another_computer() -> None:
    for present in ((OTHER, MOVED), (MOVED, SAME_MODEL)):
        assert chosen(WANTED, present=present, host="elsewhere") == ["sdx"]
    assert chosen(WANTED, MOVED) == ["sdx"]


@pytest.mark.parametrize(
    ("words", "present", "same_model", "reason"),
    [
        (
            (SAME_MODEL,),
            (),
            False,
            "sdx isn't the disk that was measured .*TEST-0001.*--same-model",
        ),
        ((OTHER,), (), False, "sdx isn't the disk that was measured .*Measure this disk instead"),
        ((OTHER,), (), True, "sdx isn't of the model that was measured"),
        ((MOVED, OTHER), (), False, "isn't the disk"),
        ((), (OTHER, SAME_MODEL), False, "The disk that was measured isn't present: sdt"),
        ((), (OTHER,), True, "isn't present"),
        ((), (MOVED, replace(MOVED, name="sdy")), False, "sdx, sdy"),
    ],
)
def test_other_disks_are_refused_with_the_reason(
    words: tuple[Device, ...], present: tuple[Device, ...], same_model: bool, reason: str
) -> None:
    with pytest.raises(NotForThisDisk, match=reason) as caught:
        chosen(WANTED, *words, present=present, same_model=same_model)
    assert isinstance(caught.value, StorageTunerError)
    assert caught.value.exit_code == 12


def test_all_disks_of_the_model_get_it_if_that_is_wanted() -> None:
    second = replace(SAME_MODEL, name="sdy", serial="TEST-0003", wwn=None)
    present = (SAME_MODEL, OTHER, second, replace(MOVED, name="sdz"))
    assert chosen(WANTED, present=present, same_model=True) == ["sdx", "sdy", "sdz"]
    assert chosen(WANTED, second, same_model=True) == ["sdy"]


def test_a_disk_without_an_identity_is_known_only_on_its_computer_until_it_is_replaced() -> None:
    wanted = WantedByResult({"scheduler": "bfq"}, NAMELESS, HERE)
    assert chosen(wanted, present=(NAMELESS, DEVICE)) == ["loop7"]
    for present, host in (
        (NAMELESS, "elsewhere"),
        (replace(NAMELESS, diskseq=8), HERE),
        (replace(NAMELESS, name="loop8"), HERE),
        (replace(NAMELESS, diskseq=None), HERE),
    ):
        with pytest.raises(NotForThisDisk):
            chosen(wanted, present=(present,), host=host)
    with pytest.raises(NotForThisDisk):
        chosen(wanted, replace(NAMELESS, diskseq=8), same_model=True)
