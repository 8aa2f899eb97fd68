"""Linux software RAID, read from ``/sys/block/mdN/md`` (kernel: admin-guide/md.rst)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from storage_tuner.core.device import BackgroundWork, MdMember, MdState
from storage_tuner.core.message import Message, sentence
from storage_tuner.probe.block.attributes import AttributeReader, entries, read_table
from storage_tuner_protocol.kernel import chosen, md_uuid

CONTAINER = "container"
"""The level of an array that only holds other arrays, as in vendors' metadata."""

_WORK = {
    "resync": sentence("a resync"),
    "recover": sentence("a recovery"),
    "check": sentence("a check"),
    "repair": sentence("a repair"),
    "reshape": sentence("a reshape"),
}
BUSY_ACTIONS = tuple(_WORK)
"""The sync actions that read or write the members."""

_UNKNOWN_LEVEL = "unknown"
_WITHOUT_LAYOUT = ("raid0", "raid1", "raid4", "linear", "faulty", CONTAINER, _UNKNOWN_LEVEL)

_PARITY_LAYOUTS = {
    0: "left-asymmetric",
    1: "right-asymmetric",
    2: "left-symmetric",
    3: "right-symmetric",
    4: "parity-first",
    5: "parity-last",
    8: "ddf-zero-restart",
    9: "ddf-N-restart",
    10: "ddf-N-continue",
    16: "left-asymmetric-6",
    17: "right-asymmetric-6",
    18: "left-symmetric-6",
    19: "right-symmetric-6",
    20: "parity-first-6",
}
"""The kernel's numbers (drivers/md/raid5.h) and mdadm's names (maps.c) for RAID 5 and 6."""

_CHANGING = re.compile(r"(\d+)(?: \(\d+\))?", re.ASCII)
"""The value during a reshape: the new one, with the old one in brackets."""

_PROGRESS = re.compile(r"(\d{1,20}) / (\d{1,20})", re.ASCII)
_HEADING = re.compile(r"(md\S+) : ")
_PERCENT = re.compile(r"\w+ *= *(\d{1,3}(?:\.\d)?)% \(", re.ASCII)
_UUID = re.compile(r"[0-9a-f]{32}")


def describe_work(action: str) -> Message:
    """A sync action as a noun: "a resync"."""
    return _WORK.get(action) or sentence("a {action}", action=action)


def read_progress(base: str) -> dict[str, float]:
    """Progress in percent by array, from /proc/mdstat: "check =  3.5% (16512/456704) finish=…"."""
    found: dict[str, float] = {}
    array = ""
    for line in read_table(f"{base}/proc/mdstat").split("\n"):
        if heading := _HEADING.match(line):
            array = heading[1]
        elif array and (percent := _PERCENT.search(line)):
            found[array] = min(float(percent[1]), 100.0)
    return found


def read_md(
    reader: AttributeReader, properties: Mapping[str, str], progress: float | None
) -> MdState | None:
    """Read the array's state, even when it isn't running; None when md reports nothing.

    ``progress`` comes from /proc/mdstat, which is more recent than the array's ``sync_completed``.
    """
    if reader.text("md", "md/array_state", "md/level") is None:
        return None
    metadata = reader.reported("md/metadata_version")
    level = reader.reported("md/level") or _level_of_none(metadata)
    state = reader.reported("md/array_state")
    members = _members(reader)
    action = reader.reported("md/sync_action")
    return MdState(
        level=level,
        layout=_layout(level, _changing(reader, "md/layout")),
        chunk_bytes=_changing(reader, "md/chunk_size") or None,
        state=state,
        sync_action=action,
        degraded=reader.count("md/degraded"),
        sync_percent=_percent(reader, progress) if action in BUSY_ACTIONS else None,
        disks=_changing(reader, "md/raid_disks"),
        spares=None if state == "inactive" else _spares(members),
        bitmap=_bitmap(reader),
        consistency_policy=reader.reported("md/consistency_policy"),
        uuid=properties.get("MD_UUID") or _uuid(reader, metadata),
        metadata=metadata,
        member_states=members,
    )


