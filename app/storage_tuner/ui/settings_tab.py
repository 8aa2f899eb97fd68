"""Every tunable of the chosen device: value, default, range, meaning, and who else sets it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from storage_tuner.core.device import Device
from storage_tuner.core.siblings import MemberSetting, member_settings
from storage_tuner.ui import setting_rows, wording
from storage_tuner.ui.elements import SPACE, Card, heading
from storage_tuner.ui.facts import Facts, SelectableText, not_told
from storage_tuner.ui.links import Link, LinkText, listed
from storage_tuner.ui.setting_rows import Group, SettingRow, no_default

translate = QCoreApplication.translate

NAME, VALUE, DEFAULT, RANGE, NOTES = range(5)


class SettingItem(QTreeWidgetItem):
    def __init__(self, row: SettingRow) -> None:
        super().__init__()
        self.row = row
        self.show_row(row)

    def show_row(self, row: SettingRow) -> None:
        self.row = row
        default = row.default_text or not_told()
        texts = (
            row.tunable.name,
            row.value_text or not_told(),
            default,
            row.range,
            "; ".join(row.notes),
        )
        hints = (row.tunable.meaning, row.reason, "" if row.default else no_default(), "", "")
        for column, (text, hint) in enumerate(zip(texts, hints, strict=True)):
            self.setText(column, text)
            self.setToolTip(column, "\n".join(part for part in (text, hint) if part))
        bold = self.font(VALUE)
        bold.setBold(row.value is not None and row.default not in (None, row.value))
        self.setFont(VALUE, bold)


class SettingList(QTreeWidget):
    """Rows of settings in groups; Ctrl+C copies the chosen ones."""

    def __init__(self) -> None:
        super().__init__()
        self._groups: tuple[Group, ...] = ()
        self.setProperty("role", "in-card")
        self.setAccessibleName(self.tr("Settings"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHeaderLabels(
            [
                self.tr("Setting"),
                self.tr("Value"),
                self.tr("Default"),
                self.tr("Range"),
                self.tr("Remarks"),
            ]
        )
        self.setAllColumnsShowFocus(True)
        self.setUniformRowHeights(True)
        self.setRootIsDecorated(True)
        self.setIndentation(16)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        header = self.header()
        header.setAccessibleName(self.tr("Columns"))
        header.setSectionsMovable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(NOTES, QHeaderView.ResizeMode.Stretch)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_groups(self, groups: tuple[Group, ...]) -> None:
        """Show these; the chosen row stays."""
        if groups == self._groups:
            return
        before = self.current_name()
        if _shape(groups) == _shape(self._groups):
            for item, row in zip(self.settings(), _rows(groups), strict=True):
                item.show_row(row)
        else:
            self._build(groups)
        self._groups = groups
        self.choose(before)
        self._share_width()

    def current_name(self) -> str:
        item = self.currentItem()
        return item.row.tunable.name if isinstance(item, SettingItem) else ""

    def choose(self, name: str) -> None:
        """The setting of that name; the first one if there is none."""
        items = self.settings()
        chosen = [item for item in items if item.row.tunable.name == name] or items
        if chosen and self.currentItem() is not chosen[0]:
            flag = QItemSelectionModel.SelectionFlag
            self.setCurrentItem(chosen[0], NAME, flag.ClearAndSelect | flag.Rows)

    def settings(self) -> list[SettingItem]:
        """All rows, from the top to the bottom."""
        found = []
        for number in range(self.topLevelItemCount()):
            top = self.topLevelItem(number)
            assert top is not None
            items = [top.child(place) for place in range(top.childCount())]
            found += [item for item in items if isinstance(item, SettingItem)]
        return found

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.matches(QKeySequence.StandardKey.Copy):
            chosen = [item for item in self.settings() if item.isSelected()]
            QGuiApplication.clipboard().setText("\n".join(_line(item.row) for item in chosen))
            return
        super().keyPressEvent(event)

    def text(self) -> str:
        """All of it, for the clipboard."""
        return "\n\n".join(
            "\n".join([group.title, *(f"  {_line(row)}" for row in group.rows)])
            for group in self._groups
        )

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Each column gets what it needs, but leaves room for the remarks."""
        whole = self.viewport().width()
        for column, share in ((NAME, 0.3), (VALUE, 0.2), (DEFAULT, 0.14), (RANGE, 0.19)):
            needed = max(self.sizeHintForColumn(column), self.header().sectionSizeHint(column))
            self.setColumnWidth(column, min(needed, round(share * whole)))

    def _build(self, groups: tuple[Group, ...]) -> None:
        self.clear()
        for group in groups:
            top = QTreeWidgetItem([group.title])
            top.setFlags(top.flags() & ~Qt.ItemFlag.ItemIsSelectable)
            font = top.font(NAME)
            font.setBold(True)
            top.setFont(NAME, font)
            top.addChildren([SettingItem(row) for row in group.rows])
            self.addTopLevelItem(top)
            top.setFirstColumnSpanned(True)
            top.setExpanded(not group.is_absent)


