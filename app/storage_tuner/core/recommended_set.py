"""One recommended set of settings for a device, as values: ``advice`` composes it, ``present``
puts it into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from storage_tuner.core.decision import Confidence
from storage_tuner.core.knowledge import PublishedEffect
from storage_tuner.core.message import Text
from storage_tuner.core.tunable import Risk


class Grounds(StrEnum):
    """The grounds of a line. INCONCLUSIVE: measured but not decided; NOTHING: no published rule is
    known to apply here."""

    MEASURED = "measured"
    INCONCLUSIVE = "inconclusive"
    PUBLISHED = "published"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Citation:
    """A published rule that recommends the value. ``evidence`` is ``kind`` in words, with the Linux
    version that was measured; ``gone`` are the schedulers removed since. ``applies``: all its
    conditions are known to be met; ``link`` is "" where none is known."""

    rule: str
    statement: Text
    author: str
    title: str
    date: str
    place: str = ""
    link: str = ""
    kind: str = ""
    evidence: Text = ""
    gone: tuple[str, ...] = ()
    applies: bool = True


@dataclass(frozen=True)
class RecommendedLine:
    """The recommendation for one setting of ``devices``.

    ``now`` are the current values, each once; ``value`` is the recommended one, None to keep
    several different ones. ``gain_percent`` with its interval is measured; ``effects`` are
    published, including those of removed schedulers. ``note`` is a sentence on objections, "" if
    there are none. ``command`` measures the setting ("": impossible, or already decided); unless
    ``decides``, it only tries the value.
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

    @property
    def gone(self) -> tuple[str, ...]:
        """The removed schedulers that all of its citations are about; empty if one is newer."""
        if not all(one.gone for one in self.citations):
            return ()
        return tuple(dict.fromkeys(name for one in self.citations for name in one.gone))


@dataclass(frozen=True)
class RecommendedSet:
    """A set of settings. ``storage`` is a phrase for its storage, such as "software RAID 5 of 4
    disks"; ``lines`` are in the order in which settings are set."""

    device: str
    storage: Text
    lines: tuple[RecommendedLine, ...]

    @property
    def changes(self) -> tuple[RecommendedLine, ...]:
        return tuple(line for line in self.lines if line.changes)
