"""What a person says of a session beside it: use, aims, what may be risked, what is known."""

from __future__ import annotations

import argparse
from dataclasses import replace

from storage_tuner.advice.published.device_advice import UserFacts
from storage_tuner.advice.published.session_background import Background
from storage_tuner.cli.known_facts import Known, known_names, read_known, with_known
from storage_tuner.cli.one_of import one_of
from storage_tuner.core.knowledge import Aim
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Plan, Use
from storage_tuner.store.knowledge_files import read_knowledge


def add_aims(parser: argparse.ArgumentParser, otherwise: str) -> None:
    """``--aims``; ``otherwise`` says what counts without it."""
    parser.add_argument(
        "--aims",
        type=aims,
        default=(),
        metavar="A,B,C",
        help=f"what counts first, second and third: {', '.join(Aim)} (not told: {otherwise})",
    )


def add_weighing(parser: argparse.ArgumentParser) -> None:
    """``--aims`` and ``--allow-risky``, which ``wished`` reads."""
    add_aims(parser, "as the use has it")
    parser.add_argument(
        "--allow-risky",
        action="store_true",
        help="recommend also settings with which a computer may hardly answer when they are wrong",
    )


def add_judging_anew(parser: argparse.ArgumentParser) -> None:
    """``--use-for``, ``--aims``, ``--allow-risky`` and ``--known``, for a saved result."""
    parser.add_argument(
        "--use-for",
        type=one_of(Use),
        metavar="USE",
        help="judge for another use than that of the session: " + ", ".join(Use),
    )
    add_weighing(parser)
    parser.add_argument(
        "--known",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"what the computer didn't tell: {known_names()}; may be given several times",
    )


def wished(plan: Plan, arguments: argparse.Namespace) -> Plan:
    return replace(
        plan,
        aims=arguments.aims or plan.aims,
        allow_risky=arguments.allow_risky or plan.allow_risky,
    )


def judged_anew(record: SessionRecord, arguments: argparse.Namespace) -> SessionRecord:
    """``record`` with the wishes of ``add_judging_anew`` for those of the session."""
    plan = wished(record.plan, arguments)
    return replace(record, plan=replace(plan, use=arguments.use_for or plan.use))


def background_of(arguments: argparse.Namespace) -> Background | None:
    """What ``--known`` tells; None without it. Raises ``InvalidInput`` and ``NoKnowledge``."""
    if not arguments.known:
        return None
    known = read_known(arguments.known)
    return Background(read_knowledge(), _told(known), lambda facts: with_known(facts, known))


def _told(known: Known) -> UserFacts:
    return UserFacts(
        rpm=known.numbers.get("rpm"),
        seek_ms=known.numbers.get("seek-ms"),
        disk_mb_s=known.numbers.get("disk-mb-s"),
    )


def aims(text: str) -> tuple[Aim, ...]:
    """Up to three, each once; for ``argparse``."""
    try:
        found = tuple(Aim(word) for word in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"up to three of {', '.join(Aim)} are expected") from None
    if len(set(found)) != len(found) or len(found) > 3:
        raise argparse.ArgumentTypeError("up to three aims are expected, each once")
    return found
