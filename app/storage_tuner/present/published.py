"""Published findings in words, with the operation and the Linux version."""

from __future__ import annotations

from collections.abc import Iterable

from storage_tuner.core.knowledge import Effect, PublishedEffect, removal_of
from storage_tuner.core.message import sentence, together, tr

OPERATIONS = {
    "seq-read": sentence("sequential read"),
    "seq-write": sentence("sequential write"),
    "rand-read": sentence("random read"),
    "rand-write": sentence("random write"),
    "rand-mixed": sentence("mixed random I/O"),
    "create": sentence("creating files"),
    "load": sentence("loading a database"),
}
"""Phrases, by the names in the knowledge base."""

GAIN = sentence("Published gain")
GAIN_OF_OLD = sentence("Published results for removed schedulers")


def current_gains(effects: Iterable[PublishedEffect]) -> str:
    """Published gains of things that still exist; "" without any."""
    return str(together((effect_text(one) for one in effects if not one.effect.gone), "; "))


def gains_of_old(effects: Iterable[PublishedEffect]) -> str:
    """Published gains of removed schedulers, which can't be expected today."""
    return str(together((effect_text(one) for one in effects if one.effect.gone), "; "))


def effect_text(one: PublishedEffect) -> str:
    """Such as "loading a database: cfq 8.9 % ahead of deadline (measured on Linux 2.6; cfq and
    deadline removed in Linux 5.0, succeeded by bfq and mq-deadline)"."""
    effect = one.effect
    found = _found(effect)
    remarks = together((_kernel(one.kernel), effect.note, removal_of(effect.gone)), "; ")
    return tr("{found} ({remarks})", found=found, remarks=remarks) if remarks else found


def span_text(effect: Effect) -> str:
    """Its figure alone: "20.5 to 22.1 %"."""
    assert effect.percent is not None
    low, high = effect.percent
    if low == high:
        return tr("{low:g} %", low=low)
    return tr("{low:g} to {high:g} %", low=low, high=high)


def _found(effect: Effect) -> str:
    operation = OPERATIONS.get(effect.operation, effect.operation)
    if effect.metric in ("rate", "cpu_efficiency"):
        return tr(
            "{operation}: {winner} {span} ahead of {other}",
            operation=operation, winner=effect.winner, span=span_text(effect), other=effect.over,
        )  # fmt: skip
    return tr(
        "{operation}: {winner} {span} lower latency than {other}",
        operation=operation, winner=effect.winner, span=span_text(effect), other=effect.over,
    )  # fmt: skip


def _kernel(kernel: str) -> str:
    return tr("measured on Linux {version}", version=kernel) if kernel else ""
