"""The performance to expect of a device or an array, whatever its settings; pure.

Nothing here is measured. An HDD serves a random request in seek + half a revolution; an array
serves as many at once as it has disks, less the extra writes of its level. Ceilings
of sequential load are counted in disks, as the rate of one isn't known.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from storage_tuner.core.message import Text, sentence

PARITY_DISKS = {"raid4": 1, "raid5": 1, "raid6": 2}
WRITE_COST = {"none": 1, "raid0": 1, "raid4": 4, "raid5": 4, "raid6": 6}
"""Requests of the disks for one small random write: reading old data and parity, and writing both.
Mirrors write each copy."""

MIXED_WRITE_SHARE = 0.2
"""Of the load that the array's benchmark used, so that its figures can be held against ours."""

ALARM_RATIO = 0.7
"""Below this share of the expected value something is wrong; our choice. In the published
figures md arrays lie between 0.76 and 1.25 of the formula, and the faulty RAID5 at 0.26."""

SORTING_GAIN = 1.5
"""Sorting many waiting requests, by NCQ or by the system, shortens the seeks: published is about
half as much again at 32 threads (rule ncq-random-read)."""

TYPICAL_SEEK_MS = (8.2, 8.9)
"""Mean seeks of the 7200 and 5400 rpm disks in the array's benchmark, by their makers."""

_SATA_BITS_PER_BYTE = 10
_PCIE_LANE_MB_S = {2.5: 250.0, 5.0: 500.0, 8.0: 984.6, 16.0: 1969.2, 32.0: 3938.5, 64.0: 7563.0}
"""By GT/s: 8 of 10 bits carry data up to 5, 128 of 130 up to 32, and 236 of 256 bytes at 64."""


@dataclass(frozen=True)
class Spindle:
    """An HDD: revolutions per minute, and mean seek in ms."""

    rpm: float
    seek_ms: float

    @property
    def access_ms(self) -> float:
        """Mean seek and half a turn (30000/rpm)."""
        return self.seek_ms + 30_000 / self.rpm

    @property
    def iops(self) -> float:
        """Random requests a second, one at a time."""
        return 1000 / self.access_ms


@dataclass(frozen=True)
class LinkSpeed:
    """``name`` is shown, such as "SATA 6.0 Gbit/s"; ``mb_s`` is the maximum throughput."""

    name: str
    mb_s: float


@dataclass(frozen=True)
class PhysicalDrive:
    """``rpm`` as reported by the drive: 0 for SSDs, None if not reported. ``links`` are those on
    the path to memory that the kernel reports."""

    rpm: int | None
    links: tuple[LinkSpeed, ...] = ()


@dataclass(frozen=True)
class Expectation:
    """Between ``low`` and ``high``, in ``unit``: IOPS, MB/s, or disks (as much as so many
    disks alone). ``formula`` is its calculation, ``basis`` the input."""

    operation: str
    low: float
    high: float
    unit: str
    formula: Text
    basis: Text
    load: Text = ""


@dataclass(frozen=True)
class RateComparison:
    """A measured rate against what is expected of the operation."""

    operation: str
    measured: float
    expectation: Expectation

    @property
    def ratio(self) -> float:
        """Against the lower end: an alarm must not come from an assumption."""
        return self.measured / self.expectation.low

    @property
    def alarming(self) -> bool:
        return self.ratio < ALARM_RATIO


def write_cost(level: str, copies: int = 2, disks: int | None = None) -> int | None:
    """Requests of the disks for each small random write; None for an unknown level.

    ``copies`` counts for RAID 1 (all its disks) and RAID 10. With ``disks``, for the cheaper of two
    ways: parity is also got by reading the other data of the stripe, which costs a request of each
    disk (drivers/md/raid5.c, handle_stripe_dirtying: rmw against rcw).
    """
    if level in ("raid1", "raid10"):
        return copies
    cost = WRITE_COST.get(level)
    if cost is None or disks is None or level not in PARITY_DISKS:
        return cost
    return min(cost, disks)


