"""Leaders and leads so far, in a heatmap that fills block by block."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.message import tr
from storage_tuner.core.plan import Plan, RunSpecification
from storage_tuner.jobs.provisional_standings import (
    CellOperation,
    Certainty,
    Disturbances,
    ProvisionalLead,
    SoFar,
    Stand,
    lead_so_far,
)
from storage_tuner.present import numbers
from storage_tuner.present.decision import named
from storage_tuner.ui.assistant.measure.heat_painter import HeatLegend
from storage_tuner.ui.assistant.measure.heatmap import Heatmap, HeatRow
from storage_tuner.ui.assistant.measure.standing_text import stand_sentence, stand_words
from storage_tuner.ui.widgets.elements import Card, Text, Tone


class StandingsCard(Card):
    def __init__(self) -> None:
        super().__init__(tr("So far"))
        self.summary = Text()
        self._note = Text(tone=Tone.SUBTLE)
        self.table = Heatmap(tr("Results so far"), tr("Best variant and lead"))
        for widget in (self.summary, HeatLegend(), self.table, self._note):
            self.body.addWidget(widget)
        self._so_far: SoFar | None = None
        self._stands: dict[CellOperation, Stand] = {}
        self._running: CellOperation | None = None

    def clear(self) -> None:
        self._so_far = None
        self._stands = {}
        self._running = None
        self.table.show_rows((), ())

    def show_plan(self, plan: Plan) -> SoFar:
        """Show an empty row per test; return the standings that will fill them."""
        self._so_far = SoFar(plan)
        self._running = None
        self._stands = {test: Stand(Certainty.WAITING) for test in self._so_far.tests}
        rows = [self._row(test) for test in self._so_far.tests]
        self.table.show_rows([variant.name for variant in plan.variants], rows)
        self._note.setText(self._explanation(plan))
        self._sum_up()
        return self._so_far

    def show_running(self, specification: RunSpecification | None) -> None:
        """Mark the running test."""
        if self._so_far is None:
            return
        cell = specification.cell if specification else None
        found = next((test for test in self._so_far.tests if test.cell == cell), None)
        before, self._running = self._running, found
        for test in {before, found} - {None}:
            self._show_test(test)

    def add_all(self, measurements: Sequence[Measurement]) -> tuple[CellOperation, ...]:
        """Add measurements; return the tests that they belong to."""
        if self._so_far is None:
            return ()
        touched = self._so_far.add(measurements)
        for test in touched:
            self._stands[test] = self._so_far.stand(test)
            self._show_test(test)
        self._sum_up()
        return touched

    @property
    def disturbances(self) -> Disturbances:
        return self._so_far.disturbances if self._so_far else Disturbances(0, {})

    @property
    def temperatures(self) -> Sequence[float]:
        return self._so_far.temperatures if self._so_far else ()

    def stand(self, test: CellOperation) -> Stand:
        return self._stands[test]

    def _show_test(self, test: CellOperation | None) -> None:
        if self._so_far is not None and test is not None:
            self.table.show_row(self._so_far.tests.index(test), self._row(test))

    def _row(self, test: CellOperation) -> HeatRow:
        assert self._so_far is not None
        stand, plan = self._stands[test], self._so_far.plan
        return HeatRow(
            operation=str(test.operation.label),
            threads=test.threads,
            unit=str(Metric.RATE.unit(test.operation)),
            values={name: stand.means.get(name) for name in self._so_far.names(test)},
            best=stand.best or "",
            words=stand_words(stand, plan),
            spoken=stand_sentence(stand, plan),
            running=test == self._running,
        )

    def _sum_up(self) -> None:
        """Show how many tests are decided, and their winners."""
        if self._so_far is None:
            return
        stands = list(self._stands.values())
        wins: dict[str, int] = {}
        for stand in stands:
            if stand.certainty is Certainty.AHEAD and stand.best:
                wins[stand.best] = wins.get(stand.best, 0) + 1
        equal = sum(stand.certainty is Certainty.EQUAL for stand in stands)
        plan = self._so_far.plan
        lead = lead_so_far(stands, plan.current) if plan.current else None
        texts = (_leading(lead), _summary(plan, wins, equal, len(stands)))
        self.summary.setText(" ".join(filter(None, texts)))

    def _explanation(self, plan: Plan) -> str:
        if plan.raced:
            return tr(
                "Means of complete rounds. ✓ decided, ? inconclusive. The percentage is the lead "
                "over the next best variant, with its 95 % interval. The final verdict follows at "
                "the end."
            )
        return tr("Means so far. The verdict comes at the end.")


def _leading(lead: ProvisionalLead | None) -> str:
    """The leader's lead over the current setting."""
    if lead is None:
        return ""
    current = str(named(lead.reference))
    if lead.variant == lead.reference:
        text = tr("So far no setting is faster than {current} (current).")
        return text.format(current=current)
    return tr(
        "So far {variant} leads: {percent} faster than {current} (current).",
        variant=str(named(lead.variant)),
        percent=numbers.percent(lead.percent),
        current=current,
    )


def _summary(plan: Plan, wins: dict[str, int], equal: int, tests: int) -> str:
    if not plan.raced:
        return tr("Results so far, without a verdict:")
    decided = sum(wins.values()) + equal
    parts = [
        tr("{variant} leads in {count}", variant=str(named(name)), count=count)
        for name, count in sorted(wins.items(), key=lambda each: -each[1])
    ]
    if equal:
        parts.append(tr("same in {count}", count=equal))
    text = tr("{decided} of {tests} tests are decided", decided=decided, tests=tests)
    return f"{text}: {', '.join(parts)}." if parts else f"{text}."
