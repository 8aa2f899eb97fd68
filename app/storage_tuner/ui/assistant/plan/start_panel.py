"""Asks for the program whose start is timed, as ``sweep FOLDER --start`` does."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QLineEdit, QPushButton, QWidget

from storage_tuner.bench.programs.command import LONGEST_TIMEOUT_S, shell_note
from storage_tuner.bench.programs.own_command import OwnCommand, own_workloads
from storage_tuner.core.errors import InvalidInput, StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.core.plan import Target, TargetKind
from storage_tuner.core.workload import Command, Workload
from storage_tuner.jobs.planning.plan_building import require_possible
from storage_tuner.present.numbers import SPACE as SPACE_BEFORE_UNIT
from storage_tuner.ui.file_dialogs import ask_for_folder
from storage_tuner.ui.widgets.elements import SPACE, Text, Tone
from storage_tuner.ui.widgets.layouts import Placed, Stretch, column_in, row_of
from storage_tuner.ui.widgets.wheel_guard import SpinBox

_EXAMPLE = "xterm /bin/true"


class StartPanel(QWidget):
    """``changed`` is emitted when the choice changes, ``place_asked`` with the ``Path`` of a folder
    to start the program in."""

    changed = Signal()
    place_asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._target: Target | None = None
        self._refused = ""
        self.program = QLineEdit()
        self.place = Text()
        self.folder = QPushButton(tr("Choose &folder…"))
        self.prepare = QLineEdit()
        self.clean_up = QLineEdit()
        self.limit = SpinBox()
        self.note = Text(tone=Tone.CAUTION)
        self._build()

    def own_command(self) -> OwnCommand:
        return OwnCommand(
            start=self.program.text(),
            prepare=self.prepare.text() or None,
            clean_up=self.clean_up.text() or None,
            time_limit_s=float(self.limit.value()),
        )

    def workloads(self) -> tuple[Workload, ...]:
        """The start under each load. Raises ``InvalidInput`` for what isn't a command."""
        if not self.program.text().strip():
            raise InvalidInput(
                tr("Enter the program to start, such as {example}.", example=_EXAMPLE)
            )
        return own_workloads(self.own_command(), self._called)

    @property
    def problem(self) -> str:
        """Why the choice can't be measured; empty if it can."""
        try:
            for workload in self.workloads():
                require_possible(workload, self._target or Target(TargetKind.DEVICE, None))
        except InvalidInput as error:
            return str(error.summary)
        return ""

    def choose(self, own: OwnCommand) -> None:
        """Show the start of ``own``."""
        self.program.setText(own.start or "")
        self.prepare.setText(own.prepare or "")
        self.clean_up.setText(own.clean_up or "")
        self.limit.setValue(round(own.time_limit_s))

    def show_target(self, target: Target) -> None:
        self._target = target
        is_place = target.kind is TargetKind.FILE
        self.place.setText(target.path or "" if is_place else tr("none, a disk is chosen"))

    def show_error(self, error: StorageTunerError) -> None:
        """Show why a folder can't be measured, until another one is asked for or the commands
        change."""
        self._refused = str(error)
        self.show_problem()

    def _build(self) -> None:
        self.program.setPlaceholderText(_EXAMPLE)
        for field in (self.prepare, self.clean_up):
            field.setPlaceholderText(tr("no command"))
        for field in (self.program, self.prepare, self.clean_up):
            field.textChanged.connect(self._note_change)
        self.limit.setRange(1, int(LONGEST_TIMEOUT_S))
        self.limit.setValue(int(Command.timeout_s))
        self.limit.setSuffix(f"{SPACE_BEFORE_UNIT}s")
        self.limit.setAccessibleName(tr("Time limit"))
        self.limit.setToolTip(tr("A command that takes longer is stopped"))
        self.limit.valueChanged.connect(self.changed)
        self.folder.setAutoDefault(False)
        self.folder.clicked.connect(self._ask_folder)
        self.place_asked.connect(self._forget_refusal)
        form = QFormLayout()
        form.setHorizontalSpacing(2 * SPACE)
        form.setVerticalSpacing(SPACE)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.addRow(tr("Pro&gram"), self.program)
        form.addRow(tr("Folder"), row_of(Placed(self.place, 1), self.folder, spacing=SPACE))
        form.addRow(tr("Before each start"), self.prepare)
        form.addRow(tr("After each start"), self.clean_up)
        form.addRow(tr("Time limit"), row_of(self.limit, Stretch()))
        about = tr(
            "Times the cold start on the idle disk, and while 1 and 5 readers and writers use a "
            "test file in the folder. The program must end by itself, and its files should be on "
            "the measured disk. It runs as you, without a shell; Storage Tuner doesn't restrict "
            "what it writes."
        )
        column_in(self, Text(about, tone=Tone.SUBTLE), self.note, form, spacing=SPACE)
        self.note.hide()

    def _called(self, field: str) -> str:
        return {
            "start": tr("The program"),
            "prepare": tr("The command before each start"),
            "clean_up": tr("The command after each start"),
        }[field]

    def show_problem(self) -> None:
        """Show why the folder asked for or the choice can't be measured, or else what a shell would
        understand."""
        hints = (shell_note(each) for each in self.own_command().texts)
        text = self._refused or self.problem or str(next(filter(None, hints), ""))
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def _note_change(self) -> None:
        self._forget_refusal()
        self.changed.emit()

    def _forget_refusal(self) -> None:
        self._refused = ""
        self.show_problem()

    def _ask_folder(self) -> None:
        ask_for_folder(self, tr("Choose a folder"), "", self.place_asked.emit)
