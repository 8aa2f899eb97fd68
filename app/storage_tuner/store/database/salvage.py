"""Reads what is still readable of a damaged run file into a new file."""

from __future__ import annotations

import contextlib
import sqlite3
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.store.database.schema import Migration, migrate, prepare
from storage_tuner.store.database.sqlite_rows import PageRow, Value, rows_in

_TYPES: dict[str, tuple[type, ...]] = {
    "INTEGER": (int,),
    "TEXT": (str,),
    # SQLite stores 1.0 as 1
    "REAL": (float, int),
    "BLOB": (bytes,),
}


def salvage(damaged: Path, new: Path, migrations: Sequence[Migration]) -> int:
    """Write ``new`` with every readable row of ``damaged`` and return the number of runs. A run may
    have lost its line in the list, or its measurements. Raises ``OSError`` and
    ``sqlite3.Error``."""
    with contextlib.closing(sqlite3.connect(new, isolation_level=None)) as connection:
        prepare(connection)
        connection.execute("BEGIN")
        migrate(connection, migrations)
        tables = _tables(connection)
        for row in rows_in(damaged):
            for table in tables:
                if table.has(row):
                    table.put(connection, row)
                    break
        _drop_unusable(connection)
        (count,) = connection.execute(
            "SELECT count(*) FROM (SELECT number FROM sessions UNION SELECT session FROM documents)"
        ).fetchone()
        connection.execute("COMMIT")
        return int(count)


@dataclass(frozen=True)
class _Column:
    name: str
    types: tuple[type, ...]
    is_alias: bool
    """Whether it's an alias of the rowid, as an INTEGER PRIMARY KEY is."""
    may_lack: bool
    """Whether older rows may lack it, as it was added later."""

    def can_hold(self, value: Value) -> bool:
        return isinstance(value, self.types)


@dataclass(frozen=True)
class _Table:
    name: str
    columns: tuple[_Column, ...]

    def has(self, row: PageRow) -> bool:
        """Return whether the row's types are those of the table's columns."""
        count = len(row.values)
        return (
            0 < count <= len(self.columns)
            and all(map(_Column.can_hold, self.columns, self._values(row)))
            and all(column.may_lack for column in self.columns[count:])
        )

    def put(self, connection: sqlite3.Connection, row: PageRow) -> None:
        """Insert a row; one that exists already, or violates a constraint, is left out."""
        count = len(row.values)
        names = ", ".join(column.name for column in self.columns[:count])
        marks = ", ".join("?" * count)
        connection.execute(
            f"INSERT OR IGNORE INTO {self.name} ({names}) VALUES ({marks})",  # noqa: S608 - names of ours
            self._values(row),
        )

    def _values(self, row: PageRow) -> tuple[Value, ...]:
        return tuple(
            row.number if column.is_alias and value is None else value
            for column, value in zip(self.columns, row.values, strict=False)
        )


def _tables(connection: sqlite3.Connection) -> tuple[_Table, ...]:
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    return tuple(_Table(name, _columns(connection, name)) for (name,) in names)


def _columns(connection: sqlite3.Connection, table: str) -> tuple[_Column, ...]:
    columns = connection.execute(
        "SELECT name, type, [notnull], pk, dflt_value FROM pragma_table_info(?)", (table,)
    ).fetchall()
    keys = sum(bool(pk) for *_, pk, _ in columns)
    return tuple(
        _Column(
            name,
            _TYPES[kind] if required or pk else (*_TYPES[kind], type(None)),
            is_alias=bool(pk) and keys == 1 and kind == "INTEGER",
            may_lack=not pk and (not required or default is not None),
        )
        for name, kind, required, pk, default in columns
    )


def _drop_unusable(connection: sqlite3.Connection) -> None:
    """Drop measurements that have no line and can't be read, so that no line can be made from them;
    and fio output of missing runs."""
    loose = connection.execute(
        "SELECT session, content FROM documents WHERE session NOT IN (SELECT number FROM sessions)"
    ).fetchall()
    for number, content in loose:
        try:
            zlib.decompress(content)
        except zlib.error:
            connection.execute("DELETE FROM documents WHERE session = ?", (number,))
    connection.execute(
        "DELETE FROM raw_outputs WHERE session NOT IN "
        "(SELECT number FROM sessions UNION SELECT session FROM documents)"
    )
