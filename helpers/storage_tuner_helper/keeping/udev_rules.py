"""The text of our file of udev rules: what is kept for each disk, and nothing else.

udev reads it at every event of a block device, in the order of the files' names: it follows the
rules that identify a disk (60-persistent-storage.rules, 63-md-raid-arrays.rules) and those of
distributions that set a scheduler. Every line contains its disk's identity, so that a file that is
shortened by hand never applies to another disk.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

from storage_tuner_helper.devices.identity import Identity
from storage_tuner_helper.errors import InvalidArgument
from storage_tuner_helper.keeping import kept_values
from storage_tuner_helper.keeping.kept_values import Values
from storage_tuner_protocol.interface import UDEV_RULES
from storage_tuner_protocol.message import said
from storage_tuner_protocol.tunables import (
    BY_NAME,
    UNDESCRIBED,
    Scope,
    Tunable,
    find,
    of_attribute,
)
from storage_tuner_protocol.tunables import in_order as in_allowed_order

PATH = UDEV_RULES
MEASURING = "/run/storage-tuner/measuring"
"""Has an entry with a device's kernel name while the device is measured: its settings are then left
unchanged, since a benchmark causes an event each time it closes the disk."""

MARK = "STORAGE_TUNER"
"""The property in udev's database with the version of a disk's part that was read last."""

HEADER = """\
# Written by Storage Tuner: settings of disks that were kept for good.
# `storage-tuner restore DEVICE` takes one disk's part out, `storage-tuner restore --all` all of
# them. By hand: remove this file, then call `udevadm control --reload`. Storage Tuner doesn't touch
# the file any more once somebody edited it.
# Format 1

ACTION!="add|change", GOTO="storage_tuner_end"
SUBSYSTEM!="block", GOTO="storage_tuner_end"
ENV{DEVTYPE}!="disk", GOTO="storage_tuner_end"
ENV{DM_UDEV_DISABLE_OTHER_RULES_FLAG}=="1", GOTO="storage_tuner_end"
"""
"""The flag is set on mappings that aren't complete, such as at their first "add"."""

FOOTER = '\nLABEL="storage_tuner_end"\n'

Parts = Mapping[Identity, Values]
SCOPES = (Scope.DEVICE, Scope.SCHEDULER, Scope.ARRAY, Scope.HOST)

_PART = re.compile(r"# Kept for ([^\n]+)", re.ASCII)
_VALUE_LINE = re.compile(r'ENV\{.*, ATTR\{([a-z0-9_/.*]+)\}="([a-z0-9_-]+)"', re.ASCII)
_NEW_FILE = f'TEST=="{BY_NAME["async_depth"].attribute}"'
"""Is in the lines that files of version 0.1 don't have yet."""

_FIRST = ("scheduler", "nr_requests", "strict_guarantees")
_LAST = ("read_ahead_kb",)


def render(parts: Parts) -> str:
    """Return the whole file; empty for no parts. Raises ``ValueError`` for values that aren't
    allowed in it."""
    written = [f"\n{render_part(who, parts[who])}" for who in sorted(parts) if parts[who]]
    return HEADER + "".join(written) + FOOTER if written else ""


def render_part(identity: Identity, values: Values) -> str:
    """Return one disk's part: the mark, then the values in the order in which they have to be
    set."""
    kept_values.check(values, SCOPES)
    which = _match(identity)
    lines = [
        f"# Kept for {identity}",
        f'{which}, ENV{{{MARK}}}="{mark(identity, values)}"',
        f'{which}, TEST=="{MEASURING}/%k", GOTO="storage_tuner_end"',
        *(f"{which}, {one}" for name in in_order(values) for one in _lines(name, values[name])),
    ]
    return "\n".join(lines) + "\n"


def parse(text: str) -> dict[Identity, dict[str, str]]:
    """Parse a file that ``render`` wrote. Raises ``ValueError`` for any other text."""
    parts: dict[Identity, dict[str, str]] = {}
    values: dict[str, str] = {}
    try:
        for line in text.split("\n"):
            if match := _PART.fullmatch(line):
                values = parts.setdefault(Identity.parse(match[1]), {})
            elif match := _VALUE_LINE.fullmatch(line):
                values[_name_of(match[1], values.get("scheduler"))] = match[2]
        whole = render(parts)
        same = text in (whole, _without_new_file(whole))
    except ValueError:
        same = False
    if not same:
        raise ValueError("another text than ours")
    return parts


