"""Reports in another language, without Qt: the same translations and numbers as the window's."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator
from storage_tuner.report.catalogue import CONTEXT, read_catalogue
from storage_tuner.report.language import ENGLISH, Language, known_languages, language

from setup import translations
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import counted, sentence, together
from storage_tuner.present import numbers

GERMAN = translations.FOLDER / "storage_tuner_de.qm"


@pytest.fixture(scope="module", autouse=True)
def _released() -> None:
    translations.release(translations.sources())


def test_it_reads_what_qt_reads(qapp: object) -> None:
    qt = QTranslator()
    assert qt.load(str(GERMAN))
    found = read_catalogue(GERMAN)
    assert len(found) > 1000
    for template, forms in found.items():
        number = 1 if len(forms) > 1 else -1
        assert qt.translate(CONTEXT, template, None, number) == forms[0]


@pytest.mark.parametrize("content", [b"", b"no such file", bytes(40)])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.qm"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="holds no translations"):
        read_catalogue(path)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.qm"
    path.write_bytes(GERMAN.read_bytes()[:60_001])
    with pytest.raises(ValueError, match="is damaged"):
        read_catalogue(path)


@pytest.fixture
def words() -> Language:
    texts = {"Rate: {rate}": "Rate: {rate}", "{count} rules": "{count} Regeln", "bytes": "Bytes"}
    return dataclasses.replace(
        language("de"), find=lambda template, _number: texts.get(template, template)
    )


def test_numbers_have_the_separators_of_the_language(words: Language) -> None:
    assert words.shown(numbers.three_digits(12300.0)) == "12.300"
    assert words.shown(numbers.milliseconds(1.25)) == "1,25\u00a0ms"
    assert words.shown(numbers.change(11.2, (8.1, 14.3))) == (
        "+11,2\u00a0% (+8,1\u00a0…\u00a0+14,3\u00a0%)"
    )
    assert words.shown(numbers.interval(1.25, 2.5)) == "(1,25\u00a0…\u00a02,50)"
    assert words.shown(numbers.decimal_bytes(512)) == "512\u00a0Bytes"
    assert (
        words.translated(sentence("Rate: {rate}", rate=numbers.rate(1.5))) == "Rate: 1,50\u00a0MB/s"
    )


def test_names_and_versions_are_left_alone(words: Language) -> None:
    for text in ("6.1.0", "fio-3.33", "bytes", "Model 1.5"):
        assert words.shown(text) == text


def test_one_and_many(words: Language) -> None:
    assert words.translated(counted(2, "{count} rule", "{count} rules")) == "2 Regeln"
    assert ENGLISH.translated(counted(1, "{count} rule", "{count} rules")) == "1 rule"


def test_the_whole_of_a_value_is_told(words: Language) -> None:
    @dataclass(frozen=True)
    class Page:
        title: str
        parts: tuple[tuple[str, int], ...]

    page = Page(sentence("Rate: {rate}", rate=1.5), ((numbers.three_digits(1.25), 3), ("1.25", 4)))
    assert words.whole(page) == Page("Rate: 1,5", (("1,25", 3), ("1.25", 4)))


def test_every_language_of_the_window_can_be_written() -> None:
    codes = {path.stem.removeprefix("storage_tuner_") for path in translations.sources()}
    assert set(known_languages()) == codes


def test_german_is_german() -> None:
    assert language("de").translated(together((sentence("Random read"),))) == "Wahlfreies Lesen"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(InvalidInput, match="no translation in 'xx'"):
        language("xx")
