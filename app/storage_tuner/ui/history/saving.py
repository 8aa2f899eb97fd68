"""Asks where a kept result is to be saved, and as what."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDir, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import TargetKind

translate = QCoreApplication.translate


def ask_where(
    parent: QWidget, record: SessionRecord, then: Callable[[Path, str], None]
) -> QFileDialog:
    """``then`` gets the path and its suffix (".pdf", ".html", ".csv" or ".json")."""
    kinds = {
        ".pdf": translate("History", "Report (PDF)"),
        ".html": translate("History", "Report as a web page (HTML)"),
        ".csv": translate("History", "Table of all runs (CSV)"),
        ".json": translate("History", "Data for Storage Tuner and other programs (JSON)"),
    }
    filters = {f"{name} (*{suffix})": suffix for suffix, name in kinds.items()}
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    dialog = QFileDialog(parent, translate("History", "Save report"), folder)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setNameFilters(list(filters))
    dialog.setDefaultSuffix("pdf")
    dialog.filterSelected.connect(
        lambda chosen: dialog.setDefaultSuffix(filters[chosen].removeprefix("."))
    )
    dialog.selectFile(QDir(folder).filePath(_name(record)))

    def take(path: str) -> None:
        suffix = Path(path).suffix.lower()
        chosen = filters[dialog.selectedNameFilter()]
        then(Path(path), suffix if suffix in kinds else chosen)

    dialog.fileSelected.connect(take)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog


def _name(record: SessionRecord) -> str:
    target = record.plan.target
    what = "practice-disk" if target.kind is TargetKind.PRACTICE else target.device or "file"
    return re.sub(r"[^A-Za-z0-9-]+", "-", f"storage-tuner-{what}-{record.created_at[:10]}")
