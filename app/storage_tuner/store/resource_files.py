"""Where the files are that come with the application."""

from __future__ import annotations

from pathlib import Path

_ROOTS = (Path(__file__).parents[3] / "resources", Path("/usr/share/storage-tuner"))
"""A checkout, then an installation."""


def resource(*parts: str) -> Path:
    """The file or folder ``parts`` below the first root that has it.

    Raises ``FileNotFoundError``.
    """
    for root in _ROOTS:
        path = root.joinpath(*parts)
        if path.exists():
            return path
    raise FileNotFoundError("/".join(parts))
