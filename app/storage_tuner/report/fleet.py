"""The report on disks of many computers: as web page, PDF and CSV."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from storage_tuner import __version__
from storage_tuner.core.fleet import Fleet, FleetDisk, FleetFigure, Grouping
from storage_tuner.core.language import speaking
from storage_tuner.core.measurement import Metric
from storage_tuner.core.message import english_text, tr
from storage_tuner.core.workload import Operation
from storage_tuner.present.blocks import Headline, Section
from storage_tuner.present.fleet import fleet_blocks
from storage_tuner.report.content import Headings, ReportContent, date_text
from storage_tuner.report.html import render_content
from storage_tuner.report.layout import PLAIN, Layout
from storage_tuner.report.pdf import write_pdf_of
from storage_tuner.store.atomic_files import write_atomically
from storage_tuner.store.tables.delimited import defused

_FIGURES = (
    (Metric.RATE, "throughput", "throughput"),
    (Metric.ACCESS_TIME_P99, "latency_p99_ms", "latency_p99"),
)
"""Each metric with the name of its value, and the beginning of the names of the others."""
_MOST_COLUMNS = 5
"""Across a page: a cell has a value and a deviation."""
_IDENTITY = (
    "host", "device", "model", "size_bytes", "scheduler", "recommended", "measured_at",
    "operation", "throughput_unit",
)  # fmt: skip
COLUMNS = (
    *_IDENTITY,
    *(
        column
        for _, value, name in _FIGURES
        for column in (
            value,
            f"{name}_deviation_percent",
            f"{name}_low_percent",
            f"{name}_high_percent",
            f"{name}_verdict",
        )
    ),
)


def write_fleet(
    fleet: Fleet, grouping: Grouping, folder: Path, layout: Layout = PLAIN
) -> tuple[Path, ...]:
    """Write fleet.csv, report.html and report.pdf, and give their paths, the PDF first.

    The numbers come first, so that they are safe if the PDF fails. Raises the errors of
    ``write_atomically`` and ``write_pdf_of``."""
    page = fleet_page(fleet, grouping, layout)
    table, html, pdf = folder / "fleet.csv", folder / "report.html", folder / "report.pdf"
    write_atomically(table, fleet_csv(fleet, grouping).encode())
    write_atomically(html, page.encode())
    write_pdf_of(page, pdf)
    return pdf, html, table


def fleet_page(fleet: Fleet, grouping: Grouping, layout: Layout = PLAIN) -> str:
    """The report as one web page."""
    with speaking(layout.language):
        return render_content(_content(fleet, grouping), layout)


def fleet_csv(fleet: Fleet, grouping: Grouping) -> str:
    """One row for each disk and operation, in the order of the report; empty where unknown or not
    compared. docs/fleet.md describes the columns."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for group in fleet.grouped(grouping):
        for disk in group.disks:
            writer.writerows(_rows(disk))
    return text.getvalue()


def _content(fleet: Fleet, grouping: Grouping) -> ReportContent:
    headline, *blocks = fleet_blocks(fleet, grouping)
    assert isinstance(headline, Headline)
    return ReportContent(
        headings=Headings(),
        title=tr("Disks of {count} hosts", count=len({disk.host for disk in fleet.disks})),
        subtitle="",
        created=date_text(datetime.now(UTC).isoformat()),
        version=__version__,
        headline=headline,
        first=tuple(each for each in blocks if not isinstance(each, Section)),
        sections=tuple(each for each in blocks if isinstance(each, Section)),
        tradeoffs=(),
        operations=(),
        long_names=False,
        most_columns=_MOST_COLUMNS,
    )


def _rows(disk: FleetDisk) -> Iterator[list[str]]:
    identity = [
        defused(disk.host),
        defused(disk.device),
        defused(disk.model),
        "" if disk.size_bytes is None else str(disk.size_bytes),
        defused(disk.scheduler),
        defused(english_text(disk.recommended)),
        defused(disk.created_at),
    ]
    figures: dict[Operation, dict[Metric, FleetFigure]] = {}
    for figure in disk.figures:
        figures.setdefault(figure.operation, {})[figure.metric] = figure
    for operation, found in figures.items():
        yield [
            *identity,
            defused(operation.name),
            operation.unit.value,
            *(cell for metric, *_ in _FIGURES for cell in _cells(found.get(metric))),
        ]


def _cells(figure: FleetFigure | None) -> tuple[str, ...]:
    if figure is None:
        return ("",) * 5
    low, high = figure.interval_percent or (None, None)
    verdict = figure.state.value if figure.state else ""
    numbers = (figure.value, figure.effect_percent, low, high)
    return (*map(_digits, numbers), verdict)


def _digits(value: float | None) -> str:
    return "" if value is None or not math.isfinite(value) else f"{value:.6g}"
