"""The style sheet: what Fusion draws otherwise than our design has it."""

from __future__ import annotations

from string import Template

from storage_tuner.ui.style.colours import Colours

_STYLE = Template(
    """
QLabel[tone="current"] { font-weight: bold; }
QLabel[tone="subtle"] { color: $subtle; }
QLabel[tone="good"] { color: $good; }
QLabel[tone="caution"] { color: $caution; }
QLabel[tone="bad"] { color: $bad; }
QLabel[role="badge"] {
    border: 1px solid $field_border; border-radius: 4px; padding: 1px 6px;
}
QLabel[role="badge"][tone="good"] { background: $good_fill; border-color: $good; }
QLabel[role="badge"][tone="caution"] { background: $caution_fill; border-color: $caution; }
QLabel[role="badge"][tone="bad"] { background: $bad_fill; border-color: $bad; }
QFrame[role="card"] { background: $base; border: 1px solid $border; border-radius: 6px; }
QFrame[role="card"][tone="good"] { background: $good_fill; border-color: $good; }
QFrame[role="card"][tone="caution"] { background: $caution_fill; border-color: $caution; }
QFrame[role="card"][tone="bad"] { background: $bad_fill; border-color: $bad; }
QFrame[role="side"] { background: $base; border: 0; }
QSplitter[role="main"]::handle { background: $border; }
QFrame[role="foot"] { background: $window; border: 0; border-top: 1px solid $border; }
QPushButton {
    background: $button; color: $text; border: 1px solid $field_border; border-radius: 4px;
    padding: 5px 14px;
}
QPushButton:hover { background: $button_hover; }
QPushButton:pressed, QPushButton:checked { background: $border; }
QPushButton:focus { border: 2px solid $accent; padding: 4px 13px; }
QPushButton:disabled { color: $disabled; border-color: $border; background: transparent; }
QPushButton[role="primary"] {
    background: $accent; color: $accent_text; border: 1px solid $accent; font-weight: 600;
}
QPushButton[role="primary"]:hover { background: $accent_hover; }
QPushButton[role="primary"]:focus { border: 2px solid $text; }
QPushButton[role="primary"]:disabled {
    background: transparent; color: $disabled; border: 1px solid $border;
}
QRadioButton { spacing: 8px; padding: 1px; }
QRadioButton::indicator {
    width: 14px; height: 14px; border: 1px solid $field_border; border-radius: 8px;
    background: $base;
}
QRadioButton::indicator:hover { border-color: $accent; }
QRadioButton::indicator:checked {
    width: 6px; height: 6px; border: 5px solid $accent; background: $accent_text;
}
QRadioButton:focus { color: $accent; text-decoration: underline; }
QProgressBar {
    background: $base; border: 1px solid $border; border-radius: 4px; text-align: center;
    max-height: 8px; min-height: 8px;
}
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QTreeView, QListView, QTableView, QScrollArea[role="bordered"] {
    background: $base; border: 1px solid $border;
}
QTreeView[role="side"] { border: 0; }
QPlainTextEdit {
    background: $alternate; color: $text; border: 1px solid $border; border-radius: 4px;
}
QPlainTextEdit:focus { border-color: $accent; }
QTreeView:focus, QListView:focus, QTableView:focus { border-color: $accent; }
QTreeView::item { padding: 4px 6px; }
QListView[role="choices"]::item { padding: 8px; }
QListView[role="choices"]::item:selected, QTreeView::item:selected {
    background: $accent; color: $accent_text;
}
QTreeView[role="side"][keyboard="elsewhere"]::item:selected {
    background: $choice; color: $text;
}
QHeaderView::section {
    background: $window; color: $subtle; border: 0; border-bottom: 1px solid $border;
    padding: 5px 4px;
}
QTableView { gridline-color: $grid; }
QTabWidget::pane { border: 0; border-top: 1px solid $border; }
QTabWidget::tab-bar { left: 10px; }
QTabBar { qproperty-drawBase: 0; }
QTabBar::tab {
    padding: 7px 14px; margin-right: 2px; color: $subtle; border: 0;
    border-bottom: 3px solid transparent;
}
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; font-weight: 600; }
QTabBar::tab:focus { background: $button_hover; color: $accent; }
QTreeView::indicator:unchecked {
    width: 13px; height: 13px; border: 1px solid $field_border; border-radius: 2px;
    background: $base;
}
QTreeView::indicator:unchecked:disabled { border-color: $border; }
QToolButton:focus { border: 2px solid $accent; border-radius: 4px; }
QTreeView[role="in-card"], QTableView[role="in-card"] { border: 0; }
QLineEdit {
    background: $base; border: 1px solid $field_border; border-radius: 4px; padding: 3px 6px;
}
QLineEdit:focus { border-color: $accent; }
QLineEdit:disabled { color: $disabled; border-color: $border; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit {
    background: transparent; border: 0; padding: 0;
}
QCheckBox::indicator:unchecked {
    width: 13px; height: 13px; border: 1px solid $field_border; border-radius: 2px;
    background: $base;
}
QTreeView[role="editor"] { border: 0; }
QTreeView[role="editor"]::item { padding: 2px 6px; }
QTreeView[role="editor"]::item:selected { background: $button_hover; color: $text; }
QTreeView[role="editor"] QHeaderView::section { padding: 5px 8px; }
QScrollArea[role="in-card"], QScrollArea[role="in-card"] > QWidget > QFrame {
    background: transparent;
}
QTreeView[role="in-card"]::item { padding: 3px 6px; }
QTableView[role="in-card"]::item { padding: 0 8px; }
QTableView[role="preview"] { border: 0; }
QTableView[role="preview"]::item { padding: 6px 8px; border-bottom: 1px solid $grid; }
QTableView[role="preview"] QHeaderView::section { padding: 5px 8px; }
QTreeView[role="in-card"] QHeaderView::section, QTableView[role="in-card"] QHeaderView::section {
    padding: 5px 8px;
}
QStatusBar { border-top: 1px solid $border; }
QStatusBar::item { border: 0; }
QToolTip { background: $base; color: $text; border: 1px solid $border; padding: 4px; }
"""
)


def style_sheet(chosen: Colours) -> str:
    return _STYLE.substitute({name: getattr(chosen, name) for name in chosen.__dataclass_fields__})
