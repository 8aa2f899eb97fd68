"""Carries jobs out in the terminal: prints their events and their outcome."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TextIO

from storage_tuner.bench.confirmation import Confirmation, confirmation_plan
from storage_tuner.bench.planning import estimate_seconds
from storage_tuner.bench.programs.command import shell_note
from storage_tuner.bench.thread_counts import left_out_sentences
from storage_tuner.bench.time_costs import least_seconds
from storage_tuner.cli.options.report_options import WantedReport
from storage_tuner.cli.output import load_search_text as load_search
from storage_tuner.cli.output.plan_text import (
    check_document,
    check_exit_code,
    checked_lines,
    condition_lines,
    plan_lines,
)
from storage_tuner.cli.output.progress import TerminalProgress, duration_text
from storage_tuner.cli.output.supplementary_figures import lines_beside, time_lines
from storage_tuner.cli.output.terminal import print_json, printable, tell_aside
from storage_tuner.cli.signals import obeying_signals
from storage_tuner.cli.verdict import judgement_document
from storage_tuner.client.connecting import connect
from storage_tuner.core.condition import Condition, ConditionKind, Severity
from storage_tuner.core.device import Device
from storage_tuner.core.errors import (
    Cancelled,
    InvalidInput,
    NotMeasurable,
    StorageTunerError,
)
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Plan, TargetKind
from storage_tuner.core.sentence import counted
from storage_tuner.jobs.listening import JobListener
from storage_tuner.jobs.outcome import Outcome
from storage_tuner.jobs.plans import Planned
from storage_tuner.jobs.requests import LoadSearch, TuningRequest
from storage_tuner.jobs.tuning import check
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.report.text.terminal import summary_lines
from storage_tuner.store.session_journal import interrupted_folder

MANY_VARIANTS, LONG_S = 12, 3600.0
"""More, or longer, needs the word of who has to wait."""


@dataclass(frozen=True)
class Printing:
    """What is printed of a job. With ``shows_cost`` its duration before it begins; if it ``asks``,
    a long one needs a yes. ``notes`` follow the plan."""

    as_json: bool = False
    report: WantedReport | None = None
    load: LoadSearch | None = None
    shows_cost: bool = False
    asks: bool = True
    notes: tuple[str, ...] = ()


class Job(Protocol):
    """What is carried out in a session, which it closes."""

    def __call__(self, session: TuningSession, *, listener: JobListener) -> Outcome: ...


class TerminalListener(TerminalProgress):
    """Prints what happens before and beside the measuring, too."""

    def __init__(self, stream: TextIO, printing: Printing = Printing()) -> None:
        super().__init__(stream)
        self._printing = printing

    def planned(self, planned: Planned) -> None:
        """Raises ``InvalidInput`` when somebody doesn't want to wait for it."""
        printed_later = left_out_sentences(planned.plan)
        for note in planned.notes:
            if note not in printed_later:
                self.warned(note)
        if planned.absent:
            self.warned("--series all tries all values together.")
        if self._printing.shows_cost:
            self._agree(planned.plan)

    def waiting(self, work: Condition) -> None:
        self.noted(f"Waiting: {work.sentence}")

    def looked(self, conditions: Sequence[Condition]) -> None:
        """Raises ``NotMeasurable`` that suggests --wait where that is all it takes."""
        self._print(condition_lines(conditions))
        blocking = [each for each in conditions if each.severity is Severity.BLOCKING]
        if blocking and all(each.kind is ConditionKind.ARRAY_WORK for each in blocking):
            raise NotMeasurable(blocking[0].sentence, "Add --wait to measure after that.")

    def begins(self, device: Device | None, plan: Plan, begun: SessionRecord | None) -> None:
        del device
        before = (where_from(begun),) if begun else ()
        load = self._printing.load
        lines = load_search.plan_lines(plan, load) if load else plan_lines(plan)
        self._print((*before, *lines, *self._printing.notes))

    def noted(self, text: str) -> None:
        self._print((printable(text),))

    def warned(self, text: str) -> None:
        self._clear()
        tell_aside(text)

    def not_saved(self, error: StorageTunerError) -> None:
        self.warned(f"The session is not among the kept ones: {error}")

    def _print(self, lines: Sequence[str]) -> None:
        self._clear()
        print("\n".join(lines), file=self._stream, flush=True)

    def _agree(self, plan: Plan) -> None:
        count, text = len(plan.variants), cost_sentence(plan)
        self._print((text,))
        is_little = count <= MANY_VARIANTS and estimate_seconds(plan) <= LONG_S
        if is_little or not self._printing.asks:
            return
        if not sys.stdin.isatty():
            raise InvalidInput(f"That is much: {text}", "Say --yes if it's meant, or vary less.")
        print("Go on? [y/N] ", end="", file=self._stream, flush=True)
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            raise InvalidInput("Nothing was measured.")


