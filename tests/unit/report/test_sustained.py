"""Reports of sustained writes: the levels in words, as a table and as a curve."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.core.sustained import CurvePoint, SustainedWrites, WriteLevel
from storage_tuner.present.sustained import sustained_message
from storage_tuner.report.charts.figures import MOST_POINTS, sustained_chart
from storage_tuner.report.content import report_content
from storage_tuner.report.html import render_html
from storage_tuner.report.text.markdown_and_plain import markdown
from storage_tuner.report.text.terminal import summary_lines
from tests.ui import sample_results

GB = 10**9


def writes(*levels: tuple[int, float]) -> SustainedWrites:
    """Levels of so many GB at so many MB/s."""
    found: list[WriteLevel] = []
    points: list[CurvePoint] = []
    begin = 0
    for size, rate in levels:
        found.append(WriteLevel(begin * GB, (begin + size) * GB, rate))
        points += [CurvePoint((begin + part + 1) * GB, rate) for part in range(size)]
        begin += size
    return SustainedWrites(tuple(points), tuple(found))


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            writes((12, 2100), (52, 450)),
            "The first 12 GB are written at 2 100 MB/s, then 450 MB/s.",
        ),
        (
            writes((10, 3004), (30, 1200), (24, 45.2)),
            "The first 10 GB are written at 3 000 MB/s, the next 30 GB at 1 200 MB/s, "
            "then 45.2 MB/s.",
        ),
        (writes((64, 500)), "No drop seen up to 64 GB: they are written at 500 MB/s."),
        (
            replace(writes((64, 180)), trend=(240.0, 120.0)),
            "No sudden drop up to 64 GB: throughput changes gradually from 240 MB/s to 120 MB/s.",
        ),
        (
            replace(writes((2, 500)), levels=()),
            "Too little was measured to find a drop: only 2 GB.",
        ),
        (writes(), "Nothing was written."),
    ],
)
def test_levels_are_one_sentence(found: SustainedWrites, said: str) -> None:
    assert str(sustained_message(found)).replace("\u202f", " ").replace("\xa0", " ") == said


def test_only_levels_before_a_drop_end_in_a_knee() -> None:
    found = writes((10, 500), (20, 900), (30, 300))
    assert [level.rate_mb_s for level in found.knees] == [900]


def test_a_point_of_the_chart_is_the_mean_of_what_was_written_there() -> None:
    """Half of it at 400 MB/s and half at 100 took as long as all at 160."""
    found = SustainedWrites(
        tuple(CurvePoint((5 + 10 * n) * 10**8, 100.0 if n % 2 else 400.0) for n in range(240)), ()
    )
    chart = sustained_chart(found)
    assert chart is not None
    (line,) = chart.lines
    assert len(line.points) <= MOST_POINTS
    assert line.points[10].value == pytest.approx(160)
    assert sustained_chart(writes((1, 500))) is None


def test_every_report_has_the_levels_and_no_mean_of_all() -> None:
    record, judgement = sample_results.judged("sustained")
    page = render_html(record, judgement)
    text = markdown(record, judgement)
    lines = "\n".join(summary_lines(record, judgement))
    for report in (page, text, lines):
        assert "Data written" in report
        assert "The first 12" in report
    assert "Levels" in page
    assert "<polyline" in page or "<path" in page
    (section,) = report_content(record, judgement).operations
    assert section.groups == ()
    assert not report_content(record, judgement).repeatable
    partial = "\n".join(summary_lines(replace(record, completed=False), judgement))
    assert "Stopped early, after 64" in partial
