"""Every workload of ours that a device can have is understood by the helper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from storage_tuner.bench.catalogue import read_catalogue
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.planning.workload_catalogue import known_workloads
from storage_tuner_helper.benchmark.feasibility import check_device
from tests.unit.test_both_ends import understood

ROOT = Path(__file__).parents[2]
SIZE = 16 << 30
ON_DEVICES = [
    known.workload
    for known in known_workloads(Path("/nonexistent")).entries
    if known.workload.streams and not known.workload.needs_file
]


@pytest.mark.parametrize("workload", ON_DEVICES, ids=lambda workload: workload.name)
def test_the_helper_runs_what_the_catalogue_says(workload: Workload) -> None:
    run = understood(workload.streams, 8)
    assert run.streams == tuple(stream.in_cell(8) for stream in workload.streams)
    check_device(run, SIZE, 512)


def test_the_example_of_the_documentation_is_one() -> None:
    text = (ROOT / "docs/workloads.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    (entry,) = read_catalogue(example, "docs/workloads.md").entries
    assert len(entry.workload.streams) == 2
