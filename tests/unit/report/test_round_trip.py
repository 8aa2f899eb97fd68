"""A result written as data and read back comes to the same verdict, whatever was measured."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage_tuner.advice.judgement import judge
from storage_tuner.core.workload import CLASSICAL_OPERATIONS, Operation
from storage_tuner.report.sharing import shareable
from storage_tuner.store.results import read_results, write_results
from tests.unit.report.example_session import SCHEDULERS, cut_after, example_record


@given(
    schedulers=st.lists(st.sampled_from(SCHEDULERS), min_size=1, max_size=3, unique=True),
    operations=st.lists(st.sampled_from(CLASSICAL_OPERATIONS), min_size=1, max_size=2, unique=True),
    repeats=st.integers(1, 3),
    seed=st.integers(0, 1 << 31),
    cut=st.none() | st.integers(0, 40),
)
@settings(
    max_examples=15,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_the_same_verdict_after_writing_sharing_and_reading(
    schedulers: list[str],
    operations: list[Operation],
    repeats: int,
    seed: int,
    cut: int | None,
    tmp_path: Path,
) -> None:
    record = example_record(tuple(schedulers), tuple(operations), repeats=repeats, seed=seed)
    if cut is not None:
        record = cut_after(record, cut)
    judgement = judge(record)
    path = tmp_path / "results.json"
    write_results(record, judgement, path)
    assert judge(read_results(path)) == judgement
    shared = shareable(record)
    write_results(shared, judge(shared), path)
    assert judge(read_results(path)) == judgement
