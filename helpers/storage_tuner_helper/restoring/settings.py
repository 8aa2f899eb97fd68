"""Reads, applies and restores a target's settings, all or none of them.

A value may change others: a switch of the scheduler resets nr_requests and all values of the
scheduler itself, nr_requests sets async_depth, strict_guarantees raises slice_idle, and every
change of a queue limit (max_sectors_kb, rotational, iostats, add_random) raises read_ahead_kb
(block/blk-settings.c, blk_apply_bdi_limits). So values are written in order, repeatedly until all
of them are set.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Callable, Collection, Mapping

from storage_tuner_helper.devices.targets import Target, attribute_text
from storage_tuner_helper.errors import (
    ControllerRefused,
    DeviceBusy,
    InvalidArgument,
    KernelRefused,
    NotApplied,
    NotSupported,
    RiskNotAllowed,
)
from storage_tuner_protocol.kernel import WRITE_PLUGGING, chosen, settable_value
from storage_tuner_protocol.message import said
from storage_tuner_protocol.tunables import (
    ALLOWED,
    BY_NAME,
    CHANGED_ALONG,
    COUNTERPARTS,
    EITHER_OR,
    LINK_POLICY,
    LINK_POLICY_SUPPORTED,
    NEEDS,
    ONLY_AT_REST,
    SCHEDULERS,
    UNDESCRIBED,
    Scope,
    Tunable,
    find,
    in_order,
    is_undescribed_value,
    of_attribute,
)

_SCHEDULER_FOLDER = "queue/iosched"
_SCHEDULER = re.compile(r"[A-Za-z0-9_-]{1,32}", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,20}", re.ASCII)

_PASSES = 4
"""A switch resets nr_requests, which then resets async_depth; the last pass verifies all values."""

_RATIOS = dict(EITHER_OR)
"""The ratio of each size."""


def checked_record(record: Mapping[str, object]) -> dict[str, str]:
    """Return the values of a record that ``read`` made, perhaps of an earlier version without the
    description of some; raises ``ValueError`` for a name or a value that ``read`` doesn't
    return."""
    if not all(_is_value_of(name, value) for name, value in record.items()):
        raise ValueError("values that no device has")
    scheduler = str(record.get("scheduler", ""))
    return {_present_name(name, scheduler): str(value) for name, value in record.items()}


def _present_name(name: str, scheduler: str) -> str:
    if _tunable(name).is_described:
        return name
    tunable = of_attribute(_tunable(name).attribute, scheduler)
    return tunable.name if tunable else name


def _is_value_of(name: str, value: object) -> bool:
    if not isinstance(value, str):
        return False
    if name == "scheduler":
        return bool(_SCHEDULER.fullmatch(value))
    tunable = find(name)
    if tunable is None:
        return False
    if not tunable.is_described:
        return is_undescribed_value(value)
    if tunable.choices:
        return value in tunable.choices
    return bool(_NUMBER.fullmatch(value)) or value in tunable.words


def read(target: Target) -> dict[str, str]:
    """Return the settings of the target in the kernel's own notation: the described tunables that
    it has, without unreadable ones, and its scheduler's undescribed ones, which a switch discards
    as well. Raises ``DeviceChanged``."""
    found: dict[str, str] = {}
    for tunable in ALLOWED:
        if _may_have(target, tunable, found.get("scheduler", "")) and _is_effective(tunable, found):
            found.update(_read_if_possible(target, tunable.name))
    described = {one for name in found for one in BY_NAME[name].attributes}
    for name in target.names(_SCHEDULER_FOLDER):
        if f"{_SCHEDULER_FOLDER}/{name}" not in described and find(f"{UNDESCRIBED}{name}"):
            found.update(_read_if_possible(target, f"{UNDESCRIBED}{name}"))
    return found


def _is_effective(tunable: Tunable, found: Mapping[str, str]) -> bool:
    return NEEDS.get(tunable.name, "") in {"", *found}


def _read_if_possible(target: Target, name: str) -> dict[str, str]:
    try:
        value = _read_one(target, name)
    except (NotSupported, ControllerRefused):
        return {}
    return {name: value} if _is_restorable(target, name, value) else {}


def _is_restorable(target: Target, name: str, value: str) -> bool:
    """Return whether the kernel would accept ``value`` again. A link keeps the firmware's policy
    only until another one is set."""
    if name != LINK_POLICY:
        return True
    is_supported = attribute_text(target, LINK_POLICY_SUPPORTED) != "0"
    return is_supported and value in _tunable(name).choices


def apply(target: Target, wanted: Mapping[str, str]) -> dict[str, str]:
    """Set ``wanted`` and return all resulting settings.

    Unintended side effects on other values are undone. Raises ``InvalidArgument``,
    ``NotSupported``, ``DeviceBusy``, ``KernelRefused``, ``ControllerRefused``, ``NotApplied`` or
    ``DeviceChanged``; except after the last, all values are the same as before the call.
    """
    before = read(target)
    _check_offered(target, wanted, before)
    check_host(target, [name for name in wanted if wanted[name] != before.get(name)])
    _check_sizes_and_ratios(wanted, before)
    goal = {**_held(before, wanted), **wanted}
    try:
        _reach(target, goal, _settle)
        _check_reached(goal, read(target))
    except (KernelRefused, ControllerRefused, NotApplied, NotSupported, DeviceBusy):
        restore(target, before)
        raise
    return read(target)


def restore(target: Target, goal: Mapping[str, str]) -> list[str]:
    """Restore ``goal``, writing only values that differ, and return the names written.

    A value that the kernel refuses doesn't prevent restoring the others. Raises ``NotApplied``
    naming the values that still differ, or ``DeviceChanged``.
    """
    written = restore_what_goes(target, goal)
    left = differences(goal, read(target))
    if left:
        raise NotApplied(
            said(
                "{names} of {device} couldn't be restored.",
                names=", ".join(left),
                device=target.name,
            )
        )
    return written


def restore_what_goes(target: Target, goal: Mapping[str, str]) -> list[str]:
    """Restore what is possible, like ``restore``, on another disk than ``goal`` was read from, or
    on the same disk in another place: it may not support every value."""
    return _reach(target, goal, _settle_if_possible)


def differences(goal: Mapping[str, str], present: Mapping[str, str]) -> list[str]:
    """Return the names of ``goal`` whose present value differs."""
    return [name for name in in_order(goal) if present.get(name) != goal[name]]


def _reach(
    target: Target,
    goal: Mapping[str, str],
    settle: Callable[[Target, Mapping[str, str], str], bool],
) -> list[str]:
    written: set[str] = set()
    for _ in range(_PASSES):
        changed = [name for name in in_order(goal) if settle(target, goal, name)]
        if not changed:
            break
        written.update(changed)
    return in_order(written)


def _settle(target: Target, goal: Mapping[str, str], name: str) -> bool:
    """Write one value if it differs, and return whether anything was written. Writing the present
    scheduler again would reset the values that depend on it."""
    value = goal[name]
    if _read_one(target, name) == value:
        return False
    if name in ONLY_AT_REST:
        _check_at_rest(target, name)
    if value != "0" or name not in COUNTERPARTS:
        target.write(_attribute(target, name), value)
        return True
    return _settle_zero(target, goal, name)


def _settle_zero(target: Target, goal: Mapping[str, str], name: str) -> bool:
    """Set a size and its ratio where neither is in effect. Otherwise the kernel sets the inactive
    one to 0; here the ratio is changed, which sets the size to 0, and then set to 0."""
    other = COUNTERPARTS[name]
    if goal.get(other) != "0":
        return False
    ratio = _RATIOS.get(name, name)
    target.write(_attribute(target, ratio), "1")
    target.write(_attribute(target, ratio), "0")
    return True


def _settle_if_possible(target: Target, goal: Mapping[str, str], name: str) -> bool:
    try:
        return _settle(target, goal, name)
    except (KernelRefused, ControllerRefused, NotSupported, DeviceBusy):
        return False


def _held(before: Mapping[str, str], wanted: Mapping[str, str]) -> dict[str, str]:
    """Return the values that must stay unchanged while ``wanted`` is set."""
    changed = {other for name in wanted for other in CHANGED_ALONG.get(name, ())}
    if wanted.get("scheduler", before.get("scheduler")) != before.get("scheduler"):
        changed.update(name for name in before if belongs_to_a_scheduler(name))
    return {name: value for name, value in before.items() if name not in changed}


def belongs_to_a_scheduler(name: str) -> bool:
    return _tunable(name).scope is Scope.SCHEDULER


def belongs_to_a_host(name: str) -> bool:
    return _tunable(name).scope is Scope.HOST


def _may_have(target: Target, tunable: Tunable, scheduler: str) -> bool:
    return tunable.scope in target.scopes and tunable.fits(scheduler)


def _tunable(name: str) -> Tunable:
    """Return the tunable of a checked name."""
    tunable = find(name)
    assert tunable is not None
    return tunable


def _attribute(target: Target, name: str) -> str:
    """Return the tunable's file on this kernel."""
    *newer, oldest = _tunable(name).attributes
    return next((one for one in newer if attribute_text(target, one)), oldest)


