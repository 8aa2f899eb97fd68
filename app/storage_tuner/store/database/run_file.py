"""Opens the file of runs: checks it, migrates it, or sets it aside.

Converts every SQLite error that a user can meet to one of our exceptions.
"""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from storage_tuner.core.errors import (
    InvalidInput,
    NoSpace,
    RunsDamaged,
    RunsRefused,
    StorageTunerError,
)
from storage_tuner.core.message import sentence
from storage_tuner.core.topology import natural
from storage_tuner.store.atomic_files import explained
from storage_tuner.store.database.salvage import salvage
from storage_tuner.store.database.schema import (
    APPLICATION_ID,
    MIGRATIONS,
    Migration,
    form_of,
    lacks_of_form,
    migrate,
    prepare,
)

PATIENCE_S = 20.0
"""The longest wait for another process that writes."""

_TURNS = 1000
"""The number of times that another process may come first."""

_FULL_BYTES = 1 << 20
_UNREPORTED = ".untold"
_BESIDE = ("-wal", "-shm")
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_CHECKS_OF_LIST = ("PRAGMA quick_check('sessions')", "PRAGMA quick_check('taken_in')")
_CHECKS_OF_ALL = ("PRAGMA integrity_check",)
_WAYS_OF_READING = (
    ("mode=ro", "NORMAL"),
    # needs no extra files, and reads the log that a killed process left
    ("mode=rw", "EXCLUSIVE"),
    # ignores the log
    ("immutable=1", "NORMAL"),
)
_NOT_WRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)


@dataclass(frozen=True)
class DamagedFile:
    """A damaged file at its new path, and how many ``runs`` could be read from it."""

    path: Path
    runs: int


@dataclass(frozen=True)
class RunFile:
    """An open file. ``set_aside`` is a damaged one that wasn't reported yet; with ``read_only``
    nothing can be written, for lack of space (``is_full``) or another reason."""

    connection: sqlite3.Connection
    path: Path
    set_aside: DamagedFile | None = None
    read_only: bool = False
    is_full: bool = False


def open_file(path: Path, migrations: Sequence[Migration] = MIGRATIONS) -> RunFile:
    """Open ``path``, or create it. Raises ``NoSpace``, ``RunsRefused`` (written by a later version,
    or not ours) and ``InvalidInput`` (it can't be created or read)."""
    with explained(path):
        if path.exists() and not all(os.access(each, os.W_OK) for each in (path, path.parent)):
            return _opened_for_reading(path, migrations)
        path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return RunFile(_opened(path, migrations), path, _unreported_file(path))
    except RunsDamaged:
        _replace_damaged(path, migrations)
        return RunFile(_opened(path, migrations), path, _unreported_file(path))
    except NoSpace:
        if not path.exists() or not path.stat().st_size:
            raise
        return replace(_opened_for_reading(path, migrations), is_full=True)


@contextlib.contextmanager
def without_room(path: Path) -> Iterator[sqlite3.Connection]:
    """Allow a change that needs no more space than the file has, on a full disk, where the log
    can't be written. A power cut in the middle may damage the file."""
    with explaining_errors(path), contextlib.closing(_connected(path)) as connection:
        # otherwise SQLite creates another file, for which there is no space
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = MEMORY")
        connection.execute("PRAGMA foreign_keys = ON")
        yield connection


def mark_reported(aside: Path) -> None:
    """Note that the user knows where the damaged file ``aside`` is."""
    # where nothing can be written it's reported again next time
    with contextlib.suppress(OSError):
        _mark_of(aside).unlink()


def note_doubt(path: Path) -> None:
    """Mark the file for a full check when it's opened next."""
    with contextlib.suppress(OSError):
        _doubt_of(path).touch()


@contextlib.contextmanager
def explaining_errors(path: Path) -> Iterator[None]:
    """Convert SQLite's errors: ``NoSpace``, ``InvalidInput``, ``RunsDamaged`` or
    ``StorageTunerError``. A damaged file is checked in full when it's opened next."""
    try:
        yield
    except sqlite3.Error as error:
        explained_error = _explained(path, error)
        if isinstance(explained_error, RunsDamaged):
            note_doubt(path)
        raise explained_error from error


