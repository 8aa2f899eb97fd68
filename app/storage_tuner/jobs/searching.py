"""Searches for the best values of several settings, one setting after the other."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Protocol

from storage_tuner.bench.searches.coordinate_search import Question, SearchStep, next_question
from storage_tuner.bench.time_costs import least_seconds
from storage_tuner.core.errors import InvalidInput, StorageTunerError
from storage_tuner.core.message import Message, sentence
from storage_tuner.core.plan import Plan, Variant, shown_name
from storage_tuner.jobs.events import JobListener
from storage_tuner.jobs.outcome import Outcome, Search
from storage_tuner.jobs.planning.varied_settings import without_effect
from storage_tuner.jobs.plans import allowed_in, plan_of, require_sound
from storage_tuner.jobs.requests import TuningRequest
from storage_tuner.jobs.tuning_session import TuningSession

MOST_ROUNDS = 2
"""The rounds of a search: the second usually only confirms, and each uses a part of the error
level."""


class Comparing(Protocol):
    """The steps that a search needs for each of its comparisons: ``jobs.tuning.Tuning``."""

    def check_conditions(self, plan: Plan, *, wait: bool) -> None:
        """Check the conditions; the wait doesn't count towards the search's time."""

    def compare(self, plan: Plan, request: TuningRequest) -> Outcome: ...

    def save(self, outcome: Outcome) -> Outcome: ...


def search(
    session: TuningSession, request: TuningRequest, comparing: Comparing, listener: JobListener
) -> Outcome:
    """The coordinate search; every comparison is a session of its own, and kept as soon as the next
    one begins.

    Return the outcome of the last one, with the steps of the search. An error between two
    comparisons is the problem of the earlier one. Raises ``InvalidInput`` without a time limit, or
    where it's too short.
    """
    if request.budget_s is None:
        raise InvalidInput(sentence("A search needs a time limit."))
    request = allowed_in(session, request)
    require_sound(request)
    present = session.vary(request.varied)
    steps: list[SearchStep] = []
    most = MOST_ROUNDS * len(request.varied)
    listener.noted(
        sentence(
            "At most {most} comparisons. Each uses 1/{most} of the error level.",
            most=most,
        )
    )
    outcome: Outcome | None = None
    try:
        for outcome in _comparisons(session, request, comparing, listener, present, steps):
            if outcome.problem or not outcome.record.completed:
                break
    except StorageTunerError as error:
        if outcome is None:
            raise
        outcome = replace(outcome, problem=error)
    if outcome is None:
        raise InvalidInput(
            sentence("The time is too short for a single comparison."),
            sentence("Allow more time."),
        )
    return replace(outcome, search=Search(request.varied, present, tuple(steps)))


def _comparisons(
    session: TuningSession,
    request: TuningRequest,
    comparing: Comparing,
    listener: JobListener,
    present: Mapping[str, str],
    steps: list[SearchStep],
) -> Iterator[Outcome]:
    """The outcomes as they are measured; each one's step is added to ``steps``."""
    parameters = request.varied
    most = MOST_ROUNDS * len(parameters)
    left_s = request.budget_s or 0
    last: Outcome | None = None
    while question := next_question(parameters, present, steps):
        variants, refused = session.without_refused(question.variants)
        share = left_s / max(len(parameters) - len(steps) % len(parameters), 1)
        part = replace(request, budget_s=share)
        plan = _fair(plan_of(session, part, variants=variants), most)
        cannot_show = () if steps else without_effect(parameters, plan.workloads)
        for text in (*refused, *cannot_show):
            listener.warned(text)
        if len(steps) >= most or least_seconds(plan) > left_s:
            listener.noted(sentence("Time ran out before the search was complete."))
            return
        if len(variants) < 2:
            steps.append(SearchStep(question.parameter, variants, None))
            continue
        comparing.check_conditions(plan, wait=request.wait)
        if last is not None:
            comparing.save(last)
        begun = time.monotonic()
        last = outcome = comparing.compare(plan, request)
        left_s -= time.monotonic() - begun
        steps.append(_step(question, variants, outcome))
        listener.noted(_step_sentence(steps[-1]))
        yield outcome


def _fair(plan: Plan, comparisons: int) -> Plan:
    """``plan`` with its part of the error level, since many comparisons raise the chance of a false
    result."""
    present = plan.variants[0].name
    return replace(plan, current=present, error_level=plan.error_level / comparisons)


def _step(question: Question, variants: tuple[Variant, ...], outcome: Outcome) -> SearchStep:
    advice = outcome.judgement.recommendation
    best = None
    if outcome.record.completed and advice is not None and advice.change:
        best = next((each for each in variants if each.name == advice.variant), None)
    return SearchStep(question.parameter, variants, best)


def _step_sentence(step: SearchStep) -> Message:
    if step.best is None:
        return sentence(
            "{parameter}: no better value was found; the current setting is kept.",
            parameter=step.parameter,
        )
    return sentence(
        "{parameter}: {best} is better and is used in the following comparisons.",
        parameter=step.parameter,
        best=shown_name(step.best.name),
    )
