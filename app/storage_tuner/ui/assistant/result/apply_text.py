"""Texts on trying and keeping, and on what is set after an error."""

from __future__ import annotations

from storage_tuner.core.errors import DeviceGone, HelperGone, OperationRefused, StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.jobs.tuning_session import TRY_SECONDS


def explanation(*, practice: bool) -> str:
    trying = tr(
        "Try now sets them for {seconds} seconds; then the old ones return by themselves.",
        seconds=TRY_SECONDS,
    )
    if practice:
        keeping = tr("There is nothing to keep: the practice disk is removed at the end.")
    else:
        keeping = tr(
            "Keep until restart leaves them set until then; Keep for good has them set again "
            "at every start, and first shows what it would write where."
        )
    return f"{trying} {keeping}"


def state_after(error: StorageTunerError) -> str:
    """What to do about it, and what is set now, as far as that follows from the error."""
    return " ".join(filter(None, (str(error.remedy), _state(error))))


def _state(error: StorageTunerError) -> str:
    if isinstance(error, OperationRefused) and not error.remedy:
        return tr("None of it is set: what was set already came back everywhere.")
    if isinstance(error, HelperGone):
        return tr("Settings that were on trial come back by themselves.")
    if isinstance(error, DeviceGone):
        return tr("Other disks of the same array have their old settings.")
    return ""
