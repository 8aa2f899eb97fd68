"""What PDF/UA-1 (ISO 14289-1) asks for, as far as it can be read from the file's structure; and the
same words, fonts and pages seen by poppler."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdf
import pytest

from storage_tuner import process
from storage_tuner.advice.judgement import judge
from storage_tuner.core.workload import Operation
from storage_tuner.report.layout import Layout, Paper
from storage_tuner.report.pdf import write_pdf
from storage_tuner.store.languages import language
from tests.unit.report.example_session import example_record

LETTER = (612.0, 792.0)
GROUPING = {"/Document", "/Part", "/Sect", "/Div", "/Art", "/NonStruct"}
STANDARD = GROUPING | {
    "/H1", "/H2", "/H3", "/P", "/Span", "/L", "/LI", "/Lbl", "/LBody", "/Table", "/TR",
    "/TH", "/TD", "/THead", "/TBody", "/TFoot", "/Figure", "/Caption", "/Link", "/Code", "/Quote",
}  # fmt: skip


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """German on letter paper: neither is what a report is by itself."""
    record = example_record(("none", "mq-deadline", "bfq"), (Operation.RANDOM_READ,), repeats=3)
    made = tmp_path_factory.mktemp("ua") / "report.pdf"
    write_pdf(record, judge(record), made, Layout(Paper.LETTER, language("de")))
    return made


@pytest.fixture(scope="module")
def reader(path: Path) -> pypdf.PdfReader:
    return pypdf.PdfReader(path)


@pytest.fixture(scope="module")
def root(reader: pypdf.PdfReader) -> Any:  # noqa: ANN401 - pypdf's objects have no types
    return reader.trailer["/Root"]


@pytest.fixture(scope="module")
def elements(root: Any) -> list[Any]:  # noqa: ANN401
    return list(_structure(root["/StructTreeRoot"]["/K"]))


def told(*words: str) -> str:
    return process.run(words, timeout=60).output


@pytest.mark.slow
def test_it_says_that_it_is_pdf_ua(root: Any) -> None:  # noqa: ANN401
    xmp = root["/Metadata"].get_object().get_data().decode()
    assert re.search(r"pdfuaid:part(?:>|=\")1", xmp)
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]


def test_language_and_title_are_set(path: Path, root: Any) -> None:  # noqa: ANN401
    assert root["/Lang"] == "de"
    said = told("pdfinfo", str(path))
    assert re.search(r"^Title: +\S", said, re.MULTILINE)
    assert re.search(r"^Tagged: +yes", said, re.MULTILINE)
    assert re.search(r"^Author: +Storage Tuner", said, re.MULTILINE)


def test_every_mark_of_every_page_is_in_the_structure_or_an_artifact(
    reader: pypdf.PdfReader,
) -> None:
    """Nothing is drawn outside of a marked sequence."""
    for page in reader.pages:
        assert page.get("/StructParents") is not None
        contents = page.get_contents()
        assert contents is not None
        depth = 0
        for operands, operator in contents.operations:
            if operator in (b"BDC", b"BMC"):
                depth += 1
            elif operator == b"EMC":
                depth -= 1
            elif operator in (b"Tj", b"TJ", b"f", b"S", b"f*", b"B", b"Do"):
                assert depth > 0, (operator, operands)
        assert depth == 0


def test_only_standard_kinds_of_elements(root: Any, elements: list[Any]) -> None:  # noqa: ANN401
    roles = root["/StructTreeRoot"].get("/RoleMap", {})
    kinds = {roles.get(element["/S"], element["/S"]) for element in elements if "/S" in element}
    assert {"/Document", "/H1", "/H2", "/Table", "/TH", "/TD", "/Figure"} <= kinds
    assert kinds <= STANDARD | {"/DL", "/DT", "/DD"}, kinds - STANDARD


def test_headings_skip_no_level(elements: list[Any]) -> None:
    levels = [int(kind[2:]) for e in elements if re.fullmatch(r"/H\d", kind := str(e.get("/S")))]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))


def test_figures_say_what_they_show_and_head_cells_whose_head_they_are(
    elements: list[Any],
) -> None:
    figures = [element for element in elements if element.get("/S") == "/Figure"]
    assert len(figures) == 4
    assert all(len(str(figure.get("/Alt", ""))) > 20 for figure in figures)
    heads = {head.get("/ID") for head in elements if head.get("/S") == "/TH"}
    cells = [element for element in elements if element.get("/S") == "/TD"]
    assert len(heads) > 8
    assert len(cells) > 50
    for cell in cells:
        named = _attribute(cell, "/Headers")
        assert named
        assert set(named) <= heads


def test_the_outline_has_every_heading(reader: pypdf.PdfReader, path: Path) -> None:
    titles = [item.title for item in _flat(reader.outline)]
    assert len(titles) > 8
    said = " ".join(told("pdftotext", str(path), "-").split())
    assert [title for title in titles if title and " ".join(title.split()) not in said] == []


def test_fonts_are_embedded_and_have_unicode(path: Path) -> None:
    lines = told("pdffonts", str(path)).splitlines()[2:]
    assert lines
    for line in lines:
        embedded, _subset, unicode = line.split()[-5:-2]
        assert (embedded, unicode) == ("yes", "yes"), line


def test_letter_is_letter(reader: pypdf.PdfReader) -> None:
    for page in reader.pages:
        size = (float(page.mediabox.width), float(page.mediabox.height))
        assert size == pytest.approx(LETTER, abs=0.1)


def test_german_numbers_in_charts_and_tables(path: Path) -> None:
    said = told("pdftotext", "-layout", str(path), "-")
    assert "Wahlfreies Lesen" in said
    assert re.search(r"\d,\d", said)
    assert not re.search(r"\d\.\d+\s*(?:ms|µs)", said)


def _structure(element: Any) -> Iterator[Any]:  # noqa: ANN401
    element = element.get_object()
    if isinstance(element, pypdf.generic.DictionaryObject):
        yield element
        if "/K" in element:
            yield from _structure(element["/K"])
    elif isinstance(element, pypdf.generic.ArrayObject):
        for item in element:
            yield from _structure(item)


def _attribute(element: Any, name: str) -> Any:  # noqa: ANN401
    found = element.get("/A", {})
    found = found.get_object() if hasattr(found, "get_object") else found
    dictionaries = found if isinstance(found, list) else [found]
    return next(
        (each.get_object()[name] for each in dictionaries if name in each.get_object()), None
    )


def _flat(outline: Any) -> Iterator[Any]:  # noqa: ANN401
    for item in outline:
        if isinstance(item, list):
            yield from _flat(item)
        else:
            yield item
