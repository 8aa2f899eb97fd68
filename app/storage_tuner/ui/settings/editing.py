"""Connects the editor of settings, its preview, and the job that sets, undoes and keeps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal

from storage_tuner.client.connecting import asks_for_password
from storage_tuner.client.setting_changes import Changed, Connect
from storage_tuner.core.errors import NotKept, StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.jobs.settings.apply import Applied, apply_changes, keep_changes, undo
from storage_tuner.jobs.settings.pending_changes import (
    Collection,
    EditedDevice,
    PendingChange,
    PlannedChanges,
    refusal,
)
from storage_tuner.ui.jobs import Jobs, Result
from storage_tuner.ui.settings import preview_text as preview_words
from storage_tuner.ui.settings.edited_devices import EditedSubject, SubjectStates
from storage_tuner.ui.settings.editor import SettingEditor
from storage_tuner.ui.settings.persist_question import PersistQuestion
from storage_tuner.ui.settings.preview_dialog import PreviewDialog
from storage_tuner.ui.widgets.elements import Said, Tone


class Editing(QObject):
    """``counted`` carries the number of pending changes by device. ``applied`` carries ``Applied``,
    also after making them permanent; ``undone`` the ``Applied`` that was undone.
    ``refresh_requested``: values may have changed."""

    counted = Signal(object)
    applied = Signal(object)
    undone = Signal(object)
    refresh_requested = Signal()

    def __init__(self, editor: SettingEditor, connect: Connect, jobs: Jobs) -> None:
        super().__init__(editor)
        self.editor = editor
        self.collection = Collection()
        self.preview: PreviewDialog | None = None
        self.keeping = PersistQuestion(editor, jobs)
        self._connect_helper = connect
        self._jobs = jobs
        self.subject: EditedSubject | None = None
        self._is_gone = False
        self._counts: dict[str, int] = {}
        self.standing = SubjectStates()
        self._connect()

    def show(self, subject: EditedSubject) -> None:
        """Edit this; what was collected elsewhere waits there."""
        is_other = self.subject is None or self.subject.name != subject.name
        self.subject = subject
        self._is_gone = False
        if is_other and self.preview is not None:
            self.preview.reject()
        if is_other:
            self.keeping.withdraw()
        self._show()
        if self.preview is not None and self._name not in self.standing.busy:
            self._renew_preview()

    def show_gone(self) -> None:
        """The device isn't there; what was collected waits for it."""
        self._is_gone = True
        self._show_state()

    def forget(self, name: str, said: Said | None = None) -> None:
        """Drop pending changes and undo of ``name``."""
        self.collection.discard(name)
        self.standing.forget(name, said)
        self._show()

    def note_put_back(self, device: str) -> None:
        """Note that settings of ``device`` were restored elsewhere, which can't be undone."""
        if self._name in self.standing.forget_applied_to(device):
            self.keeping.withdraw()
        self._show_state()
        self.refresh_requested.emit()

    def _connect(self) -> None:
        editor = self.editor
        editor.wished.connect(self._wish)
        editor.taken_back.connect(self._take_back)
        editor.bar.preview.clicked.connect(self._open_preview)
        editor.bar.discard.clicked.connect(self._discard)
        editor.message.acted.connect(self._undo)
        editor.keep.clicked.connect(self._ask_whether_keepable)
        editor.left.connect(self._note_left)
        self.keeping.answered.connect(self._note_answered)
        self.keeping.confirmed.connect(self._keep)
        self.keeping.refused.connect(self.note_failed)

    @property
    def _name(self) -> str:
        return self.subject.name if self.subject is not None else ""

    def _all_pending(self) -> tuple[PendingChange, ...]:
        return self.collection.of(self._name)

    def _wish(self, tunable: str, value: str) -> None:
        for item in self.editor.list.settings():
            if item.row.tunable.name == tunable:
                self.collection.choose(
                    self._name, PendingChange(tunable, value, dict(item.row.seen))
                )
        self._show()

    def _take_back(self, tunable: str) -> None:
        self.collection.take_back(self._name, tunable)
        self._show()

    def _discard(self) -> None:
        self.collection.discard(self._name)
        self._show()

    def _show(self) -> None:
        if self.subject is None:
            return
        all_pending = {pending.tunable: pending for pending in self._all_pending()}
        scheduler = all_pending["scheduler"].new if "scheduler" in all_pending else ""
        self.editor.show_groups(self.subject.groups(scheduler), all_pending, self._name)
        self._show_state()
        self._count()

    def _show_state(self) -> None:
        all_pending = self._all_pending()
        problem = str(refusal(all_pending))
        if self._is_gone and all_pending:
            problem = tr("Reconnect {name} to apply them.", name=self._name)
        self.editor.bar.show_count(len(all_pending), problem)
        self.editor.set_busy(self._name in self.standing.busy)
        if self._is_gone:
            self.editor.list.setEnabled(False)
        if (said := self.standing.said.get(self._name)) is None:
            self.editor.message.hide()
        else:
            can_undo = self._name in self.standing.applied
            self.editor.show_message(said.tone, said.summary, said.remedy, can_undo=can_undo)
        if self._name in self.standing.unkeepable:
            self.editor.keep.setEnabled(False)

    def _count(self) -> None:
        counts = self.collection.counts
        if counts != self._counts:
            self._counts = counts
            self.counted.emit(counts)

    def _open_preview(self) -> None:
        if self.subject is None or self.preview is not None or not self._all_pending():
            return
        self.preview = PreviewDialog(self.editor.window(), asks_for_password=asks_for_password())
        self.preview.apply_asked.connect(self._apply)
        self.preview.finished.connect(self._preview_closed)
        self.collection.refreshed(self._name, _present(self.subject.place))
        self._renew_preview()
        self.preview.open()

    def _renew_preview(self) -> None:
        """Count displayed values as seen. No choice is discarded: the list may date from a change
        that was reverted."""
        if self.subject is None or self.preview is None:
            return
        place = self.subject.place
        self.collection.note_seen(self._name, _present(place))
        self._show()
        self.preview.show_changes(place, self._all_pending())

    def _preview_closed(self) -> None:
        if self.preview is not None:
            self.preview.deleteLater()
            self.preview = None

    def _apply(self, planned: PlannedChanges) -> None:
        apply = partial(apply_changes, self._connect_helper, planned.changes)
        self._start(self._name, apply, self.note_applied)

    def _undo(self) -> None:
        if (applied := self.standing.applied.get(self._name)) is not None:
            work = partial(undo, self._connect_helper, applied)
            self._start(self._name, work, self.note_undone)

    def _ask_whether_keepable(self) -> None:
        applied = self.standing.applied.get(self._name)
        if self.subject is not None and applied is not None:
            self._begin()
            self.keeping.ask(self.subject.place, applied)

    def _note_left(self) -> None:
        """Something else is looked at: a success is no news any more."""
        undoable = Said(Tone.PLAIN, tr("The last change can be undone."))
        self.standing.note_read(self._name, undoable)
        self._show_state()

    def _begin(self) -> None:
        self.standing.begin(self._name)
        self._show_state()

    def _start(
        self, name: str, job: Callable[[], Result], done: Callable[[str, Result], None]
    ) -> None:
        self._begin()
        self._jobs.start(job, partial(done, name), partial(self.note_failed, name))

    def note_applied(self, name: str, applied: Applied) -> None:
        """Report applied settings, which can be undone."""
        if not self.standing.end(name):
            return
        self.collection.discard(name)
        lasting = tr("They are kept until reboot.")
        devices = preview_words.devices(applied.devices)
        said = Said(
            Tone.GOOD,
            tr("Settings of {names} applied.", names=devices),
            "\n".join((*preview_words.along(applied), lasting)),
        )
        self.standing.note_applied(name, applied, said)
        if self.preview is not None and name == self._name:
            self.preview.accept()
        self._show()
        self.applied.emit(applied)
        self.refresh_requested.emit()

    def note_undone(self, name: str, _: object) -> None:
        """Report that the last change was undone."""
        if (applied := self.standing.end_for_ever(name)) is None:
            return
        self.standing.said[name] = Said(Tone.GOOD, tr("The previous settings were restored."))
        self._show_state()
        self.undone.emit(applied)
        self.refresh_requested.emit()

    def _note_answered(self, name: str) -> None:
        if self.standing.end(name):
            self._show_state()

    def _keep(self, name: str) -> None:
        if (applied := self.standing.applied.get(name)) is not None:
            keep = partial(keep_changes, self._connect_helper, applied.changes)
            self._start(name, keep, self.note_kept)

    def note_kept(self, name: str, changed: tuple[Changed, ...]) -> None:
        """Report that settings were made permanent."""
        if (applied := self.standing.end_for_ever(name)) is None:
            return
        notes = [str(one.note) for one in changed if one.note]
        way_back = tr("Choose “Restore previous settings” to undo this.")
        self.standing.said[name] = Said(
            Tone.CAUTION if notes else Tone.GOOD,
            tr("The settings are now permanent."),
            "\n".join((*notes, way_back)),
        )
        self._show_state()
        self.applied.emit(applied)
        self.refresh_requested.emit()

    def note_failed(self, name: str, error: StorageTunerError) -> None:
        """Report why a job failed, in the preview if that is open."""
        if not self.standing.end(name):
            return
        if self.preview is not None and name == self._name:
            self.preview.show_error(error)
            self._renew_preview()
        else:
            self.standing.said[name] = Said(Tone.BAD, str(error.summary), str(error.remedy))
        if isinstance(error, NotKept):
            self.standing.unkeepable.add(name)
        self._show_state()
        self.refresh_requested.emit()


def _present(place: EditedDevice) -> dict[str, Mapping[str, str]]:
    """The settings of all devices that it reaches, as they are shown."""
    return {each.name: each.tuned.settings for each in (place, *place.disks, *place.siblings)}