def carry_out(job: Job, printing: Printing, sample_bytes: int) -> int:
    """Carry ``job`` out and print its outcome, however it ended. Returns the exit code; raises the
    problem that came in between after that."""
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


def look(request: TuningRequest, sample_bytes: int, *, as_json: bool) -> int:
    """Look around, and say what would be measured."""
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
    """With the files of ``report``, if something was measured; that they can't be written is a
    problem."""
    if report is None or not outcome.record.measurements:
        return outcome
    try:
        for path in report.write(outcome.record, outcome.judgement):
            print(f"Wrote {path}", file=sys.stderr)
    except StorageTunerError as error:
        return replace(outcome, problem=outcome.problem or error)
    return outcome


def exit_code(outcome: Outcome) -> int:
    """Raises the problem that came in between."""
    if outcome.problem:
        raise outcome.problem
    return 0 if outcome.record.completed else Cancelled.exit_code


def text_lines(outcome: Outcome) -> list[str]:
    """The judgement for persons, and what can be done next."""
    record, judgement = outcome.record, outcome.judgement
    lines = [*summary_lines(record, judgement), *time_lines(record)]
    if offer := _offer(outcome):
        lines += ["", offer]
    return lines


def where_from(begun: SessionRecord) -> str:
    """What was measured before."""
    return counted(
        len({run.index for run in begun.measurements}),
        "Goes on after one slice or run.",
        "Goes on after {count:,} slices or runs.",
    )


def cost_sentence(plan: Plan) -> str:
    """How much a series measures, and for how long."""
    most = duration_text(estimate_seconds(plan))
    least = duration_text(least_seconds(plan)) if plan.raced else most
    tests = f"{len(plan.cells)} test{'' if len(plan.cells) == 1 else 's'}"
    duration = most if least == most else f"{least} to {most}"
    return f"{len(plan.variants)} variants in {tests}: {duration}."


def command_notes(*commands: str | None) -> tuple[str, ...]:
    """Sentences for who starts the user's own ``commands``, before they are started."""
    given = [text for text in commands if text is not None]
    found = [note for text in given if (note := shell_note(text))]
    if given and os.geteuid() == 0:
        found.append("Storage Tuner runs as root, so the command runs as root, too.")
    return tuple(found)


def _print(outcome: Outcome, printing: Printing) -> None:
    record = outcome.record
    if outcome.search is not None:
        best = outcome.search.best
        text = (
            f"The search ends with: {best}."
            if best
            else "The search found nothing better than the settings from before."
        )
        # of --json the output is the verdict's
        print(text, file=sys.stderr if printing.as_json else sys.stdout)
    saturation = printing.load if printing.load and printing.load.percent is None else None
    if printing.as_json:
        print_json(_document(outcome, saturation))
    elif saturation is not None:
        print("\n".join(load_search.saturation_lines(record, saturation)))
    elif outcome.confirmations:
        print("\n".join(each.sentence for each in outcome.confirmations))
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
    if not record.completed:
        if record.plan.target.kind is TargetKind.PRACTICE:
            return ""
        return f"To go on with it: storage-tuner sweep --resume {outcome.stored}"
    confirmable = record.plan.raced and not record.plan.contests
    if confirmable and confirmation_plan(record.plan, outcome.judgement.verdicts, seed=0):
        return f"To confirm it by restarts: storage-tuner confirm {outcome.stored}"
    return ""
