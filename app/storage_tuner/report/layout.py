"""The layout of a report: its paper and its language."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from storage_tuner.core.language import ENGLISH, Language


class Paper(StrEnum):
    A4 = "A4"
    LETTER = "letter"


PAGE_WIDTHS = {Paper.A4: 493, Paper.LETTER: 510}
"""Between the margins, in points."""

_LETTER_COUNTRIES = frozenset(
    {"US", "CA", "MX", "PH", "CL", "CO", "VE", "CR", "GT", "NI", "PA", "SV", "DO", "PR"}
)


def usual_paper(locale: str) -> Paper:
    """What printers hold where ``locale`` is spoken, such as ``en_US.UTF-8``."""
    country = locale.partition(".")[0].partition("@")[0].partition("_")[2]
    return Paper.LETTER if country in _LETTER_COUNTRIES else Paper.A4


@dataclass(frozen=True)
class Layout:
    paper: Paper = Paper.A4
    language: Language = ENGLISH


PLAIN = Layout()
"""English on A4."""
