"""What stands on a device, and which node leads to a drive behind a controller."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from storage_tuner_helper.arguments import Arguments
from storage_tuner_helper.errors import Busy, InvalidArgument
from storage_tuner_helper.health import health
from storage_tuner_helper.health.health import ControllerPort, Examinations, standing_on
from storage_tuner_helper.health.smartctl_client import SmartctlClient
from storage_tuner_helper.requests import Examination
from storage_tuner_helper.supervisor_line import SupervisorLine


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
    assert [health.character_major(name) for name in ("twa", "twl", "mem")] == [251, -1, 1]


@dataclass
class Drives:
    """Drives whose nodes can't be opened before they are let; then they are asleep."""

    let: dict[str, threading.Event] = field(
        default_factory=lambda: {name: threading.Event() for name in ("sda", "sdb")}
    )

    def open(self, device: str, port: ControllerPort | None) -> None:
        assert port is None and self.let[device].wait(20)

    def let_all(self) -> None:
        for event in self.let.values():
            event.set()


@pytest.fixture
def drives(monkeypatch: pytest.MonkeyPatch) -> Iterator[Drives]:
    drives = Drives()
    monkeypatch.setattr(health, "_open", drives.open)
    try:
        yield drives
    finally:
        drives.let_all()


@pytest.fixture
def asked() -> Iterator[Examinations]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield Examinations(SmartctlClient(SupervisorLine(ours)))


def test_a_reading_may_end_while_it_is_found_out_which_ones_matter(
    asked: Examinations, drives: Drives, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking = threading.Event()

    def slowly(device: str) -> frozenset[str]:
        assert looking.wait(20)
        return frozenset({"md0"} if device == "sdb" else ())

    monkeypatch.setattr(health, "standing_on", slowly)

    async def scene() -> None:
        readings = [asyncio.ensure_future(asked.read(name, None)) for name in drives.let]
        await asyncio.sleep(0)
        waiting = asyncio.ensure_future(asked.ended_below("md0"))
        await asyncio.sleep(0)
        drives.let["sda"].set()
        await readings[0]
        looking.set()
        done, _ = await asyncio.wait([waiting], timeout=0.2)
        assert not done, "md0 stands on sdb"
        drives.let["sdb"].set()
        await asyncio.gather(waiting, *readings)

    asyncio.run(scene())


def test_who_gives_up_on_a_drive_that_hangs_can_not_ask_it_again_and_again(
    asked: Examinations, drives: Drives
) -> None:
    """Each time would leave another thread with it, until none is left to restore settings."""

    async def scene() -> None:
        reading = asyncio.ensure_future(asked.read("sda", None))
        await asyncio.sleep(0.05)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        with pytest.raises(Busy):
            await asked.read("sda", None)
        drives.let_all()
        await asked.ended_below("sda")
        assert (await asked.read("sda", None)).output == ""

    asyncio.run(scene())
