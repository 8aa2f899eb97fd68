"""The command ``advise`` on computers that are made up or were recorded."""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import shlex
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from storage_tuner.advice.decision.recommended_set import recommended_set
from storage_tuner.advice.judgement import judge
from storage_tuner.advice.live import UNSEEN_WAITING
from storage_tuner.advice.physics.measured_rates import best_rates
from storage_tuner.advice.published.device_advice import UserFacts
from storage_tuner.advice.published.evidence import PublishedEvidence
from storage_tuner.cli.advise import _nvme_health, add_parsers
from storage_tuner.cli.main import make_parser
from storage_tuner.cli.output.advice_keys import advice_keys
from storage_tuner.cli.output.advice_text import advice_lines
from storage_tuner.cli.output.terminal import json_text
from storage_tuner.cli.tune_request import catalogued
from storage_tuner.core.device import Device
from storage_tuner.core.errors import (
    InvalidInput,
    NotAWholeDisk,
    UnknownDevice,
    UnreadableResult,
)
from storage_tuner.core.health import Health, SectorFormat, SectorPerformance
from storage_tuner.core.knowledge import Aim
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Use
from storage_tuner.core.tunable import BY_NAME, Scope
from storage_tuner.core.workload import CLASSICAL_WORKLOADS
from storage_tuner.jobs.planning.device_advice import advice_on
from storage_tuner.jobs.planning.varied_settings import without_effect
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.store.knowledge_files import read_knowledge
from storage_tuner.store.results import write_results
from tests.advice_goldens import GOLDENS, MADE, Computer, computer, goldens
from tests.recorded_computers import RECORDED, Recorded
from tests.schemas import schema
from tests.sysfs_trees.files import write_files
from tests.sysfs_trees.machines import make_drives, make_stacks
from tests.sysfs_trees.raids import described_units, make_raids, unit_disk
from tests.threeware.machines import install
from tests.unit.report.example_session import example_record


@cache
def advice_schema() -> Draft202012Validator:
    return schema("advice")


@pytest.fixture(scope="module")
def raids(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_raids(tmp_path_factory.mktemp("raids"))


@pytest.fixture(scope="module")
def drives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_drives(tmp_path_factory.mktemp("drives"))


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory, recorded: Recorded) -> dict[str, str]:
    return dict(goldens(tmp_path_factory.mktemp("goldens"), recorded))


def run(*words: str | Path) -> int:
    parser = argparse.ArgumentParser()
    add_parsers(parser.add_subparsers())
    arguments = parser.parse_args(["advise", *map(str, words)])
    code = arguments.run(arguments)
    assert isinstance(code, int)
    return code


