"""Parses fio's JSON and JSON+ of every version since 3.0.

A file may contain warnings, fio's own tables and several documents: those printed by
``--status-interval`` are states of one run, of which the last counts; others are separate runs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby, islice

from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.message import Message, listed, sentence
from storage_tuner.core.workload import Operation
from storage_tuner.fio.result import FioResult, measured
from storage_tuner.fio.slices import PERCENTILES, percentiles
from storage_tuner.store.importing.fio_options import Options
from storage_tuner.store.importing.json_documents import Document, documents_in
from storage_tuner.store.importing.operations import DiskAccess, access
from storage_tuner.store.importing.records import ReportedFacts, session
from storage_tuner.store.importing.values import MOST_PROBLEMS, MOST_RUNS, Problems, quoted
from storage_tuner.typed_documents import Json, at, is_measurable, is_number

FORM = "fio JSON"

_VERSION = re.compile(r"fio-(\d{1,3})\.(\d{1,3})")
_FIRST = (3, 0)
"""Earlier versions counted ``io_bytes`` in KiB and times in microseconds."""

_COMPLAINT = re.compile(r"^fio: (.{0,200}?(?:error|err=|failed).{0,80})", re.MULTILINE)
_KINDS = ("mixed", "read", "write")
_SLACK_MS = 2000
"""The longest delay between taking a run's state and printing it."""

NO_DIRECT = sentence(
    "The page cache wasn't bypassed (fio's direct=1), so results may be those of memory "
    "instead of the disk."
)


@dataclass(frozen=True)
class FioDocument:
    """The content of one document. ``moment_ms`` is when it was printed, since 1970; None:
    unknown."""

    line: int
    version: str
    moment_ms: float | None
    jobs: tuple[Job, ...]
    busy: float | None


@dataclass(frozen=True)
class Job:
    """One entry of ``jobs``; those with the same ``group`` worked at the same time."""

    name: str
    group: int
    options: Options
    error: int
    started_ms: float | None
    system_cpu_s: float | None
    user_cpu_s: float | None
    directions: tuple[Direction, ...]


@dataclass(frozen=True)
class Direction:
    """A job's reads or writes ("mixed": both in one), without the CPU time, which is the job's.
    ``bins`` maps latencies in ns to the number of requests that took that long; JSON+ only."""

    kind: str
    result: FioResult
    latency_count: int
    bins: dict[int, int]


def is_fio(text: str) -> bool:
    return '"fio version"' in text and '"jobs"' in text


def read_fio(text: str, variant: str, problems: Problems) -> tuple[SessionRecord, ...]:
    """One session of one variant, or nothing. If jobs of different names did the same, their names
    become variants."""
    documents = _final(
        [
            found
            for document in documents_in(text, problems)
            if (found := _document(document, problems)) is not None
        ]
    )
    _add_complaints(text, problems)
    runs = [run for document in documents for run in _runs(document, variant, problems)]
    if not runs:
        return ()
    return tuple(
        session(part, _reported_facts(documents)) for part in _by_variant(runs[:MOST_RUNS])
    )


def _add_complaints(text: str, problems: Problems) -> None:
    line, counted_to = 1, 0
    for found in islice(_COMPLAINT.finditer(text), MOST_PROBLEMS):
        line += text.count("\n", counted_to, found.start())
        counted_to = found.start()
        problems.add(line, sentence("fio reports: {text}", text=quoted(found[1])))


def _by_variant(runs: Sequence[Measurement]) -> Iterator[list[Measurement]]:
    for name in dict.fromkeys(run.variant for run in runs):
        yield [run for run in runs if run.variant == name]


