"""How fast this computer is, for bounds that are meant in its own time."""

from __future__ import annotations

import statistics
import time

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

_ROUNDS = 25
_POINTS = 4000
_ORDINARY_S = 0.007
"""Chosen: two thirds of what a computer took on which the live view used 8.7 to 10.5 % of a core;
on the one that its bound of 8 % was chosen on, it used 6 %."""


def slowness() -> float:
    """How many times as long as that computer this one takes for a fixed piece of a window's work
    (Python, numpy and drawing); at least 1. It changes within seconds on shared computers, so ask
    again beside what is measured."""
    return max(1.0, statistics.median(_work_s() for _ in range(_ROUNDS)) / _ORDINARY_S)


def _work_s() -> float:
    began = time.thread_time()
    image = QImage(600, 400, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    values = np.sin(np.linspace(0, 50, 50 * _POINTS)).reshape(_POINTS, 50)
    levels = np.sort(values, axis=1).mean(axis=1)
    points = [QPointF(600 * at / _POINTS, 200 + 150 * float(levels[at])) for at in range(_POINTS)]
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor("steelblue"), 1))
    painter.drawPolyline(points)
    painter.end()
    return time.thread_time() - began
