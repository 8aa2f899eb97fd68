"""Values in tuned's active profile: its [disk], [sysfs], [sysctl] and [vm] units.

Source: tuned 2.20, tuned/profiles/{loader,merger,variables}.py, tuned/plugins/plugin_disk.py,
plugin_sysctl.py and, for newer versions, plugin_vm.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from storage_tuner.core.device import Device, SettingOwner
from storage_tuner.core.tunable import BY_NAME, Scope
from storage_tuner.core.tunable_target import device_tunables
from storage_tuner.probe.block.attributes import read_table
from storage_tuner.probe.owners.files import ConfigFile, read_config
from storage_tuner.probe.owners.services import is_active
from storage_tuner.probe.owners.sysctl import tunable_of
from storage_tuner.probe.owners.sysfs_node import SysfsNode
from storage_tuner.probe.owners.tristate import Truth, hedged, searched, truth

TOOL = "tuned"

_ACTIVE = ("/etc/tuned/active_profile", "/etc/tuned/post_loaded_profile")
_FOLDERS = ("/etc/tuned/profiles", "/etc/tuned", "/usr/lib/tuned/profiles", "/usr/lib/tuned")
_RUNTIME = ("/run/tuned/tuned.pid", "/run/tuned/tuned.sock")
_NAME = re.compile(r"-?[A-Za-z0-9_.-]+")
_VARIABLE = re.compile(r"(?<!\\)\$\{(\w+)\}")
_PARENTS = ("scsi", "virtio", "xen", "nvme")
_NOT_OPTIONS = (
    "type", "enabled", "replace", "drop", "devices", "devices_udev_regex", "cpuinfo_regex",
    "uname_regex", "script_pre", "script_post", "priority",
)  # fmt: skip
_LIMIT_PROFILES = 40


@dataclass(frozen=True)
class Option:
    value: str
    place: str


@dataclass
class Unit:
    """A section of a profile: one use of the plug-in ``kind``."""

    kind: str
    options: dict[str, Option] = field(default_factory=dict)

    def text(self, name: str, default: str = "") -> str:
        return self.options[name].value if name in self.options else default

    def settings(self) -> Iterator[tuple[str, Option]]:
        return ((name, option) for name, option in self.options.items() if name not in _NOT_OPTIONS)

    @property
    def priority(self) -> int:
        text = self.text("priority", "0").strip()
        return int(text) if re.fullmatch(r"-?\d{1,9}", text) else 0


class Tuned:
    """The active profile below ``base``, with all profiles that it includes."""

    def __init__(self, base: str) -> None:
        self._base = base
        units = _active_units(base)
        self._variables = _read_variables(base, units.pop("variables", None))
        enabled = (unit for unit in units.values() if _is_yes(unit.text("enabled", "1")))
        self._units = tuple(
            (unit, applies)
            for unit in sorted(enabled, key=lambda unit: unit.priority)
            if (applies := self._suits_machine(unit)) is not Truth.NO
        )

    def _suits_machine(self, unit: Unit) -> Truth:
        result = Truth.YES
        if expression := unit.text("cpuinfo_regex"):
            processors = read_table(f"{self._base}/proc/cpuinfo", 1 << 14)
            result = min(result, self._searched(expression, processors))
        if expression := unit.text("uname_regex"):
            release = read_table(f"{self._base}/proc/version")
            found = self._searched(expression, f"{release} {_architecture(self._base)}")
            result = min(result, found, Truth.MAYBE)
        return result

    def _searched(self, expression: str, text: str) -> Truth:
        plain = self._expanded(expression)
        return Truth.MAYBE if plain is None or not text.strip() else searched(plain, text)

    def _expanded(self, text: str) -> str | None:
        """``text`` with its variables replaced; None when one of them is unknown."""
        plain = _VARIABLE.sub(lambda match: self._variables.get(match[1], match[0]), text)
        return None if "${" in plain else plain

    def machine_owners(self) -> Iterator[SettingOwner]:
        for unit, applies in self._units:
            for name, option in unit.settings() if unit.kind in ("sysctl", "vm") else ():
                plain = self._expanded(option.value)
                tunable = tunable_of(name) if unit.kind == "sysctl" else _of_vm(name, plain or "")
                if tunable:
                    value, note = _assigned(plain)
                    yield _owner(
                        tunable, value.rstrip("%") if value else None, option, note, applies
                    )

    def owners(self, device: Device) -> Iterator[SettingOwner]:
        taken = Truth.NO
        for unit, applies in self._units:
            if unit.kind == "sysfs":
                yield from self._of_sysfs(unit, applies, device)
            if unit.kind == "disk":
                suits = min(applies, self._suits(unit, device))
                # the first unit that matches a device keeps it; other versions may differ
                counts = min(suits, Truth.MAYBE) if taken is Truth.YES else suits
                taken = max(taken, suits)
                yield from self._of_disk(unit, counts)

    def _of_sysfs(self, unit: Unit, applies: Truth, device: Device) -> Iterator[SettingOwner]:
        for pattern, option in unit.settings():
            for tunable in device_tunables(device):
                if _fits(tunable.path(device.name), pattern):
                    yield _owner(tunable.name, self._expanded(option.value), option, "", applies)

    def _of_disk(self, unit: Unit, suits: Truth) -> Iterator[SettingOwner]:
        if suits is Truth.NO:
            return
        if option := unit.options.get("elevator"):
            yield _owner("scheduler", self._expanded(option.value), option, "", suits)
        if option := unit.options.get("readahead"):
            value, note = _read_ahead(self._expanded(option.value))
            yield _owner("read_ahead_kb", value, option, note, suits)
        if option := unit.options.get("readahead_multiply"):
            yield _owner("read_ahead_kb", None, option, f"(times {option.value})", suits)

    def _suits(self, unit: Unit, device: Device) -> Truth:
        result = self._is_supported(device)
        if result is Truth.NO:
            return result
        if expression := unit.text("devices_udev_regex"):
            plain = self._expanded(expression)
            properties = self._properties(device)
            if plain is None or properties is None:
                return Truth.MAYBE
            return min(result, searched(plain, properties))
        devices = self._expanded(unit.text("devices", "*"))
        return Truth.MAYBE if devices is None else min(result, _is_listed(devices, device.name))

    def _is_supported(self, device: Device) -> Truth:
        """Return whether the plug-in supports the device: a fixed disk, or a device without a
        parent (plugin_disk.py: _device_is_supported)."""
        parents = SysfsNode(self._base, f"/sys/block/{device.name}").line[1:2]
        if parents and parents[0].link("subsystem") not in _PARENTS:
            return Truth.NO
        return Truth.MAYBE if device.removable is None else truth(not device.removable)

    def _properties(self, device: Device) -> str | None:
        node = SysfsNode(self._base, f"/sys/block/{device.name}")
        if node.database is None:
            return None
        properties = {"SUBSYSTEM": "block", "DEVPATH": node.devpath, **node.uevent, **node.database}
        return "".join(f"{name}={value}\n" for name, value in sorted(properties.items()))


def _active_units(base: str) -> dict[str, Unit]:
    """The units by name; empty when tuned is missing or disabled."""
    names = [name for path in _ACTIVE for name in read_table(f"{base}{path}", 4096).split()]
    if not names or not is_active(base, "tuned", *_RUNTIME):
        return {}
    files: dict[str, ConfigFile] = {}
    for name in names:
        _load(base, name, files)
    units: dict[str, Unit] = {}
    for file in files.values():
        _merge(units, _parsed(file))
    units.pop("main", None)
    return units


def _load(base: str, name: str, files: dict[str, ConfigFile]) -> None:
    """Add a profile's file after those that it includes; each file is added once."""
    file = _find(base, name)
    if file is None or file.place in files or len(files) >= _LIMIT_PROFILES:
        return
    files[file.place] = file
    main = _parsed(file).get("main", Unit("main"))
    for included in re.split(r"\s*[,;]\s*", main.text("include")):
        _load(base, included, files)
    files[file.place] = files.pop(file.place)


