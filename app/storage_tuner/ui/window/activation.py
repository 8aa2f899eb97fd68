"""Brings a window to the front."""

from __future__ import annotations

import os

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def come_forward(window: QWidget, token: str) -> None:
    """``token`` is what the desktop lets windows come to the front with, "" for none."""
    if token:
        os.environ["XDG_ACTIVATION_TOKEN"] = token  # where Qt's Wayland platform looks for it
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()
