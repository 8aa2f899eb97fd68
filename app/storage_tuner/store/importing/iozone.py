"""Parses iozone's output: its table, its throughput test, its report for spreadsheets.

iozone's kB are 1024 bytes. Each thread has one request in flight. A session covers one file size:
files that fit into memory measure the memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.message import sentence
from storage_tuner.store.importing.operations import KIBIBYTE, DiskAccess, access
from storage_tuner.store.importing.records import ReportedFacts, run, session
from storage_tuner.store.importing.text import TextLine, lines_of
from storage_tuner.store.importing.values import MOST_RUNS, Problems, quoted

FORM = "iozone"

_MARKS = re.compile(
    r"Iozone: Performance Test of File I/O|Children see throughput for|"
    r"^[ \t]{0,40}\"(?:Writer|Reader) report\"|^[ \t]{0,40}(?:KB|kB)[ \t]{1,9}reclen[ \t]",
    re.MULTILINE,
)
_HEADER = re.compile(r"^[ \t]{0,40}(?:KB|kB)[ \t]{1,9}reclen[ \t]", re.MULTILINE)
_ROW = re.compile(r"[\d\s]+")
_COMMAND = re.compile(r"Command line used: (.*)")
_TESTS = re.compile(r" -i ?(\d{1,2})\b")
_CHILDREN = re.compile(
    r"(?P<who>Children see|Parent sees) throughput for (?P<threads>\d{1,7}) "
    r"(?P<test>[A-Za-z -]{1,40}?) ?= ?(?P<rate>\d{1,15}(?:\.\d{1,6})?) ?(?P<unit>\w{1,12})/sec ?"
)
_RECORD = re.compile(r"Record Size (\d{1,9}) (?:kB|KB) ?")
_FILE = re.compile(r"File size set to (\d{1,15}) (?:kB|KB) ?")
_BEGAN = re.compile(r"Run began: (?:\w{3} )?(\w{3} {1,2}\d{1,2} \d\d:\d\d:\d\d \d{4})")
_REPORT = re.compile(r'"([A-Za-z -]+) report" ?')
_CELLS = re.compile(r'"(\d{1,15})" ([\d ]*)')
_SIZES = re.compile(r'(?:"\d{1,9}" ?)+')
_OTHER_UNITS = re.compile(r"(?:OPS Mode\b|Microseconds/op Mode\b).*", re.IGNORECASE)

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

_OF_TEST = {0: (0, 1), 1: (2, 3), 2: (4, 5), 3: (6,), 4: (7,), 5: (8,), 6: (9, 10), 7: (11, 12)}
"""Columns that a test (``-i``) fills."""

_ENDS = (33, 42, 51, 60, 69, 78, 87, 97, 107, 116, 125, 134, 143)
"""The end positions of the columns in the current table, which leaves cells empty."""

_OF_CHILDREN = {
    "initial writers": "write",
    "rewriters": "rewrite",
    "readers": "read",
    "re-readers": "reread",
    "random readers": "random read",
    "random writers": "random write",
    "reverse readers": "backward read",
    "stride readers": "strided read",
    "fwriters": "fwrite",
    "freaders": "fread",
    "pwrite writers": "pwrite",
    "pread readers": "pread",
}
_OF_REPORT = {
    "Writer": "write",
    "Re-writer": "rewrite",
    "Reader": "read",
    "Re-Reader": "reread",
    "Random read": "random read",
    "Random write": "random write",
    "Backward read": "backward read",
    "Record rewrite": "record rewrite",
    "Stride read": "strided read",
    "Fwrite": "fwrite",
    "Re-Fwrite": "frewrite",
    "Fread": "fread",
    "Re-Fread": "freread",
}
_COLUMNS = tuple(_OF_REPORT.values())
"""The reports come in the order of the table's columns."""

_LABELS = {
    "rewrite": sentence("Sequential rewrite"),
    "reread": sentence("Sequential reread"),
    "backward read": sentence("Backward sequential read"),
    "record rewrite": sentence("Record rewrite"),
    "strided read": sentence("Strided read"),
    "fwrite": sentence("Sequential write (fwrite)"),
    "frewrite": sentence("Sequential rewrite (frewrite)"),
    "fread": sentence("Sequential read (fread)"),
    "freread": sentence("Sequential reread (freread)"),
    "pwrite": sentence("Sequential write (pwrite)"),
    "pread": sentence("Sequential read (pread)"),
}

CACHED = sentence(
    "The page cache wasn't bypassed (IOzone's -I), so results may be those of memory "
    "instead of the disk."
)
APART = sentence(
    "IOzone's child and parent processes report different throughput, because some threads "
    "ended early. The values of the children are used."
)


_Sized = tuple[int | None, Measurement]
"""A run with the size of its file in bytes; None: unknown."""


@dataclass
class _State:
    """The state up to the current line. ``counts`` is False where the figures aren't in bytes
    per second."""

    variant: str
    reported: ReportedFacts
    problems: Problems
    tests: tuple[int, ...] = ()
    block_bytes: int | None = None
    file_bytes: int | None = None
    report: str | None = None
    sizes: tuple[int, ...] = ()
    children: float | None = None
    in_operations: bool = False
    counts: bool = True


def is_iozone(text: str) -> bool:
    return _MARKS.search(text) is not None


def read_iozone(text: str, variant: str, problems: Problems) -> tuple[SessionRecord, ...]:
    """One session for each file size."""
    state = _State(variant, ReportedFacts(), problems)
    state.reported = _circumstances(text)
    has_table = _HEADER.search(text) is not None
    found: list[_Sized] = []
    for line in lines_of(text):
        for each in _read(line, state, reports=not has_table):
            if len(found) < MOST_RUNS:
                found.append(each)
    return tuple(
        session(
            [each for of_size, each in found if of_size == size],
            replace(state.reported, size_bytes=size),
        )
        for size in dict.fromkeys(size for size, _ in found)
    )


