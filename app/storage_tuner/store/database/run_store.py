"""The database of all sessions, in one file: ``RunStore`` keeps, lists and returns them.

A line of the list has columns of its own, computed when a session is kept. The session itself has
the content of ``results.json``, compressed, as has fio's output. docs/runs-format.md describes the
format.
"""

from __future__ import annotations

import contextlib
import functools
import json
import math
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, Self

import platformdirs

from storage_tuner.core.errors import (
    InvalidInput,
    NoSpace,
    NoSuchRun,
    RunsDamaged,
    UnreadableResult,
)
from storage_tuner.core.measurement import MOST_RAW_BYTES, RawOutput, SessionRecord
from storage_tuner.core.message import Message, Text, english_text, sentence
from storage_tuner.core.session_kinds import kind_of
from storage_tuner.core.verdict import Judgement
from storage_tuner.store.database.run_file import (
    RunFile,
    explaining_errors,
    mark_reported,
    note_doubt,
    open_file,
    without_room,
)
from storage_tuner.store.database.run_summaries import (
    best_rate_of,
    format_moment,
    identifier_of,
    key_of,
    moment_of,
    operations_of,
    outcome_of,
    recommended_of,
    summary_of,
    target_of,
    variants_of,
)
from storage_tuner.store.documents import message_document, message_of
from storage_tuner.store.results import read_results, results_document, session_of

MOST_NOTE = 10_000
MOST_TAG = 40
LEAST_LETTERS = 4
"""Letters of an identifier that are enough if no other identifier begins with them."""

_BETWEEN = "\n"
_NO_JUDGEMENT = Judgement((), None)
_LARGEST_BYTES = 1 << 30


@dataclass(frozen=True)
class StoredRun:
    """A line of the list. ``device_key`` is the same for the same disk, ``kind`` a ``SessionKind``;
    ``created_at`` is ISO 8601. ``summary`` is a sentence, ``best_rate_mb_s`` the best mean of a
    test. ``imported_from`` names the file ("": measured here).

    ``target`` and ``summary`` are in English; ``target_text`` and ``summary_text`` are the same in
    any language, unless a version without messages wrote the line. They are made from ``messages``
    on demand: a list may have thousands of lines, of which only a few are visible.
    """

    identifier: str
    created_at: str
    target: str
    device_key: str
    model: str
    kind: str
    host: str
    operations: tuple[str, ...]
    variants: tuple[str, ...]
    outcome: str
    summary: str
    best_rate_mb_s: float | None
    note: str
    tags: tuple[str, ...]
    imported_from: str
    trashed: bool
    measurement_count: int
    messages: str = field(default="{}", repr=False, compare=False)

    @property
    def target_text(self) -> Text:
        return _messages_of(self.messages).get("target", self.target)

    @property
    def summary_text(self) -> Text:
        return _messages_of(self.messages).get("summary", self.summary)

    @property
    def recommended(self) -> Text | None:
        """The variant to use, "" without a recommendation; None where a version that didn't note it
        wrote the line."""
        return _messages_of(self.messages).get("recommended")


_COLUMNS = tuple(each.name for each in fields(StoredRun))
_LISTS = tuple(_COLUMNS.index(name) for name in ("operations", "variants", "tags"))
_TRASHED = _COLUMNS.index("trashed")

_LINES = f"SELECT {', '.join(_COLUMNS)} FROM sessions WHERE "  # noqa: S608 - names of ours
_WRITTEN = (*_COLUMNS, "moment", "searched")
"""The columns of ``StoredRun``, and those computed from them."""

_PUT = f"""
    INSERT INTO sessions ({", ".join(_WRITTEN)}) VALUES (:{", :".join(_WRITTEN)})
    ON CONFLICT (identifier) DO UPDATE SET
        target = excluded.target, device_key = excluded.device_key, model = excluded.model,
        host = excluded.host, outcome = excluded.outcome, summary = excluded.summary,
        imported_from = excluded.imported_from, searched = excluded.searched, trashed = 0,
        messages = excluded.messages
    RETURNING number
"""  # noqa: S608 - names of ours
_RAW = (
    "SELECT label, content FROM sessions JOIN raw_outputs ON session = number "
    "WHERE identifier = ? ORDER BY position"
)


