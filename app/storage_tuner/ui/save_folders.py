"""The folder suggested for saving files."""

from __future__ import annotations

from PySide6.QtCore import QDir, QStandardPaths

DOCUMENTS = QStandardPaths.StandardLocation.DocumentsLocation
PICTURES = QStandardPaths.StandardLocation.PicturesLocation


def folder_for(location: QStandardPaths.StandardLocation, last: str = "") -> str:
    """``last``, where something was saved before; else the desktop's own folder for it; else the
    home folder. The first of them that is there: not every system has made its ``Documents``."""
    folders = (last, QStandardPaths.writableLocation(location))
    return next((each for each in folders if each and QDir(each).exists()), QDir.homePath())
