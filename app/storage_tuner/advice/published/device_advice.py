"""The whole advice on a device without measuring: rules, physics, and what to do next; pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

from storage_tuner.advice.decision.weights import WEIGHTS
from storage_tuner.advice.physics.expectations import (
    TYPICAL_SEEK_MS,
    Alternative,
    Expectation,
    PhysicalDrive,
    RateComparison,
    alternatives,
    crossing_share,
    expectations,
    ranked,
)
from storage_tuner.advice.physics.shortfall import Suspect, suspects
from storage_tuner.advice.published.commands import OF_THE_ARRAY_ITSELF, command_for
from storage_tuner.advice.published.device_facts import Setup, built_as, copies_of
from storage_tuner.advice.published.hypotheses import (
    DEFAULT_AIMS,
    Building,
    Hypothesis,
    HypothesisState,
    Preferences,
    RuleTarget,
    buildings,
    hypotheses,
)
from storage_tuner.advice.published.rule_matching import Match, matching
from storage_tuner.core.device import Device
from storage_tuner.core.knowledge import Aim, Choice, Facts, Knowledge
from storage_tuner.core.memory_risk import members_of
from storage_tuner.core.message import Message, Text, sentence
from storage_tuner.core.plan import Use
from storage_tuner.core.tunable import OF_DEVICES, Scope
from storage_tuner.core.virtual_memory import VirtualMemory

_LARGER_REQUEST = 64 << 10
"""Bytes; that of the database array's benchmark."""


@dataclass(frozen=True)
class UserFacts:
    """A person's input: the use, the priorities in order (empty: none given), and facts that the
    computer can't report. ``disk_mb_s`` is the sequential rate of one disk."""

    use: Use = Use.NOT_SURE
    aims: tuple[Aim, ...] = ()
    rpm: float | None = None
    seek_ms: float | None = None
    disk_mb_s: float | None = None
    measured: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Shortfall:
    """A comparison, and what to look for where it alarms."""

    comparison: RateComparison
    suspects: tuple[Suspect, ...]


@dataclass(frozen=True)
class Advice:
    """``places`` has where each setting is, by its name. ``history`` are rules about things
    that no longer exist. ``physics`` has the physical limits of
    a setting, by its name. ``incomparable`` names measured operations of
    which nothing is expected. ``next_steps`` are commands that can decide (``tune`` and ``sweep``;
    ``live`` under the load that is there) or only try (``set``).
    """

    setup: Setup
    facts: Facts
    user_facts: UserFacts
    places: Mapping[str, tuple[RuleTarget, ...]]
    settings: tuple[Hypothesis, ...]
    buildings: tuple[Building, ...]
    built_as: Mapping[Choice, str]
    history: tuple[Match, ...]
    physics: Mapping[str, Text]
    drives: Mapping[str, PhysicalDrive]
    rpm: float | None
    expectations: tuple[Expectation, ...]
    alternatives: tuple[tuple[Alternative, float], ...]
    shortfalls: tuple[Shortfall, ...]
    incomparable: tuple[str, ...]
    next_steps: tuple[str, ...]

    @property
    def unknown(self) -> tuple[str, ...]:
        """Facts that weren't given; physics, not rules, needs the number of disks."""
        return tuple(
            field.name for field in fields(self.facts) if getattr(self.facts, field.name) is None
        )


def advise(
    knowledge: Knowledge,
    setup: Setup,
    user_facts: UserFacts,
    drives: Mapping[str, PhysicalDrive],
    memory: VirtualMemory,
) -> Advice:
    """``drives`` are those of the setup's disks, by name; ``memory`` the computer's settings."""
    facts = replace(
        setup.facts,
        use=None if user_facts.use is Use.NOT_SURE else user_facts.use.value,
        aim=user_facts.aims[0].value if user_facts.aims else None,
    )
    matches = matching(knowledge.rules, facts)
    preferences = Preferences(
        {operation.name: weight for operation, weight in WEIGHTS[user_facts.use].items()},
        user_facts.aims or DEFAULT_AIMS,
    )
    places = places_of(setup, memory)
    found = hypotheses(matches, places, preferences)
    rpm = _rpm(setup, drives, user_facts)
    expected = _expected(setup, facts, rpm, user_facts)
    shortfalls, incomparable = _compared(setup, expected, user_facts)
    return Advice(
        setup=setup,
        facts=facts,
        user_facts=user_facts,
        places=places,
        settings=found,
        buildings=buildings(matches, preferences),
        built_as=built_as(replace(setup, facts=facts)),
        history=tuple(match for match in matches if not match.rule.says),
        physics=dict(_physics(setup, facts, rpm)),
        drives=drives,
        rpm=rpm,
        expectations=expected,
        alternatives=_alternatives(facts, preferences),
        shortfalls=shortfalls,
        incomparable=incomparable,
        next_steps=tuple(_next_steps(setup, user_facts, found)),
    )


