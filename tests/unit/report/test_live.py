"""Reports of a load that isn't ours."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from storage_tuner import process
from storage_tuner.advice.judgement import judge
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.present import live
from storage_tuner.present.blocks import Table
from storage_tuner.report.content import report_content
from storage_tuner.report.html import render_html
from storage_tuner.report.pdf import write_pdf
from storage_tuner.report.text.line_breaking import columns
from storage_tuner.report.text.terminal import summary_lines
from storage_tuner.report.writers import WRITERS
from storage_tuner.store.results import read_results, write_results
from tests.unit.bench.simulated_loads import Habits, simulated
from tests.unit.report.example_session import example_record


def live_record(habits: Habits, **factors: float) -> SessionRecord:
    session = simulated(factors, habits, seed=3).run()
    example = example_record()
    return replace(example, plan=session.plan, measurements=tuple(session.measurements), caveats=())


@pytest.fixture(scope="module")
def record() -> SessionRecord:
    return live_record(Habits(), bfq=1.5, none=1.0)


def test_the_terminal_says_what_served_the_load_and_gives_the_figures(
    record: SessionRecord,
) -> None:
    lines = summary_lines(record, judge(record))
    text = " ".join(" ".join(lines).split())
    assert lines[0].endswith("for this load.")
    assert f"{live.TITLE}:" in lines
    assert "Read latency" in text
    assert "MB/s" in text
    assert "IOPS" in text
    assert all(columns(line) <= 80 for line in lines)


def test_the_report_tells_whose_load_it_was_and_how_it_was_watched(
    record: SessionRecord, tmp_path: Path
) -> None:
    content = report_content(record, judge(record))
    assert content.operations == ()
    (section,) = [each for each in content.sections if each.title == str(live.TITLE)]
    (table,) = section.blocks
    assert isinstance(table, Table)
    assert table.heads[1:] == tuple(map(str, live.COLUMNS))
    assert [row[0].text for row in table.rows] == ["bfq", "none"]
    assert all("…" in cell.text for row in table.rows for cell in row[1:])
    WRITERS["html"].write(record, judge(record), tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    for told in ("created no load", "what the programs asked for", "live workload comparison"):
        assert told in page
    for wrong in ("fio was started", "was written to", "Commands to repeat", "used for"):
        assert wrong not in page


def test_no_figure_is_printed_over_another(record: SessionRecord, tmp_path: Path) -> None:
    runs = tuple(
        replace(run, iops=None if run.iops is None else 400 * run.iops)
        for run in record.measurements
    )
    fast = replace(record, measurements=runs)
    write_pdf(fast, judge(fast), tmp_path / "report.pdf")
    found = process.run(("pdftotext", "-bbox", str(tmp_path / "report.pdf"), "-"), timeout=60)
    lines: dict[tuple[int, str], list[tuple[float, float]]] = {}
    for number, page in enumerate(found.output.split("<page ")):
        for left, top, right in re.findall(r'xMin="(.*?)" yMin="(.*?)" xMax="(.*?)"', page):
            lines.setdefault((number, top), []).append((float(left), float(right)))
    assert len(lines) > 20
    for words in lines.values():
        for (_, end), (start, _) in pairwise(sorted(words)):
            assert end <= start


def test_the_figures_have_no_empty_column(record: SessionRecord) -> None:
    page = render_html(record, judge(record))
    table = page.partition(str(live.TITLE))[2].partition("</table>")[0]
    heads = re.findall(r"<th scope=\"col\".*?>(.*?)</th>", table)
    assert heads == ["Variant", *map(str, live.COLUMNS)]
    assert table.count('scope="row"') == 2
    assert table.count("<td") == 2 * len(live.COLUMNS)


def test_a_saved_session_is_judged_alike(record: SessionRecord, tmp_path: Path) -> None:
    write_results(record, judge(record), tmp_path / "results.json")
    again = read_results(tmp_path / "results.json")
    assert again == record
    assert judge(again) == judge(record)


def test_an_idle_load_and_a_stop_are_told() -> None:
    record = replace(live_record(Habits(iops=0.0), none=1.0, bfq=1.0), completed=False)
    text = " ".join(" ".join(summary_lines(record, judge(record))).split())
    assert "too little load for a comparison" in text
    assert f"Stopped early, after {len(record.measurements) // 2} slices" in text
