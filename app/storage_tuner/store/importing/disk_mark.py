"""Parses the text that KDiskMark and CrystalDiskMark save or copy.

Figures belong to a section such as ``[Read]``, or are labelled themselves. The operations are those
of the workloads ``cdm-…``, so they can be compared with a quick test.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import sentence
from storage_tuner.core.workload import Operation, RateUnit
from storage_tuner.store.importing.operations import short_size
from storage_tuner.store.importing.records import ReportedFacts, run, session
from storage_tuner.store.importing.text import TextLine, lines_of, number_of
from storage_tuner.store.importing.values import Problems, quoted

_TITLE = re.compile(r"^[ \t>]{0,80}(K|Crystal)DiskMark\b", re.MULTILINE)
_FIGURE = r"(\d{1,9}(?:[.,]\d{1,6})?)"
_TEST = re.compile(
    r" ?(?P<kind>SEQ|RND|Sequential|Random) ?(?P<way>Read|Write|Mix)? ?"
    r"(?:(?P<size>\d{1,6}) ?(?P<unit>KiB|MiB|KB|MB))? ?"
    r"(?:\( ?(?:QD ?= ?(?P<depth_only>\d{1,4})|Q ?= ?(?P<depth>\d{1,4}) ?, ?"
    r"T ?= ?(?P<threads>\d{1,4})) ?\))? ?: ?"
    rf"(?P<rate>{_FIGURE}) ?MB/s ?"
    rf"(?:\[ ?(?P<iops>{_FIGURE}) ?IOPS ?\])? ?(?:< ?(?P<us>{_FIGURE}) ?us ?>)? ?"
)
_SECTION = re.compile(r" ?\[(Read|Write|Mix)\] ?(?:Read ?(\d{1,3}) ?%)?.*")
_DATE = re.compile(r" ?Date ?: ?(\d{4})[/-](\d\d)[/-](\d\d) (\d{1,2}):(\d\d)(?::(\d\d))? ?")
_SIZE = re.compile(r" ?Test ?: ?(\d{1,6}) ?(MiB|GiB|MB|GB)\b.*")
_SYSTEM = re.compile(r" ?OS ?: ?([^\[]{1,200})(?:\[(?:linux )?([^\]]{1,200})\])?.*")
_FIO = re.compile(r"\(fio-(\d{1,3}\.\d{1,3})[^)]{0,20}\)")
_SIZES = {
    "KiB": 1 << 10,
    "KB": 1 << 10,
    "MiB": 1 << 20,
    "MB": 1 << 20,
    "GiB": 1 << 30,
    "GB": 1 << 30,
}
"""Bytes per unit of a request or a test file; the older versions' KB and MB are binary, too."""

_ROUNDING = 0.006

FALSE_MEGABYTES = sentence(
    "The program's MB/s were units of 1 024 000 bytes, as its IOPS show. The throughput "
    "was corrected."
)


@dataclass(frozen=True)
class _Figures:
    """One line of figures. ``mix`` is the share of reads in percent where both are done."""

    line: int
    random: bool
    writes: bool
    mix: int | None
    block_bytes: int | None
    depth: int | None
    threads: int
    rate_mb_s: float
    iops: float | None
    latency_us: float | None

    @property
    def surplus(self) -> float | None:
        """The factor by which the IOPS exceed what the MB/s allow; None if unknown, or if the
        figures have too few digits."""
        if self.iops is None or self.block_bytes is None:
            return None
        if self.iops < 20 or self.rate_mb_s < 0.5:
            return None
        return self.iops * self.block_bytes / 1e6 / self.rate_mb_s

    @property
    def operation(self) -> Operation:
        kind = "rnd" if self.random else "seq"
        way = "write" if self.writes else "read"
        if self.mix is not None:
            way = f"mix{self.mix}"
        if self.depth is None:
            test = f"{kind}{short_size(self.block_bytes)}"
        else:
            test = f"{kind}{short_size(self.block_bytes)}-q{self.depth}t{self.threads}"
        counts_requests = self.random and self.block_bytes is not None
        return Operation(
            f"cdm-{test}-{way}",
            f"CrystalDiskMark {test.replace('-', ' ').upper()} {way}",
            RateUnit.REQUESTS if counts_requests else RateUnit.MEGABYTES,
            writes=self.writes,
            block_bytes=self.block_bytes,
        )


