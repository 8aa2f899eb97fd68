"""For all tests: which of them ``./test`` runs when, and how."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before anything imports Qt

TESTS = Path(__file__).parent
MACHINE_FOLDERS = frozenset({"bus", "fresh", "system", "ui", "vm"})
BENCH_FOLDER = "bench"
MACHINE_FIXTURES = frozenset({"loop_device", "loop_devices"})


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """``./test`` runs what uses loop devices, the bus or the screen one after the other, and
    ``./test bench`` what measures our own speed."""
    for item in items:
        if _folder(item) == BENCH_FOLDER:
            item.add_marker(pytest.mark.bench)
        if _uses_the_machine(item):
            item.add_marker(pytest.mark.machine)


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
