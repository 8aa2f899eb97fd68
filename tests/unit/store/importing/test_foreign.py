"""Outputs of other programs, against what somebody reads in them."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import pytest

from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.plan import Protocol
from storage_tuner.jobs.judging import judge_session
from storage_tuner.store.importing import import_path
from storage_tuner.store.results import results_document, write_results
from tests.unit.said import said
from tests.unit.store.importing.expected import (
    EXPECTED,
    KIB,
    MIB,
    REPORT_512K,
    Figure,
    fio,
    mark,
    plain,
)

FOREIGN = Path(__file__).parents[3] / "data" / "foreign"
ROUNDING = 0.006
"""The last digit of what a DiskMark prints."""


def figure(run: Measurement) -> Figure:
    return Figure(run.operation.name, run.threads, run.rate_mb_s, run.iops, run.latency_mean_ms)


def near(found: float | None, expected: float | None, closeness: float) -> bool:
    if found is None or expected is None:
        return found is expected
    return math.isclose(found, expected, rel_tol=closeness)


def assert_alike(found: SessionRecord, expected: tuple[Figure, ...], closeness: float) -> None:
    got = [figure(run) for run in found.measurements]
    assert [(each.operation, each.threads) for each in got] == [
        (each.operation, each.threads) for each in expected
    ]
    for each, wanted in zip(got, expected, strict=True):
        assert near(each.rate_mb_s, wanted.rate_mb_s, closeness), each
        assert near(each.iops, wanted.iops, closeness), each
        assert near(each.latency_ms, wanted.latency_ms, 1e-9), each


@pytest.mark.parametrize("name", EXPECTED)
def test_what_stands_in_a_recorded_output_is_imported(name: str) -> None:
    expected = EXPECTED[name]
    found = import_path(FOREIGN / name)
    assert found.form == expected.form
    assert tuple(problem.line for problem in found.problems) == said(expected.problems)
    assert len(found.records) == len(expected.sessions)
    for record, figures in zip(found.records, expected.sessions, strict=True):
        closeness = ROUNDING if "DiskMark" in expected.form else 1e-9
        assert_alike(record, figures, closeness)
        assert {run.variant for run in record.measurements} == {Path(name).stem}
        assert record.machine.fio == expected.version
        assert record.plan.target.size_bytes == expected.size_bytes
        assert len(record.caveats) == expected.caveats
        if expected.created_at:
            assert record.created_at == expected.created_at


def test_every_recorded_output_is_expected_and_there_are_thirty() -> None:
    """Of one program there is only its form; and two files are parts of others."""
    files = {path.name for path in FOREIGN.iterdir() if path.is_file()} - {"README.md"}
    assert files - {"iozone-excel.txt", "iozone-report-only.txt"} == set(EXPECTED)
    parts = {"fio-3.33-cut.json", "iozone-report-only.txt"}
    assert len(files - parts - {"crystaldiskmark-form.txt"}) >= 30


@pytest.mark.parametrize("name", EXPECTED)
def test_nothing_is_claimed_of_what_another_program_doesnt_tell(name: str) -> None:
    for record in import_path(FOREIGN / name).records:
        assert record.device is None
        assert record.plan.protocol is Protocol.IMPORTED
        assert record.original_settings == {}
        assert record.machine.processors == record.machine.memory_bytes == 0
        assert record.machine.host == record.machine.storage_tuner == ""
        assert not any(variant.settings for variant in record.plan.variants)
        assert judge_session(record).recommendation is None


@pytest.mark.parametrize("name", EXPECTED)
def test_an_imported_session_is_the_same_after_export_and_import(name: str, tmp_path: Path) -> None:
    for record in import_path(FOREIGN / name).records:
        judgement = judge_session(record)
        path = tmp_path / "exported.anything"
        write_results(record, judgement, path)
        again = import_path(path)
        assert again.records == (record,)
        assert said(again.problems) == ()
        assert results_document(record, judge_session(again.records[0])) == results_document(
            record, judgement
        )


@pytest.mark.parametrize("name", ["iozone-excel.txt", "iozone-report-only.txt"])
def test_iozones_report_for_spreadsheets_is_read_once_and_by_size_of_file(name: str) -> None:
    """The one has the table of the same figures above, the other the report alone."""
    found = import_path(FOREIGN / name)
    assert said(found.problems) == ()
    assert [record.plan.target.size_bytes for record in found.records] == [512 * KIB, MIB]
    small, large = found.records
    assert len(small.measurements) == 4 * 8
    assert len(large.measurements) == 4 * 9
    by_name: dict[str, list[float | None]] = {}
    for run in sorted(small.measurements, key=lambda run: run.operation.block_bytes or 0):
        by_name.setdefault(run.operation.name.rpartition("-")[0], []).append(run.rate_mb_s)
    assert by_name == {
        kind: [pytest.approx(figure * KIB / 1e6) for figure in figures]
        for kind, figures in REPORT_512K.items()
    }


def test_a_folder_of_bench_fio_is_one_variant_with_all_its_runs() -> None:
    found = import_path(FOREIGN / "bench-fio")
    assert found.form == "bench-fio"
    assert said(found.problems) == ()
    (record,) = found.records
    assert {run.variant for run in record.measurements} == {"benchfile"}
    assert record.plan.target.path == "/mnt/test/benchfile"
    cells = {(run.operation.name, run.threads): figure(run) for run in record.measurements}
    assert len(cells) == len(record.measurements) == 16
    for expected in (
        fio("rand-read", 43315200, 10575, 1002, 93986.660142),
        fio("rand-write-64k-q4", 58589184, 894, 1008, 4490037.809843),
        fio(
            "rand-read-4k-q4",
            137793536 + 138186752,
            33641 + 33737,
            1003,
            (33641 * 115547.976071 + 33737 * 114562.747577) / (33641 + 33737),
            threads=2,
        ),
    ):
        got = cells[expected.operation, expected.threads]
        assert got.rate_mb_s == pytest.approx(expected.rate_mb_s)
        assert got.iops == pytest.approx(expected.iops)
        assert got.latency_ms == pytest.approx(expected.latency_ms)


def test_a_file_in_a_folder_that_contradicts_its_name_is_left_out(tmp_path: Path) -> None:
    shutil.copytree(FOREIGN / "bench-fio" / "benchfile" / "4k", tmp_path / "disk" / "4k")
    moved = tmp_path / "disk" / "4k" / "randread-1-1.json"
    moved.rename(moved.with_name("randread-1-16.json"))
    found = import_path(tmp_path)
    assert said([problem.reason for problem in found.problems]) == [
        "disk/4k/randread-1-16.json: its name doesn't match its content"
    ]
    assert len(found.records[0].measurements) == 7


def test_several_targets_in_a_folder_are_a_session_each(tmp_path: Path) -> None:
    for disk in ("sda", "sdb"):
        shutil.copytree(FOREIGN / "bench-fio" / "benchfile" / "4k", tmp_path / disk / "4k")
    found = import_path(tmp_path)
    assert [record.plan.variants[0].name for record in found.records] == ["sda", "sdb"]


def test_percentiles_of_threads_come_from_the_histogram_of_all() -> None:
    """Three threads that fio didn't add up: their 99th percentiles were 7.24, 11.21 and 8.36 ms."""
    (record,) = import_path(FOREIGN / "fio-3.33-ungrouped-plus.json").records
    (run,) = record.measurements
    assert run.latency_p99_ms is not None
    assert 7.241728 < run.latency_p99_ms < 11.206656


