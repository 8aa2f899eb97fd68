"""The charts: well-formed, in proportion, readable without colour, drawn by Qt as well."""

from __future__ import annotations

import itertools
import math
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from storage_tuner.advice.judgement import judge
from storage_tuner.core.language import Language, speaking
from storage_tuner.core.measurement import Metric
from storage_tuner.core.workload import Operation
from storage_tuner.present.blocks import Dot, DotPlot, Mark
from storage_tuner.report.charts.figures import chart_styles, threads_chart, time_chart
from storage_tuner.report.charts.heat_map import HeatCell, HeatMap
from storage_tuner.report.charts.svg import (
    DARK,
    LIGHT,
    PRINT,
    STYLES,
    BarChart,
    ChartBar,
    ChartLine,
    ChartPoint,
    ChartTheme,
    LineChart,
    ScatterChart,
    ScatterPoint,
    bar_chart_height,
    bar_chart_svg,
    decade_values,
    distinguished,
    dot_plot_svg,
    heat_map_height,
    heat_map_svg,
    line_chart_svg,
    scatter_chart_svg,
    shortened,
    text_width,
    tick_label,
    tick_values,
)
from storage_tuner.report.charts.viridis import viridis_name
from tests.unit.report.example_session import example_record

SVG = "{http://www.w3.org/2000/svg}"
HEAT = HeatMap(
    title="Latency",
    description="a & b",
    x_title="Writes",
    y_title="Reads <%>",
    columns=("0", "20"),
    rows=("5", "20"),
    cells=(
        HeatCell(0, 0, 1.0, "1.00 ms", ""),
        HeatCell(0, 1, 10.0, "10.0 ms", ""),
        HeatCell(1, 1, None, "full", ""),
    ),
    low=1.0,
    high=10.0,
    ends=("1.00 ms", "10.0 ms"),
    note="full: not reached",
)


def lines_of(count: int) -> LineChart:
    return LineChart(
        title="Rate <against> threads",
        description="a & b",
        x_title="Threads",
        y_title="Rate (MB/s)",
        categories=("1", "2"),
        lines=tuple(
            ChartLine(f"v{style}", style, (ChartPoint(0, 50, 40, 60), ChartPoint(1, 100)))
            for style in range(count)
        ),
    )


def bars_of(*values: float) -> BarChart:
    bars = tuple(
        ChartBar(f"v{number}", number, value, value * 0.9, value * 1.1, f"{value}", number == 0)
        for number, value in enumerate(values)
    )
    return BarChart("Latency", "in words", "ms", bars)


def scatter_of(*emphasised: bool) -> ScatterChart:
    points = tuple(
        ScatterPoint(f"v{n}", n, 2.0 + n, 100.0 * (n + 1), (1.5 + n, 2.5 + n), None, each)
        for n, each in enumerate(emphasised)
    )
    return ScatterChart("Latency <against> background", "a & b", "ms", "MB/s", points)


def test_a_scatter_chart_places_points_by_both_values_and_joins_the_front() -> None:
    svg = parsed(scatter_chart_svg(scatter_of(True, False, True), PRINT, 400, 215))
    groups = list(svg.iter(f"{SVG}g"))
    assert [each.get("opacity") for each in groups] == ["1", "0.4", "1"]
    (first,) = groups[0].iter(f"{SVG}circle")
    x, y = float(first.get("cx", 0)), float(first.get("cy", 0))
    dashed = [each for each in svg.iter(f"{SVG}path") if each.get("stroke-dasharray") == "3 3"]
    (front,) = (each for each in dashed if (each.get("d") or "").startswith(f"M{x:g} {y:g}L"))
    assert (front.get("d") or "").count("L") == 1  # from the first to the third, past the pale one
    end = [float(number) for number in (front.get("d") or "").partition("L")[2].split()]
    assert end[0] > x and end[1] < y  # later and higher: to the right and upwards


@pytest.mark.parametrize("emphasised", [(True,), (False, False)])
def test_a_front_of_fewer_than_two_points_has_no_line(emphasised: tuple[bool, ...]) -> None:
    svg = parsed(scatter_chart_svg(scatter_of(*emphasised), PRINT, 400, 215))
    assert all("L" not in (each.get("d") or "") for each in svg.iter(f"{SVG}path"))


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in parsed(svg).iter(f"{SVG}text")]


