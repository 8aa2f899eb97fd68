"""Charts as SVG text, for the window, the HTML and the PDF. Plain Python, no toolkit.

The SVG keeps to what both Qt's reader (SVG Tiny 1.2) and WeasyPrint draw: presentation attributes,
no style sheets, no clipping, texts placed by their baseline. Lines differ by colour, dash and
marker, so that a black-and-white print can be read. One unit is one point in print and one pixel
on the screen.
"""

from __future__ import annotations

import html
import math
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from storage_tuner.core.language import spoken
from storage_tuner.present.blocks import Dot, DotPlot, Mark
from storage_tuner.present.numbers import signed_percent
from storage_tuner.present.wording import printable
from storage_tuner.report.charts.heat_map import DARK_HALF, HeatCell, HeatMap
from storage_tuner.report.charts.viridis import viridis_name


@dataclass(frozen=True)
class ChartTheme:
    """Colours as ``#rrggbb``; ``background`` is None for transparent."""

    text: str
    subtle: str
    grid: str
    background: str | None
    series: tuple[str, ...]
    font: str = "Noto Sans, Inter, DejaVu Sans, sans-serif"
    font_size: float = 8


LIGHT = ChartTheme(
    text="#1c1c1e",
    subtle="#5b5e64",
    grid="#dcdfe3",
    background="#ffffff",
    series=("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#555555", "#8C6D00"),
)
DARK = ChartTheme(
    text="#e9eaec",
    subtle="#b2b5ba",
    grid="#44474d",
    background="#1e1f22",
    series=("#56B4E9", "#E69F00", "#2FC69A", "#E09BC2", "#F0E442", "#FF8F4D", "#BBBBBB", "#8FB7FF"),
)
PAPER = "#ffffff"
PRINT = ChartTheme(
    text="#111111",
    subtle="#555555",
    grid="#dddddd",
    background=None,
    series=LIGHT.series,
)

_BOLD = 1.12
"""How much wider a bold text is."""
_DOT_COLOURS = {Mark.FASTER: PRINT.series[2], Mark.SLOWER: PRINT.series[1]}
_HEAT_ROW = 2.4
"""The height of a heat map's row, in font sizes."""
_HEAT_STEPS = 24
_HEAT_INKS = ("#fffffe", "#000000")
"""Of texts on dark and on bright cells; not the paper's white, which dark pages replace."""
DASHES = ("", "6 3", "1.5 2.5", "8 3 1.5 3", "4 2", "10 3", "3 3", "8 2 1.5 2 1.5 2")
STYLES = len(DASHES)
"""The number of distinguishable lines; the most in one chart."""


@dataclass(frozen=True)
class ChartPoint:
    """``position`` counts the chart's categories from 0; ``low`` … ``high`` is the interval."""

    position: int
    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class ChartLine:
    """``style`` chooses colour, dash and marker; the same for one variant in all charts."""

    name: str
    style: int
    points: tuple[ChartPoint, ...]


@dataclass(frozen=True)
class LineChart:
    """Lines over evenly spaced categories, from zero upwards, or by powers of ten where they are
    ``logarithmic``. ``description`` says it in words."""

    title: str
    description: str
    x_title: str
    y_title: str
    categories: tuple[str, ...]
    lines: tuple[ChartLine, ...]
    logarithmic: bool = False


@dataclass(frozen=True)
class ChartBar:
    """``label`` is the value in words, written beside the bar."""

    name: str
    style: int
    value: float
    low: float | None
    high: float | None
    label: str
    emphasised: bool


@dataclass(frozen=True)
class BarChart:
    """Horizontal bars one below the other, with whiskers; ``factor`` scales to the axis' unit."""

    title: str
    description: str
    x_title: str
    bars: tuple[ChartBar, ...]
    factor: float = 1


@dataclass(frozen=True)
class ScatterPoint:
    """``across`` and ``up`` are its values, each with its interval (None: unknown). A point on the
    front is ``emphasised``."""

    name: str
    style: int
    across: float
    up: float
    across_interval: tuple[float, float] | None
    up_interval: tuple[float, float] | None
    emphasised: bool


