"""Recorded outputs of fio 3.33 in, numbers out. The expected numbers are read off the recordings
by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.core.errors import ToolFailed
from storage_tuner.core.plan import Cell, RunSpecification, Variant
from storage_tuner.core.workload import Operation, classical_workload
from storage_tuner.fio.result import measurements, parse

ONE = classical_workload(Operation.RANDOM_READ).streams
RECORDINGS = Path(__file__).parents[2] / "data/fio"


def recording(name: str) -> str:
    return (RECORDINGS / name).read_text("utf-8")


def test_a_random_read_of_four_threads() -> None:
    (result,) = parse(recording("01_normal_randread_4threads.json"), ONE)
    assert result.bytes_moved == 760_983_552
    assert result.requests == 185_787
    assert result.duration_s == 5.001
    assert result.rate_mb_s == pytest.approx(152.1663, abs=1e-4)
    assert result.iops == pytest.approx(37_149.97, abs=1e-2)
    assert result.latency_mean_ms == pytest.approx(0.106544018)
    assert result.percentiles_ms["99.000000"] == 0.288768


def test_cpu_seconds_are_summed_over_the_threads() -> None:
    """7.095 % of each of four threads over 5 s: 0.07095 × 20 s."""
    (result,) = parse(recording("01_normal_randread_4threads.json"), ONE)
    assert result.system_cpu_s == pytest.approx(1.419)
    assert result.user_cpu_s == pytest.approx(0.457)


def test_a_sequential_write() -> None:
    (result,) = parse(recording("13_seqwrite_verify0_libaio_endfsync.json"), ONE)
    assert result.rate_mb_s == pytest.approx(2221.11, abs=0.01)
    assert result.percentiles_ms["99.000000"] == 7.110656


def test_notices_before_the_json_are_skipped() -> None:
    (result,) = parse(recording("09_interrupted_sigint_prefix_text.json"), ONE)
    assert result.requests == 87_920


def test_a_brace_in_a_notice_is_no_document() -> None:
    said = "fio: /srv/{old} is no regular file\n"
    (result,) = parse(said + recording("01_normal_randread_4threads.json"), ONE)
    assert result.requests == 185_787
    with pytest.raises(ToolFailed, match=r"ended without a result: .*no regular file"):
        parse(said, ONE)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("04_error_enoent.json", "no request was completed"),
        ("05_error_badopt.txt", "valid values"),
        ("06_error_einval_bs.json", "error 22"),
        ("08_nogroup.json", "4 jobs instead of 1"),
        ("09d_sigkill_file.json", "ended without a result"),
    ],
)
def test_failures_are_told_apart(name: str, reason: str) -> None:
    with pytest.raises(ToolFailed, match=reason):
        parse(recording(name), ONE)


def test_a_full_disk_is_a_failure_although_data_was_written() -> None:
    with pytest.raises(ToolFailed, match="error 28"):
        parse(recording("11_error_enospc_tmpfs.json"), ONE)


@pytest.mark.parametrize("length", range(1, 6600, 330))
def test_a_result_cut_anywhere_is_a_failure_not_a_crash(length: int) -> None:
    with pytest.raises(ToolFailed):
        parse(recording("01_normal_randread_4threads.json")[:length], ONE)


@pytest.mark.parametrize(
    "text",
    [
        '{"jobs": 3}',
        '{"jobs": [1]}',
        '{"jobs": [{"error": 0, "read": 1}]}',
        '{"jobs": [{"error": 0, "read": {"runtime": "x", "total_ios": 1}}]}',
        '{"jobs": [{"error": 0, "read": {"runtime": 5, "total_ios": 1, "io_bytes": 1,'
        ' "clat_ns": 7}}]}',
        "[" * 100_000 + "{",
        "{" * 10 + '"a":' * 3,
    ],
)
def test_other_shapes_are_refused(text: str) -> None:
    with pytest.raises(ToolFailed):
        parse(text, ONE)


def test_a_measurement_knows_its_place() -> None:
    cell = Cell(classical_workload(Operation.RANDOM_READ), 4)
    specification = RunSpecification(7, 2, cell, Variant("bfq", (("scheduler", "bfq"),)))
    (result,) = parse(recording("01_normal_randread_4threads.json"), ONE)
    (run,) = measurements(specification, [result], "2026-01-01T00:00:00+00:00")
    assert (run.variant, run.threads, run.repeat, run.index) == ("bfq", 4, 2, 7)
    assert run.latency_p999_ms == 0.987136
    assert run.cpu_mb_per_s == pytest.approx(760.983552 / 1.419)
