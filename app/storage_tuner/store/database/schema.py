"""The form of the file that runs are kept in, and the migrations from earlier forms.

``PRAGMA user_version`` is the number of the form; 0 is an empty file. ``MIGRATIONS[n]`` makes form
n + 1 from form n; a released one is never changed. ``docs/runs-format.md`` describes the columns.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Sequence

APPLICATION_ID = 0x53547572
"""Identifies our files ("STur"; file(1) shows it)."""

Migration = Callable[[sqlite3.Connection], None]


def _first_form(connection: sqlite3.Connection) -> None:
    for statement in _FIRST_FORM:
        connection.execute(statement)


def _second_form(connection: sqlite3.Connection) -> None:
    """Add the messages that the texts of a line consist of, for other languages."""
    connection.execute("ALTER TABLE sessions ADD COLUMN messages TEXT NOT NULL DEFAULT '{}'")


_FIRST_FORM = (
    """
    CREATE TABLE sessions (
        number INTEGER PRIMARY KEY,
        identifier TEXT NOT NULL UNIQUE,
        created_at TEXT NOT NULL,
        moment REAL NOT NULL,
        target TEXT NOT NULL,
        device_key TEXT NOT NULL,
        model TEXT NOT NULL,
        kind TEXT NOT NULL,
        host TEXT NOT NULL,
        operations TEXT NOT NULL,
        variants TEXT NOT NULL,
        outcome TEXT NOT NULL,
        summary TEXT NOT NULL,
        best_rate_mb_s REAL,
        note TEXT NOT NULL DEFAULT '',
        tags TEXT NOT NULL DEFAULT '',
        imported_from TEXT NOT NULL DEFAULT '',
        trashed INTEGER NOT NULL DEFAULT 0,
        measurement_count INTEGER NOT NULL,
        searched TEXT NOT NULL
    ) STRICT
    """,
    "CREATE INDEX sessions_by_moment ON sessions (trashed, moment, number)",
    "CREATE INDEX sessions_by_device ON sessions (device_key, trashed, moment, number)",
    """
    CREATE TABLE documents (
        session INTEGER PRIMARY KEY REFERENCES sessions (number) ON DELETE CASCADE,
        content BLOB NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE raw_outputs (
        session INTEGER NOT NULL REFERENCES sessions (number) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        label TEXT NOT NULL,
        content BLOB NOT NULL,
        PRIMARY KEY (session, position)
    ) STRICT
    """,
    """
    CREATE TABLE taken_in (
        file TEXT PRIMARY KEY,
        problem TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
)

MIGRATIONS: Sequence[Migration] = (_first_form, _second_form)


def prepare(connection: sqlite3.Connection) -> None:
    """Set what must precede the first table: deleted runs free their space."""
    connection.execute("PRAGMA auto_vacuum = FULL")


def form_of(connection: sqlite3.Connection) -> int:
    """The number of the file's form; 0 is an empty file."""
    (form,) = connection.execute("PRAGMA user_version").fetchone()
    return int(form)


def lacks_of_form(
    connection: sqlite3.Connection, form: int, migrations: Sequence[Migration] = MIGRATIONS
) -> bool:
    """Return whether a table or an index of ``form`` is missing or differs."""
    with contextlib.closing(sqlite3.connect(":memory:")) as sound:
        migrate(sound, migrations[:form])
        return not _schema(sound) <= _schema(connection)


def _schema(connection: sqlite3.Connection) -> set[tuple[object, ...]]:
    return set(connection.execute("SELECT type, name, sql FROM sqlite_schema"))


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Migrate the file to the newest form, within the open transaction."""
    for form in range(form_of(connection), len(migrations)):
        migrations[form](connection)
        connection.execute(f"PRAGMA user_version = {form + 1}")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
