"""The PDF, opened with another program: searchable, tagged, embedded, vector, A4."""

from __future__ import annotations

import dataclasses
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdf
import pytest

from storage_tuner import process
from storage_tuner.advice.judgement import judge
from storage_tuner.core.errors import InvalidInput, NoSpace, ToolFailed
from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.verdict import State, VariantSummary, Verdict
from storage_tuner.report import pdf
from storage_tuner.report.layout import Layout
from storage_tuner.report.pdf import write_pdf
from storage_tuner.store.languages import language
from tests.packages import PACKAGES
from tests.recordings import starts
from tests.unit.present.judgements import judged
from tests.unit.present.judgements import record as made_by_hand
from tests.unit.report.example_session import DEVICE, cut_after, example_record

A4 = (595.28, 841.89)


def written(record: SessionRecord, folder: Path) -> pypdf.PdfReader:
    path = folder / "report.pdf"
    write_pdf(record, judge(record), path)
    return pypdf.PdfReader(path)


def text_of(reader: pypdf.PdfReader) -> str:
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> pypdf.PdfReader:
    return written(example_record(), tmp_path_factory.mktemp("pdf"))


@pytest.mark.slow
def test_the_words_can_be_searched(reader: pypdf.PdfReader) -> None:
    text = text_of(reader)
    for words in (
        'Change to "none":',
        "The previous settings were restored",
        "Results by threads",
        "Sequential write",
        "p99 latency",
        "efficiency",
        "TEST-0001",
        "--readonly",
    ):
        assert words in text, words


@pytest.mark.sampled(1)
@pytest.mark.parametrize("code", ["en", "de"])
def test_a_quick_report_has_three_pages_the_answer_on_the_first(tmp_path: Path, code: str) -> None:
    record = example_record()
    once = tuple(run for run in record.measurements if run.threads == 4)
    quick = dataclasses.replace(
        record, plan=dataclasses.replace(record.plan, threads=(4,)), measurements=once
    )
    path = tmp_path / "report.pdf"
    write_pdf(quick, judge(quick), path, Layout(language=language(code)))
    pages = [page.extract_text() for page in pypdf.PdfReader(path).pages]
    assert len(pages) <= 3
    assert "▼" in pages[0]
    assert "TEST-0001" not in pages[0]


def test_it_has_title_language_and_tags(reader: pypdf.PdfReader) -> None:
    root: Any = reader.trailer["/Root"]
    assert reader.metadata is not None
    assert reader.metadata.title == "Tuning report: Practice disk"
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    assert root["/StructTreeRoot"]["/K"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]


def test_charts_are_tagged_figures_with_a_text(reader: pypdf.PdfReader) -> None:
    root: Any = reader.trailer["/Root"]
    figures = [
        element for element in _structure(root["/StructTreeRoot"]) if element.get("/S") == "/Figure"
    ]
    assert len(figures) == 13
    assert all(figure.get("/Alt") for figure in figures)


def test_every_font_is_embedded(reader: pypdf.PdfReader) -> None:
    fonts = [font for page in reader.pages for font in _fonts(page)]
    assert fonts
    for font in fonts:
        descriptor = font["/DescendantFonts"][0]["/FontDescriptor"]
        assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor), font["/BaseFont"]


def test_charts_are_no_pictures_and_pages_are_a4(reader: pypdf.PdfReader) -> None:
    for page in reader.pages:
        assert list(page.images) == []
        size = (float(page.mediabox.width), float(page.mediabox.height))
        assert size == pytest.approx(A4, abs=0.1)


@pytest.mark.slow
def test_an_empty_session_with_a_hostile_disk(tmp_path: Path) -> None:
    device = dataclasses.replace(DEVICE, model="<&>" + "X" * 300, serial="\x00\x1b漢")
    record = dataclasses.replace(cut_after(example_record(), 0), device=device)
    written(record, tmp_path)
    # pypdf can't read the character map of a font that lacks a glyph; poppler can
    found = process.run(("pdftotext", str(tmp_path / "report.pdf"), "-"), timeout=60)
    text = " ".join(found.output.split())
    assert "nothing was measured" in text
    assert "Stopped early, after 0 of 384 runs." in text
    assert "漢" in text


def test_a_child_that_fails_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "_MODULE", "storage_tuner.report.not_there")
    with pytest.raises(ToolFailed, match="No module named"):
        write_pdf(example_record(repeats=0), judge(example_record(repeats=0)), tmp_path / "a.pdf")
    assert list(tmp_path.iterdir()) == []