def _find(base: str, name: str) -> ConfigFile | None:
    """The profile's file; a name that begins with "-" is of an optional profile."""
    if not _NAME.fullmatch(name) or name.strip(".") == "":
        return None
    paths = (f"{folder}/{name.removeprefix('-')}/tuned.conf" for folder in _FOLDERS)
    return next((file for path in paths if (file := read_config(base, path))), None)


def _parsed(file: ConfigFile) -> dict[str, Unit]:
    """The sections with "name=value" lines; "#" begins a comment at the start or after a blank."""
    units: dict[str, Unit] = {}
    unit: Unit | None = None
    folder = file.place.rpartition("/")[0]
    for number, line in enumerate(file.text.splitlines(), 1):
        line = re.sub(r"(^|\s)#.*", "", line).strip()
        if section := re.fullmatch(r"\[([^]]+)\]", line):
            unit = units.setdefault(section[1], Unit(section[1]))
        elif "=" in line and unit is not None and not line.startswith(";"):
            name, _, value = line.partition("=")
            value = value.strip().replace("${i:PROFILE_DIR}", folder)
            unit.options[name.strip()] = Option(value, file.at(number))
    for unit in units.values():
        unit.kind = unit.text("type", unit.kind)
    return units


def _merge(units: dict[str, Unit], later: dict[str, Unit]) -> None:
    """Merge a profile into ``units``; it overrides the profiles that it includes (merger.py)."""
    for name, unit in later.items():
        known = units.get(name)
        if known is None or _is_yes(unit.text("replace")):
            units[name] = unit
            continue
        for dropped in re.split(r"\s*[,;]\s*", unit.text("drop")):
            known.options.pop(dropped, None)
        known.options.pop("devices", None)
        known.options.pop("enabled", None)
        known.kind = unit.kind
        known.options.update(unit.options)