@given(st.floats(1e-9, 1e15))
def test_ticks_are_1_2_5_and_reach_over_the_greatest_value(greatest: float) -> None:
    ticks = tick_values(greatest)
    step = ticks[1]
    mantissa = step / 10 ** math.floor(math.log10(step) + 1e-9)
    assert min(abs(mantissa - wanted) for wanted in (1, 2, 5)) < 1e-6
    assert ticks[0] == 0
    assert ticks[-1] >= greatest * (1 - 1e-6)
    assert ticks[-1] - step < greatest * (1 + 1e-6)
    assert 2 <= len(ticks) <= 7
    labels = [tick_label(tick, ticks) for tick in ticks]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("greatest", [0, -1, math.nan, math.inf])
def test_ticks_without_a_value(greatest: float) -> None:
    assert tick_values(greatest) == (0, 1)


def test_a_line_chart_names_itself_and_its_axes() -> None:
    svg = line_chart_svg(lines_of(2), PRINT, 493, 200)
    root = parsed(svg)
    assert root.findtext(f"{SVG}title") == "Rate <against> threads"
    assert root.findtext(f"{SVG}desc") == "a & b"
    assert root.get("role") == "img"
    assert {"Threads", "Rate (MB/s)", "v0", "v1", "0", "100"} <= set(texts(svg))


def test_points_stand_where_their_values_are() -> None:
    chart = LineChart("t", "d", "x", "y", ("1",), (ChartLine("a", 0, (ChartPoint(0, 50),)),))
    root = parsed(line_chart_svg(chart, PRINT, 400, 200))
    # the first circle is the legend's
    _, marker = root.iter(f"{SVG}circle")
    grid = {
        float(match[1])
        for path in root.iter(f"{SVG}path")
        if (match := re.fullmatch(r"M[\d.]+ ([\d.]+)H[\d.]+", path.get("d", "")))
    }
    bottom, top = max(grid), min(grid)
    assert float(marker.get("cy", "0")) == pytest.approx(top, abs=0.02)
    assert top < bottom


def test_lines_can_be_told_apart_without_colour() -> None:
    root = parsed(line_chart_svg(lines_of(STYLES), PRINT, 493, 200))
    dashes = {
        (path.get("stroke-dasharray"), path.get("stroke"))
        for path in root.iter(f"{SVG}path")
        if path.get("stroke-width") == "1.4"
    }
    assert len(dashes) == STYLES
    assert len({dash for dash, _ in dashes}) == STYLES


@pytest.mark.parametrize("theme", [LIGHT, DARK, PRINT])
@pytest.mark.parametrize("count", [0, 1, STYLES])
def test_nothing_is_drawn_outside(theme: ChartTheme, count: int) -> None:
    root = parsed(line_chart_svg(lines_of(count), theme, 300, 180))
    for text in root.iter(f"{SVG}text"):
        width = text_width(text.text or "", theme.font_size)
        start = float(text.get("x", "0"))
        left = {"start": start, "middle": start - width / 2, "end": start - width}
        assert left[text.get("text-anchor", "start")] > -1
        assert left[text.get("text-anchor", "start")] + width < 301
        assert 0 < float(text.get("y", "0")) < 180


def test_bars_are_in_proportion_from_zero() -> None:
    root = parsed(bar_chart_svg(bars_of(10, 20), PRINT, 240))
    first, second = (float(bar.get("width", "0")) for bar in root.iter(f"{SVG}rect"))
    assert second == pytest.approx(2 * first, abs=0.02)
    assert root.get("height") == f"{bar_chart_height(bars_of(10, 20), PRINT):g}"


def test_an_interval_that_dwarfs_the_values_ends_in_an_arrow() -> None:
    wild = LineChart(
        "t", "d", "x", "y", ("1",), (ChartLine("a", 0, (ChartPoint(0, 50, 1, 5000),)),)
    )
    svg = line_chart_svg(wild, PRINT, 400, 200)
    assert "100" in texts(svg)
    assert "200" not in texts(svg)
    assert "l-2 3m2 -3l2 3" in svg
    bar = ChartBar("a", 0, 50, 1, 5000, "50 ms", True)
    svg = bar_chart_svg(BarChart("t", "d", "ms", (bar,)), PRINT, 240)
    assert "l-3 -2m3 2l-3 2" in svg
    assert "l-3 -2m3 2l-3 2" not in bar_chart_svg(bars_of(10, 20), PRINT, 240)


def test_the_best_bar_stands_out() -> None:
    root = parsed(bar_chart_svg(bars_of(10, 20), PRINT, 240))
    assert [bar.get("fill-opacity") for bar in root.iter(f"{SVG}rect")] == ["1", "0.4"]


def test_hostile_names_stay_text_and_fit() -> None:
    name = '</text><script>"&\x00\x1b' + "W" * 200
    bar = ChartBar(name, 0, 1, None, None, "1.00 ms", True)
    svg = bar_chart_svg(BarChart(name, name, "ms", (bar,)), PRINT, 240)
    assert parsed(svg).find(f".//{SVG}script") is None
    assert any("…" in text for text in texts(svg))