def _document(document: Document, problems: Problems) -> FioDocument | None:
    """The parsed document; None, with a problem noted, if it isn't a fio result."""
    content, line = document.content, document.line
    version = content.get("fio version")
    if not isinstance(version, str):
        problems.add(line, sentence("this JSON isn't from fio: it has no 'fio version'"))
        return None
    known = _VERSION.search(version)
    if known and (int(known[1]), int(known[2])) < _FIRST:
        problems.add(
            line,
            sentence(
                "it is from {version}; only 3.0 and later are supported", version=quoted(version)
            ),
        )
        return None
    if document.doubled:
        problems.add(
            line,
            sentence(
                "duplicate keys with different values were left out: {keys}",
                keys=quoted(", ".join(document.doubled)),
            ),
        )
    entries = content.get("jobs")
    if not isinstance(entries, list):
        problems.add(line, sentence("it contains no jobs"))
        return None
    jobs = [_job(entry, content.get("global options")) for entry in entries]
    if None in jobs:
        problems.add(line, sentence("some of its jobs can't be parsed"))
    for place in _odd_counts(entries):
        problems.add(line, sentence("{place} isn't a whole number", place=place))
    moment = _number(content, "timestamp_ms")
    if moment is None and (seconds := _number(content, "timestamp")) is not None:
        moment = seconds * 1000
    return FioDocument(
        line,
        f"{known[1]}.{known[2]}" if known else "",
        moment,
        tuple(job for job in jobs if job is not None),
        _busy(content.get("disk_util")),
    )


def _job(entry: Json, global_options: Json) -> Job | None:
    if not isinstance(entry, dict):
        return None
    name = entry.get("jobname")
    directions = {kind: found for kind in _KINDS if (found := _direction(entry, kind))}
    if len(directions) > 1:
        directions.pop("mixed", None)
    return Job(
        name=quoted(name) if isinstance(name, str) else "",
        group=int(_number(entry, "groupid") or 0),
        options=Options.of(global_options, entry.get("job options")),
        error=int(_number(entry, "error") or 0),
        started_ms=_number(entry, "job_start"),
        system_cpu_s=_cpu_seconds(entry, "sys_cpu"),
        user_cpu_s=_cpu_seconds(entry, "usr_cpu"),
        directions=tuple(directions.values()),
    )


def _odd_counts(entries: Sequence[Json]) -> Iterator[str]:
    """The positions of numbers that can't be counts."""
    for number, entry in enumerate(entries):
        for kind in _KINDS:
            for key in ("io_bytes", "total_ios"):
                if _number(entry, kind, key) is not None and _count(entry, kind, key) is None:
                    yield f"jobs[{number}].{kind}.{key}"


def _direction(entry: dict[str, Json], kind: str) -> Direction | None:
    """The direction; None if no data was transferred."""
    figures = entry.get(kind)
    moved, requests = _count(figures, "io_bytes"), _count(figures, "total_ios")
    runtime_ms = _number(figures, "runtime")
    if not moved or not requests or not runtime_ms:
        return None
    percentiles_ms = {
        name: value / 1e6
        for name in PERCENTILES
        if (value := _number(figures, "clat_ns", "percentile", name)) is not None
    }
    mean_ms = _milliseconds(figures, "mean")
    result = FioResult(
        duration_s=runtime_ms / 1000,
        bytes_moved=moved,
        requests=requests,
        latency_mean_ms=mean_ms,
        percentiles_ms=percentiles_ms if mean_ms else {},
        system_cpu_s=None,
        user_cpu_s=None,
        latency_min_ms=_milliseconds(figures, "min"),
        latency_max_ms=_milliseconds(figures, "max"),
        latency_sd_ms=_milliseconds(figures, "stddev"),
    )
    counted = _count(figures, "lat_ns", "N") or requests
    return Direction(kind, result, counted, _bins(at(figures, "clat_ns", "bins")))


def _bins(found: object) -> dict[int, int]:
    if not isinstance(found, dict):
        return {}
    return {
        int(key): count
        for key in found
        if key.isdecimal() and len(key) < 16 and (count := _count(found, key))
    }


def _final(documents: Sequence[FioDocument]) -> list[FioDocument]:
    """The documents that aren't continued by the next one."""
    return [
        document
        for number, document in enumerate(documents)
        if number + 1 == len(documents) or not _goes_on(document, documents[number + 1])
    ]


def _goes_on(earlier: FioDocument, later: FioDocument) -> bool:
    """Return whether both are states of one run: no counter decreased, and growing ones have been
    running since the same time. Two runs of the same kind would have started at different times."""
    if earlier.moment_ms is None or later.moment_ms is None or later.moment_ms < earlier.moment_ms:
        return False
    before, after = _states(earlier), _states(later)
    if not set(before) <= set(after):
        return False
    if any(
        after[key][0] < moved or after[key][1] < spent for key, (moved, spent) in before.items()
    ):
        return False
    grown = [key for key in after if after[key] != before.get(key)]
    if not grown:
        return True
    slack = min(_SLACK_MS, *(max(after[key][1] * 500, 50) for key in grown))
    passed_s = (later.moment_ms - earlier.moment_ms + slack) / 1000
    return all(after[key][1] - before.get(key, (0, 0.0))[1] <= passed_s for key in grown) and any(
        key not in before
        or abs(
            (later.moment_ms - after[key][1] * 1000) - (earlier.moment_ms - before[key][1] * 1000)
        )
        <= slack
        for key in grown
    )


