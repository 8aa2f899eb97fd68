"""The published numbers, judged by us: where they support the published verdicts, and where not."""

from __future__ import annotations

import csv
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.advice.statistics.methods import (
    FixedBlocks,
    ImportedTableMethod,
    StatisticalMethod,
)
from storage_tuner.advice.statistics.summary_verdicts import assess_means
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.core.measurement import MeanOfRuns, Measurement, Metric
from storage_tuner.core.verdict import State, Verdict
from storage_tuner.core.workload import Operation, RateUnit
from storage_tuner.store.knowledge_files import read_knowledge
from tests.unit.store.test_published_numbers import CASES, FDTREE, IOZONE, PUBLISHED, WORDS

EQUAL, UNDECIDED = "=", "undecided"


@dataclass(frozen=True)
class Retold:
    """``published`` and ``judged`` are a winner, "=" or "undecided"; ``why`` tells of what the
    judgement comes, or why the numbers don't suffice."""

    source: str
    subject: str
    published: str
    judged: str
    why: str

    @property
    def agrees(self) -> bool:
        return self.published == self.judged

    @property
    def is_reversed(self) -> bool:
        """Whether somebody else wins than is published."""
        return not self.agrees and not {self.published, self.judged} & {EQUAL, UNDECIDED}

    @property
    def line(self) -> str:
        sign = "   " if self.agrees else "≠  "
        return (
            f"{sign}{self.source}, {self.subject}: published {self.published}, judged "
            f"{self.judged} ({self.why})"
        )


def judged_from_figures() -> list[Retold]:
    """Without the tables of which only the winners are published: comparing these with the rules
    that were made of them is proof-reading."""
    return [
        *cfq_quantum(),
        *queue_lengths(),
        *queue_policy(),
        *layouts(),
        *matrix(),
        *priorities(),
        *time_series(),
        *load_times(),
        *same_again(),
    ]