def _read_one(target: Target, name: str) -> str:
    if not _tunable(name).is_described:
        return _read_undescribed(target, name)
    text = target.read(_attribute(target, name))
    if name == "scheduler":
        # a queue without schedulers reports a bare ``none``
        return chosen(text) or text
    return settable_value(text)


def _read_undescribed(target: Target, name: str) -> str:
    """Read a value that can be set and restored. Raises ``NotSupported`` for anything else, such as
    statistics of several lines."""
    value = target.read_settable(_tunable(name).attribute)
    if is_undescribed_value(value):
        return value
    raise NotSupported(
        said("{name} of {device} isn't a number or a word.", name=name, device=target.name)
    )


def _check_offered(target: Target, wanted: Mapping[str, str], before: Mapping[str, str]) -> None:
    scheduler = wanted.get("scheduler", before.get("scheduler", ""))
    missing = []
    for name in wanted:
        tunable = _tunable(name)
        owner = tunable.scheduler
        if owner and owner != scheduler and Scope.SCHEDULER in target.scopes:
            raise NotSupported(
                said(
                    "{name} belongs to {owner}, which {device} doesn't use.",
                    name=name,
                    owner=owner,
                    device=target.name,
                )
            )
        if name not in before and not may_come(target, tunable, scheduler, before):
            missing.append(name)
    if missing:
        raise NotSupported(
            said("{device} has no {name}.", device=target.name, name=", ".join(missing))
        )
    check_scheduler(target, wanted)