@dataclass(frozen=True)
class ScatterChart:
    """Points in two dimensions, each from zero. ``description`` says it in words."""

    title: str
    description: str
    x_title: str
    y_title: str
    points: tuple[ScatterPoint, ...]

    @property
    def names(self) -> tuple[ChartLine, ...]:
        """What the legend lists."""
        return tuple(ChartLine(point.name, point.style, ()) for point in self.points)

    @property
    def front(self) -> tuple[ScatterPoint, ...]:
        """The emphasised points from left to right."""
        return tuple(
            sorted((each for each in self.points if each.emphasised), key=lambda each: each.across)
        )


def line_chart_svg(chart: LineChart, theme: ChartTheme, width: float, height: float) -> str:
    """Draw ``chart``, ``width`` × ``height`` points."""
    em = theme.font_size
    legend, _ = _legend(chart.lines, theme, width)
    ticks = line_ticks(chart)
    plot = _line_plot(chart, theme, width, height)
    labels = _line_labels(chart, ticks)
    parts = [
        _text(0, em, chart.y_title, theme, colour=theme.subtle),
        *legend,
        *_horizontal_grid(plot, ticks, labels, theme),
        *_categories(plot, chart, theme, height),
    ]
    for number, line in enumerate(chart.lines):
        parts += _line(plot, line, theme, _shift(chart, plot, number, theme))
    return _document(chart.title, chart.description, theme, width, height, parts)


def scatter_chart_svg(chart: ScatterChart, theme: ChartTheme, width: float, height: float) -> str:
    """Draw ``chart``, ``width`` × ``height`` points. A dashed line joins the front; other points
    are pale."""
    em = theme.font_size
    legend, legend_height = _legend(chart.names, theme, width)
    across, up = scatter_ticks(chart)
    labels = [tick_label(tick, up) for tick in up]
    left = max(text_width(label, em) for label in labels) + 0.9 * em
    top, bottom = 1.6 * em + legend_height + 1.3 * em, height - 3.2 * em
    # of a line chart only the scale upwards is used
    plot = _Plot(left, top, width - 1.5 * em, bottom, 0.0, up[-1], 1)
    scale = (plot.right - left) / across[-1]
    places = {point: (left + point.across * scale, plot.y(point.up)) for point in chart.points}
    route = "L".join(f"{_n(x)} {_n(y)}" for x, y in (places[each] for each in chart.front))
    dashes = f'stroke="{theme.subtle}" stroke-width="0.9" stroke-dasharray="3 3"'
    parts = [
        _text(0, em, chart.y_title, theme, colour=theme.subtle),
        *legend,
        *_horizontal_grid(plot, up, labels, theme),
        *_vertical_grid(across, left, scale, top, bottom, theme),
        *([f'<path d="M{route}" {dashes}/>'] if len(chart.front) > 1 else []),
        _text(
            (left + plot.right) / 2, height - 0.4 * em, chart.x_title, theme, "middle", theme.subtle
        ),
    ]
    for point, (x, y) in places.items():
        opacity = 1 if point.emphasised else 0.4
        parts.append(f'<g opacity="{opacity}">')
        colour = _colour(point.style, theme)
        if point.up_interval:
            low, high = (min(max(plot.y(end), top), bottom) for end in point.up_interval)
            parts.append(_whisker(f"M{_n(x - 2)} {_n(low)}h4m-2 0V{_n(high)}m-2 0h4", colour))
        if point.across_interval:
            low, high = (min(left + end * scale, plot.right) for end in point.across_interval)
            parts.append(_whisker(f"M{_n(low)} {_n(y - 2)}v4m0 -2H{_n(high)}m0 -2v4", colour))
        parts += [_marker(point.style, x, y, theme), "</g>"]
    return _document(chart.title, chart.description, theme, width, height, parts)


def bar_chart_height(chart: BarChart, theme: ChartTheme) -> float:
    """How high ``bar_chart_svg`` draws ``chart``, in points."""
    return theme.font_size * (1.9 * len(chart.bars) + 5.4)