@dataclass(frozen=True)
class RunFilter:
    """Conditions on the listed sessions; "" means any. Every word of ``text`` must occur somewhere
    in the line. ``since`` and ``until`` are ISO 8601 dates or times, in the user's time zone unless
    they contain one; a date includes the whole day."""

    text: str = ""
    device_key: str = ""
    tag: str = ""
    since: str = ""
    until: str = ""
    trashed: bool = False


def runs_file() -> Path:
    """The file of this user's runs (below ``$XDG_DATA_HOME``); it need not exist."""
    return platformdirs.user_data_path("storage-tuner") / "runs.sqlite3"


def open_runs(path: Path | None = None) -> RunStore:
    """Open the runs in ``path`` (default: ``runs_file``), or create the file.

    A damaged file is set aside and its readable rows are kept; ``RunStore.set_aside`` reports it
    until ``mark_set_aside_reported``. Results of earlier versions, in the folder ``sessions`` next
    to it, are imported once. Raises ``NoSpace``, ``RunsRefused`` and ``InvalidInput``.
    """
    path = path or runs_file()
    try:
        return _opened_store(path)
    except RunsDamaged:
        # the damage was outside the list: now that the file is doubted, opening sets it aside
        return _opened_store(path)


def _opened_store(path: Path) -> RunStore:
    store = RunStore(open_file(path))
    try:
        if store.set_aside is not None:
            store.line_up()
        store.take_in(store.path.parent / "sessions")
    except BaseException:
        store.close()
        raise
    return store


