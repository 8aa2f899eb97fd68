"""One block device, read from sysfs, udev and the tables in /proc."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from storage_tuner.core.device import (
    Content,
    Device,
    MdState,
    Partition,
    QueueDepth,
    SchedulerState,
)
from storage_tuner.core.message import Message, sentence
from storage_tuner.probe.block.content import read_content, why_none
from storage_tuner.probe.block.hosts import HostReader, ScsiHost
from storage_tuner.probe.block.identity import DriveIdentity, read_identity
from storage_tuner.probe.block.kernel_defaults import DefaultInputs, known_defaults, read_kernel
from storage_tuner.probe.block.kinds import is_3ware, transport_of
from storage_tuner.probe.block.limits import own_limits, read_hardware
from storage_tuner.probe.block.medium import Drive, doubt, read_rate
from storage_tuner.probe.block.ncq import ForcedNcq, read_forced, read_queue_depth
from storage_tuner.probe.block.nvme_paths import read_multipath, without_effect
from storage_tuner.probe.block.power_states import read_power_states
from storage_tuner.probe.block.settings import newer_tunables, read_settings
from storage_tuner.probe.block.tree import Block, BlockTree, PartitionNode, read_tree, unique
from storage_tuner.probe.block.udev import UdevRecord, read_record
from storage_tuner.probe.block.usage import UsageNode, Uses, describe, direct_uses
from storage_tuner.probe.block.zones import locked_by_zones, read_zones
from storage_tuner.probe.md.arrays import background_work, read_md, read_progress


@dataclass(frozen=True)
class MachineTables:
    """The data that is read once for all devices."""

    tree: BlockTree
    uses: Uses
    hosts: HostReader
    forced_ncq: tuple[ForcedNcq, ...]
    kernel: tuple[int, int] | None
    progress: Mapping[str, float]


@dataclass(frozen=True)
class _BlockLocation:
    """A block device with its udev record, identity, SCSI host and transport."""

    block: Block
    record: UdevRecord
    identity: DriveIdentity
    host: ScsiHost | None
    transport: str | None


@dataclass(frozen=True)
class _Queue:
    """The queue-related fields of ``Device``, under the same names."""

    optimal_io_bytes: int | None
    rotational: bool | None
    scheduler: SchedulerState | None
    queue_depth: QueueDepth | None
    settings: dict[str, str]
    limits: dict[str, tuple[int, int]]
    defaults: dict[str, str]
    newer: tuple[str, ...]


def read_machine_tables(base: str) -> MachineTables:
    """Read the tree below ``base`` ("" for the running system) and the data shared by all
    devices."""
    tree = read_tree(base)
    return MachineTables(
        tree=tree,
        uses=direct_uses(tree.nodes, base),
        hosts=HostReader(base),
        forced_ncq=read_forced(base),
        kernel=read_kernel(base),
        progress=read_progress(base),
    )


def read_device(block: Block, around: MachineTables) -> Device:
    """Read one device. Never fails: what can't be read is None, with the reason in
    ``Device.missing``."""
    reader, tree, uses = block.reader, around.tree, around.uses
    place = _read_place(block, around)
    record = place.record
    queue = _read_queue(place, around)
    reason = _rotational_doubt(place, queue.rotational)
    md = _read_array(place, around)
    zones = read_zones(reader)
    return Device(
        name=block.name,
        path="" if block.head else _node(block.name),
        kind=block.kind,
        size_bytes=block.size_bytes,
        transport=place.transport,
        links=record.links,
        logical_block_bytes=reader.number("logical_block_bytes", "queue/logical_block_size"),
        physical_block_bytes=reader.number("physical_block_bytes", "queue/physical_block_size"),
        rotational_believed=None if queue.rotational is None else reason is None,
        rotational_doubt=reason,
        write_cache=reader.text("write_cache", "queue/write_cache"),
        removable=reader.flag("removable", "removable"),
        read_only=reader.flag("read_only", "ro"),
        diskseq=block.diskseq,
        backing_file=block.backing_file,
        locked=locked_by_zones(zones, queue.scheduler, around.kernel),
        content=_content(block, record, uses),
        mount_points=tuple(uses.points.get(block.name, ())),
        partitions=tuple(_partition(part, tree, uses) for part in block.partitions),
        members=tree.members.get(block.name, ()),
        holders=_holders(block.name, tree.nodes),
        in_use=describe(block.name, tree.nodes, uses),
        background=background_work(md),
        md=md,
        mapping=block.mapping,
        zones=zones,
        power_states=read_power_states(reader, around.tree.base),
        head=block.head,
        multipath=read_multipath(block, tree),
        missing=reader.missing,
        **vars(place.identity),
        **vars(queue),
    )


def _node(name: str) -> str:
    """The kernel name with "/" restored: sysfs writes cciss/c0d0 with "!" instead."""
    return "/dev/" + name.replace("!", "/")


def _read_place(block: Block, around: MachineTables) -> _BlockLocation:
    record = read_record(around.tree.base, block.number)
    host = around.hosts.of(block.folder)
    return _BlockLocation(
        block=block,
        record=record,
        identity=read_identity(block.folder, block.kind, block.reader, record.properties),
        host=host,
        transport=_transport(block, host),
    )


def _read_queue(place: _BlockLocation, around: MachineTables) -> _Queue:
    block, reader, transport = place.block, place.block.reader, place.transport
    newer = newer_tunables(reader)
    scheduler, settings = read_settings(reader, block.kind, newer)
    unused = without_effect(block, around.tree, settings)
    settings = {name: value for name, value in settings.items() if name not in unused}
    reader.missing.update(unused)
    depth = read_queue_depth(
        around.tree.base, block.folder, transport, settings, place.host, around.forced_ncq
    )
    hardware = read_hardware(reader)
    facts = DefaultInputs(
        kind=block.kind,
        transport=transport,
        kernel=around.kernel,
        settings=settings,
        scheduler=scheduler,
        hardware=hardware,
        depth=depth,
        rotational=reader.flag("rotational", "queue/rotational"),
        optimal_io_bytes=reader.number("optimal_io_bytes", "queue/optimal_io_size"),
    )
    return _Queue(
        newer=newer,
        optimal_io_bytes=facts.optimal_io_bytes,
        rotational=facts.rotational,
        scheduler=scheduler,
        queue_depth=depth,
        settings=settings,
        limits=own_limits(settings, scheduler, depth, hardware),
        defaults=known_defaults(facts),
    )


def _read_array(place: _BlockLocation, around: MachineTables) -> MdState | None:
    block = place.block
    if block.kind != "md":
        return None
    return read_md(block.reader, place.record.properties, around.progress.get(block.name))


def _transport(block: Block, host: ScsiHost | None) -> str | None:
    reader = block.reader
    transport = transport_of(block.folder)
    if transport is None:
        reader.missing["transport"] = sentence("not on a bus")
    if transport != "scsi":
        return transport
    inquiry = f"{reader.reported('device/vendor')} {reader.reported('device/model')}"
    return "3ware" if is_3ware(host.driver if host else None, inquiry) else transport


def _rotational_doubt(place: _BlockLocation, rotational: bool | None) -> Message | None:
    if rotational is None:
        return None
    block, identity, host = place.block, place.identity, place.host
    properties = place.record.properties
    rate, silent = read_rate(block.folder, properties) if host else (None, False)
    drive = Drive(
        flag=rotational,
        kind=block.kind,
        transport=place.transport,
        folder=block.folder,
        driver=host.driver if host else None,
        description=f"{identity.vendor or ''} {identity.model or ''}".strip(),
        rate=rate,
        silent=silent,
    )
    return doubt(drive)


def _content(block: Block, record: UdevRecord, uses: Uses) -> Content | None:
    content = read_content(record.properties, uses.kinds.get(block.name))
    if content is None:
        block.reader.missing["content"] = why_none(record.properties, bool(block.partitions))
    return content


def _partition(part: PartitionNode, tree: BlockTree, uses: Uses) -> Partition:
    name = part.node.name
    record = read_record(tree.base, part.node.number)
    return Partition(
        name=name,
        size_bytes=part.size_bytes or 0,
        path=_node(name),
        start_bytes=part.start_bytes,
        content=read_content(record.properties, uses.kinds.get(name)),
        mount_points=tuple(uses.points.get(name, ())),
        in_use=describe(name, tree.nodes, uses),
    )


def _holders(name: str, nodes: Mapping[str, UsageNode]) -> tuple[str, ...]:
    """The devices directly on top of the device or of one of its partitions."""
    node = nodes[name]
    parts = (nodes[partition].holders for partition in node.partitions)
    return unique((*node.holders, *(holder for holders in parts for holder in holders)))
