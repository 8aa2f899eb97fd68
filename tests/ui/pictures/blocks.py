"""Blocks of every kind, wide and narrow."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from storage_tuner.ui.blocks.rendering import Blocks, SectionFold
from storage_tuner.ui.cards import Scrolled
from tests.ui import sample_blocks
from tests.ui.pictures.studio import Studio


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    shown, page = Blocks(), Scrolled()
    page.setWindowTitle("Blocks")
    page.fill((shown,))
    shown.show_blocks(sample_blocks.ALL)
    for fold in shown.findChildren(SectionFold):
        fold.set_open(True)
    for name, width in (("wide", 840), ("narrow", 420)):
        page.resize(width, 760)
        yield f"blocks-{name}", page