class RunStore:
    """The open database, for use in one thread. Changes are on the disk when a method returns."""

    def __init__(self, file: RunFile) -> None:
        self._is_writing = False
        self.path = file.path
        self.set_aside = file.set_aside
        self._use(file)

    def _use(self, file: RunFile) -> None:
        self._connection = file.connection
        self._is_full = file.is_full
        self.read_only = file.read_only

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def mark_set_aside_reported(self) -> None:
        """Note that ``set_aside`` was reported to the user, so that it isn't reported again."""
        if self.set_aside is not None:
            mark_reported(self.set_aside.path)

    def save(
        self,
        record: SessionRecord,
        judgement: Judgement,
        *,
        raw: Iterable[RawOutput] = (),
        imported_from: str = "",
    ) -> str:
        """Keep a session and return its identifier.

        A session with the same measurements replaces its earlier state and keeps note and tags; an
        imported one leaves a session that exists unchanged, but restores it from the trash; only an
        imported one of another host, or without its name, is replaced. Raises ``NoSpace``,
        ``InvalidInput`` and ``RunsDamaged``.
        """
        identifier = identifier_of(record)
        with self.at_once():
            before = self._stored(identifier)
            if before and imported_from and not _is_of_another_host(before, record):
                self._connection.execute(
                    "UPDATE sessions SET trashed = 0 WHERE identifier = ?", (identifier,)
                )
                return identifier
            number = self._put(identifier, record, judgement, imported_from)
            self._connection.execute(
                "INSERT OR REPLACE INTO documents VALUES (?, ?)", (number, _packed(record))
            )
            self._keep_raw(number, raw)
        return identifier

    def listed(self, wanted: RunFilter = RunFilter()) -> tuple[StoredRun, ...]:
        """The sessions that match ``wanted``, newest first. Raises ``InvalidInput`` for an invalid
        date."""
        query, values = listing_query(wanted)
        with explaining_errors(self.path):
            return tuple(_line(row) for row in self._connection.execute(query, values))

    def line(self, identifier: str) -> StoredRun:
        """The line of ``identifier``. Raises ``NoSuchRun``."""
        with explaining_errors(self.path):
            line = self._stored(identifier)
        if line is None:
            raise NoSuchRun(identifier)
        return line

    def _stored(self, identifier: str) -> StoredRun | None:
        row = self._connection.execute(_LINES + "identifier = ?", (identifier,)).fetchone()
        return None if row is None else _line(row)

    def identified(self, word: str) -> str:
        """The identifier equal to ``word``, or the only one that begins with it. Raises
        ``NoSuchRun``, and ``InvalidInput`` if several do."""
        plain = _plain(word).strip().lower()
        with explaining_errors(self.path):
            found = [
                str(row[0])
                for row in self._connection.execute(
                    "SELECT identifier FROM sessions WHERE substr(identifier, 1, ?) = ?",
                    (len(plain), plain),
                )
            ]
        if plain in found:
            return plain
        if len(plain) < LEAST_LETTERS or not found:
            raise NoSuchRun(word)
        if len(found) > 1:
            raise InvalidInput(
                sentence(
                    "{word} matches several runs: {found}.",
                    word=word,
                    found=", ".join(sorted(found)),
                ),
                sentence("Enter more characters of the identifier."),
            )
        return found[0]

    def opened(self, identifier: str) -> SessionRecord:
        """The session of ``identifier``. Raises ``NoSuchRun`` and ``UnreadableResult``."""
        with explaining_errors(self.path):
            row = self._connection.execute(
                "SELECT content FROM sessions JOIN documents ON session = number "
                "WHERE identifier = ?",
                (identifier,),
            ).fetchone()
        if row is None:
            self.line(identifier)
            note_doubt(self.path)
            raise UnreadableResult(identifier, sentence("the measurements are missing"))
        return session_of(identifier, self._unpacked(identifier, row[0]))

    def raw(self, identifier: str) -> tuple[RawOutput, ...]:
        """fio's output, in the order of measuring. Raises ``NoSuchRun`` and
        ``UnreadableResult``."""
        self.line(identifier)
        with explaining_errors(self.path):
            rows = self._connection.execute(_RAW, (identifier,)).fetchall()
        return tuple(
            RawOutput(label, self._unpacked(identifier, content).decode("utf-8", "replace"))
            for label, content in rows
        )

    def _unpacked(self, identifier: str, content: object) -> bytes:
        """Decompress ``content``. Raises ``UnreadableResult``, and marks the file for a full
        check."""
        try:
            return _unpacked(identifier, content)
        except UnreadableResult:
            note_doubt(self.path)
            raise

    def annotate(
        self,
        identifier: str,
        *,
        note: str | None = None,
        added: Iterable[str] = (),
        removed: Iterable[str] = (),
    ) -> None:
        """Replace the note (None: keep it), and add and remove tags; tags that others add meanwhile
        stay.

        Raises ``NoSuchRun``, and ``InvalidInput`` for an invalid note or tag.
        """
        off = frozenset(removed)
        with self.at_once():
            line = self.line(identifier)
            changed = replace(
                line,
                note=line.note if note is None else require_note(note),
                tags=require_tags(tag for tag in (*line.tags, *added) if tag not in off),
            )
            self._connection.execute(
                "UPDATE sessions SET note = :note, tags = :tags, searched = :searched "
                "WHERE identifier = :identifier",
                _cells(changed),
            )

    def trash(self, *identifiers: str) -> None:
        """Hide runs from the list until they are restored or deleted; all or none. Raises
        ``NoSuchRun``."""
        self._change_each("UPDATE sessions SET trashed = 1 WHERE identifier = ?", identifiers)

    def bring_back(self, *identifiers: str) -> None:
        """Restore runs from the trash; all or none. Raises ``NoSuchRun``."""
        self._change_each("UPDATE sessions SET trashed = 0 WHERE identifier = ?", identifiers)

    def delete(self, *identifiers: str) -> None:
        """Delete runs permanently; all or none. Raises ``NoSuchRun``."""
        self._change_each("DELETE FROM sessions WHERE identifier = ?", identifiers)

    def supersede(self, before: str, after: str) -> None:
        """Delete ``before``, which was resumed as ``after``; the new run gets its note and its
        tags, and its fio output in front. Raises ``NoSuchRun``."""
        with self.at_once():
            old, new = self.line(before), self.line(after)
            notes = dict.fromkeys(filter(None, (old.note, new.note)))
            note = "\n".join(notes)[:MOST_NOTE]
            self.annotate(after, note=note, added=old.tags)
            self._put_raw_in_front(before, after)
            self.delete(before)

    def tags(self) -> tuple[str, ...]:
        """All tags in use, in alphabetical order."""
        with explaining_errors(self.path):
            rows = self._connection.execute("SELECT DISTINCT tags FROM sessions WHERE tags <> ''")
            return tuple(sorted({tag for row in rows for tag in row[0].split(_BETWEEN)}))

    def take_in(self, folder: Path) -> None:
        """Import the results in ``folder`` that weren't examined before; the files stay.

        ``not_taken_in`` lists those that can't be read.
        """
        if self.read_only:
            return
        with explaining_errors(self.path):
            rows = self._connection.execute("SELECT file FROM taken_in").fetchall()
        known = {row[0] for row in rows}
        new = [path for path in sorted(folder.glob("*.json")) if path.name not in known]
        for path in new:
            self._take_in(path)

    def _take_in(self, path: Path) -> None:
        # imported here, so that only users with such files wait for the judging modules
        from storage_tuner.advice.judgement import judge

        problem, record = "", None
        try:
            record = read_results(path)
        except UnreadableResult as error:
            problem = english_text(error.reason)
        judgement = judge(record) if record else _NO_JUDGEMENT
        with self.at_once():
            if record and not self._stored(identifier_of(record)):
                self.save(record, judgement)
            self._connection.execute(
                "INSERT OR REPLACE INTO taken_in VALUES (?, ?)", (path.name, _plain(problem))
            )

    def line_up(self) -> None:
        """Add the missing line for each session of which only the measurements were salvaged from a
        damaged file."""
        from storage_tuner.advice.judgement import judge

        with self.at_once():
            loose = self._connection.execute(
                "SELECT session, content FROM documents "
                "WHERE session NOT IN (SELECT number FROM sessions)"
            ).fetchall()
            for number, content in loose:
                with contextlib.suppress(UnreadableResult):
                    record = session_of(str(number), self._unpacked(str(number), content))
                    self._put_as(number, record, judge(record))

    def _put_as(self, number: int, record: SessionRecord, judgement: Judgement) -> None:
        identifier = identifier_of(record)
        if not self._stored(identifier):
            made = self._put(identifier, record, judgement, "")
            self._connection.execute(
                "UPDATE sessions SET number = ? WHERE number = ?", (number, made)
            )

    def not_taken_in(self) -> tuple[UnreadableResult, ...]:
        """Results of earlier versions that can't be read."""
        folder = self.path.parent / "sessions"
        with explaining_errors(self.path):
            rows = self._connection.execute(
                "SELECT file, problem FROM taken_in WHERE problem <> '' ORDER BY file"
            ).fetchall()
        return tuple(
            UnreadableResult(str(folder / file), problem)
            for file, problem in rows
            if (folder / file).exists()
        )

    def _put(
        self, identifier: str, record: SessionRecord, judgement: Judgement, imported_from: str
    ) -> int:
        """Write the line of the list and return its number."""
        line = _line_of(identifier, record, judgement, imported_from)
        if before := self._stored(identifier):
            line = replace(line, note=before.note, tags=before.tags)
        (number,) = self._connection.execute(_PUT, _cells(line)).fetchone()
        return int(number)

    def _keep_raw(self, number: int, raw: Iterable[RawOutput]) -> None:
        """Replace the kept output by ``raw``; an empty ``raw`` leaves it unchanged."""
        if outputs := tuple(raw):
            self._replace_raw(number, _packed_outputs(outputs))

    def _put_raw_in_front(self, before: str, after: str) -> None:
        """Copy the output undecoded: even damaged output may be of use."""
        number, *_ = self._connection.execute(
            "SELECT number FROM sessions WHERE identifier = ?", (after,)
        ).fetchone()
        rows = [
            row
            for identifier in (before, after)
            for row in self._connection.execute(_RAW, (identifier,))
        ]
        self._replace_raw(number, rows)

    def _replace_raw(self, number: int, rows: Iterable[tuple[str, bytes]]) -> None:
        """Replace the outputs by ``rows``: labels, and outputs in their stored form."""
        self._connection.execute("DELETE FROM raw_outputs WHERE session = ?", (number,))
        self._connection.executemany(
            "INSERT INTO raw_outputs VALUES (?, ?, ?, ?)",
            ((number, position, *row) for position, row in enumerate(rows)),
        )

    def _change_each(self, statement: str, identifiers: Sequence[str]) -> None:
        """Execute ``statement`` for each, even on a full disk: it needs no space, and may free
        some."""
        try:
            self._execute_each(statement, identifiers)
        except NoSpace:
            if self._is_writing:
                raise
            self._connection.close()
            try:
                with without_room(self.path) as connection:
                    self._use(RunFile(connection, self.path))
                    self._execute_each(statement, identifiers)
            finally:
                self._use(open_file(self.path))

    def _execute_each(self, statement: str, identifiers: Sequence[str]) -> None:
        with self.at_once():
            for identifier in identifiers:
                if not self._connection.execute(statement, (identifier,)).rowcount:
                    raise NoSuchRun(identifier)

    @contextlib.contextmanager
    def at_once(self) -> Iterator[None]:
        """Make the changes within a single transaction, which is quick; nested calls join the outer
        one."""
        if self._is_writing:
            yield
            return
        with explaining_errors(self.path):
            if self._is_full:
                raise NoSpace(sentence("to write {path}", path=self.path))
            # locked at the start: SQLite doesn't wait for a lock requested within a transaction
            self._connection.execute("BEGIN IMMEDIATE")
            self._is_writing = True
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                # a full disk may have ended the transaction already
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            finally:
                self._is_writing = False


