"""A page created when it's first shown, so that the window appears sooner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from storage_tuner.ui.widgets.layouts import column_in

Page = TypeVar("Page", bound=QWidget)


class Later(QWidget, Generic[Page]):
    """A placeholder for a page; ``make`` creates it and imports what it needs."""

    def __init__(self, make: Callable[[], Page]) -> None:
        super().__init__()
        self._make = make
        self.made: Page | None = None
        """The page, once created."""
        self._column = column_in(self)

    @property
    def page(self) -> Page:
        """The page, created now if necessary."""
        if self.made is None:
            self.made = self._make()
            self._column.addWidget(self.made)
        return self.made

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        self.page.show()
