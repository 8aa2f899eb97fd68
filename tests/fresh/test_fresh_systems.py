"""./run and ./test on systems that have nothing but sh and apt.

Each test is one stage in a system's life, in this order: nobody may install, setup interrupted,
two starts at once, later starts, the whole job.
"""

from __future__ import annotations

import csv
import json
import signal
import statistics
from collections.abc import Callable, Iterator

import pytest
from pypdf import PdfReader

from storage_tuner import __version__
from tests.fresh.systems import (
    CHECKOUT,
    DEBIAN_12,
    DEBIAN_13,
    UBUNTU_24_04,
    FreshSystem,
    Release,
    fresh_system,
)

pytestmark = [pytest.mark.slow, pytest.mark.root]

INSTALLS_PACKAGES = "Installing Debian packages"
MAKES_ENVIRONMENT = "Creating the Python environment"
INSTALLS_LOCK = "Installing the Python packages"
VERSION = f"Storage Tuner {__version__}\n"


@pytest.fixture(
    scope="module", params=[DEBIAN_12, DEBIAN_13, UBUNTU_24_04], ids=lambda release: release.suite
)
def system(request: pytest.FixtureRequest) -> Iterator[FreshSystem]:
    release: Release = request.param
    with fresh_system(release) as system:
        yield system


def test_a_user_who_may_not_install_is_told_what_is_missing(system: FreshSystem) -> None:
    finished = system.run("setpriv", "--reuid=person", "--clear-groups", "./run", "--version")
    assert finished.exit_code == 1
    assert "needs root or sudo" in finished.errors
    assert "fio" in finished.errors.split()


def test_without_network_the_setup_fails_in_words(system: FreshSystem) -> None:
    finished = system.run("./run", "--version", network=False)
    assert finished.exit_code == 1
    assert "Installing the Debian packages failed" in finished.errors


def test_an_interrupted_setup_is_done_again(system: FreshSystem) -> None:
    with system.start("./run", "--version") as process:
        assert process.stderr is not None
        for line in process.stderr:
            if INSTALLS_LOCK in line:
                process.kill()
    assert process.returncode == -signal.SIGKILL
    assert not list(system.path(f"{CHECKOUT}/.venv").glob("ready-*"))


def test_of_two_starts_at_once_one_sets_up(system: FreshSystem) -> None:
    both = "./run --version & first=$!; ./run --version || exit; wait $first"
    finished = system.run("sh", "-c", both)
    assert finished.exit_code == 0, finished.errors
    assert finished.output == VERSION * 2
    assert finished.errors.count(MAKES_ENVIRONMENT) == 1
    assert finished.errors.count(INSTALLS_LOCK) == 1


def test_later_starts_install_nothing(system: FreshSystem) -> None:
    """Also for a user, without network, from any folder; and cost next to nothing."""
    person = ["setpriv", "--reuid=person", "--clear-groups", f"{CHECKOUT}/run", "--version"]
    finished = system.run("sh", "-c", 'cd / && exec "$@"', "sh", *person, network=False)
    assert (finished.exit_code, finished.output, finished.errors) == (0, VERSION, "")


def test_a_later_start_adds_under_a_second(
    system: FreshSystem, record_property: Callable[[str, object], None]
) -> None:
    bare = "PYTHONPATH=app:helpers exec .venv/bin/python -P -m storage_tuner --version"
    pairs = [(system.run("./run", "--version"), system.run("sh", "-c", bare)) for _ in range(5)]
    added = statistics.median(start.seconds - direct.seconds for start, direct in pairs)
    record_property("seconds_added", round(added, 3))
    assert added < 1


def test_a_removed_package_comes_back(system: FreshSystem) -> None:
    removed = system.run("dpkg", "--purge", "--force-depends", "fonts-dejavu-core")
    assert removed.exit_code == 0, removed.errors
    finished = system.run("./run", "--version")
    assert (finished.exit_code, finished.output) == (0, VERSION)
    assert finished.errors == f"{INSTALLS_PACKAGES}: fonts-dejavu-core\n"


def test_the_whole_job_is_done_in_five_minutes(system: FreshSystem) -> None:
    arguments = ["tune", "--practice", "--report", "out", "--quick"]
    finished = system.run("./run", *arguments, seconds=300)
    assert finished.exit_code == 0, finished.errors
    out = system.path(f"{CHECKOUT}/out")
    assert PdfReader(out / "report.pdf").pages[0].extract_text()
    with (out / "results.csv").open() as table:
        assert len(list(csv.reader(table))) > 1
    assert json.loads((out / "results.json").read_text())


def test_no_loop_device_remains(system: FreshSystem) -> None:
    listed = system.run("losetup", "--list", "--noheadings", "--output", "BACK-FILE")
    assert "var/lib/storage-tuner" not in listed.output


def test_the_tests_set_themselves_up(system: FreshSystem) -> None:
    finished = system.run("./test", "tests/unit/core", "tests/unit/helper", "--quiet")
    assert finished.exit_code == 0, finished.output[-5000:] + finished.errors
    assert MAKES_ENVIRONMENT not in finished.errors
    assert "requirements/dev.txt" in finished.errors