def _read_variables(base: str, unit: Unit | None) -> dict[str, str]:
    """The variables in [variables] and the files that it includes; a value may use earlier
    variables."""
    found: dict[str, str] = {}
    for name, option in unit.options.items() if unit else ():
        lines = {name: option.value}
        if name == "include":
            file = read_config(base, option.value)
            pairs = (line.partition("=") for line in (file.text if file else "").splitlines())
            lines = {key.strip(): value.strip() for key, sign, value in pairs if sign}
        for key, value in lines.items():
            if not key.startswith("#"):
                found[key] = _VARIABLE.sub(lambda match: found.get(match[1], match[0]), value)[
                    :4096
                ]
    return found


def _is_yes(text: str) -> bool:
    return text.strip() in ("True", "true", "1")


def _architecture(base: str) -> str:
    return read_table(f"{base}/proc/sys/kernel/arch", 64).strip()


def _of_vm(name: str, value: str) -> str | None:
    """The value of an option in the [vm] unit, which also accepts dirty_bytes as a share of
    memory."""
    if value.endswith("%"):
        name = name.replace("_bytes", "_ratio")
    known = BY_NAME.get(name)
    return name if known is not None and known.scope is Scope.MACHINE else None


def _is_listed(devices: str, name: str) -> Truth:
    """Return whether a list of patterns matches; those after "!" exclude devices
    (device_matcher.py)."""
    rules = [rule for rule in re.split(r"\s|,\s*", devices) if rule]
    wanted = [rule for rule in rules if not rule.startswith("!")] or ["*"]
    unwanted = [rule[1:] for rule in rules if rule.startswith("!")]
    name = name.replace("!", "/")
    listed = any(fnmatchcase(name, rule) for rule in wanted)
    return truth(listed and not any(fnmatchcase(name, rule) for rule in unwanted))


def _fits(path: str, pattern: str) -> bool:
    return fnmatchcase(path, pattern.replace("/sys/class/block/", "/sys/block/"))


def _assigned(text: str | None) -> tuple[str | None, str]:
    """The value, and its condition: ">8" sets 8 unless the current value is greater."""
    if text is None:
        return None, ""
    plain = text.strip("\"'")
    if len(plain) > 1 and plain[0] in "<>":
        return plain[1:].strip(), f"(only if it is {'less' if plain[0] == '>' else 'more'})"
    return plain.strip(), ""


def _read_ahead(text: str | None) -> tuple[str | None, str]:
    """The read-ahead in KiB and its condition; with the unit "s" it's in sectors of 512 bytes."""
    value, note = _assigned(text)
    found = re.fullmatch(r"(\d{1,12})(\s+s\w*)?", value or "")
    if not found:
        return None, note
    return str(int(found[1]) // 2 if found[2] else int(found[1])), note


def _owner(
    tunable: str, value: str | None, option: Option, note: str, applies: Truth
) -> SettingOwner:
    place = f"{option.place} {note}" if note else option.place
    return SettingOwner(TOOL, tunable, value, hedged(place, applies))