def bar_chart_svg(chart: BarChart, theme: ChartTheme, width: float) -> str:
    """Draw ``chart``, ``width`` × ``bar_chart_height`` points."""
    em = theme.font_size
    height = bar_chart_height(chart, theme)
    left, right, scale, ticks = _bar_plot(chart, theme, width)
    top, bottom = 1.9 * em, height - 3.3 * em
    parts = [
        _text(0, em, chart.title, theme, weight="bold"),
        *_vertical_grid(ticks, left, (right - left) / ticks[-1], top, bottom, theme),
    ]
    names = distinguished([bar.name for bar in chart.bars], left - 0.6 * em, em)
    for row, (bar, name) in enumerate(zip(chart.bars, names, strict=True)):
        middle = top + (1.9 * row + 1.05) * em
        parts += _bar(replace(bar, name=name), theme, left, right, middle, scale)
    parts += [
        f'<path d="M{_n(left)} {_n(top)}V{_n(bottom)}" stroke="{theme.text}" stroke-width="0.8"/>',
        _text((left + right) / 2, height - 0.5 * em, chart.x_title, theme, "middle", theme.subtle),
    ]
    return _document(chart.title, chart.description, theme, width, height, parts)


def dot_plot_height(plot: DotPlot, theme: ChartTheme) -> float:
    """How high ``dot_plot_svg`` draws ``plot``, in points."""
    return theme.font_size * (1.9 * len(plot.dots) + 3.7)


def dot_plot_svg(plot: DotPlot, theme: ChartTheme, width: float) -> str:
    """Draw ``plot``: a row a variant with mean and interval, over the band of what is the same."""
    em = theme.font_size
    frame = _dot_frame(plot, theme, width)
    names = distinguished([dot.label for dot in plot.dots], frame.left - 0.6 * em, em)
    parts = [
        _text(0, em, plot.title, theme, weight="bold"),
        f'<rect x="{_n(frame.x(-plot.band))}" y="{_n(frame.top)}" '
        f'width="{_n(frame.x(plot.band) - frame.x(-plot.band))}" '
        f'height="{_n(frame.bottom - frame.top)}" fill="{theme.grid}"/>',
        *_percent_grid(frame, theme),
    ]
    for row, (dot, name) in enumerate(zip(plot.dots, names, strict=True)):
        parts += _dot(dot, name, theme, frame, frame.top + (1.9 * row + 0.95) * em)
    height = dot_plot_height(plot, theme)
    return _document(plot.title, plot.description, theme, width, height, parts)


def heat_map_height(chart: HeatMap, theme: ChartTheme) -> float:
    """How high ``heat_map_svg`` draws ``chart``, in points."""
    return theme.font_size * (_HEAT_ROW * len(chart.rows) + (9.4 if chart.note else 8))


def heat_map_svg(chart: HeatMap, theme: ChartTheme, width: float) -> str:
    """Draw ``chart``, ``width`` × ``heat_map_height`` points, with the scale of its colours."""
    em = theme.font_size
    height = heat_map_height(chart, theme)
    left = max(text_width(name, em) for name in chart.rows) + 0.9 * em
    bottom = (3.4 + _HEAT_ROW * len(chart.rows)) * em
    step = (width - left) / len(chart.columns)
    parts = [
        _text(0, em, shortened(chart.title, width, em * _BOLD), theme, weight="bold"),
        _text(0, 2.6 * em, chart.y_title, theme, colour=theme.subtle),
    ]
    for number, name in enumerate(chart.rows):
        middle = bottom - (number + 0.5) * _HEAT_ROW * em
        parts.append(_text(left - 0.6 * em, middle + 0.35 * em, name, theme, "end"))
    for number, name in enumerate(chart.columns):
        x = left + (number + 0.5) * step
        parts.append(_text(x, bottom + 1.3 * em, name, theme, "middle"))
    for cell in chart.cells:
        y = bottom - (cell.row + 1) * _HEAT_ROW * em
        parts += _heat_cell(chart, cell, theme, (left + cell.column * step, y, step))
    parts.append(
        _text((left + width) / 2, bottom + 2.7 * em, chart.x_title, theme, "middle", theme.subtle)
    )
    parts += _heat_scale(chart, theme, bottom + 3.4 * em)
    if chart.note:
        parts.append(_text(0, height - 0.4 * em, chart.note, theme, colour=theme.subtle))
    return _document(chart.title, chart.description, theme, width, height, parts)


