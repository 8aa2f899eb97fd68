"""How much a tree holds."""

from __future__ import annotations

from storage_tuner.bench.programs.tree_statistics import (
    content_bytes,
    entry_count,
    file_count,
    folder_count,
    lowest_count,
    phase_counts,
)
from storage_tuner.jobs.planning.workload_catalogue import find_workloads, known_workloads
from tests.unit.bench.made_trees import made_tree


def test_a_tree_is_counted_level_by_level() -> None:
    deep = made_tree(depth=3, folders=2, files=5, file_bytes=10)
    assert (lowest_count(deep), folder_count(deep), file_count(deep)) == (8, 2 + 4 + 8, 40)
    assert (entry_count(deep), content_bytes(deep)) == (54, 400)


def test_the_article_s_tree_is_as_large_as_it_says() -> None:
    """8,421 folders, of which one is the test's own, and 336,840 files in all of them."""
    (workload,) = find_workloads(["fdtree-small-shallow-whole"], known_workloads())
    assert workload.tree
    assert (folder_count(workload.tree) + 1, file_count(workload.tree)) == (8421, 336_840)
    assert content_bytes(workload.tree) == 1_347_360 << 10
    assert phase_counts(workload.tree) == (8420, 336_840, 336_840, 8420)


def test_a_tree_may_have_folders_only() -> None:
    folders = made_tree(depth=1, folders=7, files=0, file_bytes=10)
    assert (entry_count(folders), content_bytes(folders)) == (7, 0)