def random_iops(
    iops_of_disks: Sequence[float],
    level: str,
    write_share: float,
    copies: int = 2,
    *,
    whole_stripes: bool = False,
) -> float | None:
    """ΣI / (R + F·W): all disks together, each write costing F requests. Source of the form: the
    published N·I/(R+F·W), with disks that may differ.

    ``whole_stripes`` takes the cheaper way to parity, as ``write_cost`` with the number of disks. A
    RAID 4's parity disk serves no reads, which is left out of account for mixed loads, and bounds
    the writes: each reads and writes it, or only writes it where the other data are read.
    """
    disks = list(iops_of_disks)
    cost = write_cost(level, copies, len(disks) if whole_stripes else None)
    if cost is None:
        return None
    if level == "raid4" and write_share:
        rate = math.fsum(disks) / ((1 - write_share) + cost * write_share)
        on_parity = 1 if whole_stripes and cost == len(disks) else 2
        return min(rate, min(disks) / (on_parity * write_share))
    if level == "raid4" and write_share == 0:
        disks = disks[:-1]
    return math.fsum(disks) / ((1 - write_share) + cost * write_share)


def sequential_disks(
    level: str, disks: int, operation: str, layout: str = "near", copies: int = 2
) -> tuple[float, float] | None:
    """As much as how many disks alone, for one stream and for as many as there are disks.

    Full stripes need no reading, so parity RAID writes as fast as its data disks.
    """
    data = disks - PARITY_DISKS.get(level, 0)
    if level in ("none", "raid0", *PARITY_DISKS):
        return (float(data), float(data)) if data > 0 else None
    if level not in ("raid1", "raid10"):
        return None
    if operation == "seq-write":
        each = disks / copies if level == "raid10" else 1.0
        return each, each
    if level == "raid1":
        return 1.0, float(disks)
    return (float(disks) if layout == "far" else disks / copies), float(disks)


def expectations(
    level: str,
    disks: int,
    rpm: float | None,
    seek_ms: tuple[float, float],
    *,
    layout: str = "near",
    copies: int = 2,
) -> tuple[Expectation, ...]:
    """Of an array of ``disks`` like disks; random ones only where the turns are known."""
    found = []
    if rpm is not None:
        found += _random(level, disks, rpm, seek_ms, copies)
    for operation in ("seq-read", "seq-write") if disks > 1 or level == "none" else ():
        ceiling = sequential_disks(level, disks, operation, layout, copies)
        if ceiling is not None:
            found.append(_sequential(operation, level, disks, ceiling))
    return tuple(found)


def _random(
    level: str, disks: int, rpm: float, seek_ms: tuple[float, float], copies: int
) -> list[Expectation]:
    slow, fast = Spindle(rpm, seek_ms[1]), Spindle(rpm, seek_ms[0])
    basis = sentence(
        "{rpm:.0f} rpm, mean seek {seek_ms} ms, so {iops} IOPS per disk",
        rpm=rpm,
        seek_ms=_span(*seek_ms),
        iops=_span(slow.iops, fast.iops, 0),
    )
    single = Expectation(
        "rand-read",
        slow.iops,
        fast.iops,
        "IOPS",
        sentence("1000 / (seek + 30000/rpm)"),
        basis,
        sentence("one request at a time"),
    )
    found = [single]
    for operation, share, load in _LOADS:
        low = random_iops([slow.iops] * disks, level, share, copies)
        high = random_iops([fast.iops] * disks, level, share, copies, whole_stripes=True)
        if low is None or high is None or (disks == 1 and not share):
            continue
        formula = _random_formula(level, disks, share, copies)
        found.append(Expectation(operation, low, high, "IOPS", formula, basis, load))
    return [*found, _sorted(next(one for one in reversed(found) if one.operation == "rand-read"))]


def _sorted(reads: Expectation) -> Expectation:
    return Expectation(
        reads.operation,
        reads.low,
        reads.high * SORTING_GAIN,
        reads.unit,
        sentence(
            "{formula} × 1 to {most:g}",
            formula="I" if " × " not in str(reads.formula) else reads.formula,
            most=SORTING_GAIN,
        ),
        sentence("published gain from sorting by NCQ or a scheduler"),
        sentence("many requests queued per disk"),
    )


_LOADS = (
    ("rand-read", 0.0, sentence("at least one request per disk")),
    ("rand-write", 1.0, sentence("small requests, without a write cache")),
    ("rand-mixed", MIXED_WRITE_SHARE, sentence("20 % writes")),
)


def _random_formula(level: str, disks: int, share: float, copies: int) -> Text:
    cost = write_cost(level, copies)
    if not share:
        return f"{disks - 1 if level == 'raid4' else disks} × I"
    if cost == 1:
        return f"{disks} × I"
    fewer = write_cost(level, copies, disks)
    costs = f"{cost}" if fewer == cost else sentence("{low} to {high}", low=fewer, high=cost)
    return sentence("{disks} × I / (R + {costs} × W)", disks=disks, costs=costs)


