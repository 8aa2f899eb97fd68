"""Reads folders of fio results written by bench-fio: one JSON file per run, named after mode, queue
depth and threads, in a folder for each block size and target."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.message import Text, sentence
from storage_tuner.store.bounded_reading import mode_of, read_bytes
from storage_tuner.store.importing.fio_json import is_fio, read_fio
from storage_tuner.store.importing.records import ReportedFacts, session
from storage_tuner.store.importing.text import decoded
from storage_tuner.store.importing.values import MOST_RUNS, Problems, quoted

FORM = "bench-fio"

MOST_FILES = 20_000
MOST_FOREIGN = 500
MOST_FOREIGN_BYTES = 1 << 28
"""Limit for files that aren't fio's; a folder of bench-fio never has as many."""

DEEPEST = 8
_BLOCK_SIZE = re.compile(r"\d{1,6}[kKmMgG]?i?[bB]?")
_NAME = re.compile(r"(?P<mode>[a-z]+)(?P<share>\d{1,3})?-(?P<depth>\d{1,6})-(?P<threads>\d{1,6})")


def read_folder(path: Path, problems: Problems) -> tuple[SessionRecord, ...]:
    """One session for each target, which is the variant. Raises ``UnreadableResult`` when the
    folder can't be listed."""
    found: dict[str, list[SessionRecord]] = {}
    runs = 0
    foreign = foreign_bytes = 0
    for file in _files(path, problems):
        place = str(file.relative_to(path))
        before = _FolderFile(problems, place)
        text = _text_of_fio(file, before)
        if not text:
            foreign, foreign_bytes = foreign + 1, foreign_bytes + _size_of(file)
            if foreign > MOST_FOREIGN or foreign_bytes > MOST_FOREIGN_BYTES:
                problems.add(
                    None, sentence("too many of its files aren't from fio; the rest wasn't read")
                )
                break
            continue
        for record in read_fio(text, _target(path, file), before):
            if _contradicts(file.stem, record):
                problems.add(
                    None,
                    sentence("{file}: its name doesn't match its content", file=quoted(place)),
                )
            elif runs < MOST_RUNS:
                runs += len(record.measurements)
                found.setdefault(record.measurements[0].variant, []).append(record)
    return tuple(_one(records) for records in found.values())


def _files(path: Path, problems: Problems) -> Iterator[Path]:
    """The files in the order of their names; links aren't followed, and other files of bench-fio
    are skipped."""
    try:
        next(path.iterdir(), None)
    except OSError as error:
        raise UnreadableResult(str(path), error.strerror or str(error)) from error
    count = 0
    for folder, folders, names in os.walk(path):
        folders.sort()
        if len(Path(folder).relative_to(path).parts) >= DEEPEST:
            folders.clear()
        for name in sorted(names):
            file = Path(folder) / name
            count += 1
            if name.endswith(".log") or file.is_symlink() or not stat.S_ISREG(mode_of(file)):
                continue
            if count > MOST_FILES:
                problems.add(None, sentence("there are more than {most:,} files", most=MOST_FILES))
                return
            yield file


class _FolderFile(Problems):
    """Collects the problems of a file in a folder, with the file's name."""

    def __init__(self, problems: Problems, place: str) -> None:
        super().__init__()
        self._problems = problems
        self._place = quoted(place)

    def add(self, line: int | None, reason: Text) -> None:
        reported = sentence("{file}: {reason}", file=self._place, reason=reason)
        self._problems.add(line, reported)


def _text_of_fio(file: Path, problems: Problems) -> str:
    """The text if it's fio's; otherwise "", with a problem noted."""
    try:
        text = decoded(str(file), read_bytes(file))
    except UnreadableResult as error:
        problems.add(None, error.reason)
        return ""
    if not is_fio(text):
        problems.add(None, sentence("it isn't a result of fio"))
        return ""
    return text


def _size_of(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _target(top: Path, file: Path) -> str:
    """The name of the nearest folder that isn't named after a block size."""
    parts = [part for part in file.relative_to(top).parts[:-1] if not _BLOCK_SIZE.fullmatch(part)]
    return quoted(parts[-1] if parts else top.resolve().name) or "?"


def _contradicts(stem: str, record: SessionRecord) -> bool:
    """Return whether queue depth or threads differ from those in the file's name."""
    name = _NAME.fullmatch(stem)
    if name is None:
        return False
    return any(run.threads != int(name["threads"]) for run in record.measurements)


def _one(records: list[SessionRecord]) -> SessionRecord:
    """All runs of a target, in the order in which they were made as far as that's known."""
    runs: list[Measurement] = [run for record in records for run in record.measurements]
    if all(run.started_at for run in runs):
        runs.sort(key=lambda run: run.started_at)
    first = records[0]
    reported = ReportedFacts(
        created_at=min(record.created_at for record in records),
        caveats=tuple(dict.fromkeys(caveat for record in records for caveat in record.caveats)),
    )
    whole = session(runs, reported)
    plan = replace(whole.plan, target=first.plan.target)
    return replace(whole, machine=first.machine, plan=plan)
