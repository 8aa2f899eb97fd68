"""What is said of where a published rule comes from."""

from __future__ import annotations

from functools import cache

import pytest

from storage_tuner.advice.published.evidence import PublishedEvidence
from storage_tuner.core.knowledge import Knowledge
from storage_tuner.store.knowledge_files import read_knowledge


@cache
def knowledge() -> Knowledge:
    return read_knowledge()


@pytest.mark.parametrize(
    ("rule", "origin"),
    [
        (
            "database-load-cfq",
            "Hannes Kuehnemund, measurement on Linux 2.6, cfq removed in Linux 5.0",
        ),
        ("array-nr-requests-not-small", "Nat Makarevitch, measurement on Linux 2.6.18, 2.6.24"),
        ("suse-rotational", "SUSE, distribution default"),
    ],
)
def test_old_findings_say_their_kernel_and_what_is_gone(rule: str, origin: str) -> None:
    (found,) = (each for each in knowledge().rules if each.id == rule)
    published = PublishedEvidence(knowledge(), None)  # type: ignore[arg-type]  # of no device
    assert str(published.origin_of(found)) == origin


def test_every_measurement_with_schedulers_that_are_gone_tells_its_kernel() -> None:
    sources = knowledge().sources
    silent = {
        rule.id
        for rule in knowledge().rules
        if rule.evidence.value == "measurement"
        and (rule.gone or any(effect.gone for effect in rule.effects))
        and not sources[rule.source].kernel
    }
    assert silent == set()