def mark(identity: Identity, values: Values) -> str:
    """Return sixteen digits that distinguish one version of a part from others. They don't depend
    on whether a value has a description: a later version may describe it."""
    given = ((name.removeprefix(UNDESCRIBED), values[name]) for name in in_order(values))
    lines = [str(identity), *(f"{name}={value}" for name, value in given)]
    return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()[:16]


def merged(kept: Values, wanted: Values) -> dict[str, str]:
    """Return ``kept`` updated with ``wanted``. Another scheduler resets nr_requests, and its values
    replace the former one's. Raises ``InvalidArgument`` for a value of a scheduler that isn't the
    kept one."""
    scheduler = wanted.get("scheduler", kept.get("scheduler"))
    for name in wanted:
        _check_belongs(_tunable(name), scheduler)
    if scheduler == kept.get("scheduler"):
        return {**kept, **wanted}
    stays = {
        name: value
        for name, value in kept.items()
        if name != "nr_requests" and _survives(_tunable(name), scheduler)
    }
    return {**stays, **wanted}


def _survives(tunable: Tunable, scheduler: str | None) -> bool:
    """Return whether its value still applies when ``scheduler`` replaces another one."""
    return tunable.scope is not Scope.SCHEDULER or tunable.scheduler == scheduler


def _check_belongs(tunable: Tunable, scheduler: str | None) -> None:
    """Raise ``InvalidArgument`` for a value of another scheduler than the permanent one, or whose
    file may be another tunable's, depending on the scheduler (None: none is permanent). A file
    without description may be anything in another scheduler."""
    if scheduler is not None and not tunable.fits(scheduler):
        raise InvalidArgument(
            said(
                "{name} belongs to {owner}, but {scheduler} is permanent.",
                name=tunable.name,
                owner=tunable.scheduler or said("another scheduler"),
                scheduler=scheduler,
            )
        )
    is_alone = scheduler is None and not tunable.is_described
    if is_alone or of_attribute(tunable.attribute, scheduler) != tunable:
        raise InvalidArgument(
            said(
                "{name} can only be made permanent together with its scheduler.", name=tunable.name
            )
        )


def in_order(values: Values) -> list[str]:
    """Sort values so that each precedes the values it changes: the scheduler resets nr_requests,
    which resets values of the scheduler; several others raise the read-ahead (see ``settings``)."""
    return sorted(in_allowed_order(values), key=_rank)


def _rank(name: str) -> int:
    if name in _FIRST:
        return _FIRST.index(name)
    if name in _LAST:
        return len(_FIRST) + 2
    return len(_FIRST) + (not _is_of_scheduler(name))


def _is_of_scheduler(name: str) -> bool:
    return _tunable(name).scope is Scope.SCHEDULER


def _tunable(name: str) -> Tunable:
    tunable = find(name)
    if tunable is None:
        raise ValueError("no tunable")
    return tunable


def _name_of(attribute: str, scheduler: str | None) -> str:
    tunable = of_attribute(attribute, scheduler)
    if tunable is None or tunable.scope not in SCOPES:
        raise ValueError("no attribute that may be kept here")
    return tunable.name


def _without_new_file(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if _NEW_FILE not in line)


def _match(identity: Identity) -> str:
    """Return the match for a disk. Members of an array may have the array's UUID, and the mapping
    of a disk the disk's name, so these are excluded."""
    kernel = {"MD_UUID": 'KERNEL=="md*"', "DM_UUID": 'KERNEL=="dm-*"'}
    of_disks = 'KERNEL!="dm-*|md*"'
    return f'ENV{{{identity.key}}}=="{identity.value}", {kernel.get(identity.key, of_disks)}'


def _lines(name: str, value: str) -> list[str]:
    """Return the assignment to each of the files that the tunable may have, as the kernel may be
    another one at the next boot."""
    return [_assignment(name, attribute, value) for attribute in _tunable(name).attributes]


def _assignment(name: str, attribute: str, value: str) -> str:
    # each write suspends the array, even one of the present value
    quiet = (
        f'ATTR{{md/sync_action}}=="idle", ATTR{{{attribute}}}!="{value}", '
        if name == "group_thread_cnt"
        else ""
    )
    return f'{_once(name)}TEST=="{attribute}", {quiet}ATTR{{{attribute}}}="{value}"'


def _once(name: str) -> str:
    """Return a match that limits a setting of the host to the event of a new disk. libata runs the
    port's error handler at each write, even of the present value (drivers/ata/libata-sata.c,
    ata_scsi_lpm_store), which would stall the disk whenever a program closes it after writing."""
    return 'ACTION=="add", ' if _tunable(name).scope is Scope.HOST else ""
