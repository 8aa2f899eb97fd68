"""The colour map viridis (Smith, van der Walt and Firing 2015, CC0): brightness grows evenly, also
in greyscale and for the colour-blind."""

from __future__ import annotations

_STOPS = (
    "#440154",
    "#482878",
    "#3e4989",
    "#31688e",
    "#26828e",
    "#1f9e89",
    "#35b779",
    "#6ece58",
    "#b5de2b",
    "#fde725",
)


def viridis_name(place: float) -> str:
    """The colour at ``place`` from 0 (dark) to 1 (bright), as ``#rrggbb``."""
    position = min(max(place, 0.0), 1.0) * (len(_STOPS) - 1)
    number = min(int(position), len(_STOPS) - 2)
    share = position - number
    parts = zip(*map(_parts, _STOPS[number : number + 2]), strict=True)
    return "#" + "".join(f"{round(dark + (bright - dark) * share):02x}" for dark, bright in parts)


def _parts(name: str) -> tuple[int, int, int]:
    """Red, green and blue of ``#rrggbb``, from 0 to 255."""
    red, green, blue = (int(name[place : place + 2], 16) for place in (1, 3, 5))
    return red, green, blue
