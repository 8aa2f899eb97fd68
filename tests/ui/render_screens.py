"""Draws pictures in one colour scheme: ``python -m tests.ui.render_screens OUT NAME [PATTERN]``.

Each module of ``tests.ui.pictures`` with a function ``pictures`` is an area: it gives names and
widgets one after another, each in the state to be photographed. The names begin with the module's
name, so that a pattern tells which areas are needed.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui import pictures
from tests.ui.pictures.studio import Studio

Area = Callable[[Studio], Iterator[tuple[str, QWidget]]]
WILDCARDS = "*?["


def areas(pattern: str) -> Iterator[tuple[str, Area]]:
    """The areas that may have pictures whose name matches, with the beginning of their names."""
    for module in pkgutil.iter_modules(pictures.__path__):
        prefix = module.name.replace("_", "-")
        if module.name != "studio" and may_match(pattern, prefix):
            found = importlib.import_module(f"{pictures.__name__}.{module.name}")
            yield prefix, found.pictures


def may_match(pattern: str, prefix: str) -> bool:
    """Whether a name that begins with ``prefix`` can match the pattern."""
    wildcards = [place for sign in WILDCARDS if (place := pattern.find(sign)) >= 0]
    literal = pattern[: min(wildcards, default=len(pattern))]
    return literal.startswith(prefix) or prefix.startswith(literal)


def main(folder: Path, name: str, pattern: str = "*") -> int:
    studio = Studio(folder, name)
    if "mirrored" in name:
        QApplication.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    for prefix, area in areas(pattern):
        studio.begin()
        for title, widget in area(studio):
            if not title.startswith(prefix):
                raise ValueError(f"{title} has to begin with {prefix}")
            if fnmatchcase(title, pattern):
                studio.photograph(widget, title)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
