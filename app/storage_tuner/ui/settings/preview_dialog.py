"""A table of what applying would do, shown before it's done."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QVBoxLayout,
    QWidget,
)

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.jobs.settings.pending_changes import (
    EditedDevice,
    PendingChange,
    PlannedChanges,
    PlannedRow,
    Reach,
    plan_changes,
)
from storage_tuner.ui.settings import names
from storage_tuner.ui.settings import preview_text as preview_words
from storage_tuner.ui.settings.preview_table import PreviewTable
from storage_tuner.ui.widgets.cards import Scrolling
from storage_tuner.ui.widgets.elements import (
    SPACE,
    Banner,
    Card,
    Text,
    Tone,
    clear,
    foot,
    heading,
    label_for,
    open_with_size,
)
from storage_tuner.ui.widgets.layouts import Placed, Stretch, column_in, row_in
from storage_tuner.ui.widgets.wheel_guard import ComboBox


class PreviewDialog(QDialog):
    """``apply_asked`` carries ``PlannedChanges``. The dialog stays open until the outcome is known;
    closing it keeps the chosen changes."""

    apply_asked = Signal(object)

    def __init__(self, parent: QWidget | None, *, asks_for_password: bool) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Apply settings"))
        self.planned: PlannedChanges | None = None
        self._place: EditedDevice | None = None
        self._all_pending: tuple[PendingChange, ...] = ()
        self._is_busy = False
        self.message = Banner()
        self.reach = ComboBox()
        self.table = PreviewTable()
        self.consequences = Card(tr("Side effects"))
        self.consequence_text = Text()
        self.risks: list[QCheckBox] = []
        self._risk_card = Card(tr("Confirm the risks"), Tone.CAUTION)
        self._risk_boxes = QVBoxLayout()
        self.password = Text(
            tr("You may be asked for a password."),
            tone=Tone.SUBTLE,
        )
        self.password.setVisible(asks_for_password)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.apply = self.buttons.addButton(tr("&Apply"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.apply.setProperty("role", "primary")
        self.cancel = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        self._build()

    def show_changes(self, place: EditedDevice, all_pending: Sequence[PendingChange]) -> None:
        """Show the changes chosen on ``place``, compared with current values."""
        chosen = self._chosen_reach()
        is_new = self._place is None or place.reaches != self._place.reaches
        self._place, self._all_pending = place, tuple(all_pending)
        if is_new:
            self.reach.clear()
            for reach in place.reaches:
                self.reach.addItem(preview_words.reach(place, reach), reach)
            self.reach.setCurrentIndex(max(0, self.reach.findData(chosen)))
        self._reach_row.setVisible(len(place.reaches) > 1)
        self._plan()

    def show_busy(self) -> None:
        """Something is being set, or waits for a password."""
        self._is_busy = True
        self._show_buttons()
        self.message.show_message(
            Tone.PLAIN,
            tr("Applying …"),
            tr("Either all settings are applied or none."),
        )

    def show_error(self, error: StorageTunerError) -> None:
        """Nothing was set, and what was collected is still here."""
        self._is_busy = False
        self._show_buttons()
        self.message.show_error(error)

    def _build(self) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(3 * SPACE, 20, 3 * SPACE, 2 * SPACE)
        column.setSpacing(12)
        self._heading = heading(tr("Apply these settings?"), points=5)
        column.addWidget(self._heading)
        column.addWidget(self.message)
        column.addWidget(self._reaching())
        card = Card()
        card.body.setContentsMargins(1, 6, 1, 6)
        card.body.addWidget(self.table)
        column.addWidget(card)
        self.consequences.body.addWidget(self.consequence_text)
        column.addWidget(self.consequences)
        self._risk_card.body.addLayout(self._risk_boxes)
        column.addWidget(self._risk_card)
        column.addStretch(1)
        scroll = Scrolling(content)
        scroll.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        scroll.setAccessibleName(tr("Changes"))
        column_in(self, Placed(scroll, 1), self._foot(), spacing=0)
        open_with_size(self, 156, 84)
        self.setMinimumWidth(min(self.width(), 100 * self.fontMetrics().averageCharWidth()))

    def _reaching(self) -> QWidget:
        self._reach_row = QWidget()
        label = label_for(self.reach, tr("Apply &to:"))
        self.reach.setAccessibleName(tr("Apply to"))
        self.reach.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.reach.setMinimumContentsLength(20)
        self.reach.activated.connect(lambda _: self._plan())
        row_in(self._reach_row, label, Placed(self.reach, 3), Stretch(2), spacing=SPACE)
        return self._reach_row

    def _foot(self) -> QFrame:
        result = foot(self.password, self.buttons)
        self.buttons.accepted.connect(self._ask)
        self.buttons.rejected.connect(self.reject)
        return result

    def _chosen_reach(self) -> Reach:
        found = self.reach.currentData()
        return found if isinstance(found, Reach) else Reach.DEVICE

    def _plan(self) -> None:
        if self._place is None:
            return
        self.planned = plan_changes(self._place, self._all_pending, self._chosen_reach())
        self.table.show_planned(self.planned.rows)
        lines = preview_words.consequences(self.planned)
        self.consequence_text.setText("\n".join(lines))
        self.consequences.setVisible(bool(lines))
        self._ask_about(self.planned.risky)
        self._show_buttons()

    def _ask_about(self, rows: Sequence[PlannedRow]) -> None:
        """A check box for each change that can stall the computer or lose data, with the possible
        loss."""
        wanted = [preview_words.risk(row) for row in rows]
        self._risk_card.setVisible(bool(rows))
        if wanted == [box.text() for box in self.risks]:
            return
        clear(self._risk_boxes)
        self.risks = [QCheckBox(text) for text in wanted]
        for box, row in zip(self.risks, rows, strict=True):
            lost = preview_words.loss(row)
            box.setAccessibleDescription(lost or names.named(row.tunable.name))
            if lost:
                self._risk_boxes.addWidget(Text(lost))
            box.toggled.connect(self._show_buttons)
            self._risk_boxes.addWidget(box)

    def _show_buttons(self) -> None:
        agreed = all(box.isChecked() for box in self.risks)
        anything = self.planned is not None and bool(self.planned.rows)
        self.apply.setEnabled(agreed and anything and not self._is_busy)
        self.reach.setEnabled(not self._is_busy)
        for box in self.risks:
            box.setEnabled(not self._is_busy)

    def _ask(self) -> None:
        if self.apply.isEnabled() and self.planned is not None:
            self.show_busy()
            self.apply_asked.emit(self.planned)
