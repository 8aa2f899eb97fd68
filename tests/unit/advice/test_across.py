"""Records side by side."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.advice.across import Side, compare
from storage_tuner.advice.methods import method_for
from storage_tuner.core.workload import Operation, RateUnit
from tests.unit.report.example_session import example_record

LOG = Operation("oltp/log", "Database (OLTP): log", RateUnit.REQUESTS, True, 4096)
AS_IN_A_TABLE = Operation("oltp/log", "oltp/log", RateUnit.REQUESTS, False)
OTHER_UNIT = replace(AS_IN_A_TABLE, unit=RateUnit.MEGABYTES)


def side(label: str, operation: Operation) -> Side:
    record = example_record(("none", "bfq"), (Operation.RANDOM_READ,), repeats=3)
    runs = tuple(replace(run, operation=operation) for run in record.measurements)
    return Side(label, runs, method_for(record.plan), {})


def judged(*sides: Side) -> set[Operation]:
    return {verdict.operation for verdict in compare(sides).judgement.verdicts}


def test_a_table_and_a_record_of_one_workload_are_compared() -> None:
    """A table of ours tells an operation's name and unit, and not its label."""
    assert judged(side("csv", AS_IN_A_TABLE), side("json", LOG)) == {LOG}
    assert judged(side("json", LOG), side("csv", AS_IN_A_TABLE)) == {LOG}


def test_what_counts_another_unit_stays_another_operation() -> None:
    assert judged(side("csv", OTHER_UNIT), side("json", LOG)) == {OTHER_UNIT, LOG}


def test_two_tables_are_compared_by_name() -> None:
    assert judged(side("a", AS_IN_A_TABLE), side("b", AS_IN_A_TABLE)) == {AS_IN_A_TABLE}
