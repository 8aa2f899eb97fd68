"""What a session notes of the devices around its own, so that it can be judged anywhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.advice.published.session_background import Background
from storage_tuner.core.device import Device
from storage_tuner.core.errors import NoKnowledge
from storage_tuner.jobs import judging
from storage_tuner.jobs.judging import judge_session, related_to
from storage_tuner.probe.block.devices import read_devices
from storage_tuner.store.knowledge_files import read_knowledge
from tests.sysfs_trees.machines import make_arrays, make_drives
from tests.unit.advice.test_by_setting import session


@pytest.fixture(scope="module")
def arrays(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_arrays(tmp_path_factory.mktemp("arrays"))


def named(name: str, devices: tuple[Device, ...]) -> Device:
    return next(device for device in devices if device.name == name)


def test_of_an_array_its_members_are_kept(arrays: Path) -> None:
    devices = read_devices(arrays)
    found = related_to(named("md0", devices), devices, arrays)
    assert {device.name for device in found.devices} >= {"sda", "sdb"}
    assert "md0" not in {device.name for device in found.devices}


def test_of_a_member_its_array_and_the_other_members_are_kept(arrays: Path) -> None:
    devices = read_devices(arrays)
    found = related_to(named("sdm", devices), devices, arrays)
    assert {device.name for device in found.devices} == {"md10", "sdn"}


def test_a_saved_session_advises_as_on_the_computer_itself(arrays: Path) -> None:
    devices = read_devices(arrays)
    device = named("md11", devices)
    record = replace(
        session({"none": 1}, device=device), related=related_to(device, devices, arrays).devices
    )
    advice = Background(read_knowledge()).advice_on(record)
    assert advice is not None
    assert [disk.name for disk in advice.setup.disks] == ["sdo", "sdp"]
    assert (advice.facts.level, advice.facts.layout, advice.facts.disks) == ("raid10", "far", 2)
    assert advice.facts.kernel == (6, 1)
    assert advice.facts.virtual_machine is False


def test_how_fast_disks_turn_is_kept(tmp_path: Path) -> None:
    root = make_drives(tmp_path)
    devices = read_devices(root)
    told = [related_to(device, devices, root).rpm for device in devices]
    assert any(rate >= 0 for rates in told for rate in rates.values())
    assert related_to(None, devices, root).rpm == {}


def test_without_the_knowledge_base_the_measurement_counts_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lost() -> None:
        raise NoKnowledge("the folder knowledge is missing")

    monkeypatch.setattr(judging, "read_knowledge", lost)
    found = judge_session(session({"mq-deadline": 100, "bfq": 120}))
    assert found.recommendation is not None
    assert found.recommendation.variant == "bfq"
    assert found.hypotheses == ()
    assert any("Published rules were ignored" in str(note) for note in found.notes)