CRASHES = """\
import ctypes, pathlib, sys
tried = pathlib.Path(sys.argv[0]).with_name("tried")
tries = int(tried.read_text()) if tried.exists() else 0
tried.write_text(str(tries + 1))
if tries < {crashes}:
    ctypes.string_at(0)
pathlib.Path(sys.argv[2]).write_bytes(b"%PDF")
"""


def crashing_layout(folder: Path, monkeypatch: pytest.MonkeyPatch, crashes: int) -> Path:
    """A child that crashes this many times before it writes; the file in which it counts."""
    (folder / "crashes.py").write_text(CRASHES.format(crashes=crashes))
    monkeypatch.setattr(pdf, "_MODULE", "crashes")
    monkeypatch.setattr(process, "OWN_FOLDERS", (*process.OWN_FOLDERS, str(folder)))
    return folder / "tried"


def test_a_child_that_crashes_once_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crashing_layout(tmp_path, monkeypatch, crashes=1)
    pdf.write_pdf_of("<html>", tmp_path / "a.pdf")
    assert (tmp_path / "a.pdf").read_bytes() == b"%PDF"


def test_a_child_that_keeps_crashing_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = crashing_layout(tmp_path, monkeypatch, crashes=9)
    with pytest.raises(ToolFailed, match="SIGSEGV"):
        pdf.write_pdf_of("<html>", tmp_path / "a.pdf")
    assert tried.read_text() == "2"
    assert not (tmp_path / "a.pdf").exists()


def test_a_child_that_finds_its_disk_full_is_no_space(tmp_path: Path) -> None:
    source = tmp_path / "page.html"
    source.write_text("<html lang=en><title>t</title><p>text</p></html>")
    argv = (*process.own_interpreter(), "-m", "storage_tuner.report.render_pdf")
    outcome = process.run(
        (*argv, str(source), "/dev/full"),
        timeout=60,
        environment={**process.CLEAN_ENVIRONMENT, "PYTHONPATH": PACKAGES},
    )
    assert outcome.exit_code == NoSpace.exit_code


@pytest.mark.slow
def test_places_that_can_not_be_written(tmp_path: Path) -> None:
    record = example_record(repeats=0)
    with pytest.raises(NoSpace):
        write_pdf(record, judge(record), Path("/dev/full"))
    with pytest.raises(InvalidInput, match="can't be written"):
        write_pdf(record, judge(record), tmp_path / "missing" / "a.pdf")


def test_a_temporary_folder_that_can_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    record = example_record(repeats=0)
    with pytest.raises(InvalidInput, match="can't be written"):
        write_pdf(record, judge(record), tmp_path / "a.pdf")
    assert list(tmp_path.iterdir()) == []


def test_weasyprint_stays_out_of_this_process() -> None:
    child = process.run(
        (
            sys.executable,
            "-c",
            "import sys, storage_tuner.report.pdf, storage_tuner.report.html\n"
            "print([name for name in ('weasyprint', 'PySide6') if name in sys.modules])",
        ),
        timeout=60,
        environment={**process.CLEAN_ENVIRONMENT, "PYTHONPATH": PACKAGES},
    )
    assert child.output.strip() == "[]"


def _fonts(page: pypdf.PageObject) -> Iterator[Any]:
    resources: Any = page["/Resources"]
    for font in resources.get("/Font", {}).values():
        yield font.get_object()


def _structure(element: Any) -> Iterator[Any]:  # noqa: ANN401 - pypdf's objects have no types
    element = element.get_object()
    if isinstance(element, pypdf.generic.DictionaryObject):
        yield element
        if "/K" in element:
            yield from _structure(element["/K"])
    elif isinstance(element, pypdf.generic.ArrayObject):
        for item in element:
            yield from _structure(item)


def test_long_operations_are_wrapped_within_the_page(tmp_path: Path) -> None:
    """The table of results had its last column in the margin."""
    _, long, _ = starts("start-medium-1")[0].operations
    names = ("none", "mq-deadline", "kyber", "bfq")
    summaries = tuple(VariantSummary(name, 1.5, 0.1, 1.4, 1.6, 9) for name in names)
    verdicts = (Verdict(long, Metric.RATE, None, State.UNDECIDED, summaries=summaries),)
    session = made_by_hand()
    plan = dataclasses.replace(session.plan, workloads=starts("start-medium-1"))
    path = tmp_path / "report.pdf"
    write_pdf(dataclasses.replace(session, plan=plan), judged(None, verdicts=verdicts), path)
    places: list[tuple[float, str]] = []
    pypdf.PdfReader(path).pages[0].extract_text(
        visitor_text=lambda text, ctm, tm, *_: places.append((ctm[0] * tm[4] + ctm[4], text))
    )
    assert any("medium" in text for _, text in places)
    assert max(x for x, text in places if text.strip()) < A4[0] - 60
