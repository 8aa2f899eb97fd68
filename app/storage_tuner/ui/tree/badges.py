"""Badges: a word or two in a coloured field on what deserves attention first."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QLabel, QWidget

from storage_tuner.core.controller import Battery, Port, Unit
from storage_tuner.core.device import Device
from storage_tuner.core.health import Health
from storage_tuner.core.message import tr, trn
from storage_tuner.ui import wording
from storage_tuner.ui.style import theme
from storage_tuner.ui.widgets.elements import Tone, clear, unbroken
from storage_tuner.ui.widgets.layouts import row_in

_PADDING = 6
_MOST_LETTERS = 22
_WELL = frozenset({"OK", "VERIFIED"})
_AT_WORK = ("REBUILD", "INITIAL", "VERIFY", "MIGRAT", "RECOVER", "COPYBACK")


@dataclass(frozen=True)
class Badge:
    text: str
    tone: Tone


def gone() -> Badge:
    return Badge(tr("disconnected"), Tone.SUBTLE)


def edited(count: int) -> Badge:
    """So many settings were chosen and aren't applied yet."""
    return Badge(trn(count, "{count} change", "{count} changes"), Tone.CURRENT)


def undone(count: int) -> Badge:
    """So many permanent settings were undone by other programs."""
    return Badge(trn(count, "{count} setting undone", "{count} settings undone"), Tone.CAUTION)


def of_device(
    device: Device, health: Health | None = None, unit: Unit | None = None
) -> tuple[Badge, ...]:
    """The most urgent first. What the controller says of a ``unit`` counts, where there is one."""
    found = []
    if device.md is not None and device.md.degraded:
        found.append(Badge(tr("degraded"), Tone.BAD))
    if health is not None and (health.passed is False or health.problems):
        text = tr("failing") if health.passed is False else ""
        tone = Tone.BAD if health.passed is False else Tone.CAUTION
        found.append(Badge(text or tr("check health"), tone))
    if unit is not None:
        found += of_unit(unit)
    elif device.background is not None:
        found.append(
            Badge(wording.work(device.background.action, device.background.percent), Tone.CAUTION)
        )
    if device.read_only:
        found.append(Badge(tr("read-only"), Tone.SUBTLE))
    return tuple(found)


def of_unit(unit: Unit) -> tuple[Badge, ...]:
    """Status reported by the controller, unless it's fine."""
    status = unit.status.upper()
    if status in _WELL:
        return ()
    tone = Tone.CAUTION if status.startswith(_AT_WORK) else Tone.BAD
    return (Badge(wording.work(unit.status.lower(), unit.percent), tone),)


def of_port(port: Port) -> tuple[Badge, ...]:
    if port.status.upper() in _WELL:
        return ()
    missing = "NOT-PRESENT" in port.status.upper()
    return (Badge(port.status.lower(), Tone.SUBTLE if missing else Tone.BAD),)


def of_battery(battery: Battery) -> tuple[Badge, ...]:
    if battery.ready:
        return ()
    return (Badge(tr("battery not ready"), Tone.CAUTION),)


def width(badge: Badge, metrics: QFontMetrics) -> int:
    return metrics.horizontalAdvance(badge.text) + 2 * _PADDING + 2  # fractions are lost


def paint(painter: QPainter, area: QRect, badge: Badge, palette: QPalette) -> int:
    """Paint it at the left of ``area``, in the middle of its height; gives the width it took."""
    metrics = painter.fontMetrics()
    room = min(width(badge, metrics), area.width())
    height = metrics.height() + 2
    box = QRectF(area.left(), area.center().y() - height / 2 + 0.5, room, height)
    text, fill = _colours(badge.tone, palette)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(text)
    painter.setBrush(fill)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    inside = box.adjusted(_PADDING, 0, -_PADDING, 0)
    elided = metrics.elidedText(badge.text, Qt.TextElideMode.ElideRight, round(inside.width()))
    painter.drawText(inside, Qt.AlignmentFlag.AlignCenter, elided)
    painter.restore()
    return room


def _colours(tone: Tone, palette: QPalette) -> tuple[QColor, QColor]:
    chosen = theme.colours(palette)
    text, fill = {
        Tone.GOOD: (chosen.good, chosen.good_fill),
        Tone.CAUTION: (chosen.caution, chosen.caution_fill),
        Tone.BAD: (chosen.bad, chosen.bad_fill),
    }.get(tone, (chosen.subtle, chosen.base))
    return QColor(text), QColor(fill)


def _shortened(text: str) -> str:
    """A controller may say anything."""
    return text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 1]}…"


class BadgeRow(QWidget):
    """Badges beside each other; nothing where there is none."""

    def __init__(self) -> None:
        super().__init__()
        self._row = row_in(self, spacing=6)
        self._shown: tuple[Badge, ...] = ()
        self.hide()

    def show_badges(self, badges: tuple[Badge, ...]) -> None:
        if badges == self._shown:
            return
        self._shown = badges
        clear(self._row)
        for badge in badges:
            label = QLabel(_shortened(badge.text))
            label.setAccessibleName(badge.text)
            label.setToolTip(unbroken(badge.text) if label.text() != badge.text else "")
            label.setProperty("role", "badge")
            label.setProperty("tone", badge.tone.value)
            self._row.addWidget(label)
        self.setVisible(bool(badges))
