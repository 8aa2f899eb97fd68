"""``compare``: whether a hardware RAID among two results is a genuine one."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.advice.physics.cpu_offload import raid_check
from storage_tuner.cli.given import Given
from storage_tuner.cli.terminal import columns, wrapped
from storage_tuner.core.measurement import SessionRecord


def raid_check_lines(results: Sequence[Given]) -> list[str]:
    """Of one session on hardware and one on software RAID; nothing of others."""
    sessions = [each for each in results if isinstance(each, SessionRecord)]
    if len(sessions) != len(results):
        return []
    found = raid_check(sessions)
    return ["", *wrapped(found.sentence, "", columns())] if found else []
