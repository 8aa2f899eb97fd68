"""What the helper says becomes a sentence by its code; whatever comes, something is shown."""

from __future__ import annotations

import json

import pytest

from storage_tuner.client.helper import error_from
from storage_tuner.client.messages import all_from, one_from, phrase
from storage_tuner.core.errors import DeviceBusy
from storage_tuner.core.message import Sentence
from storage_tuner_protocol.message import Message, said, with_code, with_codes

BECAME = said("{name} became {found} instead of {wanted}.", name="nomerges", found=1, wanted=2)
STRANGE: list[object] = [None, "", 7, [], "{", "[" * 4000, '{"code": "{who}", "arguments": {}}']


def test_a_phrase_keeps_its_code_and_arguments_and_loses_its_full_stop() -> None:
    found = phrase(str(BECAME), BECAME.encoded())
    assert found == "nomerges became 1 instead of 2"
    assert isinstance(found, Sentence)
    assert found.template == "{name} became {found} instead of {wanted}"
    assert found.arguments == {"name": "nomerges", "found": "1", "wanted": "2"}


@pytest.mark.parametrize("coded", STRANGE)
def test_english_is_shown_where_no_code_came(coded: object) -> None:
    """As of a helper that is older than codes."""
    assert phrase("It says why.", coded) == "It says why"
    assert one_from({"note": "It says why.", "note_coded": coded}, "note") == "It says why."
    answer = {"left": ["It says why."], "left_coded": [coded]}
    assert all_from(answer, "left") == ("It says why.",)


def test_a_code_that_is_not_known_here_is_shown_in_english() -> None:
    new = said("{device} is a teapot.", device="sdz")
    assert one_from(with_code("note", new), "note") == "sdz is a teapot."


def test_whole_sentences_keep_their_full_stops() -> None:
    found = one_from(with_code("problem", BECAME), "problem")
    assert found == "nomerges became 1 instead of 2."
    assert isinstance(found, Sentence)
    assert isinstance(found.arguments["phrase"], Sentence)


def test_a_message_within_another_one_is_a_sentence_too() -> None:
    outer = said("{reason} What is kept comes back.", reason=BECAME)
    found = phrase(str(outer), outer.encoded())
    assert found == "nomerges became 1 instead of 2. What is kept comes back"
    assert isinstance(found, Sentence)
    assert isinstance(found.arguments["reason"], Sentence)


def test_no_sentence_is_none() -> None:
    assert one_from(with_code("note", None), "note") == one_from({}, "note") == ""
    assert all_from(with_codes("left", ()), "left") == all_from({}, "left") == ()


def test_each_of_several_is_told_once_and_in_its_order() -> None:
    other = said("There is no such session.")
    answer = with_codes("left", [BECAME, other, BECAME])
    assert all_from(answer, "left") == (str(BECAME), str(other))


@pytest.mark.parametrize("coded", [None, [], "x", [BECAME.encoded()] * 3])
def test_codes_that_do_not_belong_to_the_sentences_are_left_out(coded: object) -> None:
    answer = {"left": ["One.", "Two."], "left_coded": coded}
    assert all_from(answer, "left") == ("One.", "Two.")


def test_an_error_is_told_by_its_code() -> None:
    message = said("{device} is being tuned; end that first.", device="sda")
    error = error_from("DeviceBusy", str(message), "sda", message.encoded())
    assert type(error) is DeviceBusy
    assert error.summary == "sda is being tuned; end that first."
    assert isinstance(error.summary, Sentence)
    within = error.summary.arguments["phrase"]
    assert isinstance(within, Sentence)
    assert within.arguments == {"device": "sda"}


def test_what_a_sentence_is_made_of_cannot_reach_into_the_application() -> None:
    """A code is a format of ours: attributes, widths and conversions are none of the helper's."""
    for code in ("{a.__class__}", "{a[0]}", "{a:9999999999}", "{a!r}", "{}", "{0}", "{{a}}", "{"):
        coded = json.dumps({"code": code, "arguments": {"a": "x"}})
        assert phrase("plain.", coded) == "plain"
    assert str(Message("{a}", {"a": "{b}"})) == "{b}"
    assert phrase("", Message("{a}", {"a": "{b}"}).encoded()) == "{b}"
