"""Expert choice of workloads and thread counts from the whole catalogue."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QPushButton

from storage_tuner.core.message import tr
from storage_tuner.core.plan import Target, Use
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.planning.plan_building import usual_workloads
from storage_tuner.jobs.planning.workload_catalogue import CatalogueEntry, WorkloadCatalogue
from storage_tuner.ui.assistant.plan.workload_tree import WorkloadTree, refusal_of
from storage_tuner.ui.widgets.elements import SPACE, Text, Tone, label_for
from storage_tuner.ui.widgets.fold import Fold
from storage_tuner.ui.widgets.layouts import Gap, Placed, Stretch, row_of
from storage_tuner.ui.widgets.search_field import SearchField
from storage_tuner_protocol.workload import MAXIMUM_THREADS

_ROWS = 11
"""Rows visible without scrolling."""


class WorkloadChoice(Fold):
    """``changed`` is emitted when the choice changes."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__(tr("&Expert: workloads"))
        self._entries: dict[str, CatalogueEntry] = {}
        self._target: Target | None = None
        self._overwriting = False
        self._use = Use.NOT_SURE
        self._chosen: frozenset[str] | None = None
        self._broken: tuple[str, ...] = ()
        self._problem = ""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.changed)
        self.opened.connect(self._make_room)
        self.search = SearchField(tr("Search workloads"), tr("Search workloads"))
        self.counts = QLineEdit()
        self.tree = WorkloadTree()
        self.usual = QPushButton(tr("Def&ault workloads"))
        self.usual.setAutoDefault(False)
        self.usual.setToolTip(tr("The workloads of the purpose, as far as the device allows"))
        self.usual.clicked.connect(self.choose_usual)
        self.own = QPushButton(tr("&New workload…"))
        self.own.setAutoDefault(False)
        self.own.setToolTip(tr("Define your own workload"))
        self.note = Text(tone=Tone.SUBTLE)
        self._build()

    def chosen(self, target: Target) -> tuple[Workload, ...]:
        """The chosen ones that ``target`` allows, in catalogue order; empty for the default."""
        if self._chosen is None:
            return ()
        return tuple(
            entry.workload
            for name, entry in self._entries.items()
            if name in self._chosen
            and not refusal_of(entry.workload, target, overwriting=self._overwriting)
        )

    def threads(self) -> tuple[int, ...]:
        """The thread counts; empty for the default, and while they are invalid."""
        return _counts(self.counts.text()) or ()

    @property
    def is_chosen(self) -> bool:
        """Whether anything but the default is chosen."""
        return self._chosen is not None or bool(self.counts.text())

    @property
    def nothing_chosen(self) -> bool:
        """Whether no possible workload is chosen."""
        return self._chosen is not None and not self.chosen(self._target_now())

    def choose_usual(self) -> None:
        """Restore the default choice."""
        self._chosen = None
        self.counts.clear()
        self._tick()
        self.changed.emit()

    def choose(
        self, workloads: Sequence[Workload], threads: Sequence[int], known: WorkloadCatalogue
    ) -> None:
        """Tick these and show the thread counts; empty ones mean the default."""
        self._chosen = frozenset(each.name for each in workloads) if workloads else None
        self.counts.setText(", ".join(map(str, threads)))
        self.show_known(known)
        self._tick()

    def add(self, workload: Workload, known: WorkloadCatalogue) -> None:
        """Add a new workload, and tick it in addition to the others."""
        chosen = self._usual() if self._chosen is None else self._chosen
        self._chosen = chosen | {workload.name}
        self.show_known(known)
        self.changed.emit()

    def show_known(self, known: WorkloadCatalogue) -> None:
        """Fill the list, and tick the chosen workloads."""
        self._entries = {each.workload.name: each for each in known.entries}
        self.tree.fill(known.entries)
        self._tick()
        self._broken = tuple(str(problem.summary) for problem in known.broken)
        self._show_note()

    @property
    def problem(self) -> str:
        """Why the choice can't be measured; empty if it can."""
        if self._target is not None and self.nothing_chosen:
            return tr("Tick at least one workload.")
        if _counts(self.counts.text()) is None:
            return tr(
                "Enter thread counts from 1 to {most}, such as 1, 4, 16.", most=MAXIMUM_THREADS
            )
        return self._problem

    def show_problem(self, sentence: str) -> None:
        """Show another obstacle; empty for none."""
        self._problem = sentence
        self._show_note()

    def show_target(self, target: Target, use: Use, *, overwriting: bool) -> None:
        """Enable only what ``target`` allows, and tick the default ones of ``use``;
        ``overwriting``: the disk may be overwritten."""
        if (target, use, overwriting) != (self._target, self._use, self._overwriting):
            self._target, self._use, self._overwriting = target, use, overwriting
            self._tick()

    def _build(self) -> None:
        self.tree.ticked_anew.connect(self._note_choice)
        self.search.textChanged.connect(self._filter)
        self.counts.setPlaceholderText(tr("default"))
        self.counts.textChanged.connect(self._note_counts)
        threads = label_for(self.counts, tr("T&hreads"))
        head = row_of(Placed(self.search, 3), Gap(2 * SPACE), threads, Placed(self.counts, 1))
        foot = row_of(Placed(self.note, 4), Stretch(), self.own, self.usual)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.addLayout(head)
        self.body.addWidget(self.tree)
        self.body.addLayout(foot)
        self.note.hide()

    def _make_room(self) -> None:
        self.tree.setMinimumHeight((self.fontMetrics().height() + SPACE) * _ROWS)

    def _filter(self) -> None:
        """Show only workloads with every word in their name or purpose."""
        self.tree.search(self.search.text().casefold().split())

    def _note_counts(self) -> None:
        self._show_note()
        self._soon.start(0)

    def _target_now(self) -> Target:
        assert self._target is not None
        return self._target

    def _usual(self) -> frozenset[str]:
        usual = usual_workloads(self._use, self._target_now(), overwriting=self._overwriting)
        return frozenset(each.name for each in usual)

    def _tick(self) -> None:
        """Show which workloads are chosen and possible."""
        if self._target is None:
            return
        chosen = self._usual() if self._chosen is None else self._chosen
        self.tree.tick(chosen, self._target, overwriting=self._overwriting)
        self._show_note()

    def _show_note(self) -> None:
        """Show what is missing, and which of the user's files can't be used."""
        lines = [line for line in (self.problem, *self._broken) if line]
        self.note.setText("\n".join(lines))
        self.note.setVisible(bool(lines))
        self.usual.setEnabled(self.is_chosen)

    def _note_choice(self, of_group: bool) -> None:
        """Note that a tick was set or cleared."""
        ticked = self.tree.ticked()
        wanted = None if ticked == self._usual() else ticked
        if wanted != self._chosen:
            self._chosen = wanted
            self._show_note()
            self._soon.start(0)
        if of_group:
            self._tick()


def _counts(text: str) -> tuple[int, ...] | None:
    """The distinct thread counts in ``text``; None if it contains anything else."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not all(word.isascii() and word.isdecimal() for word in words):
        return None
    counts = sorted({int(word[:9]) for word in words})
    return tuple(counts) if all(1 <= each <= MAXIMUM_THREADS for each in counts) else None
