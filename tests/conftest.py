"""For all tests: which of them ``./test`` runs when, and how."""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Generator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.loop_device import worker
from tests.sampling import mark_the_rest_slow
from tests.turns import WHOLE_MACHINE, turn

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before anything imports Qt

# What is said about speed is measured by ./test bench; here a loaded machine would decide. The same
# cases each time, so that a change is judged by what it changes; ./test all looks for new ones.
settings.register_profile(
    "patient",
    deadline=None,
    derandomize="STORAGE_TUNER_NEW_CASES" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("patient")

TESTS = Path(__file__).parent

# Compiling the tests takes longer than reading them; what they start keeps its own ways.
sys.dont_write_bytecode = False

CRASHES = TESTS.parent / "test-output" / "crashes"
MACHINE_FOLDERS = frozenset({"bus", "contract", "fresh", "system", "ui"})
SECONDS_OF_A_TEST = {
    "bus": 2,
    "contract": 2,
    "packaging": 1,
    "system": 8,
    "ui": 3,
    "test_adaptive_protocol.py": 6,
    "test_attacks.py": 18,
    "test_cut_short.py": 18,
    "test_fuzz.py": 40,
    "test_linters.py": 15,
    "test_persist_authorization.py": 10,
    "test_settings_kept.py": 14,
}
"""About, on a quiet machine with two processors, by folder or by file, which goes before; a tenth
where nothing is said."""

FOLDER_MARKERS = {
    "bench": pytest.mark.bench,
    "bus": pytest.mark.root,
    "contract": pytest.mark.root,
    "system": pytest.mark.root,
    "vm": pytest.mark.vm,
}
MACHINE_FIXTURES = frozenset({"loop_device", "loop_devices"})


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    """SIGTERM, as of ``timeout``, ends a run as Ctrl-C does: its tests clean up. SIGINT does so too
    if somebody started the tests in the background, where a shell may have it ignored. Where a
    worker crashes, what all its threads were at is in a file of its own: ``./test`` shows it below
    the rest, where it can be found."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    if (worker := os.environ.get("PYTEST_XDIST_WORKER")) and CRASHES.is_dir():
        crash = (CRASHES / f"{worker}.txt").open("a")  # for as long as the worker lives
        faulthandler.enable(crash)


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Each worker imports all tests. Where they aren't compiled yet, one begins with the first
    share of them, the next with the second and so on, so that each file is compiled by one of them
    only."""
    count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if count == 1 or session.config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    left_out = [TESTS.parent / each for each in session.config.getoption("ignore") or ()]
    files = sorted(TESTS.glob("*/**/test_*.py"))
    files = [file for file in files if not any(map(file.is_relative_to, left_out))]
    for file in files[worker() :: count]:
        name = ".".join(file.relative_to(TESTS.parent).with_suffix("").parts)
        with suppress(Exception, pytest.skip.Exception):  # the collection will tell
            import_module(name)


def pytest_collection() -> None:
    gc.disable()


def pytest_collection_finish() -> None:
    """What was imported and collected, a million objects, stays to the end: no later collection of
    garbage, such as that after each test of the window, looks through it again."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Says of each test what it uses, and shares them out among the workers."""
    for item in items:
        if marker := FOLDER_MARKERS.get(_folder(item.path)):
            item.add_marker(marker)
        if _uses_the_machine(item):
            item.add_marker(pytest.mark.machine)
    mark_the_rest_slow(items)
    if "PYTEST_XDIST_WORKER" in os.environ:
        _share_out(items)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """A test that looks at what all of them use waits until nobody else is at work."""
    if not _is_marked(item) or _is_of_widgets_alone(item):
        return (yield)
    with turn(WHOLE_MACHINE, alone=item.get_closest_marker("alone") is not None):
        return (yield)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test that needs root fails without it: skipped, it would look like a proof."""
    if item.get_closest_marker("root") and os.geteuid() != 0:
        pytest.fail("This test needs root: start ./test as root, or where sudo works.", False)


def _share_out(items: list[pytest.Item]) -> None:
    """Where each file goes to one worker as a whole, a long one at the end keeps the others idle;
    and what waits for the machine most of the time goes well with what computes. Hence the longest
    first of both, and a bit of either at any time. All workers must find the same order."""
    seconds: dict[bool, dict[Path, float]] = {True: defaultdict(float), False: defaultdict(float)}
    for item in items:
        of_its_folder = SECONDS_OF_A_TEST.get(_folder(item.path), 0.1)
        own = SECONDS_OF_A_TEST.get(item.path.name, of_its_folder)
        seconds[_is_marked(item)][item.path] += own
    places: dict[tuple[bool, Path], float] = {}
    for uses, files in seconds.items():
        before, whole = 0.0, sum(files.values())
        for path in sorted(files, key=files.__getitem__, reverse=True):
            places[uses, path] = before / whole
            before += files[path]
    items.sort(key=lambda item: places[_is_marked(item), item.path])


def _is_marked(item: pytest.Item) -> bool:
    return item.get_closest_marker("machine") is not None


def _uses_the_machine(item: pytest.Item) -> bool:
    return (
        _folder(item.path) in MACHINE_FOLDERS
        or _is_marked(item)
        or not MACHINE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
    )


def _is_of_widgets_alone(item: pytest.Item) -> bool:
    """A test of the window that neither has a device nor starts a helper."""
    used = {"real_helper", *MACHINE_FIXTURES} & {*getattr(item, "fixturenames", ())}
    return _folder(item.path) == "ui" and not used and not item.get_closest_marker("root")


@cache
def _folder(path: Path) -> str:
    return path.relative_to(TESTS).parts[0]
