"""One recommended set for a device: measured before published, with what would decide it."""

from __future__ import annotations

import shlex
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from storage_tuner.advice.decision.recommended_set import MATTERS, recommended_set
from storage_tuner.advice.judgement import judge
from storage_tuner.advice.published.commands import decides
from storage_tuner.advice.published.device_advice import Advice, UserFacts, advise
from storage_tuner.advice.published.device_facts import ComputerFacts, setup_of
from storage_tuner.advice.published.evidence import PublishedEvidence
from storage_tuner.advice.published.session_background import Background
from storage_tuner.cli.main import make_parser
from storage_tuner.core.decision import Confidence
from storage_tuner.core.device import Device
from storage_tuner.core.knowledge import Knowledge
from storage_tuner.core.plan import Use
from storage_tuner.core.recommended_set import Grounds, RecommendedLine, RecommendedSet
from storage_tuner.core.tunable import Risk
from storage_tuner.core.verdict import Basis, Judgement, Recommendation, SettingAdvice
from storage_tuner.core.virtual_memory import VirtualMemory
from storage_tuner.probe.block.devices import read_devices
from storage_tuner.probe.threeware import read_controllers, with_policies
from storage_tuner.store.knowledge_files import read_knowledge
from tests.sysfs_trees.machines import make_drives
from tests.sysfs_trees.raids import MD, UNITS, described_units, make_raids, unit_disk
from tests.threeware.machines import install
from tests.unit.report.example_session import example_record


@cache
def knowledge() -> Knowledge:
    return read_knowledge()


class Computer:
    """Of recorded or made-up devices; ``found`` is the set of one of them."""

    def __init__(self, root: Path, program: Path | None = None) -> None:
        devices = read_devices(root)
        self.controllers = read_controllers(devices, root, program) if program else ()
        self.devices: tuple[Device, ...] = tuple(with_policies(devices, self.controllers))

    def advice(self, name: str, told: UserFacts = UserFacts(), **changes: str) -> Advice:  # noqa: B008
        devices = tuple(
            replace(one, settings={**one.settings, **changes}) if one.name == name else one
            for one in self.devices
        )
        device = next(one for one in devices if one.name == name)
        setup = setup_of(device, devices, self.controllers, ComputerFacts(False, (6, 12)))
        return advise(knowledge(), setup, told, {}, VirtualMemory())

    def found(self, name: str, told: UserFacts = UserFacts(), **changes: str) -> RecommendedSet:  # noqa: B008
        return recommended_set(PublishedEvidence(knowledge(), self.advice(name, told, **changes)))


@pytest.fixture(scope="module")
def raids(tmp_path_factory: pytest.TempPathFactory) -> Computer:
    root = make_raids(tmp_path_factory.mktemp("raids"))
    return Computer(root, install(tmp_path_factory.mktemp("3ware"), described_units()).program)


@pytest.fixture(scope="module")
def drives(tmp_path_factory: pytest.TempPathFactory) -> Computer:
    return Computer(make_drives(tmp_path_factory.mktemp("drives")))


def line(found: RecommendedSet, setting: str) -> RecommendedLine:
    (one,) = (each for each in found.lines if each.setting == setting)
    return one


ARRAYS = (*MD, *(unit_disk(target) for target in range(len(UNITS))))


@pytest.mark.parametrize("name", ARRAYS)
def test_every_raid_has_a_line_for_all_that_matters(raids: Computer, name: str) -> None:
    found = raids.found(name)
    settings = {each.setting for each in found.lines}
    places = raids.advice(name).places
    assert {setting for setting in MATTERS if setting in places} <= settings
    assert {"scheduler", "nr_requests", "read_ahead_kb"} <= settings
    for each in found.lines:
        assert each.devices and each.now, each.setting
        assert bool(each.citations) is (each.grounds is Grounds.PUBLISHED), each.setting
        assert not (each.changes and each.grounds is Grounds.NOTHING), each.setting


@pytest.mark.parametrize(
    ("name", "storage"),
    [
        ("md0", "software RAID 0 of 4 disks"),
        ("md6", "software RAID 6 of 6 disks"),
        (unit_disk(2), "hardware RAID 5 of 3 disks"),
        ("sdzz", "HDD"),
    ],
)
def test_it_names_the_storage(raids: Computer, name: str, storage: str) -> None:
    assert str(raids.found(name).storage) == storage


