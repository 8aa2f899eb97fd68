"""The translations themselves: complete, up to date, and with all that the English text has."""

from __future__ import annotations

import re
import shutil
import string
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from setup import translations
from storage_tuner.store.languages import SEPARATORS

GERMAN = translations.FOLDER / "de" / "LC_MESSAGES" / "storage-tuner.po"
FILES = translations.sources()


class Entry(NamedTuple):
    """A text, or its singular and plural, and the same of the translation."""

    source: tuple[str, ...]
    told: tuple[str, ...]
    finished: bool

    @property
    def pairs(self) -> Iterator[tuple[str, str]]:
        return zip(self.source, self.told, strict=True)


def entries(path: Path) -> Iterator[Entry]:
    for message in translations.read(path):
        if message.id:  # else it's the file's header
            yield Entry(_forms(message.id), _forms(message.string), not message.fuzzy)


def _forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def test_each_language_has_its_file() -> None:
    assert GERMAN in FILES
    assert {path.parts[-3] for path in FILES} == SEPARATORS.keys() - {"en"}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parts[-3])
def test_extracting_again_changes_nothing(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.relative_to(translations.FOLDER)
    copy.parent.mkdir(parents=True)
    shutil.copy(path, copy)
    translations.extract([copy])
    known = {entry.source for entry in entries(path)}
    said = {entry.source for entry in entries(copy)}
    assert said - known == set(), "python -m setup.translations extract"
    assert known - said == set(), "python -m setup.translations extract"
    assert copy.read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parts[-3])
def test_nothing_is_untranslated(path: Path) -> None:
    assert not [entry.source for entry in entries(path) if not finished(entry)]


def finished(entry: Entry) -> bool:
    return entry.finished and all(form.strip() for form in entry.told)


def test_placeholders_stay() -> None:
    for entry in entries(GERMAN):
        for source, form in entry.pairs:
            assert placeholders(form) == placeholders(source), f"{source} → {form}"


def placeholders(text: str) -> set[tuple[str, str, str]]:
    """Name, format and conversion of each; a text without any may have a brace."""
    return {
        (name, spec or "", conversion or "")
        for _, name, spec, conversion in string.Formatter().parse(text)
        if name is not None
    }


def test_mnemonics_stay() -> None:
    """A button without one can't be reached by its letter."""
    for entry in entries(GERMAN):
        for source, form in entry.pairs:
            assert len(mnemonics(form)) == len(mnemonics(source)), f"{source} → {form}"


def mnemonics(text: str) -> list[str]:
    return re.findall(r"&(\w)", text.replace("&&", ""))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parts[-3])
def test_counted_texts_have_both_forms(path: Path) -> None:
    for entry in entries(path):
        assert len(entry.told) == len(entry.source), entry.source


def test_texts_begin_and_end_alike() -> None:
    """Spaces at the ends, the dots that promise a question, colons: they carry a meaning."""
    for entry in entries(GERMAN):
        for source, form in entry.pairs:
            assert ends(form) == ends(source), f"{source!r} → {form!r}"


def ends(text: str) -> tuple[bool, bool, bool, bool, bool]:
    bare = text.rstrip()
    return (
        text.startswith(" "),
        text.endswith(" "),
        bare.endswith("…"),
        bare.endswith(":"),
        bare.endswith("."),
    )
