"""Every workload of ours that a device can have is understood by the helper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from storage_tuner.bench.catalogue import read_catalogue
from storage_tuner.client.streams import benchmark_arguments
from storage_tuner.core.workload import Workload
from storage_tuner.fio import job
from storage_tuner.jobs.workload_catalogue import known_workloads
from storage_tuner_helper import fio_arguments
from storage_tuner_helper.arguments import Arguments
from storage_tuner_helper.feasibility import check_device
from storage_tuner_helper.requests import RunWorkload
from tests.unit.test_both_ends import jobs_of

ROOT = Path(__file__).parents[2]
SIZE = 16 << 30
ON_DEVICES = [
    known.workload
    for known in known_workloads(Path("/nonexistent")).entries
    if known.workload.streams and not known.workload.needs_file
]


@pytest.mark.parametrize("workload", ON_DEVICES, ids=lambda workload: workload.name)
def test_the_helper_runs_what_the_catalogue_says(workload: Workload) -> None:
    engine = job.engine_for(workload.streams)
    words = {**benchmark_arguments(workload.streams, 8), "engine": engine}
    asked = Arguments({"session": "0" * 32, "runtime_ms": 700, "ramp_ms": 100, **words})
    understood = RunWorkload.parse(asked).workload
    asked.finish()
    check_device(understood, SIZE, 512)
    ours = job.arguments(
        workload.streams,
        path="F",
        size_bytes=SIZE,
        threads=8,
        runtime_ms=700,
        ramp_ms=100,
        fio_version="3.33",
    )
    theirs = fio_arguments.arguments(understood, 9, SIZE, "3.33")
    assert jobs_of(theirs[theirs.index(fio_arguments.FIO) + 1 :]) == jobs_of(ours[1:])


def test_the_example_of_the_documentation_is_one() -> None:
    text = (ROOT / "docs/workloads.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    (entry,) = read_catalogue(example, "docs/workloads.md").entries
    assert len(entry.workload.streams) == 2
