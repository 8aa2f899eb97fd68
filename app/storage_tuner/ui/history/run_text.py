"""Texts of a row in the list of runs."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from storage_tuner.core.session_kinds import SessionKind
from storage_tuner.store.database.run_store import StoredRun
from storage_tuner.ui.dates import moment
from storage_tuner.ui.history import text as words
from storage_tuner.ui.language import printable, prose
from storage_tuner.ui.tree.badges import Badge
from storage_tuner.ui.widgets.elements import Tone

translate = QCoreApplication.translate

_MOST_NAMED = 4


def when(created_at: str) -> str:
    """ISO 8601, as the desktop writes it."""
    return moment(created_at) or translate("History", "not told")


def kind(run: StoredRun) -> str:
    """Other kinds than ours may come with what is imported."""
    known = {choice.value for choice in SessionKind}
    return words.kind(SessionKind(run.kind)) if run.kind in known else printable(run.kind)


def what(run: StoredRun) -> str:
    """The kind, and what was compared."""
    names = [printable(name) for name in run.variants]
    if len(names) < 2:
        return f"{kind(run)}: {printable(run.target)}" if run.target else kind(run)
    more = len(names) - _MOST_NAMED
    if more > 0:
        names = [*names[:_MOST_NAMED], translate("History", "%n more", "", more)]
    return f"{kind(run)}: {', '.join(names)}"


def measured(run: StoredRun, between: str = " · ") -> str:
    """The disk, and where on it."""
    parts = dict.fromkeys(printable(part) for part in (run.model, run.target) if part)
    return between.join(parts) or translate("History", "not told")


def outcome(run: StoredRun) -> str:
    """What became of the settings, or of the session itself."""
    return outcomes().get(run.outcome, printable(run.outcome))


def outcomes() -> dict[str, str]:
    """What they are called, by what is kept."""
    return {
        "kept": translate("History", "Kept"),
        "stopped early": translate("History", "Stopped early"),
        "nothing changed": translate("History", "Nothing changed"),
        "put back": translate("History", "Put back"),
    }


def is_translated() -> bool:
    """Whether the window speaks another language than what is kept."""
    return translate("History", "Outcome") != "Outcome"


def result(run: StoredRun) -> str:
    """Tests without the name of the program they are known from: that is the same for all."""
    return prose(run.summary).replace("CrystalDiskMark ", "")


def tags(run: StoredRun) -> str:
    return ", ".join(map(printable, run.tags))


def split_tags(text: str) -> tuple[str, ...]:
    """What was typed, with commas between."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def elsewhere(run: StoredRun) -> Badge | None:
    """What marks a run that wasn't measured here."""
    if not run.imported_from:
        return None
    return Badge(translate("History", "measured elsewhere"), Tone.SUBTLE)


def origin(run: StoredRun) -> str:
    """Where an imported run comes from; "" for ours."""
    if not run.imported_from:
        return ""
    host = printable(run.host)
    file = printable(run.imported_from)
    if not host:
        return translate("History", "Imported from {file}").format(file=file)
    return translate("History", "Measured on {host}, imported from {file}").format(
        host=host, file=file
    )


def title(run: StoredRun) -> str:
    """A run in a line of text."""
    return f"{when(run.created_at)}, {what(run)}"


def summary(run: StoredRun, told_result: str = "") -> str:
    """What a run was about and came to, in a few lines; ``told_result`` says it in the window's
    language."""
    head = " · ".join((when(run.created_at), measured(run), what(run), outcome(run)))
    parts = (head, told_result or result(run), run.note, tags(run), origin(run))
    return "\n".join(part for part in parts if part)
