"""The recommendation setting by setting: measurement before physics before published rules; pure.

The measurement decides, and published rules that disagree are named. Inconclusive settings stay
unchanged: rules and physics don't break ties, but are named as hypotheses.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from storage_tuner.advice.decision.admissible import refusal
from storage_tuner.advice.decision.scoring import weighted_gain
from storage_tuner.advice.decision.weights import METRIC_OF_AIM
from storage_tuner.advice.published.evidence import (
    PublishedEvidence,
    against,
    finding_no_difference,
    unmeasured,
    value_phrase,
)
from storage_tuner.advice.statistics.error_budget import times_longer
from storage_tuner.advice.statistics.methods import (
    MOST_TIMES,
    Estimate,
    StatisticalMethod,
    method_for,
)
from storage_tuner.advice.verdict import percent_more
from storage_tuner.core.decision import Confidence
from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.memory_risk import members_of, risk_of
from storage_tuner.core.message import Message, Text, closed, sentence, together
from storage_tuner.core.plan import Plan, Protocol, TargetKind, Variant
from storage_tuner.core.tunable import Tunable, named
from storage_tuner.core.verdict import (
    Basis,
    Evidence,
    Recommendation,
    SettingAdvice,
    State,
    Verdict,
)

_OURS = sentence("this measurement")


def setting_advices(
    record: SessionRecord,
    verdicts: Sequence[Verdict],
    recommendation: Recommendation,
    published: PublishedEvidence | None,
) -> tuple[SettingAdvice, ...]:
    """One for each setting that was compared, in the catalogue's order; ``recommendation`` is the
    one for all together; ``published`` is None where the device is unknown."""
    session = _Session(record, tuple(verdicts), recommendation, published)
    compared = (
        _Setting(session, tunable, values)
        for tunable in named({name for each in record.plan.variants for name, _ in each.settings})
        if (values := session.values(tunable.name))
    )
    return tuple(each.advice for each in compared if each.value)


@dataclass(frozen=True)
class _Session:
    record: SessionRecord
    verdicts: tuple[Verdict, ...]
    recommendation: Recommendation
    published: PublishedEvidence | None

    @property
    def plan(self) -> Plan:
        return self.record.plan

    @cached_property
    def method(self) -> StatisticalMethod:
        return method_for(self.plan)

    @cached_property
    def before(self) -> Variant | None:
        """None where the current setting is unknown or wasn't measured."""
        names = {variant.name: variant for variant in self.plan.variants}
        if self.plan.current is None:
            return self.plan.variants[0]
        return names.get(self.plan.current)

    @cached_property
    def advised(self) -> Variant | None:
        """The recommended variant, or the current one."""
        if not self.recommendation.change:
            return self.before
        name = self.recommendation.variant
        return next(each for each in self.plan.variants if each.name == name)

    def present(self, name: str) -> str | None:
        reported = dict(self.before.settings).get(name) if self.before else None
        return reported if reported is not None else self.record.original_settings.get(name)

    def values(self, name: str) -> tuple[str, ...]:
        """Those that were compared; none where the setting was the same in all variants."""
        found = dict.fromkeys(
            value for each in self.plan.variants for key, value in each.settings if key == name
        )
        present = self.present(name)
        return tuple(found) if len({*found, *([present] if present else [])}) > 1 else ()

    def gain(self, variant: Variant, over: Variant) -> Estimate | None:
        """None for a live session, which has another figure."""
        if variant == over or self.plan.protocol is Protocol.LIVE:
            return None
        return weighted_gain(
            self.plan, self.record.measurements, variant.name, over.name, self.method
        )

    @cached_property
    def most_sure(self) -> Confidence:
        """The highest confidence of a session: medium if it was stopped early, only read, or used a
        practice disk, which is a file on the disk."""
        halved = (
            not self.record.completed
            or self.plan.target.kind is TargetKind.PRACTICE
            or not any(operation.writes for operation in self.plan.operations)
        )
        return Confidence.MEDIUM if halved else Confidence.HIGH

    @cached_property
    def measured_s(self) -> float:
        """The duration of the usable runs so far, in seconds."""
        return math.fsum(
            run.duration_s for run in self.record.measurements if run.disturbed is None
        )

    @cached_property
    def wants_more(self) -> tuple[Text, ...]:
        """Steps that would increase confidence, as phrases."""
        plan = self.plan
        found = []
        if not self.record.completed:
            found.append(sentence("resume the measurement (--resume)"))
        if plan.target.kind is TargetKind.PRACTICE:
            found.append(sentence("measure the disk itself, or a folder on it"))
        elif not any(operation.writes for operation in plan.operations):
            found.append(sentence("also measure writes, in a folder on it"))
        if [aim for aim in plan.aims if aim not in METRIC_OF_AIM]:
            found.append(sentence("compare the fairness manually (--fairness)"))
        return tuple(found)


