"""Our own colours: a light and a dark palette, and one of each for who needs more contrast.

Series colours are those of Okabe and Ito (Color Universal Design, 2008), brightened for dark.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache


@dataclass(frozen=True)
class Colours:
    """``#rrggbb`` strings. ``choice`` is behind what is chosen where the keyboard isn't just now;
    ``series`` are for curves, in the order of their drawing."""

    dark: bool
    window: str
    base: str
    alternate: str
    text: str
    subtle: str
    disabled: str
    button: str
    button_hover: str
    border: str
    field_border: str
    accent: str
    accent_hover: str
    accent_text: str
    choice: str
    good: str
    good_fill: str
    caution: str
    caution_fill: str
    bad: str
    bad_fill: str
    grid: str
    series: tuple[str, ...]


LIGHT = Colours(
    dark=False,
    window="#f4f5f6",
    base="#ffffff",
    alternate="#f7f8f9",
    text="#1c1c1e",
    subtle="#5b5e64",
    disabled="#8a8c90",
    button="#fdfdfd",
    button_hover="#eef1f4",
    border="#d5d8dc",
    field_border="#8d929a",
    accent="#1a5fb4",
    accent_hover="#164f96",
    accent_text="#ffffff",
    choice="#d8e5f6",
    good="#0a7a53",
    good_fill="#eef8f4",
    caution="#9a4f00",
    caution_fill="#fdf5ea",
    bad="#b3261e",
    bad_fill="#fdf0ef",
    grid="#e3e5e8",
    series=("#0072B2", "#D55E00", "#009E73", "#CC79A7"),
)

DARK = Colours(
    dark=True,
    window="#242529",
    base="#1b1c1f",
    alternate="#212226",
    text="#ececec",
    subtle="#b0b3b9",
    disabled="#7f8186",
    button="#33353b",
    button_hover="#3b3e45",
    border="#43464d",
    field_border="#7c818b",
    accent="#78aeed",
    accent_hover="#94bff1",
    accent_text="#10131a",
    choice="#2f4461",
    good="#2fc69a",
    good_fill="#1b2b27",
    caution="#f0a848",
    caution_fill="#2e271c",
    bad="#ff8a80",
    bad_fill="#321f1f",
    grid="#36383e",
    series=("#56B4E9", "#E69F00", "#2fc69a", "#e09bc2"),
)

LIGHT_CONTRAST = replace(
    LIGHT,
    window="#ffffff",
    alternate="#ffffff",
    text="#000000",
    subtle="#1c1c1e",
    disabled="#55575c",
    button="#ffffff",
    button_hover="#dfe6ee",
    border="#55575c",
    field_border="#000000",
    accent="#00389b",
    accent_hover="#002a75",
    choice="#c9dcf7",
    good="#00502f",
    caution="#6b3600",
    bad="#8c0d08",
    grid="#9a9da3",
)

DARK_CONTRAST = replace(
    DARK,
    window="#000000",
    base="#000000",
    alternate="#000000",
    text="#ffffff",
    subtle="#e4e6ea",
    disabled="#a6a9af",
    button="#101114",
    button_hover="#2a2d33",
    border="#a6a9af",
    field_border="#ffffff",
    accent="#9cc8ff",
    accent_hover="#c2deff",
    accent_text="#000000",
    choice="#1f3f66",
    good="#5fe8bd",
    caution="#ffc670",
    bad="#ffb1aa",
    grid="#6a6d74",
)

ALL = (LIGHT, DARK, LIGHT_CONTRAST, DARK_CONTRAST)

_READABLE = 4.5
"""The least contrast of letters (WCAG 2.2, 1.4.3)."""

_STEP = 0.05
_CHOICE = 0.2
_HOVER = 0.15

Rgb = tuple[float, float, float]


@lru_cache(maxsize=16)
def with_accent(colours: Colours, accent: str) -> Colours:
    """``colours`` with the desktop's accent, made darker or lighter until it can be read."""
    ink, ground = rgb(colours.text), rgb(colours.base)
    found = rgb(accent)
    while contrast(found, ground) < _READABLE:
        found = rgb(hex_name(mixed(found, ink, _STEP)))  # what is given again stays as it is
    light, dark = rgb("#ffffff"), rgb("#10131a")
    letters = light if contrast(light, found) >= contrast(dark, found) else dark
    return replace(
        colours,
        accent=hex_name(found),
        accent_hover=hex_name(mixed(found, ink, _HOVER)),
        accent_text=hex_name(letters),
        choice=hex_name(mixed(ground, found, _CHOICE)),
    )


def rgb(name: str) -> Rgb:
    """Red, green and blue of ``#rrggbb``, from 0 to 1."""
    red, green, blue = (int(name[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def hex_name(colour: Rgb) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)


def mixed(colour: Rgb, other: Rgb, share: float) -> Rgb:
    """``colour`` with a ``share`` of ``other``."""
    red, green, blue = (a + (b - a) * share for a, b in zip(colour, other, strict=True))
    return red, green, blue


def contrast(one: Rgb, other: Rgb) -> float:
    """WCAG's contrast ratio, 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Rgb) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
