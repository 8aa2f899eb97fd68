"""The block devices of this computer, or of a captured tree, as ``core.device.Device`` values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.device import Content, Device, Partition
from storage_tuner.core.errors import NotAWholeDisk, UnknownDevice
from storage_tuner.probe.arrays import background_work, read_md, read_progress
from storage_tuner.probe.content import read_content, why_none
from storage_tuner.probe.defaults import Facts, known_defaults, read_kernel
from storage_tuner.probe.hosts import HostReader, ScsiHost
from storage_tuner.probe.identity import Identity, read_identity
from storage_tuner.probe.kinds import is_3ware, transport_of
from storage_tuner.probe.limits import own_limits, read_hardware
from storage_tuner.probe.medium import Drive, doubt, read_rate, with_stacked_doubts
from storage_tuner.probe.ncq import ForcedNcq, read_forced, read_queue_depth
from storage_tuner.probe.owners import with_owners
from storage_tuner.probe.settings import read_settings
from storage_tuner.probe.tree import Block, Part, Tree, read_tree, tree_root, unique
from storage_tuner.probe.udev import UdevRecord, read_record
from storage_tuner.probe.usage import Node, Uses, describe, direct_uses
from storage_tuner.probe.zones import read_zones


@dataclass(frozen=True)
class _Machine:
    """What is read once for all devices."""

    tree: Tree
    uses: Uses
    hosts: HostReader
    forced_ncq: tuple[ForcedNcq, ...]
    kernel: tuple[int, int] | None
    progress: Mapping[str, float]


def read_devices(root: Path = Path("/"), *, include_empty: bool = False) -> tuple[Device, ...]:
    """All whole block devices below ``root``, sorted by name.

    Left out unless ``include_empty``: devices of size 0 (an array that has disks stays), unused RAM
    disks, loop devices without a file.
    Never fails: what can't be read is None, and ``Device.missing`` says why.
    """
    machine = _read_machine(tree_root(root))
    blocks = machine.tree.blocks.values()
    wanted = (block for block in blocks if include_empty or not block.is_empty)
    return with_owners(with_stacked_doubts(_device(block, machine) for block in wanted), root)


def _read_machine(base: str) -> _Machine:
    tree = read_tree(base)
    return _Machine(
        tree=tree,
        uses=direct_uses(tree.nodes, base),
        hosts=HostReader(base),
        forced_ncq=read_forced(base),
        kernel=read_kernel(base),
        progress=read_progress(base),
    )


def find_device(name: str, devices: Iterable[Device], root: Path = Path("/")) -> Device:
    """The device that a person means by "sda", "/dev/sda" or a link such as /dev/disk/by-id/….

    Raises ``NotAWholeDisk`` for a partition and ``UnknownDevice`` for anything else.
    """
    found = {device.name: device for device in devices}
    for candidate in (*_by_link(name, found.values()), *_candidates(name, tree_root(root))):
        if candidate in found:
            return found[candidate]
        for device in found.values():
            if any(partition.name == candidate for partition in device.partitions):
                raise NotAWholeDisk(candidate, device.path)
    raise UnknownDevice(name)


def _by_link(name: str, devices: Iterable[Device]) -> Iterable[str]:
    """Kernel names of what udev or the device-mapper calls ``name``; udev numbers partitions."""
    disk, _, number = name.rpartition("-part")
    for device in devices:
        if name in device.links or (
            device.mapping and name == f"/dev/mapper/{device.mapping.name}"
        ):
            yield device.name
        if number.isdecimal() and disk in device.links:
            yield from (f"{device.name}{number}", f"{device.name}p{number}")


def _candidates(name: str, base: str) -> Iterable[str]:
    """Kernel names that ``name`` may stand for."""
    plain = name.removeprefix("/dev/")
    yield plain.replace("/", "!")
    if name.startswith("/"):
        try:
            target = Path(base + name).resolve()
        except (OSError, RuntimeError, ValueError):
            return
        yield target.name


def _device(block: Block, machine: _Machine) -> Device:
    reader, tree, uses = block.reader, machine.tree, machine.uses
    record = read_record(tree.base, block.number)
    identity = read_identity(block.folder, block.kind, reader, record.properties)
    host = machine.hosts.of(block.folder)
    transport = _transport(block, host)
    scheduler, settings = read_settings(reader, block.kind)
    depth = read_queue_depth(tree.base, block.folder, transport, settings, host, machine.forced_ncq)
    hardware = read_hardware(reader)
    rotational = reader.flag("rotational", "queue/rotational")
    optimal = reader.number("optimal_io_bytes", "queue/optimal_io_size")
    reason = _rotational_doubt(block, rotational, transport, host, identity, record)
    md = (
        read_md(reader, record.properties, machine.progress.get(block.name))
        if block.kind == "md"
        else None
    )
    facts = Facts(
        kind=block.kind,
        transport=transport,
        kernel=machine.kernel,
        settings=settings,
        scheduler=scheduler,
        hardware=hardware,
        depth=depth,
        rotational=rotational,
        optimal_io_bytes=optimal,
    )
    return Device(
        name=block.name,
        path=_node(block.name),
        kind=block.kind,
        size_bytes=block.size_bytes,
        transport=transport,
        links=record.links,
        vendor=identity.vendor,
        model=identity.model,
        serial=identity.serial,
        wwn=identity.wwn,
        firmware=identity.firmware,
        logical_block_bytes=reader.number("logical_block_bytes", "queue/logical_block_size"),
        physical_block_bytes=reader.number("physical_block_bytes", "queue/physical_block_size"),
        optimal_io_bytes=optimal,
        rotational=rotational,
        rotational_believed=None if rotational is None else reason is None,
        rotational_doubt=reason,
        write_cache=reader.text("write_cache", "queue/write_cache"),
        removable=reader.flag("removable", "removable"),
        read_only=reader.flag("read_only", "ro"),
        diskseq=reader.number("diskseq", "diskseq"),
        backing_file=block.backing_file,
        scheduler=scheduler,
        queue_depth=depth,
        settings=settings,
        limits=own_limits(settings, scheduler, depth, hardware),
        defaults=known_defaults(facts),
        content=_content(block, record, uses),
        mount_points=tuple(uses.points.get(block.name, ())),
        partitions=_partitions(block, tree, uses),
        members=tree.members.get(block.name, ()),
        holders=_holders(block.name, tree.nodes),
        in_use=describe(block.name, tree.nodes, uses),
        background=background_work(md),
        md=md,
        mapping=block.mapping,
        zones=read_zones(reader),
        missing=reader.missing,
    )


def _node(name: str) -> str:
    """In sysfs "!" stands for the "/" of a name such as cciss/c0d0."""
    return "/dev/" + name.replace("!", "/")


def _transport(block: Block, host: ScsiHost | None) -> str | None:
    reader = block.reader
    transport = transport_of(block.folder)
    if transport is None:
        reader.missing["transport"] = "not on a bus"
    if transport != "scsi":
        return transport
    inquiry = f"{reader.told('device/vendor')} {reader.told('device/model')}"
    return "3ware" if is_3ware(host.driver if host else None, inquiry) else transport


def _rotational_doubt(
    block: Block,
    rotational: bool | None,
    transport: str | None,
    host: ScsiHost | None,
    identity: Identity,
    record: UdevRecord,
) -> str | None:
    if rotational is None:
        return None
    rate, silent = read_rate(block.folder, record.properties) if host else (None, False)
    drive = Drive(
        flag=rotational,
        kind=block.kind,
        transport=transport,
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


def _partitions(block: Block, tree: Tree, uses: Uses) -> tuple[Partition, ...]:
    return tuple(_partition(part, tree, uses) for part in block.partitions)


def _partition(part: Part, tree: Tree, uses: Uses) -> Partition:
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


def _holders(name: str, nodes: Mapping[str, Node]) -> tuple[str, ...]:
    """What stands directly on the device or on one of its partitions."""
    node = nodes[name]
    parts = (nodes[partition].holders for partition in node.partitions)
    return unique((*node.holders, *(holder for holders in parts for holder in holders)))
