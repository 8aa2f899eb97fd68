"""What is known of a device, in rows of name and value; no widgets.

What isn't told stays in its row, with the reason.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from storage_tuner.core.device import (
    Content,
    Device,
    MdMember,
    MdState,
    Partition,
    QueueDepth,
    Zones,
)
from storage_tuner.core.sentence import sentence
from storage_tuner.ui import numbers, wording
from storage_tuner.ui.language import printable, translated
from storage_tuner.ui.widgets.facts import Fact

translate = QCoreApplication.translate

_MOST_MISSING = 1
"""More rows without a value than so many are one row."""

_DISK_LINKS = "/dev/disk/"


def identity(device: Device) -> list[Fact]:
    """What kind of thing it is, and by what it can be told from others."""
    facts = [
        Fact(translate("DeviceFacts", "Kind"), wording.kind(device)),
        _told(device, "transport", translate("DeviceFacts", "Connection"), _connection(device)),
        _text(device, "vendor", translate("DeviceFacts", "Vendor"), device.vendor),
        _text(device, "model", translate("DeviceFacts", "Model"), device.model),
        _text(device, "serial", translate("DeviceFacts", "Serial number"), device.serial),
        _text(device, "wwn", translate("DeviceFacts", "World wide name"), device.wwn),
        _text(device, "firmware", translate("DeviceFacts", "Firmware"), device.firmware),
        _medium(device),
        _flag(device, "removable", translate("DeviceFacts", "Removable"), device.removable),
        _flag(device, "read_only", translate("DeviceFacts", "Read-only"), device.read_only),
    ]
    if device.kind == "loop" or device.backing_file is not None:
        name = translate("DeviceFacts", "Backing file")
        facts.append(_text(device, "backing_file", name, device.backing_file))
    return gathered(facts)


def gathered(facts: list[Fact]) -> list[Fact]:
    """Where much isn't told, the names of that in one row, and the reasons in its hint."""
    missing = [fact for fact in facts if fact.value is None]
    if len(missing) <= _MOST_MISSING:
        return facts
    names = ", ".join(fact.name for fact in missing)
    reasons = "\n".join(f"{fact.name}: {fact.hint}" for fact in missing)
    told = [fact for fact in facts if fact.value is not None]
    return [*told, Fact(translate("DeviceFacts", "Not told"), names, reasons, is_missing=True)]


def names(device: Device) -> list[Fact]:
    """What the system calls it; the links stay the same when the kernel's name changes."""
    links = "\n".join(printable(_link(link)) for link in device.links)
    diskseq = str(device.diskseq) if device.diskseq is not None else None
    return [
        Fact(translate("DeviceFacts", "Kernel name"), printable(device.name)),
        Fact(translate("DeviceFacts", "Path"), printable(device.path)),
        _told(device, "links", translate("DeviceFacts", "Lasting names"), links or None),
        Fact(
            translate("DeviceFacts", "Sequence number"),
            diskseq,
            device.missing.get("diskseq", _not_told_reason())
            if diskseq is None
            else translate("DeviceFacts", "Never used again, also when the name is."),
        ),
    ]


def geometry(device: Device) -> list[Fact]:
    """Sizes."""
    size = None
    if device.size_bytes is not None:
        exact = numbers.whole(device.size_bytes)
        size = f"{wording.size(device.size_bytes)}\n{exact}{numbers.SPACE}{translated('bytes')}"
    optimal = None
    if device.optimal_io_bytes is not None:
        optimal = numbers.binary_bytes(device.optimal_io_bytes) if device.optimal_io_bytes else None
    return [
        _told(device, "size_bytes", translate("DeviceFacts", "Size"), size),
        _bytes(
            device,
            "logical_block_bytes",
            translate("DeviceFacts", "Logical sector"),
            device.logical_block_bytes,
        ),
        _bytes(
            device,
            "physical_block_bytes",
            translate("DeviceFacts", "Physical sector"),
            device.physical_block_bytes,
        ),
        Fact(translate("DeviceFacts", "Best size of a request"), optimal)
        if optimal
        else _told(
            device,
            "optimal_io_bytes",
            translate("DeviceFacts", "Best size of a request"),
            None,
            translate("DeviceFacts", "the device names none"),
        ),
        _content(device),
        *zones(device.zones),
    ]


