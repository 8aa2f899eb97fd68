"""``tune --apply`` and ``--persist``: what is recommended is set, and again at every start."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from storage_tuner.cli.carrying_out import Measured
from storage_tuner.cli.terminal import tell_aside
from storage_tuner.client.setting_changes import PersistentText
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.owners import undoing
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.probe.block.devices import read_devices

Settings = Sequence[tuple[str, str]]


def keep_recommended(
    session: TuningSession, measured: Measured, arguments: argparse.Namespace
) -> Measured:
    """Keep what is recommended, if that was asked for, is a change, and everything was measured."""
    advice = measured.judgement.recommendation
    asked = arguments.apply or arguments.persist
    if not (asked and measured.record.completed and advice and advice.change):
        return measured
    try:
        record = (
            keep_for_good(session, advice.settings)
            if arguments.persist
            else session.keep(advice.settings)
        )
    except StorageTunerError as error:
        return replace(measured, problem=error)
    return replace(measured, record=record or measured.record)


def keep_for_good(session: TuningSession, settings: Settings) -> SessionRecord | None:
    """Keep ``settings`` on all devices or on none, and say who will undo it and where it stands.

    Raises ``NotKept`` and the other errors of the helper; then everything is as it was before.
    """
    texts = session.persistent_texts(settings)
    _say(_warnings(texts, settings))
    kept = session.keep_for_good(settings)
    _say([f"{text.device}: kept for good in {text.path}" for text in texts if text.path])
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
        tell_aside(line)
