"""Reads the environment of a measurement: settings, CPUs, file system, temperatures and load."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from storage_tuner.core.circumstances import Circumstances, FileSystemState, Settings
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.tunable import VIRTUAL_MEMORY
from storage_tuner.probe.block.attributes import (
    AttributeReader,
    clean,
    entries,
    matching,
    read_table,
)
from storage_tuner.probe.block.settings import read_settings
from storage_tuner.probe.block.tree import tree_root
from storage_tuner.probe.files.filesystem import read_file_system
from storage_tuner.probe.load.thermal import Thermometers
from storage_tuner.probe.virtual_memory import read_virtual_memory

_ROOT = Path("/")


def read_before(
    devices: Sequence[Device], drives: Iterable[str], path: Path | None, root: Path = _ROOT
) -> Circumstances:
    """Read the environment before measuring: ``devices`` are those tuned and measured, ``drives``
    those whose temperatures are recorded, ``path`` is the test file or its folder. Never fails."""
    base = tree_root(root)
    return Circumstances(
        settings_before=settings_of(devices, root),
        kernel_command_line=clean(read_table(f"{base}/proc/cmdline").strip()),
        mitigations=_mitigations(base),
        governors=_governors(base),
        file_system=_file_system(path) if path is not None else None,
        temperature_before_c=Thermometers(drives, root).hottest_c(),
        load_before=_load(base),
    )


def with_after(
    before: Circumstances, devices: Sequence[Device], drives: Iterable[str], root: Path = _ROOT
) -> Circumstances:
    """``before``, completed with the readings after the measurement."""
    return replace(
        before,
        settings_after=settings_of(devices, root),
        temperature_after_c=Thermometers(drives, root).hottest_c(),
        load_after=_load(tree_root(root)),
    )


def settings_of(devices: Iterable[Device], root: Path = _ROOT) -> Settings:
    """The current settings, by device, and those of virtual memory."""
    base = tree_root(root)
    found = {}
    for device in devices:
        reader = AttributeReader(f"{base}/sys/block/{device.name}")
        _, found[device.name] = read_settings(reader, device.kind, device.newer)
    found[VIRTUAL_MEMORY] = dict(read_virtual_memory(root).settings)
    return {name: settings for name, settings in found.items() if settings}


def _mitigations(base: str) -> dict[str, str]:
    """The CPU vulnerability mitigations. Source: kernel, admin-guide/hw-vuln."""
    reader = AttributeReader(f"{base}/sys/devices/system/cpu/vulnerabilities")
    reported = {name: reader.reported(name) for name in sorted(entries(reader.folder))}
    return {name: text for name, text in reported.items() if text}


def _governors(base: str) -> tuple[str, ...]:
    """The governors, such as ``powersave (intel_pstate)``; each once, whatever the number of
    CPUs."""
    found: dict[str, None] = {}
    for path in matching(f"{base}/sys/devices/system/cpu", "cpu[0-9]*/cpufreq"):
        policy = AttributeReader(path)
        governor, driver = policy.reported("scaling_governor"), policy.reported("scaling_driver")
        if governor:
            found[f"{governor} ({driver})" if driver else governor] = None
    return tuple(found)


def _file_system(path: Path) -> FileSystemState | None:
    try:
        found = read_file_system(path)
    except InvalidInput:
        return None
    if found is None:
        return None
    return FileSystemState(
        found.kind,
        found.point,
        tuple(clean(option) for option in found.options),
        found.size_bytes,
        found.free_bytes,
    )


def _load(base: str) -> float | None:
    """The one-minute load average, the first number of /proc/loadavg (proc_loadavg(5))."""
    words = read_table(f"{base}/proc/loadavg").split()
    try:
        return float(words[0]) if words else None
    except ValueError:
        return None
