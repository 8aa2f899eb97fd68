"""Real sessions on a practice disk in which nothing differs: one scheduler under four names."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from unittest import mock

from storage_tuner.advice.methods import method_for
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Protocol, Target, TargetKind, Thoroughness, Use, Variant
from storage_tuner.core.verdict import State
from storage_tuner.core.workload import Operation, classical_workloads
from storage_tuner.services.connecting import connect
from storage_tuner.services.tuning import TuningSession

ADAPTIVE_S = 60.0
ADAPTIVE_EVERY = 4
"""Every fourth session is adaptive: of two variants in one cell, since on a disturbed machine its
slices are long. The others are restarts in blocks, which decide with fewer runs."""

DISK_BYTES = 64 << 20
VARIANTS = tuple(Variant(f"none {number}", (("scheduler", "none"),)) for number in range(4))


@dataclass(frozen=True)
class RealSession:
    protocol: Protocol
    runs: int
    winners: int
    equal: int
    undecided: int

    @property
    def line(self) -> str:
        return (
            f"{self.protocol.value}, {self.runs} runs: {self.winners} winners, {self.equal} equal, "
            f"{self.undecided} undecided"
        )


def real_sessions(count: int) -> Iterator[RealSession]:
    """Needs root, as ``./test`` does: the helper makes the practice disk, and removes it."""
    for number in range(count):
        with _household():
            yield _session(number)


class _Silent:
    def progressed(self, progress: object) -> None:
        """Nobody watches."""

    def measured(self, measurement: Measurement) -> None:
        """It's in the record."""


def _session(number: int) -> RealSession:
    adaptive = number % ADAPTIVE_EVERY == 0
    with TuningSession(connect, _Silent(), sample_bytes=DISK_BYTES) as session:
        session.open(Target(TargetKind.PRACTICE, None))
        plan = session.plan(
            Use.NOT_SURE,
            Thoroughness.QUICK,
            workloads=classical_workloads([Operation.RANDOM_READ]),
            protocol=Protocol.ADAPTIVE if adaptive else Protocol.RESTARTS,
            budget_s=ADAPTIVE_S if adaptive else None,
        )
        variants, threads = (VARIANTS[:2], (4,)) if adaptive else (VARIANTS, (1, 4))
        record = session.measure(replace(plan, variants=variants, threads=threads))
        verdicts = judge_measurements(record.measurements, method_for(record.plan))
    states = [verdict.state for verdict in verdicts]
    return RealSession(
        plan.protocol,
        len(record.measurements),
        states.count(State.BETTER),
        states.count(State.EQUAL),
        states.count(State.UNDECIDED),
    )


@contextmanager
def _household() -> Iterator[None]:
    """A helper's folders of our own, so that nothing of the user's is touched."""
    with tempfile.TemporaryDirectory() as folder:
        names = ("STATE_DIRECTORY", "RUNTIME_DIRECTORY", "XDG_DATA_HOME")
        paths = {name: str(Path(folder, name.lower())) for name in names}
        for path in paths.values():
            Path(path).mkdir(mode=0o700)
        with mock.patch.dict(os.environ, paths):
            yield