def _circumstances(text: str) -> ReportedFacts:
    direct = "O_DIRECT feature enabled" in text
    began = _BEGAN.search(text)
    return ReportedFacts(
        created_at=_moment(began[1]) if began else "", caveats=() if direct else (CACHED,)
    )


def _moment(text: str) -> str:
    """``Nov 22 13:00:02 2026`` as ISO 8601, without a zone."""
    month, day, clock, year = text.split()
    if month not in _MONTHS:
        return ""
    return f"{year}-{_MONTHS.index(month) + 1:02}-{int(day):02}T{clock}"


def _read(line: TextLine, state: _State, *, reports: bool) -> Iterator[_Sized]:
    """The figures of a line, each with its file size; other information is stored in ``state``."""
    words = line.words
    if reported := _COMMAND.fullmatch(words):
        state.tests = tuple(sorted({int(each) for each in _TESTS.findall(f" {reported[1]}")}))
    elif reported := _RECORD.fullmatch(words):
        state.block_bytes = int(reported[1]) * KIBIBYTE or None
    elif reported := _FILE.fullmatch(words):
        state.file_bytes = int(reported[1]) * KIBIBYTE or None
    elif _OTHER_UNITS.fullmatch(words):
        state.in_operations = "OPS" in line.text
        state.counts = state.in_operations
        if not state.counts:
            state.problems.add(
                line.number, sentence("times instead of throughput aren't supported")
            )
    elif reported := _CHILDREN.fullmatch(words):
        yield from _throughput(line, reported, state)
    elif _ROW.fullmatch(line.text):
        yield from _table_row(line, state)
    elif reported := _REPORT.fullmatch(words):
        state.report = _OF_REPORT.get(reported[1])
        if reports and state.report is None:
            state.problems.add(line.number, sentence("unknown report: {line}", line=quoted(words)))
    elif reports and state.report:
        yield from _report_row(line, state)


def _table_row(line: TextLine, state: _State) -> Iterator[_Sized]:
    words = line.text.split()
    columns = _columns(line.text, words[2:], state.tests)
    if not state.counts:
        return
    if columns is None or any(len(word) > 15 for word in words):
        state.problems.add(
            line.number,
            sentence("the columns can't be identified: {line}", line=quoted(line.text)),
        )
        return
    size, block = (int(word) * KIBIBYTE for word in words[:2])
    for column, word in zip(columns, words[2:], strict=True):
        if block and int(word):
            yield size or None, _run(state, _COLUMNS[column], 1, block, float(word))


def _columns(text: str, figures: Sequence[str], tests: Sequence[int]) -> Sequence[int] | None:
    """The columns that the figures of a row belong to: all columns if complete, else those of the
    tests on the command line, else those at their positions; None if unknown."""
    if not figures:
        return None
    if len(figures) == len(_COLUMNS):
        return range(len(_COLUMNS))
    of_tests = [column for test in tests for column in _OF_TEST.get(test, ())]
    if len(of_tests) == len(figures):
        return of_tests
    ends = [match.end() for match in re.finditer(r"\d+", text)][2:]
    if set(ends) <= set(_ENDS):
        return [_ENDS.index(end) for end in ends]
    return None


def _throughput(line: TextLine, reported: re.Match[str], state: _State) -> Iterator[_Sized]:
    rate = float(reported["rate"])
    if reported["who"] == "Parent sees":
        apart = state.children is not None and rate < 0.9 * state.children
        if apart and APART not in state.reported.caveats:
            state.reported = replace(state.reported, caveats=(*state.reported.caveats, APART))
        return
    state.children = rate
    test, unit = _OF_CHILDREN.get(reported["test"].strip().lower()), reported["unit"].lower()
    threads = int(reported["threads"])
    if test is None or unit not in ("kb", "kbytes", "ops") or not threads or not rate:
        state.problems.add(line.number, sentence("can't be parsed: {line}", line=quoted(line.text)))
        return
    state.in_operations = unit == "ops"
    yield state.file_bytes, _run(state, test, threads, state.block_bytes, rate)


def _report_row(line: TextLine, state: _State) -> Iterator[_Sized]:
    words = line.words
    if _SIZES.fullmatch(words):
        sizes = re.findall(r'"(\d+)"', words)
        state.sizes = tuple(int(size) * KIBIBYTE for size in sizes)
        return
    row = _CELLS.fullmatch(words)
    figures = row[2].split() if row else []
    if row is None or len(figures) > len(state.sizes) or any(len(each) > 15 for each in figures):
        state.report = None
        return
    assert state.report is not None
    for block, figure in zip(state.sizes, figures, strict=False):
        if block and int(figure):
            yield (
                int(row[1]) * KIBIBYTE or None,
                _run(state, state.report, 1, block, float(figure)),
            )


def _run(
    state: _State, test: str, threads: int, block_bytes: int | None, figure: float
) -> Measurement:
    """A run; ``figure`` is in KiB/s, or in requests per second."""
    operation = _access(test, block_bytes).operation
    if state.in_operations:
        return run(state.variant, operation, threads, iops=figure)
    return run(state.variant, operation, threads, rate_mb_s=figure * KIBIBYTE / 1e6)


def _access(test: str, block_bytes: int | None) -> DiskAccess:
    random, writes = test.startswith("random"), "write" in test
    if test in _LABELS:
        name = f"iozone-{test.replace(' ', '-')}"
        return DiskAccess(name, _LABELS[test], random, writes, block_bytes)
    return access(random=random, writes=writes, block_bytes=block_bytes)
