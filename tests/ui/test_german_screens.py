"""Every screen in German: nothing is left in English, nothing is cut, and each letter is one's."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QElapsedTimer, QLocale, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenuBar,
    QPushButton,
    QRadioButton,
    QTabBar,
    QTableView,
    QTreeView,
    QWidget,
)

from setup import translations
from storage_tuner.ui.widgets.facts import ElidedText
from tests.ui.languages import window_speaks
from tests.ui.pictures.studio import Studio
from tests.ui.render_screens import areas
from tests.ui.screen_rules import RULES

ENGLISH = re.compile(
    r"\b(the|is|isn't|are|of|and|with|not|to|from|for|it|its|this|that|were|be|by|no|has|what|"
    r"which|than|while|there|nothing|all|more|less|better|read|write|reads|writes|disk|settings?|"
    r"mounted|random|sequential|change[ds]?|value|bytes|shown?|use[ds]?)\b"
)
OWN_WORDS = re.compile(
    r"\(as published.*?with 4\)|Storage Tuner|World Wide Name|read_ahead_kb|"
    r"'[^']*'|“[^”]*”|„[^“]*“|\(.*?\)|/\S+|\S+=\S+|"
    r"storage.tuner[^.;]*|to write|write back|write through|read-ahead|Physical sector|"
    r"with a name that is longer than most rows|not-present|as published.*|"
    r".*\(\d{4}\).*|.*\[[a-z][\w-]+\]|"
    r"\S+\.json|(seq|rand|cdm)-[\w-]+|[A-Z0-9]+ [A-Z0-9]+ (read|write)"
)
"""What stays as it is in German: names, commands, what the kernel and other programs say."""
INVENTED = (
    "Test data, not a disk",
    "sources.toml is missing",
    "queue_depth is 1 and not 32",
    "No udev daemon is running here, so the rule takes effect only where one is.",
    "It is on a file system in memory.",
    "Choose a folder on a disk.",
    "Sequential read, 2 threads: confirmed.",
    "Sequential read, 4 threads: not confirmed.",
    "Sequential read, 8 threads: undecided.",
    "There is already a workload rand-read.",
    "Moved to the trash: 3 March 2026, Quick test: on the disk itself",
    "udev rule sets scheduler of sda to mq-deadline",
    "TLP sets scheduler of sdb",
    "and may undo this.",
    "24 sectors were replaced by spare ones.",
    "8 sectors can't be read and wait to be replaced.",
    "a spinning disk doesn't wear that way",
    "two disks have this size, and neither tells a serial number",
    "Another program read from the disk meanwhile.",
    "loop7 has no persistent ID, so its settings can't be made permanent.",
    "NVMe tells the model only",
    "larger than most requests",
    "another program used the disk",
    "p99 latency is 40 % longer",
    "it ends too early",
    "set on the disks beneath",
    "For many reads one after the other on RAID 5, cfq was the fastest.",
    "the queue depth is 1",
    "A longer queue lets the controller sort better.",
    "Separate runs agree: bfq is faster than none (bfq is 9.1 % faster)",
    (
        "First result: bfq is faster than none. Separate runs are inconclusive (bfq is "
        "4.0 % faster so far)"
    ),
    "First result: bfq is faster than none. Separate runs disagree (none is 1.2 % faster)",
    "arrays and mapped devices have none",
    "not on a bus",
    "virtio says 1 whatever is behind it",
    "nr_requests became 62 instead of 64",
    "only units of RAID 1, 10 and 5 on 9690SA have it",
    "in sync, write mostly",
    "disk-0",
    "virtio tells a number only",
    "virtio has none",
    "The drive failed its self-assessment.",
    "permanent settings removed.",
    "restored scheduler, nr_requests.",
    "tw_cli /c0 show",
    "With the old cable",
    "is another program's database.",
    "Move it away so that new results can be saved there.",
    "expected a number",
    "the rest is missing",
)
"""What the samples say in English as other programs, or older results, do."""
LONGEST_WORD = 60
"""Paths and names that somebody gave have no end; nor has what came with control characters."""
PATIENCE_MS = 1000
ROUNDS = 20
"""How long a new layout may take to come to rest: both are over."""


@pytest.fixture(scope="module", autouse=True)
def _german(qapp: QApplication) -> Iterator[None]:
    translations.release(translations.sources())
    with window_speaks(qapp, QLocale("de_DE")):
        yield


def screens(qapp: QApplication, folder: Path, area: str) -> Iterator[tuple[str, QWidget]]:
    """Each screen as it's photographed, shown."""
    studio = Studio(folder, "light-de")
    for prefix, pictures in areas(f"{area}*"):
        if prefix != area:
            continue
        studio.begin()
        for name, widget in pictures(studio):
            widget.show()
            widget.activateWindow()
            studio.settle(30)
            yield name, widget
            widget.hide()
    studio.end()


