"""Texts with clickable device names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from urllib.parse import quote, unquote

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy

from storage_tuner.core.topology import Branch


@dataclass(frozen=True)
class LinkPiece:
    """A part of a text; ``key`` is that of an entry in the tree, empty for plain text."""

    text: str
    key: str = ""


Line = tuple[int, tuple[LinkPiece, ...]]
"""The level of indentation, and the pieces."""


class LinkText(QLabel):
    """A text with links; ``followed`` carries the key of the link that was clicked, or chosen with
    Tab and Return."""

    followed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[Line, ...] = ()
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.linkActivated.connect(lambda link: self.followed.emit(unquote(link)))

    @property
    def plain(self) -> str:
        return "\n".join(
            "  " * depth + "".join(piece.text for piece in pieces) for depth, pieces in self._lines
        )

    def show_lines(self, lines: Iterable[Line]) -> None:
        wanted = tuple(lines)
        if wanted == self._lines:
            return
        self._lines = wanted
        has_links = any(piece.key for _, pieces in wanted for piece in pieces)
        focus = Qt.FocusPolicy.StrongFocus if has_links else Qt.FocusPolicy.ClickFocus
        self.setFocusPolicy(focus)
        self._draw()
        self.setAccessibleName(", ".join(self.plain.split("\n")))

    def show_sentence(self, *pieces: LinkPiece) -> None:
        self.show_lines([(0, pieces)])

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        self.setText("".join(self._paragraph(depth, pieces) for depth, pieces in self._lines))

    def _paragraph(self, depth: int, pieces: tuple[LinkPiece, ...]) -> str:
        colour = self.palette().link().color().name()
        text = "".join(
            f'<a href="{quote(piece.key, safe="")}" style="color:{colour}">{escape(piece.text)}</a>'
            if piece.key
            else escape(piece.text)
            for piece in pieces
        )
        return f'<p style="margin:0 0 4px {depth * 18}px">{text}</p>'


def branches(found: Iterable[Branch], names: Mapping[str, str], depth: int = 0) -> list[Line]:
    """A line for each device, indented by distance; ``names`` maps keys to displayed names."""
    lines: list[Line] = []
    for branch in found:
        called = names.get(branch.name, "")
        more = "" if called in ("", branch.name) else f"  {called}"
        lines.append((depth, (LinkPiece(branch.name, branch.name), LinkPiece(more))))
        lines += branches(branch.branches, names, depth + 1)
    return lines


def listed(
    keys: Iterable[str] | Mapping[str, str], without_page: Collection[str] = ()
) -> list[LinkPiece]:
    """Links separated by commas; a mapping provides displayed names. Those ``without_page`` are
    plain text."""
    names = keys if isinstance(keys, Mapping) else {key: key for key in keys}
    pieces: list[LinkPiece] = []
    for key, name in names.items():
        if pieces:
            pieces.append(LinkPiece(", "))
        pieces.append(LinkPiece(name, "" if key in without_page else key))
    return pieces
