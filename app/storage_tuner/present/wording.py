"""Words of the report, the terminal and the result page that belong to no single one of them."""

from __future__ import annotations

import unicodedata

from storage_tuner.core.device import Device
from storage_tuner.core.measurement import SessionRecord, SettingsOutcome
from storage_tuner.core.message import Message, Text, sentence, together, tr, trn
from storage_tuner.core.plan import UNCHANGED, Protocol, TargetKind, shown_name
from storage_tuner.core.verdict import Recommendation
from storage_tuner.present import numbers

SOME_FILE = sentence("A test file")
"""Its English stands in a session that is shared, in place of the path."""


def printable(text: Text) -> str:
    """``text`` without characters that control a terminal, turn its direction or break XML.

    A disk may send any as its model.
    """
    if isinstance(text, Message):
        return str(text.with_texts(printable))
    if text.isprintable():  # nearly all are, and this is called for everything that is shown
        return text
    return "".join(
        "\ufffd" if unicodedata.category(character).startswith("C") else character
        for character in text
    )


def variant_label(name: str) -> str:
    """The printable name of a variant as a person reads it."""
    return printable(shown_name(name))


def current_note(name: str, current: str | None) -> str:
    """ "current" beside the variant that ``current`` names; "" where its label says so already."""
    return tr("current") if name == current != UNCHANGED else ""


def prose(text: Text) -> str:
    """``text`` printable, and with its percent signs held to their numbers."""
    return printable(text).replace(" %", f"{numbers.SPACE}%")


def target_title(record: SessionRecord) -> str:
    """What was measured, in a few words."""
    if record.plan.target.kind is TargetKind.PRACTICE:
        return tr("Practice disk")
    if record.plan.target.path is not None:
        path = record.plan.target.path
        return str(SOME_FILE) if path == SOME_FILE.english else printable(path)
    return printable(record.device.title) if record.device else tr("Unknown device")


def device_line(device: Device) -> str:
    """Medium, kernel name and size: ``SSD · sda · 240 GB``."""
    size = numbers.decimal_bytes(device.size_bytes) if device.size_bytes else ""
    return str(together((device.medium, printable(device.name), size), " · "))


def nothing_compared(record: SessionRecord) -> str:
    """Why nothing can be said of what to do."""
    if not record.measurements:
        return tr("No recommendation: nothing was measured.")
    if record.plan.protocol is Protocol.LIVE:
        return tr("No recommendation: there was too little load for a comparison.")
    if len({run.variant for run in record.measurements}) < 2:
        return tr("No recommendation: only one variant was measured.")
    return tr("No recommendation: too little was measured. Measure longer or repeat.")


def outcome(record: SessionRecord, recommendation: Recommendation | None) -> str:
    """What became of the settings."""
    if record.plan.protocol is Protocol.IMPORTED:
        return tr("Imported: the settings at that time are unknown.")
    if record.outcome is SettingsOutcome.RESTORED and record.plan.overwrites_device:
        return tr("The previous settings were restored; the disk was overwritten.")
    if record.outcome is SettingsOutcome.RESTORED:
        return tr("The previous settings were restored.")
    if recommendation is None or not recommendation.settings:
        return tr("The new settings were kept.")
    return tr("Kept: {settings}.", settings=settings_text(recommendation.settings))


def settings_text(settings: tuple[tuple[str, str], ...]) -> str:
    """``scheduler = bfq, queue_depth = 1``."""
    return ", ".join(f"{printable(name)} = {printable(value)}" for name, value in settings)


def interruption(record: SessionRecord) -> str:
    """One sentence when the session didn't come to its end, else nothing."""
    if record.completed:
        return ""
    plan = record.plan
    if plan.protocol is Protocol.LIVE:
        return trn(
            len(record.measurements) // len(plan.operations),
            "Stopped early, after one slice.",
            "Stopped early, after {count:,} slices.",
        )
    if plan.protocol is Protocol.SUSTAINED:
        written = sum(run.bytes_moved for run in record.measurements)
        return tr("Stopped early, after {written}.", written=numbers.decimal_bytes(written))
    if plan.protocol is Protocol.MAP:
        return trn(
            len({run.index for run in record.measurements}),
            "Stopped early, after one slice.",
            "Stopped early, after {count:,} slices.",
        )
    if plan.raced:
        if plan.protocol is Protocol.ADAPTIVE:
            return trn(
                len(record.measurements),
                "Stopped early, after one slice.",
                "Stopped early, after {count:,} slices.",
            )
        return trn(
            len(record.measurements),
            "Stopped early, after one run.",
            "Stopped early, after {count:,} runs.",
        )
    planned = plan.repeats * len(plan.variants) * len(plan.operations) * len(plan.threads)
    return tr(
        "Stopped early, after {count} of {planned} runs.",
        count=numbers.whole(len(record.measurements)),
        planned=numbers.whole(planned),
    )
