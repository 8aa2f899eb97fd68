"""Trees made and removed by a real child, also one that is killed or whose disk is full."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from storage_tuner.bench.programs.tree_folder import PREFIX
from storage_tuner.bench.programs.tree_program import TreeRun
from storage_tuner.bench.programs.tree_statistics import entry_count
from storage_tuner.client.sessions import TunedDevices
from storage_tuner.core.errors import Cancelled, ToolFailed
from storage_tuner.core.plan import Cell, Plan, RunSpecification, Target, TargetKind, Variant
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.planning.workload_catalogue import find_workloads, known_workloads
from storage_tuner.measuring.system_sampler import SystemSampler
from storage_tuner.measuring.tree_executor import TreeExecutor
from tests.packages import PACKAGES
from tests.processes import words_of
from tests.unit.bench.made_trees import made_tree

PATIENCE_S = 60
SMALL = made_tree(depth=2, folders=3, files=2, file_bytes=5000)
ENDLESS = made_tree(depth=2, folders=400, files=5, file_bytes=10)
"""Nobody waits for its end."""


def until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"never came about: {what}")
        time.sleep(0.005)


def place(
    folder: Path,
    is_cancelled: Callable[[], bool] = lambda: False,
    counters: str | None = None,
) -> TreeExecutor:
    return TreeExecutor(folder, SystemSampler(TunedDevices(), counters, is_cancelled))


def own_folders(folder: Path) -> list[Path]:
    return list(folder.glob(f"{PREFIX}*"))


def has_begun(folder: Path) -> bool:
    return any(folder.glob(f"{PREFIX}*/d0/d0"))


def measuring_programs() -> list[psutil.Process]:
    return [
        child
        for child in psutil.Process().children()
        if "storage_tuner.bench.programs.tree_program" in words_of(child)
    ]


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[Callable[[Callable[[], bool]], Future[TreeRun]]]:
    """Begins an endless run in ``tmp_path``, and gives it when it's in the middle."""
    over = threading.Event()
    with ThreadPoolExecutor() as pool:

        def begin(is_cancelled: Callable[[], bool]) -> Future[TreeRun]:
            where = place(tmp_path, lambda: over.is_set() or is_cancelled())
            running = pool.submit(where.run, ENDLESS)
            until(lambda: has_begun(tmp_path) or running.done(), "the first folders")
            return running

        yield begin
        over.set()


def test_a_tree_is_made_and_removed(tmp_path: Path) -> None:
    (tmp_path / "thesis.odt").touch()
    run = place(tmp_path).run(SMALL)
    assert run.left is None
    create, remove = run.phases
    for phase in run.phases:
        assert 0 < phase.duration_s <= phase.after.at_s - phase.before.at_s
    assert create.after.at_s <= remove.before.at_s
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.odt"]


def test_what_is_measured(tmp_path: Path) -> None:
    stat = tmp_path / "stat"
    stat.write_text("10 0 800 5 20 0 1600 10 0 100 200\n")
    variant = Variant("bfq", ())
    workload = Workload("tree", "A tree", tree=SMALL)
    plan = Plan(Target(TargetKind.FILE, None), (variant,), (workload,), (1,), 1, 1, 0, 1)
    specification = RunSpecification(7, 3, Cell(workload, 1), variant)
    create, remove = place(tmp_path, counters=str(stat)).execute(specification, plan)
    assert (create.operation, remove.operation) == (SMALL.create, SMALL.remove)
    for found in (create, remove):
        assert (found.variant, found.repeat, found.index, found.threads) == ("bfq", 3, 7, 1)
        assert found.iops == pytest.approx(entry_count(SMALL) / found.duration_s)
        assert found.latency_mean_ms == pytest.approx(1000 * found.duration_s / entry_count(SMALL))
        assert (found.bytes_moved, found.utilisation, found.disturbed) == (0, 0, None)


