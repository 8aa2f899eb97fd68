"""The folder that finished sessions are kept in, one ``results.json`` each."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import platformdirs

from storage_tuner.core.device import Device
from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.store.atomic import explained
from storage_tuner.store.results import read_results, write_results


@dataclass(frozen=True)
class StoredSession:
    path: Path
    record: SessionRecord


@dataclass(frozen=True)
class StoredSessions:
    """What a folder holds: sessions newest first, and why other files there can't be read."""

    sessions: tuple[StoredSession, ...]
    damaged: tuple[UnreadableResult, ...]


def sessions_folder() -> Path:
    """Where this user's sessions are kept (below ``$XDG_DATA_HOME``); it need not exist."""
    return platformdirs.user_data_path("storage-tuner") / "sessions"


def save(record: SessionRecord, judgement: Judgement, folder: Path | None = None) -> Path:
    """Keep a session in ``folder`` (default: ``sessions_folder``) and say where.

    Raises ``NoSpace`` and ``InvalidInput``.
    """
    place = folder or sessions_folder()
    with explained(place):
        place.mkdir(parents=True, exist_ok=True)
    path = place / _file_name(record)
    write_results(record, judgement, path)
    return path


def list_sessions(device: Device | None = None, folder: Path | None = None) -> StoredSessions:
    """Every kept session, or those of ``device`` only, newest first.

    A damaged file doesn't hide the others; a folder that isn't there is an empty one.
    """
    found: list[StoredSession] = []
    damaged: list[UnreadableResult] = []
    for path in sorted((folder or sessions_folder()).glob("*.json")):
        try:
            found.append(StoredSession(path, read_results(path)))
        except UnreadableResult as error:
            damaged.append(error)
    wanted = [item for item in found if device is None or _is_of(item.record, device)]
    wanted.sort(key=lambda item: _moment(item.record.created_at), reverse=True)
    return StoredSessions(tuple(wanted), tuple(damaged))


def same_device(one: Device, other: Device) -> bool:
    """Whether both are the same disk: by what is burnt into it, else by its kernel name."""
    for attribute in ("wwn", "serial"):
        first, second = getattr(one, attribute), getattr(other, attribute)
        if first and second:
            return bool(first == second)
    return one.name == other.name


def _is_of(record: SessionRecord, device: Device) -> bool:
    return record.device is not None and same_device(record.device, device)


def _file_name(record: SessionRecord) -> str:
    stamp = _moment(record.created_at).strftime("%Y%m%d-%H%M%S")
    target = record.plan.target
    name = re.sub(r"[^A-Za-z0-9]+", "-", target.device or target.kind.value)[:40]
    return f"{stamp}-{name}-{secrets.token_hex(3)}.json"


def _moment(text: str) -> datetime:
    """``text`` as ISO 8601; what isn't a date counts as long ago."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return datetime(1970, 1, 1, tzinfo=UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