def test_shortening() -> None:
    assert shortened("bfq", 100, 8) == "bfq"
    cut = shortened("W" * 100, 100, 8)
    assert "…" in cut
    assert text_width(cut, 8) <= 101


def test_names_that_begin_alike_stay_distinguishable() -> None:
    label = "practice disk of the workshop, 23 November 2026 08:41"
    names = [f"{label}: {name}" for name in ("none", "mq-deadline", "kyber", "bfq")]
    cut = distinguished(names, 100, 8)
    assert len(set(cut)) == 4
    assert all(short.endswith(name[-3:]) for short, name in zip(cut, names, strict=True))
    assert all(text_width(short, 8) <= 101 for short in cut)


def test_names_that_differ_only_where_they_are_cut_get_a_number() -> None:
    names = [f"{40 * 'a'}{number}{40 * 'b'}" for number in range(3)]
    cut = distinguished(names, 100, 8)
    assert [short[-4:] for short in cut] == [" (1)", " (2)", " (3)"]
    assert all(text_width(short, 8) <= 101 for short in cut)


def test_a_legend_tells_variants_of_long_names_apart() -> None:
    names = [f"practice disk, 23 Nov 2026 08:41: variant {number}" for number in range(4)]
    chart = lines_of(4)
    lines = tuple(replace(line, name=name) for line, name in zip(chart.lines, names, strict=True))
    svg = line_chart_svg(replace(chart, lines=lines), PRINT, 300, 200)
    assert len({text for text in texts(svg) if text.startswith("prac")}) == 4


@pytest.mark.parametrize("theme", [LIGHT, DARK, PRINT])
def test_a_heat_map_stays_within_its_picture_and_can_be_read_without_colour(
    theme: ChartTheme,
) -> None:
    svg = heat_map_svg(HEAT, theme, 240)
    root, height = parsed(svg), heat_map_height(HEAT, theme)
    assert {"1.00 ms", "10.0 ms", "full", "full: not reached", "Reads <%>"} <= set(texts(svg))
    for text in root.iter(f"{SVG}text"):
        assert -1 < float(text.get("x", "0")) < 241
        assert 0 < float(text.get("y", "0")) < height
    for box in root.iter(f"{SVG}rect"):
        assert float(box.get("x", "0")) + float(box.get("width", "0")) < 241
        assert float(box.get("y", "0")) + float(box.get("height", "0")) <= height


def test_a_heat_map_of_one_value_is_bright() -> None:
    assert replace(HEAT, high=1.0).place(1.0) == 1


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_qt_draws_the_same_svg(theme: ChartTheme, qapp: object) -> None:
    for svg in (
        line_chart_svg(lines_of(4), theme, 300, 180),
        bar_chart_svg(bars_of(1, 2), theme, 240),
        heat_map_svg(HEAT, theme, 240),
    ):
        renderer = QSvgRenderer(QByteArray(svg.encode()))
        assert renderer.isValid()
        image = QImage(renderer.defaultSize(), QImage.Format.Format_RGB32)
        image.fill(QColor("#ff00ff"))
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        found = {
            QColor(image.pixel(x, y)).name().lower()
            for x in range(image.width())
            for y in range(image.height())
        }
        assert "#ff00ff" not in found
        assert {theme.series[0].lower(), viridis_name(1)} & found


def test_the_rate_chart_has_every_variant_and_thread_count() -> None:
    record = example_record(repeats=3)
    judgement = judge(record)
    styles = chart_styles(record.plan, judgement)
    chart = threads_chart(judgement, Operation.RANDOM_READ, Metric.RATE, styles)
    assert isinstance(chart, LineChart)
    assert chart.categories == ("1", "2", "4", "8")
    assert [line.name for line in chart.lines] == ["none", "mq-deadline", "kyber", "bfq"]
    assert "IOPS" in chart.y_title
    runs = [
        run.iops
        for run in record.measurements
        if (run.variant, run.operation, run.threads) == ("none", Operation.RANDOM_READ, 8)
    ]
    last = chart.lines[0].points[-1]
    assert last.low is not None
    assert last.high is not None
    assert last.low < last.value < last.high
    assert min(run or 0 for run in runs) <= last.value <= max(run or 0 for run in runs)


def test_the_time_chart_emphasises_the_unbeaten() -> None:
    record = example_record(repeats=6)
    judgement = judge(record)
    styles = chart_styles(record.plan, judgement)
    chart = time_chart(judgement, Operation.RANDOM_READ, Metric.ACCESS_TIME, styles)
    assert chart is not None
    assert [bar.name for bar in chart.bars if bar.emphasised] == ["none"]
    assert "µs" in chart.x_title