def check_host(target: Target, names: Collection[str]) -> None:
    """Raise ``NotSupported`` if one of ``names`` is a setting of the host that also applies to
    other disks: those behind a port multiplier share a link."""
    for name in filter(belongs_to_a_host, names):
        if others := _others_of_host(target):
            raise NotSupported(
                said(
                    "{name} of {device} isn't changed, because it also applies to {others}.",
                    name=name,
                    device=target.name,
                    others=", ".join(others),
                )
            )


def without_shared(target: Target, values: Mapping[str, str]) -> dict[str, str]:
    """Return ``values`` without those of a host that connects other disks as well."""
    is_shared = bool(_others_of_host(target))
    return {
        name: value for name, value in values.items() if not (is_shared and belongs_to_a_host(name))
    }


def _others_of_host(target: Target) -> list[str]:
    return [disk for disk in _disks_of_host(target) if disk != target.name]


def _disks_of_host(target: Target) -> list[str]:
    host = "device/../.."
    targets = (name for name in target.names(host) if name.startswith("target"))
    units = (f"{host}/{name}/{unit}" for name in targets for unit in target.names(f"{host}/{name}"))
    return sorted({disk for unit in units for disk in target.names(f"{unit}/block")})


def check_risk(target: Target, name: str, value: str, allowed: Collection[str]) -> None:
    """Raise ``RiskNotAllowed`` if ``value`` can lose data, unless the risk is one of those
    ``allowed``."""
    hazard = _tunable(name).hazard
    if hazard is not None and value in hazard.values and hazard.name not in allowed:
        raise RiskNotAllowed(
            said(
                "{name}={value} of {device} can lose data, and that wasn't allowed.",
                name=name,
                value=value,
                device=target.name,
            )
        )


