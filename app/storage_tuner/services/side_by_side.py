"""Kept results side by side."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.advice.across import Comparison, Side, compare, conditions_of
from storage_tuner.advice.methods import method_for
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.sentence import sentence


def compare_records(records: Sequence[tuple[str, SessionRecord]]) -> Comparison:
    """``records`` with the names that they have in the comparison.

    Raises ``InvalidInput`` for one in which nothing was measured.
    """
    for name, record in records:
        if not record.measurements:
            raise InvalidInput(
                sentence(
                    "Nothing was measured in {name}, so there is nothing to compare.", name=name
                )
            )
    return compare(
        [
            Side(name, record.measurements, method_for(record.plan), conditions_of(record))
            for name, record in records
        ]
    )
