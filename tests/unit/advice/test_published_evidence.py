"""What is said of where a published rule comes from."""

from __future__ import annotations

import re
from functools import cache

import pytest

from storage_tuner.advice.published.evidence import PublishedEvidence
from storage_tuner.core.knowledge import GONE_SINCE, Knowledge
from storage_tuner.store.knowledge_files import read_knowledge


@cache
def knowledge() -> Knowledge:
    return read_knowledge()


@pytest.mark.parametrize(
    ("rule", "origin"),
    [
        (
            "database-load-cfq",
            "Hannes Kuehnemund, measurement on Linux 2.6; cfq and deadline removed in Linux 5.0, "
            "succeeded by bfq and mq-deadline; anticipatory removed in Linux 2.6.33, without a "
            "successor",
        ),
        ("array-read-ahead-not-zero", "Nat Makarevitch, measurement on Linux 2.6.18, 2.6.24"),
        ("suse-rotational", "SUSE, distribution default"),
    ],
)
def test_old_findings_say_their_kernel_and_what_is_gone(rule: str, origin: str) -> None:
    (found,) = (each for each in knowledge().rules if each.id == rule)
    published = PublishedEvidence(knowledge(), None)  # type: ignore[arg-type]  # of no device
    assert str(published.origin_of(found)) == origin


def test_whatever_names_a_removed_scheduler_counts_as_a_finding_of_old() -> None:
    """In its statement, its effects or the source's words: then its origin says so everywhere."""
    silent = {
        rule.id
        for rule in knowledge().rules
        if set(re.findall(r"[\w-]+", str(rule.statement).lower())) & GONE_SINCE.keys()
        and not rule.gone
    }
    assert silent == set()
    for rule in knowledge().rules:
        removed = f"{rule.gone[0]}" if rule.gone else ""
        assert removed in str(knowledge().kind_of(rule)), rule.id


def test_every_measurement_with_schedulers_that_are_gone_tells_its_kernel() -> None:
    sources = knowledge().sources
    silent = {
        rule.id
        for rule in knowledge().rules
        if rule.evidence.value == "measurement" and rule.gone and not sources[rule.source].kernel
    }
    assert silent == set()
