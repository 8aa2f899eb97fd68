"""Asks for files, folders and where to save; each dialog is deleted when closed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QDir, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

DOCUMENTS = QStandardPaths.StandardLocation.DocumentsLocation
PICTURES = QStandardPaths.StandardLocation.PicturesLocation

Take = Callable[[Path], object]


def folder_for(location: QStandardPaths.StandardLocation, last: str = "") -> str:
    """``last``, where something was saved before; else the desktop's own folder for it; else the
    home folder. The first of them that is there: not every system has made its ``Documents``."""
    folders = (last, QStandardPaths.writableLocation(location))
    return next((each for each in folders if each and QDir(each).exists()), QDir.homePath())


def ask_where_to_save(
    parent: QWidget, title: str, kind: str, suggested: Path, save: Take
) -> QFileDialog:
    """``suggested`` also has the suffix of what is typed without one; ``kind`` is a name filter."""
    dialog = _dialog(parent, title, str(suggested.parent), QFileDialog.FileMode.AnyFile, save)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilter(kind)
    dialog.setDefaultSuffix(suggested.suffix.removeprefix("."))
    dialog.selectFile(str(suggested))
    dialog.open()
    return dialog


def ask_for_file(
    parent: QWidget, title: str, folder: str, take: Take, kind: str = ""
) -> QFileDialog:
    """One that is there, of a ``kind`` if one is given. ``folder`` may be "": where it was last."""
    dialog = _dialog(parent, title, folder, QFileDialog.FileMode.ExistingFile, take)
    if kind:
        dialog.setNameFilter(kind)
    dialog.open()
    return dialog


def ask_for_folder(parent: QWidget, title: str, folder: str, take: Take) -> QFileDialog:
    """Beginning in ``folder``; "" is where it was last."""
    dialog = _dialog(parent, title, folder, QFileDialog.FileMode.Directory, take)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.open()
    return dialog


def _dialog(
    parent: QWidget, title: str, folder: str, mode: QFileDialog.FileMode, take: Take
) -> QFileDialog:
    dialog = QFileDialog(parent, title, folder)
    dialog.setFileMode(mode)
    dialog.fileSelected.connect(lambda path: take(Path(path)))
    dialog.finished.connect(dialog.deleteLater)
    return dialog
