"""For all tests: which of them ``./test`` runs when, and how."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before anything imports Qt

TESTS = Path(__file__).parent
MACHINE_FOLDERS = frozenset({"bus", "fresh", "system", "ui"})
FOLDER_MARKERS = {"bench": pytest.mark.bench, "vm": pytest.mark.vm}
TURNS = Path(tempfile.gettempdir()) / f"storage-tuner-tests-{os.getuid()}"
MACHINE_FIXTURES = frozenset({"loop_device", "loop_devices"})


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """``./test`` runs what uses loop devices, the bus or the screen apart from the rest, and
    ``./test bench`` what measures our own speed."""
    for item in items:
        if marker := FOLDER_MARKERS.get(_folder(item)):
            item.add_marker(marker)
        if _uses_the_machine(item):
            item.add_marker(pytest.mark.machine)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """A test that looks at what all of them use waits until nobody else is at work.

    What is under way is a shared lock on a file, what wants to be alone an exclusive one.
    """
    if not item.get_closest_marker("machine"):
        return (yield)
    alone = item.get_closest_marker("alone") is not None
    with TURNS.open("w", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        return (yield)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test that needs root fails without it: skipped, it would look like a proof."""
    if item.get_closest_marker("root") and os.geteuid() != 0:
        pytest.fail("This test needs root: start ./test as root, or where sudo works.", False)


def _uses_the_machine(item: pytest.Item) -> bool:
    return (
        _folder(item) in MACHINE_FOLDERS
        or item.get_closest_marker("machine") is not None
        or not MACHINE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
    )


def _folder(item: pytest.Item) -> str:
    return item.path.relative_to(TESTS).parts[0]