def _explained(path: Path, error: sqlite3.Error) -> StorageTunerError:
    # the lowest byte of an extended code is the primary code
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _is_full(path)):
        return NoSpace(sentence("to write {path}", path=path))
    if code in _NOT_WRITABLE:
        return InvalidInput(
            sentence("{path} can't be written: {reason}.", path=path, reason=str(error)),
            sentence("Check the owner and permissions of the file and its folder."),
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StorageTunerError(
            sentence("Another program has kept {path} locked for too long.", path=path),
            sentence("Try again when it has finished."),
        )
    if code in _DAMAGED:
        return RunsDamaged(str(path), str(error))
    return StorageTunerError(sentence("{path} can't be used: {reason}.", path=path, reason=error))


def _opened(path: Path, migrations: Sequence[Migration]) -> sqlite3.Connection:
    """A connection to the checked and migrated file. Also raises ``RunsDamaged``."""
    doubt = _doubt_of(path)
    is_doubted = doubt.exists()
    with explaining_errors(path), _closed_on_error(_connected(path)) as connection:
        with _unchanging(connection):
            _require_ours(path, connection, migrations)
            _require_sound(path, connection, is_doubted=is_doubted)
            is_new = form_of(connection) == 0
        if is_new:
            prepare(connection)
        _keep_log(connection)
        # what was reported as saved must survive a power cut
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        # fails here if there is no space for the log
        if form_of(connection) < len(migrations):
            _bring_up(path, connection, migrations)
        if is_doubted:
            doubt.unlink(missing_ok=True)
        return connection


@contextlib.contextmanager
def _unchanging(connection: sqlite3.Connection) -> Iterator[None]:
    """Read everything within from one snapshot: another program may be creating the file."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        # some errors have ended the transaction already
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _keep_log(connection: sqlite3.Connection) -> None:
    """Enable the log. SQLite doesn't wait for others when it starts one, but refuses at once."""
    for _ in range(_TURNS):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
        # for this lock it does wait
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")


def _bring_up(path: Path, connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    """Migrate in one transaction; if the file has runs, a copy in its old form stays next to it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        # another process may have migrated it meanwhile
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
    """Open on a read-only or full file system, where SQLite may be unable to create its log."""
    with explaining_errors(path):
        for mode, locking in _WAYS_OF_READING:
            connection = sqlite3.connect(
                f"{path.resolve().as_uri()}?{mode}", uri=True, timeout=PATIENCE_S
            )
            try:
                connection.execute(f"PRAGMA locking_mode = {locking}")
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
            sentence("{path} has an older format and can't be written.", path=path),
            sentence("Check the owner and permissions of the file and its folder."),
        )
    return RunFile(connection, path, read_only=True)


def _connected(path: Path) -> sqlite3.Connection:
    with explaining_errors(path):
        return sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)


@contextlib.contextmanager
def _closed_on_error(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    try:
        yield connection
    except BaseException:
        connection.close()
        raise


def _require_ours(
    path: Path, connection: sqlite3.Connection, migrations: Sequence[Migration]
) -> None:
    """Raise ``RunsRefused`` for another program's file, and ``RunsDamaged`` if a table is
    missing."""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    form = form_of(connection)
    if tables and mark != APPLICATION_ID and lacks_of_form(connection, max(form, 1), migrations):
        raise RunsRefused(
            str(path),
            sentence("{path} is another program's database.", path=path),
            sentence("Move it away so that new results can be saved there."),
        )
    if form > len(migrations):
        raise RunsRefused(
            str(path),
            sentence(
                "{path} was written by a newer Storage Tuner: its format is {form}, and "
                "this version supports {known}.",
                path=path,
                form=form,
                known=len(migrations),
            ),
            sentence("Use the newer version, or move the file away. Nothing in it was changed."),
        )
    if not tables and not form:
        return
    if mark != APPLICATION_ID or form < 1 or lacks_of_form(connection, form, migrations):
        raise RunsDamaged(str(path), sentence("its structure is damaged"))


def _require_sound(path: Path, connection: sqlite3.Connection, *, is_doubted: bool) -> None:
    """Check in full what the list consists of; a session's own content has a checksum, which is
    verified when it's opened. So opening a gigabyte takes no longer than opening an empty file,
    unless damage was met before."""
    if form_of(connection) == 0:
        return
    for check in _CHECKS_OF_ALL if is_doubted else _CHECKS_OF_LIST:
        found = [row[0] for row in connection.execute(check)]
        if found != ["ok"]:
            raise RunsDamaged(str(path), str(found[0]))


def _replace_damaged(path: Path, migrations: Sequence[Migration]) -> None:
    """Replace a damaged file by one with its readable rows and keep the damaged one next to it;
    does nothing if another process did so meanwhile."""
    with explained(path), path.with_name(f"{path.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with contextlib.suppress(RunsDamaged):
            _opened(path, migrations).close()
            return
        new = path.with_name(f"{path.name}.salvaged")
        new.unlink(missing_ok=True)
        with explaining_errors(new):
            runs = salvage(path, new, migrations)
        _exchange(path, new, DamagedFile(_free_name(path), runs))
        _doubt_of(path).unlink(missing_ok=True)


def _exchange(path: Path, new: Path, aside: DamagedFile) -> None:
    with contextlib.suppress(OSError):
        _mark_of(aside.path).write_text(str(aside.runs), encoding="ascii")
    # SQLite would read a log next to the new file as its own
    for end in _BESIDE:
        with contextlib.suppress(FileNotFoundError):
            Path(f"{path}{end}").rename(f"{aside.path}{end}")
    try:
        # linked, so that no other process finds the file missing and creates one that would be lost
        aside.path.hardlink_to(path)
    except OSError:
        path.rename(aside.path)
    new.replace(path)


def _free_name(path: Path) -> Path:
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    endings = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
    names = (f"{path.name}.damaged-{stamp}{end}" for end in endings)
    return next(name for name in map(path.with_name, names) if not name.exists())


def _unreported_file(path: Path) -> DamagedFile | None:
    """The oldest damaged file that still exists and wasn't reported to the user."""
    marks = path.parent.glob(f"{path.name}.damaged-*{_UNREPORTED}")
    asides = (mark.with_name(mark.name.removesuffix(_UNREPORTED)) for mark in marks)
    for aside in sorted(asides, key=lambda aside: natural(aside.name)):
        if aside.exists():
            with contextlib.suppress(OSError, ValueError):
                return DamagedFile(aside, int(_mark_of(aside).read_text(encoding="ascii") or "0"))
    return None


def _mark_of(aside: Path) -> Path:
    """The marker next to a damaged file, present until the user was informed: the process that set
    it aside may have had no way to."""
    return aside.with_name(f"{aside.name}{_UNREPORTED}")


def _doubt_of(path: Path) -> Path:
    """The marker next to a file in which damage was met, present until that file is checked in
    full."""
    return path.with_name(f"{path.name}.doubted")


def _is_full(path: Path) -> bool:
    with contextlib.suppress(OSError):
        return shutil.disk_usage(path.parent).free < _FULL_BYTES
    return False
