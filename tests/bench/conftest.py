"""Made-up computers that are large, and a summary that compares what was measured in one run."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.sysfs_trees.many import make_many_disks

MEMORY = Path("/dev/shm")
BYTES_A_DISK = 1 << 20
"""More than a disk's hundred small files take in memory, a page each."""

LEAST = pytest.StashKey[dict[str, float]]()

Trees = Callable[[int], Path]
Least = Callable[[str], None]


@pytest.fixture(scope="session")
def trees() -> Iterator[Trees]:
    """Call it with a number for the root of a computer with so many disks."""
    with ExitStack() as stack:
        made: dict[int, Path] = {}

        def tree(count: int) -> Path:
            if count not in made:
                folder = stack.enter_context(tempfile.TemporaryDirectory(dir=_roomy_folder(count)))
                made[count] = make_many_disks(Path(folder), count)
            return made[count]

        yield tree


def _roomy_folder(count: int) -> Path | None:
    """Memory is ten times as fast to fill as a disk, where there is enough of it."""
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < count * BYTES_A_DISK:
        return None
    return MEMORY


@pytest.fixture
def least(request: pytest.FixtureRequest, benchmark: BenchmarkFixture) -> Iterator[Least]:
    """Call it with what was measured: its least time stands in the summary. The least is what
    other work on the machine disturbs least."""
    names: list[str] = []
    yield names.append
    if benchmark.stats is not None:  # not where xdist has switched benchmarks off
        known = request.config.stash.setdefault(LEAST, {})
        known.update(dict.fromkeys(names, benchmark.stats.stats.min))


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    known = config.stash.get(LEAST, {})
    if not known:
        return
    terminalreporter.section("least times of this run, and how they compare")
    width = max(map(len, known))
    for name, seconds in known.items():
        terminalreporter.line(f"{name:<{width}}  {seconds * 1000:10.3f} ms")
    for above, below in COMPARED:
        if above in known and below in known:
            terminalreporter.line(f"{above} : {below} = {known[above] / known[below]:.2f}")


COMPARED = (
    ("read 10,000 devices", "read 1,000 devices"),
    ("read this computer", "lsblk -JO of this computer"),
    ("devices --json of this computer", "lsblk -JO of this computer"),
)
