"""Real sessions on disks whose right answer is known (tests/known_truth.py): is it found?"""

from __future__ import annotations

import json
import math
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any

from tests.honesty.noise_models import article_seconds
from tests.known_truth import MOST_AT_ONCE, known_disk
from tests.system.conftest import Household

SESSIONS_AT_ONCE = 5
"""Their requests sleep far more than they compute; with two processors."""

MARGIN = 0.03
LEAST_RIGHT = 0.95
THROUGHPUT, LATENCY = "rate", "access_time"


@dataclass(frozen=True)
class Case:
    """Two values of nr_requests under so many threads."""

    fewer: int
    more: int
    threads: int

    @property
    def gain(self) -> float:
        """How much faster the disk is with ``more``, from 0."""
        fewer, more = (min(value, self.threads, MOST_AT_ONCE) for value in (self.fewer, self.more))
        return more / fewer - 1

    @property
    def name(self) -> str:
        values = f"nr_requests={self.fewer},{self.more} under {self.threads} threads"
        return f"{100 * self.gain:4.1f} % ({values})"


LARGE, SMALL, EQUAL = Case(4, 5, 16), Case(8, 9, 16), Case(8, 9, 4)
CASES = (LARGE, SMALL, EQUAL)


@dataclass(frozen=True)
class KnownSession:
    """``current`` is the value of nr_requests that the disk had before; ``seconds`` is how long the
    whole program took."""

    case: Case
    current: int
    seconds: float
    decision: Mapping[str, Any]
    comparisons: Sequence[Mapping[str, Any]]

    @property
    def is_right(self) -> bool:
        """Whether the faster value is advised and the slower one named; without a difference,
        whether nothing is called different."""
        if not self.case.gain:
            return not self.is_false
        if self.current == self.case.fewer:
            expected = ("change", {"nr_requests": str(self.case.more)}, "faster")
        else:
            expected = ("keep", {"nr_requests": str(self.case.more)}, "slower")
        (overall,) = self.decision["overall"]
        return expected == (self.decision["action"], self.decision["settings"], overall["state"])

    @property
    def is_false(self) -> bool:
        """Whether anything is claimed that isn't so, the bound of what could be gained included.
        How the queue changes the slowest requests and the CPU's work isn't known."""
        known = [each for each in self.comparisons if self._is_known(each)]
        return any(map(self._contradicts, (*self.decision["overall"], *known))) or (
            self.decision["most_gain_percent"] is not None
            and self.decision["most_gain_percent"] < 100 * math.expm1(self._lead_of_the_other)
        )

    @property
    def is_settled(self) -> bool:
        """Whether the score isn't left inconclusive."""
        return all(each["state"] != "inconclusive" for each in self.decision["overall"])

    @property
    def measured_gain(self) -> float:
        """Of throughput, as ``Case.gain``."""
        (effect,) = [
            float(each["effect_percent"]) / 100
            for each in self.comparisons
            if each["metric"] == THROUGHPUT and each["threads"] is None
        ]
        return effect if self.current == self.case.fewer else 1 / (1 + effect) - 1

    @property
    def _lead_of_the_other(self) -> float:
        """Of the value that isn't current over the current one, as a logarithm."""
        lead = math.log1p(self.case.gain)
        return lead if self.current == self.case.fewer else -lead

    def _is_known(self, comparison: Mapping[str, Any]) -> bool:
        return not self.case.gain or comparison["metric"] in (THROUGHPUT, LATENCY)

    def _contradicts(self, comparison: Mapping[str, Any]) -> bool:
        lead = self._lead_of_the_other
        return {
            "faster": lead <= 0,
            "slower": lead >= 0,
            "same": abs(lead) >= math.log1p(MARGIN),
            "inconclusive": False,
        }[comparison["state"]]


@dataclass(frozen=True)
class KnownResult:
    case: Case
    sessions: Sequence[KnownSession]

    @property
    def right(self) -> int:
        return sum(each.is_right for each in self.sessions)

    @property
    def false(self) -> int:
        return sum(each.is_false for each in self.sessions)

    @property
    def line(self) -> str:
        seconds = [each.seconds for each in self.sessions]
        gains = [100 * each.measured_gain for each in self.sessions]
        settled = sum(each.is_settled for each in self.sessions)
        return (
            f"{self.case.name}: right in {self.right} of {len(self.sessions)}, anything false in "
            f"{self.false}, {settled} conclusive; {median(seconds):.0f} s ({min(seconds):.0f} to "
            f"{max(seconds):.0f}), the article's protocol takes "
            f"{article_seconds(2) / median(seconds):.0f} times as long; measured "
            f"{fmean(gains):+.1f} % ({min(gains):+.1f} to {max(gains):+.1f})"
        )

    @property
    def is_honest(self) -> bool:
        """Nothing differs in the equal ones: not one may be called different."""
        least = LEAST_RIGHT if self.case.gain else 1.0
        return self.right >= least * len(self.sessions)


def known_results(sessions: int) -> Iterator[KnownResult]:
    """So many of each case, twice as many of that without a difference; each value is the current
    one in every other. Needs root."""
    pool = ThreadPoolExecutor(SESSIONS_AT_ONCE)
    try:
        begun = [
            [pool.submit(known_session, case, current) for current in _currents(case, sessions)]
            for case in CASES
        ]
        for case, futures in zip(CASES, begun, strict=True):
            yield KnownResult(case, tuple(future.result() for future in futures))
    finally:
        pool.shutdown(cancel_futures=True)


def _currents(case: Case, sessions: int) -> list[int]:
    count = sessions if case.gain else 2 * sessions
    return [(case.fewer, case.more)[number % 2] for number in range(count)]


def known_session(case: Case, current: int) -> KnownSession:
    """A quick session on a disk of its own that has ``current`` set. Raises ``RuntimeError``."""
    with known_disk() as disk, tempfile.TemporaryDirectory() as folder:
        disk.device.write("nr_requests", str(current))
        household = Household(*(Path(folder, name) for name in ("state", "runtime", "data")))
        for path in (household.state, household.runtime, household.data):
            path.mkdir(mode=0o700)
        begun = time.monotonic()
        done = household.run(
            *("sweep", disk.device.path, "--quick", "--operations", "rand-read", "--json"),
            *("--vary", f"nr_requests={case.fewer},{case.more}", "--threads", str(case.threads)),
        )
        seconds = time.monotonic() - begun
    if done.returncode:
        raise RuntimeError(done.stderr)
    found = json.loads(done.stdout)
    return KnownSession(case, current, seconds, found["decision"], found["comparisons"])
