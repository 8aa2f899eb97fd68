"""``tune --persist``: what is recommended is set again at every start of the computer."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from storage_tuner.cli.terminal import printable
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.owners import undoing
from storage_tuner.probe.devices import read_devices
from storage_tuner.services.setting_changes import PersistentText
from storage_tuner.services.tuning import TuningSession

Settings = Sequence[tuple[str, str]]


def keep_for_good(session: TuningSession, settings: Settings) -> SessionRecord | None:
    """Keep ``settings`` on all devices or on none, and say who will undo it and where it stands.

    Raises ``NotKept`` and the other errors of the helper; then everything is as it was before.
    """
    texts = session.persistent_texts(settings)
    _say(_warnings(texts, settings))
    kept = session.keep_for_good(settings)
    _say([f"{text.device}: kept for good in {text.path}" for text in texts])
    _say(kept.notes)
    return kept.record


def _warnings(texts: Sequence[PersistentText], settings: Settings) -> list[str]:
    tuned = {text.device for text in texts}
    return [
        warning
        for device in read_devices(Path("/"))
        if device.name in tuned
        for warning in undoing(device.name, device.owners, dict(settings), persist=True)
    ]


def _say(lines: Sequence[str]) -> None:
    for line in lines:
        print(f"storage-tuner: {printable(line)}", file=sys.stderr)
