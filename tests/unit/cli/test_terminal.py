"""What the commands print as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from storage_tuner.cli.terminal import json_text


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
