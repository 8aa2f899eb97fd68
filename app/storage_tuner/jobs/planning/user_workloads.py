"""Workloads composed in the window, saved as the user's own files."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.bench.catalogue import read_catalogue
from storage_tuner.core.errors import InvalidInput, UnreadableWorkload
from storage_tuner.core.message import sentence
from storage_tuner.core.workload import Mode, Workload
from storage_tuner.jobs.planning.workload_catalogue import known_workloads
from storage_tuner.store.atomic_files import explained, write_atomically
from storage_tuner.store.workload_files import own_folder

_LONGEST_NAME = 40


@dataclass(frozen=True)
class WorkloadDraft:
    """One stream as a person describes it. ``threads`` 0: as in the plan; ``rate_iops`` 0: no
    limit; ``write_percent`` counts for the mixed modes only, and ``fsync_every`` for those that
    write. Requests through the page cache are issued one by one, regardless of ``queue_depth``."""

    label: str
    mode: Mode = Mode.RANDOM_READ
    block_bytes: int = 4096
    queue_depth: int = 1
    threads: int = 0
    write_percent: int = 30
    rate_iops: int = 0
    fsync_every: int = 0
    synchronous: bool = False
    buffered: bool = False


def save_workload(draft: WorkloadDraft, folder: Path | None = None) -> Workload:
    """Write ``draft`` into a new file in ``folder`` (default: the user's own).

    Raises ``InvalidInput`` for invalid values and for a name already in use, ``NoSpace``.
    """
    place = folder or own_folder()
    name = name_of(draft.label)
    if not name:
        raise InvalidInput(sentence("Enter a workload name that contains letters or digits."))
    path = place / f"{name}.toml"
    text = workload_text(draft, name)
    workload = _checked(text, path)
    taken = {each.workload.name for each in known_workloads(place).entries}
    if name in taken or path.exists():
        raise InvalidInput(
            sentence("There is already a workload {name}.", name=name),
            sentence("Choose another name."),
        )
    with explained(path):
        place.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text.encode())
    return workload


def name_of(label: str) -> str:
    """The name for files and the command line: "Small writes!" becomes small-writes."""
    words = re.findall(r"[a-z0-9]+", label.lower())
    return "-".join(words)[:_LONGEST_NAME].strip("-")


def workload_text(draft: WorkloadDraft, name: str) -> str:
    """The workload as TOML (docs/workloads.md)."""
    stream: dict[str, str | int | bool] = {
        "mode": draft.mode.value,
        "block_bytes": draft.block_bytes,
    }
    if not draft.buffered:
        stream["queue_depth"] = draft.queue_depth
    if draft.threads:
        stream["threads"] = draft.threads
    if draft.mode.mixed:
        stream["write_percent"] = draft.write_percent
    if draft.rate_iops:
        stream["rate_iops"] = draft.rate_iops
    if draft.mode.writes and draft.fsync_every:
        stream["fsync_every"] = draft.fsync_every
    if draft.mode.writes and draft.synchronous:
        stream["synchronous"] = True
    if draft.buffered:
        stream["buffered"] = True
    lines = [f"{key} = {_value(value)}" for key, value in stream.items()]
    head = ["[[workload]]", f"name = {_value(name)}", f"label = {_value(draft.label.strip())}"]
    return "\n".join([*head, "", "[[workload.stream]]", *lines, ""])


def _value(value: str | int | bool) -> str:
    """``value`` as TOML, which equals JSON for strings, numbers and booleans, except the character
    DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _checked(text: str, path: Path) -> Workload:
    try:
        (entry,) = read_catalogue(text, str(path)).entries
    except UnreadableWorkload as error:
        raise InvalidInput(
            sentence("This can't be measured: {reason}.", reason=error.reason)
        ) from None
    return entry.workload
