"""The published numbers, judged by us: where they support the published verdicts, and where not."""

from __future__ import annotations

import csv
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.advice.means import judge_means
from storage_tuner.advice.methods import FixedBlocks, Imported
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.core.means import MeanOfRuns
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.verdict import State, Verdict
from storage_tuner.core.workload import Operation, RateUnit
from storage_tuner.store.knowledge_files import read_knowledge
from tests.unit.store.test_published_numbers import CASES, FDTREE, IOZONE, PUBLISHED, WORDS

EQUAL, UNDECIDED = "=", "undecided"
SMALL = 0.01
"""The margin for the article about CFQ's quantum, which calls differences of 1.5 % one."""


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
    def line(self) -> str:
        sign = "   " if self.agrees else "≠  "
        return (
            f"{sign}{self.source}, {self.subject}: published {self.published}, judged "
            f"{self.judged} ({self.why})"
        )


def everything() -> list[Retold]:
    return [*tables_1_to_8(), *cfq_quantum(), *queue_lengths(), *queue_policy(), *layouts()]


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
        for verdict in judge_means(rows, FixedBlocks(margin=SMALL))
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
    verdict = _of_blocks(blocks)
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


_TOTAL = Operation("total", "Total", RateUnit.REQUESTS, writes=True)


def _of_means(values: Mapping[str, Sequence[float]]) -> Verdict:
    rows = [
        MeanOfRuns(
            name, _TOTAL, Metric.RATE, None, statistics.fmean(runs),
            statistics.stdev(runs) if len(runs) > 1 else None, len(runs),
        )
        for name, runs in values.items()
    ]  # fmt: skip
    return next(item for item in judge_means(rows, FixedBlocks()) if item.metric is Metric.RATE)


def _of_blocks(values: Mapping[str, Sequence[float]]) -> Verdict:
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
    return judge_measurements(runs, Imported())[0]


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
