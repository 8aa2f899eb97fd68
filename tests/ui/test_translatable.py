"""Texts that lupdate can find: it looks for literals, and an f-string never matches one."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

APP = Path(__file__).parents[2] / "app" / "storage_tuner"
UI = APP / "ui"
TOLD_AS_GIVEN = {"StorageTunerError", "InvalidInput", "NotMeasurable"}
"""Errors whose words are those that they are given."""


def calls(tree: ast.AST) -> list[tuple[ast.Call, int]]:
    """Those of Qt's translation, with how many of their arguments are texts: a count may follow."""
    return [
        (node, texts)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and (texts := _texts(node.func))
    ]


def _texts(function: ast.expr) -> int:
    """0 for what isn't a translation, as a painter's ``translate``."""
    match function:
        case ast.Attribute(attr="tr"):
            return 2
        case ast.Name(id="translate"):
            return 3
        case ast.Attribute(value=ast.Name(id="QCoreApplication"), attr="translate"):
            return 3
    return 0


@pytest.mark.parametrize("path", sorted(UI.rglob("*.py")), ids=lambda path: path.name)
def test_only_literals_are_translated(path: Path) -> None:
    if path.name == "language.py":
        return  # its texts come from below, where ``sentence`` takes literals only
    for call, texts in calls(ast.parse(path.read_text(encoding="utf-8"))):
        assert all(_is_text(argument) for argument in call.args[:texts]), f"{path}:{call.lineno}"


def _is_text(argument: ast.expr) -> bool:
    return isinstance(argument, ast.Constant) and (
        argument.value is None or isinstance(argument.value, str)
    )


@pytest.mark.parametrize("package", ["ui", "jobs", "services", "bench", "advice"])
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