def test_of_dozens_the_charts_show_the_ones_that_matter() -> None:
    names = (*(f"v{number}" for number in range(20)), "mq-deadline")
    record = example_record(names, (Operation.SEQUENTIAL_READ,), repeats=2)
    styles = chart_styles(record.plan, judge(record))
    assert len(styles) == STYLES
    assert "mq-deadline" in styles
    assert sorted(styles.values()) == list(range(STYLES))


def test_no_chart_without_runs() -> None:
    judgement = judge(example_record(repeats=0))
    styles = chart_styles(example_record(repeats=0).plan, judgement)
    assert threads_chart(judgement, Operation.RANDOM_READ, Metric.RATE, styles) is None
    assert time_chart(judgement, Operation.RANDOM_READ, Metric.ACCESS_TIME, styles) is None


def marks(svg: str) -> list[tuple[float, float]]:
    """The middles of all markers: those of the legend first, then line by line."""
    found = []
    for each in ElementTree.fromstring(svg):
        if each.tag.endswith("circle"):
            found.append((float(each.get("cx", 0)), float(each.get("cy", 0))))
        elif each.tag.endswith("polygon"):
            corners = [place.split(",") for place in each.get("points", "").split()]
            xs, ys = ([float(corner[axis]) for corner in corners] for axis in (0, 1))
            found.append(((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2))
    return found


def test_decades_reach_around_all_values() -> None:
    assert decade_values([0.2, 45.0]) == (0.1, 1.0, 10.0, 100.0)
    assert decade_values([1.0, 1.0]) == (1.0, 10.0)
    assert decade_values([]) == (0.1, 1.0)


def test_a_logarithmic_chart_gives_each_decade_the_same_room() -> None:
    line = ChartLine("a", 0, (ChartPoint(0, 0.1), ChartPoint(1, 1.0), ChartPoint(2, 10.0)))
    chart = LineChart("t", "d", "x", "y", ("50 %", "99 %", "100 %"), (line,), logarithmic=True)
    _, *points = marks(line_chart_svg(chart, LIGHT, 400, 200))
    low, middle, high = (y for _, y in points)
    assert low - middle == pytest.approx(middle - high)
    texts = {each.text for each in ElementTree.fromstring(line_chart_svg(chart, LIGHT, 400, 200))}
    assert {"0.1", "1", "10"} <= texts


def test_many_categories_are_named_only_where_there_is_room() -> None:
    names = tuple(f"{second} s" for second in range(0, 600, 10))
    points = tuple(ChartPoint(place, 5.0) for place in range(len(names)))
    lines = tuple(ChartLine(f"v{style}", style, points) for style in range(STYLES))
    chart = LineChart("t", "d", "x", "y", names, lines)
    drawn = list(ElementTree.fromstring(line_chart_svg(chart, LIGHT, 500, 200)))
    shown = [float(each.get("x", 0)) for each in drawn if (each.text or "") in names]
    apart = [after - before for before, after in itertools.pairwise(shown)]
    assert len(shown) > 3
    assert min(apart) > text_width("590 s", LIGHT.font_size)
    points_drawn = marks(line_chart_svg(chart, LIGHT, 500, 200))[STYLES:]
    first, second = ([x for x, _ in points_drawn[order :: len(names)]] for order in (0, 1))
    assert max(first) < min(second)


def test_the_axes_are_in_the_language() -> None:
    chart = LineChart("t", "d", "x", "y", ("1",), (ChartLine("a", 0, (ChartPoint(0, 40_000),)),))
    bar = ChartBar("a", 0, 40_000, None, None, "", True)
    with speaking(Language("de", point=",", groups=".")):
        assert "40.000" in texts(line_chart_svg(chart, PRINT, 400, 200))
        assert "40.000" in texts(bar_chart_svg(BarChart("t", "d", "ms", (bar,)), PRINT, 400))


def test_a_dot_plot_has_the_band_intervals_and_texts() -> None:
    plot = DotPlot(
        "Overall",
        (
            Dot("bfq", -33, -45, -19, Mark.SLOWER, "−33 %, slower"),
            Dot("kyber", 2, None, None, Mark.INCONCLUSIVE, "+2 %, inconclusive"),
        ),
        3.0,
    )
    drawn = ElementTree.fromstring(dot_plot_svg(plot, PRINT, 480))
    texts = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"bfq", "kyber", "−33 %, slower ▼"} <= set(texts)
    dots = [float(each.get("cx", 0)) for each in drawn.iter("{http://www.w3.org/2000/svg}circle")]
    assert dots[0] < dots[1]
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}rect"))) >= 1
