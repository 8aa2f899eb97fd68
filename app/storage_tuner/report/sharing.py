"""Removes private data from a session before it is shared.

Only what is known to be harmless stays: the fields to keep are listed here for every data class of
a session, so that a new field is private by default. In the remaining texts, known private values
and anything that looks private are blanked out.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from storage_tuner.core.circumstances import FileSystemState
from storage_tuner.core.device import Device
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import NOTHING_SAID, Message, sentence
from storage_tuner.core.plan import Target, TargetKind
from storage_tuner.core.workload import Command, label_of
from storage_tuner.present.wording import SOME_FILE

LEFT_OUT = "[…]"
"""Replaces removed text."""

PUBLIC = {
    kind: tuple(fields.split())
    for kind, fields in {
        "SessionRecord": (
            "created_at machine device plan original_settings measurements caveats outcome "
            "related rpm circumstances time_course"
        ),
        "Machine": "kernel distribution processor fio storage_tuner",
        "Device": (
            "name kind transport vendor model firmware rotational_doubt write_cache scheduler "
            "queue_depth settings limits defaults owners permanent locked newer content partitions "
            "members holders background md mapping zones head multipath power_states missing"
        ),
        "SchedulerState": "active available",
        "QueueDepth": "reason",
        "Content": "kind usage",
        "Partition": "name content",
        "MdMember": "name states",
        "MdState": (
            "level layout state sync_action bitmap consistency_policy metadata member_states"
        ),
        "DeviceMapping": "target",
        "Zones": "model",
        "NvmeMultipath": "io_policy paths",
        "NvmePath": "name controller state ana_state",
        "PowerStates": "tolerance",
        "SettingOwner": "tool tunable value",
        "BackgroundWork": "action",
        "Plan": (
            "target variants workloads use thoroughness current protocol paces contests aims "
            "left_out"
        ),
        "LeftOut": "workloads",
        "Target": "kind device",
        "Variant": "name settings",
        "CellPace": "workload",
        "Contest": "workload variants winner",
        "Measurement": "variant operation started_at disturbed",
        "Operation": "name label unit",
        "Workload": "name label purpose simulates streams tree command observed",
        "Stream": "operation mode priority region order recording",
        "Tree": "create remove create_folders remove_folders",
        "Command": "operation start",
        "ColdStart": "copying",
        "Copying": "read write",
        "Circumstances": (
            "settings_before settings_during settings_after mitigations governors file_system "
            "other_activity controllers"
        ),
        "ControllerState": "vendor model firmware driver battery units",
        "UnitState": "id kind status disks policies",
        "FileSystemState": "kind options",
        "TimeCourse": "begun_at",
    }.items()
}
"""Of each data class, the fields with texts in them that may stay; numbers and truths all do."""

NAMES = frozenset(
    {
        ("Variant", "name"),
        ("Measurement", "variant"),
        ("Measurement", "started_at"),
        ("Contest", "winner"),
        ("Contest", "variants"),
        ("Plan", "current"),
        ("Workload", "name"),
        ("Contest", "workload"),
        ("CellPace", "workload"),
        ("Operation", "name"),
        ("SessionRecord", "created_at"),
        ("TimeCourse", "begun_at"),
    }
)
"""Keys of measurements, and times: never changed, as the verdict depends on them."""

_COMMON_OPTIONS = frozenset(
    {"commit", "compress", "compress-force", "data", "discard", "errors", "logbsize", "logbufs"}
    | {"allocsize", "rsize", "space_cache", "stride", "stripe", "sunit", "swidth", "vers", "wsize"}
)
"""Of file systems, whose values are numbers and words of the kernel."""

_LOOKS_PRIVATE = re.compile(
    r"\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b"  # a UUID
    r"|\b(?:[0-9a-fA-F]{8}[:]){3}[0-9a-fA-F]{8}\b"  # an array's
    r"|\b(?:eui|naa|wwn|nvme|t10)[.-][\w.-]{8,}"
    r"|\b0x[0-9a-fA-F]{16}\b"
    r"|/dev/(?:disk|mapper|md)/\S+"
    r"|(?<![\w/.:])~?/(?!(?:sys|proc|etc|usr|lib|dev)(?:/|\b))[\w.@+~-]+(?:/[^\s,;:”“’\")]*)*"
    r"|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
)
"""Identifiers of disks and file systems, addresses, and paths except common ones."""

_IS_PATH = re.compile(r"~?/(?!(?:sys|proc|etc|usr|lib|dev)(?:/|\b))\w")
"""The whole text, with its spaces."""

_PERSON = re.compile(r"/(?:home|Users|run/media|media)/([^/\s,;:]+)")
_SHORTEST = 3
"""Characters of a secret that is looked for: a shorter one occurs in any word."""


def shareable(record: SessionRecord, hidden: Iterable[str] = ()) -> SessionRecord:
    """``record`` without serial numbers, WWNs, links, UUIDs, labels, the host's and users' names,
    folders, files, mount points and own commands; and without the names ``hidden``. It's judged
    as before."""
    shared: SessionRecord = _Blotter(_secrets(record, hidden)).shared(record)
    return replace(shared, plan=replace(shared.plan, target=_target(shared.plan.target)))


def _target(target: Target) -> Target:
    """A file has some path."""
    if target.kind is not TargetKind.FILE:
        return target
    return replace(target, path=SOME_FILE.english)


@dataclass(frozen=True)
class _Blotter:
    secrets: re.Pattern[str] | None

    def shared(self, value: Any) -> Any:  # noqa: ANN401 - of any field of a session
        """``value`` with what is private left out, in all that it holds."""
        if isinstance(value, Message):
            return value.with_texts(self._text)
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            fields = {field.name: self._field(value, field) for field in dataclasses.fields(value)}
            return type(value)(**fields)
        if isinstance(value, tuple):
            return tuple(self.shared(item) for item in value)
        if isinstance(value, dict):
            return {self.shared(key): self.shared(item) for key, item in value.items()}
        return self._text(value) if type(value) is str else value

    def _field(self, owner: Any, field: dataclasses.Field[Any]) -> Any:  # noqa: ANN401 - as above
        kind, value = type(owner).__name__, getattr(owner, field.name)
        if (kind, field.name) in NAMES or not has_text(value):
            return value
        if isinstance(owner, Device) and field.name in ("path", "in_use", "mount_points"):
            return _replaced(owner, field.name)
        if isinstance(owner, Command) and field.name == "argv":
            return (LEFT_OUT,)
        if isinstance(owner, FileSystemState) and field.name == "options":
            return tuple(filter(_is_common, owner.options))
        if field.name in PUBLIC.get(kind, ()):
            return self.shared(value)
        return _emptied(value)

    def _text(self, text: str) -> str:
        if _IS_PATH.match(text):
            return LEFT_OUT
        if self.secrets is not None:
            text = self.secrets.sub(LEFT_OUT, text)
        return _LOOKS_PRIVATE.sub(LEFT_OUT, text)


def _is_common(option: str) -> bool:
    """Whether a mount option reveals nothing about a person or a place."""
    name, equals, _ = option.partition("=")
    return not equals or name in _COMMON_OPTIONS


def _replaced(device: Device, field: str) -> object:
    """The replacement of a device's private field that other code needs."""
    if field == "path":
        return f"/dev/{device.name}"
    if field == "in_use":
        return (sentence("something (left out)"),)
    return ()


