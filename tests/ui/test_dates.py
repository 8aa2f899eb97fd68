"""Times as the locale writes them, and unmistakably where there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale

from storage_tuner.ui.dates import moment
from storage_tuner.ui.history import run_text as run_words
from tests.packages import PACKAGES

READING = "from storage_tuner.ui.dates import moment; print(moment('2026-03-09T14:05:07'))"


@pytest.fixture
def locale() -> Iterator[type[QLocale]]:
    before = QLocale()
    yield QLocale
    QLocale.setDefault(before)


def test_without_a_language_dates_are_those_of_iso_8601(locale: type[QLocale]) -> None:
    locale.setDefault(QLocale.c())
    assert moment("2026-03-09T14:05:07") == "2026-03-09 14:05"
    assert run_words.when("2026-03-09T14:05:07") == "2026-03-09 14:05"


@pytest.mark.parametrize("language", ["en", "en_US:en", ""])
def test_a_language_without_a_format_takes_that_of_iso_8601(language: str) -> None:
    """As with LANG=C.UTF-8, in which a desktop may be without anybody's choice."""
    argv = [sys.executable, "-c", READING]
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": language, "PYTHONPATH": PACKAGES}
    done = subprocess.run(argv, env=environment, capture_output=True, check=True, text=True)
    assert done.stdout == "2026-03-09 14:05\n"


@pytest.mark.parametrize(
    ("name", "told"), [("de_DE", "09.03.26 14:05"), ("en_GB", "09/03/2026 14:05")]
)
def test_a_desktop_writes_them_its_own_way(locale: type[QLocale], name: str, told: str) -> None:
    locale.setDefault(QLocale(name))
    assert moment("2026-03-09T14:05:07") == told


def test_what_is_no_time_is_none() -> None:
    assert moment("yesterday") == ""
