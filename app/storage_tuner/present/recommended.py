"""The recommended set of a device as blocks: one table, the commands and notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from storage_tuner.core.knowledge import PublishedEffect, removal_of
from storage_tuner.core.message import listed, sentence, together, tr, trn
from storage_tuner.core.recommended_set import Grounds, RecommendedLine, RecommendedSet
from storage_tuner.core.tunable import Risk
from storage_tuner.present.blocks import (
    Block,
    Fact,
    Facts,
    Notice,
    Section,
    Table,
    TableCell,
    Tone,
)
from storage_tuner.present.published import effect_text, span_text
from storage_tuner.present.setting import label
from storage_tuner.present.wording import prose

HEADS = (
    sentence("Setting"),
    sentence("Now"),
    sentence("Recommended"),
    sentence("Basis"),
    sentence("Expected effect"),
    sentence("Risk"),
)

NOTHING = "–"
MEASURE_THIS = sentence("Measure this")

_RISKS = {
    Risk.NONE: NOTHING,
    Risk.SLOW: sentence("slower"),
    Risk.STALL: sentence("may stall"),
}


def recommended_blocks(found: RecommendedSet) -> tuple[Block, ...]:
    """Empty where nothing can be set."""
    if not found.lines:
        return ()
    return (*_headlines(found), _table(found), *_notes(found), *_commands(found))


def is_shown_in_session(found: RecommendedSet) -> bool:
    """Whether it adds anything to the decision, which covers a single setting."""
    return sum(line.grounds is not Grounds.NOTHING for line in found.lines) > 1


def recommended_of_session(found: RecommendedSet) -> tuple[Block, ...]:
    """The set beside a decision; unmeasured settings are folded."""
    if not is_shown_in_session(found):
        return ()
    unknown = replace(found, lines=tuple(one for one in found.lines if one.command))
    commands = (replace(each, title="") for each in _commands(unknown))
    more: tuple[Block, ...] = (*_notes(unknown), *commands)
    return (_table(found), *((Section(str(MEASURE_THIS), more),) if more else ()))


def _headlines(found: RecommendedSet) -> Iterator[Notice]:
    """What to do, and the grounds."""
    device = _device(found)
    measured = _wanted(found, Grounds.MEASURED)
    published = _wanted(found, Grounds.PUBLISHED)
    if measured:
        text = tr(
            "Set {settings} on {device}: this was faster in your measurements.",
            device=device,
            settings=measured,
        )
        yield Notice(Tone.DECIDED, text)
    if published:
        text = tr(
            "Benchmark {settings} on {device}: published sources recommend this.",
            device=device,
            settings=published,
        )
        yield Notice(Tone.NOTE, text)
    if not found.changes:
        yield Notice(Tone.NOTE, tr("Keep all settings on {device}.", device=device))


def _device(found: RecommendedSet) -> str:
    return tr("{device} ({storage})", device=found.device, storage=found.storage)


def _wanted(found: RecommendedSet, grounds: Grounds) -> str:
    return str(
        listed(
            f"{line.setting} = {line.value}" for line in found.changes if line.grounds is grounds
        )
    )


def _table(found: RecommendedSet) -> Table:
    title = tr("Recommended settings of {device}", device=_device(found))
    return Table(title, tuple(map(str, HEADS)), tuple(map(row, found.lines)))


def row(line: RecommendedLine) -> tuple[TableCell, ...]:
    """A cell for each of ``HEADS``."""
    return (
        TableCell(line.setting, tip=label(line.setting)),
        TableCell(str(together(line.now, ", ")), tip=str(listed(line.devices))),
        TableCell(line.value if line.changes and line.value else tr("keep")),
        TableCell(_grounds(line), tip=_sources(line)),
        _gain(line),
        TableCell(str(_RISKS[line.risk]) if line.changes else NOTHING),
    )


def in_short(line: RecommendedLine) -> str:
    """What to keep or to set, and on what grounds: "128 → 2560 · published: SUSE"."""
    _, now, value, *rest = (cell.text for cell in row(line)[:5])
    change = together((now, value), " → ")
    return str(together((change, *(text for text in rest if text != NOTHING)), " · "))


def _grounds(line: RecommendedLine) -> str:
    if line.grounds is Grounds.PUBLISHED:
        authors = dict.fromkeys(_author(citation.author) for citation in line.citations)
        first, *more = authors
        if not more:
            return tr("published: {author}", author=first)
        return tr("published: {author} and {count} more", author=first, count=len(more))
    return {
        Grounds.MEASURED: tr("measured here"),
        Grounds.INCONCLUSIVE: tr("measured, inconclusive"),
        Grounds.NOTHING: tr("nothing published"),
    }[line.grounds]


def _author(name: str) -> str:
    """The first one, without remarks: "Linux Magazine" of "Linux Magazine (our copy …)"."""
    return name.partition(",")[0].partition(" (")[0]


def _sources(line: RecommendedLine) -> str:
    """One line per citation: statement, author and source."""
    found = []
    for one in line.citations:
        title = tr("{title} ({date})", title=one.title, date=one.date)
        source = together((title, one.place, one.evidence, one.link), "; ")
        found.append(
            tr(
                "{statement} {author}: {source} [{rule}]",
                statement=one.statement,
                author=one.author,
                source=source,
                rule=one.rule,
            )
        )
    return str(together(found, "\n"))


def _gain(line: RecommendedLine) -> TableCell:
    if line.gain_percent is not None and line.interval_percent is not None:
        low, high = line.interval_percent
        text = tr("{gain:+.0f} %", gain=line.gain_percent)
        return TableCell(text, tip=tr("{low:+.0f} to {high:+.0f} %", low=low, high=high))
    tip = together(map(effect_text, line.effects), "\n")
    if not line.changes:
        return TableCell(NOTHING, tip=str(tip))
    current = [one for one in line.effects if not one.effect.gone]
    if current:
        return TableCell(_over(current[0]), tip=str(tip))
    if line.effects:
        return TableCell(tr("unknown: published only for removed schedulers"), tip=str(tip))
    return TableCell(tr("no figure published"))


def _over(one: PublishedEffect) -> str:
    """The gain with its reference, which is seldom the value set here."""
    over = tr("{span} over {other}", span=span_text(one.effect), other=one.effect.over)
    kernel = tr("Linux {version}", version=one.kernel) if one.kernel else ""
    return prose(together((over, kernel), ", "))


def _notes(found: RecommendedSet) -> Iterator[Notice]:
    """Objections to a line, and the limits of what was published."""
    for line in found.lines:
        if line.note:
            text = together((line.setting, line.note), ": ")
            yield Notice(Tone.WARNING if line.risk is Risk.STALL else Tone.NOTE, str(text))
        if line.changes and line.gone:
            old = tr(
                "{setting}: published only for schedulers that no longer exist ({removal}).",
                setting=line.setting,
                removal=removal_of(line.gone),
            )
            yield Notice(Tone.NOTE, old)
    if any(line.effects for line in found.lines):
        yield Notice(
            Tone.NOTE,
            tr("The published gains come from other computers, some with very old kernels."),
        )
    if tried := [line.setting for line in found.lines if line.command and not line.decides]:
        yield Notice(
            Tone.NOTE,
            trn(
                len(tried),
                "{settings} can't be benchmarked here, only tried for 60 s.",
                "{settings} can't be benchmarked here, only tried for 60 s.",
                settings=listed(tried),
            ),
        )


def _commands(found: RecommendedSet) -> Iterator[Facts]:
    rows = tuple(Fact(line.setting, line.command) for line in found.lines if line.command)
    if rows:
        yield Facts(str(MEASURE_THIS), rows)