def require_note(text: str) -> str:
    """``text`` in its stored form. Raises ``InvalidInput`` when it's too long."""
    note = _plain(text).strip()
    if len(note) > MOST_NOTE:
        raise InvalidInput(
            sentence(
                "The note has {length:,} characters; the maximum is {most:,}.",
                length=len(note),
                most=MOST_NOTE,
            )
        )
    return note


def require_tags(words: Iterable[str]) -> tuple[str, ...]:
    """``words`` in their stored form, each once. Raises ``InvalidInput`` for an invalid tag."""
    found: list[str] = []
    for word in words:
        tag = " ".join(_plain(word).split())
        if not tag or len(tag) > MOST_TAG or "," in tag or not tag.isprintable():
            raise InvalidInput(
                sentence("{tag!r} can't be used as a tag.", tag=word[: MOST_TAG + 10]),
                sentence("A tag has 1 to {most} characters and no comma.", most=MOST_TAG),
            )
        found.append(tag)
    return tuple(dict.fromkeys(found))


def listing_query(wanted: RunFilter) -> tuple[str, Sequence[str | float]]:
    """The SQL query and its values. Raises ``InvalidInput`` for an invalid date."""
    clauses: list[str] = ["trashed = ?"]
    values: list[str | float] = [int(wanted.trashed)]
    if wanted.device_key:
        clauses.append("device_key = ?")
        values.append(wanted.device_key)
    if wanted.since:
        clauses.append("moment >= ?")
        values.append(_beginning(wanted.since).timestamp())
    if wanted.until:
        clauses.append("moment < ?")
        values.append(_end_s(wanted.until))
    if wanted.tag:
        clauses.append(r"char(10) || tags || char(10) LIKE ? ESCAPE '\'")
        values.append(f"%\n{_literally(_plain(wanted.tag))}\n%")
    for word in wanted.text.casefold().split():
        clauses.append(r"searched LIKE ? ESCAPE '\'")
        values.append(f"%{_literally(_plain(word))}%")
    where = " AND ".join(clauses)
    return f"{_LINES}{where} ORDER BY moment DESC, number DESC", values


