"""Documents that fio 3.33 printed on three signals, and the slices between them."""

from __future__ import annotations

import dataclasses
import itertools
import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from storage_tuner.core.errors import ToolFailed
from storage_tuner.core.workload import Operation, classical_workload
from storage_tuner.fio.result import parse
from storage_tuner.fio.slices import (
    DocumentStream,
    JobState,
    between,
    have_begun,
    parse_states,
    percentiles,
)

ONE = classical_workload(Operation.RANDOM_READ).streams
RECORDING = (Path(__file__).parents[2] / "data/fio/14_sigusr1_3docs_jsonplus.out").read_text()
DOCUMENTS = DocumentStream().feed(RECORDING)


def state(number: int) -> JobState:
    (found,) = parse_states(DOCUMENTS[number], ONE)
    return found


def test_a_state_is_read_as_printed() -> None:
    """The expected numbers are read off the recording by hand."""
    first = state(0)
    assert (first.runtime_ms, first.bytes_moved, first.requests) == (1230, 185_843_712, 45_375)
    assert first.latency_count == sum(first.bins.values()) == 45_374
    assert first.system_cpu_s == pytest.approx(0.10325203 * 2.460)


def test_a_slice_is_what_lies_between_two_states() -> None:
    slice_ = between(state(0), state(1))
    assert slice_ is not None
    assert slice_.duration_s == pytest.approx(1.002)
    assert slice_.bytes_moved == 319_590_400 - 185_843_712
    assert slice_.requests == 78_032 - 45_375
    mean_ns = (56_697.374343 * 78_030 - 53_752.374003 * 45_374) / (78_030 - 45_374)
    assert slice_.latency_mean_ms == pytest.approx(mean_ns / 1e6)
    assert slice_.system_cpu_s == pytest.approx(0.09789427 * 4.464 - 0.10325203 * 2.460, abs=1e-6)


def test_two_slices_are_as_much_as_one_over_both() -> None:
    whole, first, second = (between(state(a), state(b)) for a, b in ((0, 2), (0, 1), (1, 2)))
    assert whole and first and second
    assert whole.requests == first.requests + second.requests
    assert whole.duration_s == pytest.approx(first.duration_s + second.duration_s)
    assert first.latency_max_ms and second.latency_max_ms
    assert whole.latency_max_ms == max(first.latency_max_ms, second.latency_max_ms)


def test_percentiles_agree_with_those_that_fio_counts_itself() -> None:
    last = json.loads(DOCUMENTS[2])["jobs"][0]["read"]["clat_ns"]
    ours = percentiles(state(2).bins)
    assert ours == {name: last["percentile"][name] / 1e6 for name in ours}
    assert len(ours) == 5


def test_spread_and_extremes_agree_with_those_that_fio_counts_itself() -> None:
    """Over the whole run, of the completion latencies that the bins hold."""
    nothing = dataclasses.replace(
        state(0), runtime_ms=0, bytes_moved=0, requests=0, latency_count=0, bins={}
    )
    whole = between(nothing, state(2))
    own = json.loads(DOCUMENTS[2])["jobs"][0]["read"]["clat_ns"]
    assert whole
    assert whole.latency_sd_ms == pytest.approx(own["stddev"] / 1e6, rel=0.02)
    assert whole.latency_min_ms == pytest.approx(own["min"] / 1e6, rel=0.02)
    assert whole.latency_max_ms == pytest.approx(own["max"] / 1e6, rel=0.02)


def test_a_thread_whose_clock_does_not_run_yet_is_noticed() -> None:
    assert have_begun([state(0)], 2, 1.3)
    assert not have_begun([dataclasses.replace(state(0), thread_ms=86_400_000)], 2, 1.3)
    assert not have_begun([dataclasses.replace(state(0), bytes_moved=0)], 2, 1.3)


def test_a_stall_is_no_measurement() -> None:
    assert between(state(1), state(1)) is None
    assert between(state(1), dataclasses.replace(state(1), runtime_ms=9999)) is None


@given(some.lists(some.integers(0, len(RECORDING)), max_size=8))
def test_documents_are_whole_wherever_the_text_was_cut(cuts: list[int]) -> None:
    stream, found = DocumentStream(), list[str]()
    edges = [0, *sorted(cuts), len(RECORDING)]
    for start, end in itertools.pairwise(edges):
        found += stream.feed(RECORDING[start:end])
    assert found == DOCUMENTS
    assert len(found) == 3


def test_notices_in_between_are_skipped_also_with_braces() -> None:
    stream = DocumentStream()
    found = stream.feed('fio: a {strange} file\n{"a": 1}\nfio: {again\n{"b": {"c": 2}}\n{"d"')
    assert [json.loads(text) for text in found] == [{"a": 1}, {"b": {"c": 2}}]
    assert stream.feed(": 3}") == ['{"d": 3}']


def test_what_never_ends_is_an_error() -> None:
    stream = DocumentStream()
    with pytest.raises(ToolFailed, match="doesn't end"):
        for _ in range(10):
            stream.feed("{" + "x" * (1 << 20))


@pytest.mark.parametrize("length", range(0, 19_000, 1900))
def test_a_state_cut_anywhere_is_a_failure_not_a_crash(length: int) -> None:
    with pytest.raises(ToolFailed):
        parse_states(DOCUMENTS[0][:length], ONE)


@pytest.mark.parametrize("replaced", ["runtime", "lat_ns", "clat_ns", "io_bytes"])
def test_other_keys_are_said_in_one_message(replaced: str) -> None:
    """As a version would that calls them otherwise."""
    with pytest.raises(ToolFailed, match="can't be parsed"):
        parse_states(DOCUMENTS[0].replace(f'"{replaced}"', '"other"'), ONE)


def test_a_single_run_tells_spread_and_extremes_too() -> None:
    """From the summary that fio prints at its end."""
    name = "01_normal_randread_4threads.json"
    text = (Path(__file__).parents[2] / "data/fio" / name).read_text()
    own = json.loads(text)["jobs"][0]["read"]["lat_ns"]
    (result,) = parse(text, ONE)
    assert result.latency_min_ms == own["min"] / 1e6
    assert result.latency_max_ms == own["max"] / 1e6
    assert result.latency_sd_ms is not None
    assert math.isclose(result.latency_sd_ms, own["stddev"] / 1e6)
