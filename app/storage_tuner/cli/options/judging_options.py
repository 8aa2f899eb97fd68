"""Options for evaluating a session: purpose, priorities, accepted risk, known facts and error
level."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from storage_tuner.advice.published.device_advice import UserFacts
from storage_tuner.advice.published.device_facts import NONE
from storage_tuner.advice.published.session_background import Background
from storage_tuner.advice.statistics.methods import FixedBlocks
from storage_tuner.cli.options.option_types import add_former_name, aims, one_of, percentage
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.knowledge import Aim, Facts
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import sentence, tr
from storage_tuner.core.plan import Plan, Use
from storage_tuner.store.knowledge_files import read_knowledge

_LEVELS = ("none", "raid0", "raid1", "raid4", "raid5", "raid6", "raid10")

_WORDS: dict[str, tuple[str, ...]] = {
    "raid": ("none", "software", "hardware"),
    "level": _LEVELS,
    "layout": ("none", "near", "far", "offset"),
}
_TRUTHS = {"yes": True, "no": False}


Known = Mapping[str, Any]
"""User-supplied values by name: facts as in ``Facts``, and the numbers rpm, seek-ms, disk-mb-s."""


def known_names() -> str:
    return ", ".join(_READERS)


def read_known(assignments: Iterable[str]) -> Known:
    """Parse ``--known``. Raises ``InvalidInput`` for an unknown or repeated name, and for an
    impossible value."""
    known: dict[str, Any] = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        if name not in _READERS or not equals:
            raise InvalidInput(
                sentence("{assignment!r} isn't a valid --known value.", assignment=assignment[:80]),
                sentence("Use NAME=VALUE, where NAME is one of {names}.", names=known_names()),
            )
        if name in known:
            raise InvalidInput(
                sentence("{name} is given twice.", name=name), sentence("Specify it only once.")
            )
        known[name] = _READERS[name](name, value)
    return known


def with_known(facts: Facts, known: Known) -> Facts:
    """``facts`` with the user's values. Raises ``InvalidInput`` where the computer reports other
    ones.

    "No RAID" only means that none is visible: an array may be behind any disk, on the host of a
    virtual machine or in an enclosure.
    """
    user_facts = {name: value for name, value in known.items() if name not in _NUMBERS}
    if facts.raid == NONE and user_facts.get("raid", NONE) != NONE:
        unseen = dict.fromkeys(("raid", "level", "layout", "controller", "disks"))
        facts = replace(facts, **unseen)
    for name, value in user_facts.items():
        reported = getattr(facts, name)
        if reported is not None and reported != value:
            raise InvalidInput(
                sentence(
                    "{name}={value} contradicts the computer, which reports {reported}.",
                    name=name,
                    value=_shown(value),
                    reported=_shown(reported),
                ),
                sentence("Remove the --known value: the computer already reports it."),
            )
    return replace(facts, **user_facts)


def user_facts_of(known: Known) -> UserFacts:
    """The numbers of ``known``, for physics and published rules."""
    rpm, seek_ms, disk_mb_s = map(known.get, _NUMBERS)
    return UserFacts(rpm=rpm, seek_ms=seek_ms, disk_mb_s=disk_mb_s)


def _word(name: str, value: str) -> str:
    if value not in _WORDS[name]:
        raise InvalidInput(
            sentence(
                "{name} must be one of {words}, not {value!r}.",
                name=name,
                words=", ".join(_WORDS[name]),
                value=value[:40],
            )
        )
    return value


def _truth(name: str, value: str) -> bool:
    if value not in _TRUTHS:
        raise InvalidInput(
            sentence("{name} must be yes or no, not {value!r}.", name=name, value=value[:40])
        )
    return _TRUTHS[value]


def _text(name: str, value: str) -> str:
    if not value.strip():
        raise InvalidInput(sentence("{name} needs a name after the equals sign.", name=name))
    return value


def _disks(name: str, value: str) -> int:
    if not value.isascii() or not value.isdecimal() or not 1 <= int(value[:6]) <= 1024:
        raise InvalidInput(
            sentence(
                "{name} must be a whole number from 1 to 1024, not {value!r}.",
                name=name,
                value=value[:40],
            )
        )
    return int(value)


def _positive(name: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 0 < number < 1e6:
        raise InvalidInput(
            sentence("{name} must be a number above 0, not {value!r}.", name=name, value=value[:40])
        )
    return number


_READERS: dict[str, Callable[[str, str], str | bool | int | float]] = {
    "raid": _word,
    "level": _word,
    "layout": _word,
    "disks": _disks,
    "controller": _text,
    "rotational": _truth,
    "rpm": _positive,
    "seek-ms": _positive,
    "disk-mb-s": _positive,
}
_NUMBERS = ("rpm", "seek-ms", "disk-mb-s")


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def add_priorities(parser: argparse.ArgumentParser, otherwise: str) -> None:
    """Add ``--priorities``; ``otherwise`` describes the default."""
    option = parser.add_argument(
        "--priorities",
        dest="aims",
        type=aims,
        default=(),
        metavar="A,B,C",
        help=tr(
            "priorities in order: {aims} (default: {otherwise})",
            aims=", ".join(Aim),
            otherwise=otherwise,
        ),
    )
    add_former_name(parser, "--aims", option)


def add_weighing(parser: argparse.ArgumentParser) -> None:
    """Add ``--priorities`` and ``--allow-risky``."""
    add_priorities(parser, tr("by purpose"))
    parser.add_argument(
        "--allow-risky",
        action="store_true",
        help=tr("also recommend settings that can make the computer nearly unresponsive"),
    )


def add_judging_anew(parser: argparse.ArgumentParser) -> None:
    """Add ``--use-for``, ``--priorities``, ``--allow-risky`` and ``--known`` for saved results."""
    parser.add_argument(
        "--use-for",
        type=one_of(Use),
        metavar=tr("USE"),
        help=tr("evaluate for another purpose: {uses}", uses=", ".join(Use)),
    )
    add_weighing(parser)
    parser.add_argument(
        "--known",
        action="append",
        default=[],
        metavar=tr("NAME=VALUE"),
        help=tr(
            "add a fact that the computer doesn't report: {names}; repeatable",
            names=known_names(),
        ),
    )


@dataclass(frozen=True)
class JudgingRequest:
    """Options for evaluating a saved result; without one, the session's own value counts."""

    use: Use | None = None
    aims: tuple[Aim, ...] = ()
    allow_risky: bool = False
    known: tuple[str, ...] = ()

    def of(self, record: SessionRecord) -> SessionRecord:
        plan = record.plan
        wished = replace(
            plan,
            use=self.use or plan.use,
            aims=self.aims or plan.aims,
            allow_risky=self.allow_risky or plan.allow_risky,
        )
        return replace(record, plan=wished)

    @property
    def background(self) -> Background | None:
        """The known background, or None. Raises ``InvalidInput`` and ``NoKnowledge``."""
        if not self.known:
            return None
        known = read_known(self.known)
        return Background(
            read_knowledge(), user_facts_of(known), lambda facts: with_known(facts, known)
        )