class SettingsTab(QWidget):
    """``followed`` carries the key of a device's link."""

    followed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._device: Device | None = None
        self.banner = LinkText()
        self.banner.followed.connect(self.followed)
        self._banner_card = Card()
        self._banner_card.body.addWidget(self.banner)
        self.list = SettingList()
        self.list.currentItemChanged.connect(lambda *_: self._show_current())
        self._list_card = Card()
        self._list_card.body.setContentsMargins(1, 6, 1, 6)
        self._list_card.body.addWidget(self.list)
        self._list_card.setAccessibleName(self.tr("Settings"))
        self._title = heading()
        self._meaning = SelectableText()
        self.facts = Facts()
        self._detail_card = Card()
        self._detail_card.setAccessibleName(self.tr("The chosen setting"))
        for widget in (self._title, self._meaning, self.facts):
            self._detail_card.body.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * SPACE, 2 * SPACE, 3 * SPACE, 2 * SPACE)
        column.setSpacing(12)
        column.addWidget(self._banner_card)
        column.addWidget(self._list_card, 1)
        column.addWidget(self._detail_card)

    def show_device(self, device: Device, devices: tuple[Device, ...]) -> None:
        self._device = device
        beneath = member_settings(device, devices)
        self._banner_card.setVisible(bool(beneath))
        if beneath:
            self.banner.show_sentence(*_banner(device, beneath))
        self.list.show_groups(setting_rows.groups(device, devices))
        self._show_current()

    def text(self) -> str:
        parts = [self.banner.plain if not self._banner_card.isHidden() else "", self.list.text()]
        return "\n\n".join(part for part in parts if part)

    def _show_current(self) -> None:
        item = self.list.currentItem()
        is_setting = isinstance(item, SettingItem)
        self._detail_card.setVisible(is_setting)
        if not isinstance(item, SettingItem) or self._device is None:
            return
        self._title.setText(item.row.tunable.name)
        self._meaning.setText(item.row.tunable.meaning)
        self.facts.show_rows(setting_rows.facts(item.row, self._device))


def _banner(device: Device, beneath: tuple[MemberSetting, ...]) -> list[Link]:
    """ "The settings of md0 are those of sdb, sdc, sdd. They differ on sdd: scheduler." """
    pieces = [
        Link(translate("Settings", "The settings of {name} are those of ").format(name=device.name))
    ]
    pieces += listed(beneath[0].members)
    differing = [setting for setting in beneath if setting_rows.differs(setting)]
    if not differing:
        return [*pieces, Link(translate("Settings", ", and the same on all of them."))]
    found = {name for setting in differing for name in setting.dissenting}
    disks = [name for name in beneath[0].members if name in found]
    pieces.append(Link(translate("Settings", "; they differ on ")))
    pieces += listed(disks)
    tunables = wording.joined([setting.tunable for setting in differing])
    return [*pieces, Link(f": {tunables}.")]


def _line(row: SettingRow) -> str:
    default = row.default_text or not_told()
    value = row.value_text or not_told()
    return "\t".join((row.tunable.name, value, default, row.range, "; ".join(row.notes)))


def _rows(groups: tuple[Group, ...]) -> list[SettingRow]:
    return [row for group in groups for row in group.rows]


def _shape(groups: tuple[Group, ...]) -> list[tuple[str, tuple[str, ...]]]:
    return [(group.title, tuple(row.tunable.name for row in group.rows)) for group in groups]
