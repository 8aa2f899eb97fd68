"""A result for export: as measured, or without identifying information."""

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
    """Return ``record`` without identifying information, judged again, since judgements contain
    paths, too."""
    shared = shareable(record, hidden=_here())
    return shared, judge_session(shared, background)


def _here() -> tuple[str, ...]:
    """Names of this computer and its user, which may occur in texts, too."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = ""
    return tuple(name for name in (socket.gethostname(), user) if name not in ("root", "localhost"))
