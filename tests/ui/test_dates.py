"""Times as the locale writes them, and unmistakably where there is none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale

from storage_tuner.ui.dates import moment
from storage_tuner.ui.history import run_words


@pytest.fixture
def locale() -> Iterator[type[QLocale]]:
    before = QLocale()
    yield QLocale
    QLocale.setDefault(before)


def test_without_a_language_dates_are_those_of_iso_8601(locale: type[QLocale]) -> None:
    locale.setDefault(QLocale.c())
    assert moment("2026-03-09T14:05:07") == "2026-03-09 14:05"
    assert run_words.when("2026-03-09T14:05:07") == "2026-03-09 14:05"


@pytest.mark.parametrize(
    ("name", "told"), [("de_DE", "09.03.26 14:05"), ("en_GB", "09/03/2026 14:05")]
)
def test_a_desktop_writes_them_its_own_way(locale: type[QLocale], name: str, told: str) -> None:
    locale.setDefault(QLocale(name))
    assert moment("2026-03-09T14:05:07") == told


def test_what_is_no_time_is_none() -> None:
    assert moment("yesterday") == ""
