"""The matcher: what isn't known is never taken for an answer."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage_tuner.advice.published.rule_matching import (
    Fit,
    answers_to,
    contradict,
    match_of,
    matching,
    positions,
    satisfies,
)
from storage_tuner.core.knowledge import (
    Claim,
    Demand,
    EvidenceKind,
    Facts,
    KernelRange,
    Rule,
    RuleConditions,
    Standing,
)
from storage_tuner.store.knowledge_files import read_knowledge

TEXTS = {
    "kind": ("disk", "nvme", "mmc", "loop"),
    "transport": ("sata", "sas", "scsi", "nvme", "usb", "virtio", "3ware"),
    "raid": ("none", "software", "hardware"),
    "level": ("none", "raid0", "raid1", "raid4", "raid5", "raid6", "raid10"),
    "layout": ("none", "near", "far", "offset", "left-symmetric"),
    "controller": ("none", "9550SXU-8LP", "9650SE-16ML", "PERC H730"),
    "mapping": ("none", "LVM", "LUKS", "multipath"),
    "zoned": ("none", "host-managed", "host-aware"),
    "scheduler": ("none", "mq-deadline", "bfq", "kyber"),
    "use": ("desktop", "database", "backup", "streaming", "mixed"),
    "aim": ("throughput", "latency", "worst-case", "fairness", "cpu"),
}
ASKED = tuple(field.name for field in fields(Facts) if field.name != "disks")


@cache
def rules() -> tuple[Rule, ...]:
    return read_knowledge().rules


@st.composite
def known_facts(draw: st.DrawFn) -> Facts:
    """Every fact known."""
    texts = {name: draw(st.sampled_from(values)) for name, values in TEXTS.items()}
    kernel = draw(st.tuples(st.integers(5, 7), st.integers(0, 20)))
    return Facts(
        **texts,
        rotational=draw(st.booleans()),
        virtual_machine=draw(st.booleans()),
        kernel=kernel,
        disks=draw(st.integers(1, 12)),
    )


forgotten = st.sets(st.sampled_from(ASKED))


def without(facts: Facts, names: set[str]) -> Facts:
    return replace(facts, **dict.fromkeys(names))


def fits(facts: Facts) -> dict[str, Fit]:
    return {match.rule.id: match.fit for match in matching(rules(), facts)}


@given(known_facts(), forgotten)
def test_forgetting_a_fact_never_makes_a_rule_certain(facts: Facts, names: set[str]) -> None:
    known, less = fits(facts), fits(without(facts, names))
    for name, fit in less.items():
        if fit is Fit.APPLIES:
            assert known[name] is Fit.APPLIES


@given(known_facts(), forgotten)
def test_forgetting_a_fact_never_rules_anything_out(facts: Facts, names: set[str]) -> None:
    assert set(fits(facts)) <= set(fits(without(facts, names)))


@given(known_facts(), forgotten)
def test_a_rule_applies_only_if_it_asks_for_nothing_unknown(facts: Facts, names: set[str]) -> None:
    less = without(facts, names)
    for match in matching(rules(), less):
        asked = dict(answers_to(match.rule.conditions, less))
        assert (match.fit is Fit.APPLIES) == (
            all(answer is True for answer in asked.values()) and not match.rule.conditions.question
        )
        assert set(match.unknown) == {name for name, answer in asked.items() if answer is None}
        assert set(match.unknown) <= names


@given(forgotten)
def test_of_nothing_known_only_rules_without_conditions_apply(names: set[str]) -> None:
    for match in matching(rules(), Facts()):
        assert match.fit is Fit.MAY_APPLY or match.rule.conditions == RuleConditions()


@given(known_facts())
def test_everything_known_leaves_only_questions_open(facts: Facts) -> None:
    for match in matching(rules(), facts):
        assert match.unknown == ()
        assert (match.fit is Fit.MAY_APPLY) == bool(match.question)


def rule(**conditions: object) -> Rule:
    return Rule(
        "r",
        "s",
        EvidenceKind.VENDOR,
        Standing.CURRENT,
        "So.",
        "So.",
        RuleConditions(**conditions),  # type: ignore[arg-type]
        (Claim("scheduler", Demand.VALUE, ("none",)),),
    )


@pytest.mark.parametrize(
    ("conditions", "facts", "fit"),
    [
        ({"kind": ("nvme",)}, Facts(kind="nvme"), Fit.APPLIES),
        ({"kind": ("nvme",)}, Facts(kind="disk"), None),
        ({"kind": ("nvme",)}, Facts(), Fit.MAY_APPLY),
        ({"rotational": False}, Facts(rotational=False), Fit.APPLIES),
        ({"rotational": False}, Facts(rotational=True), None),
        ({"controller": ("9650SE",)}, Facts(controller="9650SE-4LPML"), Fit.APPLIES),
        ({"controller": ("9650se",)}, Facts(controller="AMCC 9650SE"), Fit.APPLIES),
        ({"controller": ("9650SE",)}, Facts(controller="none"), None),
        ({"kernel": KernelRange((6, 10))}, Facts(kernel=(6, 9)), None),
        ({"kernel": KernelRange((6, 10))}, Facts(kernel=(6, 10)), Fit.APPLIES),
        ({"kernel": KernelRange(None, (6, 10))}, Facts(kernel=(6, 10)), None),
        ({"kernel": KernelRange((6, 1), (6, 10))}, Facts(), Fit.MAY_APPLY),
        ({"question": "it rains"}, Facts(kind="nvme"), Fit.MAY_APPLY),
        ({"kind": ("nvme",), "use": ("backup",)}, Facts(kind="disk"), None),
        ({}, Facts(), Fit.APPLIES),
    ],
)
def test_conditions(conditions: dict[str, object], facts: Facts, fit: Fit | None) -> None:
    match = match_of(rule(**conditions), facts)
    assert (match.fit if match else None) is fit


def test_a_multipath_device_keeps_its_scheduler() -> None:
    """Only the paths beneath it get none: nobody orders the requests twice."""
    facts = Facts(kind="dm", mapping="multipath", scheduler="mq-deadline")
    (match,) = (
        match
        for match in matching(rules(), facts)
        if match.fit is Fit.APPLIES and "multipath" in str(match.rule.statement)
    )
    assert [saying.demand for saying in match.rule.says] == [Demand.LEAVE]


def said(demand: Demand, *values: str) -> Claim:
    return Claim("x", demand, values)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (said(Demand.VALUE, "bfq"), said(Demand.VALUE, "none"), True),
        (said(Demand.VALUE, "bfq"), said(Demand.ONE_OF, "none", "bfq"), False),
        (said(Demand.VALUE, "bfq"), said(Demand.AVOID, "bfq"), True),
        (said(Demand.VALUE, "bfq"), said(Demand.AVOID, "none"), False),
        (said(Demand.ONE_OF, "none", "bfq"), said(Demand.AVOID, "bfq"), False),
        (said(Demand.AVOID, "none"), said(Demand.AVOID, "bfq"), False),
        (said(Demand.AT_LEAST, "128"), said(Demand.VALUE, "64"), True),
        (said(Demand.AT_LEAST, "128"), said(Demand.VALUE, "128"), False),
        (said(Demand.MORE_THAN, "128"), said(Demand.VALUE, "128"), True),
        (said(Demand.AT_LEAST, "128"), said(Demand.AT_MOST, "64"), True),
        (said(Demand.AT_LEAST, "64"), said(Demand.AT_MOST, "64"), False),
        (said(Demand.MORE_THAN, "64"), said(Demand.AT_MOST, "64"), True),
        (said(Demand.AT_LEAST, "64"), said(Demand.MORE_THAN, "128"), False),
        (said(Demand.NO_DIFFERENCE), said(Demand.VALUE, "bfq"), True),
        (said(Demand.LEAVE), said(Demand.VALUE, "bfq"), True),
        (said(Demand.LEAVE), said(Demand.LEAVE), False),
        (said(Demand.VALUE, "1"), Claim("y", Demand.VALUE, ("2",)), False),
    ],
)
def test_contradictions(one: Claim, other: Claim, expected: bool) -> None:
    assert contradict(one, other) is expected
    assert contradict(other, one) is expected


numbers = st.integers(0, 9).map(str)
sayings = st.one_of(
    st.builds(said, st.sampled_from([Demand.VALUE, Demand.AT_LEAST, Demand.AT_MOST]), numbers),
    st.builds(said, st.just(Demand.MORE_THAN), numbers),
    st.builds(said, st.just(Demand.AVOID), st.integers(1, 9).map(str)),
)
"""Settings have a smallest value, 0 here, that nobody wants avoided."""


@given(sayings, sayings)
def test_sayings_contradict_when_no_number_satisfies_both(one: Claim, other: Claim) -> None:
    both = any(
        satisfies(str(number), one) and satisfies(str(number), other) for number in range(20)
    )
    assert contradict(one, other) is not both


def test_what_cannot_be_told_of_words() -> None:
    assert satisfies("system", said(Demand.AT_LEAST, "5")) is None
    assert satisfies("5", said(Demand.LEAVE)) is None
    assert satisfies("5", said(Demand.NO_DIFFERENCE)) is True


def test_rules_with_the_same_wish_stand_together() -> None:
    first, second = rule(), replace(rule(), id="r2")
    third = replace(rule(), id="r3", says=(Claim("scheduler", Demand.VALUE, ("bfq",)),))
    found = positions(matching((first, third, second), Facts()))
    (told,) = found.values()
    assert [[match.rule.id for match in one.matches] for one in told] == [["r", "r2"], ["r3"]]