def background_work(md: MdState | None) -> BackgroundWork | None:
    """The array's background work now, or None."""
    if md is None or md.sync_action not in BUSY_ACTIONS:
        return None
    return BackgroundWork(md.sync_action, md.sync_percent)


def _level_of_none(metadata: str | None) -> str:
    """The level of an array that reports none, by its metadata: a container has a vendor's
    metadata; an array in one names its container after a "/" or, when it is read-only, a "-"
    (md.rst, metadata_version)."""
    kind, _, rest = (metadata or "").partition(":")
    inside = rest.startswith(("/", "-"))
    return CONTAINER if kind == "external" and rest and not inside else _UNKNOWN_LEVEL


def _changing(reader: AttributeReader, name: str) -> int | None:
    found = _CHANGING.fullmatch(reader.reported(name) or "")
    return int(found[1]) if found and len(found[1]) <= 20 else None


def _layout(level: str, number: int | None) -> str | None:
    """The layout in mdadm's notation. raid10 codes near copies in the low byte, far copies in the
    next.

    Source: md(4); drivers/md/raid10.c, setup_geo.
    """
    if number is None or level in _WITHOUT_LAYOUT:
        return None
    if level in ("raid5", "raid6"):
        return _PARITY_LAYOUTS.get(number, str(number))
    if level != "raid10":
        return str(number)
    near, far, offset = number & 0xFF, number >> 8 & 0xFF, number >> 16 & 1
    words = [f"near={near}"] if near > 1 or far <= 1 else []
    if far > 1:
        words.append(f"{'offset' if offset else 'far'}={far}")
    return ", ".join(words)


def _percent(reader: AttributeReader, progress: float | None) -> float | None:
    """The progress of the sync action; None while it waits for another array on the same disks."""
    found = _PROGRESS.fullmatch(reader.reported("md/sync_completed") or "")
    if found is None or int(found[2]) == 0:
        return progress
    return max(progress or 0.0, round(min(100.0 * int(found[1]) / int(found[2]), 100.0), 1))


def _bitmap(reader: AttributeReader) -> str | None:
    """The location or type of the bitmap. Source: drivers/md/md-bitmap.c, location_show and
    metadata_show; since 6.18 bitmap_type."""
    location = reader.reported("md/bitmap/location")
    if location is None:
        return chosen(reader.reported("md/bitmap_type") or "") or None
    if location == "none" or location == "file":
        return location
    return reader.reported("md/bitmap/metadata") or "internal"


def _uuid(reader: AttributeReader, metadata: str | None) -> str | None:
    """The UUID in mdadm's notation. Version 0.90 stores it in the CPU's byte order."""
    plain = (reader.reported("md/uuid") or "").replace("-", "")
    if metadata == "0.90" or not _UUID.fullmatch(plain) or not plain.strip("0"):
        return None
    return md_uuid(plain)


def _members(reader: AttributeReader) -> tuple[MdMember, ...]:
    """The members: first those with a slot, in slot order, then spare and faulty ones."""
    names = [name for name in entries(f"{reader.folder}/md") if name.startswith("dev-")]
    found = [_member(reader, name) for name in names]
    return tuple(
        sorted(found, key=lambda one: (one.slot is None, one.slot or 0, len(one.name), one.name))
    )


def _member(reader: AttributeReader, folder: str) -> MdMember:
    states = reader.reported(f"md/{folder}/state") or ""
    return MdMember(
        name=folder.removeprefix("dev-"),
        slot=reader.count(f"md/{folder}/slot"),
        states=tuple(word for word in states.split(",") if word),
    )


def _spares(members: tuple[MdMember, ...]) -> int:
    """The number of spares as counted by mdadm: a member being rebuilt is a spare until it's
    done."""
    return sum("spare" in member.states for member in members)
