"""Real sessions on a practice disk in which nothing differs: one scheduler under four names."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from unittest import mock

from storage_tuner.advice.judgement import judge
from storage_tuner.advice.published.session_background import Background
from storage_tuner.client.connecting import connect
from storage_tuner.core.decision import ComparisonState
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Target, TargetKind, Thoroughness, Use, Variant
from storage_tuner.jobs.planning.plan_building import plan_for
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.store.knowledge_files import read_knowledge
from tests.honesty.decisions import CURRENT, claims_anything_false
from tests.honesty.sessions import NAMES

BUDGET_S = 90.0
"""Half of a quick session's."""

DISK_BYTES = 64 << 20
VARIANTS = tuple(Variant(name, (("scheduler", "none"),)) for name in NAMES)


@dataclass(frozen=True)
class RealSession:
    """``false`` tells whether anything was claimed that isn't so: of alike ones that is any
    difference. ``states`` counts the comparisons."""

    runs: int
    action: str
    most_gain_percent: float | None
    false: bool
    states: Mapping[ComparisonState, int]

    @property
    def line(self) -> str:
        counts = ", ".join(f"{count} {state.value}" for state, count in self.states.items())
        most = self.most_gain_percent
        bound = "nothing bounds the gain" if most is None else f"at most {most:.1f} % to gain"
        return f"{self.runs} runs: {self.action}, {bound}; {counts}"


def real_sessions(count: int) -> Iterator[RealSession]:
    """Needs root, as ``./test`` does: the helper makes the practice disk, and removes it."""
    for _ in range(count):
        with _household():
            yield _session()


class _Silent:
    def progressed(self, progress: object) -> None:
        """Nobody watches."""

    def measured(self, measurement: Measurement) -> None:
        """It's in the record."""


def _session() -> RealSession:
    with TuningSession(connect, _Silent(), sample_bytes=DISK_BYTES) as session:
        session.open(Target(TargetKind.PRACTICE, None))
        plan = plan_for(session.subject, Use.NOT_SURE, Thoroughness.QUICK, budget_s=BUDGET_S)
        plan = replace(plan, variants=VARIANTS, current=CURRENT)
        record = session.measure(plan)
    judgement = judge(record, Background(read_knowledge()))
    assert judgement.decision is not None
    factors = dict.fromkeys(NAMES, 1.0)
    return RealSession(
        len(record.measurements),
        judgement.decision.action.value,
        judgement.decision.most_gain_percent,
        claims_anything_false(judgement, factors, record.plan.margin),
        Counter(each.state for each in judgement.comparisons),
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
