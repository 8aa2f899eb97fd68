"""Frozen machines for all, one's own for each test, and what's left of one that failed."""

from __future__ import annotations

import re
import sys
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack
from types import MappingProxyType
from typing import Protocol

import pytest

from tests.packaging.releases import ROOT
from tests.vm.disks import Backend
from tests.vm.frozen import Frozen, frozen
from tests.vm.installed import ALLOWED, RULES, with_everything
from tests.vm.kernel import wanted_version
from tests.vm.machine import Machine
from tests.vm.survived import Survived

OUTPUT = ROOT / "test-output" / "vm"
_TOLD = {
    "journal": ("journalctl", "--boot", "--no-pager"),
    "dmesg": ("dmesg",),
    "disks": ("lsblk", "--output-all"),
    "arrays": ("cat", "/proc/mdstat"),
}
_COUNTS = "survived"
_failed = pytest.StashKey[bool]()
_survived = pytest.StashKey[Survived]()


class Guests(Protocol):
    def __call__(self, backends: Mapping[str, Backend] = ...) -> Machine: ...


def pytest_configure(config: pytest.Config) -> None:
    survived = config.stash[_survived] = Survived()
    config.pluginmanager.register(_Together(survived))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[_failed] = True
    return report


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    for line in config.stash[_survived].lines():
        terminalreporter.write_line(line)


class _Together:
    """What the processes have counted that share these tests (pytest-xdist's hook)."""

    def __init__(self, survived: Survived) -> None:
        self._survived = survived

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        self._survived.add(getattr(node, "workeroutput", {}).get(_COUNTS, {}))


def pytest_sessionfinish(session: pytest.Session) -> None:
    told = getattr(session.config, "workeroutput", None)
    if told is not None:
        told[_COUNTS] = dict(session.config.stash[_survived].counts)


@pytest.fixture
def survived(request: pytest.FixtureRequest) -> Survived:
    """Where kills and power cuts are counted that left nothing behind."""
    return request.config.stash[_survived]


@pytest.fixture(scope="session")
def installed() -> Frozen:
    """Debian's own kernel or the one that is wanted, Storage Tuner, three arrays."""
    return with_everything(frozen(wanted_version()))


@pytest.fixture
def guests(installed: Frozen, request: pytest.FixtureRequest) -> Iterator[Guests]:
    """Machines of this test's own, in which ``tester`` may tune without a password."""
    with ExitStack() as stack:

        def guest(backends: Mapping[str, Backend] = MappingProxyType({})) -> Machine:
            running = stack.enter_context(installed.thawed(backends))
            stack.callback(lambda: _keep_evidence(request, running.latest))
            running.agent.put(RULES, ALLOWED.encode())
            return running

        yield guest


@pytest.fixture
def guest(guests: Guests) -> Machine:
    return guests()


def _keep_evidence(request: pytest.FixtureRequest, guest: Machine) -> None:
    if not request.node.stash.get(_failed, False):
        return
    folder = OUTPUT / re.sub(r"\W+", "-", request.node.name)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "console.log").write_text(guest.console(), encoding="utf-8")
    (folder / "qemu.log").write_bytes((guest.folder / "qemu.log").read_bytes())
    for name, argv in _TOLD.items():
        try:
            told = guest.execute(*argv, seconds=60).output
        except (OSError, EOFError, TimeoutError) as error:  # it may be what the test is about
            told = f"The guest doesn't tell: {error}"
        (folder / f"{name}.log").write_text(told, encoding="utf-8")
    print(f"What is left of the guest: {folder}", file=sys.stderr)