def _states(document: FioDocument) -> dict[tuple[int, str], tuple[int, float]]:
    return {
        (place, each.kind): (each.result.bytes_moved, each.result.duration_s)
        for place, job in enumerate(document.jobs)
        for each in job.directions
    }


def _runs(document: FioDocument, variant: str, problems: Problems) -> Iterator[Measurement]:
    """One run for each kind of job and direction."""
    usable = []
    for job in document.jobs:
        if job.error:
            problems.add(
                document.line,
                sentence("the job {name} ended with error {error}", name=job.name, error=job.error),
            )
        elif not job.directions:
            problems.add(
                document.line, sentence("the job {name} transferred nothing", name=job.name or "?")
            )
        else:
            usable.append(job)
    found: dict[tuple[Operation, int], list[tuple[str, Measurement]]] = {}
    groups = {job.group for job in document.jobs}
    for _, clones in groupby(usable, key=lambda job: (job.group, job.name)):
        jobs = list(clones)
        alone = len(groups) == 1
        for run in _of_clones(jobs, document, variant, alone=alone):
            found.setdefault((run.operation, run.threads), []).append((jobs[0].name, run))
    for cell in found.values():
        names = {name for name, _ in cell}
        for name, run in cell:
            yield run if len(names) == 1 else replace(run, variant=name or variant)


def _of_clones(
    jobs: Sequence[Job], document: FioDocument, variant: str, *, alone: bool
) -> Iterator[Measurement]:
    """The run of one job's entries, one per thread unless fio added them up. ``alone``: the
    document has nothing that ran before or after them."""
    options = jobs[0].options
    threads = len(jobs) if len(jobs) > 1 else options.threads
    for kind in dict.fromkeys(each.kind for job in jobs for each in job.directions):
        parts = [each for job in jobs for each in job.directions if each.kind == kind]
        whole = _added(parts)
        result = whole.result
        started_ms = min((job.started_ms for job in jobs if job.started_ms), default=None)
        if started_ms is None and alone and document.moment_ms is not None:
            started_ms = document.moment_ms - result.duration_s * 1000
        one_direction = all(len(job.directions) == 1 for job in jobs)
        if one_direction:
            result = replace(
                result,
                system_cpu_s=_sum(job.system_cpu_s for job in jobs),
                user_cpu_s=_sum(job.user_cpu_s for job in jobs),
            )
        operation = _access(options, whole, several=not one_direction).operation
        run = measured(result, variant, operation, threads, _iso(started_ms))
        yield replace(run, utilisation=document.busy if alone else None)


def _added(parts: Sequence[Direction]) -> Direction:
    """Sums the threads that ran at the same time, as fio does. Percentiles can't be added, but can
    be computed from all histograms (JSON+)."""
    if len(parts) == 1:
        return parts[0]
    bins: dict[int, int] = {}
    if all(part.bins for part in parts):
        for part in parts:
            for latency, count in part.bins.items():
                bins[latency] = bins.get(latency, 0) + count
    count = sum(part.latency_count for part in parts)
    results = [part.result for part in parts]
    total_ms = _sum(
        None
        if part.result.latency_mean_ms is None
        else part.result.latency_mean_ms * part.latency_count
        for part in parts
    )
    lowest = [each.latency_min_ms for each in results if each.latency_min_ms is not None]
    highest = [each.latency_max_ms for each in results if each.latency_max_ms is not None]
    result = FioResult(
        duration_s=max(each.duration_s for each in results),
        bytes_moved=sum(each.bytes_moved for each in results),
        requests=sum(each.requests for each in results),
        latency_mean_ms=None if total_ms is None or not count else total_ms / count,
        percentiles_ms=percentiles(bins),
        system_cpu_s=None,
        user_cpu_s=None,
        latency_min_ms=min(lowest, default=None),
        latency_max_ms=max(highest, default=None),
    )
    return Direction(parts[0].kind, result, count, bins)


