"""``sweep --vary``: any tunables instead of schedulers, one at a time, in all combinations, or
searched for the best."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from storage_tuner.bench.planning import estimate_seconds
from storage_tuner.bench.searches.coordinate_search import (
    Question,
    SearchStep,
    next_question,
    settings_after,
)
from storage_tuner.bench.time_costs import least_seconds
from storage_tuner.bench.variant_series import (
    Parameter,
    Series,
    all_combinations,
    base_of,
    combination_count,
    not_varied,
    one_at_a_time,
    variant_name,
)
from storage_tuner.cli import allowing
from storage_tuner.cli.carrying_out import Measured
from storage_tuner.cli.one_of import one_of
from storage_tuner.cli.progress import duration_text
from storage_tuner.cli.terminal import tell_aside
from storage_tuner.cli.varied import parameter
from storage_tuner.core.errors import InvalidInput, StorageTunerError
from storage_tuner.core.plan import UNCHANGED, Plan, Variant
from storage_tuner.core.tunable import BY_NAME
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.jobs.varied_settings import without_effect

MOST_COMBINATIONS = 256
MANY_VARIANTS, LONG_S = 12, 3600.0
"""More, or longer, needs the word of who has to wait."""

MOST_ROUNDS = 2
"""Of a search: the second one only confirms, mostly, and each costs a part of the error level."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("other settings than the scheduler")
    group.add_argument(
        "--vary",
        metavar="NAME=V1,V2…",
        type=parameter,
        action="append",
        default=[],
        help="compare values of a tunable ('storage-tuner show DEVICE' lists them), or ncq=on,off: "
        "the queue_depth of a SATA disk, the qpolicy of a 3ware unit; repeatable",
    )
    group.add_argument(
        "--series",
        type=one_of(Series),
        default=Series.ONE_AT_A_TIME,
        metavar="NAME",
        help="one-at-a-time (default): each value with all others as they are; all: every "
        "combination; greedy: search the best, one tunable after the other, within --minutes",
    )
    allowing.add_argument(group)
    group.add_argument("--yes", action="store_true", help="don't ask, however long it takes")


def check(arguments: argparse.Namespace) -> None:
    """Raises ``InvalidInput`` for what doesn't go together, before anything is opened."""
    if not arguments.vary:
        if arguments.series is not Series.ONE_AT_A_TIME:
            raise InvalidInput("--series needs something to vary.", "Add --vary NAME=V1,V2.")
        return
    names = [parameter.name for parameter in arguments.vary]
    if len(set(names)) < len(names):
        raise InvalidInput("A tunable is varied twice.", "Give all of its values in one --vary.")
    if arguments.schedulers:
        raise InvalidInput("--schedulers and --vary exclude each other: use --vary scheduler=….")
    if arguments.check and arguments.series is Series.GREEDY:
        raise InvalidInput(
            "What a search compares follows from what it finds: --check can't tell it.",
            "Check it without --series greedy.",
        )
    count = combination_count(arguments.vary)
    if arguments.series is Series.ALL and count > MOST_COMBINATIONS:
        raise InvalidInput(
            f"That would be {count} combinations; {MOST_COMBINATIONS} are the most.",
            "Vary fewer values, or one at a time.",
        )
    if arguments.series is Series.GREEDY and arguments.minutes is None:
        raise InvalidInput("A search needs a time: add --minutes N.")


def variants(session: TuningSession, arguments: argparse.Namespace) -> tuple[Variant, ...]:
    """What ``--vary`` asks for and the kernel takes; none without it."""
    if not arguments.vary:
        return ()
    arguments.vary = _named(session, arguments)
    return _variants(session, arguments, session.vary(arguments.vary))


def previewed(session: TuningSession, arguments: argparse.Namespace) -> tuple[Variant, ...]:
    """As ``variants`` while nothing is held: what the kernel would refuse isn't known then."""
    if not arguments.vary:
        return ()
    arguments.vary = list(session.named(arguments.vary))
    return _variants(session, arguments, session.present(arguments.vary))


def _variants(
    session: TuningSession, arguments: argparse.Namespace, present: Mapping[str, str]
) -> tuple[Variant, ...]:
    make = all_combinations if arguments.series is Series.ALL else one_at_a_time
    made = make(arguments.vary, present)
    taken, refused = session.without_refused(made)
    for sentence in (*refused, *absence_sentences(arguments.vary, made)):
        tell_aside(sentence)
    if len(taken) < 2:
        raise InvalidInput("There is nothing left to compare.")
    return taken


def schedulers(session: TuningSession, arguments: argparse.Namespace) -> tuple[str, ...]:
    """What is compared without ``--vary``: those that were named or make sense, and the kernel
    takes; none with it."""
    if arguments.vary:
        return ()
    taken, refused = session.schedulers_taken(arguments.schedulers)
    for sentence in refused:
        tell_aside(sentence)
    return taken


def _named(session: TuningSession, arguments: argparse.Namespace) -> list[Parameter]:
    """What is varied, when it's known on which disks, and allowed. Raises ``InvalidInput``."""
    found = list(session.named(arguments.vary))
    names = [each.name for each in found]
    if len(set(names)) < len(names):
        raise InvalidInput("A tunable is varied twice.", "Give all of its values in one --vary.")
    session.allow(allowing.require_allowed(session.hazards(found), arguments))
    return found


def absence_sentences(parameters: Sequence[Parameter], made: Sequence[Variant]) -> tuple[str, ...]:
    """On what is asked for, and in no variant."""
    return tuple(
        f"{each.name} isn't varied: it exists only while {BY_NAME[each.name].scheduler} is active. "
        "--series all tries all values together."
        for each in not_varied(parameters, made)
    )


