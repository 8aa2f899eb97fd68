"""Languages without Qt: gettext's catalogues, numbers, and what is missing or damaged."""

from __future__ import annotations

import gettext
import io
import string
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from setup import translations
from storage_tuner.advice.judgement import judge
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.language import ENGLISH, Language, speaking, spoken
from storage_tuner.core.message import counted, english_text, sentence, together, tr, trn
from storage_tuner.present import numbers
from storage_tuner.present.blocks import Fact
from storage_tuner.present.numbers import plain_spaces
from storage_tuner.report.layout import Layout
from storage_tuner.report.text.markdown_and_plain import plain_text
from storage_tuner.store import languages
from storage_tuner.store.knowledge_files import read_knowledge
from storage_tuner.store.languages import SEPARATORS, known_languages, language, wanted_language
from tests.unit.report.example_session import example_record

GERMAN = translations.FOLDER / "de/LC_MESSAGES/storage-tuner.po"


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("translations")
    translations.release(translations.sources(), folder)
    return folder


@pytest.fixture(autouse=True)
def resources(released: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    _with_translations(released, monkeypatch)
    yield
    language.cache_clear()


def _with_translations(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def found(name: str, *below: str) -> Path:
        assert name == "translations"
        path = folder.joinpath(*below)
        if not path.exists():
            raise FileNotFoundError(path)
        return path

    monkeypatch.setattr(languages, "resource", found)
    language.cache_clear()


def test_it_reads_every_translation_of_the_source() -> None:
    german = language("de")
    entries = _entries()
    assert len(entries) > 1000
    for (singular, *plural), strings in entries:
        if plural:
            found = [german.translated_plural(singular, plural[0], count) for count in (1, 2)]
        else:
            found = [german.translated(singular)]
        assert found == [text or singular for text in strings]


def _entries() -> list[tuple[list[str], list[str]]]:
    """Of each text its forms in English and in German."""
    return [
        (_forms(message.id), _forms(message.string or ""))
        for message in translations.read(GERMAN)
        if message.id
    ]


def _forms(text: str | Iterable[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


@pytest.mark.parametrize("content", [b"", b"no such file", bytes(40)])
def test_other_files_are_refused(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _refusal(content, tmp_path, monkeypatch).startswith("The translation can't be read")


@pytest.mark.parametrize("length", [10, 27, 5_000, 60_001])
def test_a_damaged_file_is_refused(
    length: int, released: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = (released / "de/LC_MESSAGES/storage-tuner.mo").read_bytes()
    damaged = whole[:length]
    assert _refusal(damaged, tmp_path, monkeypatch).startswith("The translation can't be read")


def test_a_catalogue_of_another_kind_is_refused(
    released: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its header asks for an expression that isn't one."""
    whole = (released / "de/LC_MESSAGES/storage-tuner.mo").read_bytes()
    wrong = whole.replace(b"plural=(n != 1)", b"plural=(n != !)")
    assert wrong != whole
    assert _refusal(wrong, tmp_path, monkeypatch).startswith("The translation can't be read")


def _refusal(content: bytes, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is said of such a file; the application itself goes on in English."""
    path = folder / "de/LC_MESSAGES/storage-tuner.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    _with_translations(folder, monkeypatch)
    monkeypatch.setattr(gettext, "_translations", {})
    with pytest.raises(InvalidInput) as refused:
        language("de")
    assert wanted_language({"LANG": "de_DE.UTF-8"}) is ENGLISH
    return str(refused.value)


def _catalogue(**texts: str | tuple[str, str]) -> gettext.GNUTranslations:
    made = Catalog("de")
    made.add("Rate: {rate}", "Rate: {rate}")
    made.add(("{count} rule", "{count} rules"), ("{count} Regel", "{count} Regeln"))
    made.add("bytes", "Bytes")
    for text, translation in texts.items():
        made.add(text, translation)
    stream = io.BytesIO()
    write_mo(stream, made)
    stream.seek(0)
    return gettext.GNUTranslations(stream)


@pytest.fixture
def words() -> Iterator[Language]:
    german = Language("de", _catalogue(), *SEPARATORS["de"])
    with speaking(german):
        yield german


def test_numbers_have_the_separators_of_the_language(words: Language) -> None:
    assert spoken() is words
    assert numbers.three_digits(12300.0) == "12.300"
    assert numbers.milliseconds(1.25) == "1,25\u00a0ms"
    assert numbers.change(11.2, (8.1, 14.3)) == "+11,2\u00a0% (+8,1\u00a0…\u00a0+14,3\u00a0%)"
    assert numbers.interval(1.25, 2.5) == "(1,25\u00a0…\u00a02,50)"
    assert numbers.decimal_bytes(512) == "512\u00a0Bytes"
    assert tr("Rate: {rate}", rate=numbers.rate(1.5)) == "Rate: 1,50\u00a0MB/s"
    assert tr("Rate: {rate:.2f}", rate=-1234.5) == "Rate: −1234,50"
    assert tr("Rate: {rate:,}", rate=1234567) == "Rate: 1.234.567"


@pytest.mark.usefixtures("words")
def test_names_and_versions_are_left_alone() -> None:
    for text in ("6.1.0", "fio-3.33", "bytes", "Model 1.5"):
        assert tr("Rate: {rate}", rate=text) == f"Rate: {text}"
        assert str(together([text])) == text


def test_one_and_many(words: Language) -> None:
    two, one = (counted(count, "{count} rule", "{count} rules") for count in (2, 1))
    assert (str(two), str(one)) == ("2 Regeln", "1 Regel")
    assert trn(0, "{count} rule", "{count} rules") == "0 Regeln"
    with speaking(ENGLISH):
        assert (str(two), str(one)) == ("2 rules", "1 rule")
    assert spoken() is words


@pytest.mark.usefixtures("words")
def test_what_has_no_translation_is_told_in_english() -> None:
    assert tr("{disk} is new", disk="sda") == "sda is new"
    assert trn(1, "{count} disk", "{count} disks") == "1 disk"
    assert trn(1200, "{count:,} disk", "{count:,} disks") == "1.200 disks"
    assert str(sentence("")) == ""  # not the catalogue's header


@pytest.mark.usefixtures("words")
def test_the_whole_of_a_message_is_told() -> None:
    inner = sentence("Rate: {rate}", rate=1.5)
    rules = counted(3, "{count} rule", "{count} rules")
    outer = together((inner, together((rules, "1.25"), ", ")), "; ")
    assert str(outer) == "Rate: 1,5; 3 Regeln, 1.25"
    assert outer.english == "Rate: 1.5; 3 rules, 1.25"
    assert Fact(tr("Rate: {rate}", rate=1.5), "1.25").name == "Rate: 1,5"


def test_every_language_of_the_window_can_be_written() -> None:
    codes = {path.parts[-3] for path in translations.sources()} | {"en"}
    assert set(known_languages()) == codes == set(SEPARATORS)


def test_one_without_a_file_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _with_translations(tmp_path, monkeypatch)
    assert known_languages() == ("en",)
    assert wanted_language({"LANG": "de_DE.UTF-8"}) is ENGLISH
    with pytest.raises(InvalidInput, match="no translation for 'de'"):
        language("de")


def test_german_is_german() -> None:
    with speaking(language("de")):
        assert str(together((sentence("Random read"),))) == "Wahlfreies Lesen"


def test_what_was_published_is_german_too() -> None:
    knowledge = read_knowledge()
    texts = {
        english_text(text): text
        for text in (
            *(rule.statement for rule in knowledge.rules),
            *(rule.standing_note for rule in knowledge.rules),
            *(rule.conditions.question for rule in knowledge.rules),
            *(flaw.text for flaw in knowledge.flaws),
        )
    }
    catalogue = translations.read(GERMAN)
    with speaking(language("de")):
        for english, text in texts.items():
            found = catalogue.get(english)
            assert not text or (found and str(text) == found.string)


def test_a_report_of_settings_has_units_and_numbers_in_german() -> None:
    record = example_record(("none", "bfq"), repeats=3)
    text = plain_text(record, judge(record), Layout(language=language("de")))
    assert "64 Anfragen" in plain_spaces(text)
    assert "requests" not in text.replace("nr_requests", "").replace("array-nr-requests", "")
    assert "\ufffd" not in text


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(InvalidInput, match="no translation for 'xx'"):
        language("xx")


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "fr:de"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LANGUAGE": "de"}, "en"),
    ],
)
def test_the_wanted_language_is_what_the_environment_names_first(
    environment: dict[str, str], code: str
) -> None:
    assert wanted_language(environment).code == code


def test_the_catalogue_keeps_the_placeholders() -> None:
    for codes, strings in _entries():
        wanted = {name for text in codes for name in _placeholders(text)}
        assert all(_placeholders(text) <= wanted for text in strings), codes


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
