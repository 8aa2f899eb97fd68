"""Finds the files that come with the application."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
_ROOTS = (
    _PACKAGE / "resources",
    _PACKAGE.parents[1] / "resources",
    Path("/usr/share/storage-tuner"),
)
"""The folders in a wheel, in a checkout, and of a distribution's package, in an order that never
finds files of another version first."""


def resource(*parts: str) -> Path:
    """The file or folder ``parts`` below the first root that has it.

    Raises ``FileNotFoundError``.
    """
    for root in _ROOTS:
        path = root.joinpath(*parts)
        if path.exists():
            return path
    raise FileNotFoundError("/".join(parts))