def _access(options: Options, whole: Direction, *, several: bool) -> DiskAccess:
    """The access that the figures describe; the request size is the counted one if all had the
    same."""
    mode = options.mode
    writes = whole.kind == "write" or (whole.kind == "mixed" and mode not in ("read", "randread"))
    block, depth = _block(options, whole, writes=writes), options.queue_depth
    random = mode.startswith("rand") if mode else False
    if mode is None:
        name, label = ("write", sentence("Write")) if writes else ("read", sentence("Read"))
        return DiskAccess(f"{name}-somehow", label, random, writes, block, depth)
    if whole.kind == "mixed":
        share = options.read_percent
        word, label = (
            ("rand", sentence("Random mix with {share} % reads", share=share))
            if random
            else ("seq", sentence("Sequential mix with {share} % reads", share=share))
        )
        return DiskAccess(f"{word}-mix-{share}", label, random, True, block, depth)
    beside = None
    if several:
        beside = options.read_percent if writes else 100 - options.read_percent
    return access(random=random, writes=writes, block_bytes=block, queue_depth=depth, beside=beside)


def _block(options: Options, whole: Direction, *, writes: bool) -> int | None:
    if options.has_several_sizes:
        return None
    size, rest = divmod(whole.result.bytes_moved, whole.result.requests)
    if rest == 0:
        return size
    reported = options.block_bytes(writes)
    mean = whole.result.bytes_moved / whole.result.requests
    return reported if reported and abs(mean / reported - 1) < 0.01 else None


def _reported_facts(documents: Sequence[FioDocument]) -> ReportedFacts:
    """The facts that all jobs share."""
    jobs = [job for document in documents for job in document.jobs]
    moments = [document.moment_ms for document in documents if document.moment_ms is not None]
    sizes = {job.options.size_bytes for job in jobs}
    devices, paths = {job.options.device for job in jobs}, {job.options.path for job in jobs}
    return ReportedFacts(
        created_at=_iso(min(moments, default=None)),
        fio=documents[0].version,
        device=devices.pop() if len(devices) == 1 else None,
        path=paths.pop() if len(paths) == 1 else None,
        size_bytes=sizes.pop() if len(sizes) == 1 else None,
        caveats=tuple(_caveats(documents, jobs)),
    )


def _caveats(documents: Iterable[FioDocument], jobs: Iterable[Job]) -> Iterator[Message]:
    if any(job.options.bypasses_cache is False for job in jobs):
        yield NO_DIRECT
    together = dict.fromkeys(
        tuple(names)
        for document in documents
        for _, group in groupby(document.jobs, key=lambda job: job.group)
        if len(names := dict.fromkeys(job.name for job in group)) > 1
    )
    for jobs_of_group in together:
        yield sentence("These jobs ran at the same time: {jobs}.", jobs=listed(jobs_of_group))


def _cpu_seconds(entry: dict[str, Json], key: str) -> float | None:
    """As ``fio.result.cpu_seconds``, for unchecked values."""
    share, runtime_ms = _number(entry, key), _number(entry, "job_runtime")
    return None if share is None or runtime_ms is None else share / 100 * runtime_ms / 1000


def _busy(disks: Json) -> float | None:
    """The share of time in which the disk was busy; None if unknown."""
    if not isinstance(disks, list) or len(disks) != 1:
        return None
    percent = _number(disks[0], "util")
    return None if percent is None else min(percent / 100, 1.0)


def _sum(values: Iterable[float | None]) -> float | None:
    known = list(values)
    return None if None in known else math.fsum(value for value in known if value is not None)


def _number(found: object, *keys: str) -> float | None:
    """A plausible figure; None for anything else."""
    value = at(found, *keys)
    return float(value) if is_number(value) and value >= 0 and is_measurable(value) else None


def _count(found: object, *keys: str) -> int | None:
    """As ``_number``, for integers."""
    value = _number(found, *keys)
    return int(value) if value is not None and value.is_integer() else None


def _milliseconds(figures: object, key: str) -> float | None:
    value = _number(figures, "lat_ns", key)
    return value / 1e6 if value else None


def _iso(moment_ms: float | None) -> str:
    """The time in UTC; "" for None and for a time outside this millennium."""
    if moment_ms is None or not 0 < moment_ms < 32503680000000:
        return ""
    return datetime.fromtimestamp(moment_ms / 1000, UTC).isoformat(timespec="milliseconds")
