"""Actions of any chart: copy it as an image or as values, save it as a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QBuffer, QIODevice, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAction, QGuiApplication, QImage, QKeySequence, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox, QToolButton, QWidget

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.store.atomic_files import write_atomically
from storage_tuner.ui.file_dialogs import PICTURES, ask_where_to_save, folder_for
from storage_tuner.ui.jobs import Jobs

_PICTURE_RATIO = 2.0
"""Device pixels in a saved image for each pixel on the screen."""


class ChartFile(Protocol):
    """A chart as shown at one moment; ``name`` is a file name without suffix."""

    @property
    def title(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def size(self) -> QSize: ...
    def paint(self, painter: QPainter, ratio: float, *, vector: bool) -> None: ...
    def svg(self) -> bytes: ...
    def rows(self) -> list[list[str]]: ...


def picture(chart: ChartFile) -> QImage:
    image = QImage(chart.size * _PICTURE_RATIO, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(_PICTURE_RATIO)
    painter = QPainter(image)
    chart.paint(painter, _PICTURE_RATIO, vector=False)
    painter.end()
    return image


def png(chart: ChartFile) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture(chart).save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def svg(chart: ChartFile) -> bytes:
    return chart.svg()


def painted_svg(chart: ChartFile) -> bytes:
    """An SVG of what ``chart`` paints."""
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(chart.size)
    # pyqtgraph replays its axes from a QPicture, which is scaled by the ratio of the resolutions
    generator.setResolution(round(QGuiApplication.primaryScreen().logicalDotsPerInch()))
    generator.setViewBox(QRect(QPoint(), chart.size))
    generator.setTitle(chart.title)
    generator.setDescription(chart.description)
    painter = QPainter(generator)
    chart.paint(painter, 1.0, vector=True)
    painter.end()
    return bytes(buffer.data().data())


def table(chart: ChartFile, delimiter: str = ",") -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(chart.rows())
    return text.getvalue()


def values(chart: ChartFile) -> bytes:
    return table(chart).encode()


KINDS: dict[str, Callable[[ChartFile], bytes]] = {".svg": svg, ".png": png, ".csv": values}
"""File formats of a saved chart, by suffix."""


class ChartActions(QObject):
    """Menu and shortcuts of the chart in ``widget``; ``current`` returns the chart, or None."""

    def __init__(self, widget: QWidget, current: Callable[[], ChartFile | None]) -> None:
        super().__init__(widget)
        self._widget = widget
        self._current = current
        self._folder = ""
        self.writing = Jobs("file", self)
        self.menu = QMenu(widget)
        self.image = self._add(tr("Copy as &image"), self.copy_image, "Ctrl+Shift+I")
        self.values = self._add(tr("&Copy values"), self.copy_values, QKeySequence.StandardKey.Copy)
        self.menu.addSeparator()
        keys = {".svg": QKeySequence(QKeySequence.StandardKey.Save)}
        for suffix, text in (
            (".svg", tr("Save as &SVG …")),
            (".png", tr("Save as &PNG …")),
            (".csv", tr("Save values as CS&V …")),
        ):
            work = lambda kind=suffix: self.ask(kind)  # noqa: E731
            self._add(text, work, keys.get(suffix))
        self.menu.aboutToShow.connect(self._show_possible)
        widget.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        widget.customContextMenuRequested.connect(self._pop_up)

    def button(self) -> QToolButton:
        """A button that opens the menu by mouse and by keyboard."""
        button = QToolButton(self._widget)
        button.setText("⋮")
        button.setAutoRaise(True)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(self.menu)
        button.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setToolTip(tr("Copy or save this chart"))
        button.setAccessibleName(tr("Copy or save: {chart}", chart=self._widget.accessibleName()))
        return button

    def copy_image(self) -> None:
        if (chart := self._current()) is not None:
            QGuiApplication.clipboard().setImage(picture(chart))

    def copy_values(self) -> None:
        """Copy the values separated by tabs, which spreadsheets paste best."""
        if (chart := self._current()) is not None:
            QGuiApplication.clipboard().setText(table(chart, "\t"))

    def ask(self, suffix: str) -> QFileDialog | None:
        """Open a dialog for saving what is shown now."""
        chart = self._current()
        if chart is None:
            return None
        data = KINDS[suffix](chart)
        title, kind = tr("Save chart"), f"{suffix[1:].upper()} (*{suffix})"
        suggested = Path(folder_for(PICTURES, self._folder), f"{chart.name}{suffix}")
        return ask_where_to_save(
            self._widget, title, kind, suggested, lambda path: self.save(path, data)
        )

    def save(self, path: Path, data: bytes) -> None:
        self._folder = str(path.parent)
        self.writing.start(partial(write_atomically, path, data), failed=self._show_failed)

    def _add(
        self,
        text: str,
        work: Callable[[], object],
        keys: str | QKeySequence | QKeySequence.StandardKey | None,
    ) -> QAction:
        action = self.menu.addAction(text)
        action.triggered.connect(lambda: work())
        if keys is not None:
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._widget.addAction(action)
        return action

    def _show_possible(self) -> None:
        there = self._current() is not None
        for action in self.menu.actions():
            action.setEnabled(there)

    def _pop_up(self, place: QPoint) -> None:
        self.menu.popup(self._widget.mapToGlobal(place))

    def _show_failed(self, error: StorageTunerError) -> None:
        box = QMessageBox(self._widget.window())
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(tr("Save chart"))
        box.setText(str(error.summary))
        box.setInformativeText(str(error.remedy))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()