def line_ticks(chart: LineChart) -> tuple[float, ...]:
    """The ticks of the axis of values, from its lower to its upper end."""
    points = [point for line in chart.lines for point in line.points]
    if not chart.logarithmic:
        return tick_values(_greatest(points))
    return decade_values([point.value for point in points])


def bar_ticks(chart: BarChart) -> tuple[float, ...]:
    """The ticks of the axis of values, in its unit, from 0."""
    greatest = _greatest(ChartPoint(0, bar.value, bar.low, bar.high) for bar in chart.bars)
    return tick_values(greatest * chart.factor, most=4)


def scatter_ticks(chart: ScatterChart) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The ticks across and up, each from 0."""
    across = [ChartPoint(0, each.across, *(each.across_interval or ())) for each in chart.points]
    up = [ChartPoint(0, each.up, *(each.up_interval or ())) for each in chart.points]
    return tick_values(_greatest(across)), tick_values(_greatest(up))


def tick_values(greatest: float, most: int = 6) -> tuple[float, ...]:
    """From 0 to at least ``greatest`` in steps of 1, 2 or 5 times a power of ten."""
    if not (math.isfinite(greatest) and greatest > 0):
        return (0.0, 1.0)
    exponent = math.floor(math.log10(greatest / most))
    steps = (factor * 10.0**exponent for factor in (1, 2, 5, 10, 20))
    step = next(step for step in steps if step * most >= greatest * (1 - 1e-9))
    count = max(1, math.ceil(greatest / step - 1e-9))
    return tuple(step * number for number in range(count + 1))


def decade_values(values: Sequence[float]) -> tuple[float, ...]:
    """Powers of ten from below the least to above the greatest of ``values`` above zero."""
    found = [value for value in values if value > 0 and math.isfinite(value)]
    if not found:
        return (0.1, 1.0)
    low = math.floor(math.log10(min(found)) + 1e-9)
    high = max(math.ceil(math.log10(max(found)) - 1e-9), low + 1)
    return tuple(10.0**exponent for exponent in range(low, high + 1))


def tick_label(tick: float, ticks: Sequence[float]) -> str:
    """``tick`` as in the language in force, with as many decimals as the step between ``ticks``."""
    places = max(0, -math.floor(math.log10(ticks[1] - ticks[0]) + 1e-9))
    return spoken().localized(f"{tick:,.{places}f}") if tick else "0"


def text_width(text: str, size: float) -> float:
    """About how wide ``text`` is, on the safe side of the wide DejaVu Sans."""
    return size * sum(_character_width(character) for character in text)


def distinguished(names: Sequence[str], room: float, size: float) -> tuple[str, ...]:
    """``names``, each cut to be at most ``room`` wide. They are cut in the middle, as names
    with the same start differ at their end; names that are still equal get a number."""
    cut = [shortened(name, room, size) for name in names]
    counts, seen = Counter(cut), Counter[str]()
    for place, name in enumerate(cut):
        if counts[name] > 1:
            seen[name] += 1
            number = f" ({seen[name]})"
            room_left = room - text_width(number, size)
            cut[place] = shortened(name, room_left, size) + number
    return tuple(cut)


def shortened(text: str, room: float, size: float) -> str:
    """``text``, cut in its middle to be at most ``room`` wide."""
    if text_width(text, size) <= room:
        return text
    head, tail = text[: len(text) // 2], text[len(text) // 2 :]
    while text_width(head + tail, size) + size > room and (head or tail):
        if len(head) > len(tail):
            head = head[:-1]
        else:
            tail = tail[1:]
    return f"{head}…{tail}"


@dataclass(frozen=True)
class _Plot:
    """The rectangle of a line chart and its two scales; a ``minimum`` above zero is that of a
    logarithmic one."""

    left: float
    top: float
    right: float
    bottom: float
    minimum: float
    maximum: float
    count: int

    @property
    def step(self) -> float:
        """From one category to the next."""
        return (self.right - self.left) / max(1, self.count)

    def x(self, position: float) -> float:
        return self.left + self.step * (position + 0.5)

    def y(self, value: float) -> float:
        return self.bottom - (self.bottom - self.top) * self._share(value)

    def _share(self, value: float) -> float:
        if not self.minimum:
            return value / self.maximum
        return math.log(max(value, self.minimum) / self.minimum) / math.log(
            self.maximum / self.minimum
        )


def _line_labels(chart: LineChart, ticks: Sequence[float]) -> list[str]:
    """Each decade with its own decimals."""
    if not chart.logarithmic:
        return [tick_label(tick, ticks) for tick in ticks]
    return [tick_label(tick, (0, tick)) for tick in ticks]


def _line_plot(chart: LineChart, theme: ChartTheme, width: float, height: float) -> _Plot:
    em = theme.font_size
    _, legend_height = _legend(chart.lines, theme, width)
    ticks = line_ticks(chart)
    left = max(text_width(label, em) for label in _line_labels(chart, ticks)) + 0.9 * em
    top = 1.6 * em + legend_height + 1.3 * em
    right, bottom = width - 0.5 * em, height - 3.2 * em
    minimum = ticks[0] if chart.logarithmic else 0.0
    return _Plot(left, top, right, bottom, minimum, ticks[-1], len(chart.categories))


def _shift(chart: LineChart, plot: _Plot, number: int, theme: ChartTheme) -> float:
    """By how much a line is moved aside, so that intervals don't overlap; never as
    far as the next category."""
    if len(chart.lines) < 2:
        return 0
    apart = min(0.45 * theme.font_size, plot.step / (len(chart.lines) + 1))
    return (number - (len(chart.lines) - 1) / 2) * apart


def _bar_plot(
    chart: BarChart, theme: ChartTheme, width: float
) -> tuple[float, float, float, tuple[float, ...]]:
    """Both ends of the bars' room, how far a value of 1 reaches, and the ticks."""
    em = theme.font_size
    left = min(max(text_width(bar.name, em) for bar in chart.bars), 0.45 * width) + 0.8 * em
    right = width - max(text_width(bar.label, em) for bar in chart.bars) - 1.2 * em
    ticks = bar_ticks(chart)
    return left, right, (right - left) / ticks[-1] * chart.factor, ticks


