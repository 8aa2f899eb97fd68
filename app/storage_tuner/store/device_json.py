"""A device as it stands in a result file.

Results of an earlier version know less of a device: a key that isn't there means that the value
wasn't asked for then, and takes the default of ``core.device``.
"""

from __future__ import annotations

from storage_tuner.core.device import (
    BackgroundWork,
    Content,
    Device,
    DeviceMapping,
    MdMember,
    MdState,
    Partition,
    QueueDepth,
    SchedulerState,
    SettingOwner,
    Zones,
)
from storage_tuner.store.typed_json import Node


def read_device(node: Node) -> Device:
    """Raises ``UnreadableResult``, which names the key path and what stands there."""
    return Device(
        name=node.get("name").text(),
        path=node.get("path").text(),
        kind=node.get("kind").text(),
        size_bytes=node.get("size_bytes").or_none(Node.whole),
        transport=node.get("transport").or_none(Node.text),
        links=node.get("links").or_else((), Node.texts),
        vendor=node.get("vendor").or_none(Node.text),
        model=node.get("model").or_none(Node.text),
        serial=node.get("serial").or_none(Node.text),
        wwn=node.get("wwn").or_none(Node.text),
        firmware=node.get("firmware").or_none(Node.text),
        logical_block_bytes=node.get("logical_block_bytes").or_none(Node.whole),
        physical_block_bytes=node.get("physical_block_bytes").or_none(Node.whole),
        optimal_io_bytes=node.get("optimal_io_bytes").or_none(Node.whole),
        rotational=node.get("rotational").or_none(Node.truth),
        rotational_believed=node.get("rotational_believed").or_none(Node.truth),
        rotational_doubt=node.get("rotational_doubt").or_none(Node.text),
        write_cache=node.get("write_cache").or_none(Node.text),
        removable=node.get("removable").or_none(Node.truth),
        read_only=node.get("read_only").or_none(Node.truth),
        diskseq=node.get("diskseq").or_none(Node.whole),
        backing_file=node.get("backing_file").or_none(Node.text),
        scheduler=node.get("scheduler").or_none(_scheduler),
        queue_depth=node.get("queue_depth").or_none(_queue_depth),
        settings=_texts(node.get("settings")),
        limits=node.get("limits").or_else({}, _limits),
        defaults=node.get("defaults").or_else({}, _texts),
        owners=node.get("owners").or_else((), _owners),
        content=node.get("content").or_none(_content),
        mount_points=node.get("mount_points").or_else((), Node.texts),
        partitions=tuple(_partition(item) for item in node.get("partitions").items()),
        members=node.get("members").texts(),
        holders=node.get("holders").texts(),
        in_use=node.get("in_use").texts(),
        background=node.get("background").or_none(_background),
        md=node.get("md").or_none(_md_state),
        mapping=node.get("mapping").or_none(_mapping),
        zones=node.get("zones").or_none(_zones),
        missing=_texts(node.get("missing")),
    )


def _texts(node: Node) -> dict[str, str]:
    return dict(node.text_pairs())


def _scheduler(node: Node) -> SchedulerState:
    return SchedulerState(node.get("active").text(), node.get("available").texts())


def _queue_depth(node: Node) -> QueueDepth:
    return QueueDepth(
        value=node.get("value").whole(),
        maximum=node.get("maximum").or_none(Node.whole),
        ncq=node.get("ncq").or_none(Node.truth),
        ncq_supported=node.get("ncq_supported").or_none(Node.truth),
        reason=node.get("reason").or_none(Node.text),
    )


def _limits(node: Node) -> dict[str, tuple[int, int]]:
    return {name: _range(node.get(name)) for name in node.names()}


def _range(node: Node) -> tuple[int, int]:
    bounds = node.items()
    if len(bounds) != 2:
        raise node.refused(f"a smallest and a largest value are expected, not {len(bounds)} values")
    return bounds[0].whole(), bounds[1].whole()


def _owners(node: Node) -> tuple[SettingOwner, ...]:
    return tuple(
        SettingOwner(
            tool=item.get("tool").text(),
            tunable=item.get("tunable").text(),
            value=item.get("value").or_none(Node.text),
            place=item.get("place").text(),
        )
        for item in node.items()
    )


def _content(node: Node) -> Content:
    return Content(
        kind=node.get("kind").text(),
        usage=node.get("usage").or_none(Node.text),
        label=node.get("label").or_none(Node.text),
        uuid=node.get("uuid").or_none(Node.text),
    )


def _partition(node: Node) -> Partition:
    return Partition(
        name=node.get("name").text(),
        size_bytes=node.get("size_bytes").whole(),
        path=node.get("path").or_else("", Node.text),
        start_bytes=node.get("start_bytes").or_none(Node.whole),
        content=node.get("content").or_none(_content),
        mount_points=node.get("mount_points").or_else((), Node.texts),
        in_use=node.get("in_use").texts(),
    )


def _background(node: Node) -> BackgroundWork:
    return BackgroundWork(
        action=node.get("action").text(), percent=node.get("percent").or_none(Node.number)
    )


def _md_state(node: Node) -> MdState:
    return MdState(
        level=node.get("level").text(),
        layout=node.get("layout").or_none(Node.text),
        chunk_bytes=node.get("chunk_bytes").or_none(Node.whole),
        state=node.get("state").or_none(Node.text),
        sync_action=node.get("sync_action").or_none(Node.text),
        degraded=node.get("degraded").or_none(Node.whole),
        sync_percent=node.get("sync_percent").or_none(Node.number),
        disks=node.get("disks").or_none(Node.whole),
        spares=node.get("spares").or_none(Node.whole),
        bitmap=node.get("bitmap").or_none(Node.text),
        consistency_policy=node.get("consistency_policy").or_none(Node.text),
        uuid=node.get("uuid").or_none(Node.text),
        metadata=node.get("metadata").or_none(Node.text),
        member_states=node.get("member_states").or_else((), _md_members),
    )


def _md_members(node: Node) -> tuple[MdMember, ...]:
    return tuple(
        MdMember(
            name=item.get("name").text(),
            slot=item.get("slot").or_none(Node.whole),
            states=item.get("states").texts(),
        )
        for item in node.items()
    )


def _mapping(node: Node) -> DeviceMapping:
    return DeviceMapping(
        target=node.get("target").text(),
        name=node.get("name").or_none(Node.text),
        uuid=node.get("uuid").or_none(Node.text),
        volume_group=node.get("volume_group").or_none(Node.text),
        logical_volume=node.get("logical_volume").or_none(Node.text),
    )


def _zones(node: Node) -> Zones:
    return Zones(
        model=node.get("model").text(),
        count=node.get("count").or_none(Node.whole),
        zone_bytes=node.get("zone_bytes").or_none(Node.whole),
    )
