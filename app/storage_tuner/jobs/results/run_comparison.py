"""Kept results side by side."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from storage_tuner.advice.comparison_of_records import (
    ComparedRecord,
    Differing,
    SideBySide,
    alike_conditions,
    compare,
    conditions_of,
    differing_conditions,
    judge_apart,
    named_apart,
    only,
)
from storage_tuner.advice.statistics.methods import method_for
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import Text, sentence
from storage_tuner.core.plan import Protocol
from storage_tuner.core.time_course import TimeCourse
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.charts.svg import STYLES

MOST_SESSIONS = 8
MOST_SHOWN = STYLES
"""The number of variants that are distinguishable in a chart."""


@dataclass(frozen=True)
class Lineup:
    """Sessions with distinct names. ``sides`` have each variant's name in the comparison;
    ``variants`` are these names, by session. ``courses`` are the disk's activity by second, by
    label, where known."""

    labels: tuple[str, ...]
    sides: tuple[ComparedRecord, ...]
    differing: tuple[Differing, ...]
    alike: tuple[tuple[Text, Text], ...]
    courses: Mapping[str, TimeCourse] = field(default_factory=dict)

    @property
    def variants(self) -> dict[str, tuple[str, ...]]:
        return {side.label: side.variants for side in self.sides}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for side in self.sides for name in side.variants)

    def first_choice(self, preferred: Mapping[str, str]) -> tuple[str, ...]:
        """The initial selection: of each session the variant in ``preferred``, then others in turn,
        as many as are distinguishable."""
        queues = [
            sorted(names, key=lambda name: name != preferred.get(label))
            for label, names in self.variants.items()
        ]
        turns = itertools.chain.from_iterable(itertools.zip_longest(*queues))
        chosen = set(itertools.islice((name for name in turns if name), MOST_SHOWN))
        return tuple(name for name in self.names if name in chosen)

    def session_of(self, name: str) -> str:
        """The label of the session that the variant ``name`` belongs to."""
        return next(side.label for side in self.sides if name in side.variants)

    def judged(self, names: Collection[str]) -> Judgement:
        """The judgement of the variants ``names`` only, each session as measured."""
        return judge_apart(only(self.sides, names))


def line_up(records: Sequence[tuple[str, SessionRecord]]) -> Lineup:
    """``records`` with the names that they have in the comparison.

    Raises ``InvalidInput`` for one in which nothing was measured, and for too few or too many.
    """
    if not 2 <= len(records) <= MOST_SESSIONS:
        raise InvalidInput(
            sentence("Between 2 and {most} results can be compared.", most=MOST_SESSIONS),
            sentence("Change the selection."),
        )
    sides = _sides(records)
    return Lineup(
        tuple(name for name, _ in records),
        named_apart(sides),
        differing_conditions(sides),
        alike_conditions(sides),
        {name: record.time_course for name, record in records if len(record.time_course)},
    )


def compare_records(records: Sequence[tuple[str, SessionRecord]]) -> SideBySide:
    """``records`` with the names that they have in the comparison.

    Raises ``InvalidInput`` for one in which nothing was measured.
    """
    return compare(_sides(records))


def _sides(records: Sequence[tuple[str, SessionRecord]]) -> list[ComparedRecord]:
    for name, record in records:
        if not record.measurements:
            raise InvalidInput(sentence("{name} has no measurements to compare.", name=name))
        if record.plan.protocol is Protocol.SUSTAINED:
            raise InvalidInput(
                sentence(
                    "{name} is a curve of sustained writes, not a comparable mean.", name=name
                ),
                sentence("Compare the levels in the reports."),
            )
        if record.plan.protocol is Protocol.MAP:
            raise InvalidInput(
                sentence("{name} is a map, whose loads are its own.", name=name),
                sentence("Compare the tables in the reports."),
            )
    return [
        ComparedRecord(name, record.measurements, method_for(record.plan), conditions_of(record))
        for name, record in records
    ]