def queue(device: Device) -> list[Fact]:
    """What else there is to know of the settings that matter most."""
    facts = []
    if device.scheduler is not None:
        others = [name for name in device.scheduler.available if name != device.scheduler.active]
        also = ", ".join(others) or translate("DeviceFacts", "nothing else")
        facts.append(Fact(translate("DeviceFacts", "Other schedulers"), also))
    else:
        name = translate("DeviceFacts", "Scheduler")
        facts.append(_told(device, "scheduler", name, None))
    if device.queue_depth is not None:
        facts += _queue_depth(device.queue_depth)
    facts.append(
        _text(device, "write_cache", translate("DeviceFacts", "Write cache"), device.write_cache)
    )
    return facts


def _queue_depth(depth: QueueDepth) -> list[Fact]:
    if depth.maximum is None:
        value = str(depth.value)
    else:
        value = translate("DeviceFacts", "{value} of {maximum}").format(
            value=depth.value, maximum=depth.maximum
        )
    facts = [Fact(translate("DeviceFacts", "Queue depth of the drive"), value)]
    if depth.ncq is None and depth.ncq_supported is None:
        return facts
    words = {
        True: translate("DeviceFacts", "at work"),
        False: translate("DeviceFacts", "off"),
    }
    ncq = words.get(bool(depth.ncq)) if depth.ncq is not None else None
    reason = printable(depth.reason or "")
    if ncq is not None and depth.ncq_supported is False:
        ncq = translate("DeviceFacts", "not supported")
    if ncq is not None and reason:
        ncq = f"{ncq}: {reason}"
    facts.append(Fact(translate("DeviceFacts", "NCQ"), ncq, reason if ncq is None else ""))
    return facts


def md(state: MdState, missing: dict[str, str]) -> list[Fact]:
    """An array of the kernel's own; ``missing`` is the device's."""

    def told(key: str, name: str, value: str | None) -> Fact:
        reason = missing.get(f"md.{key}") or missing.get(key) or _not_told_reason()
        return Fact(name, value or None, "" if value else reason)

    chunk = numbers.binary_bytes(state.chunk_bytes) if state.chunk_bytes else None
    work = wording.work(state.sync_action, state.sync_percent) if state.sync_action else None
    return [
        Fact(translate("DeviceFacts", "Level"), wording.array_level(state.level)),
        told("layout", translate("DeviceFacts", "Layout"), state.layout),
        told("chunk_bytes", translate("DeviceFacts", "Chunk"), chunk),
        told("state", translate("DeviceFacts", "State"), state.state),
        told("sync_action", translate("DeviceFacts", "Sync action"), work),
        told("degraded", translate("DeviceFacts", "Missing members"), _count(state.degraded)),
        told("disks", translate("DeviceFacts", "Members wanted"), _count(state.disks)),
        told("spares", translate("DeviceFacts", "Spares"), _count(state.spares)),
        told("bitmap", translate("DeviceFacts", "Bitmap"), state.bitmap),
        told(
            "consistency_policy",
            translate("DeviceFacts", "Consistency policy"),
            state.consistency_policy,
        ),
        told("metadata", translate("DeviceFacts", "Metadata"), state.metadata),
        told("uuid", translate("DeviceFacts", "UUID"), state.uuid),
    ]


def mapping(device: Device) -> list[Fact]:
    """What the device-mapper made."""
    made = device.mapping
    if made is None:
        return []
    facts = [
        Fact(translate("DeviceFacts", "Made by"), wording.mapping(device)),
        _text(device, "mapping.name", translate("DeviceFacts", "Name"), made.name),
    ]
    if made.volume_group is not None or made.logical_volume is not None:
        facts += [
            _text(
                device,
                "mapping.volume_group",
                translate("DeviceFacts", "Volume group"),
                made.volume_group,
            ),
            _text(
                device,
                "mapping.logical_volume",
                translate("DeviceFacts", "Logical volume"),
                made.logical_volume,
            ),
        ]
    return [*facts, _text(device, "mapping.uuid", translate("DeviceFacts", "UUID"), made.uuid)]


def zones(zoned: Zones | None) -> list[Fact]:
    if zoned is None:
        return []
    count = numbers.whole(zoned.count) if zoned.count is not None else None
    size = numbers.binary_bytes(zoned.zone_bytes) if zoned.zone_bytes is not None else None
    return [
        Fact(
            translate("DeviceFacts", "Zoned"),
            printable(zoned.model),
            translate("DeviceFacts", "Each zone is written from its beginning to its end."),
        ),
        Fact(translate("DeviceFacts", "Zones"), count, "" if count else _not_told_reason()),
        Fact(translate("DeviceFacts", "Size of a zone"), size, "" if size else _not_told_reason()),
    ]


