"""A workload that was put together is read by the catalogue as it was meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage_tuner.bench.catalogue import read_catalogue
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.workload import Mode
from storage_tuner.jobs.planning.user_workloads import (
    WorkloadDraft,
    name_of,
    save_workload,
    workload_text,
)
from storage_tuner.jobs.planning.workload_catalogue import known_workloads


def test_what_is_saved_is_among_the_known_ones(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "workloads"
    draft = WorkloadDraft("Small mix!", Mode.RANDOM_MIXED, 8192, 4, 3, 25, 500, 0, synchronous=True)
    saved = save_workload(draft, folder)
    own = [each.workload for each in known_workloads(folder).entries if each.file is not None]
    assert own == [saved]
    (stream,) = saved.streams
    assert (saved.name, str(saved.label)) == ("small-mix", "Small mix!")
    assert (stream.mode, stream.block_bytes, stream.queue_depth) == (Mode.RANDOM_MIXED, 8192, 4)
    assert (stream.threads, stream.write_percent, stream.rate_iops) == (3, 25, 500)
    assert (stream.fsync_every, stream.synchronous, stream.buffered) == (0, True, False)
    (cached,) = save_workload(WorkloadDraft("Cached", queue_depth=4, buffered=True), folder).streams
    assert (cached.queue_depth, cached.buffered) == (1, True)
    (writing,) = save_workload(
        WorkloadDraft("Writes", Mode.WRITE, fsync_every=10, write_percent=25), folder
    ).streams
    assert (writing.fsync_every, writing.write_percent) == (10, None)
    (mix,) = save_workload(
        WorkloadDraft("Mix", Mode.RANDOM_MIXED, fsync_every=10, write_percent=25), folder
    ).streams
    assert (mix.fsync_every, mix.write_percent) == (10, 25)


def test_what_means_nothing_for_reads_is_left_out(tmp_path: Path) -> None:
    saved = save_workload(WorkloadDraft("Reads", fsync_every=5, synchronous=True), tmp_path)
    (stream,) = saved.streams
    assert (stream.fsync_every, stream.synchronous, stream.write_percent) == (0, False, None)
    assert (stream.threads, stream.rate_iops) == (None, None)


@pytest.mark.parametrize("label", ["Random read", "rand read"])
def test_a_name_that_is_taken_is_refused(tmp_path: Path, label: str) -> None:
    if label == "Random read":
        save_workload(WorkloadDraft(label), tmp_path)
    else:
        label = "rand-read"
    with pytest.raises(InvalidInput, match="already"):
        save_workload(WorkloadDraft(label), tmp_path)


@pytest.mark.parametrize("label", ["", " ", "…", "日本"])
def test_a_name_without_letters_is_refused(tmp_path: Path, label: str) -> None:
    with pytest.raises(InvalidInput, match="Enter a workload name"):
        save_workload(WorkloadDraft(label), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_cant_be_measured_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="This can't be measured"):
        save_workload(WorkloadDraft("Odd", block_bytes=1000), tmp_path)
    assert list(tmp_path.iterdir()) == []


@given(label=st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=60))
def test_every_label_is_kept_letter_by_letter(label: str) -> None:
    if not label.isprintable() or not name_of(label):
        return
    (entry,) = read_catalogue(workload_text(WorkloadDraft(label), name_of(label)), "file").entries
    assert str(entry.workload.label) == label.strip()
