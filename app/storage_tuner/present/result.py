"""A result in blocks: decision, numbers and conditions, then folded reasons and method."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from storage_tuner.advice.comparison_of_records import Differing
from storage_tuner.advice.statistics.methods import MARGIN
from storage_tuner.core.decision import Action, Decision
from storage_tuner.core.load_map import LoadMap
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import Text, sentence, together, tr, trn
from storage_tuner.core.plan import Plan, Protocol
from storage_tuner.core.tunable import find
from storage_tuner.core.verdict import Evidence, Judgement
from storage_tuner.present import (
    article_tables,
    live,
    load_map,
    numbers,
    priority_table,
    start_times,
    sustained,
    tradeoff,
    wording,
)
from storage_tuner.present.advice import BY_SETTING, CONFIDENCES, Item, Part, advice_parts
from storage_tuner.present.blocks import (
    Block,
    Fact,
    Facts,
    Headline,
    Notice,
    Section,
    Table,
    TableCell,
    Tone,
)
from storage_tuner.present.compared import (
    Compared,
    compared_of,
    dot_plot,
    main_keys,
    other_keys,
    table,
    thread_keys,
)
from storage_tuner.present.decision import decision_headline, finding_headline, tally_headline
from storage_tuner.present.device import reported_facts
from storage_tuner.present.facts import machine_facts
from storage_tuner.present.method import method
from storage_tuner.present.recommended import recommended_of_session
from storage_tuner.present.setting import unit as setting_unit

BY_THREADS = sentence("Results by threads")
OTHER_METRICS = sentence("Other metrics")
SAME_LOAD = live.TITLE
_THIS = sentence("this measurement")
"""The source of evidence that is in the table."""


def result_blocks(record: SessionRecord, judgement: Judgement) -> tuple[Block, ...]:
    """The blocks of one session: headline, plot, table and conditions, then sections."""
    plan = record.plan
    compared = compared_of(judgement, plan.margin, plan.current)
    return (
        result_headline(record, judgement),
        *_plots(judgement.decision, plan.margin, plan.current, _purpose(plan)),
        *(sustained.level_tables(judgement.sustained) if judgement.sustained else ()),
        *(load_map.map_tables(judgement.load_map) if judgement.load_map else ()),
        *_tables(compared),
        *(recommended_of_session(judgement.recommended) if judgement.recommended else ()),
        Notice(Tone.WARNING if record.caveats else Tone.NOTE, _in_one_line(record, judgement)),
        *_titled(str(start_times.TITLE), start_times.start_tables(plan, judgement)),
        *_folded(compared),
        *(_p99_map(judgement.load_map) if judgement.load_map else ()),
        *_titled(str(article_tables.TITLE), article_tables.article_tables(plan, judgement)),
        *_titled(str(priority_table.TITLE), priority_table.priority_tables(plan, judgement)),
        *_titled(str(tradeoff.TITLE), tradeoff.tradeoff_tables(plan, judgement)),
        *_at_the_same_load(record),
        *_reasons(judgement),
        *_conditions(record),
        Section(tr("Method"), tuple(_notes((*judgement.notes, *method(record))))),
    )


def _p99_map(found: LoadMap) -> Iterator[Section]:
    yield from _titled(str(load_map.P99_TITLE), load_map.p99_tables(found))


def result_headline(record: SessionRecord, judgement: Judgement) -> Headline:
    """What to do; without a decision, why there is none."""
    stopped = wording.interruption(record)
    if judgement.sustained is not None:
        return sustained.sustained_headline(judgement.sustained, stopped)
    if judgement.load_map is not None:
        return load_map.map_headline(judgement.load_map, stopped)
    if judgement.decision is not None:
        purpose = _purpose(record.plan)
        headline = decision_headline(judgement.decision, stopped, _lacking(record), purpose)
        sides = tradeoff.both_sides(record.plan, judgement)
        return replace(headline, details=(*headline.details, *sides))
    if judgement.comparisons:
        return tally_headline(judgement.comparisons, stopped)
    return Headline(
        Tone.STOPPED if stopped else Tone.OPEN,
        wording.nothing_compared(record),
        (stopped,) if stopped else (),
    )


def _purpose(plan: Plan) -> str:
    """ "This load" for a live session; "" for the plan's use."""
    return tr("this load") if plan.protocol is Protocol.LIVE else ""


def judgement_blocks(judgement: Judgement, margin: float = MARGIN) -> tuple[Block, ...]:
    """The blocks of figures without a session, such as a table of runs: no recommendation."""
    compared = compared_of(judgement, margin)
    return (
        _finding(judgement),
        *_plots(judgement.decision, margin),
        *_tables(compared),
        *_folded(compared),
        *_reasons(judgement),
        *_titled(tr("Method"), tuple(_notes(tuple(map(str, judgement.notes))))),
    )


def comparison_blocks(
    judgement: Judgement, differing: Sequence[Differing] = (), margin: float = MARGIN
) -> tuple[Block, ...]:
    """Several results side by side, with absolute values; the first is the reference."""
    compared = compared_of(judgement, margin)
    return (
        _finding(judgement),
        *_plots(judgement.decision, margin),
        *_tables(compared, absolute=True),
        *_folded(compared, absolute=True),
        *_titled(tr("Differing conditions"), _differing(differing)),
        *_titled(tr("Method"), tuple(_notes(tuple(map(str, judgement.notes))))),
    )


def _finding(judgement: Judgement) -> Headline:
    if judgement.decision is not None and judgement.decision.overall:
        return finding_headline(judgement.decision)
    if judgement.comparisons:
        return tally_headline(judgement.comparisons)
    return Headline(Tone.OPEN, tr("Nothing was compared."))


