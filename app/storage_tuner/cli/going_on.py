"""``sweep --resume`` and ``tune --resume``, and ``confirm``: what goes on from a kept session."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from storage_tuner.bench.confirmation import Confirmation, confirmation_plan, confirmations
from storage_tuner.bench.variant_series import parameters_in
from storage_tuner.cli import at_rest, overwriting, report_options
from storage_tuner.cli.carrying_out import (
    Measured,
    end,
    measure,
    text_lines,
    write,
)
from storage_tuner.cli.figures_beside import lines_beside
from storage_tuner.cli.keeping import keep_recommended
from storage_tuner.cli.minutes import minutes
from storage_tuner.cli.named_path import named_path
from storage_tuner.cli.plan_text import plan_lines
from storage_tuner.cli.progress import TerminalProgress
from storage_tuner.cli.signals import obeying_signals
from storage_tuner.cli.terminal import print_json, tell_aside
from storage_tuner.cli.verdict import judgement_document
from storage_tuner.client.connecting import connect
from storage_tuner.core.errors import Cancelled, InvalidInput, StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Plan, Target, TargetKind, Thoroughness
from storage_tuner.core.sentence import counted
from storage_tuner.core.tunable import Scope
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.resuming import (
    gone_on_from,
    interrupted_session,
    newest_interrupted,
    require_same_device,
    target_again,
)
from storage_tuner.jobs.tuning_session import SAMPLE_BYTES, TuningSession
from storage_tuner.jobs.varied_settings import scope_of
from storage_tuner.store.kept_sessions import address_of, named_session, supersede
from storage_tuner.store.session_journal import interrupted_folder

NEWEST = ""

_GO_WITH_RESUME = (
    *("resume", "apply", "persist", "wait", "overwrite", "yes"),
    *("report", "paper", "language", "share", "json"),
)
"""What an interrupted session has no say in; all else is in its plan."""

_OPTIONS = {
    "workloads": "--operations",
    "workload_names": "--workloads",
    "allowed_risks": "--allow-risk",
}
"""Of those that aren't called as their values are."""


def add_resume(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--resume",
        nargs="?",
        const=NEWEST,
        metavar="RESULT",
        help="go on with a session that was interrupted, with its plan: the newest one, or RESULT",
    )
    parser.set_defaults(default_of=parser.get_default)


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "confirm",
        help="measure what a result decided once more, by restarts",
        description="Measures the best and the next best of each decided test of RESULT again, "
        "each run with a start of its own instead of a switch beneath a running load, and says "
        "whether that confirms it.",
    )
    parser.add_argument(
        "result", metavar="RESULT", type=named_path, help="a kept run, or a results.json"
    )
    parser.add_argument("--minutes", metavar="N", type=minutes, help="the longest time in all")
    overwriting.add_argument(parser)
    at_rest.add_argument(parser)
    report_options.add_report(parser)
    parser.add_argument("--json", action="store_true", help="print what was found as JSON")
    parser.set_defaults(run=run_confirm)


def run_resume(arguments: argparse.Namespace) -> int:
    """Raises ``InvalidInput`` when there's nothing to go on with, or it isn't the same disk."""
    _require_nothing_else(arguments)
    word = arguments.resume
    stored = newest_interrupted() if word == NEWEST else interrupted_session(Path(word))
    begun = gone_on_from(stored.record)
    report_options.require_folder(arguments.report)
    with _session(target_again(begun), begun, arguments) as session:
        plan = begun.plan
        _vary_as_before(session, plan)
        if arguments.persist:
            session.require_keepable()
        print(where_from(begun), file=sys.stderr)
        _tell_before(session, plan, wait=arguments.wait)
        measured = keep_recommended(session, measure(session, plan, begun), arguments)
        measured = write(session, measured, report_options.wanted_report(arguments))
        measured = replace(measured, problem=end(session, measured.problem))
    measured = in_place_of(stored.path, measured)
    return _end(measured, arguments, confirmations(plan, measured.record.measurements))


def in_place_of(before: Path, measured: Measured) -> Measured:
    """Let go of ``before``, the session that was gone on with. That it can't be is a problem: said
    at the end, or here where there is another one."""
    if measured.stored is None:
        return measured
    try:
        supersede(before, address_of(measured.stored))
    except StorageTunerError as error:
        left = error
    except OSError as error:
        left = StorageTunerError(
            f"The part that was measured before can't be removed: {before}: {error.strerror}.",
            "It's in the whole now; remove it, or it is offered again.",
        )
    else:
        return measured
    if measured.problem is None:
        return replace(measured, problem=left)
    tell_aside(str(left))
    return measured


