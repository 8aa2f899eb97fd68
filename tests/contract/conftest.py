"""The helpers that have to keep the same contract: the real one over both transports, and the
fake. All need root."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from storage_tuner.client.bus import BusConnection
from storage_tuner.client.connecting import LAUNCHER
from storage_tuner.client.helper import HelperConnection, StdioConnection
from tests.bus.conftest import bus, device, environment, nothing_remains, state
from tests.bus.environment import Environment
from tests.fake_helper import FakeHelper
from tests.loop_device import LoopDevice, LoopDeviceFactory, loop_devices

__all__ = ["bus", "device", "environment", "loop_devices", "nothing_remains", "state"]

FAKE_SPEED = 50.0

Connect = Callable[[], HelperConnection]


def _stdio(request: pytest.FixtureRequest) -> Connect:
    state: Path = request.getfixturevalue("state")
    monkeypatch: pytest.MonkeyPatch = request.getfixturevalue("monkeypatch")
    for variable in ("STATE_DIRECTORY", "RUNTIME_DIRECTORY"):
        monkeypatch.setenv(variable, str(state / variable.lower()))
    return lambda: StdioConnection((str(LAUNCHER), "stdio"))


def _bus(request: pytest.FixtureRequest) -> Connect:
    system: Environment = request.getfixturevalue("bus")
    monkeypatch: pytest.MonkeyPatch = request.getfixturevalue("monkeypatch")
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", system.bus_address)
    return BusConnection


def _fake(request: pytest.FixtureRequest) -> Connect:
    state: Path = request.getfixturevalue("state")
    made = FakeHelper(state, run_speed=FAKE_SPEED, trial_speed=FAKE_SPEED)
    request.addfinalizer(made.close)
    return made.connect


WAYS = {"stdio": _stdio, "bus": _bus, "fake": _fake}


@pytest.fixture(params=WAYS)
def helper(request: pytest.FixtureRequest) -> Iterator[Connect]:
    """Call it for a new client, which is closed with the test. Over stdio each has a helper of its
    own, and all of them the same state folder."""
    connect = WAYS[request.param](request)
    with ExitStack() as at_end:

        def connected() -> HelperConnection:
            connection = connect()
            at_end.callback(connection.close)
            return connection

        yield connected


@pytest.fixture
def client(device: LoopDevice, helper: Connect) -> HelperConnection:
    """It leaves before the device goes."""
    del device
    return helper()


@pytest.fixture
def two_devices(loop_devices: LoopDeviceFactory) -> tuple[LoopDevice, LoopDevice]:
    return loop_devices(), loop_devices()
