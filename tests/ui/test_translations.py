"""The translations themselves: complete, up to date, and with all that the English text has."""

from __future__ import annotations

import re
import shutil
import string
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from setup import translations

GERMAN = translations.FOLDER / "storage_tuner_de.ts"
FILES = (GERMAN, translations.ENGLISH)


class Entry(NamedTuple):
    context: str
    source: str
    told: tuple[str, ...]
    counts: bool
    finished: bool


def entries(path: Path) -> Iterator[Entry]:
    for context in ElementTree.parse(path).iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            forms = [form.text or "" for form in translation.iter("numerusform")]
            yield Entry(
                context.findtext("name", ""),
                message.findtext("source", ""),
                tuple(forms) or (translation.text or "",),
                message.get("numerus") == "yes",
                translation.get("type") is None,
            )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_extracting_again_changes_nothing(path: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copy(path, tmp_path / path.name))
    translations.extract([copy])
    known = {(entry.context, entry.source) for entry in entries(path)}
    said = {(entry.context, entry.source) for entry in entries(copy)}
    assert said - known == set(), "python -m setup.translations extract"
    assert known - said == set(), "python -m setup.translations extract"
    assert copy.read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


def test_everything_that_is_said_is_known() -> None:
    """lupdate may miss texts, and did."""
    known = {(entry.context, entry.source, entry.counts) for entry in entries(GERMAN)}
    said = {(text.context, text.source, text.counts) for text in translations.texts()}
    assert said == known


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_is_untranslated(path: Path) -> None:
    open_ones = [
        f"{entry.context}: {entry.source}" for entry in entries(path) if not finished(entry)
    ]
    assert not open_ones


def finished(entry: Entry) -> bool:
    return entry.finished and all(form.strip() for form in entry.told)


def test_placeholders_stay() -> None:
    for entry in entries(GERMAN):
        for form in entry.told:
            assert placeholders(form) == placeholders(entry.source), f"{entry.source} → {form}"


def placeholders(text: str) -> set[tuple[str, str, str]]:
    """Name, format and conversion of each, and Qt's %n; a text without any may have a brace."""
    found = {("%n", "", "")} if "%n" in text else set()
    return found | {
        (name, spec or "", conversion or "")
        for _, name, spec, conversion in string.Formatter().parse(text)
        if name is not None
    }


def test_mnemonics_stay() -> None:
    """A button without one can't be reached by its letter."""
    for entry in entries(GERMAN):
        for form in entry.told:
            assert len(mnemonics(form)) == len(mnemonics(entry.source)), f"{entry.source} → {form}"


def mnemonics(text: str) -> list[str]:
    return re.findall(r"&(\w)", text.replace("&&", ""))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counted_texts_have_both_forms(path: Path) -> None:
    for entry in entries(path):
        assert len(entry.told) == (2 if entry.counts else 1), entry.source


def test_texts_begin_and_end_alike() -> None:
    """Spaces at the ends, the dots that promise a question, colons: they carry a meaning."""
    for entry in entries(GERMAN):
        for form in entry.told:
            assert ends(form) == ends(entry.source), f"{entry.source!r} → {form!r}"


def ends(text: str) -> tuple[bool, bool, bool, bool, bool]:
    bare = text.rstrip()
    return (
        text.startswith(" "),
        text.endswith(" "),
        bare.endswith("…"),
        bare.endswith(":"),
        bare.endswith("."),
    )
