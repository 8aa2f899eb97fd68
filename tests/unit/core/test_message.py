"""Messages: compared by what they consist of, read in the language in force."""

from __future__ import annotations

import copy
import gettext
import json
import pickle
import threading

import pytest

from storage_tuner.core.language import ENGLISH, Language, speak, speaking, spoken
from storage_tuner.core.message import (
    NOTHING_SAID,
    Message,
    counted,
    either,
    english,
    english_text,
    listed,
    sentence,
    together,
    tr,
    trn,
    within,
)

NUMBERS = {"gain": -1.04, "low": -3.0, "high": 0.9, "name": "md-1"}

GERMAN_TEXTS = {
    "hot": "heiß",
    "It is {what}.": "Es ist {what}.",
    "{first} and {last}": "{first} und {last}",
    "one disk": "eine Platte",
    "{count} disks": "{count} Platten",
}


class Translations(gettext.NullTranslations):
    """Without a file."""

    def gettext(self, message: str) -> str:
        return GERMAN_TEXTS.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


GERMAN = Language("de", Translations(), ",", ".")


def test_it_consists_of_its_code_and_arguments() -> None:
    said = sentence("Up to {share:.1f} % of {device}", share=12.34, device="sda")
    assert said.code == "Up to {share:.1f} % of {device}"
    assert dict(said.arguments) == {"share": 12.34, "device": "sda"}
    assert str(said) == said.english == f"{said}" == "Up to 12.3 % of sda"


def test_equal_ones_are_those_of_the_same_code_and_arguments() -> None:
    said = sentence("It is {what}.", what=sentence("hot"))
    again = sentence("It is {what}.", what=sentence("hot"))
    assert (said, hash(said)) == (again, hash(again))
    assert said != sentence("It is {what}.", what="cold")
    assert said != sentence("It was {what}.", what=sentence("hot"))


def test_negative_numbers_have_a_minus_sign_and_no_hyphen() -> None:
    said = sentence("{gain:+.1f} % ({low:+.1f} … {high:+.1f} %), {name}", **NUMBERS)
    assert str(said) == "−1.0 % (−3.0 … +0.9 %), md-1"
    with speaking(Language("de", point=",", groups=".")):
        assert str(said) == "−1,0 % (−3,0 … +0,9 %), md-1"


def test_thousands_are_written_as_in_the_language() -> None:
    said = sentence("{bytes:,} bytes, {share:,.1f}", bytes=-1234567, share=1234.56)
    assert str(said) == "−1\u202f234\u202f567 bytes, 1\u202f234.6"
    with speaking(GERMAN):
        assert str(said) == "−1.234.567 bytes, 1.234,6"


def test_texts_stay_as_they_are_written() -> None:
    with speaking(GERMAN):
        assert tr("{size} with {name}", size="1.5 MiB", name="fio-3.33") == "1.5 MiB with fio-3.33"


@pytest.mark.parametrize(("count", "text"), [(1, "one disk"), (0, "0 disks"), (2, "2 disks")])
def test_singular_and_plural(count: int, text: str) -> None:
    said = counted(count, "one disk", "{count} disks")
    assert (str(said), said.code, said.plural) == (text, "one disk", "{count} disks")
    assert said.arguments == (("count", count),)
    assert trn(count, "one disk", "{count} disks") == text


def test_it_is_read_in_the_language_in_force() -> None:
    said = together([sentence("It is {what}.", what=sentence("hot")), "sda"])
    disks = listed(
        [counted(1, "one disk", "{count} disks"), counted(3, "one disk", "{count} disks")]
    )
    with speaking(GERMAN):
        assert str(said) == "Es ist heiß. sda"
        assert str(disks) == "eine Platte und 3 Platten"
        assert tr("It is {what}.", what="hot") == "Es ist hot."
        assert (said.english, english_text(said)) == ("It is hot. sda",) * 2
    assert str(said) == "It is hot. sda"


def test_a_language_is_spoken_within_its_block_and_thread_only() -> None:
    elsewhere: list[Language] = []
    with speaking(GERMAN):
        other = threading.Thread(target=lambda: elsewhere.append(spoken()))
        other.start()
        other.join()
        assert spoken() is GERMAN
        with pytest.raises(ZeroDivisionError), speaking(ENGLISH):
            _ = 1 / 0
        assert spoken() is GERMAN
    assert elsewhere == [ENGLISH]
    assert spoken() is ENGLISH


def test_a_process_speaks_one_language_in_all_its_threads() -> None:
    elsewhere: list[str] = []
    speak(GERMAN)
    try:
        other = threading.Thread(target=lambda: elsewhere.append(tr("hot")))
        other.start()
        other.join()
    finally:
        speak(ENGLISH)
    assert elsewhere == ["heiß"]


def test_copies_are_the_same() -> None:
    said = sentence("{{braces}} of {device}", device="sda")
    for copied in (pickle.loads(pickle.dumps(said)), copy.deepcopy(said)):
        assert copied == said
        assert str(copied) == "{braces} of sda"


def test_outside_it_is_plain_english_text() -> None:
    said = sentence("{{braces}} of {device}: {what}", device="sda", what=sentence("hot"))
    with speaking(GERMAN):
        assert json.dumps([said], default=english) == '["{braces} of sda: hot"]'
    with pytest.raises(TypeError):
        json.dumps([object()], default=english)


def test_without_arguments_braces_are_braces() -> None:
    assert str(Message("{not} {{filled}}")) == "{not} {{filled}}"


def test_together_leaves_out_what_is_empty() -> None:
    first = sentence("It is {what}.", what="hot")
    joined = together([first, "", NOTHING_SAID, "Cool it."])
    assert str(joined) == "It is hot. Cool it."
    assert [value for _, value in joined.arguments] == [first, "Cool it."]
    assert dict(joined.arguments)["part0"] is first
    assert together([]) == NOTHING_SAID
    assert not together([])
    assert str(together([])) == ""
    assert str(together(["a", "b"], " {} ")) == "a {} b"


def test_nothing_said_is_nothing_in_any_language() -> None:
    """gettext has the catalogue's header for an empty code."""
    with speaking(Language("de", Header())):
        assert str(NOTHING_SAID) == ""


class Header(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return message or "Project-Id-Version: storage-tuner"


@pytest.mark.parametrize(
    ("words", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (list("abc"), "a, b and c")],
)
def test_listed(words: list[str], text: str) -> None:
    assert str(listed(words)) == text
    assert str(either(words)) == text.replace("and", "or")


def test_a_label_within_a_sentence_keeps_its_arguments() -> None:
    label = sentence("{label}: create", label=sentence("Small files"))
    assert str(within(label)) == "small files: create"
    assert within(label).code == label.code
    assert within(sentence("Random read")) == sentence("random read")


def test_texts_among_arguments_can_be_changed_at_any_depth() -> None:
    said = sentence("{a} {b} {n}", a="sda", b=sentence("of {c}", c="sda"), n=1)
    changed = said.with_texts(lambda text: text.replace("sda", "disk-1"))
    assert str(changed) == "disk-1 of disk-1 1"
    assert changed.code == said.code
