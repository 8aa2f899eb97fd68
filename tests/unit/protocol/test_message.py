"""Messages of the helper: their English, their way over the wire, and what isn't one."""

from __future__ import annotations

import ast
import json
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from storage_tuner_protocol.message import (
    LONGEST_CODE,
    LONGEST_TEXT,
    MAXIMUM_ARGUMENTS,
    Message,
    said,
    with_code,
    with_codes,
)

HELPERS = Path(__file__).parents[3] / "helpers"
NAMES = some.text("abcxyz_09", min_size=1, max_size=8).map("n".__add__)


def document(**changes: object) -> str:
    return json.dumps({"code": "{a} is b.", "arguments": {"a": "x"}, **changes})


def nested(depth: int) -> Message:
    return said("{a}.", a=nested(depth - 1) if depth > 1 else "x")


def test_the_english_is_filled_in_with_texts() -> None:
    message = said("{count} of {device}.", count=3, device=Path("/dev/sda"))
    assert str(message) == "3 of /dev/sda."
    assert message == Message("{count} of {device}.", {"count": "3", "device": "/dev/sda"})


def test_what_is_filled_in_is_not_filled_in_again() -> None:
    assert str(said("{a} {b}", a="{b}", b="{a}")) == "{b} {a}"


def test_a_placeholder_without_an_argument_stays() -> None:
    assert str(Message("{a} is {b}.", {"b": "c"})) == "{a} is c."


def test_equal_messages_are_one_in_a_set() -> None:
    assert len({said("{a}.", a=1), said("{a}.", a="1"), said("{a}.", a=2)}) == 2


@given(some.text(), some.dictionaries(NAMES, some.text(), max_size=MAXIMUM_ARGUMENTS))
def test_what_travels_arrives(text: str, arguments: dict[str, str]) -> None:
    code = text.replace("{", "").replace("}", "") + "".join(f"{{{name}}}" for name in arguments)
    message = Message(code, arguments)
    encoded = message.encoded()
    assert encoded.isascii()
    if 0 < len(code) <= LONGEST_CODE and len(encoded) <= LONGEST_TEXT and is_printable(message):
        assert Message.decoded(encoded) == message
    else:
        with pytest.raises(ValueError):
            Message.decoded(encoded)


def is_printable(message: Message) -> bool:
    texts = (message.code, *map(str, message.arguments.values()))
    return not any("\ud800" <= letter <= "\udfff" for text in texts for letter in text)


def test_a_message_may_be_an_argument_once() -> None:
    assert Message.decoded(nested(2).encoded()) == nested(2)
    with pytest.raises(ValueError):
        Message.decoded(nested(3).encoded())


@pytest.mark.parametrize(
    "text",
    [
        None,
        b"{}",
        "",
        "nonsense",
        "NaN",
        "[]",
        "{}",
        "[" * LONGEST_TEXT,
        '{"a":' * 1000,
        "9" * LONGEST_TEXT,
        document(more=1),
        document(code=""),
        document(code=1),
        document(code="x" * (LONGEST_CODE + 1)),
        document(code="{a"),
        document(code="{a.b}"),
        document(code="{a!r}"),
        document(code="{a:9}"),
        document(code="{{a}}"),
        document(code="\ud800"),
        document(arguments=[]),
        document(arguments={}),
        document(arguments={"a": 1}),
        document(arguments={"a": None}),
        document(arguments={"a": ["x"]}),
        document(arguments={"a": "\udfff"}),
        document(arguments={"a": "x", "A": "x"}),
        document(arguments={"a": "x", "": "x"}),
        document(arguments={"a": "x", "b\n": "x"}),
        document(arguments={"a": "x" * LONGEST_TEXT}),
        document(arguments={f"a{number}": "" for number in range(MAXIMUM_ARGUMENTS + 1)}),
        document(arguments={"a": {"code": "x", "arguments": {"b": 1}}}),
    ],
)
def test_what_is_no_message_is_refused(text: object) -> None:
    with pytest.raises(ValueError):
        Message.decoded(text)


@given(some.text(max_size=200) | some.recursive(some.none() | some.text(), some.lists).map(str))
def test_nothing_but_a_value_error_comes_of_anything(text: str) -> None:
    with pytest.raises(ValueError):
        Message.decoded(text)


def test_english_and_codes_stand_beside_each_other() -> None:
    message = said("{a} is b.", a="x")
    assert with_code("note", message) == {"note": "x is b.", "note_coded": message.encoded()}
    assert with_codes("left", [message]) == {"left": ["x is b."], "left_coded": [message.encoded()]}


def calls_of_said() -> Iterator[tuple[str, ast.Call]]:
    for path in sorted((HELPERS / "storage_tuner_helper").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name("said")):
                    yield f"{path.name}:{node.lineno}", node


def test_everything_that_is_said_is_a_literal_with_all_its_arguments() -> None:
    """So that it can be translated, and read at the other end."""
    for where, call in calls_of_said():
        match call.args:
            case [ast.Constant(str(code))]:
                names = {name for _, name, _, _ in string.Formatter().parse(code) if name}
                assert names == {each.arg for each in call.keywords}, where
                filled = said(code, **dict.fromkeys(names, "x"))
                assert Message.decoded(filled.encoded()) == filled, where
            case _:
                raise AssertionError(where)
