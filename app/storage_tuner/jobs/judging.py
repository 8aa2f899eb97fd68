"""Judges with published knowledge, and records the background it needs at the time of measuring."""

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
    """The judgement of ``record``, with published knowledge about its device and its possible
    speed.

    Without the knowledge base it's judged by the measurements only, with a remark.
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
    """The devices that rules and physical limits need in addition to the measured one, and the
    disks' rotation rates by name (0: not rotational), as far as reported."""

    devices: tuple[Device, ...] = ()
    rpm: dict[str, int] = field(default_factory=dict)


def related_to(device: Device | None, devices: Sequence[Device], root: Path = Path("/")) -> Related:
    """The underlying devices of ``device``, the arrays on it, and their members."""
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