def places_of(setup: Setup, memory: VirtualMemory) -> dict[str, tuple[RuleTarget, ...]]:
    """Where each tunable is, and how it is set there: an array's on the array, most on the disks
    whose queues order its requests, and those of the machine."""
    found: dict[str, dict[str, RuleTarget]] = {}
    for tunable in OF_DEVICES:
        own = tunable.scope is Scope.ARRAY or (
            setup.device.md is not None and tunable.name in OF_THE_ARRAY_ITSELF
        )
        for device in (setup.device,) if own else setup.disks:
            if tunable.name in device.settings:
                _add(found.setdefault(tunable.name, {}), tunable.name, device)
    for name, value in memory.settings.items():
        found[name] = {
            value: RuleTarget(value, ("vm",), memory.defaults.get(name), memory.limits.get(name))
        }
    return {name: tuple(places.values()) for name, places in found.items()}


def _add(places: dict[str, RuleTarget], name: str, device: Device) -> None:
    """Devices with the same value and limits are one place."""
    value, limits = device.settings[name], _limits(device, name)
    key = f"{value} {limits}"
    if key in places:
        places[key] = replace(places[key], devices=(*places[key].devices, device.name))
    else:
        default = device.defaults.get(name)
        places[key] = RuleTarget(value, (device.name,), default, limits, members_of(device))


def _limits(device: Device, name: str) -> tuple[int, int] | None:
    depth = device.queue_depth
    if name == "queue_depth" and depth is not None and depth.maximum is not None:
        return device.limits.get(name, (1, depth.maximum))
    return device.limits.get(name)


def _rpm(setup: Setup, drives: Mapping[str, PhysicalDrive], user_facts: UserFacts) -> float | None:
    """Of all the disks; None where one doesn't report it, they differ, or all are SSDs."""
    if user_facts.rpm is not None:
        return user_facts.rpm or None
    if not setup.facts.rotational:
        return None
    rates = {drives[disk.name].rpm if disk.name in drives else None for disk in setup.disks}
    return (rates.pop() or None) if len(rates) == 1 else None


def _expected(
    setup: Setup, facts: Facts, rpm: float | None, user_facts: UserFacts
) -> tuple[Expectation, ...]:
    if facts.level is None or facts.disks is None:
        return ()
    seek = (
        TYPICAL_SEEK_MS if user_facts.seek_ms is None else (user_facts.seek_ms, user_facts.seek_ms)
    )
    found = expectations(
        facts.level,
        facts.disks,
        rpm,
        seek,
        layout=facts.layout or "near",
        copies=_copies(setup, facts.level, facts.disks),
    )
    in_numbers = (_in_megabytes(one, user_facts.disk_mb_s) for one in found)
    return tuple(one for one in in_numbers if facts.disks > 1 or one.unit != "disks")


def _alternatives(facts: Facts, preferences: Preferences) -> tuple[tuple[Alternative, float], ...]:
    """An array's disks at other levels, the best for the use first."""
    if facts.disks is None or facts.disks < 2 or facts.level in (None, "none"):
        return ()
    return ranked(alternatives(facts.disks), preferences.operations)


def _copies(setup: Setup, level: str, disks: int) -> int:
    if level == "raid1":
        return disks
    return copies_of(setup.array) or 2


def _in_megabytes(one: Expectation, disk_mb_s: float | None) -> Expectation:
    if one.unit != "disks" or disk_mb_s is None:
        return one
    return replace(
        one,
        low=one.low * disk_mb_s,
        high=one.high * disk_mb_s,
        unit="MB/s",
        basis=sentence("{basis}, {rate:g} MB/s each", basis=one.basis, rate=disk_mb_s),
    )


