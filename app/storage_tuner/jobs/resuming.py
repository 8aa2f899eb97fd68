"""Resumes interrupted sessions: finds one, checks whether it can be resumed, and from where."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from storage_tuner.bench.run_order import whole_blocks
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import Plan, Protocol, Target, TargetKind
from storage_tuner.core.same_disk import is_same_disk, title_of
from storage_tuner.core.session_kinds import OF_A_DISK, SessionKind, kind_of
from storage_tuner.core.verdict import Judgement
from storage_tuner.present.decision import MOST_WAITED_S
from storage_tuner.store.database.run_store import RunFilter, open_runs
from storage_tuner.store.database.run_summaries import PRACTICE, STOPPED, device_key_of
from storage_tuner.store.folders import StoredSession
from storage_tuner.store.kept_sessions import named_session, sessions_of
from storage_tuner.store.session_journal import interrupted_sessions, read_journal

_BESIDE = (
    SessionKind.LIVE,
    SessionKind.CONFIRMATION,
    SessionKind.QUICK_TEST,
    SessionKind.SUSTAINED,
)
"""Sessions of these kinds are never resumed, and don't affect whether others are."""


_RESUMED = (*OF_A_DISK, SessionKind.MAP)


def newest_interrupted() -> StoredSession:
    """The newest session that was stopped or ended early, except live ones; one that can't be
    resumed only when there is no other. Raises ``InvalidInput`` when there is none."""
    journals = [each for each in interrupted_sessions().sessions if each.record.measurements]
    with open_runs() as runs:
        stopped = (
            line
            for line in runs.listed()
            if line.outcome == STOPPED and line.kind in _RESUMED and line.measurement_count
        )
        # the newest that can be resumed comes first, so that few are read
        in_order = sorted(stopped, key=lambda line: line.device_key == PRACTICE)
        found = [*journals, *_until_one_to_go_on_with(sessions_of(runs, in_order))]
    if not found:
        raise InvalidInput(sentence("There is no interrupted benchmark to resume."))
    return max(found, key=lambda each: (_can_be_gone_on_with(each.record), each.record.created_at))


def _until_one_to_go_on_with(sessions: Iterable[StoredSession]) -> Iterator[StoredSession]:
    for each in sessions:
        yield each
        if _can_be_gone_on_with(each.record):
            return


def interrupted_on(device: Device) -> StoredSession | None:
    """The newest session of ``device`` itself, if it was interrupted after something was measured;
    None when a later one was completed."""
    of_it = [each for each in interrupted_sessions().sessions if _is_of(each.record, device)]
    with open_runs() as runs:
        lines = runs.listed(RunFilter(device_key=device_key_of(device)))
        kept = sessions_of(runs, (line for line in lines if line.kind not in _BESIDE))
        newest_kept = next((each for each in kept if _is_of(each.record, device)), None)
    if newest_kept is not None:
        of_it.append(newest_kept)
    newest = max(of_it, key=lambda each: each.record.created_at, default=None)
    if newest is None or newest.record.completed or not gone_on_from(newest.record).measurements:
        return None
    return newest


def interrupted_session(path: Path) -> StoredSession:
    """The interrupted session in ``path``: a kept run's name, a result, or a session's journal.

    Raises ``UnreadableResult`` and ``NoSuchRun``, and ``InvalidInput`` when it was completed.
    """
    if path.suffix == ".jsonl":
        found = StoredSession(path, read_journal(path))
    else:
        found = named_session(path)
    if found.record.completed:
        raise InvalidInput(
            sentence("{path} is complete, so there is nothing to resume.", path=path)
        )
    return found


def target_again(record: SessionRecord) -> Target:
    """Return the target, to be opened again. Raises ``InvalidInput`` when it can't be."""
    target = record.plan.target
    if _is_live(record):
        raise InvalidInput(
            sentence("Live workload comparisons can't be resumed."),
            sentence("Start a new one: storage-tuner live."),
        )
    if _is_gone(record):
        raise InvalidInput(
            sentence("This session used a practice disk, which no longer exists."),
            sentence("Start over with a new practice disk."),
        )
    if target.kind is TargetKind.FILE and not Path(target.path or "").exists():
        raise InvalidInput(sentence("{path} no longer exists.", path=target.path))
    return replace(target, size_bytes=None)


def require_same_device(record: SessionRecord, device: Device | None) -> None:
    """Raises ``InvalidInput`` unless ``device``, as it is now, is the one that was measured."""
    was = record.device
    if was is None and device is None:
        return
    if was is not None and device is not None and is_same_disk(was, device):
        return
    name = device.name if device else sentence("The target")
    raise InvalidInput(
        sentence(
            "{name} isn't the disk that this session was measured on ({was}).",
            name=name,
            was=title_of(was) if was else sentence("unknown disk"),
        ),
        sentence("Start over."),
    )


def gone_on_from(record: SessionRecord) -> SessionRecord:
    """Return ``record`` with whole blocks only, since comparisons are made within blocks; its next
    end has its own share of the error level. Raises ``InvalidInput`` for a search for loads."""
    if _is_search(record):
        raise InvalidInput(
            sentence(
                "Sessions that search for the number of threads (--saturate) can't be resumed."
            ),
            sentence("Start over: storage-tuner sweep --saturate."),
        )
    plan = replace(record.plan, extensions=record.plan.extensions + 1)
    return replace(record, plan=plan, measurements=whole_blocks(plan, record.measurements))


def _is_of(record: SessionRecord, device: Device) -> bool:
    """Whether the session measured the disk itself, not a file on it, under our own load, and not
    to verify an earlier result."""
    plan = record.plan
    on_device = plan.target.kind is TargetKind.DEVICE and kind_of(plan) in _RESUMED
    if record.device is None or plan.contests:
        return False
    return on_device and is_same_disk(record.device, device)


def _is_gone(record: SessionRecord) -> bool:
    return record.plan.target.kind is TargetKind.PRACTICE


def _is_search(record: SessionRecord) -> bool:
    """Whether it's a search, whose plan has only what was already measured."""
    return bool(record.plan.contests) and not record.plan.raced


def _can_be_gone_on_with(record: SessionRecord) -> bool:
    return not (_is_gone(record) or _is_search(record))


def _is_live(record: SessionRecord) -> bool:
    return record.plan.protocol is Protocol.LIVE


def seconds_more(record: SessionRecord, judgement: Judgement) -> float | None:
    """Seconds of additional time, in whole minutes; None where that is useless or impossible."""
    decision, plan = judgement.decision, record.plan
    needed = decision.seconds_needed if decision is not None else None
    if needed is None or not 0 < needed <= MOST_WAITED_S:
        return None
    if not record.completed or plan.budget_s is None or plan.protocol is Protocol.LIVE:
        return None
    return 60.0 * math.ceil(needed / 60)


def extended(plan: Plan, seconds: float) -> Plan:
    """Return ``plan`` with its time limit, which it must have, extended by ``seconds``."""
    assert plan.budget_s is not None
    return replace(plan, budget_s=plan.budget_s + seconds)
