"""What the helper says becomes a sentence by its code; whatever comes, something is shown."""

from __future__ import annotations

import json

import pytest

from storage_tuner.client.helper import error_from
from storage_tuner.client.messages import all_from, one_from, phrase
from storage_tuner.core.errors import DeviceBusy, DeviceGone
from storage_tuner.core.message import Message, Text
from storage_tuner_protocol import message as wire
from storage_tuner_protocol.message import said, with_code, with_codes

BECAME = said("{name} became {found} instead of {wanted}.", name="nomerges", found=1, wanted=2)
STRANGE: list[object] = [None, "", 7, [], "{", "[" * 4000, '{"code": "{who}", "arguments": {}}']


def test_a_phrase_keeps_its_code_and_arguments_and_loses_its_full_stop() -> None:
    found = phrase(str(BECAME), BECAME.encoded())
    assert str(found) == "nomerges became 1 instead of 2"
    assert isinstance(found, Message)
    assert found.code == "{name} became {found} instead of {wanted}"
    assert dict(found.arguments) == {"name": "nomerges", "found": "1", "wanted": "2"}


@pytest.mark.parametrize("coded", STRANGE)
def test_english_is_shown_where_no_code_came(coded: object) -> None:
    """As of a helper that is older than codes."""
    assert phrase("It says why.", coded) == "It says why"
    assert one_from({"note": "It says why.", "note_coded": coded}, "note") == "It says why."
    answer = {"left": ["It says why."], "left_coded": [coded]}
    assert all_from(answer, "left") == ("It says why.",)


def test_a_code_that_is_not_known_here_is_shown_in_english() -> None:
    new = said("{device} is a teapot.", device="sdz")
    assert str(one_from(with_code("note", new), "note")) == "sdz is a teapot."


def test_whole_sentences_keep_their_full_stops() -> None:
    found = one_from(with_code("problem", BECAME), "problem")
    assert str(found) == "nomerges became 1 instead of 2."
    assert isinstance(found, Message)
    assert isinstance(dict(found.arguments)["phrase"], Message)


def test_a_message_within_another_one_is_a_sentence_too() -> None:
    outer = said("{reason} The permanent settings will apply again.", reason=BECAME)
    found = phrase(str(outer), outer.encoded())
    assert str(found) == "nomerges became 1 instead of 2. The permanent settings will apply again"
    assert isinstance(found, Message)
    assert isinstance(dict(found.arguments)["reason"], Message)


def test_no_sentence_is_none() -> None:
    assert one_from(with_code("note", None), "note") == one_from({}, "note") == ""
    assert all_from(with_codes("left", ()), "left") == all_from({}, "left") == ()


def test_each_of_several_is_told_once_and_in_its_order() -> None:
    other = said("There is no such session.")
    answer = with_codes("left", [BECAME, other, BECAME])
    assert tuple(map(str, all_from(answer, "left"))) == (str(BECAME), str(other))


@pytest.mark.parametrize("coded", [None, [], "x", [BECAME.encoded()] * 3])
def test_codes_that_do_not_belong_to_the_sentences_are_left_out(coded: object) -> None:
    answer = {"left": ["One.", "Two."], "left_coded": coded}
    assert all_from(answer, "left") == ("One.", "Two.")


def test_an_error_is_told_by_its_code() -> None:
    message = said("{device} is being tuned; finish that first.", device="sda")
    error = error_from("DeviceBusy", str(message), "sda", message.encoded())
    assert type(error) is DeviceBusy
    assert str(error.summary) == "sda is being tuned; finish that first."
    assert phrase_in(error.summary) == Message(
        "{device} is being tuned; finish that first", (("device", "sda"),)
    )


def test_an_error_tells_of_each_device_by_its_code() -> None:
    """What went wrong with the worst one is the error, with its own device."""
    busy = said("{device} is being tuned; finish that first.", device="sdb")
    gone = said("{device} is no longer the same device.", device="sdc")
    rows = [
        ("sdb", "DeviceBusy", str(busy), busy.encoded()),
        ("sdc", "DeviceChanged", str(gone), gone.encoded()),
    ]
    error = error_from("DeviceBusy", str(busy), "sda", busy.encoded(), rows)
    assert list(error.by_device) == ["sdb", "sdc"]
    assert error is error.by_device["sdb"]
    assert isinstance(error, DeviceBusy) and error.device == "sdb"
    assert phrase_in(error.summary) == Message(
        "{device} is being tuned; finish that first", (("device", "sdb"),)
    )
    other = error.by_device["sdc"]
    assert isinstance(other, DeviceGone) and other.device == "sdc"


@pytest.mark.parametrize("coded", STRANGE)
def test_english_is_shown_of_a_device_whose_code_is_none(coded: str) -> None:
    rows = [("sdb", "DeviceBusy", "sdb is taken.", coded)]
    error = error_from("DeviceBusy", "sdb is taken.", "sda", "", rows)
    assert str(error.summary) == "sdb is taken."


def phrase_in(sentence: Text) -> object:
    """What a closed phrase was closed around."""
    assert isinstance(sentence, Message)
    return dict(sentence.arguments)["phrase"]


def test_what_a_sentence_is_made_of_cannot_reach_into_the_application() -> None:
    """A code is a format of ours: attributes, widths and conversions are none of the helper's."""
    for code in ("{a.__class__}", "{a[0]}", "{a:9999999999}", "{a!r}", "{}", "{0}", "{{a}}", "{"):
        coded = json.dumps({"code": code, "arguments": {"a": "x"}})
        assert phrase("plain.", coded) == "plain"
    within = wire.Message("{a}", {"a": "{b}"})
    assert str(within) == "{b}"
    assert str(phrase("", within.encoded())) == "{b}"
