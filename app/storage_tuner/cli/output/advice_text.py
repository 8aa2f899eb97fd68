"""Advice for a terminal: published rules, expected performance, and what to measure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from storage_tuner.advice.published.device_advice import Advice
from storage_tuner.advice.published.hypotheses import CandidateValue, Hypothesis
from storage_tuner.advice.published.supplementary_settings import rate_checks
from storage_tuner.cli.output.terminal import GAP, block_lines, wrapped
from storage_tuner.core.health import Health
from storage_tuner.core.knowledge import Knowledge
from storage_tuner.core.message import sentence, tr
from storage_tuner.core.recommended_set import RecommendedSet
from storage_tuner.core.verdict import RateCheck
from storage_tuner.present import unmeasured
from storage_tuner.present.advice import WHEN_BUILT, rate_item
from storage_tuner.present.blocks import Fact, Facts
from storage_tuner.present.health import sector_facts, verdict
from storage_tuner.present.published import OPERATIONS
from storage_tuner.present.recommended import recommended_blocks
from storage_tuner.present.unmeasured import PublishedRule

VALUES_SHOWN = 2
"""The number of rules listed per value. Others are only counted; the JSON and --all have them all.
"""

_HOW_TO_SUPPLY = sentence(
    "To narrow this down, add what you know with --use-for, --priorities and --known NAME=VALUE."
)


def advice_lines(
    advice: Advice,
    knowledge: Knowledge,
    found: RecommendedSet,
    room: int,
    drives: Sequence[Health] = (),
    *,
    everything: bool,
) -> list[str]:
    """The advice for a terminal of ``room`` columns, with the recommended set ``found`` and the
    health of the NVMe ``drives``, if read; ``everything`` shows each rule, including historical
    ones."""
    write = _Writer(knowledge, room, None if everything else VALUES_SHOWN)
    sections = (
        write.heading(advice),
        *(write.setting(one, advice) for one in advice.settings),
        write.choices(advice),
        write.legacy(advice) if everything else [],
        write.expected(advice),
        write.levels(advice),
        *(write.rate(check) for check in rate_checks(advice, OPERATIONS)),
        write.incomparable(advice),
        write.recommended(found),
        *(write.sectors(drive) for drive in drives),
        write.next(advice, found),
    )
    return [line for section in sections if section for line in (*section, "")][:-1]


class _Writer:
    """Writes advice as lines; ``shown`` is the number of rules listed per value, None for all."""

    def __init__(self, knowledge: Knowledge, room: int, shown: int | None) -> None:
        self._knowledge = knowledge
        self._room = room
        self._shown = shown

    def heading(self, advice: Advice) -> list[str]:
        device = advice.setup.device
        what = f"{device.name}: {device.title}"
        return [
            *self._wrapped(str(what if device.name not in str(device.title) else device.title)),
            *self._wrapped(unmeasured.introduction(advice)),
            *(self._wrapped(str(_HOW_TO_SUPPLY)) if advice.unknown else ()),
        ]

    def setting(self, one: Hypothesis, advice: Advice) -> list[str]:
        sure = unmeasured.confidence(one)
        verdict = f"{unmeasured.verdict(one)}{f' ({sure})' if sure else ''}"
        now = f"{unmeasured.values_now(one)} ({', '.join(one.places[0].devices)})"
        return [
            *self._wrapped(
                unmeasured.values_now(one) if len(one.places) > 1 else now, f"{one.tunable.name}: "
            ),
            *self._wrapped(verdict, GAP),
            *self._facts(unmeasured.setting_facts(one, advice, self._knowledge)),
            *self._values(one.candidates),
        ]

    def choices(self, advice: Advice) -> list[str]:
        lines = self._wrapped(f"{WHEN_BUILT}:") if advice.buildings else []
        for one in advice.buildings:
            now = advice.built_as.get(one.choice)
            lines += self._wrapped(f"{one.choice.label}{f': {now}' if now else ''}", GAP)
            lines += self._facts(unmeasured.choice_facts(one.choice.value, advice))
            lines += self._values(one.candidates)
        return lines

    def legacy(self, advice: Advice) -> list[str]:
        rules = unmeasured.published_rules(advice.history, self._knowledge)
        lines = [line for rule in rules for line in self._rule(rule)]
        return [f"{unmeasured.LEGACY}:", *lines] if lines else []

    def expected(self, advice: Advice) -> list[str]:
        lines = self._facts(unmeasured.expected_facts(advice))
        if not advice.expectations:
            reason, examples = unmeasured.nothing_expected(advice)
            given = " ".join(f"--known {example}" for example in examples)
            how = tr("Add {options}.", options=given) if given else ""
            lines += self._wrapped(f"{reason} {how}".rstrip(), GAP)
        return [f"{unmeasured.EXPECTED}:", *lines]

    def levels(self, advice: Advice) -> list[str]:
        if not advice.alternatives:
            return []
        return [
            *self._wrapped(unmeasured.levels_introduction(advice)),
            *block_lines(unmeasured.levels_table(advice), self._room),
        ]

    def rate(self, check: RateCheck) -> list[str]:
        item = rate_item(check)
        fine = "" if check.alarming else tr("This is normal.")
        lines = self._wrapped(f"{item.name}: {item.text} {fine}".rstrip())
        return [*lines, *(line for note in item.notes for line in self._wrapped(note, f"{GAP}- "))]

    def incomparable(self, advice: Advice) -> list[str]:
        if not advice.incomparable:
            return []
        names = ", ".join(str(OPERATIONS[name]) for name in advice.incomparable)
        return self._wrapped(
            tr(
                "No expectation for {names}: random requests need the RAID level, the number of "
                "disks and the rpm; sequential ones need --known disk-mb-s=VALUE of one disk.",
                names=names,
            )
        )

    def recommended(self, found: RecommendedSet) -> list[str]:
        """The recommended set. Commands have one line each, however long, so they can be copied."""
        lines: list[str] = []
        for block in recommended_blocks(found):
            if isinstance(block, Facts):
                lines += ["", f"{block.title}:", *(f"{GAP}{fact.text}" for fact in block.rows)]
            else:
                lines += ["", *block_lines(block, self._room)]
        return lines[1:]

    def sectors(self, drive: Health) -> list[str]:
        """The sector formats, or why they're unknown."""
        if drive.asleep:
            return self._wrapped(verdict(drive), f"{drive.device}: ")
        facts = sector_facts(drive.sector_formats)
        if not facts:
            return self._wrapped(tr("It reports no sector formats."), f"{drive.device}: ")
        return [f"{drive.device}:", *self._facts(facts)]

    def next(self, advice: Advice, found: RecommendedSet) -> list[str]:
        """The commands for settings outside the set, or a statement that no change is suggested."""
        commands = {line.command for line in found.lines}
        others = [step for step in advice.next_steps if step not in commands]
        if others:
            return [
                *self._wrapped(tr("You could also benchmark:")),
                *(f"{GAP}{step}" for step in others),
            ]
        if any(line.command for line in found.lines):
            return []
        return self._wrapped(
            tr(
                "No published source recommends a change. To check, run {command}",
                command=f"storage-tuner tune {advice.setup.device.name}",
            )
        )

    def _values(self, candidates: Sequence[CandidateValue]) -> Iterator[str]:
        for value in unmeasured.published_values(candidates, self._knowledge):
            yield from self._wrapped(value.phrase, f"{GAP}- ")
            for rule in value.rules[: self._shown]:
                yield from self._rule(rule)
            left = len(value.rules[: self._shown]) - len(value.rules)
            if left:
                yield GAP * 3 + tr("… and {count} more (--all)", count=-left)

    def _rule(self, rule: PublishedRule) -> list[str]:
        text = " ".join((rule.statement, f"[{rule.source}]", *rule.cautions))
        return self._wrapped(text, GAP * 3)

    def _facts(self, facts: Sequence[Fact]) -> list[str]:
        return [line for fact in facts for line in self._wrapped(f"{fact.name}: {fact.text}", GAP)]

    def _wrapped(self, text: str, label: str = "") -> list[str]:
        return wrapped(text, label, self._room)
