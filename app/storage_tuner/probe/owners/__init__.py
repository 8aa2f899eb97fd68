"""Finds other tools on the machine that set tunables, and so would undo a change.

The configuration of tuned, TLP, sysctl.d, the kernel command line, mdadm.conf and tmpfiles.d is
parsed as these tools do; in udev's rules, systemd's services, rc.local, local.d and cron only
literal values are recognised. Undecidable settings are marked "(may apply)": they are neither
reported as certain nor omitted. Our own files are read, too: for what was made permanent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from storage_tuner.core.device import Device, SettingOwner
from storage_tuner.core.tunable import SCHEDULERS, UNDESCRIBED, Scope, find
from storage_tuner.probe.block.tree import tree_root
from storage_tuner.probe.owners.kernel_command_line import KernelCommandLine
from storage_tuner.probe.owners.mdadm import MdadmConf
from storage_tuner.probe.owners.startup import Startup
from storage_tuner.probe.owners.sysctl import permanent_sysctl, sysctl_owners
from storage_tuner.probe.owners.tlp import Tlp
from storage_tuner.probe.owners.tuned import Tuned
from storage_tuner.probe.owners.udev_rules import UdevRules

_ALIASES = {"deadline": "mq-deadline"}
"""Other names that the kernel accepts for a scheduler (mq-deadline.c)."""


def find_owners(devices: tuple[Device, ...], root: Path) -> dict[str, tuple[SettingOwner, ...]]:
    """By kernel name, the other tools that set the device's tunables; every file is read once.

    Tunables that the device doesn't have are omitted: writing them has no effect.
    """
    base = tree_root(root)
    return _owners(devices, base, UdevRules(base))


def _owners(
    devices: tuple[Device, ...], base: str, rules: UdevRules
) -> dict[str, tuple[SettingOwner, ...]]:
    tools = (
        rules,
        Tuned(base),
        Tlp(base),
        KernelCommandLine(base),
        MdadmConf(base),
        Startup(base),
    )
    return {
        device.name: _of_device(device, (owner for tool in tools for owner in tool.owners(device)))
        for device in devices
    }


def with_owners(devices: tuple[Device, ...], root: Path) -> tuple[Device, ...]:
    """The devices, each with its owners from ``find_owners`` and its permanent values."""
    base = tree_root(root)
    rules = UdevRules(base)
    owners = _owners(devices, base, rules)
    return tuple(
        replace(device, owners=owners[device.name], permanent=permanent)
        if (permanent := rules.permanent(device)) or owners[device.name]
        else device
        for device in devices
    )


def machine_owners(root: Path) -> tuple[SettingOwner, ...]:
    """The other tools that set the tunables of virtual memory."""
    base = tree_root(root)
    found = (
        *sysctl_owners(base),
        *Tuned(base).machine_owners(),
        *Tlp(base).machine_owners(),
        *KernelCommandLine(base).machine_owners(),
        *Startup(base).machine_owners(),
        *UdevRules(base).machine_owners(),
    )
    return tuple(dict.fromkeys(found))


def permanent_in_machine(root: Path) -> dict[str, str]:
    """The tunables of virtual memory that Storage Tuner made permanent."""
    return permanent_sysctl(tree_root(root))


def _of_device(device: Device, found: Iterator[SettingOwner]) -> tuple[SettingOwner, ...]:
    meant = (_of_active_scheduler(owner, device) for owner in found)
    named = (_with_own_name(owner, device) for owner in meant if _has(device, owner.tunable))
    return tuple(dict.fromkeys(owner for owner in named if owner is not None))


def _of_active_scheduler(owner: SettingOwner, device: Device) -> SettingOwner:
    """The owner of the value that its file has in the device's scheduler: another scheduler has a
    described one by the same name."""
    name = f"{UNDESCRIBED}{owner.tunable}"
    return replace(owner, tunable=name) if name in device.settings else owner


def _with_own_name(owner: SettingOwner, device: Device) -> SettingOwner | None:
    """The owner of a scheduler under its current name; None for one that the device doesn't
    have."""
    if owner.tunable != "scheduler" or owner.value is None:
        return owner
    name = _ALIASES.get(owner.value, owner.value)
    listed = device.scheduler.available if device.scheduler else ()
    return replace(owner, value=name) if name in SCHEDULERS or name in listed else None


def _has(device: Device, name: str) -> bool:
    """Return whether the device has the tunable; those described of a scheduler appear only with
    it."""
    tunable = find(name)
    if tunable is not None and tunable.is_described and tunable.scope is Scope.SCHEDULER:
        return device.scheduler is not None
    return name in device.settings