def may_come(target: Target, tunable: Tunable, scheduler: str, before: Mapping[str, str]) -> bool:
    """Return whether the tunable, which isn't in ``before``, may appear with ``scheduler``. A file
    with a description has that name only."""
    switches = scheduler != before.get("scheduler")
    return (
        tunable.scope is Scope.SCHEDULER
        and (switches or bool(tunable.scheduler))
        and of_attribute(tunable.attribute, scheduler) == tunable
        and _may_have(target, tunable, scheduler)
    )


def check_scheduler(target: Target, wanted: Mapping[str, str]) -> None:
    """Check the scheduler. Raises ``InvalidArgument`` if it's neither one of the kernel's own nor
    listed by the target, since the kernel would load a module of that name, and ``NotSupported`` if
    it would reorder the writes of a zoned disk."""
    if "scheduler" not in wanted:
        return
    scheduler = wanted["scheduler"]
    if scheduler != "mq-deadline" and _needs_mq_deadline(target):
        raise NotSupported(
            said(
                "The zones of {device} must be written sequentially, which before Linux "
                "6.10 requires mq-deadline.",
                device=target.name,
            )
        )
    if scheduler in SCHEDULERS:
        return
    listed = target.read("queue/scheduler").replace("[", "").replace("]", "").split()
    if scheduler not in listed:
        raise InvalidArgument(said("{device} doesn't support this scheduler.", device=target.name))


def _needs_mq_deadline(target: Target) -> bool:
    """Return whether writes need mq-deadline, since writes to a zone out of order fail. A kernel
    with an unknown version counts as old."""
    if attribute_text(target, "queue/zoned") != "host-managed":
        return False
    version = re.match(r"(\d{1,3})\.(\d{1,3})", platform.release())
    return version is None or (int(version[1]), int(version[2])) < WRITE_PLUGGING


def _check_sizes_and_ratios(wanted: Mapping[str, str], before: Mapping[str, str]) -> None:
    """Check that exactly one value of each pair is in effect: with neither, all writing would
    stop."""
    for size, ratio in EITHER_OR:
        given = {name: wanted[name] for name in (size, ratio) if name in wanted}
        counting = [name for name, value in given.items() if value != "0"]
        if len(counting) > 1:
            raise InvalidArgument(
                said(
                    "{size} and {ratio} override each other: set only one of them.",
                    size=size,
                    ratio=ratio,
                )
            )
        if not counting and any(before.get(name) != "0" for name in given):
            raise InvalidArgument(
                said(
                    "{size} becomes 0 when {ratio} is set, and vice versa.",
                    size=size,
                    ratio=ratio,
                )
            )


def _check_at_rest(target: Target, name: str) -> None:
    """Raise ``DeviceBusy`` during a resync, check or reshape."""
    try:
        action = target.read("md/sync_action")
    except NotSupported:
        return
    if action != "idle":
        raise DeviceBusy(
            said(
                "{name} can't be changed while {device} is resyncing.",
                name=name,
                device=target.name,
            )
        )


def _check_reached(goal: Mapping[str, str], after: Mapping[str, str]) -> None:
    for name in differences(goal, after):
        raise NotApplied(
            said(
                "{name} became {found} instead of {wanted}.",
                name=name,
                found=after.get(name, "nothing"),
                wanted=goal[name],
            )
        )