@dataclass(frozen=True)
class _DotFrame:
    """Where a dot plot has its percentages, from ``low`` to ``high``."""

    left: float
    right: float
    top: float
    bottom: float
    low: float
    high: float

    def x(self, percent: float) -> float:
        held = min(max(percent, self.low), self.high)
        return self.left + (held - self.low) / (self.high - self.low) * (self.right - self.left)


def _dot_frame(plot: DotPlot, theme: ChartTheme, width: float) -> _DotFrame:
    em = theme.font_size
    names = _BOLD * max(text_width(dot.label, em) for dot in plot.dots)
    texts = _BOLD * max(text_width(_dot_text(dot), em) for dot in plot.dots)
    top = 1.9 * em
    return _DotFrame(
        left=min(names, 0.3 * width) + em,
        right=width - texts - em,
        top=top,
        bottom=top + 1.9 * em * len(plot.dots),
        low=plot.ends[0],
        high=plot.ends[1],
    )


def _percent_grid(frame: _DotFrame, theme: ChartTheme) -> list[str]:
    step = tick_values(frame.high - frame.low)[1]
    first, last = math.ceil(frame.low / step), math.floor(frame.high / step)
    parts = []
    for tick in (number * step for number in range(first, last + 1)):
        colour, weight = (theme.text, 0.8) if tick == 0 else (theme.grid, 0.6)
        x = _n(frame.x(tick))
        parts += [
            f'<path d="M{x} {_n(frame.top)}V{_n(frame.bottom)}" stroke="{colour}" '
            f'stroke-width="{weight}"/>',
            _text(
                frame.x(tick),
                frame.bottom + 1.2 * theme.font_size,
                signed_percent(tick, int(step < 1)),
                theme,
                "middle",
                theme.subtle,
            ),
        ]
    return parts


