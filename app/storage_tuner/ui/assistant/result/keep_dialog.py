"""Asks before settings are made permanent, and shows the exact text to be written."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from storage_tuner.client.setting_changes import PersistentText
from storage_tuner.core.message import tr
from storage_tuner.present.wording import printable
from storage_tuner.ui import wording
from storage_tuner.ui.widgets.cards import Scrolling
from storage_tuner.ui.widgets.elements import (
    SPACE,
    Banner,
    Card,
    Text,
    Tone,
    foot,
    heading,
    open_with_size,
)
from storage_tuner.ui.widgets.facts import SelectableText
from storage_tuner.ui.widgets.layouts import Placed, column_in

_MOST_LINES = 12


class FileText(QPlainTextEdit):
    """An excerpt of a file, verbatim and read-only; it can be selected and copied."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__(text.rstrip("\n"))
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPointSizeF(self.font().pointSizeF())
        self.setFont(fixed)
        self.setAccessibleName(name)
        lines = min(_MOST_LINES, self.document().blockCount())
        if lines < _MOST_LINES:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        margins = 2 * (self.frameWidth() + round(self.document().documentMargin())) + SPACE
        bar = self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + margins + bar)


class KeepDialog(QDialog):
    """``accepted`` means: write ``texts``, one for each device; those without a path are for
    settings that a 3ware controller stores itself. Closing it otherwise changes nothing.

    ``warnings`` are sentences on programs that will undo the settings.
    """

    def __init__(
        self,
        parent: QWidget | None,
        texts: Sequence[PersistentText],
        warnings: Sequence[str],
        *,
        asks_for_password: bool,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Make permanent"))
        self._devices = [text.device for text in texts]
        self._by_itself = [text.device for text in texts if not text.path]
        self.texts = tuple(text for text in texts if text.path)
        self.boxes: list[FileText] = []
        self.warning = Banner()
        self.password = Text(self._password(), tone=Tone.SUBTLE)
        self.password.setVisible(asks_for_password)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.keep = self.buttons.addButton(
            tr("&Make permanent"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        self.cancel = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        self._build()
        self._warn(warnings)

    def _build(self) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(3 * SPACE, 20, 3 * SPACE, 2 * SPACE)
        column.setSpacing(12)
        column.addWidget(heading(tr("Make these settings permanent?"), points=5))
        for part in (self._controller_note(), self._explanation()):
            if part:
                column.addWidget(Text(part))
        column.addWidget(self.warning)
        for text in self.texts:
            column.addWidget(self._part(text))
        column.addStretch(1)
        scroll = Scrolling(content)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        column_in(self, Placed(scroll, 1), self._foot(), spacing=0)
        self.cancel.setFocus()
        open_with_size(self, 156, (40, 72, 104)[min(2, len(self.texts))])

    def _foot(self) -> QFrame:
        result = foot(self.password, self.buttons)
        self.keep.setAutoDefault(False)
        self.cancel.setDefault(True)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        return result

    def _controller_note(self) -> str:
        """The note on settings that are in no file of ours."""
        if not self._by_itself:
            return ""
        return tr(
            "The controller of {names} stores this setting itself, even without power, so no "
            "file is written. “Restore previous settings” in the main window undoes this.",
            names=wording.joined(self._by_itself),
        )

    def _explanation(self) -> str:
        if not self.texts:
            return ""
        return tr(
            "Linux then applies them at every boot and whenever the disk is connected. “Restore "
            "previous settings” in the main window undoes this. This exact text will be written:"
        )

    def _password(self) -> str:
        if len(self._devices) == 1:
            return tr("An administrator must allow this and may be asked for a password.")
        return tr(
            "An administrator must allow this and may be asked for a password {count} times, "
            "once for each disk.",
            count=len(self._devices),
        )

    def _warn(self, warnings: Sequence[str]) -> None:
        if warnings:
            self.warning.show_message(
                Tone.CAUTION,
                tr("Another program sets the same settings"),
                "\n".join(map(printable, warnings)),
            )

    def _part(self, text: PersistentText) -> Card:
        """The text for one device, and the text it replaces."""
        card = Card(text.device)
        card.body.addWidget(SelectableText(self._where(text), Tone.SUBTLE))
        written = tr("Text for {name} in {path}", name=text.device, path=text.path)
        self._add_box(card, text.text, written)
        if text.replaces and text.replaces != text.text:
            card.body.addWidget(Text(tr("It replaces the current text:")))
            replaced = tr("Replaced text for {name}", name=text.device)
            self._add_box(card, text.replaces, replaced)
        return card

    def _add_box(self, card: Card, text: str, name: str) -> None:
        box = FileText(text, name)
        self.boxes.append(box)
        card.body.addWidget(box)

    def _where(self, text: PersistentText) -> str:
        if text.replaces == text.text:
            sentence = tr("In {path}, already present. Persistent ID: {identity}.")
        else:
            sentence = tr("In {path}. Persistent ID: {identity}.")
        return sentence.format(path=text.path, identity=text.identity)
