"""Published rules and figures as values; ``store`` reads them, ``advice`` holds them against what
is known of a device.

A rule is a hypothesis with a source: it says what somebody found or recommends for certain storage.
Nothing in it was measured here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum

from storage_tuner.core.message import Message, Text, either, sentence

Number = int | float

SUCCESSORS: dict[str, str | None] = {
    "noop": "none",
    "deadline": "mq-deadline",
    "cfq": "bfq",
    "anticipatory": None,
}
"""What became of the schedulers that ended with Linux 5.0 (anticipatory: 2.6.33). What was found of
one is a hypothesis about its successor, no more: bfq counts sectors where cfq counted time."""


GONE_SINCE = {"noop": "5.0", "deadline": "5.0", "cfq": "5.0", "anticipatory": "2.6.33"}
"""The first Linux without each of these schedulers."""


class EvidenceKind(StrEnum):
    MEASUREMENT = "measurement"
    VENDOR = "vendor"
    DISTRIBUTION = "distribution default"
    DOCUMENTATION = "documentation"

    @property
    def phrase(self) -> Message:
        return {
            EvidenceKind.MEASUREMENT: sentence("measurement"),
            EvidenceKind.VENDOR: sentence("vendor"),
            EvidenceKind.DISTRIBUTION: sentence("distribution default"),
            EvidenceKind.DOCUMENTATION: sentence("documentation"),
        }[self]


class Standing(StrEnum):
    """How far a rule still holds today.

    HYPOTHESIS: it is about something that changed since, and must be measured anew. HISTORY: what
    it speaks of doesn't exist any more.
    """

    CURRENT = "current"
    HYPOTHESIS = "hypothesis"
    HISTORY = "history"


class Demand(StrEnum):
    """What a rule wants of a setting."""

    VALUE = "value"
    ONE_OF = "one_of"
    AT_LEAST = "at_least"
    MORE_THAN = "more_than"
    AT_MOST = "at_most"
    AVOID = "avoid"
    LEAVE = "leave"
    NO_DIFFERENCE = "no_difference"


class Aim(StrEnum):
    """What a person wants first, second, third."""

    THROUGHPUT = "throughput"
    LATENCY = "latency"
    WORST_CASE = "worst-case"
    FAIRNESS = "fairness"
    CPU = "cpu"

    @property
    def phrase(self) -> Message:
        return {
            Aim.THROUGHPUT: sentence("throughput"),
            Aim.LATENCY: sentence("latency"),
            Aim.WORST_CASE: sentence("worst-case"),
            Aim.FAIRNESS: sentence("fairness"),
            Aim.CPU: sentence("cpu"),
        }[self]


class Choice(StrEnum):
    """What is decided when storage is built, and can't be changed while it is used."""

    RAID_KIND = "raid-kind"
    LEVEL = "level"
    LAYOUT = "layout"
    CHUNK = "chunk"
    SPINDLES = "spindles"
    FILE_SYSTEM = "file-system"
    VOLUME_MANAGER = "volume-manager"

    @property
    def label(self) -> Message:
        return {
            Choice.RAID_KIND: sentence("hardware or software RAID"),
            Choice.LEVEL: sentence("RAID level"),
            Choice.LAYOUT: sentence("layout"),
            Choice.CHUNK: sentence("chunk size"),
            Choice.SPINDLES: sentence("number of disks"),
            Choice.FILE_SYSTEM: sentence("file system"),
            Choice.VOLUME_MANAGER: sentence("volume manager"),
        }[self]


@dataclass(frozen=True)
class Claim:
    """``topic`` is the name of a tunable, or of a ``Choice`` when ``structural``. ``values`` are in
    the kernel's notation; empty for LEAVE and NO_DIFFERENCE, several for ONE_OF only."""

    topic: str
    demand: Demand
    values: tuple[str, ...] = ()
    structural: bool = False

    @property
    def value(self) -> str:
        return self.values[0] if self.values else ""

    @property
    def phrase(self) -> Text:
        """What it wants, such as "bfq", "at least 128" or "no measurable difference"."""
        phrases: dict[Demand, Text] = {
            Demand.VALUE: Message(self.value) if self.structural else self.value,
            Demand.ONE_OF: either(self.values),
            Demand.AT_LEAST: sentence("at least {value}", value=self.value),
            Demand.MORE_THAN: sentence("more than {value}", value=self.value),
            Demand.AT_MOST: sentence("at most {value}", value=self.value),
            Demand.AVOID: sentence("not {value}", value=self.value),
            Demand.LEAVE: sentence("no change"),
            Demand.NO_DIFFERENCE: sentence("no measurable difference"),
        }
        return phrases[self.demand]


@dataclass(frozen=True)
class Effect:
    """A published effect on one operation and metric, in the source's own words.

    ``winner`` is "=" where the source finds none. ``percent`` (smallest, largest) is how much more
    the winner moves than ``over``, or for times how much longer ``over`` takes; None where no
    figure is told.
    """

    operation: str
    metric: str
    winner: str
    over: str
    percent: tuple[float, float] | None = None
    note: str = ""

    @property
    def gone(self) -> tuple[str, ...]:
        """The schedulers that it speaks of, and that no kernel has any more."""
        words = re.findall(r"[\w-]+", f"{self.winner} {self.over}")
        return tuple(word for word in dict.fromkeys(words) if word in GONE_SINCE)


