"""Advice on a device without measuring, gathered on this computer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from storage_tuner.advice.decision.recommended_set import recommended_set
from storage_tuner.advice.published.device_advice import Advice, UserFacts, advise
from storage_tuner.advice.published.device_facts import ComputerFacts, setup_of
from storage_tuner.advice.published.evidence import PublishedEvidence
from storage_tuner.advice.published.session_background import Background
from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.knowledge import Facts, Knowledge
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import Text
from storage_tuner.core.plan import Use
from storage_tuner.core.recommended_set import RecommendedSet
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.planning.comparable_settings import USUAL
from storage_tuner.probe.block.kernel_defaults import read_kernel
from storage_tuner.probe.block.link_speed import read_drive
from storage_tuner.probe.block.tree import tree_root
from storage_tuner.probe.load.machine import is_virtual
from storage_tuner.probe.virtual_memory import read_virtual_memory
from storage_tuner.store.knowledge_files import read_knowledge


@dataclass(frozen=True)
class AdviceQuestion:
    """``record`` is the last session in which settings of ``device`` were compared."""

    device: Device
    devices: tuple[Device, ...]
    controllers: tuple[Controller, ...]
    user_facts: UserFacts
    record: SessionRecord | None = None


@dataclass(frozen=True)
class Advised:
    """Advice with the knowledge it's based on; ``measured`` is the last session judged by the same
    priorities, with its record (None: settings were never compared here)."""

    advice: Advice
    knowledge: Knowledge
    record: SessionRecord | None = None
    measured: Judgement | None = None

    @property
    def recommended(self) -> RecommendedSet:
        return recommended_set(PublishedEvidence(self.knowledge, self.advice), self.measured)


def advice_on(
    device: Device,
    devices: Sequence[Device],
    controllers: Sequence[Controller],
    user_facts: UserFacts,
    knowledge: Knowledge,
    root: Path = Path("/"),
    complete: Callable[[Facts], Facts] = lambda facts: facts,
) -> Advice:
    """The advice on a device; ``devices`` are all of the computer, ``complete`` adds facts that
    only a person knows."""
    machine = ComputerFacts(is_virtual(root), read_kernel(tree_root(root)))
    setup = setup_of(device, devices, controllers, machine)
    setup = replace(setup, facts=complete(setup.facts))
    drives = {disk.name: read_drive(disk, root) for disk in setup.disks}
    return advise(knowledge, setup, user_facts, drives, read_virtual_memory(root))


def advised(question: AdviceQuestion) -> Advised:
    """The advice with its record judged again by the current priorities. Raises ``NoKnowledge``."""
    knowledge = read_knowledge()
    user_facts = question.user_facts
    advice = advice_on(
        question.device, question.devices, question.controllers, user_facts, knowledge
    )
    if question.record is None:
        return Advised(advice, knowledge)
    wished = _with_user_facts(question.record, user_facts)
    return Advised(advice, knowledge, wished, judge_session(wished, Background(knowledge)))


def _with_user_facts(record: SessionRecord, user_facts: UserFacts) -> SessionRecord:
    """``record`` weighted by the use given in ``user_facts``, or else by its own."""
    plan = record.plan
    use = plan.use if user_facts.use is Use.NOT_SURE else user_facts.use
    return replace(record, plan=replace(plan, use=use, aims=user_facts.aims or plan.aims))


MOST_OF_A_SETTING = 2


@dataclass(frozen=True)
class PublishedExpectation:
    """``wanted`` is the recommended value of ``setting``, such as "bfq" or "at least 128";
    ``statement`` is the reason, ``source`` its origin; ``others`` counts further sources that
    agree."""

    setting: str
    wanted: Text
    statement: Text
    source: Text
    others: int


def published_expectations(
    device: Device,
    devices: Sequence[Device],
    controllers: Sequence[Controller],
    user_facts: UserFacts,
) -> tuple[PublishedExpectation, ...]:
    """The expectations of rules that certainly apply, the strongest first, a few per setting.
    Raises ``NoKnowledge``."""
    knowledge = read_knowledge()
    advice = advice_on(device, devices, controllers, user_facts, knowledge)
    published = PublishedEvidence(knowledge, advice)
    return tuple(
        PublishedExpectation(
            setting,
            wish.claim.phrase,
            wish.rules[0].statement,
            published.origin_of(wish.rules[0]),
            len(wish.rules) - 1,
        )
        for setting in USUAL
        for wish in published.values_of(setting)[:MOST_OF_A_SETTING]
    )
