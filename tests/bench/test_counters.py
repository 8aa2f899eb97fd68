"""How long one refresh of the live counters takes: reading them, and what they say."""

from __future__ import annotations

from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from storage_tuner.core.device import Activity, Counters
from storage_tuner.probe.load.counters import CounterSampler, activity
from tests.bench.conftest import Least, Trees

DEVICES = 64


class Refreshing:
    """What ``ui.live.monitor`` does ten times a second."""

    def __init__(self, sampler: CounterSampler) -> None:
        self._sampler = sampler
        self._before: dict[str, Counters] = sampler.sample()

    def refresh(self) -> dict[str, Activity]:
        now = self._sampler.sample()
        done = {name: activity(self._before[name], counters) for name, counters in now.items()}
        self._before = now
        return done


def test_64_devices(benchmark: BenchmarkFixture, trees: Trees, least: Least) -> None:
    least(f"refresh {DEVICES} devices' counters")
    root = trees(1_000)
    names = sorted(path.name for path in (root / "sys/block").iterdir())[:DEVICES]
    with CounterSampler(names, root) as sampler:
        assert len(benchmark(Refreshing(sampler).refresh)) == DEVICES


def test_64_times_the_kernel_s_own(benchmark: BenchmarkFixture, least: Least) -> None:
    """The kernel adds up its counters at each reading, which files on a disk don't show. This
    computer's devices are read as often as makes 64."""
    least(f"refresh {DEVICES} real devices' counters")
    names = sorted(path.name for path in Path("/sys/block").iterdir())
    with CounterSampler(names) as sampler:
        refreshing = Refreshing(sampler)
        times, rest = divmod(DEVICES, len(names))

        def refresh() -> None:
            for _ in range(times + bool(rest)):
                refreshing.refresh()

        benchmark(refresh)
