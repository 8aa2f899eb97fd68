"""Reasons to restart the load for each value instead of switching under it. Pure."""

from __future__ import annotations

from storage_tuner.core.message import Message, Text, sentence, together
from storage_tuner.core.plan import Cell, CellPace, Plan, Protocol, Variant
from storage_tuner.core.tunable import Scope, find

RESTART_S = 0.45
"""The time that a run takes in addition to ramp and run time: starting fio and switching
settings."""

RUN_MS, RAMP_MS = 2000, 300
"""The times of a run that replaces a slice in a plan of slices."""


def is_restarted(plan: Plan, cell: Cell) -> bool:
    """Return whether ``cell`` is measured by separate runs."""
    return plan.protocol is not Protocol.ADAPTIVE or bool(restart_reason(plan, cell))


def restart_reason(plan: Plan, cell: Cell) -> Text:
    """The reason why the variants can't be switched under ``cell``'s load; empty where they can."""
    if not cell.workload.streams or cell.workload.replay:
        return sentence("this kind of test runs to its end and can't be switched midway")
    names = differing_settings(plan.variants_in(cell))
    return next((text for name in names if (text := _restart(name))), "")


def restart_sentences(plan: Plan) -> tuple[Message, ...]:
    """Sentences for the record on the cells of an adaptive plan that aren't switched under load."""
    if plan.protocol is not Protocol.ADAPTIVE:
        return ()
    reasons: dict[Text, list[Text]] = {}
    for cell in plan.cells:
        if reason := restart_reason(plan, cell):
            reasons.setdefault(reason, []).append(cell.workload.phrase)
    return tuple(
        sentence(
            "Each value was measured in separate runs ({names}): {reason}.",
            names=together(dict.fromkeys(names), ", "),
            reason=reason,
        )
        for reason, names in reasons.items()
    )


def differing_settings(variants: tuple[Variant, ...]) -> tuple[str, ...]:
    """The names of the settings that differ among ``variants``."""
    settings = [dict(variant.settings) for variant in variants]
    names = dict.fromkeys(name for each in settings for name in each)
    return tuple(name for name in names if len({each.get(name) for each in settings}) > 1)


def restarted_paces(plan: Plan) -> tuple[CellPace, ...]:
    """The paces of the cells of an adaptive plan that are measured by runs."""
    if plan.protocol is not Protocol.ADAPTIVE:
        return ()
    return tuple(
        CellPace(cell.workload.name, cell.threads, RUN_MS, RAMP_MS)
        for cell in plan.cells
        if restart_reason(plan, cell)
    )


def _restart(name: str) -> Text:
    tunable = find(name)
    if tunable is None:
        return ""
    if tunable.scope is Scope.UNIT:
        return sentence("a controller takes a while to change its policies and may pause meanwhile")
    return tunable.restart
