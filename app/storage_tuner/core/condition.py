"""The conditions for measuring now, checked before the first run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from storage_tuner.core.message import Text


class Severity(StrEnum):
    """The severity of a condition. A NOTE is informative, a WARNING may affect the result, and
    BLOCKING means that measuring would end with an error."""

    NOTE = "note"
    WARNING = "warning"
    BLOCKING = "blocking"


class ConditionKind(StrEnum):
    """The subject of a condition; programs read these words."""

    NO_DISK = "no-disk"
    DISK_IDLE = "disk-idle"
    PROCESSORS_IDLE = "processors-idle"
    IN_USE = "in-use"
    ARRAY_WORK = "array-work"
    DEGRADED = "degraded"
    THROTTLING = "throttling"
    TEMPERATURE = "temperature"
    GOVERNOR = "governor"
    POWER_SOURCE = "power-source"
    POWER_PROFILE = "power-profile"
    FREE_SPACE = "free-space"
    FILL = "fill"
    EXTENTS = "extents"
    FILE_SYSTEM = "file-system"
    LOOP_CACHE = "loop-cache"
    VIRTUAL = "virtual"
    ROTATIONAL = "rotational"
    WRITE_CACHE = "write-cache"
    STEADY_STATE = "steady-state"
    MEMORY = "memory"
    TEST_SIZE = "test-size"


@dataclass(frozen=True)
class Condition:
    """``sentence`` describes the condition, ``remedy`` what to do; both are for the user."""

    kind: ConditionKind
    severity: Severity
    sentence: Text
    remedy: Text


def note(kind: ConditionKind, sentence: Text, remedy: Text) -> Condition:
    return Condition(kind, Severity.NOTE, sentence, remedy)


def warning(kind: ConditionKind, sentence: Text, remedy: Text) -> Condition:
    return Condition(kind, Severity.WARNING, sentence, remedy)


def blocking(kind: ConditionKind, sentence: Text, remedy: Text) -> Condition:
    return Condition(kind, Severity.BLOCKING, sentence, remedy)


def is_blocked(conditions: Iterable[Condition]) -> bool:
    """Whether one of the conditions prevents measuring."""
    return any(each.severity is Severity.BLOCKING for each in conditions)


def record_sentences(conditions: Iterable[Condition]) -> tuple[Text, ...]:
    """The sentences to save with a result: all except those that only confirm a good state."""
    return tuple(
        each.sentence
        for each in conditions
        if each.severity is not Severity.NOTE or each.kind is not ConditionKind.TEST_SIZE
    )


def gravest_first(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """The conditions, most severe first, otherwise in the given order."""
    order = tuple(reversed(Severity))
    return tuple(sorted(conditions, key=lambda each: order.index(each.severity)))