def has_text(value: object) -> bool:
    """Whether there is a text in it, other than the words of an enumeration."""
    return any(True for _ in texts_in(value))


def texts_in(value: object) -> Iterator[str]:
    """All texts in a record, at any depth."""
    if isinstance(value, Message):
        yield value.english
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from texts_in(getattr(value, field.name))
    elif isinstance(value, dict):
        yield from texts_in((*value.keys(), *value.values()))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from texts_in(item)
    elif type(value) is str:
        yield value


def _emptied(value: object) -> object:
    """The empty value of its kind."""
    if isinstance(value, Message):
        return NOTHING_SAID
    return type(value)() if isinstance(value, str | tuple | dict) else None


def _secrets(record: SessionRecord, hidden: Iterable[str]) -> re.Pattern[str] | None:
    """What is private by the fields it stands in, wherever else it stands."""
    devices = [each for each in (record.device, *record.related) if each is not None]
    found = {
        *hidden,
        record.machine.host,
        record.machine.host.partition(".")[0],
        *(secret for device in devices for secret in _secrets_of(device)),
        record.plan.target.path or "",
        *(label_of(each.command.argv) for each in record.plan.workloads if each.command),
    }
    if record.circumstances.file_system is not None:
        found.add(record.circumstances.file_system.mount_point)
    found |= {name for text in texts_in(record) for name in _PERSON.findall(text)}
    words = sorted((word for word in found if len(word) >= _SHORTEST), key=len, reverse=True)
    if not words:
        return None
    return re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words))


def _secrets_of(device: Device) -> Iterable[str]:
    contents = [device.content, *(part.content for part in device.partitions)]
    mapping = device.mapping
    yield from (device.serial or "", device.wwn or "", device.backing_file or "")
    yield from device.links
    yield from device.mount_points
    for part in device.partitions:
        yield from part.mount_points
    for content in contents:
        if content is not None:
            yield from (content.label or "", content.uuid or "")
    if device.md is not None:
        yield device.md.uuid or ""
    if mapping is not None:
        yield from (
            mapping.name or "",
            mapping.uuid or "",
            mapping.volume_group or "",
            mapping.logical_volume or "",
        )
