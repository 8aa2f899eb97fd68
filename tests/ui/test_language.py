"""The window in another language: which one, and how sentences and numbers are told in it."""

from __future__ import annotations

import gettext
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from setup import translations
from storage_tuner.core.language import ENGLISH, Language, speaking, spoken
from storage_tuner.core.message import counted, listed, quantity, sentence, together, tr, trn
from storage_tuner.present import numbers
from tests.packages import PACKAGES
from tests.ui.languages import window_speaks


@pytest.fixture(scope="session", autouse=True)
def _released() -> None:
    translations.release(translations.sources())


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    with window_speaks(qapp, QLocale("de_DE")):
        yield


@pytest.mark.usefixtures("german")
def test_numbers_are_as_in_the_locale() -> None:
    assert numbers.three_digits(1234.5) == "1.230"
    assert numbers.decimal_bytes(1_500_000_000_000) == "1,50\u00a0TB"
    assert numbers.whole(12_345) == "12.345"
    assert tr("{rate:,.1f} MB/s", rate=1234.56) == "1.234,6 MB/s"
    assert tr("{size}", size=quantity(1.5, ".2f", "TB")) == "1,50 TB"
    assert tr("{size}", size="1.50 TB") == "1.50 TB"  # texts stay as they are
    assert tr("Version {version}", version="6.10").endswith("6.10")


def test_numbers_are_as_the_desktop_writes_them_not_as_the_words_language(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_CH.UTF-8")
    with window_speaks(qapp, QLocale("de_DE"), numbers=QLocale("de_CH")):
        apostrophe = QLocale().groupSeparator()  # which one is Qt's
        assert tr("{rate:,.1f} MB/s", rate=1234.56) == f"1{apostrophe}234.6 MB/s"
        assert tr("&Close") == "S&chließen"


def test_english_numbers_stay(qapp: QApplication) -> None:
    with window_speaks(qapp, QLocale("en_US")):
        assert numbers.whole(1234) == "1\u202f234"
        assert tr("{rate:,.1f} MB/s", rate=1234.56) == "1\u202f234.6 MB/s"


class Dictionary(gettext.NullTranslations):
    """Translates without a file."""

    WORDS: ClassVar[dict[str, str]] = {
        "It is {what}.": "Es ist {what}.",
        "hot": "heiß",
        "{first} and {last}": "{first} und {last}",
    }

    def gettext(self, message: str) -> str:
        return self.WORDS.get(message, message)

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        assert (singular, plural) == ("one disk", "{count} disks")
        return "eine Platte" if count == 1 else "{count} Platten"


@pytest.fixture
def dictionary() -> Iterator[None]:
    with speaking(Language("xx", Dictionary())):
        yield


@pytest.mark.usefixtures("dictionary")
def test_sentences_are_told_with_what_is_in_them() -> None:
    said, hot = sentence("It is {what}.", what=sentence("hot")), sentence("hot")
    assert str(said) == "Es ist heiß."
    assert str(together([said, "Cool it."])) == "Es ist heiß. Cool it."
    assert str(listed(["a", said, hot])) == "a, Es ist heiß. und heiß"
    assert tr("hot") == "heiß"
    assert tr("") == ""


@pytest.mark.usefixtures("german")
def test_nothing_said_is_not_the_header_of_the_catalogue() -> None:
    assert tr("") == ""


@pytest.mark.usefixtures("dictionary")
def test_counted_sentences() -> None:
    texts = "one disk", "{count} disks"
    assert str(counted(1, *texts)) == trn(1, *texts) == "eine Platte"
    assert str(counted(3, *texts)) == trn(3, *texts) == "3 Platten"


def test_without_a_translation_it_is_english(qapp: QApplication) -> None:
    with window_speaks(qapp, QLocale("de_DE")):
        assert str(counted(1, "one elk", "{count} elks")) == "one elk"
        assert tr("It is {what}.", what="hot") == "It is hot."
    assert spoken() == ENGLISH


@pytest.mark.usefixtures("german")
def test_qts_own_buttons_are_german() -> None:
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert box.button(QDialogButtonBox.StandardButton.Cancel).text() == "Abbrechen"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"


TELLER = """
import json, sys
from PySide6.QtCore import QLocale, QTimer
from storage_tuner.present import numbers
from storage_tuner.ui import application
from storage_tuner.ui.tree import badges

start = application.start

def tell(window):
    menus = [action.text().replace("&", "") for action in window.menuBar().actions()]
    said = {"menus": menus}
    said["number"] = numbers.three_digits(1234.5)
    said["size"] = numbers.decimal_bytes(1_500_000_000)
    said["counted"] = [badges.edited(count).text for count in (1, 2)]
    print(json.dumps(said), flush=True)
    window.end()

def start_and_tell(services, window, *more):
    start(services, window, *more)
    QTimer.singleShot(0, window, lambda: tell(window))

application.start = start_and_tell
sys.exit(application.run(["storage-tuner"]))
"""


def started(tmp_path: Path, **language: str) -> dict[str, object]:
    """What the application says that was started with these variables of the environment."""
    folders = {
        name: str(tmp_path)
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME")
    }
    bare = {
        name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))
    }
    finished = subprocess.run(
        [sys.executable, "-c", TELLER],
        env={**bare, **folders, **language, "PYTHONPATH": PACKAGES},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    told: dict[str, object] = json.loads(finished.stdout.splitlines()[-1])
    return told


def test_the_application_starts_in_the_desktops_language(tmp_path: Path) -> None:
    said = started(tmp_path, LANG="C.UTF-8", LANGUAGE="de")
    assert said["menus"] == ["Datei", "Gerät", "Ansicht", "Hilfe"]
    assert said["number"] == "1.230"
    assert said["size"] == "1,50\u00a0GB"


@pytest.mark.slow
def test_the_first_known_language_of_the_desktop_counts(tmp_path: Path) -> None:
    assert started(tmp_path, LANG="C.UTF-8", LANGUAGE="xx:de:en")["menus"] == [
        "Datei",
        "Gerät",
        "Ansicht",
        "Hilfe",
    ]


@pytest.mark.slow
def test_an_unknown_language_falls_back_to_english(tmp_path: Path) -> None:
    said = started(tmp_path, LANG="C.UTF-8", LANGUAGE="xx")
    assert said["menus"] == ["File", "Device", "View", "Help"]
    assert said["size"] == "1.50\u00a0GB"
    assert said["counted"] == ["1 change", "2 changes"]


@pytest.mark.slow
def test_without_any_language_it_is_english(tmp_path: Path) -> None:
    assert started(tmp_path, LANG="C")["counted"] == ["1 change", "2 changes"]
