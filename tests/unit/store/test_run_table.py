"""The CSV of runs: round trip, spreadsheets' dialects, bad cells by line and column."""

from __future__ import annotations

import csv
import dataclasses
import unicodedata
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage_tuner.advice.statistics.methods import method_for_table
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.language import THOUSANDS
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.plan import Protocol
from storage_tuner.core.verdict import State
from storage_tuner.core.workload import Operation, RateUnit
from storage_tuner.store.importing.csv_table import is_table
from storage_tuner.store.tables.delimited import defused, original, read_table
from storage_tuner.store.tables.run_table import COLUMNS, read_runs, write_csv
from tests.unit.report.example_session import DEVICE, example_record
from tests.unit.store.strategies import measurements


def _written(tmp_path: Path, content: str | bytes) -> Path:
    path = tmp_path / "runs.csv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def _is_plain(text: str) -> bool:
    return text == text.strip() and len(text.splitlines()) < 2


names = st.text(min_size=1, max_size=8).filter(_is_plain)
runs = measurements.filter(
    lambda run: (
        _is_plain(run.started_at)
        and run.bytes_moved < 10**18
        and run.repeat < 10**18
        and run.index < 10**18
    )
)


def runs_in(path: Path) -> tuple[Measurement, ...]:
    return read_runs(read_table(path)).runs


@given(run=runs, name=names | st.sampled_from(["=1+1", "'=x", "''@y", "-", "a,b;c\t", '"q"']))
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_runs_come_back_exactly(run: Measurement, name: str, tmp_path: Path) -> None:
    name = name.strip()
    run = dataclasses.replace(run, variant=name, rate_mb_s=1.5, iops=run.iops or 3.25)
    path = tmp_path / "runs.csv"
    record = dataclasses.replace(example_record(repeats=1), measurements=(run,))
    write_csv(record, path)
    assert runs_in(path) == (run,)


def test_the_header_and_the_facts_of_a_row(tmp_path: Path) -> None:
    record = example_record(repeats=1)
    path = tmp_path / "runs.csv"
    write_csv(record, path)
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == len(record.measurements)
    first, run = rows[0], record.measurements[0]
    assert first["variant"] == run.variant
    assert first["settings"] == f"scheduler={run.variant}"
    assert first["device_serial"] == "TEST-0001"
    assert first["device_size_bytes"] == "240057409536"
    assert first["kernel"] == "6.1.0-test"
    assert first["fio_version"] == "fio-3.33"
    assert run.cpu_mb_per_s is not None
    assert float(first["cpu_mb_per_s"]) == run.cpu_mb_per_s


