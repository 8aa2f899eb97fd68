"""Texts that can be translated: literals, as an f-string is no code; and their placeholders."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage_tuner.core import message

APP = Path(__file__).parents[2] / "app" / "storage_tuner"
TOLD_AS_GIVEN = {"StorageTunerError", "InvalidInput", "NotMeasurable"}
"""Errors whose words are those that they are given."""
TEXTS = {"sentence": slice(0, 1), "tr": slice(0, 1), "counted": slice(1, 3), "trn": slice(1, 3)}
"""Which arguments of these calls are texts."""
COUNTED = ("counted", "trn")

FILES = sorted(path for path in APP.rglob("*.py") if path != Path(message.__file__))


def calls(path: Path) -> Iterator[tuple[ast.Call, list[ast.expr]]]:
    """Those that make messages, with their texts."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(name), args=arguments) if name in TEXTS:
                yield node, arguments[TEXTS[name]]


def test_there_are_texts() -> None:
    assert sum(len(texts) for path in FILES for _, texts in calls(path)) > 1000


def test_only_literals_are_translated() -> None:
    """Else they aren't found by ``setup.translations``."""
    others = [
        f"{path}:{call.lineno}"
        for path in FILES
        for call, texts in calls(path)
        if not all(_is_text(each) for each in texts)
    ]
    assert others == []


def _is_text(argument: ast.expr) -> bool:
    return isinstance(argument, ast.Constant) and isinstance(argument.value, str)


def test_what_is_filled_in_is_given() -> None:
    """Where anything is; a text without arguments may be filled in later."""
    missing = [
        f"{path}:{call.lineno}"
        for path in FILES
        for call, texts in calls(path)
        if (given := _given(call)) and not _has_more(call)
        for text in texts
        if isinstance(text, ast.Constant) and not _placeholders(text.value) <= given
    ]
    assert missing == []


def _given(call: ast.Call) -> set[str]:
    counts = {"count"} if isinstance(call.func, ast.Name) and call.func.id in COUNTED else set()
    return {keyword.arg for keyword in call.keywords if keyword.arg is not None} | counts


def _has_more(call: ast.Call) -> bool:
    """Arguments that are only known when it's run."""
    return any(keyword.arg is None for keyword in call.keywords)


def _placeholders(text: object) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(str(text)) if name is not None}


@pytest.mark.parametrize("package", ["ui", "jobs", "client", "bench", "advice"])
def test_errors_that_the_window_tells_are_sentences(package: str) -> None:
    plain = [
        f"{path}:{call.lineno}"
        for path in sorted((APP / package).rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in TOLD_AS_GIVEN
        and any(isinstance(argument, ast.Constant | ast.JoinedStr) for argument in call.args)
    ]
    assert plain == []
