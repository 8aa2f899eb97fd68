"""What the commands print: text that fits, and JSON that is quick to make."""

from __future__ import annotations

import json
from typing import Any

import pytest

from storage_tuner.cli.terminal import JSON_COLUMNS, json_text

LONG = "x" * JSON_COLUMNS


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"devices": []},
        {"name": "µ\n\ud800", "numbers": [1, 2.5, None, True], "empty": [[], {}]},
        {LONG: LONG, "below": [{LONG: [LONG, {"deep": (LONG, 1)}]}]},
        {"many": list(range(JSON_COLUMNS))},
    ],
)
def test_json_says_what_was_given(value: dict[str, Any]) -> None:
    assert json.loads(json_text(value)) == json.loads(json.dumps(value))


def test_what_fits_a_line_stands_on_one() -> None:
    tunables = [{"name": f"tunable{number}", "value": "1" * 40} for number in range(3)]
    lines = json_text({"device": {"name": "sda", "links": []}, "tunables": tunables}).split("\n")
    assert lines == [
        "{",
        '  "device": {"name": "sda", "links": []},',
        '  "tunables": [',
        *(f"    {json.dumps(one)}{',' * (one is not tunables[-1])}" for one in tunables),
        "  ]",
        "}",
    ]
    assert max(map(len, lines)) <= JSON_COLUMNS


def test_text_outside_ascii_is_escaped() -> None:
    """A terminal that can't show a letter would print another one, and nobody would notice."""
    assert json_text({"unit": "µs"}) == '{"unit": "\\u00b5s"}'
