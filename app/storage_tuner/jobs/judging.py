"""Judging with all that is published, and noting at the time of measuring what that needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from storage_tuner.advice.judgement import judge
from storage_tuner.advice.published.session_background import Background
from storage_tuner.core.device import Device
from storage_tuner.core.errors import NoKnowledge
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.member_settings import disks_that_count
from storage_tuner.core.message import sentence, together
from storage_tuner.core.topology import Topology, flat
from storage_tuner.core.verdict import Judgement
from storage_tuner.probe.block.link_speed import read_drive
from storage_tuner.store.knowledge_files import read_knowledge


def judge_session(record: SessionRecord, background: Background | None = None) -> Judgement:
    """``record`` judged, with what is published about its device and what it could do.

    An installation without its knowledge base judges by what was measured, and says so.
    """
    try:
        return judge(record, background or Background(read_knowledge()))
    except NoKnowledge as error:
        judgement = judge(record)
        note = sentence(
            "Published rules were ignored: {reason}",
            reason=together((error.summary, error.remedy)),
        )
        return replace(judgement, notes=(*judgement.notes, note))


@dataclass(frozen=True)
class Related:
    """The devices that rules and physics ask for beside the measured one, and how fast disks turn,
    by name (0: nothing turns), as far as they tell."""

    devices: tuple[Device, ...] = ()
    rpm: dict[str, int] = field(default_factory=dict)


def related_to(device: Device | None, devices: Sequence[Device], root: Path = Path("/")) -> Related:
    """What ``device`` stands on, the arrays on it, and what these stand on."""
    if device is None:
        return Related()
    topology = Topology(devices)
    known = {one.name: one for one in devices}
    arrays = [name for name in flat(topology.stacked(device.name)) if known[name].md is not None]
    names = [
        *flat(topology.underlying(device.name)),
        *arrays,
        *(name for array in arrays for name in flat(topology.underlying(array))),
    ]
    others = tuple(known[name] for name in dict.fromkeys(names) if name != device.name)
    return Related(others, _rates(device, devices, root))


def _rates(device: Device, devices: Sequence[Device], root: Path) -> dict[str, int]:
    reported = {disk.name: read_drive(disk, root).rpm for disk in disks_that_count(device, devices)}
    return {name: rate for name, rate in reported.items() if rate is not None}
