"""Published recommendations for a device in short, shown before anything is measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storage_tuner.advice.published.device_advice import UserFacts
from storage_tuner.advice.published.evidence import PublishedEvidence
from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.message import Text
from storage_tuner.jobs.planning.comparable_settings import USUAL
from storage_tuner.jobs.planning.device_advice import advice_on
from storage_tuner.store.knowledge_files import read_knowledge

MOST_OF_A_SETTING = 2


@dataclass(frozen=True)
class PublishedExpectation:
    """``wanted`` is what is wished of ``setting``, such as "bfq" or "at least 128"; ``statement``
    says why, ``source`` who found or recommends it; ``others`` counts those who say the same."""

    setting: str
    wanted: Text
    statement: str
    source: Text
    others: int


def published_expectations(
    device: Device,
    devices: Sequence[Device],
    controllers: Sequence[Controller],
    told: UserFacts,
) -> tuple[PublishedExpectation, ...]:
    """Of rules that surely apply, the strongest first, a few a setting. Raises ``NoKnowledge``."""
    knowledge = read_knowledge()
    advice = advice_on(device, devices, controllers, told, knowledge)
    published = PublishedEvidence(knowledge, advice)
    return tuple(
        PublishedExpectation(
            setting,
            wish.saying.phrase,
            wish.rules[0].statement,
            published.origin_of(wish.rules[0]),
            len(wish.rules) - 1,
        )
        for setting in USUAL
        for wish in published.values_of(setting)[:MOST_OF_A_SETTING]
    )
