"""The report as one HTML page: style and charts inside, nothing loaded from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from storage_tuner.core.language import speaking
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.present.blocks import DotPlot
from storage_tuner.report.charts.heat_map import HeatMap
from storage_tuner.report.charts.svg import (
    DARK,
    PAPER,
    PRINT,
    BarChart,
    LineChart,
    ScatterChart,
    bar_chart_svg,
    dot_plot_svg,
    heat_map_svg,
    line_chart_svg,
    scatter_chart_svg,
)
from storage_tuner.report.content import ReportContent, report_content
from storage_tuner.report.layout import PAGE_WIDTHS, PLAIN, Layout
from storage_tuner.report.text.tables import in_columns

if TYPE_CHECKING:
    from jinja2 import Template


LINE_CHART_HEIGHT = 215
BAR_CHART_SHARE = 0.487
"""Of the page's width, where two stand side by side."""


def render_html(record: SessionRecord, judgement: Judgement, layout: Layout = PLAIN) -> str:
    """The whole page. Texts of devices and users are escaped."""
    with speaking(layout.language):
        return render_content(report_content(record, judgement), layout)


def render_content(content: ReportContent, layout: Layout = PLAIN) -> str:
    """The whole page of what was made in the language in force."""
    return _template().render(
        report=content,
        layout=layout,
        own_chart=_Drawing(layout, stacked=content.long_names).svg,
        in_columns=lambda table: in_columns(table, content.most_columns),
        recoloured=_RECOLOURED,
    )


@dataclass(frozen=True)
class _Drawing:
    """Draws charts for a layout; ``stacked``: no two beside each other."""

    layout: Layout
    stacked: bool

    def svg(
        self, chart: LineChart | ScatterChart | BarChart | HeatMap | DotPlot, *, alone: bool = False
    ) -> str:
        width = PAGE_WIDTHS[self.layout.paper]
        if isinstance(chart, DotPlot):
            return dot_plot_svg(chart, PRINT, width)
        if isinstance(chart, LineChart):
            return line_chart_svg(chart, PRINT, width, LINE_CHART_HEIGHT)
        if isinstance(chart, ScatterChart):
            return scatter_chart_svg(chart, PRINT, width, LINE_CHART_HEIGHT)
        share = 1 if self.stacked or alone else BAR_CHART_SHARE
        if isinstance(chart, HeatMap):
            return heat_map_svg(chart, PRINT, width * share)
        return bar_chart_svg(chart, PRINT, width * share)


_RECOLOURED = tuple(
    dict.fromkeys(
        (
            (PRINT.text, DARK.text),
            (PRINT.subtle, DARK.subtle),
            (PRINT.grid, DARK.grid),
            (PAPER, DARK.background),
            *zip(PRINT.series, DARK.series, strict=True),
        )
    )
)
"""What each colour of a chart becomes where the reader's desktop is dark."""


@cache
def _template() -> Template:
    # every terminal command imports this module, and Jinja2 is the slowest import
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=PackageLoader("storage_tuner.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # the two texts that are markup on purpose: our own style sheet and our own charts
    environment.filters["own_markup"] = Markup
    environment.filters["kind"] = lambda block: type(block).__name__
    return environment.get_template("report.html")
