"""A result as it is written: as it was measured, or without what tells whose it is."""

from __future__ import annotations

import getpass
import socket

from storage_tuner.advice.published.session_background import Background
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.judging import judge_session
from storage_tuner.report.sharing import shareable


def to_share(
    record: SessionRecord, background: Background | None = None
) -> tuple[SessionRecord, Judgement]:
    """What may be shown to others of ``record``, judged anew: judgements name places too."""
    shared = shareable(record, hidden=_here())
    return shared, judge_session(shared, background)


def _here() -> tuple[str, ...]:
    """Names of this computer and of whoever sits at it, which a text may name as well."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = ""
    return tuple(name for name in (socket.gethostname(), user) if name not in ("root", "localhost"))
