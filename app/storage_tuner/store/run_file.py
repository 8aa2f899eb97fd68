"""Opening the file that runs are kept in: checked, brought to this form, or set aside.

Every error of SQLite that a person can meet becomes one of ours here.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from storage_tuner.core.errors import (
    InvalidInput,
    NoSpace,
    RunsDamaged,
    RunsRefused,
    StorageTunerError,
)
from storage_tuner.core.sentence import sentence
from storage_tuner.store.atomic import explained
from storage_tuner.store.run_schema import (
    APPLICATION_ID,
    MIGRATIONS,
    Migration,
    form_of,
    migrate,
    prepare,
)

PATIENCE_S = 20.0
"""How long another process may write before we give up."""

_FULL_BYTES = 1 << 20
_UNTOLD = ".untold"
_BESIDE = ("", "-wal", "-shm")
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_CHECK_OF_LIST = "PRAGMA quick_check('sessions')"
_CHECK_OF_ALL = "PRAGMA integrity_check"
_NOT_WRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)


class _Damaged(Exception):
    """The file isn't whole."""


@dataclass(frozen=True)
class RunFile:
    """An open file. ``set_aside`` is where a damaged one was moved, of which nobody was told yet;
    ``read_only``: nothing can be written."""

    connection: sqlite3.Connection
    path: Path
    set_aside: Path | None = None
    read_only: bool = False


def open_file(path: Path, migrations: Sequence[Migration] = MIGRATIONS) -> RunFile:
    """Open ``path``, or make it. Raises ``NoSpace``, ``RunsRefused`` (a later version's, or not
    ours) and ``InvalidInput`` (it can't be made or read)."""
    with explained(path):
        if path.exists() and not all(os.access(each, os.W_OK) for each in (path, path.parent)):
            return _opened_for_reading(path, migrations)
        path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return RunFile(_opened(path, migrations), path, _untold(path))
    except _Damaged:
        aside = _set_aside(path)
        return RunFile(_opened(path, migrations), path, aside or _untold(path))


def note_told(aside: Path) -> None:
    """A person knows where the damaged file ``aside`` lies."""
    # where nothing can be written it's told again
    with contextlib.suppress(OSError):
        _mark_of(aside).unlink()


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Say what SQLite's refusal means: ``NoSpace``, ``InvalidInput``, ``RunsDamaged`` or
    ``StorageTunerError``. A damaged file is looked at whole when it's opened next."""
    try:
        yield
    except sqlite3.Error as error:
        explained_error = _explained(path, error)
        if isinstance(explained_error, RunsDamaged):
            with contextlib.suppress(OSError):
                _doubt_of(path).touch()
        raise explained_error from error