def is_disk_mark(text: str) -> bool:
    return _TITLE.search(text) is not None


def form_of(text: str) -> str:
    found = _TITLE.search(text)
    return f"{found[1] if found else ''}DiskMark"


def read_disk_mark(text: str, variant: str, problems: Problems) -> tuple[SessionRecord, ...]:
    """One session, or nothing."""
    reported = ReportedFacts()
    writes, mix = False, None
    section = ""
    found: list[_Figures] = []
    for line in lines_of(text):
        words = line.words
        if heading := _SECTION.fullmatch(words):
            section = heading[1]
            writes = section != "Read"
            mix = int(heading[2] or 0) if section == "Mix" else None
        elif test := _TEST.fullmatch(words):
            figures = _figures(line, test, writes=writes, mix=mix, section=section)
            if figures is None:
                problems.add(
                    line.number, sentence("the operation is unknown: {line}", line=quoted(words))
                )
            else:
                found.append(figures)
        elif "MB/s" in words and not words.startswith("*"):
            problems.add(line.number, sentence("can't be parsed: {line}", line=quoted(words)))
        else:
            reported = _with_reported(reported, words)
    usable, reported = _put_right(found, reported, problems)
    if not usable:
        return ()
    runs = [
        run(
            variant,
            each.operation,
            each.threads,
            rate_mb_s=each.rate_mb_s,
            iops=each.iops,
            latency_mean_ms=None if each.latency_us is None else each.latency_us / 1000,
        )
        for each in usable
    ]
    return (session(runs, reported),)


def _figures(
    line: TextLine, test: re.Match[str], *, writes: bool, mix: int | None, section: str
) -> _Figures | None:
    """The figures of a line; None if nothing shows whether it was read or written, or if one is
    0."""
    way = test["way"]
    rate = number_of(test["rate"])
    if (not way and not section) or not rate:
        return None
    if way:
        writes, mix = way != "Read", None if way != "Mix" else 0
    size = int(test["size"]) * _SIZES[test["unit"]] if test["size"] else None
    depth = test["depth"] or test["depth_only"]
    latency_us = number_of(test["us"]) if test["us"] else None
    return _Figures(
        line.number,
        random=test["kind"] in ("RND", "Random"),
        writes=writes,
        mix=mix,
        block_bytes=size or None,
        depth=int(depth) if depth else None,
        threads=max(int(test["threads"] or 1), 1),
        rate_mb_s=rate,
        iops=(number_of(test["iops"]) or None) if test["iops"] else None,
        latency_us=latency_us or None,
    )


def _put_right(
    found: Sequence[_Figures], reported: ReportedFacts, problems: Problems
) -> tuple[list[_Figures], ReportedFacts]:
    """Correct the MB/s of KDiskMark (up to 3.1.3 at least), which divides KiB/s by 1000, as its
    IOPS show. Figures that contradict each other in another way are rejected."""
    surpluses = [surplus for each in found if (surplus := each.surplus) is not None]
    if surpluses and all(abs(surplus / 1.024 - 1) < _ROUNDING for surplus in surpluses):
        right = [replace(each, rate_mb_s=each.rate_mb_s * 1.024) for each in found]
        return right, replace(reported, caveats=(*reported.caveats, FALSE_MEGABYTES))
    usable = []
    for each in found:
        if each.surplus is not None and abs(each.surplus - 1) >= _ROUNDING:
            problems.add(each.line, sentence("its MB/s and its IOPS contradict each other"))
        else:
            usable.append(each)
    return usable, reported


def _with_reported(reported: ReportedFacts, line: str) -> ReportedFacts:
    if date := _DATE.fullmatch(line):
        year, month, day, hour, minute, second = date.groups(default="00")
        moment = f"{year}-{month}-{day}T{int(hour):02}:{minute}:{second}"
        return replace(reported, created_at=moment)
    if size := _SIZE.fullmatch(line):
        return replace(reported, size_bytes=int(size[1]) * _SIZES[size[2]])
    if system := _SYSTEM.fullmatch(line):
        return replace(reported, distribution=quoted(system[1]), kernel=quoted(system[2] or ""))
    if fio := _FIO.search(line):
        return replace(reported, fio=fio[1])
    return reported
