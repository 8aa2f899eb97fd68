"""Words of the report, the terminal and the result page that belong to no single one of them."""

from __future__ import annotations

import unicodedata

from storage_tuner.core.device import Device
from storage_tuner.core.measurement import Outcome, SessionRecord
from storage_tuner.core.plan import Protocol, TargetKind
from storage_tuner.core.verdict import Recommendation, State, Verdict
from storage_tuner.report import numbers

SYMBOLS = (
    ("name + x %", "this one is better: more per second, or a shorter time; 95 % interval behind"),
    ("=", "shown to be equal: no difference of 3 % or more (“among”: the others fell behind)"),
    ("= ?", "no clear difference, and not shown to be equal either; more runs may tell"),
    (numbers.NOTHING, "not measured, or nothing to compare with"),
)
"""What the cells of a verdict table mean."""


def printable(text: str) -> str:
    """``text`` without characters that control a terminal, turn its direction or break XML.

    A disk may send any as its model.
    """
    return "".join(
        "\ufffd" if unicodedata.category(character).startswith("C") else character
        for character in text
    )


def sentence(text: str) -> str:
    """``text`` printable, and with its percent signs held to their numbers."""
    return printable(text).replace(" %", f"{numbers.SPACE}%")


def target_title(record: SessionRecord) -> str:
    """What was measured, in a few words."""
    if record.plan.target.kind is TargetKind.PRACTICE:
        return "Practice disk"
    if record.plan.target.path is not None:
        return printable(record.plan.target.path)
    return printable(record.device.title) if record.device else "Unknown device"


def device_line(device: Device) -> str:
    """Medium, kernel name and size: ``SSD · sda · 240 GB``."""
    size = numbers.decimal_bytes(device.size_bytes) if device.size_bytes else ""
    return " · ".join(part for part in (device.medium, printable(device.name), size) if part)


def headline(record: SessionRecord, recommendation: Recommendation | None) -> str:
    """The recommendation as one sentence, or why there is none."""
    if recommendation is not None:
        return sentence(recommendation.headline)
    if not record.measurements:
        return "Nothing was measured, so there is nothing to recommend."
    if len({run.variant for run in record.measurements}) < 2:
        return "Only one set of settings was measured, so there was nothing to compare."
    return "There are too few runs for a recommendation."


def outcome(record: SessionRecord, recommendation: Recommendation | None) -> str:
    """What became of the settings."""
    if record.outcome is Outcome.RESTORED:
        return "Nothing was left changed: all settings are as they were before."
    if recommendation is None or not recommendation.settings:
        return "The new settings were kept."
    return f"Kept: {settings_text(recommendation.settings)}."


def settings_text(settings: tuple[tuple[str, str], ...]) -> str:
    """``scheduler = bfq, queue_depth = 1``."""
    return ", ".join(f"{printable(name)} = {printable(value)}" for name, value in settings)


def interruption(record: SessionRecord) -> str:
    """One sentence when the session didn't come to its end, else nothing."""
    if record.completed:
        return ""
    plan = record.plan
    if plan.protocol is Protocol.ADAPTIVE:
        measured = numbers.whole(len(record.measurements))
        return f"The measurement was stopped before its end, after {measured} slices."
    planned = plan.repeats * len(plan.variants) * len(plan.operations) * len(plan.threads)
    return (
        f"The measurement was stopped after {numbers.whole(len(record.measurements))} of "
        f"{numbers.whole(planned)} runs."
    )


def verdict_cell(verdict: Verdict | None) -> tuple[str, str]:
    """What a verdict table shows: the symbol, and behind it what there is to say about it.

    That's a winner's lead with its interval, or among whom there is no clear difference when
    others fell behind.
    """
    if verdict is None:
        return numbers.NOTHING, ""
    if verdict.state is State.BETTER:
        lead = numbers.change(verdict.effect_percent, verdict.interval_percent)
        return printable(verdict.symbol), lead
    behind = len(verdict.summaries) - len(verdict.best)
    if verdict.state is State.NOT_MEASURED or behind <= 0 or len(verdict.best) < 2:
        return verdict.symbol, ""
    named = verdict.best if len(verdict.best) <= 3 else (f"{len(verdict.best)} variants",)
    return verdict.symbol, f"among {printable(', '.join(named))}"