def rows_of(name: str) -> list[dict[str, str]]:
    with (Path(PUBLISHED) / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def tables_1_to_8() -> list[Retold]:
    """Only the winners are published, so the knowledge base has them as rules."""
    rules = {rule.id: rule for rule in read_knowledge().rules}
    found = []
    for row in rows_of("raid-article-winners.csv"):
        rule = rules[f"{CASES[row['table'], row['case']]}-{row['operation']}"]
        told = {effect.metric: effect.winner for effect in rule.effects}
        for metric in ("rate", "access_time", "cpu_efficiency"):
            subject = f"{row['case']} {row['operation']} {metric}"
            published = WORDS[row[metric]]
            found.append(
                Retold(f"table {row['table']}", subject, published, told[metric], "a rule")
            )
    return found


PUBLISHED_QUANTUM = {
    **{("iozone", size, "random_write"): "32" for size in ("1MB", "4MB", "8MB", "16MB")},
    **{
        ("iozone", size, test): EQUAL
        for size in ("1MB", "4MB", "8MB", "16MB")
        for test in ("read", "reread", "random_read", "backward_read", "strided_read")
    },
    **{("iozone", size, "rewrite"): UNDECIDED for size in ("1MB", "4MB", "8MB", "16MB")},
    ("fdtree", "small_shallow", "file_create_files_s"): "4",
    ("fdtree", "small_deep", "file_create_files_s"): "4",
    ("fdtree", "medium_shallow", "file_create_files_s"): "32",
    ("fdtree", "medium_deep", "file_create_files_s"): "32",
}
"""What the article says of its own means and deviations of ten runs; "not significant" is
undecided here."""


def cfq_quantum() -> list[Retold]:
    cells = _quantum_cells()
    rows = [mean for means in cells.values() for mean in means]
    verdicts = {
        verdict.operation.name: verdict
        for verdict in assess_means(rows, FixedBlocks()).verdicts
        if verdict.threads is None and verdict.metric is Metric.RATE
    }
    copied = _copies(cells)
    found = []
    for (kind, size, test), published in PUBLISHED_QUANTUM.items():
        verdict = verdicts[f"{kind} {size} {test}"]
        why = f"Welch, n = 10, {_lead(verdict)} after correction over {len(cells)} tests"
        if (kind, size, test) in copied:
            why += "; the same numbers stand in another place: a copying error"
        found.append(
            Retold("CFQ quantum", f"{kind} {size} {test}", published, word_of(verdict), why)
        )
    return found


Place = tuple[str, str, str]


def _quantum_cells() -> dict[Place, tuple[MeanOfRuns, MeanOfRuns]]:
    """By kind of test, size and test; the fdtree times are left to their rates."""
    places = {place: ("fdtree", *name) for place, name in FDTREE.items()}
    places |= {place: ("iozone", *name) for place, name in IOZONE.items()}
    found = {}
    for row in rows_of("cfq-quantum.csv"):
        place = places.get((row["table"], row["column"]))
        if place is None or (place[0] == "fdtree" and not place[2].endswith("files_s")):
            continue
        operation = Operation(" ".join(place), " ".join(place), RateUnit.MEGABYTES, writes=False)
        four, thirty_two = (
            MeanOfRuns(
                quantum, operation, Metric.RATE, None,
                float(row[f"quantum_{quantum}_mean"]), float(row[f"quantum_{quantum}_sd"]), 10,
            )
            for quantum in ("4", "32")
        )  # fmt: skip
        found[place] = (four, thirty_two)
    return found


def _copies(cells: Mapping[Place, Sequence[MeanOfRuns]]) -> set[Place]:
    """Places with a mean and deviation that stand, to the last digit, somewhere else too."""
    seen: dict[tuple[float, float | None], list[Place]] = {}
    for place, means in cells.items():
        for mean in means:
            seen.setdefault((mean.mean, mean.deviation), []).append(place)
    return {place for places in seen.values() if len(places) > 1 for place in places}


def queue_lengths() -> list[Retold]:
    """nr_requests: two schedulers a value, which stand for two runs."""
    totals: dict[str, list[float]] = {}
    for row in rows_of("array-latency.csv"):
        if row["table"] == "array-nr-requests":
            length, depth, scheduler = row["row"].split()
            if depth == "0" and scheduler in ("cfq", "noop"):
                totals.setdefault(length, []).append(float(row["total"]))
    found = []
    for one, other, published in (("128", "4", "128"), ("128", "1024", EQUAL)):
        verdict = _of_means({name: totals[name] for name in (one, other)})
        why = f"Welch, cfq and noop as n = 2, {_lead(verdict)}"
        found.append(
            Retold("nr_requests", f"{one} against {other}", published, word_of(verdict), why)
        )
    return found


def queue_policy() -> list[Retold]:
    """NCQ on and off: the three schedulers are three blocks."""
    blocks = {
        policy: [
            float(row["total"])
            for row in sorted(rows_of("array-ncq.csv"), key=lambda each: each["scheduler"])
            if row["qpolicy"] == policy
        ]
        for policy in ("on", "off")
    }
    verdict = _of_blocks(blocks, ImportedTableMethod())
    return [
        Retold(
            "qpolicy", "on against off", "on", word_of(verdict),
            f"paired by scheduler, n = 3, {_lead(verdict)}; the text says 9 %",
        )
    ]  # fmt: skip


def layouts() -> list[Retold]:
    """md RAID 10 far against near: one run each."""
    single = {
        (row["table"], row["row"]): float(row["value"]) for row in rows_of("array-single.csv")
    }
    mixed = {
        row["row"]: float(row["total"])
        for row in rows_of("array-latency.csv")
        if row["table"] == "array-mixed-48-threads"
    }
    cases = {
        "random mix, 6 disks": (mixed["RAID10 md far"], mixed["RAID10 md near"], EQUAL),
        "sequential read, 6 disks": (
            single["array-sequential", "md RAID10 far read"],
            single["array-sequential", "md RAID10 near read"],
            "far",
        ),
        "sequential write, 6 disks": (
            single["array-sequential", "md RAID10 far write"],
            single["array-sequential", "md RAID10 near write"],
            "near",
        ),
        "sequential read, 10 disks": (
            single["array-ten-disks-sequential", "md_far"],
            single["array-ten-disks-sequential", "md_near"],
            "far",
        ),
    }
    found = []
    for subject, (far, near, published) in cases.items():
        verdict = _of_means({"far": [far], "near": [near]})
        why = f"one run each, {100 * (far / near - 1):+.0f} %: a rule, no measurement of ours"
        found.append(Retold("md far against near", subject, published, word_of(verdict), why))
    return found


@dataclass(frozen=True)
class Claim:
    """What the author says of the matrix: ``published`` is one of two sides, or "=". A side is a
    setup and a request size; ``threads`` are those that he speaks of. ``column`` is what is
    compared; of latencies the shorter wins."""

    subject: str
    published: str
    sides: Mapping[str, tuple[str, str]]
    threads: tuple[str, ...]
    column: str = "total"


MANY = ("128", "256", "384", "512", "1K", "2K")
COMMON = ("1", "16", "64", "128", "256", "512", "1K")
CLAIMS = (
    Claim("1 thread: 3ware dominates", "3w10fs",
          {"3w10fs": ("3w10fs", "512"), "md10fs": ("md10fs", "512")}, ("1",)),
    Claim("many threads: md serves more requests", "md10fs",
          {"3w10fs": ("3w10fs", "512"), "md10fs": ("md10fs", "512")}, MANY),
    Claim("many threads: 3ware limits the longest wait", "3w10fs",
          {"3w10fs": ("3w10fs", "512"), "md10fs": ("md10fs", "512")}, MANY, "read_max"),
    Claim("many threads: 3ware waits more evenly", "3w10fs",
          {"3w10fs": ("3w10fs", "512"), "md10fs": ("md10fs", "512")}, MANY, "read_sd"),
    Claim("RAID 10 against RAID 5", "3w10fs",
          {"3w10fs": ("3w10fs", "512"), "3w5fs": ("3w5fs", "512")}, COMMON),
    Claim("32K: md is barely slower", EQUAL,
          {"512": ("md10fs", "512"), "32K": ("md10fs", "32K")}, COMMON),
    Claim("32K: 3ware is reduced too severely, in fs mode", "512",
          {"512": ("3w10fs", "512"), "32K": ("3w10fs", "32K")}, COMMON),
    Claim("64K: 3ware sinks", "32K",
          {"32K": ("3w10fs", "32K"), "64K": ("3w10fs", "64K")}, COMMON),
    Claim("128K: md sinks", "64K",
          {"64K": ("md10fs", "64K"), "128K": ("md10fs", "128K")}, COMMON),
)  # fmt: skip


def matrix() -> list[Retold]:
    """Ten disks, one run each: a cell alone decides nothing, so the numbers of threads stand for
    blocks. The setups were measured one after the other: a drift between them isn't excluded."""
    rows = {
        (row["setup"], row["request_size"], row["threads"]): row
        for row in rows_of("array-matrix.csv")
    }
    found = []
    for claim in CLAIMS:
        blocks = {
            name: [
                _more_is_better(rows[setup, size, count], claim.column) for count in claim.threads
            ]
            for name, (setup, size) in claim.sides.items()
        }
        found.append(_retold("matrix", claim.subject, claim.published, blocks, "threads"))
    return found


def _more_is_better(row: Mapping[str, str], column: str) -> float:
    value = float(row[column])
    return value if column == "total" else 1 / value


def priorities() -> list[Retold]:
    """Programs of other I/O classes at once: the situations are blocks."""
    rows = rows_of("array-ionice.csv")
    totals = {(row["situation"], row["process"]): float(row["total"]) for row in rows}
    situations = tuple(dict.fromkeys(row["situation"] for row in rows))
    found = []
    for one, other, published in (
        ("realtime", "best effort", EQUAL),
        ("best effort", "idle", "best effort"),
        ("-n0", "-n7", EQUAL),
    ):
        both = [each for each in situations if {(each, one), (each, other)} <= totals.keys()]
        blocks = {name: [totals[each, name] for each in both] for name in (one, other)}
        subject = f"{one} against {other}"
        found.append(_retold("ionice", subject, published, blocks, "situations"))
    processes = ("realtime", "best effort", "idle")
    blocks = {
        name: [totals[f"three at once {name}", process] for process in processes]
        for name in ("with cfq", "without cfq")
    }
    found.append(_retold("ionice", "cfq is efficient", "with cfq", blocks, "classes"))
    return found


def time_series() -> list[Retold]:
    """MySQL: means of 12,000 samples that follow each other, of which no spread is told. "Right now
    deadline dominates", and cfq costs 2 % at most."""
    rows = {row["scheduler"]: row for row in rows_of("array-mysql-series.csv")}
    cases = (
        (
            "reads, deadline against the others",
            "reads_per_s",
            ("deadline", "noop", "cfq"),
            "deadline",
        ),
        ("reads, cfq costs 2 % at most", "reads_per_s", ("deadline", "cfq"), EQUAL),
    )
    return [
        _single("MySQL series", subject, published, {n: float(rows[n][column]) for n in names})
        for subject, column, names, published in cases
    ]


def load_times() -> list[Retold]:
    """A database, one load with each scheduler."""
    seconds = {
        row["row"]: float(row["value"])
        for row in rows_of("array-single.csv")
        if row["table"] == "database-load-times"
    }
    rates = {name: 1 / value for name, value in seconds.items()}
    return [_single("database load", "shortest time", "cfq", rates)]


def same_again() -> list[Retold]:
    """iozone repeated with nothing changed, each run as if it were another variant: the tests are
    blocks, and nobody may win."""
    rows = [row for row in rows_of("array-same-again.csv") if row["file"] == "800 MB"]
    tests = ("write", "rewrite", "random_read", "random_write")
    blocks = {f"run {row['run']}": [float(row[test]) for test in tests] for row in rows}
    return [_retold("iozone again", "800 MB, three runs", EQUAL, blocks, "tests")]


def _retold(
    source: str, subject: str, published: str, blocks: Mapping[str, Sequence[float]], what: str
) -> Retold:
    count = len(next(iter(blocks.values())))
    verdict = _of_blocks(blocks, FixedBlocks())
    why = f"paired by {count} {what}, one run each, {_lead(verdict)}"
    return Retold(source, subject, published, word_of(verdict), why)


def _single(source: str, subject: str, published: str, values: Mapping[str, float]) -> Retold:
    best, *others = sorted(values.values(), reverse=True)
    verdict = _of_means({name: [value] for name, value in values.items()})
    lead = 100 * (best / others[0] - 1)
    why = f"one number each, {lead:+.1f} % ahead of the next, no spread is told"
    return Retold(source, subject, published, word_of(verdict), why)


_TOTAL = Operation("total", "Total", RateUnit.REQUESTS, writes=True)


def _of_means(values: Mapping[str, Sequence[float]]) -> Verdict:
    rows = [
        MeanOfRuns(
            name, _TOTAL, Metric.RATE, None, statistics.fmean(runs),
            statistics.stdev(runs) if len(runs) > 1 else None, len(runs),
        )
        for name, runs in values.items()
    ]  # fmt: skip
    return next(
        item for item in assess_means(rows, FixedBlocks()).verdicts if item.metric is Metric.RATE
    )


def _of_blocks(values: Mapping[str, Sequence[float]], method: StatisticalMethod) -> Verdict:
    runs = [
        Measurement(
            variant=name, operation=_TOTAL, threads=1, repeat=repeat, index=0, started_at="",
            duration_s=0.0, rate_mb_s=None, iops=value, latency_mean_ms=None, latency_p50_ms=None,
            latency_p95_ms=None, latency_p99_ms=None, latency_p999_ms=None, system_cpu_s=None,
            user_cpu_s=None, bytes_moved=0,
        )
        for name, blocks in values.items()
        for repeat, value in enumerate(blocks)
    ]  # fmt: skip
    return judge_measurements(runs, method)[0]


def word_of(verdict: Verdict) -> str:
    if verdict.state is State.BETTER:
        return verdict.winner or ""
    return EQUAL if verdict.state is State.EQUAL else UNDECIDED


def _lead(verdict: Verdict) -> str:
    if verdict.effect_percent is None or verdict.p_value is None:
        return "no spread is told"
    low, high = verdict.interval_percent or (math.nan, math.nan)
    return (
        f"{verdict.best[0]} {verdict.effect_percent:+.1f} % ({low:+.1f} … {high:+.1f}), "
        f"p = {verdict.p_value:.2g}"
    )