def _is_of_another_host(line: StoredRun, record: SessionRecord) -> bool:
    """Whether an imported ``line`` gets its host's name, or another one, from ``record``."""
    return bool(line.imported_from) and record.machine.host not in ("", line.host)


def _line_of(
    identifier: str, record: SessionRecord, judgement: Judgement, imported_from: str
) -> StoredRun:
    target, summary = target_of(record), summary_of(record, judgement)
    return StoredRun(
        identifier=identifier,
        created_at=record.created_at,
        target=english_text(target),
        device_key=key_of(record, imported_from),
        model=(record.device.model if record.device else None) or "",
        kind=kind_of(record.plan).value,
        host=record.machine.host,
        operations=operations_of(record),
        variants=variants_of(record),
        outcome=outcome_of(record),
        summary=english_text(summary),
        best_rate_mb_s=best_rate_of(record),
        note="",
        tags=(),
        imported_from=imported_from,
        trashed=False,
        measurement_count=len(record.measurements),
        messages=_messages_as_json(
            target=target, summary=summary, recommended=recommended_of(judgement)
        ),
    )


def _line(row: Sequence[Any]) -> StoredRun:
    """The line of a row with the columns of ``_LINES``."""
    values = list(row)
    for place in _LISTS:
        values[place] = _split(values[place])
    values[_TRASHED] = bool(values[_TRASHED])
    return StoredRun(*values)


