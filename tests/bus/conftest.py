"""Fixtures of the tests that run the real helper. All need root."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.bus.connections import HelperClient, StdioClient
from tests.bus.environment import SYSTEM_PYTHON, Environment
from tests.loop_device import (
    SCRATCH_PREFIX,
    LoopDevice,
    LoopDeviceFactory,
    attached_names,
    backing_file,
    loop_devices,
    scratch_folder,
)

__all__ = ["loop_devices"]


@pytest.fixture(scope="session")
def environment() -> Iterator[Environment]:
    """A private bus with polkitd, users and the helper ready to be started by a call."""
    with scratch_folder() as folder:
        system = Environment(folder, SYSTEM_PYTHON)
        try:
            yield system
        finally:
            system.close()


@pytest.fixture
def bus(environment: Environment) -> Iterator[Environment]:
    """The private bus, with the policy as it's shipped; at the end no helper is left, nor anything
    that one has noted of a disk."""
    yield environment
    environment.forget_rules()
    environment.end_helper()
    environment.forget_disks()


@pytest.fixture
def state() -> Iterator[Path]:
    """The folder with the helper's state and runtime folder."""
    with scratch_folder() as folder:
        yield folder


@pytest.fixture
def device(loop_devices: LoopDeviceFactory) -> LoopDevice:
    return loop_devices()


@pytest.fixture
def stdio(state: Path) -> Iterator[StdioClient]:
    client = StdioClient(state)
    try:
        yield client
    finally:
        client.leave()


@pytest.fixture(params=["stdio", pytest.param("bus", marks=pytest.mark.slow)])
def helper(request: pytest.FixtureRequest) -> Iterator[HelperClient]:
    """Root's client, over either transport; that both do the same ``./test`` sees in
    tests/contract."""
    with ExitStack() as stack:
        if request.param == "stdio":
            client: HelperClient = StdioClient(request.getfixturevalue("state"))
            stack.callback(client.leave)
        else:
            client = stack.enter_context(request.getfixturevalue("bus").client())
        yield client


@pytest.fixture(autouse=True)
def nothing_remains() -> Iterator[None]:
    """No loop device of a test's survives it, and each slot has its scheduler back."""
    before = attached_names()
    yield
    files = [backing_file(name) for name in attached_names() - before]
    assert not [file for file in files if SCRATCH_PREFIX in file]
