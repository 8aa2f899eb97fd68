"""From matching rules to what is worth measuring."""

from __future__ import annotations

import pytest

from storage_tuner.advice.published.hypotheses import (
    Hypothesis,
    HypothesisConfidence,
    HypothesisState,
    Preferences,
    RuleTarget,
    Strength,
    hypotheses,
    strength,
    trial,
)
from storage_tuner.advice.published.rule_matching import matching
from storage_tuner.core.knowledge import (
    Aim,
    Claim,
    Demand,
    Effect,
    EvidenceKind,
    Facts,
    Rule,
    RuleConditions,
    Standing,
)

ALIKE = Preferences({"seq-read": 0.5, "rand-read": 0.5})


def rule(
    name: str,
    saying: Claim,
    evidence: EvidenceKind = EvidenceKind.VENDOR,
    standing: Standing = Standing.CURRENT,
    **more: object,
) -> Rule:
    conditions = more.pop("conditions", RuleConditions())
    return Rule(
        name,
        "s",
        evidence,
        standing,
        "So.",
        "So.",
        conditions,  # type: ignore[arg-type]
        (saying,),
        **more,  # type: ignore[arg-type]
    )


def wants(value: str, demand: Demand = Demand.VALUE, topic: str = "scheduler") -> Claim:
    return Claim(topic, demand, (value,) if value else ())


def advised(*rules: Rule, now: str = "none", limits: tuple[int, int] | None = None) -> Hypothesis:
    topic = rules[0].says[0].topic
    places = {topic: (RuleTarget(now, ("sda",), None, limits),)}
    (found,) = hypotheses(matching(rules, Facts()), places, ALIKE)
    return found


def test_what_is_set_as_wished_needs_nothing() -> None:
    found = advised(rule("a", wants("none")))
    assert (found.state, found.trials) == (HypothesisState.AS_PUBLISHED, ())


def test_another_value_is_worth_measuring() -> None:
    found = advised(rule("a", wants("bfq")))
    assert (found.state, found.trials) == (HypothesisState.WORTH_MEASURING, ("bfq",))
    assert found.confidence is HypothesisConfidence.MEDIUM


def test_contradicting_rules_are_shown_beside_each_other() -> None:
    found = advised(rule("a", wants("bfq")), rule("b", wants("kyber")))
    assert found.state is HypothesisState.DISPUTED
    assert set(found.trials) == {"bfq", "kyber"}
    assert [{one.value, other.value} for one, other in found.conflicts] == [{"bfq", "kyber"}]
    assert found.confidence is HypothesisConfidence.LOW


def test_a_hypothesis_of_old_stays_of_low_confidence() -> None:
    found = advised(rule("a", wants("bfq"), EvidenceKind.MEASUREMENT, Standing.HYPOTHESIS))
    assert found.confidence is HypothesisConfidence.LOW


def test_what_only_may_apply_stays_of_low_confidence() -> None:
    found = advised(rule("a", wants("bfq"), conditions=RuleConditions(rotational=True)))
    assert (found.confidence, found.trials) == (HypothesisConfidence.LOW, ("bfq",))


@pytest.mark.parametrize(
    "conditions", [RuleConditions(use=("database",)), RuleConditions(aim=("latency",)),
                   RuleConditions(question="it rains")]
)  # fmt: skip
def test_what_hangs_on_the_users_word_is_not_tried_unasked(conditions: RuleConditions) -> None:
    found = advised(rule("a", wants("bfq"), conditions=conditions))
    assert (found.state, found.trials) == (HypothesisState.UP_TO_YOU, ())
    assert found.candidates[0].trial == "bfq"


def test_what_the_device_cannot_do_is_refused() -> None:
    deep = rule("a", wants("64", Demand.AT_LEAST, "queue_depth"))
    found = advised(deep, now="32", limits=(1, 32))
    assert (found.state, found.trials) == (HypothesisState.NOT_POSSIBLE, ())
    assert "the range of sda is 1 to 32" in str(found.candidates[0].refusal)


def test_what_can_stall_the_computer_is_held_back() -> None:
    found = advised(rule("a", wants("30", topic="dirty_ratio")), now="20")
    assert found.state is HypothesisState.HELD_BACK


def test_nothing_is_said_of_what_is_not_there() -> None:
    assert hypotheses(matching((rule("a", wants("bfq")),), Facts()), {}, ALIKE) == ()


