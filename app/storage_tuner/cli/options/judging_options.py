"""What a person says of a session beside it: use, aims, what may be risked, what is known."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace

from storage_tuner.advice.published.session_background import Background
from storage_tuner.cli.options.known_facts import known_names, read_known, told_of, with_known
from storage_tuner.cli.options.option_types import aims, one_of
from storage_tuner.core.knowledge import Aim
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Use
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
    """``--aims`` and ``--allow-risky``."""
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


@dataclass(frozen=True)
class Wishes:
    """What counts for a saved result; what isn't wished is as it was for the session."""

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
        """What is known; None without it. Raises ``InvalidInput`` and ``NoKnowledge``."""
        if not self.known:
            return None
        known = read_known(self.known)
        return Background(read_knowledge(), told_of(known), lambda facts: with_known(facts, known))


def wishes_of(arguments: argparse.Namespace) -> Wishes:
    """Those of ``add_judging_anew``."""
    return Wishes(arguments.use_for, arguments.aims, arguments.allow_risky, tuple(arguments.known))