AREAS = [prefix for prefix, _ in areas("*")]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("area", AREAS)
def test_german_keeps_the_rules_of_all_screens_and_its_own(
    area: str, qapp: QApplication, tmp_path: Path
) -> None:
    """Its words are the longest, so that what holds in German holds in English."""
    found = []
    for name, widget in screens(qapp, tmp_path, area):
        settle(qapp, widget)
        found += [
            f"{name}: in English: {text!r}"
            for text in sorted(set(texts_of(widget)))
            if is_english(text)
        ]
        found += [f"{name}: cut: {text!r}" for text in cut_texts(widget)]
        found += [f"{name}: one letter: {texts}" for texts in sharing_a_letter(widget)]
        found += [
            f"{name}: {rule}: {broken}" for rule, check in RULES.items() for broken in check(widget)
        ]
    assert not found, "\n".join(dict.fromkeys(found))


def settle(qapp: QApplication, widget: QWidget) -> None:
    """Let the layout come to rest, which takes several rounds of events."""
    timer = QElapsedTimer()
    timer.start()
    qapp.processEvents()
    rounds = 1
    while any(cut_texts(widget)) and (timer.elapsed() < PATIENCE_MS or rounds < ROUNDS):
        qapp.processEvents()
        rounds += 1


def is_english(text: str) -> bool:
    text = text.replace("\u2011", "-").replace("\u00a0", " ")
    for invented in INVENTED:
        text = text.replace(invented, "")
    return bool(ENGLISH.search(OWN_WORDS.sub(" ", text)))


def shown(widget: QWidget) -> list[QWidget]:
    return [child for child in [widget, *widget.findChildren(QWidget)] if child.isVisible()]


def texts_of(window: QWidget) -> Iterator[str]:
    for widget in shown(window):
        yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
        match widget:
            case QLabel() | QAbstractButton():
                yield widget.text()
            case QGroupBox():
                yield widget.title()
            case QLineEdit():
                yield widget.placeholderText()
            case QComboBox():
                yield from (widget.itemText(index) for index in range(widget.count()))
            case QTabBar():
                yield from (widget.tabText(index) for index in range(widget.count()))
            case QTreeView() | QTableView():
                yield from _items(widget)


def _items(view: QAbstractItemView, parent: QModelIndex | None = None) -> Iterator[str]:
    model, parent = view.model(), parent or QModelIndex()
    if model is None:
        return
    for column in range(model.columnCount(parent)):
        yield str(model.headerData(column, Qt.Orientation.Horizontal) or "")
        for row in range(model.rowCount(parent)):
            index = model.index(row, column, parent)
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                yield str(index.data(role) or "")
            if column == 0 and model.rowCount(index):
                yield from _items(view, index)


def cut_texts(window: QWidget) -> Iterator[str]:
    """Of what doesn't shorten itself on purpose; a text over several lines has room for each
    word, and for each part of a path, after which Qt breaks the line."""
    for widget in shown(window):
        match widget:
            case ElidedText():
                pass
            case QLabel() if widget.text() and not widget.text().startswith("<"):
                yield from _too_long(widget)
            case QPushButton() | QCheckBox() | QRadioButton():
                if widget.text() and widget.minimumSizeHint().width() > widget.width() + 1:
                    yield widget.text()
            case QTabBar():
                yield from _cut_tabs(widget)


def _too_long(label: QLabel) -> Iterator[str]:
    text = label.text().replace("&", "") if label.buddy() else label.text()
    pieces = re.split(r"\s+|(?<=/)", text) if label.wordWrap() else text.split("\n")
    pieces = [piece for piece in pieces if len(piece) < LONGEST_WORD and "\ufffd" not in piece]
    room = label.contentsRect().width() + 1
    if any(label.fontMetrics().horizontalAdvance(piece) > room for piece in pieces):
        yield label.text()


def _cut_tabs(tabs: QTabBar) -> Iterator[str]:
    for index in range(tabs.count()):
        needed = tabs.fontMetrics().horizontalAdvance(tabs.tabText(index).replace("&", ""))
        if tabs.isTabVisible(index) and needed > tabs.tabRect(index).width():
            yield tabs.tabText(index)


def sharing_a_letter(window: QWidget) -> Iterator[list[str]]:
    """What Alt and a letter doesn't tell apart."""
    texts: dict[str, set[str]] = defaultdict(set)
    for widget in shown(window):
        for text in _with_letters(widget):
            if letter := re.search(r"&(\w)", text.replace("&&", "")):
                texts[letter[1].lower()].add(text)
    yield from (sorted(shared) for shared in texts.values() if len(shared) > 1)


def _with_letters(widget: QWidget) -> Iterator[str]:
    match widget:
        case QAbstractButton() if widget.isEnabled():
            yield widget.text()
        case QLabel() if (buddy := widget.buddy()) is not None and buddy.isVisible():
            yield widget.text()
        case QTabBar():
            yield from (widget.tabText(index) for index in range(widget.count()))
        case QMenuBar():
            yield from (action.text() for action in widget.actions())
