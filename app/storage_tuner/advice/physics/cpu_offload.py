"""Detects whether a hardware RAID offloads the CPU, as one with its own processor does; pure.

Cheap controllers leave the work to their driver, and so to the CPU. They don't report that, but the
CPU cost shows it: MB moved per second of the whole computer's kernel time, compared with the same
load on software RAID of the same computer. Source: the German RAID article, which
found 3ware's controllers up to 40 % better, and recommends the comparison.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from storage_tuner.advice.physics.system_cpu import system_efficiencies
from storage_tuner.advice.published.device_facts import is_behind_raid_driver
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.member_settings import disks_that_count
from storage_tuner.core.message import Message, counted, sentence, together

LEAST_GAIN = 1.1
"""The least multiple of software RAID's efficiency that counts as offloading; our choice. Figures
of kernel time are accurate to a few percent."""

Test = tuple[str, int]


class Relief(StrEnum):
    RELIEVES = "relieves"
    LEAVES = "leaves"
    UNSURE = "unsure"


@dataclass(frozen=True)
class RaidCheck:
    """``gain``: how many times as much the controller moves per second of kernel time, in the mean
    of ``tests`` tests; ``least`` and ``most`` among them."""

    relief: Relief
    gain: float
    least: float
    most: float
    tests: int

    @property
    def sentence(self) -> Message:
        return together((self._figures, self._meaning), ": ")

    @property
    def _figures(self) -> Message:
        return counted(
            self.tests,
            "The controller moves {gain:.2f} times as much per second of kernel CPU time as "
            "software RAID (in {count} test)",
            "The controller moves {gain:.2f} times as much per second of kernel CPU time as "
            "software RAID ({least:.2f} to {most:.2f} times in {count} tests)",
            gain=self.gain,
            least=self.least,
            most=self.most,
        )

    @property
    def _meaning(self) -> Message:
        if self.relief is Relief.RELIEVES:
            return sentence("it offloads the CPU, like genuine hardware RAID.")
        if self.relief is Relief.LEAVES:
            return sentence(
                "it doesn't offload the CPU. Its driver may do the work, as in fake RAID."
            )
        return sentence("the tests disagree on whether it offloads the CPU.")


def raid_check(records: Iterable[SessionRecord]) -> RaidCheck | None:
    """Of two sessions, one on a hardware RAID and one on software RAID of the same computer; None
    for others, and where kernel times weren't measured in the same tests."""
    both = tuple(records)
    if len(both) != 2 or both[0].machine.processor != both[1].machine.processor:
        return None
    if both[0].machine.processors != both[1].machine.processors:
        return None
    hardware = [record for record in both if _is_hardware(record)]
    software = [record for record in both if _is_software(record)]
    if len(hardware) != 1 or len(software) != 1:
        return None
    ours, others = _efficiencies(hardware[0]), _efficiencies(software[0])
    gains = [ours[test] / others[test] for test in ours if others.get(test)]
    return _judged(gains) if gains else None


def _judged(gains: list[float]) -> RaidCheck:
    mean = math.exp(math.fsum(map(math.log, gains)) / len(gains))
    relief = Relief.UNSURE
    if min(gains) >= LEAST_GAIN:
        relief = Relief.RELIEVES
    elif max(gains) < LEAST_GAIN:
        relief = Relief.LEAVES
    return RaidCheck(relief, mean, min(gains), max(gains), len(gains))


def _efficiencies(record: SessionRecord) -> Mapping[Test, float]:
    """Of each workload and thread count the best variant's: each side as it's set up best."""
    found: dict[Test, float] = {}
    for each in system_efficiencies(record.plan, record.measurements):
        test = (each.cell.workload.name, each.cell.threads)
        found[test] = max(found.get(test, 0.0), each.mb_per_cpu_s)
    return found


def _is_hardware(record: SessionRecord) -> bool:
    device = record.device
    if device is None or _is_software(record):
        return False
    disks = disks_that_count(device, (device, *record.related))
    return bool(disks) and all(map(is_behind_raid_driver, disks))


def _is_software(record: SessionRecord) -> bool:
    device = record.device
    known = () if device is None else (device, *record.related)
    return any(each.md is not None for each in known)
