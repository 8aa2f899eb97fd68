"""The state of a controller's unit, as far as it matters for measuring; pure.

The words are those of 3ware's guide for its command line 10.2. An unknown status doesn't prevent
measuring; it's only displayed.
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
    """Internal work of a unit: ``status`` is the controller's word, ``percent`` the completed part.

    ``ends_soon``: the work only reads and takes hours at most, so waiting for it is reasonable.
    """

    status: str
    percent: float | None

    @property
    def ends_soon(self) -> bool:
        return self.status == VERIFYING


def work_of(unit: Unit) -> UnitWork | None:
    """The current internal work of the unit, its own before that of its legs; None if idle."""
    return next(_works(unit), None)


def is_inoperable(unit: Unit) -> bool:
    return _word(unit) in _GONE


def is_resting(unit: Unit) -> bool:
    """Whether the unit's status needs no remark."""
    return _word(unit) in _RESTING


def why_locked(unit: Unit, disk: str) -> Text:
    """The reason why the policies of the unit ``disk`` can't be set now, in the helper's words
    without the full stop; "" when they can."""
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
    """The unit's status, without the star that some firmware adds for a note below the table."""
    return unit.status.upper().rstrip("*")