def test_no_cell_is_a_formula(tmp_path: Path) -> None:
    evil = dataclasses.replace(DEVICE, model='=cmd|"/c calc"!A1', serial="@SUM(1)", name="+1")
    record = dataclasses.replace(example_record(repeats=1), device=evil)
    path = tmp_path / "runs.csv"
    write_csv(record, path)
    with path.open(newline="") as file:
        for row in csv.reader(file):
            assert not [cell for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_a_model_with_line_ends_stays_in_its_row(tmp_path: Path) -> None:
    odd = dataclasses.replace(DEVICE, model="a\r\nb\u2028c")
    record = dataclasses.replace(example_record(repeats=1), device=odd)
    path = tmp_path / "runs.csv"
    write_csv(record, path)
    assert len(path.read_text().splitlines()) == 1 + len(record.measurements)


HEADER = "variant,operation,threads,repeat,rate_mb_s,iops,latency_mean_ms,latency_p99_ms"
PLAIN = f"{HEADER},cpu_mb_per_s\nbfq,rand-read,4,0,40.96,10000,0.4,1.2,350\n"


@pytest.mark.parametrize(
    "content",
    [
        PLAIN,
        "\ufeff" + PLAIN,
        PLAIN.replace("\n", "\r\n"),
        "\n\n" + PLAIN + "\n,,,,,,,,\n",
        PLAIN.replace(",", ";"),
        PLAIN.replace(",", "\t"),
        PLAIN.replace(",", ";").replace(".", ","),
        PLAIN.replace("variant", " Variant ").replace("threads", "THREADS"),
        PLAIN.replace("variant", "colour,variant").replace("bfq,", "red,bfq,"),
    ],
)
def test_dialects_of_the_same_table(tmp_path: Path, content: str) -> None:
    (run,) = runs_in(_written(tmp_path, content))
    assert (run.variant, run.operation, run.threads) == ("bfq", Operation.RANDOM_READ, 4)
    assert (run.rate_mb_s, run.iops, run.latency_mean_ms) == (40.96, 10000, 0.4)
    assert run.cpu_mb_per_s == pytest.approx(350, rel=1e-9)
    assert run.latency_p95_ms is None
    assert run.system_cpu_s is not None


def test_missing_columns_were_not_measured(tmp_path: Path) -> None:
    (run,) = runs_in(
        _written(tmp_path, "variant,operation,threads,latency_p99_ms\na,seq-read,1,2.5\n")
    )
    assert run.latency_p99_ms == 2.5
    assert run.rate_mb_s is run.iops is run.latency_mean_ms is run.cpu_mb_per_s is None


def test_of_rate_and_iops_one_follows_from_the_other(tmp_path: Path) -> None:
    header = "variant,operation,threads"
    (run,) = runs_in(_written(tmp_path, f"{header},rate_mb_s\na,rand-write,1,40.96\n"))
    assert run.iops == pytest.approx(10000)
    (run,) = runs_in(_written(tmp_path, f"{header},iops\na,seq-write,1,100\n"))
    assert run.rate_mb_s == pytest.approx(104.8576)


def test_runs_without_a_repeat_have_no_number_in_common(tmp_path: Path) -> None:
    """Those with the same number would be taken for a block."""
    rows = "".join(
        f"{name},seq-read,{count},{rate}\n"
        for name in "ab"
        for rate, count in enumerate((1, 1, 2), start=5)
    )
    found = runs_in(_written(tmp_path, f"variant,operation,threads,rate_mb_s\n{rows}"))
    assert [run.repeat for run in found] == [0, 1, 0, 2, 3, 1]
    assert [run.index for run in found] == [0, 1, 2, 3, 4, 5]


def test_the_ranking_of_runs_in_no_blocks_takes_all_of_them(tmp_path: Path) -> None:
    """As the first two of each stand, b would be ahead: (52 + 50) to (50 + 51)."""
    rates = ("a", 50.0), ("b", 52.0), ("a", 51.0), ("b", 50.0), ("a", 52.0)
    rows = "".join(f"{name},seq-read,1,{rate}\n" for name, rate in rates)
    table = read_runs(
        read_table(_written(tmp_path, f"variant,operation,threads,rate_mb_s\n{rows}"))
    )
    method = method_for_table(table.runs, in_blocks=False, timed=False, when_decided=False)
    verdict = judge_measurements(table.runs, method)[0]
    means = {summary.variant: summary.mean for summary in verdict.summaries}
    assert means["a"] > means["b"]
    assert verdict.best == ("a", "b")
    assert verdict.effect_percent == pytest.approx(100 * (means["a"] / means["b"] - 1))


def test_runs_until_it_was_clear_in_no_blocks_decide_nothing(tmp_path: Path) -> None:
    """The bounds that hold at every look are about blocks."""
    rows = "".join(
        f"{name},x,1,{rate + run / 100},when decided\n"
        for run in range(20)
        for name, rate in (("a", 100), ("b", 50))
    )
    table = read_runs(
        read_table(_written(tmp_path, f"variant,operation,threads,iops,stopping\n{rows}"))
    )
    method = method_for_table(table.runs, in_blocks=False, timed=False, when_decided=True)
    verdict = judge_measurements(table.runs, method)[0]
    assert (verdict.state, verdict.best) == (State.UNDECIDED, ("a", "b"))


def test_an_operation_of_their_own_counts_what_is_given_of_it(tmp_path: Path) -> None:
    head = "variant,operation,threads"
    for column, unit in (("rate_mb_s", RateUnit.MEGABYTES), ("iops", RateUnit.REQUESTS)):
        (run,) = runs_in(_written(tmp_path, f"{head},{column}\na,scrub,1,5\n"))
        assert (run.operation.name, run.operation.unit) == ("scrub", unit)
        assert run.value(Metric.RATE) == 5
    (run,) = runs_in(_written(tmp_path, f"{head},rate_unit,iops\na,mail,1,files/s,5\n"))
    assert run.operation.unit is RateUnit.FILES


def test_what_a_table_tells_of_its_runs(tmp_path: Path) -> None:
    table = read_runs(
        read_table(
            _written(tmp_path, PLAIN.replace("variant", "mood,variant").replace("bfq", "x,bfq"))
        )
    )
    assert table.ignored == ("mood",)
    assert table.lacking == ()
    assert (table.in_blocks, table.timed, table.when_decided) == (True, False, False)
    content = "variant,operation,threads,started_at,iops\na,x,1,,5\na,x,1,,5\n"
    bare = read_runs(read_table(_written(tmp_path, content)))
    assert bare.lacking == ("rate_mb_s", "latency_mean_ms", "latency_p99_ms", "cpu_mb_per_s")
    assert (bare.in_blocks, bare.copies, len(bare.runs)) == (False, 1, 1)
    untimed = content.replace("1,,5\na", "1,,6\na")
    assert not read_runs(read_table(_written(tmp_path, untimed))).timed
    timed = content.replace(",,", ",2026-01-01T00:00:00,", 1).replace(",,", ",2026-01-01T00:01:00,")
    assert read_runs(read_table(_written(tmp_path, timed))).timed
    numbered = "variant,operation,threads,index,iops\na,x,1,0,5\na,x,1,1,5\n"
    assert read_runs(read_table(_written(tmp_path, numbered))).timed


def test_our_own_table_tells_when_measuring_ended(tmp_path: Path) -> None:
    record = example_record(repeats=1)
    path = tmp_path / "runs.csv"
    for protocol, expected in ((Protocol.RESTARTS, False), (Protocol.ADAPTIVE, True)):
        plan = dataclasses.replace(record.plan, protocol=protocol)
        write_csv(dataclasses.replace(record, plan=plan), path)
        assert read_runs(read_table(path)).when_decided is expected


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "the table has no rows"),
        (HEADER, "the table has no rows"),
        ("variant,threads\na,1\n", "the table has no column operation"),
        ("variant,variant,operation,threads\n", "the table has two columns variant"),
        (PLAIN.replace("40.96", "fast"), "line 2, column rate_mb_s: expected a number"),
        (PLAIN.replace("40.96", "nan"), "line 2, column rate_mb_s: expected a number"),
        (PLAIN.replace("40.96", "1e999"), "line 2, column rate_mb_s: 1e999 is too large"),
        (PLAIN.replace("40.96", "-4"), "line 2, column rate_mb_s: expected a number"),
        (PLAIN.replace("40.96", '"40,96"'), "line 2, column rate_mb_s: expected a number"),
        (PLAIN.replace(",4,0,", ",0,0,"), "line 2, column threads: expected a whole number from 1"),
        (PLAIN.replace(",4,0,", ",,0,"), "line 2, column threads: the cell is empty"),
        (
            PLAIN.replace(",4,0,", ",4,first,"),
            "line 2, column repeat: expected a whole number from 0",
        ),
        (
            PLAIN + PLAIN.partition("\n")[2],
            "line 3, column repeat: the run 0 of bfq is also in line 2",
        ),
        (
            "variant,operation,threads,rate_mb_s,iops\na,trim,1,5,\na,trim,1,,7\n",
            "line 3, column operation: 'trim' is in IOPS here and in MB/s in line 2",
        ),
        (
            PLAIN[:-1].replace("\n", ",rate_unit\n") + ",MiB/s\n",
            "line 2, column rate_unit: expected one of",
        ),
        (
            "variant,operation,threads,iops\n"
            + "".join(f"v{number},trim,1,{number + 1}\n" for number in range(101)),
            "line 102, column variant: there are more than 100 variants",
        ),
        (PLAIN + "x" * 70_000, f"line 3 is longer than 65{THOUSANDS}536 characters"),
        ("\0\1" + PLAIN, "it isn't text"),
        (PLAIN.replace("bfq", " "), "line 2, column variant: the cell is empty"),
        (PLAIN + "bfq,rand-read\n", "line 3 has 2 cells, the header 9"),
        (PLAIN.replace("350", "350,7"), "line 2 has 10 cells, the header 9"),
        (PLAIN + 'bfq,"rand-read', "line 3: unexpected end of data"),
        (
            PLAIN.replace(",", ";") + "bfq;rand-read;4;1;40,96;1;1;1;1\n",
            "line 3, column rate_mb_s: expected a number, found '40,96'",
        ),
        (b"\xff", "the table has no column variant"),
    ],
)
def test_a_bad_table_is_refused_by_line_and_column(
    tmp_path: Path, content: str | bytes, reason: str
) -> None:
    with pytest.raises(UnreadableResult) as caught:
        runs_in(_written(tmp_path, content))
    assert reason in str(caught.value.reason)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("first", ["", "sep=;\r\n", '"sep=;"\r\n'])