def _cells(line: StoredRun) -> dict[str, object]:
    """The stored values of a line, by the columns of ``_WRITTEN``."""
    cells: dict[str, object] = {name: _cell(value) for name, value in vars(line).items()}
    texts = (cell for name, cell in cells.items() if isinstance(cell, str) and name != "messages")
    searched = "\n".join(texts).casefold()
    return cells | {"moment": moment_of(line.created_at).timestamp(), "searched": searched}


def _messages_as_json(**texts: Text) -> str:
    found = {
        name: message_document(value) for name, value in texts.items() if isinstance(value, Message)
    }
    return json.dumps(found)


@functools.lru_cache(maxsize=1024)
def _messages_of(content: str) -> Mapping[str, Message]:
    """The messages by column. An invalid one is omitted, which leaves its English text."""
    with contextlib.suppress(ValueError, AttributeError, RecursionError):
        documents = json.loads(content)
        return {name: message_of(document) for name, document in documents.items()}
    return {}


def _cell(value: object) -> str | float | None:
    if isinstance(value, tuple):
        return _BETWEEN.join(" ".join(_plain(word).split()) for word in value)
    if value is None or isinstance(value, int | float):
        return value
    return _plain(str(value))


@functools.lru_cache(maxsize=1024)
def _split(text: str) -> tuple[str, ...]:
    """The entries of a list column, cached: most runs share operations and variants with others."""
    return tuple(text.split(_BETWEEN)) if text else ()


def _packed_outputs(raw: Iterable[RawOutput]) -> Iterator[tuple[str, bytes]]:
    left = MOST_RAW_BYTES
    for output in raw:
        content = output.text.encode("utf-8", "replace")
        left -= len(content)
        if left < 0:
            return
        yield _plain(output.label), zlib.compress(content)


def _packed(record: SessionRecord) -> bytes:
    document = results_document(record, _NO_JUDGEMENT)
    return zlib.compress(json.dumps(document, allow_nan=False, separators=(",", ":")).encode())


def _unpacked(identifier: str, content: object) -> bytes:
    """Decompress ``content``. Raises ``UnreadableResult`` if the checksum doesn't match."""
    unpacking = zlib.decompressobj()
    if not isinstance(content, bytes):
        raise UnreadableResult(identifier, sentence("it is damaged"))
    try:
        text = unpacking.decompress(content, _LARGEST_BYTES)
    except zlib.error as error:
        raise UnreadableResult(
            identifier, sentence("it is damaged ({error})", error=error)
        ) from None
    if not unpacking.eof:
        raise UnreadableResult(identifier, sentence("it is truncated or too large"))
    return text


def _plain(text: Text) -> str:
    """``text`` without what SQLite can't store: NUL and lone surrogates."""
    return english_text(text).replace("\0", "").encode("utf-8", "replace").decode()


def _literally(text: str) -> str:
    return re.sub(r"([\\%_])", r"\\\1", text)


def _beginning(text: str) -> datetime:
    try:
        return format_moment(text)
    except ValueError:
        raise InvalidInput(
            sentence("{text!r} isn't a date.", text=text[:40]),
            sentence("Use the form 2026-03-01 or 2026-03-01T14:30."),
        ) from None


def _end_s(text: str) -> float:
    """The exclusive end in seconds since 1970; a date includes the whole day."""
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        return math.nextafter(_beginning(text).timestamp(), math.inf)
    if day == date.max:
        return math.inf
    return moment_of(f"{day + timedelta(days=1)}").timestamp()
