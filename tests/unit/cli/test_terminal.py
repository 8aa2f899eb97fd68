"""What the commands print as JSON, and as tables that fit a terminal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage_tuner.cli.output.terminal import json_text, table


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"devices": []},
        {"name": "µ\n\ud800", "numbers": [1, 2.5, None, True], "empty": [[], {}, ()]},
        {"a": [{"b": [{"c": [{"d": [{"e": (1, "f")}]}]}]}]},
    ],
)
def test_json_says_what_was_given(value: dict[str, Any]) -> None:
    assert json.loads(json_text(value)) == json.loads(json.dumps(value))


def test_a_tunable_of_a_device_stands_on_one_line() -> None:
    tunables = [{"name": "scheduler", "choices": ["none", "bfq"]}, {"name": "nr_requests"}]
    devices = [{"name": "sda", "links": [], "tunables": tunables}]
    assert json_text({"devices": devices, "controllers": []}).splitlines() == [
        "{",
        '  "devices": [',
        "    {",
        '      "name": "sda",',
        '      "links": [],',
        '      "tunables": [',
        '        {"name": "scheduler", "choices": ["none", "bfq"]},',
        '        {"name": "nr_requests"}',
        "      ]",
        "    }",
        "  ],",
        '  "controllers": []',
        "}",
    ]


def test_text_outside_ascii_is_escaped() -> None:
    """A terminal that can't show a letter prints another one, and nobody would notice."""
    assert json_text({"unit": "µs"}) == '{\n  "unit": "\\u00b5s"\n}'


def test_names_that_differ_at_their_ends_stay_different() -> None:
    rows = [
        (f"sd{letter}", f"member of md{number}")
        for letter, number in zip("abc", (125, 126, 127), strict=True)
    ]
    assert table(rows, 15, shrinkable=(1,)) == [
        "sda  memb…md125",
        "sdb  memb…md126",
        "sdc  memb…md127",
    ]


@given(
    st.lists(st.text("ab1", min_size=1, max_size=20), min_size=1, max_size=8), st.integers(1, 40)
)
def test_different_cells_never_look_the_same(cells: list[str], room: int) -> None:
    lines = table([(cell,) for cell in cells], room, shrinkable=(0,))
    assert len(set(lines)) == len(set(cells))
