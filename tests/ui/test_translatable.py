"""Texts that lupdate can find: it looks for literals, and an f-string never matches one."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

UI = Path(__file__).parents[2] / "app" / "storage_tuner" / "ui"


def calls(tree: ast.AST) -> list[ast.Call]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _name(node.func) in ("tr", "translate")
    ]


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


@pytest.mark.parametrize("path", sorted(UI.rglob("*.py")), ids=lambda path: path.name)
def test_only_literals_are_translated(path: Path) -> None:
    for call in calls(ast.parse(path.read_text(encoding="utf-8"))):
        if _name(call.func) == "translate" and len(call.args) != 2:
            continue  # a polygon's translate(dx, dy) has two, and numbers
        texts = [argument for argument in call.args if not _is_number(argument)]
        assert all(
            isinstance(text, ast.Constant) and isinstance(text.value, str) for text in texts
        ), f"{path}:{call.lineno}"


def _is_number(argument: ast.expr) -> bool:
    return isinstance(argument, ast.Constant) and isinstance(argument.value, int)
