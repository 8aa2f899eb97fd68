"""How the place is written where another tool sets something."""

from __future__ import annotations

from storage_tuner.probe.owners.truth import Truth

UNCERTAIN = "(may apply)"


def at_line(path: str, number: int) -> str:
    return f"{path}:{number}"


def hedged(place: str, certainty: Truth) -> str:
    """``place``, and that it can't be told whether what stands there applies."""
    return place if certainty is Truth.YES else f"{place} {UNCERTAIN}"
