"""Measuring in the terminal, whatever the plan: carry it out, keep the result, tell of it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace

from storage_tuner.bench.confirmation import confirmation_plan
from storage_tuner.cli import own_command
from storage_tuner.cli.report_options import WantedReport
from storage_tuner.cli.terminal import tell_aside
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import RawOutput, SessionRecord
from storage_tuner.core.plan import Plan, TargetKind
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.device_job import DeviceJob
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.measuring.run_context import Procedure, RunContext
from storage_tuner.report.text.terminal import summary_lines
from storage_tuner.store.kept_sessions import keep


@dataclass(frozen=True)
class Measured:
    """What there is to tell; ``problem`` is what came in between, what it is kept
    as is ``stored``."""

    record: SessionRecord
    judgement: Judgement
    problem: StorageTunerError | None = None
    stored: str | None = None


def measure(
    session: TuningSession,
    plan: Plan,
    begun: SessionRecord | None = None,
    procedure: Procedure = RunContext.carry_out,
) -> Measured:
    """Carry ``plan`` out; an error that came after the first block is in the answer."""
    try:
        record = session.measure(plan, begun, procedure)
    except StorageTunerError as error:
        if error.record is None or not error.record.measurements:
            raise
        return Measured(error.record, session.judge(error.record), error)
    return Measured(record, session.judge(record))


def write(session: TuningSession, measured: Measured, report: WantedReport | None) -> Measured:
    """The report where it's wanted, and the session among the kept ones if that is possible."""
    measured = kept(measured, session.raw)
    if measured.stored is not None:
        session.note_saved(measured.record)
    return reported(measured, report)


def kept(measured: Measured, raw: Iterable[RawOutput] = ()) -> Measured:
    """Among the kept sessions, if something was measured and that is possible."""
    if not measured.record.measurements:
        return measured
    try:
        return replace(measured, stored=keep(measured.record, measured.judgement, raw))
    except StorageTunerError as error:
        tell_aside(f"The session is not among the kept ones: {error}")
        return measured


def reported(measured: Measured, report: WantedReport | None) -> Measured:
    """With the files of ``report``, if something was measured; that they can't be written is a
    problem."""
    if report is None or not measured.record.measurements:
        return measured
    try:
        for path in report.write(measured.record, measured.judgement):
            print(f"Wrote {path}", file=sys.stderr)
    except StorageTunerError as error:
        return replace(measured, problem=measured.problem or error)
    return measured


def end(session: DeviceJob, problem: StorageTunerError | None) -> StorageTunerError | None:
    """Close ``session`` before what was found is printed: a setting that didn't come back hides
    nothing of it, and is said last. Gives the worst problem, and prints the other one."""
    try:
        session.close()
    except StorageTunerError as left:
        if problem is not None and str(problem) != str(left):
            tell_aside(problem.summary)
        return left
    return problem


def text_lines(measured: Measured) -> list[str]:
    """The judgement for persons, and what can be done next."""
    record, judgement = measured.record, measured.judgement
    lines = [*summary_lines(record, judgement), *own_command.time_lines(record)]
    if offer := _offer(measured):
        lines += ["", offer]
    return lines


def _offer(measured: Measured) -> str:
    if measured.stored is None:
        return ""
    if not measured.record.completed:
        if measured.record.plan.target.kind is TargetKind.PRACTICE:
            return ""
        return f"To go on with it: storage-tuner sweep --resume {measured.stored}"
    plan = measured.record.plan
    confirmable = plan.raced and not plan.contests
    if confirmable and confirmation_plan(plan, measured.judgement.verdicts, seed=0):
        return f"To confirm it by restarts: storage-tuner confirm {measured.stored}"
    return ""