def test_a_table_is_read_in_any_encoding_that_is_told(
    tmp_path: Path, encoding: str, first: str
) -> None:
    text = first + PLAIN.replace("bfq", "gerät").replace(",", ";").replace("\n", "\r\n")
    content = text.encode(encoding)
    assert is_table(content)
    (run,) = runs_in(_written(tmp_path, content))
    assert (run.variant, run.rate_mb_s) == ("gerät", 40.96)


@pytest.mark.parametrize(
    "name",
    [
        "\x1b]0;owned\x07",
        "a\u202eb\u2066c",
        "\u200b",
        "\\u{1b}",
        "\\\\u{202e}\x9b",
        "\\u{41}",
        "=\x00",
        "\\\x1b",
        "\\\\\x1b\\\\u{1b}\\",
    ],
)
def test_a_name_shows_what_it_holds_and_comes_back(tmp_path: Path, name: str) -> None:
    """A terminal doesn't carry it out, and no text is turned round."""
    written = defused(name)
    assert not {"Cc", "Cf"} & set(map(unicodedata.category, written))
    assert original(written) == name
    (run,) = runs_in(_written(tmp_path, PLAIN.replace("bfq", written)))
    assert run.variant == name


def test_other_programs_backslashes_are_theirs() -> None:
    assert original("C:\\u{41}") == "C:\\u{41}"
    assert original("C:\\\\\\u{41}") == "C:\\\\\\u{41}"
