"""The facts of a block device as blocks: names, sizes, storage layers and state."""

from __future__ import annotations

from collections.abc import Iterable

from storage_tuner.core.device import (
    Content,
    Device,
    MdMember,
    MdState,
    NvmePath,
    Partition,
    Zones,
)
from storage_tuner.core.device_use import mounted_at
from storage_tuner.core.message import Text, sentence, together, tr
from storage_tuner.core.topology import Branch, Topology
from storage_tuner.present import numbers
from storage_tuner.present.blocks import (
    Block,
    Fact,
    Facts,
    Table,
    TableCell,
    cells_of,
    fact_or_reason,
    yes_or_no,
)
from storage_tuner.present.wording import printable

IDENTITY = sentence("About this device")
NAMES = sentence("Names")
SIZES = sentence("Size and content")
QUEUE = sentence("Queue and cache")
ARRAY = sentence("Array")
MAPPING = sentence("Mapping")
PATHS = sentence("Paths")
LAYERS = sentence("Storage layers")
ON_TOP = sentence("Devices on top")
UNDERLYING = sentence("Underlying devices")
IN_USE = sentence("In use")
NOT_IN_USE = sentence("Not in use: unmounted and not part of an array.")

_MOST_UNKNOWN = 1
"""More unknown values than this share one row."""
_DISK_LINKS = "/dev/disk/"
_CONNECTIONS = {
    "sata": "SATA",
    "sas": "SAS",
    "scsi": "SCSI",
    "nvme": "NVMe",
    "usb": "USB",
    "mmc": "MMC",
}


def device_blocks(device: Device, topology: Topology) -> tuple[Block, ...]:
    """All facts except settings; empty blocks are omitted."""
    groups = (
        (IDENTITY, identity(device)),
        (NAMES, names(device)),
        (SIZES, sizes(device)),
        (QUEUE, queue(device)),
        (IN_USE, _in_use(device)),
        (LAYERS, _layers(device, topology)),
        (ARRAY, array(device)),
        (MAPPING, mapping(device)),
        (PATHS, multipath(device)),
    )
    tables = (member_table(device), path_table(device), partition_table(device))
    return (
        *(Facts(str(title), gathered(facts)) for title, facts in groups if facts),
        *(table for table in tables if table.rows),
    )


def reported_facts(device: Device) -> tuple[Fact, ...]:
    """The known facts for a report, with the kernel's name and the uses."""
    facts = (
        Fact(tr("Name"), printable(device.path)),
        *identity(device),
        *sizes(device),
        schedulers(device),
        *queue(device),
        *array(device),
        *multipath(device),
        Fact(tr("Members"), printable(", ".join(device.members))),
        Fact(str(IN_USE), str(together(uses(device), ", ") or tr("no"))),
    )
    return tuple(fact for fact in facts if fact.value)


