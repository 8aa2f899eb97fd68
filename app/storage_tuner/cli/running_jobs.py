"""Runs jobs in the terminal: prints their events and their outcome."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import Protocol

from storage_tuner.bench.confirmation import Confirmation, confirmation_plan
from storage_tuner.bench.programs.command import shell_note
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
from storage_tuner.core.message import Text, sentence, tr
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.session_kinds import SessionKind, kind_of
from storage_tuner.jobs.events import JobListener
from storage_tuner.jobs.outcome import Outcome
from storage_tuner.jobs.requests import LoadSearch, TuningRequest
from storage_tuner.jobs.tuning import check
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.report.text.terminal import summary_lines
from storage_tuner.store.session_journal import interrupted_folder


class Job(Protocol):
    """A job that runs in a session and closes it."""

    def __call__(self, session: TuningSession, *, listener: JobListener) -> Outcome: ...


def carry_out(job: Job, printing: Printing, sample_bytes: int) -> int:
    """Run ``job`` and print its outcome, however it ended. Return the exit code, or raise the
    problem that ended the job."""
    with (
        TerminalListener(sys.stderr, printing) as listener,
        TuningSession(
            connect, listener, sample_bytes=sample_bytes, journals=interrupted_folder()
        ) as session,
        obeying_signals(session),
    ):
        outcome = reported(job(session, listener=listener), printing.report)
    _print(outcome, printing)
    return exit_code(outcome)


def print_check(request: TuningRequest, sample_bytes: int, *, as_json: bool) -> int:
    """Check the conditions, and print the plan."""
    with (
        TerminalListener(sys.stderr) as listener,
        TuningSession(connect, listener, sample_bytes=sample_bytes) as session,
        obeying_signals(session),
    ):
        planned, conditions = check(session, request)
        listener.planned(planned)
    plan = planned.plan
    if as_json:
        print_json(check_document(conditions, plan))
    else:
        print("\n".join((*condition_lines(conditions), *checked_lines(plan))))
    return check_exit_code(conditions)


def reported(outcome: Outcome, report: WantedReport | None) -> Outcome:
    """Write the files of ``report`` if something was measured; a failure becomes the problem."""
    if report is None or not outcome.record.measurements:
        return outcome
    try:
        for path in report.write(outcome.record, outcome.judgement):
            print(tr("Wrote {path}", path=path), file=sys.stderr)
    except StorageTunerError as error:
        return replace(outcome, problem=outcome.problem or error)
    return outcome


def exit_code(outcome: Outcome) -> int:
    """The exit code of the job. Raises the problem that ended it."""
    if outcome.problem:
        raise outcome.problem
    return 0 if outcome.record.completed else Cancelled.exit_code


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


def _print(outcome: Outcome, printing: Printing) -> None:
    record = outcome.record
    if outcome.search is not None:
        best = outcome.search.best
        text = (
            tr("Best settings found: {best}.", best=best)
            if best
            else tr("The search found nothing better than the current settings.")
        )
        # with --json, standard output is reserved for the verdict
        print(text, file=sys.stderr if printing.as_json else sys.stdout)
    saturation = printing.load if printing.load and printing.load.percent is None else None
    if printing.as_json:
        print_json(_document(outcome, saturation))
    elif saturation is not None:
        print("\n".join(load_search.saturation_lines(record, saturation)))
    elif outcome.confirmations:
        print("\n".join(str(each.sentence) for each in outcome.confirmations))
    else:
        print("\n".join((*text_lines(outcome), *lines_beside(record))))


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
    if kind_of(record.plan) in (SessionKind.SUSTAINED, SessionKind.MAP):
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
