"""Texts of a row in the list of runs."""

from __future__ import annotations

from storage_tuner.core.message import tr, trn
from storage_tuner.core.session_kinds import SessionKind
from storage_tuner.present.wording import printable, prose, variant_label
from storage_tuner.store.database.run_store import StoredRun
from storage_tuner.ui.dates import moment
from storage_tuner.ui.history import text as words
from storage_tuner.ui.tree.badges import Badge
from storage_tuner.ui.widgets.elements import Tone

_MOST_NAMED = 4


def when(created_at: str) -> str:
    """ISO 8601, as the desktop writes it."""
    return moment(created_at) or tr("unknown")


def kind(run: StoredRun) -> str:
    """Other kinds than ours may come with what is imported."""
    known = {choice.value for choice in SessionKind}
    return words.kind(SessionKind(run.kind)) if run.kind in known else printable(run.kind)


def what(run: StoredRun) -> str:
    """The kind, and what was compared."""
    names = [variant_label(name) for name in run.variants]
    if len(names) < 2:
        return f"{kind(run)}: {printable(run.target_text)}" if run.target else kind(run)
    more = len(names) - _MOST_NAMED
    if more > 0:
        names = [*names[:_MOST_NAMED], trn(more, "{count} more", "{count} more")]
    return f"{kind(run)}: {', '.join(names)}"


def measured(run: StoredRun, between: str = " · ") -> str:
    """The disk, and where on it."""
    parts = dict.fromkeys(printable(part) for part in (run.model, run.target_text) if part)
    return between.join(parts) or tr("unknown")


def outcome(run: StoredRun) -> str:
    """Outcome of the settings, or of the session itself."""
    return outcomes().get(run.outcome, printable(run.outcome))


def outcomes() -> dict[str, str]:
    """Names of outcomes, by their stored form."""
    return {
        "kept": tr("Kept"),
        "stopped early": tr("Stopped early"),
        "nothing changed": tr("Nothing changed"),
        "put back": tr("Restored"),
    }


def is_translated() -> bool:
    """Whether the window's language differs from that of stored runs."""
    return tr("Outcome") != "Outcome"


def result(run: StoredRun) -> str:
    """Tests without the name of the program they are known from: that is the same for all."""
    return prose(run.summary_text).replace("CrystalDiskMark ", "")


def tags(run: StoredRun) -> str:
    return ", ".join(map(printable, run.tags))


def split_tags(text: str) -> tuple[str, ...]:
    """Split typed tags at commas."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def elsewhere(run: StoredRun) -> Badge | None:
    """Badge of a run that was measured on another computer."""
    if not run.imported_from:
        return None
    return Badge(tr("measured elsewhere"), Tone.SUBTLE)


def origin(run: StoredRun) -> str:
    """Origin of an imported run; "" for our own."""
    if not run.imported_from:
        return ""
    host = printable(run.host)
    file = printable(run.imported_from)
    if not host:
        return tr("Imported from {file}", file=file)
    return tr("Measured on {host}, imported from {file}", host=host, file=file)


def title(run: StoredRun) -> str:
    """A run in a line of text."""
    return f"{when(run.created_at)}, {what(run)}"


def summary(run: StoredRun, reported_result: str = "") -> str:
    """A run's details and result in a few lines; ``reported_result`` has the result in the window's
    language."""
    head = " · ".join((when(run.created_at), measured(run), what(run), outcome(run)))
    parts = (head, reported_result or result(run), run.note, tags(run), origin(run))
    return "\n".join(part for part in parts if part)
