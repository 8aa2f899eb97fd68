"""How rates of disks wander, as formulas, and what two protocols make of it.

Logarithms of rates are the sum of two first-order processes (fast and slow), a straight drift and
sudden dips. The noisy virtual machine was fitted to recordings and the NVMe SSD to published
measurements; the others are assumptions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

STEP_S = 0.01
WARM_UP_TIMES = 5

Series = NDArray[np.float64]


@dataclass(frozen=True)
class NoiseModel:
    """Standard deviations of logarithms; times in seconds; ``drift`` in 10 minutes, ``restart``
    what each new start of fio adds, ``dips`` a second, each ``dip`` deep on average."""

    name: str
    fast: float
    fast_s: float
    slow: float
    slow_s: float
    drift: float
    restart: float
    dips: float
    dip: float = 0.4


QUIET_SSD = NoiseModel("idle SSD", 0.03, 0.5, 0.012, 120, -0.02, 0.005, 0.002)
HDD = NoiseModel("HDD", 0.06, 0.3, 0.01, 300, 0.0, 0.01, 0.002)
WRITE_CLIFF = NoiseModel("SSD write cliff", 0.05, 0.7, 0.03, 120, -0.10, 0.01, 0.01)
NOISY_VM = NoiseModel("noisy VM", 0.16, 1.0, 0.18, 60, 0.0, 0.01, 0.002)
NVME = NoiseModel("NVMe beside writes", 0.6, 0.5, 0.3, 60, 0.0, 0.01, 0.08, 1.0)
"""An NVMe SSD that collects garbage while it is written to. The percentiles of the seconds' median
read latencies lie between, or near, those of two results of resctl-bench, as multiples of their
median (github.com/facebookexperimental/resctl-demo, commit a0b906eed331): the example in
resctl-bench/doc/common.md, whose device isn't named, and a WDC SN720 of 512 GB beside 250 MB/s of
writes on 2021-06-22 (resctl-bench/examples/prot-iocost-off-on-format.txt, iocost-off, scenario 2).

| percentile | 25 | 75 | 90 | 95 | 99 | 99.9 |
|---|---|---|---|---|---|---|
| example | 0.74 | 1.4 | 2.2 | 3.0 | 7.7 | 13 |
| SN720 | 0.47 | 1.7 | 2.6 | 6.1 | 22 | 76 |
| this model | 0.68 | 1.5 | 2.3 | 3.1 | 9 | 100 |

How long slow periods last isn't published; the times are assumptions."""

MODELS = (QUIET_SSD, HDD, WRITE_CLIFF, NOISY_VM)
"""For loads of all kinds; ``NVME`` is only for those that write."""


@dataclass(frozen=True)
class Recording:
    """``done[i]`` is what was moved until ``i`` steps of time, relative to a rate of 1."""

    done: Series

    def rate(self, begin_s: float, end_s: float) -> float:
        """The mean between two times."""
        begin, end = round(begin_s / STEP_S), round(end_s / STEP_S)
        return float((self.done[end] - self.done[begin]) / ((end - begin) * STEP_S))

    def end(self, begin_s: float, work: float) -> float:
        """When ``work``, in seconds at a rate of 1, is done that begins at ``begin_s``."""
        done = self.done[round(begin_s / STEP_S)] + work
        return float(np.searchsorted(self.done, done)) * STEP_S


def record(model: NoiseModel, seconds: float, random: np.random.Generator) -> Recording:
    count = math.ceil(seconds / STEP_S) + 2
    level = _process(model.fast, model.fast_s, count, random)
    level += _process(model.slow, model.slow_s, count, random)
    level += model.drift / 600 * STEP_S * np.arange(count)
    for start in np.nonzero(random.random(count) < model.dips * STEP_S)[0]:
        length = round(random.uniform(0.5, 3.0) / STEP_S)
        level[start : start + length] -= random.exponential(model.dip)
    return Recording(np.concatenate(([0.0], np.cumsum(np.exp(level)) * STEP_S)))


def _process(spread: float, time_s: float, count: int, random: np.random.Generator) -> Series:
    """Ornstein and Uhlenbeck's, stationary from the first value on."""
    kept = math.exp(-STEP_S / time_s)
    steps = random.standard_normal(count) * spread * math.sqrt(1 - kept**2)
    steps[0] = random.standard_normal() * spread
    values: Series = scipy.signal.lfilter([1.0], [1.0, -kept], steps)
    return values


ARTICLE_RUNS, ARTICLE_RUN_S, ARTICLE_PAUSE_S = 10, 60.0, 5.0


def article_seconds(variants: int) -> float:
    return variants * ARTICLE_RUNS * (ARTICLE_RUN_S + ARTICLE_PAUSE_S)


def article_means(
    model: NoiseModel, factors: Sequence[float], random: np.random.Generator
) -> list[float]:
    """What the article's protocol finds: each variant's ten runs, one variant after the other."""
    seconds = article_seconds(len(factors))
    recording = record(model, seconds, random)
    means, begin = [], 0.0
    for factor in factors:
        rates = []
        for _ in range(ARTICLE_RUNS):
            restart = math.exp(random.standard_normal() * model.restart)
            rates.append(factor * restart * recording.rate(begin, begin + ARTICLE_RUN_S))
            begin += ARTICLE_RUN_S + ARTICLE_PAUSE_S
        means.append(math.fsum(rates) / len(rates))
    return means
