"""Documents as values, whatever stands in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any

import pytest

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.typed_documents import (
    Format,
    Range,
    TypedDocument,
    Unfit,
    no_such_key,
    parse_json,
    parse_toml,
    whole,
)


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Part:
    name: str
    size: Annotated[int, Range(1, 8)] = 1
    weight: float | None = None


@dataclass(frozen=True)
class Thing:
    parts: tuple[Part, ...] = ()
    colour: Colour = Colour.RED
    sizes: dict[str, tuple[int, int]] = field(default_factory=dict)
    pairs: tuple[tuple[str, str], ...] = ()
    owner: Part | None = None
    series: tuple[float | None, ...] = ()

    def __post_init__(self) -> None:
        if len({part.name for part in self.parts}) < len(self.parts):
            raise Unfit("a name is used twice", "parts", len(self.parts) - 1)


OPEN = Format()
CLOSED = Format(keys={"owner": "belongs_to"}, unknown_key=no_such_key)


def refusal(content: object, form: Format = OPEN) -> str:
    with pytest.raises(UnreadableResult) as caught:
        TypedDocument("a.json", content).read(Thing, form)
    assert caught.value.path == "a.json"
    return str(caught.value.reason)


def test_a_document_becomes_a_value() -> None:
    content = {
        "parts": [{"name": "a", "size": 8, "weight": 2}, {"name": "b", "unknown": []}],
        "colour": "blue",
        "sizes": {"x": [1, 2]},
        "pairs": {"k": "v"},
        "series": [1, None, 0.5],
    }
    assert TypedDocument("a.json", content).read(Thing, OPEN) == Thing(
        (Part("a", 8, 2.0), Part("b")),
        Colour.BLUE,
        {"x": (1, 2)},
        (("k", "v"),),
        None,
        (1.0, None, 0.5),
    )


def test_null_is_as_what_isnt_there() -> None:
    nulls = {"parts": None, "colour": None, "sizes": None, "pairs": None, "owner": None}
    assert TypedDocument("a.json", nulls).read(Thing, OPEN) == Thing()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "at the top level: expected an object, found nothing"),
        ({"parts": [{}]}, "at parts[0].name: expected a string, found nothing"),
        ({"parts": {}}, "at parts: expected a list, found an object"),
        (
            {"parts": [{"name": "a"}, {"name": "b", "size": 9}]},
            "at parts[1] ('b').size: expected a number from 1 to 8, found 9",
        ),
        ({"parts": [{"name": "a", "size": True}]}, "expected a whole number, found true"),
        ({"parts": [{"name": "a", "size": 2.0}]}, "expected a whole number, found 2.0"),
        ({"parts": [{"name": "a", "weight": float("nan")}]}, "found nan"),
        ({"parts": [{"name": "a", "weight": float("inf")}]}, "found inf"),
        ({"parts": [{"name": "a"}, {"name": "a"}]}, "at parts[1] ('a'): a name is used twice"),
        ({"colour": "green"}, "at colour: expected one of red, blue, found 'green'"),
        ({"sizes": {"x": [1]}}, "at sizes.x: expected 2 values, found 1"),
        ({"sizes": {"a\nb": [1, -1]}}, "at sizes['a\\nb'][1]: expected 0 or more, found -1"),
        ({"pairs": {"k": 1}}, "at pairs.k: expected a string, found 1"),
        ({"pairs": [["k", "v"]]}, "at pairs: expected an object, found a list"),
        ({"series": [1, "x" * 99]}, f"at series[1]: expected a number, found '{'x' * 38}…"),
        ({"series": [1, -1]}, "at series[1]: expected 0 or more, found -1"),
        ({"owner": {"name": 1}}, "at owner.name: expected a string, found 1"),
    ],
)
def test_what_doesnt_fit_is_refused_with_its_path(content: object, reason: str) -> None:
    assert reason in refusal(content)


def test_a_closed_format_names_its_own_keys() -> None:
    told = refusal({"parts": [{"name": "a", "sise": 2}]}, CLOSED)
    assert told == "at parts[0] ('a'): there is no key 'sise'; known keys are name, size, weight"
    assert "there is no key 'nothing'" in refusal({"nothing": None}, CLOSED)
    assert "there is no key 'owner'" in refusal({"owner": {"name": "a"}}, CLOSED)
    assert "at belongs_to.name: expected a string" in refusal({"belongs_to": {"name": 1}}, CLOSED)


def test_the_first_misfit_ends_it() -> None:
    """A hostile file may hold millions."""
    asked: list[object] = []

    def asking(value: Any) -> int:  # noqa: ANN401 - any JSON
        asked.append(value)
        return whole(value)

    told = refusal({"sizes": {"x": ["a"] * 2, "y": ["b"] * 2}}, Format(readers={int: asking}))
    assert told == "at sizes.x[0]: expected a whole number, found 'a'"
    assert asked == ["a"]


def test_what_goes_wrong_in_a_reader_isnt_the_files_fault() -> None:
    with pytest.raises(ZeroDivisionError):
        TypedDocument("a", {"owner": {"name": "a"}}).read(
            Thing, Format(readers={str: lambda _: str(1 / 0)})
        )


@pytest.mark.parametrize("size", ["9" * 5000, f"0x{'f' * 5000}"])
def test_a_number_too_long_to_be_written_is_refused(size: str) -> None:
    with pytest.raises(UnreadableResult):
        parse_toml("a.toml", f"parts = [{{name = 'a', size = {size}}}]").read(Thing, OPEN)


def test_json_that_is_none_is_refused() -> None:
    with pytest.raises(UnreadableResult, match="NaN isn't a number"):
        parse_json("a.json", b"[NaN]")
