"""Runs jobs in the terminal: prints their events and their outcome."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from storage_tuner.bench.confirmation import Confirmation, confirmation_plan
from storage_tuner.bench.programs.command import shell_note
from storage_tuner.cli.json_events import listener_for
from storage_tuner.cli.options.exit_codes import CHANGED, UNDECIDED, worst_code
from storage_tuner.cli.options.report_options import WantedReport
from storage_tuner.cli.output import load_search_text as load_search
from storage_tuner.cli.output.plan_text import (
    check_document,
    check_exit_code,
    checked_lines,
    condition_lines,
)
from storage_tuner.cli.output.supplementary_figures import lines_beside, time_lines
from storage_tuner.cli.output.terminal import print_json
from storage_tuner.cli.signals import obeying_signals
from storage_tuner.cli.terminal_events import Printing, TerminalListener
from storage_tuner.cli.verdict import judgement_document
from storage_tuner.client.connecting import connect
from storage_tuner.core.errors import Cancelled, StorageTunerError
from storage_tuner.core.measurement import SettingsOutcome
from storage_tuner.core.message import Text, english_text, sentence, tr
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.session_kinds import SessionKind, kind_of
from storage_tuner.jobs.events import JobListener
from storage_tuner.jobs.outcome import Outcome
from storage_tuner.jobs.requests import LoadSearch, TuningRequest
from storage_tuner.jobs.tuning import check
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.present.decision import decision_sentence
from storage_tuner.report.text.terminal import summary_lines
from storage_tuner.store.session_journal import interrupted_folder


@dataclass(frozen=True)
class TargetEnd:
    """How the job of one of several targets ended; ``summary`` in a line, ``document`` as JSON."""

    target: str
    exit_code: int
    summary: str
    document: dict[str, object]


class Job(Protocol):
    """A job that runs in a session and closes it."""

    def __call__(self, session: TuningSession, *, listener: JobListener) -> Outcome: ...


def carry_out(job: Job, printing: Printing, sample_bytes: int) -> int:
    """Run ``job`` and print its outcome, however it ended. Return the exit code, or raise the
    problem that ended the job."""
    outcome = outcome_of_job(job, printing, sample_bytes)
    document = print_outcome(outcome, printing)
    if printing.as_json:
        print_json(document)
    return exit_code(outcome, printing)


def carry_out_each(jobs: Mapping[str, tuple[Job, Printing]], sample_bytes: int) -> int:
    """Run the jobs, by their targets, one after the other, and print a summary. A job that fails
    doesn't prevent the next; one that is stopped does. Return the exit code of the worst end."""
    ends: list[TargetEnd] = []
    for target, (job, printing) in jobs.items():
        if not printing.as_json:
            print(f"{target}:")
        ends.append(_end_of(target, job, printing, sample_bytes))
        sys.stdout.flush()
        if ends[-1].exit_code == Cancelled.exit_code:
            break
    if any(printing.as_json for _, printing in jobs.values()):
        print_json([end.document for end in ends])
    else:
        print("\n".join(("", *(f"{end.target}: {end.summary}" for end in ends))))
    return worst_code(end.exit_code for end in ends)


def _end_of(target: str, job: Job, printing: Printing, sample_bytes: int) -> TargetEnd:
    document: dict[str, object] = {}
    summary = ""
    try:
        outcome = outcome_of_job(job, printing, sample_bytes)
        document = print_outcome(outcome, printing)
        decision = outcome.judgement.decision
        summary = decision_sentence(decision) if decision else tr("measured")
        code, error = exit_code(outcome, printing), None
    except StorageTunerError as failure:
        code, error = failure.exit_code, failure
    except KeyboardInterrupt:
        error = Cancelled()
        code = error.exit_code
    if error is not None:
        listener_for(printing).failed(target, error)
        summary = str(error.summary)
    known = {"target": target, "exit_code": code, "error": error and english_text(error.summary)}
    return TargetEnd(target, code, summary, {**known, **document})


def outcome_of_job(job: Job, printing: Printing, sample_bytes: int) -> Outcome:
    """Run ``job`` and write its report. Raises errors from before anything was measured."""
    with (
        listener_for(printing) as listener,
        obeying_signals(
            TuningSession(
                connect, listener, sample_bytes=sample_bytes, journals=interrupted_folder()
            )
        ) as session,
    ):
        return reported(job(session, listener=listener), printing.report, listener.noted)