@pytest.mark.parametrize(
    ("saying", "now", "default", "expected"),
    [
        (wants("128", Demand.AT_LEAST), "64", None, "128"),
        (wants("128", Demand.AT_LEAST), "256", None, None),
        (wants("16", Demand.AT_MOST), "128", None, "16"),
        (wants("256", Demand.MORE_THAN), "256", "256", "512"),
        (wants("0", Demand.MORE_THAN), "0", "128", "128"),
        (wants("0", Demand.MORE_THAN), "0", None, "1"),
        (wants("none", Demand.AVOID), "none", "mq-deadline", "mq-deadline"),
        (wants("none", Demand.AVOID), "none", None, None),
        (wants("none", Demand.AVOID), "bfq", "mq-deadline", None),
        (wants("", Demand.LEAVE), "bfq", "mq-deadline", "mq-deadline"),
        (wants("", Demand.LEAVE), "bfq", "bfq", None),
        (wants("", Demand.LEAVE), "bfq", None, None),
        (wants("", Demand.NO_DIFFERENCE), "bfq", "none", None),
        (Claim("scheduler", Demand.ONE_OF, ("none", "bfq")), "bfq", None, None),
        (Claim("scheduler", Demand.ONE_OF, ("none", "bfq")), "kyber", None, "none"),
        (wants("5", Demand.AT_LEAST), "system", None, None),
    ],
)
def test_trials(saying: Claim, now: str, default: str | None, expected: str | None) -> None:
    assert trial(saying, RuleTarget(now, ("sda",), default)) == expected


def weigh(one: Rule, preferences: Preferences = ALIKE) -> float:
    return strength(matching((one,), Facts()), preferences).today


def of_old(name: str, saying: Claim, scheduler: str) -> Rule:
    """The strongest kind of evidence, but about a removed scheduler."""
    published = (("scheduler", (scheduler,)),)
    return rule(name, saying, EvidenceKind.MEASUREMENT, Standing.HYPOTHESIS, published=published)


def test_any_number_of_findings_on_removed_schedulers_is_outweighed_by_one_newer_rule() -> None:
    newer = rule("now", wants("mq-deadline"), EvidenceKind.DISTRIBUTION, Standing.HYPOTHESIS)
    old = [of_old(str(number), wants("bfq"), "cfq") for number in range(40)]
    found = advised(*old, newer)
    assert [one.claim.value for one in found.candidates] == ["mq-deadline", "bfq"]
    assert found.candidates[1].strength == Strength(today=0.0, removed=60.0)


def test_findings_on_removed_schedulers_decide_between_equals_but_give_no_confidence() -> None:
    bfq = rule("now", wants("bfq"), EvidenceKind.DISTRIBUTION)
    none = rule("too", wants("mq-deadline"), EvidenceKind.DISTRIBUTION)
    found = advised(none, bfq, of_old("then", wants("bfq"), "cfq"))
    assert found.candidates[0].claim.value == "bfq"
    alone = advised(of_old("then", wants("bfq"), "cfq"))
    assert alone.trials == ("bfq",), "it is still worth measuring"
    assert alone.confidence is HypothesisConfidence.LOW


def test_a_rule_is_of_old_if_what_it_compares_is() -> None:
    effects = (Effect("rand-read", "rate", "noop, deadline", "anticipatory"),)
    assert rule("a", wants("", Demand.NO_DIFFERENCE), effects=effects).gone == (
        "noop", "deadline", "anticipatory",
    )  # fmt: skip


def test_a_measurement_outweighs_a_distribution() -> None:
    measured = rule("a", wants("bfq"), EvidenceKind.MEASUREMENT)
    habit = rule("b", wants("bfq"), EvidenceKind.DISTRIBUTION)
    assert weigh(measured) > weigh(habit)


def test_one_about_an_operation_counts_as_much_as_that_counts() -> None:
    read = rule("a", wants("bfq"), operations=("seq-read",))
    everything = rule("b", wants("bfq"))
    assert weigh(read) == pytest.approx(weigh(everything) / 2)
    backup = Preferences({"seq-read": 0.9, "rand-read": 0.1})
    assert weigh(read, preferences=backup) > weigh(read)


def test_the_first_aim_counts_most() -> None:
    cheap = rule("a", wants("bfq"), effects=(Effect("seq-read", "cpu_efficiency", "bfq", "none"),))
    first = Preferences(ALIKE.operations, (Aim.CPU,))
    last = Preferences(ALIKE.operations, (Aim.THROUGHPUT, Aim.LATENCY, Aim.CPU))
    never = Preferences(ALIKE.operations, (Aim.FAIRNESS,))
    assert (
        weigh(cheap, preferences=first)
        > weigh(cheap, preferences=last)
        > weigh(cheap, preferences=never)
        > 0
    )