@dataclass(frozen=True)
class PublishedEffect:
    """``kernel`` is the Linux that it was found on, "" where the source doesn't report that."""

    effect: Effect
    kernel: str = ""


@dataclass(frozen=True)
class KernelRange:
    """From ``since`` on and ``before`` another release, as (major, minor); None: no such end."""

    since: tuple[int, int] | None = None
    before: tuple[int, int] | None = None


@dataclass(frozen=True)
class RuleConditions:
    """When a rule applies; an empty condition asks nothing. The fields are those of ``Facts``, and
    each lists what the fact may be; ``controller`` lists what its model contains.

    ``question`` is a clause that no machine can tell, such as "the database is Oracle".
    """

    kind: tuple[str, ...] = ()
    transport: tuple[str, ...] = ()
    rotational: bool | None = None
    raid: tuple[str, ...] = ()
    level: tuple[str, ...] = ()
    layout: tuple[str, ...] = ()
    controller: tuple[str, ...] = ()
    mapping: tuple[str, ...] = ()
    virtual_machine: bool | None = None
    zoned: tuple[str, ...] = ()
    kernel: KernelRange | None = None
    scheduler: tuple[str, ...] = ()
    use: tuple[str, ...] = ()
    aim: tuple[str, ...] = ()
    question: Text = ""


@dataclass(frozen=True)
class Source:
    """``date`` is as exact as it is known; ``date_note`` says how it is known. ``kernel`` is the
    Linux that was measured on, ``link`` where it can be read."""

    id: str
    author: str
    title: str
    date: str
    date_note: str = ""
    licence: str = ""
    environment: str = ""
    kernel: str = ""
    link: str = ""


@dataclass(frozen=True)
class Flaw:
    """An error found in a source; ``table`` or ``place`` says where."""

    id: str
    source: str
    text: Text
    table: str = ""
    place: str = ""


@dataclass(frozen=True)
class Rule:
    """``table`` is the published table it rests on, ``place`` where in the source it stands.

    ``operations`` are those it is about; empty: all. ``published`` are the words of the source
    where they aren't today's, as pairs of setting and values.
    """

    id: str
    source: str
    evidence: EvidenceKind
    standing: Standing
    standing_note: Text
    statement: Text
    conditions: RuleConditions
    says: tuple[Claim, ...]
    operations: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    published: tuple[tuple[str, tuple[str, ...]], ...] = ()
    place: str = ""
    table: str = ""

    @property
    def gone(self) -> tuple[str, ...]:
        """The schedulers in the source's words that no kernel has any more."""
        values = (value for _, published in self.published for value in published)
        return tuple(value for value in dict.fromkeys(values) if value in GONE_SINCE)


@dataclass(frozen=True)
class PublishedColumn:
    """``derived`` marks what was computed from the published columns."""

    name: str
    unit: str
    derived: bool = False


@dataclass(frozen=True)
class PublishedTable:
    id: str
    source: str
    place: str
    caption: str
    columns: tuple[PublishedColumn, ...]
    rows: tuple[tuple[str | bool | Number, ...], ...]


@dataclass(frozen=True)
class PublishedFigure:
    """Single numbers that stand in no table; those with several values are ranges or series."""

    id: str
    source: str
    subject: str
    operation: str = ""
    derived: bool = False
    numbers: dict[str, tuple[Number, ...]] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Knowledge:
    """Everything published that we know of, in the order of the files."""

    sources: dict[str, Source]
    flaws: tuple[Flaw, ...]
    rules: tuple[Rule, ...]
    tables: dict[str, PublishedTable]
    figures: tuple[PublishedFigure, ...]

    def kind_of(self, rule: Rule) -> Message:
        """Its evidence, with the kernel where it was measured: "measurement on Linux 2.6.30"."""
        kernel = self.sources[rule.source].kernel
        if not kernel or rule.evidence is not EvidenceKind.MEASUREMENT:
            return rule.evidence.phrase
        return sentence("measurement on Linux {version}", version=kernel)

    def flaws_of(self, rule: Rule) -> tuple[Flaw, ...]:
        """The errors found where ``rule`` comes from."""
        return tuple(
            flaw
            for flaw in self.flaws
            if flaw.source == rule.source
            and (
                (bool(flaw.table) and flaw.table == rule.table)
                or (bool(flaw.place) and flaw.place == rule.place)
            )
        )


@dataclass(frozen=True)
class Facts:
    """What rules ask of a device and its computer. None: not known, which is never taken for an
    answer; "none" where there is no such thing.

    ``kind`` is that of the disks whose requests are ordered. ``raid`` is none, software or
    hardware, ``level`` raid0 … raid10, ``layout`` near, far, offset or another of md's words,
    ``controller`` the RAID controller's model, ``mapping`` the device-mapper's target on the way,
    ``zoned`` the zone model, ``kernel`` its (major, minor), ``use`` what it is used for and ``aim``
    what counts first. ``disks`` counts those in the array (1 without one).
    """

    kind: str | None = None
    transport: str | None = None
    rotational: bool | None = None
    raid: str | None = None
    level: str | None = None
    layout: str | None = None
    controller: str | None = None
    mapping: str | None = None
    virtual_machine: bool | None = None
    zoned: str | None = None
    kernel: tuple[int, int] | None = None
    scheduler: str | None = None
    use: str | None = None
    aim: str | None = None
    disks: int | None = None