def shown(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    assert run(*words) == 0
    return capsys.readouterr().out


def told(capsys: pytest.CaptureFixture[str], *words: str | Path) -> dict[str, Any]:
    found = json.loads(shown(capsys, *words, "--json"))
    assert isinstance(found, dict)
    advice_schema().validate(found)
    return found


def setting(found: dict[str, Any], name: str) -> dict[str, Any]:
    (one,) = (setting for setting in found["settings"] if setting["name"] == name)
    assert isinstance(one, dict)
    return one


GOLDEN_NAMES = sorted(path.stem for path in GOLDENS.glob("*.txt"))


def test_every_kind_of_computer_has_a_golden(said: dict[str, str]) -> None:
    assert sorted(said) == GOLDEN_NAMES
    assert {*MADE, *RECORDED, "raids", "raids-streaming"} <= set(GOLDEN_NAMES)


@pytest.mark.parametrize("name", GOLDEN_NAMES)
def test_it_says_what_it_said(said: dict[str, str], name: str) -> None:
    """``python -m tests.advice_goldens`` writes them anew."""
    assert said[name] == (GOLDENS / f"{name}.txt").read_text(encoding="utf-8")


def test_of_an_array_it_speaks_of_the_members(
    capsys: pytest.CaptureFixture[str], raids: Path
) -> None:
    found = told(capsys, "md5", "--sysroot", raids)
    assert found["disks"] == ["sdk", "sdl", "sdm", "sdn"]
    assert found["array"] == "md5"
    (place,) = setting(found, "scheduler")["places"]
    assert place["devices"] == ["sdk", "sdl", "sdm", "sdn"]
    (place,) = setting(found, "stripe_cache_size")["places"]
    assert place["devices"] == ["md5"]
    (place,) = setting(found, "read_ahead_kb")["places"]
    assert place["devices"] == ["md5"]
    text = " ".join(shown(capsys, "md5", "--sysroot", raids).split())
    assert "Its settings are those of sdk, sdl, sdm, sdn, the member disks of the array md5" in text
    assert "storage-tuner sweep md5 --vary nr_requests=64,128" in text


def test_of_a_member_it_knows_the_array(capsys: pytest.CaptureFixture[str], raids: Path) -> None:
    found = told(capsys, "sdk", "--sysroot", raids)
    assert (found["array"], found["facts"]["level"]) == ("md5", "raid5")
    assert "stripe_cache_size" not in {one["name"] for one in found["settings"]}
    assert "It is a member of the array md5" in shown(capsys, "sdk", "--sysroot", raids)


def test_nothing_is_called_measured(capsys: pytest.CaptureFixture[str], raids: Path) -> None:
    assert told(capsys, "md5", "--sysroot", raids)["measured"] is False
    text = " ".join(shown(capsys, "md5", "--sysroot", raids, "--use-for", "database").split())
    assert "not from measurements on this computer. Benchmark before you rely on it." in text
    command = "storage-tuner tune md5 --schedulers mq-deadline,bfq --use-for database"
    assert command in text


@pytest.mark.parametrize("name", ["sdzz", "md1", "md10", "sdbi"])
def test_it_fits_the_terminal(
    capsys: pytest.CaptureFixture[str], raids: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = shown(capsys, name, "--sysroot", raids, "--all").splitlines()
    commands = "  storage-tuner "
    assert [line for line in lines if len(line) > 80 and not line.startswith(commands)] == []


def test_rules_stand_with_source_and_errors(
    capsys: pytest.CaptureFixture[str], raids: Path
) -> None:
    words = ("sdzz", "--sysroot", raids, "--use-for", "database")
    text = " ".join(shown(capsys, *words, "--all").split())
    assert "distribution default · SUSE: openSUSE/udev-extra-rules" in text
    assert "· applies here" in text
    assert "is probably a copying error" in text
    assert "Legacy rules" in text
    found = told(capsys, *words)
    quantum = next(rule for rule in found["history"] if rule["id"] == "cfq-quantum-32")
    assert any("repeats the random read" in flaw for flaw in quantum["flaws"])
    assert "quantum" not in shown(capsys, *words)


def test_the_controller_tells_of_hardware_raid(
    capsys: pytest.CaptureFixture[str], raids: Path, tmp_path: Path
) -> None:
    program = install(tmp_path / "3ware", described_units()).program
    words = (unit_disk(2), "--sysroot", raids, "--tw-cli", program)
    facts = told(capsys, *words)["facts"]
    assert (facts["raid"], facts["level"], facts["disks"]) == ("hardware", "raid5", 3)
    assert facts["controller"] == "9650SE-16ML"
    assert facts["rotational"] is None
    assert "It is unit u2 (RAID-5) of a 9650SE-16ML." in shown(capsys, *words)


def test_without_the_controller_hardware_raid_only_may_be(
    capsys: pytest.CaptureFixture[str], raids: Path
) -> None:
    found = told(capsys, unit_disk(2), "--sysroot", raids)
    assert found["facts"]["raid"] is None
    assert {"raid", "level", "disks"} <= set(found["unknown"])
    rules = [
        rule
        for one in found["settings"]
        for position in one["positions"]
        for rule in position["rules"]
    ]
    assert rules
    assert not [rule for rule in rules if rule["fit"] == "applies" and "raid" in rule["id"][:5]]
    assert found["physics"]["expectations"] == []
    told_text = " ".join(shown(capsys, unit_disk(2), "--sysroot", raids).split())
    assert "--known level=raid5 --known disks=6" in told_text


SIX_HITACHI = ("--known", "disks=6", "--known", "rotational=yes", "--known", "rpm=7200",
               "--known", "seek-ms=8.2")  # fmt: skip


def test_the_guides_raid5_of_the_3ware_alarms(
    capsys: pytest.CaptureFixture[str], raids: Path
) -> None:
    """78 mixed IOPS of six disks, of which its owner complains."""
    words = (unit_disk(2), "--sysroot", raids, *SIX_HITACHI)
    known = ("--known", "raid=hardware", "--known", "level=raid5", "--measured", "rand-mixed=78.1")
    (found,) = told(capsys, *words, *known)["physics"]["comparisons"]
    assert found["alarming"] is True
    assert found["ratio"] == pytest.approx(0.26, abs=0.005)
    assert {"a rebuild, check or initialisation in progress", "a disabled write cache"} <= {
        suspect["what"] for suspect in found["suspects"]
    }
    assert "This is far too slow." in shown(capsys, *words, *known).replace("\n", " ")


def test_its_md_raid10_does_not(capsys: pytest.CaptureFixture[str], raids: Path) -> None:
    words = (unit_disk(2), "--sysroot", raids, *SIX_HITACHI)
    known = ("--known", "raid=software", "--known", "level=raid10", "--known", "layout=far",
             "--measured", "rand-mixed=454.6")  # fmt: skip
    (found,) = told(capsys, *words, *known)["physics"]["comparisons"]
    assert found["alarming"] is False
    assert found["ratio"] == pytest.approx(1.12, abs=0.01)
    assert found["suspects"] == []
    text = shown(capsys, *words, *known).replace("\n", " ")
    assert "This is normal." in text


def test_what_speaks_for_a_suspect_stands_first(
    capsys: pytest.CaptureFixture[str], degraded_tree: Path
) -> None:
    found = told(
        capsys, "md126", "--sysroot", degraded_tree, "--known", "disk-mb-s=200",
        "--measured", "seq-read=1",
    )  # fmt: skip
    (comparison,) = found["physics"]["comparisons"]
    assert comparison["expected"]["unit"] == "MB/s"
    assert comparison["alarming"] is True
    assert comparison["suspects"][0]["found"]


def saved(folder: Path, record: SessionRecord) -> Path:
    path = folder / "results.json"
    write_results(record, judge(record), path)
    return path


def test_a_saved_result_is_compared(
    capsys: pytest.CaptureFixture[str], drives: Path, tmp_path: Path
) -> None:
    record = replace(example_record(repeats=2), device=drives_device(drives))
    path = saved(tmp_path, record)
    words = ("sda", "--sysroot", drives, "--known", "disk-mb-s=200", "--result", path)
    found = {one["operation"]: one for one in told(capsys, *words)["physics"]["comparisons"]}
    best = best_rates(record.measurements)
    assert set(found) == set(best) & set(found) != set()
    for name, one in found.items():
        assert one["measured"] == pytest.approx(best[name])


def test_a_saved_result_goes_before_what_is_published(
    capsys: pytest.CaptureFixture[str], drives: Path, tmp_path: Path
) -> None:
    """bfq was measured, and fell behind."""
    record = replace(example_record(), device=drives_device(drives))
    words = ("sda", "--sysroot", drives, "--result", saved(tmp_path, record))
    lines = {one["name"]: one for one in told(capsys, *words)["recommended_set"]["settings"]}
    assert lines["scheduler"]["basis"] in ("measured", "inconclusive")
    assert lines["scheduler"]["sources"] == []
    assert lines["nr_requests"]["basis"] == "published"
    unmeasured = told(capsys, "sda", "--sysroot", drives)["recommended_set"]["settings"]
    assert {one["basis"] for one in unmeasured} == {"published"}
    assert "measured" in shown(capsys, *words)


def drives_device(root: Path) -> Device:
    return next(one for one in read_devices(root) if one.name == "sda")


def test_the_result_of_another_disk_is_refused(drives: Path, tmp_path: Path) -> None:
    other = replace(drives_device(drives), serial="OTHER")
    path = saved(tmp_path, replace(example_record(repeats=2), device=other))
    with pytest.raises(InvalidInput, match="was measured on another device"):
        run("sda", "--sysroot", drives, "--result", path)


def test_a_file_that_is_no_result_is_refused(drives: Path, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("[]")
    with pytest.raises(UnreadableResult):
        run("sda", "--sysroot", drives, "--result", tmp_path / "x.json")


def test_what_has_no_expectation_is_said(capsys: pytest.CaptureFixture[str], drives: Path) -> None:
    words = ("nvme0n1", "--sysroot", drives, "--measured", "rand-read=500000")
    assert told(capsys, *words)["physics"]["not_comparable"] == ["rand-read"]
    assert "No expectation for" in shown(capsys, *words)


def test_the_memory_of_the_machine_is_only_tried(
    capsys: pytest.CaptureFixture[str], raids: Path
) -> None:
    write_files(raids, {"proc/sys/vm/swappiness": "60"})
    found = told(capsys, "sdzz", "--sysroot", raids, "--use-for", "backup")
    assert setting(found, "swappiness")["places"][0]["devices"] == ["vm"]
    assert "storage-tuner set vm swappiness=10 --try 60" in found["next"]


def test_aims_and_use_open_rules(capsys: pytest.CaptureFixture[str], drives: Path) -> None:
    words = ("nvme0n1", "--sysroot", drives)
    assert setting(told(capsys, *words), "scheduler")["state"] == "up to you"
    aimed = setting(told(capsys, *words, "--priorities", "worst-case"), "scheduler")
    assert "kyber" in aimed["trials"]
    read_ahead = setting(told(capsys, *words, "--use-for", "backup"), "read_ahead_kb")
    assert read_ahead["trials"] == ["4096"]


def test_ncq_that_is_off_is_worth_a_measurement(
    capsys: pytest.CaptureFixture[str], degraded_tree: Path
) -> None:
    depth = setting(told(capsys, "sdc", "--sysroot", degraded_tree), "queue_depth")
    (deepest,) = (position for position in depth["positions"] if position["values"] == ["32"])
    assert depth["places"][0]["value"] == "1"
    assert deepest["trial"] == "32"
    assert "32" in depth["trials"]


def test_a_stripe_cache_is_judged_by_the_memory_it_takes(
    capsys: pytest.CaptureFixture[str], raids: Path
) -> None:
    """512 pages on 4 members are 8 MiB; 16384 are 256 MiB."""
    found = told(capsys, "md5", "--sysroot", raids)
    cache = setting(found, "stripe_cache_size")
    assert (cache["state"], cache["trials"]) == ("worth measuring", ["512"])
    assert "storage-tuner live md5 --vary stripe_cache_size=256,512" in found["next"]


def test_what_can_make_the_computer_stall_is_held_back(
    capsys: pytest.CaptureFixture[str], raids: Path
) -> None:
    write_files(raids, {"proc/sys/vm/dirty_ratio": "20"})
    found = told(capsys, "sdzz", "--sysroot", raids, "--use-for", "backup")
    assert setting(found, "dirty_ratio")["state"] == "held back"
    assert not [step for step in found["next"] if "dirty_ratio=" in step]


def test_ncq_has_a_rule_on_raid_5(
    capsys: pytest.CaptureFixture[str], raids: Path, said: dict[str, str]
) -> None:
    depth = setting(told(capsys, "md5", "--sysroot", raids), "queue_depth")
    rules = {rule["id"]: rule["fit"] for one in depth["positions"] for rule in one["rules"]}
    assert rules["raid-ncq-sw-raid5-sequential"] == rules["raid-ncq-sw-raid5-random"] == "applies"
    unit = said["raids"].partition(f"\n{unit_disk(2)}: ")[2].partition("\n\n")[0]
    assert "level raid5" in unit
    assert "off: raid-ncq-hw-raid5-sequential\n" in unit
    assert f"sweep {unit_disk(2)} --vary qpolicy=on,off" in unit


@pytest.mark.parametrize("name", ["sda", "nvme0n1"])
def test_a_raid_may_be_told_of_any_disk(
    capsys: pytest.CaptureFixture[str], drives: Path, name: str
) -> None:
    """One behind a virtual disk or in an enclosure isn't seen."""
    words = (name, "--sysroot", drives, "--known", "raid=hardware")
    facts = told(capsys, *words)["facts"]
    assert facts["raid"] == "hardware"
    assert (facts["level"], facts["layout"], facts["controller"], facts["disks"]) == (None,) * 4
    facts = told(capsys, *words, "--known", "level=raid5", "--known", "disks=4")["facts"]
    assert (facts["level"], facts["disks"]) == ("raid5", 4)


def test_an_array_that_is_seen_cannot_be_told_otherwise(raids: Path) -> None:
    with pytest.raises(InvalidInput, match="the computer, which reports software"):
        run("md5", "--sysroot", raids, "--known", "raid=hardware")


@pytest.fixture(scope="module")
def steps(said: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """Every command that is suggested for any device, and for any use and first aim of drives."""
    always = re.findall(r"^  \$ (.*)$", "\n".join(said.values()), re.MULTILINE)
    machine = computer(make_drives(tmp_path_factory.mktemp("used")))
    wished = (UserFacts(use, (aim,)) for use in Use for aim in Aim)
    found = (
        machine.advised(device.name, told)["next"] for told in wished for device in machine.devices
    )
    return frozenset((*always, *chain.from_iterable(found)))


def test_every_command_suggested_can_be_given_and_can_decide(steps: frozenset[str]) -> None:
    parser = make_parser()
    kinds = set()
    for step in steps:
        program, kind, *words = shlex.split(step)
        assert program == "storage-tuner"
        assert can_decide(kind, parser.parse_args([kind, *words])), step
        kinds.add(kind)
    assert kinds == {"tune", "sweep", "live", "set"}


def can_decide(kind: str, arguments: argparse.Namespace) -> bool:
    """``set`` only tries; the others must see what the setting does."""
    if kind == "set":
        return arguments.seconds is not None
    if kind == "tune":
        return bool(arguments.schedulers)
    parameters = [arguments.vary] if kind == "live" else arguments.vary
    tunables = [BY_NAME[each.name] for each in parameters]
    if kind == "live":
        return not any(each.name in UNSEEN_WAITING or each.restart for each in tunables)
    workloads = catalogued(arguments.workload_names) or CLASSICAL_WORKLOADS
    is_read_only = not str(arguments.target).startswith("/")
    if is_read_only and any(stream.buffered for each in workloads for stream in each.streams):
        return False  # refused: these need a folder
    return (
        without_effect(parameters, workloads) == ()
        and all(each.scope in (Scope.DEVICE, Scope.SCHEDULER, Scope.UNIT) for each in tunables)
        and not (is_read_only and any("write" in each.name for each in tunables))
    )


def test_through_a_mapped_device(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    root = make_stacks(tmp_path)
    found = told(capsys, "dm-1", "--sysroot", root)
    assert (found["facts"]["mapping"], found["array"]) == ("LUKS", "md0")
    assert found["disks"] == ["sda", "sdb"]
    assert told(capsys, "/dev/mapper/mpatha", "--sysroot", root)["facts"]["mapping"] == "multipath"


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        (("sdy9",), UnknownDevice, "no block device"),
        (("sda1",), NotAWholeDisk, "is a partition"),
        (("sda", "--known", "colour=red"), InvalidInput, "isn't a valid --known value"),
        (("sda", "--known", "raid"), InvalidInput, "isn't a valid --known value"),
        (("sda", "--known", "raid=5"), InvalidInput, "none, software, hardware"),
        (("sda", "--known", "disks=0"), InvalidInput, "a whole number from 1"),
        (("sda", "--known", "disks=²"), InvalidInput, "a whole number from 1"),
        (("sda", "--known", "rpm=nan"), InvalidInput, "a number above 0"),
        (("sda", "--known", "rotational=maybe"), InvalidInput, "yes or no"),
        (("sda", "--known", "controller= "), InvalidInput, "needs a name"),
        (("sda", "--known", "rpm=1", "--known", "rpm=2"), InvalidInput, "given twice"),
        (("sda", "--known", "level=raid5"), InvalidInput, "which reports none"),
        (("sda", "--known", "rotational=no"), InvalidInput, "which reports yes"),
        (("sda", "--measured", "speed=9"), InvalidInput, "isn't a known operation"),
        (("sda", "--measured", "rand-read"), InvalidInput, "a number above 0"),
        (("sda", "--measured", "rand-read=-1"), InvalidInput, "a number above 0"),
        (("sda", "--measured", "rand-read=inf"), InvalidInput, "a number above 0"),
        (("sda", "--sysroot", "/nowhere"), InvalidInput, "contains no copy of /sys"),
    ],
)
def test_wrong_input_is_refused_in_words(
    drives: Path, words: tuple[str, ...], error: type[Exception], message: str
) -> None:
    root = () if "--sysroot" in words else ("--sysroot", drives)
    with pytest.raises(error, match=message):
        run(*words, *root)


@pytest.mark.parametrize(
    "aims", ["speed", "latency,latency", "", "throughput,latency,cpu,fairness"]
)
def test_wrong_aims_are_refused(
    aims: str, drives: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run("sda", "--sysroot", drives, "--priorities", aims)
    assert "up to three" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["drives", "stacks", "arrays"])
def test_json_keeps_to_its_schema(tmp_path: Path, name: str) -> None:
    machine: Computer = computer(MADE[name](tmp_path))
    for device in machine.devices:
        advice_schema().validate(json.loads(json_text(machine.advised(device.name))))


def test_it_ends_in_one_set_for_this_raid(capsys: pytest.CaptureFixture[str], raids: Path) -> None:
    found = told(capsys, "md5", "--sysroot", raids)
    proposed = {one["name"]: one for one in found["recommended"]}
    assert (proposed["stripe_cache_size"]["now"], proposed["stripe_cache_size"]["try"]) == (
        ["256"],
        "512",
    )
    assert proposed["stripe_cache_size"]["rules"] == ["kernel-stripe-cache"]
    assert proposed["queue_depth"]["try"] is None, "the weaker rules for RAID 5 don't decide"
    text = shown(capsys, "md5", "--sysroot", raids)
    assert "Recommended settings of md5 (software RAID 5 of 4 disks)" in text
    (line,) = [line for line in text.splitlines() if line.startswith("  stripe_cache_size  ")]
    assert line.split()[:3] == ["stripe_cache_size", "256", "512"]


def nvme_drive(*formats: SectorFormat) -> Health:
    return Health("nvme0n1", passed=True, sector_formats=formats)


@pytest.fixture
def read_drives(monkeypatch: pytest.MonkeyPatch) -> Callable[[Health], None]:
    """Advice on the made drives as on this computer's, and an answer in the helper's place."""
    monkeypatch.setattr("storage_tuner.cli.advise.connect", contextlib.ExitStack)

    def answer(drive: Health) -> None:
        monkeypatch.setattr("storage_tuner.cli.advise.read_health", lambda *_: drive)

    return answer


def sectors_of(drives: Path, name: str) -> tuple[Health, ...]:
    """What ``advise --health`` reads for the device ``name``."""
    devices = read_devices(drives, include_empty=True)
    knowledge = read_knowledge()
    device = find_device(name, devices, drives)
    return _nvme_health(advice_on(device, devices, (), UserFacts(), knowledge, drives), Path("/"))


def test_of_a_drive_with_a_faster_sector_format_it_says_so(
    drives: Path, read_drives: Callable[[Health], None]
) -> None:
    slow = SectorFormat(512, 0, SectorPerformance.DEGRADED, in_use=True)
    read_drives(nvme_drive(slow, SectorFormat(4096, 0, SectorPerformance.BEST)))
    found = sectors_of(drives, "nvme0n1")
    devices = read_devices(drives, include_empty=True)
    device, knowledge = find_device("nvme0n1", devices, drives), read_knowledge()
    advice = advice_on(device, devices, (), UserFacts(), knowledge, drives)
    chosen = recommended_set(PublishedEvidence(knowledge, advice))
    keys = json.loads(json_text(advice_keys(advice, knowledge, chosen, found)))
    advice_schema().validate(keys)
    (told,) = keys["sector_formats"]
    assert told["better"]["data_bytes"] == 4096
    text = " ".join(advice_lines(advice, knowledge, chosen, 100, found, everything=False))
    assert "Changing the format erases the drive" in " ".join(text.split())


def test_sector_formats_are_read_of_nvme_drives_of_this_computer_only(drives: Path) -> None:
    with pytest.raises(InvalidInput, match="isn't an NVMe drive"):
        sectors_of(drives, "sda")
    with pytest.raises(InvalidInput, match="--sysroot"):
        run("nvme0n1", "--health", "--sysroot", drives)