def print_check(request: TuningRequest, sample_bytes: int, *, as_json: bool) -> int:
    """Check the conditions, and print the plan."""
    with (
        TerminalListener(sys.stderr) as listener,
        obeying_signals(TuningSession(connect, listener, sample_bytes=sample_bytes)) as session,
    ):
        planned, conditions = check(session, request)
        listener.planned(planned)
    plan = planned.plan
    if as_json:
        print_json(check_document(conditions, plan))
    else:
        print("\n".join((*condition_lines(conditions), *checked_lines(plan))))
    return check_exit_code(conditions)


def _to_standard_error(text: Text) -> None:
    print(text, file=sys.stderr)


def reported(
    outcome: Outcome,
    report: WantedReport | None,
    tell: Callable[[Text], None] = _to_standard_error,
) -> Outcome:
    """Write the files of ``report`` if something was measured, and ``tell`` their paths; a failure
    becomes the problem."""
    if report is None or not outcome.record.measurements:
        return outcome
    try:
        for path in report.write(outcome.record, outcome.judgement):
            tell(sentence("Wrote {path}", path=path))
    except StorageTunerError as error:
        return replace(outcome, problem=outcome.problem or error)
    return outcome


def exit_code(outcome: Outcome, printing: Printing) -> int:
    """The exit code of the job. Raises the problem that ended it."""
    if outcome.problem:
        raise outcome.problem
    record, decision = outcome.record, outcome.judgement.decision
    if not record.completed:
        return Cancelled.exit_code
    if not printing.tells_all:
        return 0
    if record.outcome is SettingsOutcome.KEPT:
        return CHANGED
    return 0 if decision is None or decision.is_decided else UNDECIDED


def text_lines(outcome: Outcome) -> list[str]:
    """The judgement for the terminal, and the next step."""
    record, judgement = outcome.record, outcome.judgement
    lines = [*summary_lines(record, judgement), *time_lines(record)]
    if offer := _offer(outcome):
        lines += ["", offer]
    return lines


def command_notes(*commands: str | None) -> tuple[str, ...]:
    """Notes for the user before their own ``commands`` are run."""
    given = [text for text in commands if text is not None]
    found: list[Text] = [note for text in given if (note := shell_note(text))]
    if given and os.geteuid() == 0:
        found.append(sentence("Storage Tuner runs as root, so the command runs as root, too."))
    return tuple(map(str, found))


def print_outcome(outcome: Outcome, printing: Printing) -> dict[str, object]:
    """Print ``outcome``, or return it as the JSON to be printed on standard output."""
    record = outcome.record
    if outcome.search is not None:
        best = outcome.search.best
        text = (
            sentence("Best settings found: {best}.", best=best)
            if best
            else sentence("The search found nothing better than the current settings.")
        )
        # with --json, standard output is reserved for the verdict
        if printing.as_json:
            listener_for(printing).noted(text)
        else:
            print(text)
    saturation = printing.load if printing.load and printing.load.percent is None else None
    if printing.as_json:
        return _document(outcome, saturation)
    if saturation is not None:
        print("\n".join(load_search.saturation_lines(record, saturation)))
    elif outcome.confirmations:
        print("\n".join(str(each.sentence) for each in outcome.confirmations))
    else:
        print("\n".join((*text_lines(outcome), *lines_beside(record))))
    return {}


def _document(outcome: Outcome, saturation: LoadSearch | None) -> dict[str, object]:
    record = outcome.record
    document: dict[str, object] = {
        "completed": record.completed,
        "outcome": record.outcome.value,
    }
    if saturation is not None:
        return document | load_search.document(record, saturation)
    document |= judgement_document(outcome.judgement)
    if outcome.confirmations:
        document["confirmations"] = [_confirmation(each) for each in outcome.confirmations]
    return document


def _confirmation(confirmation: Confirmation) -> dict[str, object]:
    contest = confirmation.contest
    return {
        "workload": contest.workload,
        "threads": contest.threads,
        "variants": list(contest.variants),
        "winner": contest.winner,
        "agreement": confirmation.agreement.value,
        "lead_percent": confirmation.lead_percent,
        "sentence": confirmation.sentence,
    }


def _offer(outcome: Outcome) -> str:
    record = outcome.record
    if outcome.stored is None:
        return ""
    if kind_of(record.plan) is SessionKind.SUSTAINED:
        return ""
    if not record.completed:
        if record.plan.target.kind is TargetKind.PRACTICE:
            return ""
        return tr("To resume: {command}", command=f"storage-tuner sweep --resume {outcome.stored}")
    confirmable = record.plan.raced and not record.plan.contests
    if confirmable and confirmation_plan(record.plan, outcome.judgement.verdicts, seed=0):
        return tr(
            "To verify with separate runs: {command}",
            command=f"storage-tuner confirm {outcome.stored}",
        )
    return ""