def _dot(dot: Dot, name: str, theme: ChartTheme, frame: _DotFrame, middle: float) -> list[str]:
    em = theme.font_size
    sure = dot.mark in (Mark.FASTER, Mark.SLOWER)
    colour = _DOT_COLOURS.get(dot.mark, theme.subtle)
    weight = "bold" if sure else None
    baseline = middle + 0.35 * em
    parts = [_text(frame.left - 0.6 * em, baseline, name, theme, "end", weight=weight)]
    if dot.low is not None and dot.high is not None:
        low = "m3 -2l-3 2l3 2m-3 -2" if dot.low < frame.low else "m0 -2.5v5m0 -2.5"
        high = "l-3 -2m3 2l-3 2" if dot.high > frame.high else "m0 -2.5v5"
        route = f"M{_n(frame.x(dot.low))} {_n(middle)}{low}H{_n(frame.x(dot.high))}{high}"
        parts.append(_whisker(route, colour, width=1.3))
    parts += [
        f'<circle cx="{_n(frame.x(dot.mean))}" cy="{_n(middle)}" r="3" fill="{colour}"/>',
        _text(frame.right + em, baseline, _dot_text(dot), theme, weight=weight),
    ]
    return parts


def _dot_text(dot: Dot) -> str:
    return " ".join(filter(None, (dot.text, dot.mark)))


def _heat_cell(
    chart: HeatMap, cell: HeatCell, theme: ChartTheme, box: tuple[float, float, float]
) -> list[str]:
    """``box``: left, top, width."""
    em = theme.font_size
    left, top, width = box
    place = None if cell.value is None else chart.place(cell.value)
    fill = theme.grid if place is None else viridis_name(place)
    ink = theme.text if place is None else _HEAT_INKS[place > DARK_HALF]
    return [
        f'<rect x="{_n(left + 0.5)}" y="{_n(top + 0.5)}" width="{_n(width - 1)}" '
        f'height="{_n(_HEAT_ROW * em - 1)}" fill="{fill}"/>',
        _text(
            left + width / 2,
            top + (_HEAT_ROW / 2 + 0.35) * em,
            shortened(cell.text, width, em),
            theme,
            "middle",
            ink,
        ),
    ]


def _heat_scale(chart: HeatMap, theme: ChartTheme, top: float) -> list[str]:
    """The colours from the lowest to the highest value, between their texts."""
    em = theme.font_size
    low, high = chart.ends
    left = text_width(low, em) + 0.6 * em
    step = 0.5 * em
    parts = [_text(0, top + 0.9 * em, low, theme)]
    parts += [
        f'<rect x="{_n(left + number * step)}" y="{_n(top)}" width="{_n(step + 0.1)}" '
        f'height="{_n(em)}" fill="{viridis_name(1 - number / (_HEAT_STEPS - 1))}"/>'
        for number in range(_HEAT_STEPS)
    ]
    right = left + _HEAT_STEPS * step + 0.6 * em
    return [*parts, _text(right, top + 0.9 * em, high, theme)]


def _document(
    title: str,
    description: str,
    theme: ChartTheme,
    width: float,
    height: float,
    parts: Iterable[str],
) -> str:
    size = f'width="{_n(width)}" height="{_n(height)}" viewBox="0 0 {_n(width)} {_n(height)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} fill="none" '
        f'font-family="{html.escape(theme.font)}" font-size="{_n(theme.font_size)}">',
        f"<title>{_escaped(title)}</title>",
        f"<desc>{_escaped(description)}</desc>",
    ]
    if theme.background:
        lines.append(f'<rect width="{_n(width)}" height="{_n(height)}" fill="{theme.background}"/>')
    return "\n".join((*lines, *parts, "</svg>"))


