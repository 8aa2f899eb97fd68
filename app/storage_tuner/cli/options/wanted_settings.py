"""Parses settings on the command line, finds their devices, and checks that they can be set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from storage_tuner.client.setting_changes import Change, ChangeTarget
from storage_tuner.core.checked_settings import checked_settings
from storage_tuner.core.device import Device
from storage_tuner.core.errors import DeviceBusy, InvalidInput
from storage_tuner.core.hazards import has_battery, hazards_of
from storage_tuner.core.member_settings import disks_that_count
from storage_tuner.core.message import closed, sentence
from storage_tuner.core.setting_effects import foreign_to
from storage_tuner.core.tunable import (
    SCHEDULERS,
    VIRTUAL_MEMORY,
    Hazard,
    Scope,
    Tunable,
    find,
    named,
)
from storage_tuner.core.tunable_target import Tuned, tuned_device, tuned_memory
from storage_tuner.probe.block.devices import devices_named, find_device, read_devices
from storage_tuner.probe.threeware import controllers_of, with_policies
from storage_tuner.probe.virtual_memory import read_virtual_memory


def devices_and_settings(words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """The names of devices, each once, and the settings that follow them, as ``parse_settings``.
    Raises ``InvalidInput``."""
    count = next((number for number, word in enumerate(words) if number and _is_setting(word)), 1)
    return tuple(dict.fromkeys(words[:count])), parse_settings(words[count:])


def _is_setting(word: str) -> bool:
    """Whether it's meant as NAME=VALUE; the path of a device may contain "=", too."""
    name, separator, _ = word.partition("=")
    return find(name) is not None or (bool(separator) and not word.startswith("/"))


def parse_settings(words: Sequence[str]) -> dict[str, str]:
    """``["nr_requests=64", "scheduler=bfq"]`` → {"scheduler": "bfq", "nr_requests": "64"}, as
    ``checked_settings``. Raises ``InvalidInput``."""
    settings: dict[str, str] = {}
    for word in words:
        name, separator, value = word.partition("=")
        if not separator:
            raise InvalidInput(sentence("{word!r} is not of the form NAME=VALUE.", word=word))
        if name in settings:
            raise InvalidInput(sentence("{name} is given twice.", name=name))
        settings[name] = value
    return checked_settings(settings)


def scope_of(name: str) -> Scope | None:
    """The scope of a setting; None if there is none of that name."""
    tunable = find(name)
    return None if tunable is None else tunable.scope


def require_scope(name: str, settings: Mapping[str, str]) -> None:
    """Raise ``InvalidInput`` for a setting of the computer on a device, or vice versa."""
    for setting, value in settings.items():
        of_machine = scope_of(setting) is Scope.MACHINE
        if of_machine and name != VIRTUAL_MEMORY:
            raise InvalidInput(
                sentence(
                    "{setting} applies to the whole computer, not to a device.", setting=setting
                ),
                sentence(
                    "Use 'storage-tuner set {virtual_memory} {setting}={value}'.",
                    virtual_memory=VIRTUAL_MEMORY,
                    setting=setting,
                    value=value,
                ),
            )
        if not of_machine and name == VIRTUAL_MEMORY:
            raise InvalidInput(
                sentence("{setting} applies to a device, not to virtual memory.", setting=setting),
                sentence(
                    "Use 'storage-tuner set DEVICE {setting}={value}'.",
                    setting=setting,
                    value=value,
                ),
            )


def require_possible(tuned: Tuned, settings: Mapping[str, str], members: Sequence[str]) -> None:
    """Raise ``InvalidInput`` when a tunable doesn't exist or doesn't support the value, and
    ``DeviceBusy`` when it can't be set now.

    ``members`` are the member disks whose settings count instead.
    """
    scheduler = settings.get("scheduler", tuned.settings.get("scheduler"))
    for tunable in map(tuned.form, named(settings)):
        name, value = tunable.name, settings[tunable.name]
        if name not in tuned.settings and not _comes_with(tunable, scheduler, tuned):
            raise _not_there(tunable, tuned, scheduler, members)
        if foreign_to(tunable, scheduler):
            raise _not_there(tunable, tuned, scheduler, members)
        if name in tuned.locked and value != tuned.settings[name]:
            raise DeviceBusy(tuned.name, tuned.locked[name])
        if name == "scheduler" and value not in (*SCHEDULERS, *tuned.available):
            raise _not_listed(value, tuned)
        minimum, maximum = tuned.bounds(tunable)
        if minimum is None or maximum is None or value in tunable.words:
            continue
        if not minimum <= int(value) <= maximum:
            raise InvalidInput(
                sentence(
                    "{name}={value} can't be set on {device}: it accepts {minimum} to {maximum}.",
                    name=name,
                    value=value,
                    device=tuned.name,
                    minimum=minimum,
                    maximum=maximum,
                )
            )