def with_present(plan: Plan) -> Plan:
    """``plan`` with the variant that changes nothing as the one from before; it need not be among
    those that are compared."""
    return replace(plan, current=UNCHANGED)


def confirm(plan: Plan, arguments: argparse.Namespace) -> None:
    """Say what a series costs, and ask when that is much. Raises ``InvalidInput`` for a no."""
    if not arguments.vary:
        return
    _warn(arguments, plan)
    count, seconds = len(plan.variants), estimate_seconds(plan)
    text = cost_sentence(plan)
    print(text, file=sys.stderr)
    if arguments.yes or (count <= MANY_VARIANTS and seconds <= LONG_S):
        return
    if not sys.stdin.isatty():
        raise InvalidInput(f"That is much: {text}", "Say --yes if it's meant, or vary less.")
    print("Go on? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise InvalidInput("Nothing was measured.")


def _warn(arguments: argparse.Namespace, plan: Plan) -> None:
    for sentence in without_effect(arguments.vary, plan.workloads):
        tell_aside(sentence)


def cost_sentence(plan: Plan) -> str:
    """How much a series measures, and for how long."""
    most = duration_text(estimate_seconds(plan))
    least = duration_text(least_seconds(plan)) if plan.raced else most
    tests = f"{len(plan.cells)} test{'' if len(plan.cells) == 1 else 's'}"
    duration = most if least == most else f"{least} to {most}"
    return f"{len(plan.variants)} variants in {tests}: {duration}."


class Comparing(Protocol):
    """What a search needs for each of its comparisons."""

    def plan(self, variants: tuple[Variant, ...], budget_s: float) -> Plan: ...

    def look_around(self, plan: Plan) -> None:
        """Raises ``NotMeasurable``; how long it waits doesn't count as the search's time."""

    def measure(self, plan: Plan) -> Measured: ...


def search(session: TuningSession, arguments: argparse.Namespace, comparing: Comparing) -> Measured:
    """The coordinate search; every comparison is a session of its own among the kept ones.

    Gives the last one, and prints the way and the best that was found. What goes wrong between two
    comparisons is told as the problem of the one before.
    """
    arguments.vary = parameters = _named(session, arguments)
    present = session.vary(parameters)
    history: list[SearchStep] = []
    most = MOST_ROUNDS * len(parameters)
    print(_search_words(most), file=sys.stderr)
    measured: Measured | None = None
    try:
        for measured in _comparisons(session, arguments, comparing, present, history):
            if measured.problem or not measured.record.completed:
                break
    except StorageTunerError as error:
        if measured is None:
            raise
        measured = replace(measured, problem=error)
    if measured is None:
        raise InvalidInput("The time is too short for a single comparison.", "Give more --minutes.")
    # of --json the output is the verdict's
    output = sys.stderr if arguments.json else sys.stdout
    print(_result_words(parameters, present, history), file=output)
    return measured


def _comparisons(
    session: TuningSession,
    arguments: argparse.Namespace,
    comparing: Comparing,
    present: Mapping[str, str],
    history: list[SearchStep],
) -> Iterator[Measured]:
    """One after the other as they are measured; ``history`` grows with them."""
    parameters: list[Parameter] = arguments.vary
    most = MOST_ROUNDS * len(parameters)
    left_s: float = arguments.minutes
    while question := next_question(parameters, present, history):
        variants, refused = session.without_refused(question.variants)
        for sentence in refused:
            tell_aside(sentence)
        share = left_s / max(len(parameters) - len(history) % len(parameters), 1)
        plan = _fair(comparing.plan(variants, share), most)
        if not history:
            _warn(arguments, plan)
        if len(history) >= most or least_seconds(plan) > left_s:
            print("The time is over before a round changed nothing.", file=sys.stderr)
            return
        if len(variants) < 2:
            history.append(SearchStep(question.parameter, variants, None))
            continue
        comparing.look_around(plan)
        begun = time.monotonic()
        measured = comparing.measure(plan)
        left_s -= time.monotonic() - begun
        history.append(_comparison(question, variants, measured))
        print(_step_words(history[-1]), file=sys.stderr)
        yield measured


def _fair(plan: Plan, comparisons: int) -> Plan:
    """With its part of the error level: many comparisons find something by chance sooner."""
    present = plan.variants[0].name
    return replace(plan, current=present, error_level=plan.error_level / comparisons)


def _comparison(
    question: Question, variants: tuple[Variant, ...], measured: Measured
) -> SearchStep:
    advice = measured.judgement.recommendation
    best = None
    if measured.record.completed and advice is not None and advice.change:
        best = next((each for each in variants if each.name == advice.variant), None)
    return SearchStep(question.parameter, variants, best)


def _search_words(most: int) -> str:
    return (
        f"At most {most} comparisons. They share the error level: each gets one part in {most} "
        "of it."
    )


def _step_words(step: SearchStep) -> str:
    if step.best is None:
        return f"{step.parameter}: nothing better was found, it stays as it is."
    return f"{step.parameter}: {step.best.name} is better, and is kept for what follows."


def _result_words(
    parameters: list[Parameter], present: Mapping[str, str], history: list[SearchStep]
) -> str:
    base = base_of(parameters, present)
    found = settings_after(parameters, present, history)
    name = variant_name(found, base)
    if name == UNCHANGED:
        return "The search found nothing better than the settings from before."
    return f"The search ends with: {name}."