def test_windows_text_is_read_too(tmp_path: Path) -> None:
    """PowerShell writes UTF-16 where output goes to a file."""
    plain = FOREIGN / "fio-3.41-warned.txt"
    wide = tmp_path / plain.name
    wide.write_bytes(plain.read_text().replace("\n", "\r\n").encode("utf-16"))
    assert import_path(wide) == import_path(plain)


def test_the_name_of_a_file_says_nothing_about_its_form(tmp_path: Path) -> None:
    for name, expected in EXPECTED.items():
        shutil.copy(FOREIGN / name, tmp_path / "result.csv")
        assert import_path(tmp_path / "result.csv").form == expected.form


def test_lines_of_older_crystaldiskmarks_are_read_too(tmp_path: Path) -> None:
    """Of 3 and of 6, with invented figures: the tests tell themselves whether they read."""
    path = tmp_path / "mark.txt"
    path.write_text(
        "CrystalDiskMark 3.0 x64\n"
        "           Sequential Read :    50.000 MB/s\n"
        "        Random Write 512KB :    25.000 MB/s\n"
        "   Random Write 4KB (QD=1) :     0.819 MB/s [   200.0 IOPS]\n"
        "   Random Read 4KB (QD=32) :     4.096 MB/s [  1000.0 IOPS]\n"
        "   Sequential Read (Q= 32,T= 1) :    90.000 MB/s\n"
        " Random Write 4KiB (Q=  8,T= 8) :     8.192 MB/s [   2000.0 IOPS]\n"
        "  Test : 1000 MB [X: 0.0% (0.0/100.0 GB)] (x5)\n"
        "  Date : 2026/01/02 3:04:05\n"
    )
    found = import_path(path)
    assert said((found.form, found.problems)) == ("CrystalDiskMark", ())
    (record,) = found.records
    assert_alike(
        record,
        (
            plain("cdm-seqany-read", 50, None),
            plain("cdm-rnd512k-write", 25, 512 * KIB),
            mark("cdm-rnd4k-q1t1-write", 200, None, 4 * KIB),
            mark("cdm-rnd4k-q32t1-read", 1000, None, 4 * KIB),
            plain("cdm-seqany-q32t1-read", 90, None),
            mark("cdm-rnd4k-q8t8-write", 2000, None, 4 * KIB, threads=8),
        ),
        ROUNDING,
    )
    assert record.plan.target.size_bytes == 1000 * MIB
    assert record.created_at == "2026-01-02T03:04:05"


def test_the_false_megabytes_of_kdiskmark_are_put_right_and_that_is_said() -> None:
    """277.694 "MB/s" at 271.2 requests of 1 MiB a second are 284.4 MB/s."""
    (record,) = import_path(FOREIGN / "kdiskmark-3.1.3.txt").records
    assert record.measurements[0].rate_mb_s == pytest.approx(277.694 * 1.024)
    assert "1 024 000" in str(record.caveats[0])