def _horizontal_grid(
    plot: _Plot, ticks: Sequence[float], labels: Sequence[str], theme: ChartTheme
) -> list[str]:
    parts = []
    for tick, label in zip(ticks, labels, strict=True):
        y = plot.y(tick)
        colour, weight = (theme.text, 0.8) if tick == ticks[0] else (theme.grid, 0.6)
        parts += [
            f'<path d="M{_n(plot.left)} {_n(y)}H{_n(plot.right)}" stroke="{colour}" '
            f'stroke-width="{weight}"/>',
            _text(
                plot.left - 0.6 * theme.font_size, y + 0.35 * theme.font_size, label, theme, "end"
            ),
        ]
    return parts


def _vertical_grid(
    ticks: Sequence[float], left: float, scale: float, top: float, bottom: float, theme: ChartTheme
) -> list[str]:
    parts = []
    for tick in ticks:
        x = left + tick * scale
        label = tick_label(tick, ticks)
        parts += [
            f'<path d="M{_n(x)} {_n(top)}V{_n(bottom)}" stroke="{theme.grid}" stroke-width="0.6"/>',
            _text(x, bottom + 1.2 * theme.font_size, label, theme, "middle"),
        ]
    return parts


def _categories(plot: _Plot, chart: LineChart, theme: ChartTheme, height: float) -> list[str]:
    em = theme.font_size
    middle = (plot.left + plot.right) / 2
    widest = max((text_width(name, em) for name in chart.categories), default=0)
    every = max(1, math.ceil((widest + 0.6 * em) / plot.step)) if len(chart.categories) > 1 else 1
    return [
        *(
            _text(plot.x(position), plot.bottom + 1.3 * em, name, theme, "middle")
            for position, name in enumerate(chart.categories)
            if position % every == 0
        ),
        _text(middle, height - 0.4 * em, chart.x_title, theme, "middle", theme.subtle),
    ]


def _legend(lines: Sequence[ChartLine], theme: ChartTheme, width: float) -> tuple[list[str], float]:
    """The legend's parts below the axis title, in as many rows as it needs, and its height."""
    em = theme.font_size
    parts: list[str] = []
    x, row = 0.0, 0
    names = distinguished([line.name for line in lines], width / 2 - 4 * em, em)
    for line, name in zip(lines, names, strict=True):
        needed = 3.4 * em + text_width(name, em) + 1.6 * em
        if x and x + needed > width + 1.6 * em:
            x, row = 0.0, row + 1
        y = (2.6 + 1.6 * row) * em
        parts += [
            _stroke(f"M{_n(x)} {_n(y)}h{_n(2.8 * em)}", line.style, theme),
            _marker(line.style, x + 1.4 * em, y, theme),
            _text(x + 3.4 * em, y + 0.35 * em, name, theme),
        ]
        x += needed
    return parts, (1.6 * (row + 1) * em if lines else 0)


def _line(plot: _Plot, line: ChartLine, theme: ChartTheme, shift: float) -> list[str]:
    places = [(plot.x(point.position) + shift, plot.y(point.value)) for point in line.points]
    route = "L".join(f"{_n(x)} {_n(y)}" for x, y in places)
    parts = [_stroke(f"M{route}", line.style, theme)] if len(places) > 1 else []
    for point, (x, y) in zip(line.points, places, strict=True):
        if point.low is not None and point.high is not None:
            low, high = plot.y(point.low), max(plot.y(point.high), plot.top)
            cap = "l-2 3m2 -3l2 3" if point.high > plot.maximum else "m-2 0h4"
            route = f"M{_n(x - 2)} {_n(low)}h4m-2 0V{_n(high)}{cap}"
            parts.append(_whisker(route, _colour(line.style, theme)))
        parts.append(_marker(line.style, x, y, theme))
    return parts


def _whisker(route: str, colour: str, width: float = 0.9) -> str:
    """The line of an interval; where the interval leaves the chart it ends in an arrow."""
    return f'<path d="{route}" stroke="{colour}" stroke-width="{width}"/>'