def partition_cells(partition: Partition) -> tuple[str, ...]:
    """Name, size, start, file system, label, mount points or other uses."""
    content = partition.content
    start = numbers.decimal_bytes(partition.start_bytes) if partition.start_bytes else ""
    if partition.start_bytes == 0:
        start = "0"
    uses = list(partition.mount_points)
    others = (use for use in partition.in_use if use.removeprefix("mounted at ") not in uses)
    uses += map(translated, others)
    return (
        printable(partition.path or partition.name),
        wording.size(partition.size_bytes),
        start,
        content_words(content),
        printable(content.label or "") if content is not None else "",
        printable(", ".join(uses)),
        printable(content.uuid or "") if content is not None else "",
    )


def content_words(content: Content | None) -> str:
    """ "ext4", "LVM2_member (raid)"."""
    if content is None:
        return ""
    if content.usage is None or content.usage == "filesystem":
        return printable(content.kind)
    return printable(f"{content.kind} ({content.usage})")


def member_cells(member: MdMember) -> tuple[str, str, str]:
    """Name, place in the array, states."""
    slot = "" if member.slot is None else str(member.slot)
    states = ", ".join(state.replace("_", " ") for state in member.states)
    return printable(member.name), slot, printable(states)


def uses(device: Device) -> list[str]:
    """By what it is used, each as a phrase; mount points first."""
    mounted = [sentence("mounted at {point}", point=point) for point in device.mount_points]
    rest = [text for text in device.in_use if text not in mounted]
    phrases = map(printable, (*mounted, *rest))
    return [text[:1].upper() + text[1:] for text in phrases]


def _content(device: Device) -> Fact:
    content = device.content
    name = translate("DeviceFacts", "Content")
    if content is None:
        told = translate("DeviceFacts", "partitions") if device.partitions else None
        reason = translate("DeviceFacts", "no known file system or member of anything was found")
        return _told(device, "content", name, told, reason)
    parts = [content_words(content)]
    if content.label:
        parts.append(f"“{printable(content.label)}”")
    text = " ".join(parts)
    return Fact(name, f"{text}\n{printable(content.uuid)}" if content.uuid else text)


def _medium(device: Device) -> Fact:
    name = translate("DeviceFacts", "Medium")
    if device.rotational is None:
        return _told(device, "rotational", name, None)
    spinning = translate("DeviceFacts", "spinning")
    still = translate("DeviceFacts", "not spinning")
    text = spinning if device.rotational else still
    if device.rotational_believed is False:
        doubt = printable(device.rotational_doubt or "")
        text = translate("DeviceFacts", "{medium}, says the kernel, but that is in doubt").format(
            medium=text
        )
        return Fact(name, f"{text}\n{doubt}" if doubt else text)
    return Fact(name, text)


def _connection(device: Device) -> str | None:
    return wording.transport(device) or device.transport


def _link(link: str) -> str:
    return link if link.startswith("/") else f"{_DISK_LINKS}{link}"


def _count(value: int | None) -> str | None:
    return None if value is None else str(value)


def _flag(device: Device, field: str, name: str, value: bool | None) -> Fact:
    words = {
        True: translate("DeviceFacts", "yes"),
        False: translate("DeviceFacts", "no"),
    }
    return _told(device, field, name, None if value is None else words[value])


def _bytes(device: Device, field: str, name: str, value: int | None) -> Fact:
    text = (
        f"{numbers.whole(value)}{numbers.SPACE}{translated('bytes')}" if value is not None else None
    )
    return _told(device, field, name, text)


def _text(device: Device, field: str, name: str, value: str | None) -> Fact:
    return _told(device, field, name, printable(value) if value else None)


def _told(device: Device, field: str, name: str, value: str | None, otherwise: str = "") -> Fact:
    """The reason of a missing value is the probe's, else ``otherwise``."""
    if value is not None:
        return Fact(name, value)
    return Fact(name, None, device.missing.get(field) or otherwise or _not_told_reason())


def _not_told_reason() -> str:
    return translate("DeviceFacts", "the kernel doesn't tell")
