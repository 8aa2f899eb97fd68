"""One recommended set of settings for a device, as values: ``advice`` puts it together, ``present``
says it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from storage_tuner.core.decision import Confidence
from storage_tuner.core.knowledge import PublishedEffect
from storage_tuner.core.message import Text
from storage_tuner.core.tunable import Risk


class Grounds(StrEnum):
    """What a line rests on. INCONCLUSIVE: measured, and not decided; NOTHING: nobody published
    anything that surely applies here."""

    MEASURED = "measured"
    INCONCLUSIVE = "inconclusive"
    PUBLISHED = "published"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Citation:
    """A published rule that wants the recommended value. ``applies``: surely, for all that it asks
    for is known; ``link`` is "" where none is known."""

    rule: str
    statement: Text
    author: str
    title: str
    date: str
    place: str = ""
    link: str = ""
    kind: str = ""
    applies: bool = True


@dataclass(frozen=True)
class RecommendedLine:
    """What to do about one setting of ``devices``.

    ``now`` are the values that are set, each once; ``value`` is the recommended one, None to keep
    several different ones. ``gain_percent`` with its interval was measured; ``effects`` are
    published, those of schedulers that are gone included. ``note`` is a sentence on what speaks
    against it, "" when nothing does. ``command`` measures it ("": nothing can, or it is decided);
    unless ``decides`` it only tries.
    """

    setting: str
    devices: tuple[str, ...]
    now: tuple[str, ...]
    value: str | None
    grounds: Grounds
    confidence: Confidence
    risk: Risk
    citations: tuple[Citation, ...] = ()
    effects: tuple[PublishedEffect, ...] = ()
    gain_percent: float | None = None
    interval_percent: tuple[float, float] | None = None
    note: Text = ""
    command: str = ""
    decides: bool = False

    @property
    def changes(self) -> bool:
        return self.value is not None and self.now != (self.value,)


@dataclass(frozen=True)
class RecommendedSet:
    """``storage`` is a phrase for what it is for, such as "software RAID 5 of 4 disks"; ``lines``
    are in the order in which settings are set."""

    device: str
    storage: Text
    lines: tuple[RecommendedLine, ...]

    @property
    def changes(self) -> tuple[RecommendedLine, ...]:
        return tuple(line for line in self.lines if line.changes)