@dataclass(frozen=True)
class _Setting:
    session: _Session
    tunable: Tunable
    values: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.tunable.name

    @cached_property
    def present(self) -> str | None:
        return self.session.present(self.name)

    @cached_property
    def value(self) -> str:
        """The recommended value; "" where the kernel chose an unknown one."""
        advised = self.session.advised
        reported = dict(advised.settings).get(self.name) if advised else None
        return reported or self.present or ""

    @property
    def changes(self) -> bool:
        recommendation = self.session.recommendation
        advised = dict(recommendation.settings).get(self.name, self.present)
        return recommendation.change and advised != self.present

    @cached_property
    def rivals(self) -> tuple[Variant, ...]:
        """Variants with another value of this setting, and nothing else that both set and differs;
        where there is none, all with another value."""
        mine = dict(self.session.advised.settings) if self.session.advised else {}
        others = [
            variant
            for variant in self.session.plan.variants
            if dict(variant.settings).get(self.name, self.value) != self.value
        ]
        alone = [
            variant
            for variant in others
            if not any(
                mine.get(name, value) != value
                for name, value in variant.settings
                if name != self.name
            )
        ]
        return tuple(alone or others)

    @cached_property
    def rests_on_itself(self) -> bool:
        """Whether it is the only setting that is changed."""
        before = dict(self.session.before.settings) if self.session.before else {}
        return not any(
            before.get(name, value) != value
            for name, value in self.session.recommendation.settings
            if name != self.name
        )

    @cached_property
    def own_gain(self) -> Estimate | None:
        """Of this value over the present one, all else as recommended."""
        advised = self.session.advised
        if advised is None:
            return None
        partner = next(
            (each for each in self.rivals if dict(each.settings).get(self.name) == self.present),
            None,
        )
        return self.session.gain(advised, partner) if partner and not self.rests_on_itself else None

    @property
    def gain(self) -> tuple[float | None, tuple[float, float] | None]:
        """In percent."""
        whole = self.session.recommendation
        if not self.changes:
            return None, None
        if self.rests_on_itself:
            return whole.gain_percent, whole.gain_interval_percent
        if self.own_gain is None:
            return None, None
        return percent_more(self.own_gain.mean), _interval(self.own_gain)

    @cached_property
    def lead_over_rivals(self) -> tuple[tuple[Variant, Estimate], ...]:
        advised = self.session.advised
        if advised is None:
            return ()
        found = ((rival, self.session.gain(rival, advised)) for rival in self.rivals)
        return tuple((rival, gain) for rival, gain in found if gain is not None)

    @cached_property
    def stays_soundly(self) -> bool:
        """Whether every other value was shown not to be better by the margin; at an error level
        that all of them share."""
        if self.session.plan.protocol is Protocol.LIVE:
            return self._stays_under_this_load()
        if self.session.advised is None or len(self.lead_over_rivals) < len(self.rivals):
            return False
        level = self.session.method.error_level / len(self.rivals)
        enough = math.log1p(self.session.method.margin)
        return all(gain.interval(1 - level)[1] < enough for _, gain in self.lead_over_rivals)

    @cached_property
    def held_back(self) -> tuple[Variant, Text] | None:
        """A rival that is faster, and the reason why it isn't recommended."""
        plan, before, device = self.session.plan, self.session.before, self.session.record.device
        for rival, gain in self.lead_over_rivals:
            reason = (
                refusal(rival, before, allow_risky=plan.allow_risky, device=device)
                if before
                else ""
            )
            if reason and gain.interval()[0] > 0:
                return rival, reason
        return None

    def _stays_under_this_load(self) -> bool:
        judged = [
            verdict
            for verdict in self.session.verdicts
            if verdict.threads is None
            and verdict.metric is Metric.ACCESS_TIME
            and verdict.state is not State.NOT_MEASURED
        ]
        before = self.session.before
        return bool(judged) and all(
            verdict.state is State.EQUAL or (before is not None and verdict.winner == before.name)
            for verdict in judged
        )

    @property
    def basis(self) -> Basis:
        decided = self.changes or self.stays_soundly or self.held_back
        return Basis.MEASURED if decided else Basis.UNDECIDED

    @property
    def advice(self) -> SettingAdvice:
        gain, interval = self.gain
        undecided = self.basis is Basis.UNDECIDED
        return SettingAdvice(
            setting=self.name,
            value=self.value,
            before=self.present,
            change=self.changes,
            basis=self.basis,
            summary=self._summary(),
            confidence=self._confidence(),
            evidence=(*self._measured(), *self._published()),
            gain_percent=gain,
            gain_interval_percent=interval,
            risk=risk_of(self.tunable, self.value, members_of(self.session.record.device)).value,
            side_effects=self.tunable.side_effects if self.changes else "",
            disagreement="" if undecided else self._disagreement(),
            hypothesis=self._hypothesis(),
            surer=self._surer(),
            seconds_needed=self._seconds_needed() if undecided else None,
        )

    def _seconds_needed(self) -> float | None:
        """How much longer measuring would decide it, if means and noise stay as they are; None
        where that is unknown or disproportionate.

        To recommend a rival that leads by the margin, only that one has to be decided.
        """
        enough = math.log1p(self.session.method.margin)
        times = [
            times_longer(gain.mean, gain.interval(), enough) for _, gain in self.lead_over_rivals
        ]
        leading = [
            found
            for found, (_, gain) in zip(times, self.lead_over_rivals, strict=True)
            if gain.mean >= enough
        ]
        needed = min(leading, default=max(times, default=math.inf))
        if not 1 < needed <= MOST_TIMES:
            return None
        return (needed - 1) * self.session.measured_s

    def _summary(self) -> Message:
        margin = 100 * self.session.plan.margin
        if self.session.advised is None:
            return sentence(
                "Keep {value}: the current setting wasn't measured.", value=self._words(self.value)
            )
        if not self.changes and self.stays_soundly:
            return sentence(
                "Keep {value}: no other value is at least {margin:g} % faster.",
                value=self._words(self.value),
                margin=margin,
            )
        if not self.changes and self.held_back:
            rival, reason = self.held_back
            return sentence(
                "Keep {value}: {rival} was faster, but {reason}.",
                value=self._words(self.value),
                rival=value_phrase(rival.name),
                reason=reason,
            )
        if not self.changes:
            return sentence(
                "Keep {value}: the comparison is inconclusive.",
                value=self._words(self.value),
            )
        change = sentence(
            "Change from {present} to {value}",
            value=self._words(self.value),
            present=value_phrase(self.present) if self.present else sentence("the current setting"),
        )
        gain, interval = self.gain
        if gain is None or interval is None:
            return sentence("{change}, as part of the whole set.", change=change)
        figure = sentence(
            "{gain:+.0f} % ({low:+.0f} … {high:+.0f} %)",
            gain=gain,
            low=interval[0],
            high=interval[1],
        )
        if self.rests_on_itself:
            return together((change, closed(figure)), ": ")
        return sentence(
            "{change}, as part of the whole set; on its own {figure}.",
            change=change,
            figure=figure,
        )

    def _words(self, value: str) -> Message:
        return together((value_phrase(value), self.tunable.unit))

    def _confidence(self) -> Confidence:
        if self.basis is Basis.UNDECIDED:
            return Confidence.LOW
        if not self.changes:
            return self.session.most_sure
        gain, interval = self.gain
        if gain is None or interval is None:
            return Confidence.MEDIUM if self.rests_on_itself else Confidence.LOW
        if interval[0] <= 0:
            return Confidence.LOW
        sure = interval[0] >= 100 * self.session.plan.margin
        return self.session.most_sure if sure else Confidence.MEDIUM

    def _measured(self) -> tuple[Evidence, ...]:
        """The other variants compared with the recommended one."""
        advised = self.session.advised
        return tuple(
            Evidence(
                sentence(
                    "{variant} against {before}, weighted: {gain:+.1f} % "
                    "({low:+.1f} … {high:+.1f} %).",
                    variant=rival.name,
                    before=advised.name if advised else "",
                    gain=percent_more(gain.mean),
                    low=_interval(gain)[0],
                    high=_interval(gain)[1],
                ),
                _OURS,
            )
            for rival, gain in self.lead_over_rivals
        )

    def _published(self) -> tuple[Evidence, ...]:
        return self.session.published.evidence(self.name) if self.session.published else ()

    def _disagreement(self) -> Text:
        published = self.session.published
        if published is None:
            return ""
        wishes = published.values_of(self.name)
        opposing = against(wishes, self.value, self.values)
        if self.changes:
            opposing = (*opposing, *finding_no_difference(wishes))
        if not opposing:
            return ""
        return sentence(
            "Published recommendations differ: {rules}. Your measurement takes precedence.",
            rules=published.named(opposing),
        )

    def _hypothesis(self) -> Text:
        """Published values that the measurement didn't decide."""
        published = self.session.published
        if published is None:
            return ""
        wishes = published.values_of(self.name)
        open_ones = unmeasured(wishes, self.value, self.values)
        if self.basis is Basis.UNDECIDED:
            open_ones = (*against(wishes, self.value, self.values), *open_ones)
        if not open_ones:
            return ""
        return sentence(
            "Published: {rules}. Not verified on this computer.",
            rules=published.named(open_ones),
        )

    def _surer(self) -> tuple[Text, ...]:
        plan = self.session.plan
        found = list(self.session.wants_more)
        if self.session.advised is None:
            found.insert(0, sentence("also measure the current setting"))
        elif self.changes and plan.raced and not plan.contests and self.session.record.completed:
            found.insert(0, sentence("verify with separate runs (storage-tuner confirm)"))
        return tuple(found)


def _interval(gain: Estimate) -> tuple[float, float]:
    low, high = gain.interval()
    return percent_more(low), percent_more(high)
