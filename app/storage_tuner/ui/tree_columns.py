"""How the columns of the tree share its width, and how wide somebody has made them."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSettings, Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget

NAME, ACTIVITY, SIZE, USE = range(4)

_LARGEST_SHARE_OF_USE = 0.4
_ROWS_MEASURED = 60
"""Besides those that can be seen: of a thousand disks the rest would take longer than all else."""

_KEYS = {ACTIVITY: "tree/activity-width", USE: "tree/use-width"}


class TreeColumns(QObject):
    """The name gets what the others leave. A width that was set by hand is kept."""

    def __init__(self, tree: QTreeWidget) -> None:
        super().__init__(tree)
        self._tree = tree
        self._by_hand: dict[int, int] = {}
        self._is_sharing = False
        header = tree.header()
        header.setAccessibleName(self.tr("Columns"))
        header.setSectionsMovable(False)
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(24)
        header.setResizeContentsPrecision(_ROWS_MEASURED)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(ACTIVITY, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(SIZE, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(USE, QHeaderView.ResizeMode.Interactive)
        trailing = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter
        tree.headerItem().setTextAlignment(SIZE, trailing)
        header.sectionResized.connect(self._note_width)

    def share(self) -> None:
        """Where there is little room, the names need it more than the rest, and a long mount
        point mustn't push them out."""
        self._is_sharing = True
        letter = self._tree.fontMetrics().averageCharWidth()
        width = self._tree.width()
        self._tree.setColumnHidden(SIZE, width < 84 * letter)
        self._tree.setColumnHidden(ACTIVITY, width < 54 * letter)
        for column, wanted in ((ACTIVITY, self._for_activity()), (USE, self._for_use())):
            self._tree.setColumnWidth(column, self._by_hand.get(column, wanted))
        self._is_sharing = False

    def remember(self, settings: QSettings) -> None:
        for column, key in _KEYS.items():
            if column in self._by_hand:
                settings.setValue(key, self._by_hand[column])

    def restore(self, settings: QSettings) -> None:
        for column, key in _KEYS.items():
            width = str(settings.value(key, ""))
            if width.isdecimal() and int(width) > 0:
                self._by_hand[column] = int(width)
        self.share()

    def _for_activity(self) -> int:
        return max(60, self._tree.header().sectionSizeHint(ACTIVITY))

    def _for_use(self) -> int:
        hint = self._tree.header().sectionSizeHint(USE)
        needed = max(self._tree.sizeHintForColumn(USE), hint)
        return min(needed, round(_LARGEST_SHARE_OF_USE * self._tree.viewport().width()))

    def _note_width(self, column: int, _: int, width: int) -> None:
        if not self._is_sharing and column in _KEYS and width:
            self._by_hand[column] = width
