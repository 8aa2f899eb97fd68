"""Sessions lined up to be compared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.workload import Operation
from storage_tuner.jobs.results.run_comparison import MOST_SESSIONS, MOST_SHOWN, Lineup, line_up
from tests.unit.report.example_session import example_record

SCHEDULERS = ("none", "mq-deadline", "kyber", "bfq")


def record(*variants: str) -> SessionRecord:
    return example_record(variants or SCHEDULERS, (Operation.RANDOM_READ,), repeats=2)


def lineup(*sessions: SessionRecord) -> Lineup:
    return line_up([(f"session {number}", each) for number, each in enumerate(sessions)])


def test_of_many_sessions_each_is_shown_with_what_suited_best() -> None:
    found = lineup(*[record() for _ in range(MOST_SESSIONS)])
    shown = found.first_choice({"session 3": "session 3: bfq"})
    assert len(shown) == MOST_SHOWN
    assert [found.session_of(name) for name in shown] == list(found.labels)
    assert "session 3: bfq" in shown


def test_all_variants_of_two_sessions_are_shown() -> None:
    found = lineup(record(), record())
    assert found.first_choice({}) == found.names
    assert len(found.names) == MOST_SHOWN


def test_sessions_of_one_variant_keep_their_names() -> None:
    found = lineup(record("none"), record("none"))
    assert found.names == ("session 0", "session 1")


def test_only_what_is_chosen_is_judged() -> None:
    found = lineup(record(), record())
    judgement = found.judged(("session 0: none", "session 1: bfq"))
    named = {item.variant for each in judgement.verdicts for item in each.summaries}
    assert named == {"session 0: none", "session 1: bfq"}
    assert judgement.notes  # they were measured at other times


def test_what_nothing_was_measured_in_cannot_be_compared() -> None:
    with pytest.raises(InvalidInput, match="session 1"):
        lineup(record(), replace(record(), measurements=()))


@pytest.mark.parametrize("count", [1, MOST_SESSIONS + 1])
def test_too_few_and_too_many_are_refused(count: int) -> None:
    with pytest.raises(InvalidInput, match="Between 2 and 8"):
        lineup(*[record("none") for _ in range(count)])


def test_the_order_of_the_records_is_kept_and_what_differs_is_told() -> None:
    other = record("none")
    other = replace(other, machine=replace(other.machine, kernel="6.12.0"))
    found = lineup(record("none"), other)
    assert ("kernel", (("session 0", "6.1.0-test"), ("session 1", "6.12.0"))) in [
        (str(each.condition), each.values) for each in found.differing
    ]
    assert "fio" in [str(condition) for condition, _ in found.alike]
