"""Benchmarks: one fio at a time in a session; the owner is notified of its end."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from storage_tuner_helper.benchmark import feasibility
from storage_tuner_helper.benchmark.fio import GRACE_SECONDS, Finished, RunningFio
from storage_tuner_helper.devices import claim
from storage_tuner_helper.devices.counters import Counters
from storage_tuner_helper.errors import Busy
from storage_tuner_helper.transport.client import Client
from storage_tuner_protocol.interface import Signal
from storage_tuner_protocol.message import said
from storage_tuner_protocol.workload import MAXIMUM_THREADS, Workload

_KILL_SECONDS = 2.0


@dataclass(frozen=True)
class Sample:
    """A sample of a run. ``fio``: the results since its start, as fio's JSON document; the others
    as in ``Counts``, at the moment of the request."""

    fio: str
    stat: str
    cpu: str
    at_ns: int


class ThreadBudget:
    """The limit of threads over all benchmarks: the helper needs some itself to restore
    settings."""

    def __init__(self) -> None:
        self._taken = 0

    def take(self, threads: int) -> Callable[[], None]:
        """Reserve threads; return a function that releases them, to be called once. Raises
        ``Busy``."""
        if self._taken + threads > MAXIMUM_THREADS:
            raise Busy(
                said(
                    "All benchmarks together may have {most} threads; {count} are running.",
                    most=MAXIMUM_THREADS,
                    count=self._taken,
                )
            )
        self._taken += threads
        return lambda: self._give_back(threads)

    def _give_back(self, threads: int) -> None:
        self._taken -= threads


class Benchmark:
    """A running fio on a descriptor that is held open as long as it runs."""

    def __init__(self, job: int, fio: RunningFio, descriptor: int, counters: Counters) -> None:
        self.job = job
        self._fio = fio
        self._descriptor = descriptor
        self._counters = counters
        self._following: asyncio.Task[None] | None = None

    @classmethod
    async def start(
        cls,
        job: int,
        device: str,
        workload: Workload,
        descriptor: int,
        runtime: Path,
    ) -> Benchmark:
        """Start a benchmark. It owns ``descriptor`` from then on, even when this raises ``NoFio``,
        ``InvalidArgument`` or ``DeviceChanged``."""
        with ExitStack() as undoing:
            undoing.callback(os.close, descriptor)
            size_bytes = claim.size_bytes(descriptor)
            feasibility.check_device(workload, size_bytes, claim.logical_block_bytes(descriptor))
            counters = Counters(device, descriptor)
            undoing.callback(counters.close)
            fio = await RunningFio.start(device, workload, descriptor, size_bytes, runtime)
            undoing.pop_all()
        return cls(job, fio, descriptor, counters)

    def follow(self, client: Client, device: str, on_end: Callable[[], None]) -> None:
        """Wait for the end in the background; then call ``on_end``, then notify the owner."""
        self._following = asyncio.get_running_loop().create_task(
            self._follow(client, device, on_end)
        )

    async def sample(self) -> Sample:
        """Take a sample. Raises as ``RunningFio.sample`` and ``Counters.read`` do."""
        document, counts = await self._fio.sample(self._counters.read)
        return Sample(document, counts.stat, counts.cpu, counts.at_ns)

    def stop(self) -> None:
        self._fio.stop()

    async def ended(self) -> None:
        """Wait until fio has released the device, but not much longer than the kernel needs to kill
        it: on a hanging disk even that has no effect."""
        if self._following:
            await asyncio.wait([self._following], timeout=GRACE_SECONDS + _KILL_SECONDS)

    async def _follow(self, client: Client, device: str, on_end: Callable[[], None]) -> None:
        try:
            finished = await self._fio.finish()
        finally:
            self._counters.close()
            os.close(self._descriptor)
            on_end()
        client.notify(Signal.BENCHMARK_FINISHED, device, _event(self.job, finished))


def _event(job: int, finished: Finished) -> dict[str, str | int | float | bool | list[str]]:
    return {
        "job": job,
        "exit_code": finished.exit_code,
        "stopped": finished.stopped,
        "output": finished.output,
        "error_output": finished.error_output,
    }