@pytest.mark.parametrize("name", ARRAYS)
def test_commands_are_accepted_and_say_whether_they_decide(raids: Computer, name: str) -> None:
    parser = make_parser()
    for each in raids.found(name).lines:
        if not each.command:
            continue
        program, kind, *words = shlex.split(each.command)
        arguments = parser.parse_args([kind, *words])
        assert program == "storage-tuner"
        assert each.decides is (kind != "set") is decides(each.command)
        if kind in ("sweep", "live"):
            (varied,) = arguments.vary if kind == "sweep" else [arguments.vary]
            assert varied.name == each.setting
            assert set(each.now) <= set(varied.values), each.command
            assert len(varied.values) > 1


def test_a_small_stripe_cache_is_recommended_and_a_large_one_not_tried(raids: Computer) -> None:
    small = line(raids.found("md5"), "stripe_cache_size")
    assert (small.value, small.risk) == ("512", Risk.SLOW)
    large = line(raids.found("md5", stripe_cache_size="4096"), "stripe_cache_size")
    assert not large.changes
    assert large.command == "storage-tuner live md5 --vary stripe_cache_size=4096,2048"


def test_a_tie_of_rules_changes_nothing(raids: Computer) -> None:
    """Sequential reading is better without NCQ, random access with it."""
    policy = line(raids.found(unit_disk(2)), "qpolicy")
    assert (policy.now, policy.changes) == (("on",), False)
    assert "recommendations differ" in str(policy.note)
    assert policy.command == f"storage-tuner sweep {unit_disk(2)} --vary qpolicy=on,off"


def test_what_is_compatible_with_a_stronger_wish_is_recommended(raids: Computer) -> None:
    """More than 0 is met by 128, and at least 2560 is wished beside it."""
    assert line(raids.found("md5"), "read_ahead_kb").value == "2560"


def test_of_rules_that_hang_on_the_use_none_is_cited_unasked(raids: Computer) -> None:
    unasked = {one.rule for one in line(raids.found("sdzz"), "scheduler").citations}
    assert "kernel-bfq-desktop" not in unasked
    desktop = line(raids.found("sdzz", UserFacts(Use.DESKTOP)), "scheduler").citations
    assert "kernel-bfq-desktop" in {one.rule for one in desktop}


def test_an_nvme_keeps_what_it_has(drives: Computer) -> None:
    found = drives.found("nvme0n1")
    assert found.changes == ()
    scheduler = line(found, "scheduler")
    assert (scheduler.value, scheduler.grounds) == ("none", Grounds.PUBLISHED)
    assert line(found, "read_ahead_kb").grounds is Grounds.NOTHING


def judged(**advice: object) -> Judgement:
    one = SettingAdvice(**advice)  # type: ignore[arg-type]
    recommendation = Recommendation(
        Use.NOT_SURE, "x", one.change, ((one.setting, one.value),), None, None, (),
        by_setting=(one,),
    )  # fmt: skip
    return Judgement((), recommendation)


def test_what_was_measured_goes_before_what_is_published(raids: Computer) -> None:
    judgement = judged(
        setting="scheduler", value="none", before="mq-deadline", change=True,
        basis=Basis.MEASURED, summary="", confidence=Confidence.HIGH, gain_percent=12.0,
        gain_interval_percent=(8.0, 16.0), risk="none",
    )  # fmt: skip
    published = PublishedEvidence(knowledge(), raids.advice("md5"))
    scheduler = line(recommended_set(published, judgement), "scheduler")
    assert (scheduler.now, scheduler.value) == (("mq-deadline",), "none")
    assert (scheduler.grounds, scheduler.gain_percent) == (Grounds.MEASURED, 12.0)
    assert scheduler.interval_percent == (8.0, 16.0)
    assert scheduler.citations == () and scheduler.command == ""


def test_what_was_measured_and_not_decided_stays_and_can_be_measured_again(
    raids: Computer,
) -> None:
    judgement = judged(
        setting="nr_requests", value="64", before="64", change=False, basis=Basis.UNDECIDED,
        summary="", confidence=Confidence.LOW, risk="slow",
    )  # fmt: skip
    published = PublishedEvidence(knowledge(), raids.advice("md5"))
    requests = line(recommended_set(published, judgement), "nr_requests")
    assert (requests.grounds, requests.changes) == (Grounds.INCONCLUSIVE, False)
    assert requests.command == "storage-tuner sweep md5 --vary nr_requests=64,32,128"
    assert requests.decides


def test_of_a_session_it_is_made_for_the_measured_device(raids: Computer) -> None:
    record = replace(example_record(), related=())
    found = judge(record, Background(knowledge())).recommended
    assert found is not None and found.device == "sdt"
    assert line(found, "scheduler").grounds in (Grounds.MEASURED, Grounds.INCONCLUSIVE)
    assert judge(replace(record, device=None), Background(knowledge())).recommended is None
    assert judge(record).recommended is None
