"""The window in another language: which one, and how sentences and numbers are told in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from setup import translations
from storage_tuner.core.message import counted, listed, sentence, together
from storage_tuner.present import numbers
from storage_tuner.ui.language import localized, speak, translated
from tests.packages import PACKAGES


@pytest.fixture(scope="session", autouse=True)
def _released() -> None:
    translations.release(translations.sources())


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    before = QLocale()
    german = QLocale("de_DE")
    QLocale.setDefault(german)
    speak(qapp, german)
    yield
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(before)


@pytest.mark.usefixtures("german")
def test_numbers_are_as_in_the_locale() -> None:
    assert localized("1\u202f234.5") == "1.234,5"
    assert numbers.decimal_bytes(1_500_000_000_000) == "1,50\u00a0TB"
    assert numbers.whole(12_345) == "12.345"
    assert translated(sentence("{rate:,.1f} MB/s", rate=1234.56)) == "1.234,6 MB/s"
    assert translated(sentence("{size}", size="1.50 TB")) == "1,50 TB"
    assert translated(sentence("Version {version}", version="6.10")).endswith("6.10")


def test_english_numbers_stay(qapp: QApplication) -> None:
    assert localized("1\u202f234.5") == "1\u202f234.5"
    assert translated(sentence("{rate:,.1f} MB/s", rate=1234.56)) == "1\u202f234.6 MB/s"


WORDS = {
    "It is {what}.": "Es ist {what}.",
    "hot": "heiß",
    "{first} and {last}": "{first} und {last}",
}


class Dictionary(QTranslator):
    """Translates without a file."""

    def translate(
        self,
        context: str,
        text: str,
        disambiguation: str | None = None,  # noqa: ARG002
        n: int = -1,
    ) -> str:
        if context != "Sentence":
            return text
        if text == "{count} disks":
            return "eine Platte" if n == 1 else "{count} Platten"
        return WORDS.get(text, text)


@pytest.fixture
def dictionary(qapp: QApplication) -> Iterator[None]:
    translator = Dictionary()
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


@pytest.mark.usefixtures("dictionary")
def test_sentences_are_told_with_what_is_in_them() -> None:
    said = sentence("It is {what}.", what=sentence("hot"))
    assert translated(said) == "Es ist heiß."
    assert translated(together([said, "Cool it."])) == "Es ist heiß. Cool it."
    assert translated(listed(["a", said, "hot"])) == "a, Es ist heiß. und heiß"
    assert translated(str(sentence("hot"))) == "heiß"
    assert translated("") == ""


@pytest.mark.usefixtures("dictionary")
def test_counted_sentences() -> None:
    assert translated(counted(1, "one disk", "{count} disks")) == "eine Platte"
    assert translated(counted(3, "one disk", "{count} disks")) == "3 Platten"


def test_without_a_translation_it_is_english(qapp: QApplication) -> None:
    assert translated(counted(1, "one disk", "{count} disks")) == "one disk"
    assert translated(sentence("It is {what}.", what="hot")) == "It is hot."


@pytest.mark.usefixtures("german")
def test_qts_own_buttons_are_german() -> None:
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert box.button(QDialogButtonBox.StandardButton.Cancel).text() == "Abbrechen"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"


TELLER = """
import json, sys
from PySide6.QtCore import QLocale, QTimer
from storage_tuner.ui import application, numbers
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


def test_the_first_known_language_of_the_desktop_counts(tmp_path: Path) -> None:
    assert started(tmp_path, LANG="C.UTF-8", LANGUAGE="xx:de:en")["menus"] == [
        "Datei",
        "Gerät",
        "Ansicht",
        "Hilfe",
    ]


def test_an_unknown_language_falls_back_to_english(tmp_path: Path) -> None:
    said = started(tmp_path, LANG="C.UTF-8", LANGUAGE="xx")
    assert said["menus"] == ["File", "Device", "View", "Help"]
    assert said["size"] == "1.50\u00a0GB"
    assert said["counted"] == ["1 change", "2 changes"]


def test_without_any_language_it_is_english(tmp_path: Path) -> None:
    assert started(tmp_path, LANG="C")["counted"] == ["1 change", "2 changes"]
