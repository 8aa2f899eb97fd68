"""What stands on a device, and which node leads to a drive behind a controller."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner_helper import health
from storage_tuner_helper.arguments import Arguments
from storage_tuner_helper.errors import InvalidArgument
from storage_tuner_helper.health import ControllerPort, standing_on
from storage_tuner_helper.requests import Examination


def parse(**values: object) -> ControllerPort | None:
    arguments = Arguments(values)
    request = Examination.parse(arguments)
    arguments.finish()
    return request.port


def hold(blocks: Path, folder: str, holder: str) -> None:
    (blocks / folder / "holders" / holder).mkdir(parents=True)
    (blocks / holder).mkdir(exist_ok=True)


def test_what_stands_on_a_disk_at_any_height(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "SYS_BLOCK", str(tmp_path))
    hold(tmp_path, "sda/sda2", "md0")
    hold(tmp_path, "md0", "dm-0")
    hold(tmp_path, "dm-0", "dm-1")
    hold(tmp_path, "dm-1", "md0")  # a loop, as no healthy machine has it
    hold(tmp_path, "sdb", "md1")
    assert standing_on("sda") == {"md0", "dm-0", "dm-1"}
    assert standing_on("sdb") == {"md1"}
    assert standing_on("nosuch") == frozenset()


def test_a_port_needs_its_controller() -> None:
    assert parse() is None
    assert parse(controller=0, port=127) == ControllerPort(0, 127)
    for values in ({"controller": 0}, {"port": 0}, {"controller": 16, "port": 0}):
        with pytest.raises(InvalidArgument):
            parse(**values)


def test_the_number_of_a_driver_s_devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = tmp_path / "devices"
    listed.write_text(
        "Character devices:\n  1 mem\n251 twa\n\nBlock devices:\n  8 sd\n250 twl\n",
        encoding="ascii",
    )
    monkeypatch.setattr(health, "_DEVICES", listed)
    assert [health._character_major(name) for name in ("twa", "twl", "mem")] == [251, -1, 1]
