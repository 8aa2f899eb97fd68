"""Sentences: English to everybody, and what they were made of to the window."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from storage_tuner.report.language import Language

from storage_tuner.core.message import Sentence, counted, listed, sentence, together

NUMBERS = {"gain": -1.04, "low": -3.0, "high": 0.9, "name": "md-1"}


def test_it_is_its_english_text() -> None:
    said = sentence("Up to {share:.1f} % of {device}", share=12.34, device="sda")
    assert said == "Up to 12.3 % of sda"
    assert isinstance(said, Sentence)
    assert said.template == "Up to {share:.1f} % of {device}"
    assert said.arguments == {"share": 12.34, "device": "sda"}


def test_negative_numbers_have_a_minus_sign_and_no_hyphen() -> None:
    said = sentence("{gain:+.1f} % ({low:+.1f} … {high:+.1f} %), {name}", **NUMBERS)
    assert said == "−1.0 % (−3.0 … +0.9 %), md-1"
    assert Language("de", lambda text, _: text, ",", ".").translated(said) == (
        "−1,0 % (−3,0 … +0,9 %), md-1"
    )


@pytest.mark.parametrize(("count", "english"), [(1, "one disk"), (0, "0 disks"), (2, "2 disks")])
def test_singular_and_plural(count: int, english: str) -> None:
    said = counted(count, "one disk", "{count} disks")
    assert isinstance(said, Sentence)
    assert (str(said), said.template, said.number) == (english, "{count} disks", count)


def test_outside_it_is_plain_text() -> None:
    said = sentence("{{braces}} of {device}", device="sda")
    for copied in (pickle.loads(pickle.dumps(said)), copy.deepcopy(said)):
        assert copied == "{braces} of sda"
        assert type(copied) is str
    assert json.dumps([said]) == '["{braces} of sda"]'


def test_together_leaves_out_what_is_empty() -> None:
    first = sentence("It is {what}.", what="hot")
    joined = together([first, "", "Cool it."])
    assert joined == "It is hot. Cool it."
    assert isinstance(joined, Sentence)
    assert joined.arguments["part0"] is first
    assert together([]) == ""
    assert together(["a", "b"], " {} ") == "a {} b"


@pytest.mark.parametrize(
    ("words", "english"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (list("abc"), "a, b and c")],
)
def test_listed(words: list[str], english: str) -> None:
    said = listed(words)
    assert said == english
    assert isinstance(said, Sentence)
