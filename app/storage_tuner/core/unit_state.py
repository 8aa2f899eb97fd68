"""The state of a controller's unit, as far as it matters for measuring; pure.

The words are those of 3ware's guide for its command line 10.2. A status that isn't known says
nothing against measuring: it's shown, and that is all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from storage_tuner.core.controller import Unit
from storage_tuner.core.message import Text, sentence

VERIFYING = "VERIFYING"
_AT_WORK = frozenset(
    {
        "INITIALIZING",
        "REBUILDING",
        VERIFYING,
        "MIGRATING",
        "REBUILD-VERIFY",
        "RECOVERY",
        "COPYBACK",
    }
)
_GONE = frozenset({"INOPERABLE", "OFFLINE"})
_RESTING = frozenset({"", "OK", "VERIFIED"})


@dataclass(frozen=True)
class UnitWork:
    """What a unit does by itself: ``status`` in the controller's word, ``percent`` of it done.

    ``ends_soon``: it only reads, and takes hours at most, so that one may wait for it.
    """

    status: str
    percent: float | None

    @property
    def ends_soon(self) -> bool:
        return self.status == VERIFYING


def work_of(unit: Unit) -> UnitWork | None:
    """What keeps the unit's drives busy now, its own work before that of its legs."""
    return next(_works(unit), None)


def is_inoperable(unit: Unit) -> bool:
    return _word(unit) in _GONE


def is_resting(unit: Unit) -> bool:
    """Whether there is nothing to be said of its status."""
    return _word(unit) in _RESTING


def why_locked(unit: Unit, disk: str) -> Text:
    """Why the policies of the unit that is ``disk`` can't be set now, as the helper says it without
    its full stop; "" when they can."""
    if not unit.status:
        return sentence(
            "The unit of {device} doesn't report its status; policies can be changed only "
            "if it is OK",
            device=disk,
        )
    if unit.status == "OK":
        return ""
    return sentence(
        "The unit of {device} is {status}; policies can be changed only if it is OK",
        device=disk,
        status=unit.status,
    )


def _works(unit: Unit) -> Iterator[UnitWork]:
    if _word(unit) in _AT_WORK:
        yield UnitWork(_word(unit), unit.percent)
    for part in unit.sub_units:
        yield from _works(part)


def _word(unit: Unit) -> str:
    """Some firmware marks a status with a star, for a note below the table."""
    return unit.status.upper().rstrip("*")
