"""A table of each I/O priority class's share of the first one's throughput, by variant."""

from __future__ import annotations

from storage_tuner.core.message import sentence, tr
from storage_tuner.core.plan import Plan
from storage_tuner.core.verdict import ClassComparison, Judgement
from storage_tuner.core.workload import Workload
from storage_tuner.present import numbers, wording
from storage_tuner.present.blocks import Mark, Table, TableCell
from storage_tuner.present.compared import MARKS, legend_of

TITLE = sentence("I/O priority classes")


def priority_tables(plan: Plan, judgement: Judgement) -> tuple[Table, ...]:
    """One table for each workload whose streams differ in their class: a row per class, a column
    per variant. The first row is the base of the others' shares. Empty without any."""
    return tuple(
        _table(plan, workload, found)
        for workload in plan.workloads
        if (found := [one for one in judgement.priority_classes if one.workload == workload.name])
    )


def _table(plan: Plan, workload: Workload, found: list[ClassComparison]) -> Table:
    variants = [
        each.name for each in plan.variants if any(each.name == one.variant for one in found)
    ]
    rows = []
    for reference in dict.fromkeys(one.reference for one in found):
        of_it = [one for one in found if one.reference == reference]
        first = {one.variant: one for one in of_it}
        rows.append((_name(str(reference.label)), *(_whole(first.get(name)) for name in variants)))
        for operation in dict.fromkeys(one.operation for one in of_it):
            shares = {one.variant: one for one in of_it if one.operation == operation}
            rows.append(
                (_name(str(operation.label)), *(_share(shares.get(name)) for name in variants))
            )
    return Table(
        tr("{workload}: share of the first class’s throughput", workload=workload.label),
        (tr("Class"), *map(wording.variant_label, variants)),
        tuple(rows),
        legend_of(rows, plan.margin),
    )


def _name(label: str) -> TableCell:
    return TableCell(wording.printable(label))


def _whole(one: ClassComparison | None) -> TableCell:
    if one is None:
        return TableCell(numbers.NOTHING)
    value = numbers.three_digits(one.reference_value)
    return TableCell(f"{value}{numbers.SPACE}{one.reference.unit.value}")


def _share(one: ClassComparison | None) -> TableCell:
    if one is None:
        return TableCell(numbers.NOTHING)
    if one.interval_percent is None:
        text = tr("{share:.3g} %", share=one.share_percent)
        return TableCell(text, Mark.INCONCLUSIVE)
    low, high = one.interval_percent
    text = tr(
        "{share:.3g} % ({low:.3g} to {high:.3g} %)", share=one.share_percent, low=low, high=high
    )
    tip = numbers.three_digits(one.value)
    unit = one.operation.unit.value
    return TableCell(text, MARKS[one.state], f"{tip}{numbers.SPACE}{unit}")