def _compared(
    setup: Setup, expected: Sequence[Expectation], user_facts: UserFacts
) -> tuple[tuple[Shortfall, ...], tuple[str, ...]]:
    """Against what is expected under load, which stands last for its operation."""
    by_operation = {one.operation: one for one in expected if one.unit != "disks"}
    found, without = [], []
    for operation, rate in user_facts.measured.items():
        if operation not in by_operation:
            without.append(operation)
            continue
        comparison = RateComparison(operation, rate, by_operation[operation])
        looks = suspects(setup, operation) if comparison.alarming else ()
        found.append(Shortfall(comparison, looks))
    return tuple(found), tuple(without)


def _physics(setup: Setup, facts: Facts, rpm: float | None) -> Iterator[tuple[str, Message]]:
    """Physical limits of single settings, as sentences."""
    yield "scheduler", _scheduler_limit(facts, rpm)
    depths = [disk.queue_depth for disk in setup.disks if disk.queue_depth is not None]
    if depths and all(depth.maximum is not None for depth in depths):
        most = min(depth.maximum or 1 for depth in depths)
        yield (
            "queue_depth",
            sentence(
                "The drive queues at most {most} commands; further ones wait in the kernel. A "
                "single thread that waits for each request uses only one.",
                most=most,
            ),
        )
        yield (
            "nr_requests",
            sentence(
                "Below the {most} commands that the drive queues, it runs short of requests. "
                "Above that, a larger value gives the scheduler more choice but lengthens waits.",
                most=most,
            ),
        )
    if (stripe := _stripe_kib(setup)) is not None:
        yield (
            "read_ahead_kb",
            sentence(
                "One stream keeps all data disks busy only with a read-ahead of a whole stripe, "
                "{stripe} KiB here. Direct I/O uses no read-ahead.",
                stripe=stripe,
            ),
        )
    if setup.chunk_bytes:
        yield Choice.CHUNK.value, _chunk_limit(setup.chunk_bytes)
    if facts.level in ("raid4", "raid5", "raid6") and facts.disks:
        yield (
            "stripe_cache_size",
            sentence(
                "Each page takes 4 KiB × {disks} members; 1024 pages take {memory} MiB of memory.",
                disks=facts.disks,
                memory=4 * facts.disks * 1024 >> 10,
            ),
        )


def _chunk_limit(chunk_bytes: int) -> Message:
    return sentence(
        "A request that crosses a chunk boundary keeps two disks busy. With {chunk} KiB chunks, "
        "{share:.0f} % of {larger} KiB requests cross one; 4 KiB requests never do.",
        larger=_LARGER_REQUEST >> 10,
        share=100 * crossing_share(_LARGER_REQUEST, chunk_bytes),
        chunk=chunk_bytes >> 10,
    )


def _scheduler_limit(facts: Facts, rpm: float | None) -> Message:
    if facts.rotational is False:
        return sentence(
            "This device has no seek time, so reordering gains nothing; a scheduler only shares "
            "the device between programs."
        )
    turn = (
        sentence(" ({half_turn:.1f} ms at {rpm:.0f} rpm)", half_turn=30000 / rpm, rpm=rpm)
        if rpm
        else ""
    )
    spins = sentence("A rotational disk") if facts.rotational else sentence("If this is an HDD, it")
    return sentence(
        "{spins} needs a seek and half a revolution{turn} for each random request with any "
        "scheduler. Reordering helps only when several requests are queued.",
        spins=spins,
        turn=turn,
    )


def _stripe_kib(setup: Setup) -> int | None:
    """Chunk × data disks of the array itself."""
    md = setup.device.md
    if (
        md is None
        or not md.chunk_bytes
        or not md.disks
        or md.level not in ("raid0", "raid4", "raid5", "raid6")
    ):
        return None
    data = md.disks - {"raid0": 0, "raid6": 2}.get(md.level, 1)
    return md.chunk_bytes * data >> 10 if data > 0 else None


def _next_steps(setup: Setup, user_facts: UserFacts, found: Sequence[Hypothesis]) -> Iterator[str]:
    """Commands that would measure what is only published; an array's members are set alike."""
    for one in found:
        if one.trials and one.state is not HypothesisState.HELD_BACK:
            yield command_for(setup, user_facts.use, one.tunable, one.places, one.trials)
