"""Kept runs: listed, opened, and taken in from files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from storage_tuner.core.errors import StorageTunerError, UnreadableResult
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import Text, sentence, together
from storage_tuner.core.session_kinds import SessionKind, is_quick_test
from storage_tuner.core.verdict import Judgement

if TYPE_CHECKING:
    from storage_tuner.jobs.quick_test.request import Figure
    from storage_tuner.store.database.run_file import DamagedFile
    from storage_tuner.store.database.run_store import RunFilter, RunStore, StoredRun


@dataclass(frozen=True)
class Gist:
    """What a session comes to: its judgement, and of a quick test what it gave."""

    judgement: Judgement
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True)
class Listing:
    """The lines that were asked for, newest first, of ``total`` without words, kind, tag and time.
    ``devices`` are (key, name) of all that was measured, ``tags`` those in use. ``set_aside`` is a
    damaged file; ``unreadable`` are results of earlier versions."""

    runs: tuple[StoredRun, ...]
    total: int
    devices: tuple[tuple[str, str], ...] = ()
    tags: tuple[str, ...] = ()
    set_aside: DamagedFile | None = None
    unreadable: tuple[UnreadableResult, ...] = ()
    read_only: bool = False


@dataclass(frozen=True)
class TakenFile:
    """What an import of ``path`` gave: its ``form`` ("" where it wasn't known), the runs that are
    kept now, and what of it wasn't understood, by line (None: the whole of it)."""

    path: Path
    form: str = ""
    runs: tuple[StoredRun, ...] = ()
    problems: tuple[tuple[int | None, Text], ...] = ()


@dataclass(frozen=True)
class Opened:
    """A session with its line and what it comes to."""

    run: StoredRun
    record: SessionRecord
    gist: Gist


def opened(store: RunStore, identifier: str) -> Opened:
    """Raises ``NoSuchRun`` and ``UnreadableResult``."""
    # the window comes sooner without what judges
    from storage_tuner.jobs.judging import judge_session
    from storage_tuner.jobs.quick_test.run import figures_of

    run, record = store.line(identifier), store.opened(identifier)
    figures = figures_of(record.measurements) if is_quick_test(record.plan) else ()
    return Opened(run, record, Gist(judge_session(record), figures))


def take_files(
    paths: Sequence[Path], store: RunStore, report_progress: Callable[[int, int], None]
) -> tuple[TakenFile, ...]:
    """Keep what is in them; a file that can't be read doesn't hinder the others. ``told`` is called
    with how many of how many files were taken in."""
    taken = []
    for number, path in enumerate(paths):
        report_progress(number, len(paths))
        taken.append(_taken(store, path))
    return tuple(taken)


def _taken(store: RunStore, path: Path) -> TakenFile:
    # the window comes sooner without what judges, and without all the forms of others
    from storage_tuner.jobs.judging import judge_session
    from storage_tuner.store.importing import import_path

    try:
        found = import_path(path)
        runs = [
            store.line(store.save(record, judge_session(record), imported_from=path.name))
            for record in found.records
        ]
    except StorageTunerError as error:
        return TakenFile(path, problems=((None, together((error.summary, error.remedy))),))
    problems = tuple((problem.line, problem.reason) for problem in found.problems)
    return TakenFile(path, found.form, tuple(runs), problems)


def listing(store: RunStore, wanted: RunFilter, kind: SessionKind | None = None) -> Listing:
    """Of one kind, or of all."""
    whole = replace(wanted, text="", tag="", since="", until="")
    everything = store.listed(whole)
    found = everything if whole == wanted else store.listed(wanted)
    runs = found if kind is None else tuple(run for run in found if run.kind == kind)
    return Listing(
        runs,
        len(everything),
        _devices(store.listed(replace(whole, device_key="")) if wanted.device_key else everything),
        store.tags(),
        store.set_aside,
        store.not_taken_in(),
        store.read_only,
    )


def _devices(runs: Iterable[StoredRun]) -> tuple[tuple[str, str], ...]:
    """The name that a disk had last, and where two have the same, what tells them apart."""
    newest: dict[str, StoredRun] = {}
    for run in runs:
        newest.setdefault(run.device_key, run)
    return tuple(
        sorted(((key, _name(run)) for key, run in newest.items() if key), key=lambda each: each[1])
    )


def _name(run: StoredRun) -> str:
    place = sentence("on {host}", host=run.host) if run.imported_from else ""
    return str(together((run.model, run.target_text, place), " · "))
