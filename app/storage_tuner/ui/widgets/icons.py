"""The application's icons: one-colour SVG drawings, coloured from the palette."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from storage_tuner.core.device import Device
from storage_tuner.store.resource_files import resource

COMPUTER = "computer"
PRACTICE = "disk-practice"
RESULTS = "report"
FOLDER = "folder"


@cache
def _source(name: str) -> str:
    return resource("icons", f"{name}.svg").read_text(encoding="utf-8")


def pixmap(name: str, colour: QColor, size: int, ratio: float = 1.0) -> QPixmap:
    """The icon; ``size`` in device-independent pixels, ``ratio`` of the target screen.

    Drawn once: lists ask for the same icons whenever they are filled. Qt's cache goes with the
    application, as pixmaps must.
    """
    key = f"{__name__} {name} {colour.name()} {size} {ratio}"
    result = QPixmap()
    if not QPixmapCache.find(key, result):
        result = _drawn(name, colour, size, ratio)
        QPixmapCache.insert(key, result)
    return result


def _drawn(name: str, colour: QColor, size: int, ratio: float) -> QPixmap:
    edge = round(size * ratio)
    result = QPixmap(edge, edge)
    result.fill(Qt.GlobalColor.transparent)
    drawing = _source(name).replace("currentColor", colour.name())
    painter = QPainter(result)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter, QRectF(0, 0, edge, edge))
    painter.end()
    result.setDevicePixelRatio(ratio)
    return result


def icon(name: str, palette: QPalette, size: int = 20) -> QIcon:
    """The icon in the text's colour, and in that of selected text when selected."""
    result = QIcon()
    for mode, role in (
        (QIcon.Mode.Normal, QPalette.ColorRole.WindowText),
        (QIcon.Mode.Selected, QPalette.ColorRole.HighlightedText),
    ):
        for ratio in (1.0, 2.0):
            result.addPixmap(pixmap(name, palette.color(role), size, ratio), mode)
    return result


def application_icon() -> QIcon:
    result = QIcon()
    for size in (16, 24, 32, 48, 64, 128):
        result.addPixmap(pixmap("storage-tuner", QColor("black"), size))
    return result


def device_icon_name(device: Device) -> str:
    by_kind = {
        "nvme": "disk-nvme",
        "mmc": "disk-card",
        "loop": "disk-loop",
        "zram": "disk-memory",
        "md": "disk-array",
        "dm": "disk-mapped",
        "nbd": "disk-network",
    }
    if device.kind in by_kind:
        return by_kind[device.kind]
    if device.transport == "usb" and device.removable:
        return "disk-usb"
    if device.medium == "virtual disk":
        return "disk-virtual"
    return "disk-ssd" if device.rotational is False else "disk-hdd"
