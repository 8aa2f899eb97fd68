"""What is known of one device, as pairs of a label and a text."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.cli.terminal import UNKNOWN, size_text
from storage_tuner.core.device import Content, Device, MdMember, MdState, Partition
from storage_tuner.core.topology import Branch, Topology

Fact = tuple[str, str | None]


def device_facts(device: Device, devices: Sequence[Device]) -> tuple[Fact, ...]:
    """The same facts for every device, unknown ones too (None); more where there is more to say.

    ``devices`` are all of the computer: what stands on what is told from them.
    """
    return (
        ("Device", device.path),
        ("Kind", _words(device.medium, _in_brackets(device.transport))),
        ("Model", _words(device.vendor, device.model)),
        ("Serial number", device.serial),
        ("WWN", device.wwn),
        ("Firmware", device.firmware),
        ("Size", _exact_size(device.size_bytes)),
        ("Block size", _block_size(device)),
        ("Turns", _turns(device)),
        ("Write cache", device.write_cache),
        ("Command queue", _command_queue(device)),
        ("Content", _content(device.content)),
        ("Partitions", "; ".join(map(_partition, device.partitions)) or "none"),
        ("Used", ", ".join(device.in_use) or "no"),
        *_special(device, Topology(devices)),
        ("Links", ", ".join(device.links) or None),
    )


def _special(device: Device, topology: Topology) -> tuple[Fact, ...]:
    """What only some devices have."""
    facts: tuple[Fact, ...] = (
        ("File", device.backing_file),
        ("Stands on", _branches(topology.underlying(device.name))),
        ("Carries", _branches(topology.stacked(device.name))),
        ("Array", _array(device.md) if device.md else None),
        ("Members", ", ".join(map(_member, device.md.member_states)) if device.md else None),
        ("Mapping", _mapping(device)),
        ("Zones", _zones(device)),
        ("Working on", _background(device)),
    )
    return tuple((label, text) for label, text in facts if text)


def _words(*words: str | None) -> str | None:
    return " ".join(filter(None, words)) or None


def _in_brackets(text: str | None) -> str | None:
    return f"({text})" if text else None


def _exact_size(size_bytes: int | None) -> str | None:
    return None if size_bytes is None else f"{size_text(size_bytes)} ({size_bytes} bytes)"


def _block_size(device: Device) -> str | None:
    if device.logical_block_bytes is None:
        return None
    physical = device.physical_block_bytes or UNKNOWN
    best = f", best in {device.optimal_io_bytes} bytes" if device.optimal_io_bytes else ""
    return f"{device.logical_block_bytes} bytes, physically {physical}{best}"


def _turns(device: Device) -> str | None:
    if device.rotational is None:
        return None
    told = "yes" if device.rotational else "no"
    if device.rotational_believed is False:
        return f"the kernel says {told}; not believed: {device.rotational_doubt or UNKNOWN}"
    return told


def _command_queue(device: Device) -> str | None:
    depth = device.queue_depth
    if depth is None:
        return None
    ncq = {True: ", NCQ at work", False: ", NCQ not at work", None: ""}[depth.ncq]
    reason = f" ({depth.reason})" if depth.reason else ""
    return f"{depth.value} of {depth.maximum or UNKNOWN} commands{ncq}{reason}"


def _content(content: Content | None) -> str | None:
    return _words(content.kind, _quoted(content.label)) if content else None


def _quoted(text: str | None) -> str | None:
    return f'"{text}"' if text else None


def _partition(partition: Partition) -> str:
    what = (size_text(partition.size_bytes), _content(partition.content), *partition.in_use)
    return f"{partition.name} ({', '.join(filter(None, what))})"


def _branches(branches: tuple[Branch, ...]) -> str:
    """ "md0 (sda, sdb)": in brackets what is on the far side of it."""
    return ", ".join(
        f"{branch.name} ({_branches(branch.branches)})" if branch.branches else branch.name
        for branch in branches
    )


def _array(md: MdState) -> str:
    words = (
        md.level,
        md.layout,
        f"chunks of {md.chunk_bytes >> 10} KiB" if md.chunk_bytes else None,
        f"{md.disks} disks" if md.disks else None,
        f"{md.spares} spare" if md.spares else None,
        md.state,
        f"{md.degraded} missing" if md.degraded else None,
        f"bitmap {md.bitmap}" if md.bitmap else None,
        f"consistency by {md.consistency_policy}" if md.consistency_policy else None,
        f"metadata {md.metadata}" if md.metadata else None,
    )
    return ", ".join(filter(None, words))


def _member(member: MdMember) -> str:
    slot = "" if member.slot is None else f"{member.slot}: "
    return f"{slot}{member.name} {' '.join(member.states)}".rstrip()


def _mapping(device: Device) -> str | None:
    mapping = device.mapping
    if mapping is None:
        return None
    volume = "/".join(filter(None, (mapping.volume_group, mapping.logical_volume)))
    return ", ".join(filter(None, (mapping.target, mapping.name, volume)))


def _zones(device: Device) -> str | None:
    zones = device.zones
    if zones is None:
        return None
    count = f"{zones.count} zones" if zones.count else None
    each = f"of {size_text(zones.zone_bytes)}" if zones.zone_bytes else None
    return ", ".join(filter(None, (zones.model, _words(count, each))))


def _background(device: Device) -> str | None:
    work = device.background
    if work is None:
        return None
    percent = f" {work.percent:.1f} %" if work.percent is not None else ""
    return f"{work.action}{percent}"
