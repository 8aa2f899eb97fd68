"""Parses fio's version and checks that it's supported."""

from __future__ import annotations

import re

from storage_tuner.core.errors import QuestionFailed, ToolTooOld
from storage_tuner.core.message import sentence

MINIMUM = (3, 28)
"""The oldest supported release: Ubuntu 22.04's; Debian 12 has 3.33."""


def parse_version(text: str) -> tuple[int, int]:
    """``fio-3.33`` or ``fio-3.36-dirty`` → (3, 33). Raises ``QuestionFailed`` on anything else."""
    found = re.search(r"\bfio-(\d{1,4})\.(\d{1,4})", text)
    if not found:
        raise QuestionFailed(
            "fio", sentence("it reports the unknown version {text!r}", text=text[:60])
        )
    return int(found[1]), int(found[2])


def require_supported(version: tuple[int, int]) -> None:
    """Raise ``ToolTooOld`` when ``version`` is below ``MINIMUM``."""
    if version < MINIMUM:
        raise ToolTooOld("fio", "{}.{}".format(*version), "{}.{}".format(*MINIMUM))
