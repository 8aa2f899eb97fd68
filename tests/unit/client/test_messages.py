"""The helper's sentences are known by their forms, and the forms are the helper's."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from storage_tuner.client.messages import FORMS, heard
from storage_tuner.core.sentence import Sentence

HELPER = Path(__file__).parents[3] / "helpers" / "storage_tuner_helper"


def test_a_known_form_keeps_what_it_is_about() -> None:
    said = heard("nr_requests became 62 instead of 64")
    assert said == "nr_requests became 62 instead of 64"
    assert isinstance(said, Sentence)
    assert said.arguments == {"name": "nr_requests", "found": "62", "wanted": "64"}


def test_the_full_stop_stays() -> None:
    said = heard("sdd: brought back scheduler, nr_requests.")
    assert said == "sdd: brought back scheduler, nr_requests."
    assert isinstance(said, Sentence)


@pytest.mark.parametrize("message", ["", ".", "wholly {unknown} words", "50 % of it."])
def test_what_is_not_known_stays_as_it_was_said(message: str) -> None:
    assert heard(message) == message
    assert not isinstance(heard(message), Sentence)


def test_the_helper_says_all_of_the_forms() -> None:
    said = {pattern for path in HELPER.rglob("*.py") for pattern in literals(path)}
    assert [form for form in FORMS if skeleton(form) not in said] == []


def literals(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.JoinedStr():
                found.add("".join(map(piece, node.values)))
            case ast.Constant(str(text)):
                found.add(text)
    return {text.rstrip(".") for text in found}


def piece(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else "{}"


def skeleton(form: str) -> str:
    return re.sub(r"\{\w+\}", "{}", form)
