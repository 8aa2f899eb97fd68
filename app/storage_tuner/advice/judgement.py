"""The whole judgement over a session."""

from __future__ import annotations

from storage_tuner.advice.methods import method_for
from storage_tuner.advice.recommendation import recommend
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement


def judge(record: SessionRecord) -> Judgement:
    """All verdicts of a session's runs, and the recommendation for the use of its plan."""
    verdicts = judge_measurements(record.measurements, method_for(record.plan))
    return Judgement(verdicts, recommend(record.plan, record.measurements, verdicts))
