"""Settings being looked at, chosen, previewed, applied and undone."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from storage_tuner.client.setting_changes import Changed
from storage_tuner.core.errors import ChangedMeanwhile, Dismissed, ValueNotTaken
from storage_tuner.jobs.settings.apply import Applied
from storage_tuner.jobs.settings.pending_changes import PlannedChanges, Reach
from storage_tuner.ui.settings.editing import Editing
from storage_tuner.ui.tree.device_tree import COMPUTER
from storage_tuner.ui.window.main_window import MainWindow
from tests.ui import sample_machine
from tests.ui.pictures.studio import Studio


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    studio.inventory.show(sample_machine.EVERYTHING, (sample_machine.CONTROLLER,))
    window = MainWindow(studio.services)
    window.page.tabs.setCurrentWidget(window.page.settings)
    yield from of_a_member(window)
    yield from of_an_array(window)
    yield from of_the_computer(window)


def of_a_member(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    editing = window.page.settings.editing
    editor = window.page.settings.editor
    window.tree.choose("sdc")
    yield "settings-disk", window
    editor.search.setText("wait")
    yield "settings-search", window
    editor.search.setText("zebra")
    yield "settings-nothing-found", window
    editor.search.clear()
    for tunable, value in (("scheduler", "mq-deadline"), ("nr_requests", "64")):
        editor.list.wished.emit(tunable, value)
    editor.list.wished.emit("rq_affinity", "2")
    editor.list.choose("nr_requests")
    yield "settings-chosen", window
    window.resize(760, 620)
    yield "settings-narrow", window
    window.resize(1240, 800)
    yield from previewed(editing)
    editing.standing.begin("sdc")
    assert editing.subject is not None
    editing.show(editing.subject)
    yield "settings-busy", window
    editing.note_applied("sdc", applied(editing))
    yield "settings-applied", window
    editing.standing.begin("sdc")
    editing.note_undone("sdc", ())
    yield "settings-undone", window
    editing.standing.begin("sdc")
    editing.note_failed("sdc", Dismissed())
    yield "settings-failed", window
    editing.forget("sdc")


def previewed(editing: Editing) -> Iterator[tuple[str, QWidget]]:
    editing.editor.bar.preview.click()
    dialog = editing.preview
    assert dialog is not None
    yield "settings-preview", dialog
    dialog.reach.setCurrentIndex(dialog.reach.findData(Reach.SIBLINGS))
    dialog.reach.activated.emit(dialog.reach.currentIndex())
    dialog.show_busy()
    yield "settings-preview-busy", dialog
    dialog.show_error(ValueNotTaken("NotApplied", "nr_requests became 62 instead of 64", "sda"))
    yield "settings-preview-refused", dialog
    dialog.show_error(ChangedMeanwhile("sdc", "nr_requests", "256", "99"))
    dialog.resize(560, 460)
    yield "settings-preview-narrow", dialog
    dialog.reject()


def applied(editing: Editing) -> Applied:
    """As if the preview had been applied, and the kernel had changed something along."""
    assert editing.subject is not None
    from storage_tuner.jobs.settings.pending_changes import plan_changes

    place = editing.subject.place
    planned: PlannedChanges = plan_changes(place, editing.collection.of("sdc"), Reach.DEVICE)
    changed = tuple(
        Changed(
            change.target.name,
            dict(place.tuned.settings),
            {**place.tuned.settings, **change.wanted, "wbt_lat_usec": "0"},
        )
        for change in planned.changes
    )
    return Applied(planned.changes, changed, frozenset({"sdc"}))


def of_an_array(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    editing = window.page.settings.editing
    window.tree.choose("md0")
    for tunable, value in (
        ("scheduler", "kyber"),
        ("read_lat_nsec", "1000000"),
        ("read_ahead_kb", "4096"),
        ("sync_speed_max", "system"),
    ):
        editing.editor.list.wished.emit(tunable, value)
    yield "settings-array", window
    editing.editor.bar.preview.click()
    assert editing.preview is not None
    yield "settings-array-preview", editing.preview
    editing.preview.reject()
    editing.show_gone()
    window.page.show_gone("md0")
    yield "settings-gone", window
    editing.forget("md0")


def of_the_computer(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    window.tree.choose(COMPUTER)
    window.computer_page.show_memory(sample_machine.MEMORY)
    yield "settings-computer", window
    editing = window.computer_page.editing
    for tunable, value in (("dirty_bytes", "268435456"), ("swappiness", "20")):
        editing.editor.list.wished.emit(tunable, value)
    yield "settings-computer-chosen", window
    editing.editor.bar.preview.click()
    assert editing.preview is not None
    yield "settings-computer-preview", editing.preview
    editing.preview.reject()
    editing.editor.list.wished.emit("dirty_ratio", "10")
    yield "settings-computer-contradiction", window
    window.leaving.asks()
    assert window.leaving.question.box is not None
    yield "settings-leaving", window.leaving.question.box
    window.leaving.question.box.reject()
    window.leaving.forget()