def test_four_phases_are_measured_by_themselves(tmp_path: Path) -> None:
    """As fdtree's: folders, files, and the same removed; each by what it made."""
    (workload,) = find_workloads(["fdtree-small-shallow"], known_workloads())
    tree = replace(workload.tree or SMALL, folders=2, files=3, file_bytes=100)
    workload = replace(workload, tree=tree)
    plan = Plan(Target(TargetKind.FILE, None), (Variant("bfq", ()),), (workload,), (1,), 1, 1, 0, 1)
    specification = RunSpecification(0, 0, Cell(workload, 1), plan.variants[0])
    found = place(tmp_path).execute(specification, plan)
    assert [each.operation.name.partition("/")[2] for each in found] == [
        "create-folders", "create-files", "remove-files", "remove-folders",
    ]  # fmt: skip
    counts = (14, 15 * 3, 15 * 3, 14)
    for each, count in zip(found, counts, strict=True):
        assert each.iops == pytest.approx(count / each.duration_s)
    assert list(tmp_path.iterdir()) == []


def test_a_killed_run_is_cleaned_up_by_the_next(
    tmp_path: Path, begun: Callable[[Callable[[], bool]], Future[TreeRun]]
) -> None:
    running = begun(lambda: False)
    (program,) = measuring_programs()
    program.send_signal(signal.SIGKILL)
    with pytest.raises(ToolFailed, match="code −9"):
        running.result()
    assert own_folders(tmp_path)
    place(tmp_path).run(SMALL)
    assert own_folders(tmp_path) == []


def test_a_cancel_removes_it(
    tmp_path: Path, begun: Callable[[Callable[[], bool]], Future[TreeRun]]
) -> None:
    cancelled = threading.Event()
    running = begun(cancelled.is_set)
    cancelled.set()
    with pytest.raises(Cancelled):
        running.result()
    until(lambda: not own_folders(tmp_path), "the removal")


KILLED = """
from pathlib import Path
from storage_tuner.client.sessions import TunedDevices
from storage_tuner.core.workload import Operation, RateUnit, FileTree
from storage_tuner.measuring.system_sampler import SystemSampler
from storage_tuner.measuring.tree_executor import TreeExecutor
operation = Operation("tree", "Tree", RateUnit.FILES, writes=True)
tree = FileTree(operation, operation, depth=2, folders=400, files=5, file_bytes=10)
TreeExecutor(Path.cwd(), SystemSampler(TunedDevices(), None, lambda: False)).run(tree)
"""


def test_a_killed_application_leaves_nothing_behind(tmp_path: Path) -> None:
    application = subprocess.Popen(
        [sys.executable, "-c", KILLED],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": PACKAGES},
    )
    with application:
        until(lambda: has_begun(tmp_path) or application.poll() is not None, "the first folders")
        assert application.poll() is None
        application.kill()
    until(lambda: not own_folders(tmp_path), "the removal")


def test_two_at_once_leave_each_other_alone(
    tmp_path: Path, begun: Callable[[Callable[[], bool]], Future[TreeRun]]
) -> None:
    running = begun(lambda: False)
    place(tmp_path).run(SMALL)
    assert len(own_folders(tmp_path)) == 1
    assert not running.done()


def test_an_intruder_is_told_and_left(
    tmp_path: Path, begun: Callable[[Callable[[], bool]], Future[TreeRun]]
) -> None:
    """Without his file gone the folder can't be removed, and the run fails by the kernel's word."""
    cancelled = threading.Event()
    running = begun(cancelled.is_set)
    (folder,) = own_folders(tmp_path)
    (folder / "d0/thesis.odt").write_text("mine")
    cancelled.set()
    with pytest.raises(Cancelled):
        running.result()
    until(lambda: not measuring_programs(), "the removal")
    assert (folder / "d0/thesis.odt").read_text() == "mine"
    assert not (folder / "d0/d0").exists()


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ToolFailed, match=r"file failed: not a directory\."):
        place(tmp_path / "file").run(SMALL)
    with pytest.raises(ToolFailed, match="no such file"):
        place(tmp_path / "nothing").run(SMALL)