def gathered(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Where several values are unknown, one row lists their names; its hint gives the reasons."""
    unknown = [fact for fact in facts if fact.value is None]
    if len(unknown) <= _MOST_UNKNOWN:
        return facts
    names: dict[str, list[str]] = {}
    for fact in unknown:
        names.setdefault(fact.hint, []).append(fact.name)
    reasons = (
        tr("{names} ({reason})", names=together(those, ", "), reason=reason)
        for reason, those in names.items()
    )
    every = together((fact.name for fact in unknown), ", ")
    listed = Fact(tr("Unknown"), str(every), str(together(reasons, "\n")), lists_unknown=True)
    return (*(fact for fact in facts if fact.value is not None), listed)


def identity(device: Device) -> tuple[Fact, ...]:
    """The kind of device, and its identifying facts."""
    rows = (
        ("transport", tr("Connection"), connection(device)),
        ("vendor", tr("Vendor"), device.vendor),
        ("model", tr("Model"), device.model),
        ("serial", tr("Serial number"), device.serial),
        ("wwn", tr("World wide name"), device.wwn),
        ("firmware", tr("Firmware"), device.firmware),
        ("rotational", tr("Rotational"), _rotational(device)),
        ("removable", tr("Removable"), yes_or_no(device.removable)),
        ("read_only", tr("Read-only"), yes_or_no(device.read_only)),
    )
    facts = (Fact(tr("Kind"), kind(device)), *_facts(device, rows))
    if device.kind != "loop" and device.backing_file is None:
        return facts
    file = (("backing_file", tr("Backing file"), device.backing_file),)
    return (*facts, *_facts(device, file))


def names(device: Device) -> tuple[Fact, ...]:
    """The links stay the same when the kernel's name changes."""
    number = None if device.diskseq is None else str(device.diskseq)
    links = together(map(_link, device.links), "\n") if device.links else None
    known = Fact(tr("Sequence number"), number, tr("Never reused, unlike the kernel name."))
    return (
        Fact(tr("Kernel name"), printable(device.name)),
        Fact(tr("Path"), printable(device.path)),
        _fact(device, "links", tr("Persistent names"), links, tr("none set by udev")),
        *((known,) if number else _facts(device, (("diskseq", known.name, None),))),
    )


def sizes(device: Device) -> tuple[Fact, ...]:
    optimal = numbers.binary_bytes(device.optimal_io_bytes) if device.optimal_io_bytes else None
    rows = (
        ("size_bytes", tr("Size"), _size(device.size_bytes)),
        ("logical_block_bytes", tr("Logical sector"), _bytes(device.logical_block_bytes)),
        ("physical_block_bytes", tr("Physical sector"), _bytes(device.physical_block_bytes)),
    )
    return (
        *_facts(device, rows),
        _fact(device, "optimal_io_bytes", tr("Optimal I/O size"), optimal,
              tr("the device reports none")),
        _fact(device, "content", tr("Content"), _content(device),
              tr("no known file system or RAID signature found")),
        *_zones(device.zones),
    )  # fmt: skip


def schedulers(device: Device) -> Fact:
    if device.scheduler is None:
        return _fact(device, "scheduler", tr("Scheduler"), None)
    return Fact(tr("Available schedulers"), ", ".join(device.scheduler.available))


def queue(device: Device) -> tuple[Fact, ...]:
    cache = _fact(device, "write_cache", tr("Write cache"), device.write_cache)
    return (*_queue_depth(device), cache)


def _queue_depth(device: Device) -> tuple[Fact, ...]:
    depth = device.queue_depth
    if depth is None:
        return ()
    value = str(depth.value)
    if depth.maximum is not None:
        value = tr("{value} of {maximum}", value=value, maximum=str(depth.maximum))
    held = Fact(tr("Device queue depth"), value)
    if depth.ncq is None and depth.ncq_supported is None:
        return (held,)
    reason = printable(depth.reason or "")
    if depth.ncq is None:
        return held, Fact("NCQ", None, reason)
    state = {True: tr("active"), False: tr("off")}[depth.ncq]
    if depth.ncq_supported is False:
        state = tr("not supported")
    return held, Fact("NCQ", str(together((state, reason), ": ")))


def array(device: Device) -> tuple[Fact, ...]:
    """Facts of a software RAID."""
    state = device.md
    if state is None:
        return ()
    chunk = numbers.binary_bytes(state.chunk_bytes) if state.chunk_bytes else None
    rows = (
        ("layout", tr("Layout"), state.layout),
        ("chunk_bytes", tr("Chunk size"), chunk),
        ("state", tr("State"), state.state),
        ("sync_action", tr("Sync action"), _sync(state)),
        ("degraded", tr("Missing members"), _count(state.degraded)),
        ("disks", tr("Configured members"), _count(state.disks)),
        ("spares", tr("Spares"), _count(state.spares)),
        ("bitmap", tr("Bitmap"), state.bitmap),
        ("consistency_policy", tr("Consistency policy"), state.consistency_policy),
        ("metadata", tr("Metadata"), state.metadata),
        ("uuid", tr("UUID"), state.uuid),
    )
    missing = device.missing
    reasons = {name: missing.get(f"md.{name}", missing.get(name, "")) for name, _, _ in rows}
    return (
        Fact(tr("Level"), level(state.level)),
        *(_or_reason(name, value, str(reasons[key])) for key, name, value in rows),
    )


def mapping(device: Device) -> tuple[Fact, ...]:
    """Facts of a device-mapper device."""
    made = device.mapping
    if made is None:
        return ()
    volume = (
        ("mapping.volume_group", tr("Volume group"), made.volume_group),
        ("mapping.logical_volume", tr("Logical volume"), made.logical_volume),
    )
    rows = (
        ("mapping.name", tr("Name"), made.name),
        *(volume if made.volume_group is not None or made.logical_volume is not None else ()),
        ("mapping.uuid", tr("UUID"), made.uuid),
    )
    return (Fact(tr("Type"), mapping_type(device)), *_facts(device, rows))


def multipath(device: Device) -> tuple[Fact, ...]:
    """How an NVMe drive with paths chooses among them, which isn't a setting of this program."""
    if device.multipath is None:
        return ()
    hint = tr("How the kernel distributes requests over the paths.")
    return (_or_reason(tr("I/O policy"), device.multipath.io_policy, hint),)


def _zones(zoned: Zones | None) -> tuple[Fact, ...]:
    if zoned is None:
        return ()
    count = numbers.whole(zoned.count) if zoned.count is not None else None
    size = numbers.binary_bytes(zoned.zone_bytes) if zoned.zone_bytes is not None else None
    hint = tr("Each zone must be written sequentially.")
    return (
        Fact(tr("Zoned"), printable(zoned.model), hint),
        _or_reason(tr("Zones"), count),
        _or_reason(tr("Zone size"), size),
    )


def uses(device: Device) -> tuple[str, ...]:
    """The device's uses, each as a phrase; mount points first."""
    mounted = map(mounted_at, device.mount_points)
    return tuple(dict.fromkeys(map(printable, (*mounted, *device.in_use))))


def in_progress(device: Device) -> str:
    """A rebuild, check or similar work in progress on the device; empty without any."""
    work = device.background
    if work is None:
        return ""
    return tr("In progress: {work}", work=work_phrase(work.action, work.percent))


def _in_use(device: Device) -> tuple[Fact, ...]:
    lines = filter(None, (in_progress(device), *uses(device)))
    return (Fact("", str(together(lines, "\n") or NOT_IN_USE)),)


def _layers(device: Device, topology: Topology) -> tuple[Fact, ...]:
    # the paths have a table of their own
    underlying = () if device.multipath else topology.underlying(device.name)
    sides = (
        (UNDERLYING, underlying),
        (ON_TOP, topology.stacked(device.name)),
    )
    return tuple(Fact(str(title), _branches(found)) for title, found in sides if found)


def _branches(branches: Iterable[Branch]) -> str:
    """ "md0 (sda, sdb)": each branch with its own branches in parentheses."""
    return printable(
        ", ".join(
            f"{branch.name} ({_branches(branch.branches)})" if branch.branches else branch.name
            for branch in branches
        )
    )


def member_table(device: Device) -> Table:
    heads = (tr("Member"), tr("Slot"), tr("State"))
    members = device.md.member_states if device.md else ()
    return Table(tr("Members"), heads, tuple(map(_member, members)))


def _member(member: MdMember) -> tuple[TableCell, ...]:
    slot = "" if member.slot is None else str(member.slot)
    states = ", ".join(state.replace("_", " ") for state in member.states)
    return cells_of(member.name, slot, states)


def path_table(device: Device) -> Table:
    heads = (tr("Path"), tr("Controller"), tr("State"))
    paths = device.multipath.paths if device.multipath else ()
    return Table(str(PATHS), heads, tuple(map(_path, paths)))


def _path(path: NvmePath) -> tuple[TableCell, ...]:
    states = ", ".join(filter(None, (path.state, path.ana_state)))
    return cells_of(path.name, path.controller or "", states)


def partition_table(device: Device) -> Table:
    heads = (
        tr("Partition"),
        tr("Size"),
        tr("Start"),
        tr("Content"),
        tr("Label"),
        str(IN_USE),
        tr("UUID"),
    )
    return Table(tr("Partitions"), heads, tuple(map(_partition, device.partitions)))


def _partition(partition: Partition) -> tuple[TableCell, ...]:
    content = partition.content
    start = partition.start_bytes
    points = partition.mount_points
    mounted = {str(mounted_at(point)) for point in points}
    others = (use for use in partition.in_use if str(use) not in mounted)
    return cells_of(
        partition.path or partition.name,
        size(partition.size_bytes),
        "" if start is None else numbers.decimal_bytes(start) if start else "0",
        _content_kind(content),
        (content.label if content else None) or "",
        str(together((*points, *others), ", ")),
        (content.uuid if content else None) or "",
    )


def name(device: Device) -> str:
    """The device's name in lists."""
    if device.md is not None:
        return str(together((device.name, level(device.md.level)), " · "))
    if device.mapping is not None:
        called = device.mapping.logical_volume or device.mapping.name or device.name
        return str(together((printable(called), mapping_type(device)), " · "))
    return printable(device.title)


def kind(device: Device) -> str:
    """HDD, SSD …, with an explanation."""
    if device.md is not None:
        return tr("Array, {level}", level=level(device.md.level))
    if device.mapping is not None:
        return tr("Mapped device, {target}", target=mapping_type(device))
    if device.transport == "3ware":
        return tr("RAID controller unit")
    words = {
        "HDD": tr("HDD (rotational)"),
        "SSD": tr("SSD (flash)"),
        "NVMe": tr("NVMe SSD (flash)"),
        "loop": tr("Loop device (file-backed disk)"),
        "virtual disk": tr("Virtual disk"),
        "zram": tr("Compressed RAM disk (zram)"),
        "mapped": tr("Mapped device (LVM, encryption)"),
        "card": tr("Memory card"),
        "network": tr("Network disk"),
        "optical": tr("Optical drive"),
    }
    return words.get(str(device.medium), str(device.medium))


def level(level: str) -> str:
    """ "RAID 6" of "raid6"; "linear" unchanged."""
    return printable(level.upper().replace("RAID", "RAID ") if level.startswith("raid") else level)


def mapping_type(device: Device) -> str:
    """The type of a device-mapper device: LVM, LUKS, multipath."""
    if device.mapping is None or device.mapping.target in ("", "other"):
        return tr("mapped")
    return printable(device.mapping.target)


def connection(device: Device) -> str | None:
    return _CONNECTIONS.get(device.transport or "", device.transport)


def size(size_bytes: int | None) -> str:
    return tr("unknown size") if size_bytes is None else numbers.decimal_bytes(size_bytes)


def work_phrase(action: str, percent: float | None) -> str:
    """ "resync 43 %"."""
    if percent is None:
        return printable(action)
    return tr("{action} {percent:.0f} %", action=printable(action), percent=percent)


def _content(device: Device) -> Text | None:
    content = device.content
    if content is None:
        return tr("partitions") if device.partitions else None
    label = tr("“{label}”", label=printable(content.label)) if content.label else ""
    described = together((_content_kind(content), label))
    return together((described, content.uuid or ""), "\n")


def _content_kind(content: Content | None) -> str:
    """ "ext4", "LVM2_member (raid)"."""
    if content is None:
        return ""
    if content.usage is None or content.usage == "filesystem":
        return printable(content.kind)
    return printable(f"{content.kind} ({content.usage})")


def _rotational(device: Device) -> Text | None:
    said = yes_or_no(device.rotational)
    if said is None or device.rotational_believed is not False:
        return said
    doubted = tr("{value} according to the kernel, which is unreliable here", value=said)
    return together((doubted, device.rotational_doubt or ""), "\n")


def _sync(state: MdState) -> str | None:
    return work_phrase(state.sync_action, state.sync_percent) if state.sync_action else None


def _size(size_bytes: int | None) -> Text | None:
    if size_bytes is None:
        return None
    return together((numbers.decimal_bytes(size_bytes), _exactly(size_bytes)), "\n")


def _bytes(count: int | None) -> str | None:
    return None if count is None else _exactly(count)


def _exactly(count: int) -> str:
    return f"{numbers.whole(count)}{numbers.SPACE}{numbers.BYTES}"


def _link(link: str) -> str:
    return printable(link if link.startswith("/") else f"{_DISK_LINKS}{link}")


def _count(value: int | None) -> str | None:
    return None if value is None else str(value)


def _facts(device: Device, rows: Iterable[tuple[str, str, Text | None]]) -> tuple[Fact, ...]:
    """Each with the device's field, whose reason is the hint of an unknown value."""
    return tuple(_fact(device, field, name, value) for field, name, value in rows)


def _fact(device: Device, field: str, name: str, value: Text | None, otherwise: str = "") -> Fact:
    return _or_reason(name, value, str(device.missing.get(field) or otherwise))


def _or_reason(name: str, value: Text | None, reason: str = "") -> Fact:
    return fact_or_reason(name, value, reason or tr("not reported by the kernel"))
