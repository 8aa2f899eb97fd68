"""Additional sections of the result page: fairness between threads."""

from __future__ import annotations

from collections.abc import Iterator

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr
from storage_tuner.present.blocks import Fact, Facts, Notice, Section, Tone
from storage_tuner.present.wording import printable, variant_label
from storage_tuner.report.charts.result_figures import shares
from storage_tuner.ui import wording


def beside_blocks(record: SessionRecord) -> Iterator[Section]:
    if fairness := _fairness(record):
        title = tr("Fairness between threads")
        note = tr("Jain’s index: 1 means that all threads got equal shares.")
        yield Section(title, (Facts("", fairness), Notice(Tone.NOTE, note)))


def _fairness(record: SessionRecord) -> tuple[Fact, ...]:
    """A row per test with each variant's index: one figure without an interval."""
    found: dict[str, list[str]] = {}
    for share in shares(record.measurements):
        name = tr(
            "{test}, {threads}",
            test=printable(share.operation.label),
            threads=wording.threads(share.threads),
        )
        figure = f"{variant_label(share.variant)} {(f'{share.index:.3f}')}"
        found.setdefault(name, []).append(figure)
    return tuple(Fact(name, " · ".join(figures)) for name, figures in found.items())
