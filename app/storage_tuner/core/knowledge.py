"""Published rules and figures as values; ``store`` reads them, ``advice`` compares them with the
known facts of a device.

A rule is a hypothesis with a source: a published finding or recommendation for certain storage.
Nothing in it was measured here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from storage_tuner.core.message import Message, Text, either, listed, sentence, together

Number = int | float

SUCCESSORS: dict[str, str | None] = {
    "noop": "none",
    "deadline": "mq-deadline",
    "cfq": "bfq",
    "anticipatory": None,
}
"""The successors of the schedulers removed in Linux 5.0 (anticipatory: 2.6.33). A finding on an old
scheduler is only a hypothesis about its successor: bfq counts sectors where cfq counted time."""


GONE_SINCE = {"noop": "5.0", "deadline": "5.0", "cfq": "5.0", "anticipatory": "2.6.33"}
"""The first Linux without each of these schedulers."""


def removal_of(schedulers: Iterable[str]) -> Message:
    """When ``schedulers`` were removed and by what they were succeeded, such as "cfq and deadline
    removed in Linux 5.0, succeeded by bfq and mq-deadline"; empty for none."""
    names = tuple(schedulers)
    releases = dict.fromkeys(GONE_SINCE[name] for name in names)
    return together(
        (
            _removed_together([name for name in names if GONE_SINCE[name] == release], release)
            for release in releases
        ),
        "; ",
    )


def _removed_together(names: Sequence[str], release: str) -> Message:
    """All with a successor, or all without."""
    successors = [SUCCESSORS[name] or "" for name in names]
    if not all(successors):
        return sentence(
            "{names} removed in Linux {release}, without a successor",
            names=listed(names),
            release=release,
        )
    return sentence(
        "{names} removed in Linux {release}, succeeded by {successors}",
        names=listed(names),
        release=release,
        successors=listed(successors),
    )


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
    """The validity of a rule today.

    HYPOTHESIS: its subject has changed since and must be measured again. HISTORY: its subject no
    longer exists.
    """

    CURRENT = "current"
    HYPOTHESIS = "hypothesis"
    HISTORY = "history"


class Demand(StrEnum):
    """The kind of value that a rule recommends for a setting."""

    VALUE = "value"
    ONE_OF = "one_of"
    AT_LEAST = "at_least"
    MORE_THAN = "more_than"
    AT_MOST = "at_most"
    AVOID = "avoid"
    LEAVE = "leave"
    NO_DIFFERENCE = "no_difference"


class Aim(StrEnum):
    """A priority of the user: first, second or third."""

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
    """A decision made when storage is built, which can't be changed while it is in use."""

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
        """The recommended value or finding, such as "bfq", "at least 128" or "no measurable
        difference"."""
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
    throughput the winner has than ``over``, or for times how much longer ``over`` takes; None where
    the source gives no figure.
    """

    operation: str
    metric: str
    winner: str
    over: str
    percent: tuple[float, float] | None = None
    note: str = ""

    @property
    def gone(self) -> tuple[str, ...]:
        """The schedulers that the effect mentions and current kernels no longer have."""
        words = re.findall(r"[\w-]+", f"{self.winner} {self.over}")
        return tuple(word for word in dict.fromkeys(words) if word in GONE_SINCE)


@dataclass(frozen=True)
class PublishedEffect:
    """An effect with the Linux version it was found on (``kernel``), "" if not reported."""

    effect: Effect
    kernel: str = ""


@dataclass(frozen=True)
class KernelRange:
    """A range of releases (major, minor), from ``since`` on and ``before`` another one; None: no
    limit at that end."""

    since: tuple[int, int] | None = None
    before: tuple[int, int] | None = None


@dataclass(frozen=True)
class RuleConditions:
    """The conditions under which a rule applies; an empty field is no condition. The fields are
    those of ``Facts``, each with the accepted values; ``controller`` lists parts of model names.

    ``question`` is a clause that can't be checked automatically, such as "the database is Oracle".
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
    """A publication. ``date`` is as exact as known; ``date_note`` is the evidence for it.
    ``kernel`` is the Linux version of its measurements, ``link`` its address."""

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
    """An error found in a source, located by ``table`` or ``place``."""

    id: str
    source: str
    text: Text
    table: str = ""
    place: str = ""


@dataclass(frozen=True)
class Rule:
    """A published rule. ``table`` is the published table it's based on, ``place`` its location in
    the source.

    ``operations`` are those it applies to; empty: all. ``published`` are the source's words where
    they differ from today's, as pairs of setting and values.
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
        """The schedulers that the finding is about or was measured with, and that current kernels
        no longer have."""
        published = (value for _, values in self.published for value in values)
        compared = (name for effect in self.effects for name in effect.gone)
        named = dict.fromkeys((*published, *compared))
        return tuple(name for name in named if name in GONE_SINCE)


@dataclass(frozen=True)
class PublishedColumn:
    """A column of a published table; ``derived``: computed from the published columns."""

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
    """A number published outside a table; several values are a range or series."""

    id: str
    source: str
    subject: str
    operation: str = ""
    derived: bool = False
    numbers: dict[str, tuple[Number, ...]] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Knowledge:
    """All published rules and figures, in the order of the files."""

    sources: dict[str, Source]
    flaws: tuple[Flaw, ...]
    rules: tuple[Rule, ...]
    tables: dict[str, PublishedTable]
    figures: tuple[PublishedFigure, ...]

    def kind_of(self, rule: Rule) -> Message:
        """The kind of evidence, with the kernel if known and the schedulers that no longer exist,
        as in "measurement on Linux 2.6.30; cfq removed in Linux 5.0, succeeded by bfq"."""
        kernel = self.sources[rule.source].kernel
        kind = rule.evidence.phrase
        if kernel and rule.evidence is EvidenceKind.MEASUREMENT:
            kind = sentence("measurement on Linux {version}", version=kernel)
        return together((kind, removal_of(rule.gone)), "; ")

    def flaws_of(self, rule: Rule) -> tuple[Flaw, ...]:
        """The errors found in the source of ``rule``."""
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
    """The facts about a device and its computer that rules refer to. None means unknown and never
    fulfils a condition; "none" means absent.

    ``kind`` is that of the disks whose requests are ordered. ``raid`` is none, software or
    hardware, ``level`` raid0 … raid10, ``layout`` near, far, offset or another of md's words,
    ``controller`` the RAID controller's model, ``mapping`` the device-mapper target in between,
    ``zoned`` the zone model, ``kernel`` its (major, minor), ``use`` the disk's main use and ``aim``
    the first priority. ``disks`` is the number of disks in the array (1 without one).
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