def judging_request_of(arguments: argparse.Namespace) -> JudgingRequest:
    """The values of the options of ``add_judging_anew``."""
    return JudgingRequest(
        arguments.use_for, arguments.aims, arguments.allow_risky, tuple(arguments.known)
    )


def add_levels(parser: argparse.ArgumentParser) -> None:
    """Add ``--margin`` and ``--error-level``, which ``levels_of`` reads."""
    parser.add_argument(
        "--margin",
        metavar=tr("PERCENT"),
        type=percentage,
        help=tr("smallest difference that matters (default 3)"),
    )
    parser.add_argument(
        "--error-level",
        metavar=tr("PERCENT"),
        type=percentage,
        help=tr("maximum probability of a false claim, in percent (default 5)"),
    )


def levels_of(arguments: argparse.Namespace) -> Levels:
    return Levels(arguments.margin, arguments.error_level)


@dataclass(frozen=True)
class Levels:
    """The user's margin and error level, as shares; None: those of the plan, or our defaults."""

    margin: float | None = None
    error_level: float | None = None

    def of(self, plan: Plan) -> Plan:
        margin = plan.margin if self.margin is None else self.margin
        level = plan.error_level if self.error_level is None else self.error_level
        return replace(plan, margin=margin, error_level=level)

    def of_record(self, record: SessionRecord) -> SessionRecord:
        return replace(record, plan=self.of(record.plan))

    @property
    def both(self) -> tuple[float, float]:
        ours = FixedBlocks()
        return (
            ours.error_level if self.error_level is None else self.error_level,
            ours.margin if self.margin is None else self.margin,
        )
