"""Records side by side."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.advice.comparison_of_records import (
    ACROSS_NOTE,
    ComparedRecord,
    alike_conditions,
    compare,
    differing_conditions,
    judge_apart,
    named_apart,
    only,
)
from storage_tuner.advice.statistics.methods import method_for
from storage_tuner.core.message import Message, sentence, together
from storage_tuner.core.workload import Operation, RateUnit
from tests.unit.report.example_session import example_record

LOG = Operation("oltp/log", "Database (OLTP): log", RateUnit.REQUESTS, True, 4096)
AS_IN_A_TABLE = Operation("oltp/log", "oltp/log", RateUnit.REQUESTS, False)
OTHER_UNIT = replace(AS_IN_A_TABLE, unit=RateUnit.MEGABYTES)


def side(label: str, operation: Operation) -> ComparedRecord:
    record = example_record(("none", "bfq"), (Operation.RANDOM_READ,), repeats=3)
    runs = tuple(replace(run, operation=operation) for run in record.measurements)
    return ComparedRecord(label, runs, method_for(record.plan), {})


def judged(*sides: ComparedRecord) -> set[Operation]:
    return {verdict.operation for verdict in compare(sides).judgement.verdicts}


def test_a_table_and_a_record_of_one_workload_are_compared() -> None:
    """A table of ours tells an operation's name and unit, and not its label."""
    assert judged(side("csv", AS_IN_A_TABLE), side("json", LOG)) == {LOG}
    assert judged(side("json", LOG), side("csv", AS_IN_A_TABLE)) == {LOG}


def test_what_counts_another_unit_stays_another_operation() -> None:
    assert judged(side("csv", OTHER_UNIT), side("json", LOG)) == {OTHER_UNIT, LOG}


def test_two_tables_are_compared_by_name() -> None:
    assert judged(side("a", AS_IN_A_TABLE), side("b", AS_IN_A_TABLE)) == {AS_IN_A_TABLE}


def test_a_table_that_an_earlier_version_stored_is_compared_by_name() -> None:
    """Its texts are read as messages without arguments."""
    stored = replace(AS_IN_A_TABLE, label=Message("oltp/log"))
    assert judged(side("csv", stored), side("json", LOG)) == {LOG}


def test_one_label_that_consists_of_other_parts_is_one_operation() -> None:
    """An earlier version wrote the English text only."""
    made = replace(LOG, label=sentence("{workload}: {part}", workload="Database", part="log"))
    stored = replace(LOG, label=Message("Database: log"))
    assert judged(side("new", made), side("old", stored)) == {LOG}


def test_conditions_are_the_same_if_their_english_text_is() -> None:
    told, stored = together(("3ware", "9650SE")), Message("3ware 9650SE")
    first, second = (
        replace(side(name, LOG), conditions={"controller": value})
        for name, value in (("a", told), ("b", stored))
    )
    assert differing_conditions((first, second)) == ()
    assert alike_conditions((first, second)) == (("controller", told),)
    other = replace(second, conditions={"controller": "3ware 9500S"})
    assert [each.condition for each in differing_conditions((first, other))] == ["controller"]
    assert alike_conditions((first, other)) == ()


def sides_of_two() -> tuple[ComparedRecord, ComparedRecord]:
    operation = Operation.RANDOM_READ
    first, second = side("before", operation), side("after", operation)
    slower = tuple(replace(run, iops=(run.iops or 0) * 0.5) for run in second.runs)
    return first, replace(second, runs=slower)


def test_two_of_many_are_judged_by_themselves() -> None:
    """And only then is a comparison of different records called one."""
    named = named_apart(sides_of_two())
    apart = judge_apart(only(named, ("before: none", "after: none")))
    assert {item.variant for item in apart.verdicts[0].summaries} == {"before: none", "after: none"}
    assert apart.verdicts[0].winner in ("before: none", None)
    assert apart.notes == (ACROSS_NOTE,)
    within = judge_apart(only(named, ("before: none", "before: bfq")))
    assert within.notes == ()


def test_the_pair_of_one_record_is_judged_as_it_was_measured() -> None:
    first, second = sides_of_two()
    alone = judge_apart([first])
    within = judge_apart(only(named_apart((first, second)), ("before: none", "before: bfq")))
    assert [each.effect_percent for each in within.verdicts] == [
        each.effect_percent for each in alone.verdicts
    ]


def test_what_all_records_tell_alike_is_told_too() -> None:
    one = replace(side("a", LOG), conditions={"kernel": "6.1", "fio": "3.33", "host": "x"})
    other = replace(side("b", LOG), conditions={"kernel": "6.12", "fio": "3.33"})
    found = compare([one, other])
    assert found.alike == (("fio", "3.33"),)
    assert [each.condition for each in found.differing] == ["kernel", "host"]
