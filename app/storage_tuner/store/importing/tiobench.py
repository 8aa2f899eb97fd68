"""Parses the tables of tiotest and of tiobench, which runs it. Their megabytes are 2²⁰ bytes, and
each thread has one request in flight."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.message import sentence
from storage_tuner.store.importing.operations import MEBIBYTE, access
from storage_tuner.store.importing.records import ReportedFacts, run, session
from storage_tuner.store.importing.text import TextLine, lines_of
from storage_tuner.store.importing.values import MOST_RUNS, Problems, quoted

_RESULTS = re.compile(r"Tiotest results for (\d{1,7}) concurrent io threads:")
_COMMAND = re.compile(r".*\btiotest .*?-b ?(\d{1,10})\b.*")
_ITEM = r"\| ?(?P<item>Random Write|Random Read|Write|Read) "
_RATE = re.compile(
    _ITEM + r"\d{1,12} MBs ?\| ?(?P<time>\d{1,9}\.\d{1,3}) s ?\|"
    r" ?(?P<rate>\d{1,12}(?:\.\d{1,6})?) MB/s ?\|.*"
)
_LATENCY = re.compile(
    _ITEM + r"\| ?(?P<mean>\d{1,12}\.\d{1,6}) ms ?\| ?(?P<most>\d{1,12}\.\d{1,6}) ms ?\|.*"
)
_SECTION = re.compile(r" ?(Sequential|Random) (Reads|Writes) ?")
_HEADER = re.compile(r"Identifier\s+Size\s+Size\s+Thr\s+Rate\b")
_ROW = re.compile(
    r"(?P<identifier>\S.{0,80}?) (?P<size>\d{1,9}) (?P<block>\d{1,9}) (?P<threads>\d{1,6})"
    r" (?P<rate>\d{1,12}(?:\.\d{1,6})?) (?:[\d.]{1,12}%|#{1,12}) (?P<mean>\d{1,12}\.\d{1,6})"
    r" (?P<most>\d{1,12}\.\d{1,6}) [\d.]{1,12} [\d.]{1,12}(?: [\d.]{1,12})? ?"
)

CACHED = sentence(
    "The page cache wasn't bypassed, as tiotest can't, so results may be those of memory "
    "instead of the disk."
)


def is_tiotest(text: str) -> bool:
    return _RESULTS.search(text) is not None


def is_tiobench(text: str) -> bool:
    return _HEADER.search(text) is not None


@dataclass
class _State:
    """The state of parsing tiotest's tables: runs by name."""

    threads: int | None = None
    block_bytes: int | None = None
    open: dict[str, Measurement] = field(default_factory=dict)
    done: list[Measurement] = field(default_factory=list)

    def close(self) -> None:
        self.done.extend(self.open.values())
        self.open = {}


def read_tiotest(text: str, variant: str, problems: Problems) -> tuple[SessionRecord, ...]:
    """One session of all tables. The request size is known if the command is included."""
    state = _State()
    for line in lines_of(text):
        words = line.words
        if len(state.done) >= MOST_RUNS:
            break
        if reported := _COMMAND.fullmatch(words):
            state.block_bytes = int(reported[1]) or None
        elif reported := _RESULTS.search(words):
            state.close()
            state.threads = int(reported[1]) or None
        elif reported := _RATE.fullmatch(words):
            _add_rate(reported, variant, state, line, problems)
        elif reported := _LATENCY.fullmatch(words):
            _add_latency(reported, state)
        elif re.match(_ITEM, words):
            problems.add(line.number, sentence("can't be parsed: {line}", line=quoted(line.text)))
    state.close()
    return (session(state.done, ReportedFacts(caveats=(CACHED,))),) if state.done else ()


def _add_rate(
    reported: re.Match[str], variant: str, state: _State, line: TextLine, problems: Problems
) -> None:
    rate = float(reported["rate"])
    if state.threads is None or not rate or reported["item"] in state.open:
        problems.add(line.number, sentence("can't be parsed: {line}", line=quoted(line.text)))
        return
    operation = access(
        random=reported["item"].startswith("Random"),
        writes=reported["item"].endswith("Write"),
        block_bytes=state.block_bytes,
    ).operation
    state.open[reported["item"]] = run(
        variant,
        operation,
        state.threads,
        rate_mb_s=rate * MEBIBYTE / 1e6,
        duration_s=float(reported["time"]),
    )


def _add_latency(reported: re.Match[str], state: _State) -> None:
    """Add the latencies of the preceding table. Times of zero weren't measured precisely enough."""
    if (before := state.open.get(reported["item"])) is not None:
        state.open[reported["item"]] = replace(
            before,
            latency_mean_ms=float(reported["mean"]) or None,
            latency_max_ms=float(reported["most"]) or None,
        )


def read_tiobench(text: str, variant: str, problems: Problems) -> tuple[SessionRecord, ...]:
    """One session for each identifier and file size; a single identifier says less than the file's
    name and is omitted."""
    found: dict[tuple[str, int], list[Measurement]] = {}
    for identifier, size, each in _rows(text, problems):
        found.setdefault((identifier, size), []).append(each)
    several = len({identifier for identifier, _ in found}) > 1
    return tuple(
        session(
            [replace(each, variant=identifier if several else variant) for each in runs],
            ReportedFacts(
                size_bytes=size * MEBIBYTE or None,
                caveats=(CACHED,),
            ),
        )
        for (identifier, size), runs in found.items()
    )


def _rows(text: str, problems: Problems) -> Iterator[tuple[str, int, Measurement]]:
    section: re.Match[str] | None = None
    in_table = False
    count = 0
    for line in lines_of(text):
        words = line.words
        if reported := _SECTION.fullmatch(words):
            section, in_table = reported, False
        elif _HEADER.search(words):
            in_table = True
        elif not in_table or set(words) <= set("- ="):
            continue
        elif (row := _ROW.fullmatch(words)) and section and float(row["rate"]):
            if count >= MOST_RUNS:
                return
            count += 1
            yield quoted(row["identifier"]), int(row["size"]), _run(row, section)
        else:
            problems.add(line.number, sentence("can't be parsed: {line}", line=quoted(line.text)))


def _run(row: re.Match[str], section: re.Match[str]) -> Measurement:
    operation = access(
        random=section[1] == "Random",
        writes=section[2] == "Writes",
        block_bytes=int(row["block"]) or None,
    ).operation
    return run(
        "",
        operation,
        max(int(row["threads"]), 1),
        rate_mb_s=float(row["rate"]) * MEBIBYTE / 1e6,
        latency_mean_ms=float(row["mean"]) or None,
        latency_max_ms=float(row["most"]) or None,
    )
