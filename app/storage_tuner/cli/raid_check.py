"""``compare``: whether a hardware RAID among two results is a genuine one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from storage_tuner.advice.relief import raid_check
from storage_tuner.cli.terminal import columns, wrapped
from storage_tuner.store.kept import is_name_of_run, named_session


def raid_check_lines(results: Sequence[Path]) -> list[str]:
    """Of one session on hardware and one on software RAID; nothing of others."""
    if not all(path.suffix.lower() == ".json" or is_name_of_run(path) for path in results):
        return []
    found = raid_check(named_session(path).record for path in results)
    return ["", *wrapped(found.sentence, "", columns())] if found else []