def _explained(path: Path, error: sqlite3.Error) -> StorageTunerError:
    # an extended code has the plain one in its lowest byte
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _is_full(path)):
        return NoSpace(sentence("to write {path}", path=path))
    if code in _NOT_WRITABLE:
        return InvalidInput(
            sentence("{path} can't be written: {reason}.", path=path, reason=str(error)),
            sentence("See to whom the file and its folder belong."),
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StorageTunerError(
            sentence("Another program has been writing {path} for too long.", path=path),
            sentence("Try again when it has ended."),
        )
    if code in _DAMAGED:
        return RunsDamaged(str(path), str(error))
    return StorageTunerError(sentence("{path} can't be used: {reason}.", path=path, reason=error))


def _opened(path: Path, migrations: Sequence[Migration]) -> sqlite3.Connection:
    doubt = _doubt_of(path)
    is_doubted = doubt.exists()
    with told(path), _closed_on_error(_connected(path)) as connection:
        try:
            with _unchanging(connection):
                _require_sound(connection, _CHECK_OF_ALL if is_doubted else _CHECK_OF_LIST)
                _require_ours(path, connection, migrations)
            if form_of(connection) == 0:
                prepare(connection)
            connection.execute("PRAGMA journal_mode = WAL")
            # what was told to be kept outlasts a power cut
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            if form_of(connection) < len(migrations):
                _bring_up(path, connection, migrations)
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
                raise _Damaged from error
            raise
        if is_doubted:
            doubt.unlink(missing_ok=True)
        return connection


@contextlib.contextmanager
def _unchanging(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is read within is of one moment: another program may just be making the file."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        # some errors have ended it already
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _bring_up(path: Path, connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    """In one transaction; of a file with runs in it a copy in its old form stays beside."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        # another process may have done it while we waited
        if (form := form_of(connection)) < len(migrations):
            if form:
                _copy(path, form)
            migrate(connection, migrations)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _copy(path: Path, form: int) -> None:
    beside = path.with_name(f"{path.name}.form-{form}")
    if not beside.exists():
        with contextlib.closing(_connected(path)) as reading, explained(beside):
            partial = beside.with_name(f"{beside.name}.part")
            partial.unlink(missing_ok=True)
            reading.execute("VACUUM INTO ?", (str(partial),))
            partial.rename(beside)


def _opened_for_reading(path: Path, migrations: Sequence[Migration]) -> RunFile:
    """On a read-only file system there may be no room for the files beside."""
    with told(path):
        for mode in ("mode=ro", "immutable=1"):
            connection = sqlite3.connect(
                f"{path.resolve().as_uri()}?{mode}", uri=True, timeout=PATIENCE_S
            )
            try:
                form = form_of(connection)
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
                break
            except sqlite3.OperationalError:
                connection.close()
                if mode == "immutable=1":
                    raise
        _require_ours(path, connection, migrations)
    if form < len(migrations):
        connection.close()
        raise RunsRefused(
            str(path),
            sentence("{path} is of an earlier form, and can't be written.", path=path),
            sentence("See to whom the file and its folder belong."),
        )
    return RunFile(connection, path, read_only=True)


def _connected(path: Path) -> sqlite3.Connection:
    with told(path):
        return sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)


@contextlib.contextmanager
def _closed_on_error(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    try:
        yield connection
    except BaseException:
        connection.close()
        raise


def _require_sound(connection: sqlite3.Connection, check: str) -> None:
    """What the list is made of is looked at whole; a session's own content has a checksum, which
    is looked at when it's opened. So a start takes no longer with a gigabyte than with nothing,
    but where damage was met before."""
    tables = connection.execute("SELECT name FROM sqlite_schema WHERE name = 'sessions'")
    if tables.fetchone() is None:
        return
    found = [row[0] for row in connection.execute(check)]
    if found != ["ok"]:
        raise _Damaged(found)


def _require_ours(
    path: Path, connection: sqlite3.Connection, migrations: Sequence[Migration]
) -> None:
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if tables and mark != APPLICATION_ID:
        raise RunsRefused(
            str(path),
            sentence("{path} is a database of another program.", path=path),
            sentence("Move it away; then runs are kept there again."),
        )
    if (form := form_of(connection)) > len(migrations):
        raise RunsRefused(
            str(path),
            sentence(
                "{path} was written by a later Storage Tuner: its form is {form}, and this one "
                "knows {known}.",
                path=path,
                form=form,
                known=len(migrations),
            ),
            sentence("Use the later one, or move the file away; nothing in it was changed."),
        )


def _set_aside(path: Path) -> Path | None:
    """Move a damaged file, and what belongs to it, out of the way; None when another process did
    that meanwhile."""
    with explained(path), path.with_name(f"{path.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _is_damaged(path):
            return None
        stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
        aside = path.with_name(f"{path.name}.damaged-{stamp}")
        number = 1
        while aside.exists():
            number += 1
            aside = path.with_name(f"{path.name}.damaged-{stamp}-{number}")
        with contextlib.suppress(OSError):
            _mark_of(aside).touch()
        for end in _BESIDE:
            with contextlib.suppress(FileNotFoundError):
                Path(f"{path}{end}").rename(f"{aside}{end}")
        _doubt_of(path).unlink(missing_ok=True)
        return aside


def _is_damaged(path: Path) -> bool:
    try:
        _opened(path, ()).close()
    except _Damaged:
        return True
    except RunsRefused:
        return False
    return False


def _untold(path: Path) -> Path | None:
    """The oldest damaged file of which nobody was told, and that is still there."""
    marks = sorted(path.parent.glob(f"{path.name}.damaged-*{_UNTOLD}"))
    asides = (mark.with_name(mark.name.removesuffix(_UNTOLD)) for mark in marks)
    return next((aside for aside in asides if aside.exists()), None)


def _mark_of(aside: Path) -> Path:
    """Lies beside a damaged file until it was told of: whoever set it aside may have had nobody to
    tell it."""
    return aside.with_name(f"{aside.name}{_UNTOLD}")


def _doubt_of(path: Path) -> Path:
    """Lies beside a file in which damage was met, until that is looked at whole."""
    return path.with_name(f"{path.name}.doubted")


def _is_full(path: Path) -> bool:
    with contextlib.suppress(OSError):
        return shutil.disk_usage(path.parent).free < _FULL_BYTES
    return False
