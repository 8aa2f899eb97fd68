"""Reports of maps: the limits in words, the latencies as tables and as heat maps."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from storage_tuner.advice.load_map import load_map
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.load_map import LoadMap
from storage_tuner.core.measurement import Metric
from storage_tuner.jobs.results.run_comparison import compare_records
from storage_tuner.present.load_map import map_headline, map_message
from storage_tuner.report.charts.figures import heat_maps
from storage_tuner.report.charts.svg import PRINT, heat_map_svg
from storage_tuner.report.charts.viridis import viridis_name
from storage_tuner.report.content import report_content
from storage_tuner.report.html import render_html
from storage_tuner.report.text.markdown_and_plain import markdown
from storage_tuner.report.text.terminal import summary_lines
from tests.ui import sample_results
from tests.unit.bench.simulated_maps import MapPlace, map_plan, measured


def found(*names: str, blocks: int = 5, writes: bool = True, **factors: float) -> LoadMap:
    plan = map_plan(*names, writes=writes)
    return load_map(plan, measured(plan, MapPlace(factors=factors, noise=0.01), blocks))


def plain(text: object) -> str:
    return re.sub("[\u202f\xa0]", " ", str(text))


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (
            found("none"),
            "With none, mean read latency stays below twice the unloaded 1.0. ms up to 40 % of "
            "the highest write throughput, but not from 60 % on.",
        ),
        (found("none", blocks=2), "Each load was measured fewer than 3 times"),
        (
            found("none", writes=False),
            "With none, reads take 1.0. ms on average at 5 % of their highest throughput, and "
            "(4.9.|5|5.0.) ms at 80 %.",
        ),
        (load_map(map_plan("none"), []), "No latency was measured."),
    ],
)
def test_the_limit_is_a_sentence(result: LoadMap, said: str) -> None:
    assert re.match(said, plain(map_message(result)))


def test_a_comparison_is_claimed_with_its_interval_and_only_if_there_is_a_difference() -> None:
    headline = map_headline(found("none", "bfq", "kyber", bfq=1.3), "")
    details = plain("\n".join(headline.details))
    assert re.search(r"slower with bfq than with none: mean latency \+(29|30|31)\.\d %", details)
    assert "the same with kyber as with none" in details
    assert "slower with kyber" not in details


def test_all_heat_maps_have_the_same_colours_and_full_cells_none() -> None:
    result = found("none", "bfq", bfq=2.0)
    maps = heat_maps(result, Metric.ACCESS_TIME)
    assert {(each.low, each.high) for each in maps.values()} == {
        (maps["none"].low, maps["none"].high)
    }
    assert maps["none"].place(maps["none"].low) == 1
    assert maps["bfq"].place(maps["bfq"].high) == 0
    middle = (maps["none"].low * maps["none"].high) ** 0.5
    assert maps["none"].place(middle) == pytest.approx(0.5)
    full = [cell for cell in maps["none"].cells if cell.value is None]
    assert {cell.text for cell in full} == {"full"}
    picture = heat_map_svg(maps["none"], PRINT, 240)
    assert picture.count(">full<") == len(full) > 5
    assert viridis_name(1.0) in picture
    assert "offered load" in picture
    assert heat_maps(load_map(map_plan("none"), []), Metric.ACCESS_TIME) == {}


def test_every_report_has_the_map() -> None:
    record, judgement = sample_results.judged("map")
    page = render_html(record, judgement)
    text = markdown(record, judgement)
    lines = "\n".join(summary_lines(record, judgement))
    assert page.count("Reads with bfq") == text.count("Reads with bfq") == 2
    for report in (page, text, lines):
        assert "Reads with bfq" in report
        assert "twice the unloaded" in report
    (section,) = report_content(record, judgement).operations
    assert len(section.time_charts) == 4
    assert page.count("<svg") == 4
    assert not report_content(record, judgement).repeatable
    partial = "\n".join(summary_lines(replace(record, completed=False), judgement))
    assert "Stopped early, after 250 slices." in plain(partial)


def test_maps_are_not_compared_with_anything() -> None:
    record, _ = sample_results.judged("map")
    with pytest.raises(InvalidInput, match="is a map"):
        compare_records([("old", record), ("new", record)])