def _comes_with(tunable: Tunable, scheduler: str | None, tuned: Tuned) -> bool:
    """Whether the requested scheduler provides the tunable, or may provide it."""
    present = tuned.settings.get("scheduler")
    return (
        tunable.scope is Scope.SCHEDULER
        and present is not None
        and tunable.fits(scheduler)
        and (bool(tunable.scheduler) or scheduler != present)
    )


def _not_listed(scheduler: str, tuned: Tuned) -> InvalidInput:
    return InvalidInput(
        sentence(
            "{device} doesn't list the scheduler {scheduler}: it has {schedulers}.",
            device=tuned.name,
            scheduler=scheduler,
            schedulers=", ".join(tuned.available),
        )
    )


def _not_there(
    tunable: Tunable, tuned: Tuned, scheduler: str | None, members: Sequence[str]
) -> InvalidInput:
    summary = sentence("{device} has no setting {tunable}", device=tuned.name, tunable=tunable.name)
    if members and tunable.scope is not Scope.ARRAY:
        return InvalidInput(
            sentence(
                "{summary}: it passes its requests on to {members}.",
                summary=summary,
                members=", ".join(members),
            ),
            sentence("Use --members to set it there."),
        )
    if tunable.scheduler and scheduler is not None:
        return InvalidInput(
            sentence(
                '{summary}: it belongs to the scheduler "{scheduler}", not to "{other}".',
                summary=summary,
                scheduler=tunable.scheduler,
                other=scheduler,
            ),
            sentence("Add scheduler={scheduler} to use it.", scheduler=tunable.scheduler),
        )
    reason = tuned.missing.get(tunable.name, "")
    if reason:
        return InvalidInput(sentence("{summary}: {reason}.", summary=summary, reason=reason))
    return InvalidInput(closed(summary))


@dataclass(frozen=True)
class SettingTarget:
    """A device with its current settings, the helper's target, and the settings to apply there.
    ``hazards`` must be allowed by name first."""

    tuned: Tuned
    target: ChangeTarget
    wanted: Mapping[str, str]
    hazards: tuple[Hazard, ...] = ()

    @property
    def change(self) -> Change:
        """The change, with its hazards allowed."""
        allowed = tuple(hazard.name for hazard in self.hazards)
        return Change(replace(self.target, allowed=allowed), self.wanted)


def targets_to_set(
    name: str, wanted: Mapping[str, str], *, members: bool, root: Path = Path("/")
) -> tuple[SettingTarget, ...]:
    """The device ``name``, or with ``members`` its member disks. An NVMe drive with paths and
    these paths each get the settings that they have; ``members`` prefers the paths.

    Raises ``InvalidInput`` and ``DeviceError`` when ``wanted`` can't be set there.
    """
    require_scope(name, wanted)
    if name == VIRTUAL_MEMORY and not members:
        tuned = tuned_memory(VIRTUAL_MEMORY, read_virtual_memory(root))
        require_possible(tuned, wanted, ())
        return (SettingTarget(tuned, ChangeTarget(VIRTUAL_MEMORY, 0), wanted),)
    if name == VIRTUAL_MEMORY:
        raise _no_member_disk(name)
    devices = read_devices(root, include_empty=True)
    device = find_device(name, devices, root)
    controllers = controllers_of(device, devices, root) if _is_of_unit(wanted) else ()
    devices = with_policies(devices, controllers)
    device = find_device(device.name, devices, root)
    below = tuple(one.name for one in disks_that_count(device, devices) if one != device)
    if members and not below:
        raise _no_member_disk(device.name)
    own = _own(device, wanted, devices_named(below, devices), members=members)
    handed_on = {setting: value for setting, value in wanted.items() if setting not in own}
    places = []
    for one in devices:
        part = own if one == device else handed_on if one.name in below else {}
        if part:
            tuned = tuned_device(one)
            require_possible(tuned, part, below if one == device else ())
            battery = has_battery(one.name, controllers)
            places.append(
                SettingTarget(
                    tuned,
                    ChangeTarget(one.name, one.diskseq or 0),
                    part,
                    hazards_of(part, tuned.settings, has_battery=battery),
                )
            )
    return tuple(places)


def _own(
    device: Device, wanted: Mapping[str, str], below: Sequence[Device], *, members: bool
) -> Mapping[str, str]:
    """Those of ``wanted`` to set on ``device`` itself; the others are set on the ones ``below``."""
    if device.multipath is None:
        return {} if members else wanted
    on_paths = {name for path in below for name in path.settings} if members else set[str]()
    return {
        name: value
        for name, value in wanted.items()
        if name in device.settings and name not in on_paths
    }


def _is_of_unit(wanted: Mapping[str, str]) -> bool:
    """Whether a setting belongs to a controller's unit, which takes a while to read."""
    return any(scope_of(name) is Scope.UNIT for name in wanted)


def _no_member_disk(name: str) -> InvalidInput:
    return InvalidInput(
        sentence("{name} has no member disks.", name=name), sentence("Leave out --members.")
    )
