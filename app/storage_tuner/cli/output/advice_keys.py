"""Advice as ``advise --json`` prints it: resources/schema/advice.schema.json."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from storage_tuner.advice.published.device_advice import Advice, Shortfall
from storage_tuner.advice.published.hypotheses import Building, CandidateValue, Hypothesis
from storage_tuner.advice.published.rule_matching import Match
from storage_tuner.core.health import Health, better_format
from storage_tuner.core.knowledge import Knowledge
from storage_tuner.core.recommended_set import RecommendedLine, RecommendedSet
from storage_tuner.store.documents import document_of


def advice_keys(
    advice: Advice, knowledge: Knowledge, found: RecommendedSet, drives: Sequence[Health] = ()
) -> dict[str, Any]:
    """The advice as JSON keys. ``measured`` is always false, so that it isn't mistaken for a
    result. ``found`` is the recommended set, ``drives`` the health of its NVMe drives, if read."""
    device, setup = advice.setup.device, advice.setup
    return {
        "measured": False,
        "device": {
            "name": device.name,
            "path": device.path,
            "model": device.model,
            "medium": device.medium,
        },
        "disks": [disk.name for disk in setup.disks],
        "array": setup.array.name if setup.array else None,
        "unit": setup.unit.id if setup.unit else None,
        "use": advice.user_facts.use.value,
        "aims": [aim.value for aim in advice.user_facts.aims],
        "facts": _facts(advice),
        "unknown": list(advice.unknown),
        "settings": [_setting(one, advice, knowledge) for one in advice.settings],
        "choices": [_choice(one, advice, knowledge) for one in advice.buildings],
        "history": [_rule(match, knowledge) for match in advice.history],
        "physics": {
            "rpm": advice.rpm,
            "drives": {
                name: {"rpm": drive.rpm, "links": [document_of(link) for link in drive.links]}
                for name, drive in advice.drives.items()
            },
            "expectations": [document_of(one) for one in advice.expectations],
            "alternatives": [
                {**document_of(one), "score": round(score, 3)} for one, score in advice.alternatives
            ],
            "comparisons": [_comparison(one) for one in advice.shortfalls],
            "not_comparable": list(advice.incomparable),
        },
        "recommended": [_published(line) for line in found.lines if line.citations],
        "recommended_set": {
            "storage": found.storage,
            "settings": [_line(line) for line in found.lines],
        },
        "next": list(advice.next_steps),
        "sector_formats": [_sector_formats(drive) for drive in drives],
    }


def _sector_formats(drive: Health) -> dict[str, Any]:
    better = better_format(drive.sector_formats)
    return {
        "device": drive.device,
        "formats": [document_of(one) for one in drive.sector_formats],
        "better": document_of(better) if better else None,
    }


def _published(line: RecommendedLine) -> dict[str, Any]:
    """The older form of the set: published advice only, without figures."""
    return {
        "name": line.setting,
        "now": list(line.now),
        "try": line.value if line.changes else None,
        "rules": [one.rule for one in line.citations],
    }


def _line(line: RecommendedLine) -> dict[str, Any]:
    return {
        "name": line.setting,
        "devices": list(line.devices),
        "now": list(line.now),
        "recommended": line.value,
        "change": line.changes,
        "basis": line.grounds.value,
        "confidence": line.confidence.value,
        "risk": line.risk.value,
        "sources": [document_of(one) for one in line.citations],
        "effects": [
            {**document_of(one.effect), "kernel": one.kernel or None, "gone": list(one.effect.gone)}
            for one in line.effects
        ],
        "gain_percent": line.gain_percent,
        "interval_percent": line.interval_percent and list(line.interval_percent),
        "note": line.note or None,
        "command": line.command or None,
        "decides": line.decides,
    }


def _facts(advice: Advice) -> dict[str, Any]:
    found = document_of(advice.facts)
    if advice.facts.kernel is not None:
        found["kernel"] = ".".join(map(str, advice.facts.kernel))
    return dict(found)


def _setting(one: Hypothesis, advice: Advice, knowledge: Knowledge) -> dict[str, Any]:
    return {
        "name": one.tunable.name,
        "places": [
            {"value": place.value, "default": place.default, "devices": list(place.devices)}
            for place in one.places
        ],
        "state": one.state.value,
        "confidence": one.confidence.value,
        "trials": list(one.trials),
        **_positions(one, knowledge),
        "physics": advice.physics.get(one.tunable.name),
        "risk": one.tunable.risk.value,
        "side_effects": one.tunable.side_effects,
    }


def _choice(one: Building, advice: Advice, knowledge: Knowledge) -> dict[str, Any]:
    return {
        "name": one.choice.value,
        "label": one.choice.label,
        "now": advice.built_as.get(one.choice),
        "physics": advice.physics.get(one.choice.value),
        **_positions(one, knowledge),
    }


def _positions(one: Hypothesis | Building, knowledge: Knowledge) -> dict[str, Any]:
    return {
        "positions": [_position(candidate, knowledge) for candidate in one.candidates],
        "conflicts": [[first.phrase, second.phrase] for first, second in one.conflicts],
    }


def _position(candidate: CandidateValue, knowledge: Knowledge) -> dict[str, Any]:
    return {
        "wish": candidate.claim.demand.value,
        "values": list(candidate.claim.values),
        "phrase": candidate.claim.phrase,
        "strength": round(candidate.strength.today, 4),
        "strength_of_removed": round(candidate.strength.removed, 4),
        "trial": candidate.trial,
        "refusal": candidate.refusal or None,
        "rules": [_rule(match, knowledge) for match in candidate.position.matches],
    }


def _rule(match: Match, knowledge: Knowledge) -> dict[str, Any]:
    rule = match.rule
    source = knowledge.sources[rule.source]
    return {
        "id": rule.id,
        "fit": match.fit.value,
        "unknown": list(match.unknown),
        "question": match.question or None,
        "statement": rule.statement,
        "evidence": rule.evidence.value,
        "today": rule.standing.value,
        "today_note": rule.standing_note,
        "gone": list(rule.gone),
        "operations": list(rule.operations),
        "effects": [document_of(effect) for effect in rule.effects],
        "source": {
            "author": source.author,
            "title": source.title,
            "date": source.date,
            "kernel": source.kernel or None,
            "place": rule.place or rule.table or None,
        },
        "flaws": [flaw.text for flaw in knowledge.flaws_of(rule)],
    }


def _comparison(one: Shortfall) -> dict[str, Any]:
    comparison = one.comparison
    return {
        "operation": comparison.operation,
        "measured": comparison.measured,
        "expected": document_of(comparison.expectation),
        "ratio": round(comparison.ratio, 3),
        "alarming": comparison.alarming,
        "suspects": [document_of(suspect) for suspect in one.suspects],
    }
