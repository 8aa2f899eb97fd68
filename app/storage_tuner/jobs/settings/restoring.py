"""Restores the settings from before Storage Tuner as far as needed; finds out first, without a
password, what that changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.client.kept_settings import KeptState, kept_state
from storage_tuner.client.setting_changes import Connect, Restored, remove_permanent, restore
from storage_tuner.core.device import Device
from storage_tuner.core.message import Text
from storage_tuner.core.owners import OUR_FILES
from storage_tuner.core.setting_effects import expected_settings, planned_change
from storage_tuner.core.tunable import VIRTUAL_MEMORY, Scope, named, values_in_order
from storage_tuner.core.virtual_memory import VirtualMemory
from storage_tuner.probe.block.devices import read_devices
from storage_tuner.probe.threeware import controllers_of, with_policies
from storage_tuner.probe.virtual_memory import read_virtual_memory

ALL = ""
"""Restores everything, as a name of a device."""

ByDevice = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class SettingsNow:
    """The current settings of devices, and those that our files make permanent, even where another
    program overrides them. ``files`` are the texts of these files, which may also have settings of
    disks that aren't present."""

    settings: ByDevice
    permanent: ByDevice
    files: tuple[str, ...]


@dataclass(frozen=True)
class Restoration:
    """What was restored, or would be: ``before`` and ``after`` are the settings of the devices
    concerned, ``removed`` their settings that are no longer permanent. ``unrestored`` are devices
    on which an earlier restore would be tried again. ``report`` is None where nothing was done."""

    changed: bool
    before: ByDevice
    after: ByDevice
    removed: ByDevice
    report: Restored | None = None
    missing: tuple[Text, ...] = ()
    unrestored: tuple[str, ...] = ()


def settings_now(names: Sequence[str], kept: KeptState, root: Path = Path("/")) -> SettingsNow:
    """The current settings of ``names``, or of all devices that restoring everything concerns."""
    memory = read_virtual_memory(root)
    devices = _with_policies(read_devices(root, include_empty=True), kept, root)
    settings = _by_name(memory, devices)
    permanent = {VIRTUAL_MEMORY: memory.permanent} | {one.name: one.permanent for one in devices}
    concerned = [
        name
        for name in (settings if ALL in names else names)
        if name in settings and (ALL not in names or name in kept.originals or permanent[name])
    ]
    return SettingsNow(
        {name: settings[name] for name in concerned},
        {name: permanent[name] for name in concerned if permanent[name]},
        tuple(map(_text, OUR_FILES)),
    )


def expected_restoration(names: Sequence[str], connect: Connect) -> Restoration:
    """What restoring ``names`` would change. Raises the errors of ``connect``."""
    kept = kept_state(connect)
    return _expected(names, kept, settings_now(names, kept))


def restore_needed(names: Sequence[str], connect: Connect) -> Restoration:
    """Restore ``names`` where something is left of us. Raises ``HelperError`` and
    ``DeviceError``."""
    # a helper that starts restores what ended sessions left, before it's asked anything
    earlier = _by_name(read_virtual_memory(), read_devices(Path("/"), include_empty=True))
    kept = kept_state(connect)
    now = settings_now(names, kept)
    before = {name: {**found, **earlier.get(name, {})} for name, found in now.settings.items()}
    of_ours = {*kept.originals, *kept.unrestored}
    recorded = of_ours if ALL in names else (of_ours | kept.own.in_session) & {*names}
    if not (recorded or _expected(names, kept, now).changed):
        return Restoration(
            _differ(before, now.settings), before, now.settings, {}, None, kept.missing
        )
    report = restore(connect, names)
    after = settings_now([*now.settings], kept)
    removed = {name: found for name, found in now.permanent.items() if name not in after.permanent}
    return Restoration(
        _differ(before, after.settings)
        or bool(removed)
        or (ALL in names and now.files != after.files),
        before,
        after.settings,
        removed,
        report,
        report.missing,
    )


def expected_removal(names: Sequence[str], connect: Connect) -> Restoration:
    """What removing only the permanent settings of ``names`` would change. Raises the errors of
    ``connect``."""
    now = settings_now(names, kept_state(connect))
    return Restoration(_is_permanent(names, now), now.settings, now.settings, now.permanent)


def remove_if_permanent(names: Sequence[str], connect: Connect) -> Restoration:
    """Remove the permanent settings of ``names``, if any; the current values stay set. Raises
    ``HelperError`` and ``DeviceError``."""
    expected = expected_removal(names, connect)
    if expected.changed:
        remove_permanent(connect, names if ALL in names else [*expected.removed])
    return expected


def _is_permanent(names: Sequence[str], now: SettingsNow) -> bool:
    return bool(now.permanent) or (ALL in names and any(now.files))


def _expected(names: Sequence[str], kept: KeptState, now: SettingsNow) -> Restoration:
    after = {name: _after(name, present, kept) for name, present in now.settings.items()}
    changed = _differ(now.settings, after) or _is_permanent(names, now)
    unrestored = tuple(
        sorted(name for name in kept.unrestored if not {ALL, name}.isdisjoint(names))
    )
    return Restoration(
        changed,
        now.settings,
        after,
        now.permanent,
        missing=kept.missing,
        unrestored=unrestored,
    )


def _differ(before: ByDevice, after: ByDevice) -> bool:
    """Whether a setting that is in both has another value."""
    return any(
        found.get(one, value) != value
        for name, found in before.items()
        for one, value in after.get(name, {}).items()
    )


def _by_name(memory: VirtualMemory, devices: Sequence[Device]) -> dict[str, Mapping[str, str]]:
    return {VIRTUAL_MEMORY: memory.settings, **{one.name: one.settings for one in devices}}


def _after(name: str, present: Mapping[str, str], kept: KeptState) -> Mapping[str, str]:
    original = values_in_order(kept.originals.get(name, {}))
    return expected_settings(planned_change(name, present, original), present, original)


def _with_policies(devices: tuple[Device, ...], kept: KeptState, root: Path) -> tuple[Device, ...]:
    """The devices, with the policies of 3ware units where these were changed: they take a while to
    read."""
    for device in devices:
        original = kept.originals.get(device.name, {})
        if any(one.scope is Scope.UNIT for one in named(original)):
            return with_policies(devices, controllers_of(device, devices, root))
    return devices


def _text(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