def _require_nothing_else(arguments: argparse.Namespace) -> None:
    """Raises ``InvalidInput`` for what the plan of the session says already."""
    if arguments.target or arguments.practice:
        raise InvalidInput("--resume goes on with what was measured before: give no TARGET.")
    given = sorted(
        _option(name, value)
        for name, value in vars(arguments).items()
        if name not in _GO_WITH_RESUME and value != arguments.default_of(name)
    )
    if given:
        raise InvalidInput(
            f"--resume goes on with the session as it was planned: no {', '.join(given)}.",
            "Leave that out, or measure from the beginning.",
        )


def _option(name: str, value: object) -> str:
    if isinstance(value, Thoroughness):
        return f"--{value}"
    return _OPTIONS.get(name, f"--{name.replace('_', '-')}")


def where_from(begun: SessionRecord) -> str:
    """What was measured before."""
    return counted(
        len({run.index for run in begun.measurements}),
        "Goes on after one slice or run.",
        "Goes on after {count:,} slices or runs.",
    )


def run_confirm(arguments: argparse.Namespace) -> int:
    """Raises ``InvalidInput`` when the result decided nothing, or the disk is another one."""
    before = named_session(arguments.result).record
    target = _target_to_confirm(before)
    report_options.require_folder(arguments.report)
    plan = confirmation_plan(
        before.plan,
        judge_session(before).verdicts,
        seed=random.SystemRandom().randrange(1 << 31),
        budget_s=arguments.minutes,
    )
    if plan is None:
        raise InvalidInput(
            f"{arguments.result} decided nothing about a rate, so there is nothing to confirm."
        )
    with _session(target, before, arguments) as session:
        _vary_as_before(session, plan)
        _tell_before(session, plan, wait=arguments.wait)
        measured = measure(session, plan)
        found = confirmations(plan, measured.record.measurements)
        measured = write(
            session, _with_sentences(measured, found), report_options.wanted_report(arguments)
        )
        measured = replace(measured, problem=end(session, measured.problem))
    return _end(measured, arguments, found)


@contextmanager
def _session(
    target: Target, before: SessionRecord, arguments: argparse.Namespace
) -> Iterator[TuningSession]:
    name = overwriting.agreed_name(target, before.plan.workloads, arguments)
    size = before.plan.target.size_bytes or SAMPLE_BYTES
    with (
        TerminalProgress(sys.stderr) as progress,
        TuningSession(
            connect, progress, sample_bytes=size, journals=interrupted_folder()
        ) as session,
        obeying_signals(session),
    ):
        device = session.open(target)
        if target.kind is not TargetKind.PRACTICE:
            require_same_device(before, device)
        if name is not None:
            session.allow_overwriting(name)
        yield session


def _vary_as_before(session: TuningSession, plan: Plan) -> None:
    """Settings of an array or of the computer have a place of their own."""
    parameters = parameters_in(plan.variants)
    if parameters and scope_of(parameters) is not Scope.DEVICE:
        session.vary(parameters)


def _tell_before(session: TuningSession, plan: Plan, *, wait: bool) -> None:
    at_rest.look_around(session, plan, wait=wait)
    print("\n".join(plan_lines(plan)), file=sys.stderr)


def _target_to_confirm(record: SessionRecord) -> Target:
    """A practice disk is made anew: it lies on the same disk as the one before."""
    if record.plan.target.kind is TargetKind.PRACTICE:
        return Target(TargetKind.PRACTICE, None)
    return target_again(record)


def _with_sentences(measured: Measured, found: tuple[Confirmation, ...]) -> Measured:
    """So that the reports say it, too."""
    sentences = tuple(each.sentence for each in found)
    record = replace(measured.record, caveats=(*measured.record.caveats, *sentences))
    return replace(measured, record=record)


def _end(measured: Measured, arguments: argparse.Namespace, found: tuple[Confirmation, ...]) -> int:
    record = measured.record
    if arguments.json:
        document: dict[str, object] = {
            "completed": record.completed,
            "outcome": record.outcome.value,
        }
        document |= judgement_document(measured.judgement)
        if found:
            document["confirmations"] = [_document(each) for each in found]
        print_json(document)
    elif found:
        print("\n".join(each.sentence for each in found))
    else:
        print("\n".join((*text_lines(measured), *lines_beside(record))))
    if measured.problem:
        raise measured.problem
    return 0 if record.completed else Cancelled.exit_code


def _document(confirmation: Confirmation) -> dict[str, object]:
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
