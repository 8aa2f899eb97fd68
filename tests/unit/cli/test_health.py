"""What ``show --health`` prints, and what it refuses; the asking itself is in tests/bus."""

from __future__ import annotations

import contextlib
import dataclasses
import json
from pathlib import Path

import pytest

from storage_tuner.cli.main import main
from storage_tuner.cli.output.terminal import json_text
from storage_tuner.cli.show import health_lines, health_of
from storage_tuner.client.health import why_no_health
from storage_tuner.core.device import Device
from storage_tuner.core.errors import DeviceError
from storage_tuner.core.health import Health, SectorFormat, SectorPerformance
from tests.schemas import devices_schema


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def test_a_drive_with_a_problem() -> None:
    health = Health(
        "sda",
        passed=True,
        temperature_c=34,
        power_on_hours=17_532,
        reallocated_sectors=0,
        pending_sectors=2,
        wear_percent=3,
        problems=("2 sectors can't be read reliably.",),
        missing={"uncorrectable_errors": "not reported by the drive"},
    )
    assert health_lines(health) == [
        "Drive                 sda",
        "Health                Some values need attention.",
        "Self-assessment       passed",
        "Temperature           34 °C",
        "Power-on time         17 532 h (2.0 years)",
        "Reallocated sectors   0",
        "Pending sectors       2",
        "Uncorrectable errors  unknown (not reported by the drive)",
        "Endurance used        3 %",
        "Problem               2 sectors can't be read reliably.",
    ]


def test_a_drive_with_a_faster_sector_format() -> None:
    formats = (
        SectorFormat(512, 0, SectorPerformance.GOOD, in_use=True),
        SectorFormat(4096, 0, SectorPerformance.BETTER),
        SectorFormat(4096, 8, SectorPerformance.BEST),
    )
    text = " ".join(" ".join(health_lines(Health("a", sector_formats=formats))).split())
    assert (
        "Sector formats 512 B (in use): good; 4 096 B: better; 4 096 B with 8 B of metadata: best"
    ) in text
    assert (
        "Faster format The drive rates its format of 4 096 B above the current one of 512 B. "
        "Changing the format erases the drive, so Storage Tuner doesn’t do it."
    ) in text


def test_a_drive_whose_format_is_the_best_gets_no_advice() -> None:
    formats = (
        SectorFormat(512, 0, SectorPerformance.GOOD),
        SectorFormat(4096, 0, SectorPerformance.BEST, in_use=True),
    )
    lines = "\n".join(health_lines(Health("a", sector_formats=formats)))
    assert "Sector formats" in lines and "Faster format" not in lines


@pytest.mark.parametrize(
    ("health", "verdict"),
    [
        (
            Health("sda", passed=False),
            "The drive reports that it is failing. Back up its data now.",
        ),
        (
            Health("sda", asleep=True),
            "The drive is in standby and wasn’t woken. Check again when it’s active.",
        ),
        (
            Health("sda", missing={"passed": "no permission"}),
            "The drive reports no self-assessment.",
        ),
    ],
)
def test_the_verdict(health: Health, verdict: str) -> None:
    assert health_lines(health)[1].split(None, 1)[1] == verdict


@pytest.mark.parametrize(
    ("device", "sentence"),
    [
        (
            Device("vda", "/dev/vda", "disk", 1 << 30, transport="virtio"),
            "A virtual disk reports no health data. Check its drive on the host.",
        ),
        (Device("md0", "/dev/md0", "md", 1 << 30), "An array has no health data of its own."),
    ],
)
def test_what_is_no_drive_is_said_before_the_helper_is_asked(
    device: Device, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage_tuner.cli.show.connect", lambda: pytest.fail("was asked"))
    with pytest.raises(DeviceError) as caught:
        health_of(device, [device], Path("/"))
    assert str(caught.value) == sentence == str(why_no_health(device))


def test_an_array_leads_to_its_drives() -> None:
    array = Device("md0", "/dev/md0", "md", 1 << 30, members=("sda", "vda"))
    disk = Device("sda", "/dev/sda", "disk", 1 << 30, transport="sata", holders=("md0",))
    virtual = Device("vda", "/dev/vda", "disk", 1 << 30, transport="virtio", holders=("md0",))
    with pytest.raises(DeviceError, match=r"Query its drives instead: sda\.$"):
        health_of(array, [array, disk, virtual], Path("/"))


def test_a_captured_tree_has_no_health(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    disk = tmp_path / "sys/block/sda"
    disk.mkdir(parents=True)
    (disk / "dev").write_text("8:0\n")
    (disk / "size").write_text("2048\n")
    assert main(["show", "sda", "--health", "--sysroot", str(tmp_path)]) == 2
    assert "--sysroot" in capsys.readouterr().err


@pytest.mark.parametrize(
    "health",
    [
        Health("sda", True, False, 34, 17_532, 0, 2, 1, 103, ("Look.",)),
        Health("sda", asleep=True, missing={"passed": "it is asleep"}),
        Health("sda", sector_formats=(SectorFormat(512, 0, SectorPerformance.BEST, in_use=True),)),
    ],
)
def test_the_json_fits_its_schema(health: Health, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage_tuner.cli.show.connect", contextlib.ExitStack)
    monkeypatch.setattr("storage_tuner.cli.show.read_health", lambda *_: health)
    drive = Device("sda", "/dev/sda", "disk", 1 << 30, transport="sata")
    told = json.loads(json_text(health_of(drive, [drive], Path("/")).document))
    validator = devices_schema("health")
    validator.validate(told)
    assert isinstance(validator.schema, dict)
    described = validator.schema["$defs"]["health"]["properties"]["health"]["items"]["properties"]
    assert set(described) == {field.name for field in dataclasses.fields(Health)}
