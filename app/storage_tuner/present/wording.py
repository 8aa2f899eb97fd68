"""Words of the report, the terminal and the result page that belong to no single one of them."""

from __future__ import annotations

import unicodedata

from storage_tuner.core.device import Device
from storage_tuner.core.measurement import Outcome, SessionRecord
from storage_tuner.core.plan import Protocol, TargetKind
from storage_tuner.core.sentence import Sentence, counted, sentence, together
from storage_tuner.core.verdict import Recommendation, State, Verdict
from storage_tuner.present import numbers

SYMBOLS = (
    (
        sentence("name + x %"),
        sentence("this one is better: more per second, or a shorter time; 95 % interval behind"),
    ),
    (
        "=",
        sentence(
            "shown to be equal: no difference of 3 % or more (“among”: the others fell behind)"
        ),
    ),
    ("= ?", sentence("no clear difference, and not shown to be equal either; more runs may tell")),
    (numbers.NOTHING, sentence("not measured, or nothing to compare with")),
)
"""What the cells of a verdict table mean."""


def printable(text: str) -> str:
    """``text`` without characters that control a terminal, turn its direction or break XML.

    A disk may send any as its model.
    """
    if isinstance(text, Sentence):
        return text.with_texts(printable)
    if isinstance(text, numbers.Numeral):
        return text  # ours; its unit is still to be translated
    return "".join(
        "\ufffd" if unicodedata.category(character).startswith("C") else character
        for character in text
    )


def prose(text: str) -> str:
    """``text`` printable, and with its percent signs held to their numbers."""
    shown = printable(text)
    held = shown.replace(" %", f"{numbers.SPACE}%")
    return shown.said_as(held) if isinstance(shown, Sentence) else held


def target_title(record: SessionRecord) -> str:
    """What was measured, in a few words."""
    if record.plan.target.kind is TargetKind.PRACTICE:
        return sentence("Practice disk")
    if record.plan.target.path is not None:
        return printable(record.plan.target.path)
    return printable(record.device.title) if record.device else sentence("Unknown device")


def device_line(device: Device) -> str:
    """Medium, kernel name and size: ``SSD · sda · 240 GB``."""
    size = numbers.decimal_bytes(device.size_bytes) if device.size_bytes else ""
    return together((device.medium, printable(device.name), size), " · ")


def headline(record: SessionRecord, recommendation: Recommendation | None) -> str:
    """The recommendation as one sentence, or why there is none."""
    if recommendation is not None:
        return prose(recommendation.headline)
    if not record.measurements:
        return sentence("Nothing was measured, so there is nothing to recommend.")
    if record.plan.protocol is Protocol.LIVE:
        return sentence("The load that was there was too little to compare anything by it.")
    if len({run.variant for run in record.measurements}) < 2:
        return sentence("Only one set of settings was measured, so there was nothing to compare.")
    if record.plan.protocol is Protocol.IMPORTED:
        return sentence(
            "Nothing is recommended: what the variants of another program set isn’t known."
        )
    if record.plan.protocol is Protocol.ARTICLE:
        return sentence(
            "Nothing is recommended on runs of one variant after the other: a drift may hide there."
        )
    return sentence("There are too few runs for a recommendation.")


def outcome(record: SessionRecord, recommendation: Recommendation | None) -> str:
    """What became of the settings."""
    if record.plan.protocol is Protocol.IMPORTED:
        return sentence("This was imported: the settings at that time are unknown.")
    if record.outcome is Outcome.RESTORED and record.plan.overwrites_device:
        return sentence("The previous settings were restored; the disk was overwritten.")
    if record.outcome is Outcome.RESTORED:
        return sentence("The previous settings were restored.")
    if recommendation is None or not recommendation.settings:
        return sentence("The new settings were kept.")
    return sentence("Kept: {settings}.", settings=settings_text(recommendation.settings))


def settings_text(settings: tuple[tuple[str, str], ...]) -> str:
    """``scheduler = bfq, queue_depth = 1``."""
    return ", ".join(f"{printable(name)} = {printable(value)}" for name, value in settings)


def interruption(record: SessionRecord) -> str:
    """One sentence when the session didn't come to its end, else nothing."""
    if record.completed:
        return ""
    plan = record.plan
    if plan.protocol is Protocol.LIVE:
        return counted(
            len(record.measurements) // len(plan.operations),
            "The session was stopped before its end, after one slice.",
            "The session was stopped before its end, after {count:,} slices.",
        )
    if plan.raced:
        if plan.protocol is Protocol.ADAPTIVE:
            return counted(
                len(record.measurements),
                "The measurement was stopped before its end, after one slice.",
                "The measurement was stopped before its end, after {count:,} slices.",
            )
        return counted(
            len(record.measurements),
            "The measurement was stopped before its end, after one run.",
            "The measurement was stopped before its end, after {count:,} runs.",
        )
    planned = plan.repeats * len(plan.variants) * len(plan.operations) * len(plan.threads)
    return sentence(
        "The measurement was stopped after {count} of {planned} runs.",
        count=numbers.whole(len(record.measurements)),
        planned=numbers.whole(planned),
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
    if len(verdict.best) > 3:
        return verdict.symbol, sentence("among {count} variants", count=len(verdict.best))
    named = together(map(printable, verdict.best), ", ")
    return verdict.symbol, sentence("among {variants}", variants=named)