def _plots(
    decision: Decision | None, margin: float, current: str | None = None, purpose: str = ""
) -> Iterator[Block]:
    plot = dot_plot(decision, margin, current, purpose) if decision else None
    if plot is not None:
        yield plot


def _tables(compared: Compared | None, *, absolute: bool = False) -> Iterator[Block]:
    if compared is not None and (keys := main_keys(compared)):
        yield table(tr("Results by operation"), compared, keys, absolute=absolute)


def _folded(compared: Compared | None, *, absolute: bool = False) -> Iterator[Section]:
    if compared is None:
        return
    for title, keys in (
        (BY_THREADS, thread_keys(compared)),
        (OTHER_METRICS, other_keys(compared)),
    ):
        if keys:
            yield Section(str(title), (table("", compared, keys, absolute=absolute),))


def _at_the_same_load(record: SessionRecord) -> Iterator[Section]:
    """The disk's figures under other programs' load."""
    rows = live.figure_rows(record) if record.plan.protocol is Protocol.LIVE else ()
    if not rows:
        return
    cells = tuple(
        (
            TableCell(wording.variant_label(row.variant)),
            *(TableCell(str(together((value.mean, value.interval)))) for value in row.values),
        )
        for row in rows
    )
    yield Section(str(SAME_LOAD), (Table("", (tr("Variant"), *map(str, live.COLUMNS)), cells),))


def _in_one_line(record: SessionRecord, judgement: Judgement) -> str:
    """The confidence, the first caveat and the outcome of the settings."""
    decision = judgement.decision
    sure = (
        tr("Confidence: {confidence}.", confidence=CONFIDENCES[decision.confidence])
        if decision is not None and decision.action is not Action.NONE
        else ""
    )
    others = len(record.caveats) - 1
    more = (
        trn(others, "{count} more note under Conditions.", "{count} more notes under Conditions.")
        if others > 0
        else ""
    )
    outcome = wording.outcome(record, judgement.recommendation)
    return wording.prose(together((sure, *record.caveats[:1], more, outcome)))


def _lacking(record: SessionRecord) -> str:
    """The reason for having no recommendation."""
    plan = record.plan
    if plan.protocol is Protocol.IMPORTED:
        return tr("No recommendation: the variants' settings are unknown.")
    if plan.current not in {run.variant for run in record.measurements}:
        return tr("No recommendation: measure the current setting as well.")
    if plan.protocol is Protocol.ARTICLE and plan.repeats < 2:
        return tr("No recommendation: one run is too few. Measure at least three.")
    return tr("No recommendation: too little was measured. Measure longer or repeat.")


def _reasons(judgement: Judgement) -> Iterator[Section]:
    """The settings one by one, the evidence, and what is published."""
    parts = advice_parts(judgement)
    yield from (_part(part) for part in parts if part.title == str(BY_SETTING))
    evidence = judgement.recommendation.evidence if judgement.recommendation else ()
    yield from _titled(tr("Reasons"), _evidence(evidence))
    yield from (_part(part) for part in parts if part.title != str(BY_SETTING))


def _part(part: Part) -> Section:
    evidence = [each for item in part.items for each in item.evidence]
    return Section(
        part.title,
        (
            Facts("", tuple(map(_item, part.items))),
            *_titled(tr("Evidence"), _evidence(evidence)),
        ),
    )


def _item(item: Item) -> Fact:
    return Fact(item.name, str(together((item.text, *item.notes))))


def _evidence(found: Iterable[Evidence]) -> tuple[Facts, ...]:
    """Each source with its statements, without this measurement, which is in the table."""
    said: dict[str, list[str]] = {}
    for each in found:
        if each.source != _THIS:
            said.setdefault(wording.printable(each.source), []).append(str(each.statement))
    rows = tuple(
        Fact(source, wording.prose(together(dict.fromkeys(statements))))
        for source, statements in said.items()
    )
    return (Facts("", rows),) if rows else ()


def _conditions(record: SessionRecord) -> Iterator[Section]:
    """Settings, device and conditions, with all caveats but the first, which is shown above."""
    facts = (
        (tr("Previous settings"), tuple(map(_setting, record.original_settings.items()))),
        (tr("Variants"), tuple(_variants(record.plan))),
        (tr("Device"), reported_facts(record.device) if record.device else ()),
        (tr("Computer"), machine_facts(record)),
    )
    blocks: tuple[Block, ...] = (
        *_notes(tuple(map(str, record.caveats[1:]))),
        *(Facts(title, rows) for title, rows in facts if rows),
    )
    yield Section(tr("Conditions"), blocks)


def _setting(setting: tuple[str, str]) -> Fact:
    name, value = setting
    tunable = find(name)
    unit = setting_unit(tunable) if tunable else ""
    shown = together((wording.printable(value), unit), numbers.SPACE)
    return Fact(wording.printable(name), str(shown))


def _variants(plan: Plan) -> Iterator[Fact]:
    for variant in plan.variants:
        name = wording.variant_label(variant.name)
        if note := wording.current_note(variant.name, plan.current):
            name = tr("{variant} ({note})", variant=name, note=note)
        settings = wording.settings_text(variant.settings) or tr("nothing changed")
        yield Fact(name, settings)


def _differing(found: Iterable[Differing]) -> tuple[Facts, ...]:
    rows = tuple(
        Fact(
            wording.printable(together((each.condition,))),
            wording.printable(together((together(pair, ": ") for pair in each.values), "; ")),
        )
        for each in found
    )
    return (Facts("", rows),) if rows else ()


def _notes(texts: Iterable[Text]) -> Iterator[Notice]:
    for text in texts:
        yield Notice(Tone.NOTE, wording.prose(text))


def _titled(title: str, blocks: Sequence[Block]) -> Iterator[Section]:
    if blocks:
        yield Section(title, tuple(blocks))
