"""Kept runs: lists, opens, and imports them."""

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
    """The essence of a session: its judgement, and the result of a quick test."""

    judgement: Judgement
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True)
class Listing:
    """The requested lines, newest first, of ``total`` without filters for words, kind, tag and
    time. ``devices`` are (key, name) of all measured devices, ``tags`` those in use. ``set_aside``
    is a damaged file; ``unreadable`` are results of earlier versions."""

    runs: tuple[StoredRun, ...]
    total: int
    devices: tuple[tuple[str, str], ...] = ()
    tags: tuple[str, ...] = ()
    set_aside: DamagedFile | None = None
    unreadable: tuple[UnreadableResult, ...] = ()
    read_only: bool = False


@dataclass(frozen=True)
class TakenFile:
    """The result of importing ``path``: its ``form`` ("" if unknown), the runs kept, and the parts
    that couldn't be parsed, by line (None: the whole file)."""

    path: Path
    form: str = ""
    runs: tuple[StoredRun, ...] = ()
    problems: tuple[tuple[int | None, Text], ...] = ()


@dataclass(frozen=True)
class Opened:
    """A session with its line and its gist."""

    run: StoredRun
    record: SessionRecord
    gist: Gist


def opened(store: RunStore, identifier: str) -> Opened:
    """Raises ``NoSuchRun`` and ``UnreadableResult``."""
    # the window starts faster without modules for judging
    from storage_tuner.jobs.judging import judge_session
    from storage_tuner.jobs.quick_test.run import figures_of

    run, record = store.line(identifier), store.opened(identifier)
    figures = figures_of(record.measurements) if is_quick_test(record.plan) else ()
    return Opened(run, record, Gist(judge_session(record), figures))


def take_files(
    paths: Sequence[Path], store: RunStore, report_progress: Callable[[int, int], None]
) -> tuple[TakenFile, ...]:
    """Import the files; an unreadable one doesn't prevent the others. ``told`` is called with the
    number of imported files and the total."""
    taken = []
    for number, path in enumerate(paths):
        report_progress(number, len(paths))
        taken.append(_taken(store, path))
    return tuple(taken)


def _taken(store: RunStore, path: Path) -> TakenFile:
    # the window starts faster without modules for judging and for other formats
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
    """The lines of one kind, or of all."""
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
    """Each disk's latest name, made distinct where two have the same."""
    newest: dict[str, StoredRun] = {}
    for run in runs:
        newest.setdefault(run.device_key, run)
    return tuple(
        sorted(((key, _name(run)) for key, run in newest.items() if key), key=lambda each: each[1])
    )


def _name(run: StoredRun) -> str:
    place = sentence("on {host}", host=run.host) if run.imported_from else ""
    return str(together((run.model, run.target_text, place), " · "))
