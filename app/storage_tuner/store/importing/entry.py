"""Imports any supported file; the content determines its form."""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import sentence
from storage_tuner.store.bounded_reading import mode_of, read_bytes
from storage_tuner.store.importing import csv_table, disk_mark, fio_json, folder, iozone, tiobench
from storage_tuner.store.importing.text import LARGEST_TEXT, decoded
from storage_tuner.store.importing.values import Imported, Problems, quoted
from storage_tuner.store.results import is_results, session_of

OURS = "results.json"
TIOTEST = "tiotest"
TIOBENCH = "tiobench"

LARGEST_JSON = 64 << 20
"""For fio's JSON, in characters: two hundred thousand jobs, or a thousand with histograms."""

_Read = Callable[[str, str, Problems], tuple[SessionRecord, ...]]


def import_path(path: Path) -> Imported:
    """Import a file, or the folder of bench-fio. What can't be parsed becomes a problem, the rest
    is imported. Raises ``UnreadableResult`` only when nothing can be opened."""
    if stat.S_ISDIR(mode_of(path)):
        problems = Problems()
        return Imported(folder.read_folder(path, problems), problems.all, folder.FORM)
    return import_content(path, read_bytes(path))


def import_content(path: Path, content: bytes) -> Imported:
    """As ``import_path``, for the content of the file ``path``."""
    problems = Problems()
    form = ""
    records: tuple[SessionRecord, ...] = ()
    try:
        if is_results(content):
            form = OURS
            records = (session_of(str(path), content),)
        elif csv_table.is_table(content):
            form = csv_table.FORM
            records = csv_table.read_runs_of(str(path), content, problems)
        else:
            text = decoded(str(path), content)
            foreign = _form(path, text)
            form = foreign.name
            records = _read_text(foreign, path, text, problems)
    except UnreadableResult as error:
        problems.add(None, error.reason)
    if not records and not problems.all:
        problems.add(None, sentence("it contains no results"))
    return Imported(records, problems.all, form)


@dataclass(frozen=True)
class _Form:
    """The reader of a form, and the size limit in characters."""

    name: str
    read: _Read
    largest: int = LARGEST_TEXT


def _form(path: Path, text: str) -> _Form:
    """The form of ``text``. Raises ``UnreadableResult`` for an unknown one."""
    if fio_json.is_fio(text):
        return _Form(fio_json.FORM, fio_json.read_fio, LARGEST_JSON)
    if disk_mark.is_disk_mark(text):
        return _Form(disk_mark.form_of(text), disk_mark.read_disk_mark)
    if iozone.is_iozone(text):
        return _Form(iozone.FORM, iozone.read_iozone)
    if tiobench.is_tiobench(text):
        return _Form(TIOBENCH, tiobench.read_tiobench)
    if tiobench.is_tiotest(text):
        return _Form(TIOTEST, tiobench.read_tiotest)
    raise UnreadableResult(str(path), sentence("its format is unknown"))


def _read_text(form: _Form, path: Path, text: str, problems: Problems) -> tuple[SessionRecord, ...]:
    if len(text) > form.largest:
        raise UnreadableResult(
            str(path), sentence("it is too large for a result of {form}", form=form.name)
        )
    return form.read(text, quoted(path.stem) or form.name, problems)
