"""Reading whatever somebody gives: the content tells the form."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.sentence import sentence
from storage_tuner.store.importing import csv_table, disk_mark, fio_json, folder, iozone, tiobench
from storage_tuner.store.importing.text import LARGEST_TEXT, decoded
from storage_tuner.store.importing.values import Imported, Problems, quoted
from storage_tuner.store.reading import read_bytes
from storage_tuner.store.results import session_of

OURS = "results.json"
TIOTEST = "tiotest"
TIOBENCH = "tiobench"

LARGEST_JSON = 64 << 20
"""Of fio's, in characters: two hundred thousand of its jobs, or a thousand with histograms."""

_Read = Callable[[str, str, Problems], tuple[SessionRecord, ...]]


def import_path(path: Path) -> Imported:
    """A file, or the folder of bench-fio. What can't be understood is a problem, the rest is
    imported. Raises ``UnreadableResult`` only when there is nothing that can be opened."""
    problems = Problems()
    if path.is_dir():
        return Imported(folder.read_folder(path, problems), problems.all, folder.FORM)
    content = read_bytes(path)
    form = ""
    records: tuple[SessionRecord, ...] = ()
    try:
        if _is_ours(content):
            form, records = OURS, (session_of(str(path), content),)
        elif csv_table.is_table(content):
            form, records = csv_table.FORM, csv_table.read_runs_of(path, problems)
        else:
            form, records = _foreign(path, content, problems)
    except UnreadableResult as error:
        problems.add(None, error.reason)
    if not records and not problems.all:
        problems.add(None, sentence("it holds no figures"))
    return Imported(records, problems.all, form)


def _is_ours(content: bytes) -> bool:
    return (
        content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
        and b'"schema_version"' in content
        and b'"measurements"' in content
    )


def _foreign(
    path: Path, content: bytes, problems: Problems
) -> tuple[str, tuple[SessionRecord, ...]]:
    text = decoded(str(path), content)
    form, read, largest = _form(text)
    if read is None:
        raise UnreadableResult(str(path), sentence("it is in no form that is known"))
    if len(text) > largest:
        raise UnreadableResult(
            str(path), sentence("it is too large for a result of {form}", form=form)
        )
    return form, read(text, quoted(path.stem) or form, problems)


def _form(text: str) -> tuple[str, _Read | None, int]:
    """Its name, who reads it, and how large it may be."""
    if fio_json.is_fio(text):
        return fio_json.FORM, fio_json.read_fio, LARGEST_JSON
    if disk_mark.is_disk_mark(text):
        return disk_mark.form_of(text), disk_mark.read_disk_mark, LARGEST_TEXT
    if iozone.is_iozone(text):
        return iozone.FORM, iozone.read_iozone, LARGEST_TEXT
    if tiobench.is_tiobench(text):
        return TIOBENCH, tiobench.read_tiobench, LARGEST_TEXT
    if tiobench.is_tiotest(text):
        return TIOTEST, tiobench.read_tiotest, LARGEST_TEXT
    return "", None, 0