def _sequential(
    operation: str, level: str, disks: int, ceiling: tuple[float, float]
) -> Expectation:
    low, high = ceiling
    loads = sentence("one to many streams") if low != high else ""
    basis = (
        sentence("a single disk")
        if level == "none"
        else sentence("{level} of {disks} disks", level=level, disks=disks)
    )
    formula: Text
    if level in PARITY_DISKS:
        formula = sentence(
            "{disks} − {parity_disks} parity", disks=disks, parity_disks=PARITY_DISKS[level]
        )
        if operation == "seq-write":
            formula = sentence("{formula}, full stripes", formula=formula)
    elif low != high:
        formula = sentence(
            "{low:g} with one stream, at most {high:g} with many", low=low, high=high
        )
    else:
        formula = f"{high:g}"
    return Expectation(operation, low, high, "disks", formula, basis, loads)


def sata_mb_s(gigabits: float) -> float:
    """What a SATA link of so many Gbit/s carries: 8 of 10 bits are data."""
    return gigabits * 1000 / _SATA_BITS_PER_BYTE


def pcie_mb_s(gigatransfers: float, lanes: int) -> float | None:
    """What a PCIe link carries one way, before packets' headers; None for a speed unknown to us."""
    lane = _PCIE_LANE_MB_S.get(gigatransfers)
    return None if lane is None else lane * lanes


def _span(low: float, high: float, digits: int = 1) -> Text:
    texts = f"{low:.{digits}f}", f"{high:.{digits}f}"
    return (
        texts[0]
        if texts[0] == texts[1]
        else sentence("{low} to {high}", low=texts[0], high=texts[1])
    )


@dataclass(frozen=True)
class Alternative:
    """The same disks at another level. ``usable`` counts the disks whose space is left,
    ``survives`` how many may fail in any case. The rates are in disks: as much as so many alone."""

    level: str
    layout: str
    usable: float
    survives: int
    rates: dict[str, float]


_LEAST_DISKS = {"raid0": 2, "raid1": 2, "raid4": 3, "raid5": 3, "raid6": 4, "raid10": 2}


def alternatives(disks: int) -> tuple[Alternative, ...]:
    """All levels that so many disks can have, with two copies where it's RAID 10; by the lower of
    the two ways to write parity, and one sequential stream."""
    return tuple(
        _alternative(level, layout, disks)
        for level, least in _LEAST_DISKS.items()
        for layout in (("near", "far", "offset") if level == "raid10" else ("",))
        if disks >= least
    )


def _alternative(level: str, layout: str, disks: int) -> Alternative:
    copies = disks if level == "raid1" else 2
    each = [1.0] * disks
    rates = {
        "rand-read": random_iops(each, level, 0.0, copies),
        "rand-write": random_iops(each, level, 1.0, copies),
    }
    for operation in ("seq-read", "seq-write"):
        ceiling = sequential_disks(level, disks, operation, layout)
        rates[operation] = ceiling[0] if ceiling else None
    mirrored = {"raid1": 1.0, "raid10": disks / 2}
    usable = mirrored.get(level, float(disks - PARITY_DISKS.get(level, 0)))
    survives = {"raid0": 0, "raid1": disks - 1, "raid6": 2}.get(level, 1)
    reported = {operation: rate for operation, rate in rates.items() if rate is not None}
    return Alternative(level, layout, usable, survives, reported)


def ranked(
    found: Sequence[Alternative], weights: Mapping[str, float]
) -> tuple[tuple[Alternative, float], ...]:
    """Best first: Σ weight × rate ÷ the best rate of any level, of no unit and 1 at most.

    How much an operation counts is ours; space isn't in it. What survives no failure stands last,
    however fast.
    """
    best = {
        name: max(one.rates.get(name, 0.0) for one in found) for name in weights if weights[name]
    }
    scores = [
        (one, math.fsum(weights[name] * one.rates.get(name, 0.0) / best[name] for name in best))
        for one in found
    ]
    return tuple(sorted(scores, key=lambda scored: (not scored[0].survives, -scored[1])))


def crossing_share(request_bytes: int, chunk_bytes: int, alignment_bytes: int = 4096) -> float:
    """How many requests of that size touch two disks, where they begin at any multiple of
    ``alignment_bytes``: (size − alignment) / chunk."""
    return min(1.0, max(0, request_bytes - alignment_bytes) / chunk_bytes)