def _bar(
    bar: ChartBar, theme: ChartTheme, left: float, right: float, middle: float, scale: float
) -> list[str]:
    em = theme.font_size
    opacity = 1 if bar.emphasised else 0.4
    end = left + bar.value * scale
    parts = [
        f'<rect x="{_n(left)}" y="{_n(middle - 0.6 * em)}" width="{_n(end - left)}" '
        f'height="{_n(1.2 * em)}" fill="{_colour(bar.style, theme)}" fill-opacity="{opacity}"/>',
        _text(
            left - 0.6 * em,
            middle + 0.35 * em,
            bar.name,
            theme,
            "end",
            weight="bold" if bar.emphasised else None,
        ),
    ]
    if bar.low is not None and bar.high is not None:
        low, high = left + bar.low * scale, min(left + bar.high * scale, right)
        cap = "l-3 -2m3 2l-3 2" if left + bar.high * scale > right + 0.01 else "m0 -2.5v5"
        route = f"M{_n(low)} {_n(middle - 2.5)}v5m0 -2.5H{_n(high)}{cap}"
        # a light line below makes a dark one visible on a dark bar, also without colours
        parts.append(_whisker(route, theme.background or PAPER, width=2.2))
        parts.append(_whisker(route, theme.text))
        end = max(end, high)
    label = _text(
        end + 0.6 * em,
        middle + 0.35 * em,
        bar.label,
        theme,
        weight="bold" if bar.emphasised else None,
    )
    return [*parts, label]


def _stroke(route: str, style: int, theme: ChartTheme) -> str:
    dash = DASHES[style % STYLES]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="{route}" stroke="{_colour(style, theme)}" stroke-width="1.4" '
        f'stroke-linejoin="round"{dashes}/>'
    )


def _marker(style: int, x: float, y: float, theme: ChartTheme) -> str:
    colour = _colour(style, theme)
    if style % STYLES == 0:
        return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="2.5" fill="{colour}"/>'
    corners = MARKERS[style % STYLES - 1]
    points = " ".join(f"{_n(x + right)},{_n(y + down)}" for right, down in corners)
    return f'<polygon points="{points}" fill="{colour}"/>'


MARKERS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((-2.3, -2.3), (2.3, -2.3), (2.3, 2.3), (-2.3, 2.3)),
    ((0, -3.1), (2.9, 2.2), (-2.9, 2.2)),
    ((0, -3.3), (3.3, 0), (0, 3.3), (-3.3, 0)),
    ((0, 3.1), (2.9, -2.2), (-2.9, -2.2)),
    ((-3.3, -1.1), (3.3, -1.1), (3.3, 1.1), (-3.3, 1.1)),
    ((-1.1, -3.3), (1.1, -3.3), (1.1, 3.3), (-1.1, 3.3)),
    ((-3.1, 0), (2.2, -2.9), (2.2, 2.9)),
)
"""Square, triangle, diamond, triangle downwards, two flat boxes, triangle to the left."""


def _colour(style: int, theme: ChartTheme) -> str:
    return theme.series[style % len(theme.series)]


def _text(
    x: float,
    y: float,
    text: str,
    theme: ChartTheme,
    anchor: str = "start",
    colour: str | None = None,
    weight: str | None = None,
) -> str:
    bold = f' font-weight="{weight}"' if weight else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}" fill="{colour or theme.text}"{bold}>'
        f"{_escaped(text)}</text>"
    )


def _escaped(text: str) -> str:
    return html.escape(printable(text), quote=False)


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _greatest(points: Iterable[ChartPoint]) -> float:
    """How far an axis must reach: over all intervals, unless they dwarf what they belong to."""
    found = tuple(points)
    values = max((point.value for point in found), default=0)
    return min(max((point.high or point.value for point in found), default=0), 2 * values)


def _character_width(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF":
        return 1
    if character in " .,:;!|ijlIft()[]'\u202f\u00a0":
        return 0.4
    return 0.95 if character in "mwMW@%…" else 0.66
