"""A page that is made when it's seen for the first time, so that the window comes sooner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from storage_tuner.ui.widgets.layouts import column_in

Page = TypeVar("Page", bound=QWidget)


class Later(QWidget, Generic[Page]):
    """``make`` imports what it needs itself."""

    def __init__(self, make: Callable[[], Page]) -> None:
        super().__init__()
        self._make = make
        self.made: Page | None = None
        """The page, if it was ever needed."""
        self._column = column_in(self)

    @property
    def page(self) -> Page:
        """The page, made now if need be."""
        if self.made is None:
            self.made = self._make()
            self._column.addWidget(self.made)
        return self.made

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        self.page.show()
