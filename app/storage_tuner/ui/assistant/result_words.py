"""What a result says in plain words: of everything together, of each use, of single verdicts."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from storage_tuner.bench.adaptive_runner import UNDECIDED
from storage_tuner.core.decision import Confidence
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.tunable import BY_NAME
from storage_tuner.core.verdict import BestForUse, Judgement, Overall, State, Verdict
from storage_tuner.ui import numbers, wording
from storage_tuner.ui.elements import Tone
from storage_tuner.ui.language import printable
from storage_tuner.ui.settings import names

translate = QCoreApplication.translate


def is_decided(record: SessionRecord, judgement: Judgement) -> bool:
    """Whether it was shown what to do: to change something, or that nothing else is better."""
    advice, whole = judgement.recommendation, judgement.overall
    if advice is None:
        return False
    if advice.change:
        return True
    measured = {variant.name for variant in record.plan.variants}
    return advice.variant in measured and whole is not None and whole.settled


def with_one_forecast(record: SessionRecord, judgement: Judgement) -> Judgement:
    """Without the times that single settings and tests would take, where the record tells how long
    it takes to decide all of it: they are reckoned in another way and contradict it."""
    advice = judgement.recommendation
    if not any(UNDECIDED in caveat for caveat in record.caveats):
        return judgement
    if advice is not None:
        by_setting = tuple(replace(each, seconds_needed=None) for each in advice.by_setting)
        advice = replace(advice, by_setting=by_setting)
    verdicts = tuple(replace(each, seconds_needed=None) for each in judgement.verdicts)
    return replace(judgement, verdicts=verdicts, recommendation=advice)


def overall_sentence(whole: Overall, *, is_advised: bool = False) -> str:
    """One variant for everything, or that there is none. ``is_advised``: there is something that
    suits better by all operations together."""
    if is_advised and not whole.differing and not whole.settled:
        return translate(
            "Result",
            "That is by all operations together; {undecided} of {compared} single comparisons are "
            "inconclusive.",
        ).format(undecided=whole.undecided, compared=whole.compared)
    undecided = translate("Result", "{undecided} of {compared} comparisons aren't decided.").format(
        undecided=whole.undecided, compared=whole.compared
    )
    if not whole.differing:
        if whole.settled:
            return translate("Result", "No difference that matters: all are equal everywhere.")
        return translate("Result", "No winner. {undecided}").format(undecided=undecided)
    if not whole.everywhere:
        text = translate("Result", "No single one is best at everything: it depends on the use.")
        return text if whole.settled else f"{text} {undecided}"
    best = printable(whole.everywhere[0])
    if whole.settled:
        return translate("Result", "{best} is best or equal at everything.").format(best=best)
    return translate("Result", "Nothing beats {best} at anything. {undecided}").format(
        best=best, undecided=undecided
    )


def use_line(each: BestForUse) -> tuple[str, str]:
    """A use, and what is best for it."""
    name = wording.use_choice(each.use)[0]
    if not each.variants:
        return name, translate("Result", "what wins one thing here loses another")
    best = printable(each.variants[0])
    if each.settled:
        return name, best
    return name, translate("Result", "{best}, as far as it is decided").format(best=best)


def confidence_badge(confidence: Confidence) -> tuple[str, Tone]:
    return {
        Confidence.HIGH: (translate("Result", "high confidence"), Tone.GOOD),
        Confidence.MEDIUM: (translate("Result", "medium confidence"), Tone.CAUTION),
        Confidence.LOW: (translate("Result", "low confidence"), Tone.PLAIN),
    }[confidence]


def setting_name(name: str) -> str:
    """ "Queue depth" for queue_depth; what isn't known is called as it is."""
    if name in BY_NAME:
        return names.legible(BY_NAME[name])
    shown = printable(name)
    return shown[:1].upper() + shown[1:]


def setting_value(name: str, value: str) -> str:
    """With its unit, or what it stands for."""
    return names.value(value, BY_NAME[name]) if name in BY_NAME else printable(value)


def spoken_verdict(verdict: Verdict | None) -> str:
    """A verdict for who listens, with how much longer it would take to decide it."""
    if verdict is None or verdict.state is State.NOT_MEASURED:
        return translate("Result", "not measured, or nothing to compare with")
    if verdict.state is State.EQUAL:
        return translate("Result", "shown to be equal")
    if verdict.state is State.UNDECIDED:
        text = translate("Result", "no clear difference")
        if verdict.seconds_needed is None:
            return text
        return translate("Result", "{text}; about {time} would decide it").format(
            text=text, time=numbers.more_time(verdict.seconds_needed)
        )
    lead = numbers.change(verdict.effect_percent, verdict.interval_percent)
    return translate("Result", "{winner} is better than {other}: {lead}").format(
        winner=printable(verdict.winner or ""),
        other=printable(verdict.runner_up or ""),
        lead=lead,
    )
