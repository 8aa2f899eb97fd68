"""The computer's power source, and its power-saving mode."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.condition import Condition, ConditionKind, warning
from storage_tuner.core.message import sentence
from storage_tuner.probe.block.attributes import AttributeReader, entries, read_attribute
from storage_tuner.probe.block.tree import tree_root

_SAVING_PROFILES = ("low-power", "cool", "quiet")
"""Power-saving profiles of the firmware. Source: kernel,
Documentation/ABI/testing/sysfs-platform_profile."""


_STORES = ("Battery", "UPS")


@dataclass(frozen=True)
class Power:
    """The power state. ``on_mains`` is False on battery, None when the kernel reports no power
    source."""

    on_mains: bool | None = None
    profile: str | None = None


def read_power(root: Path = Path("/")) -> Power:
    """Read what the kernel reports; never fails."""
    base = tree_root(root)
    profile = read_attribute(f"{base}/sys/firmware/acpi/platform_profile").text
    return Power(on_mains(root), profile)


def on_mains(root: Path = Path("/")) -> bool | None:
    """Return whether the computer has external power; None when it reports neither mains nor
    battery.

    Supplies of scope Device feed a mouse, not the computer. Some laptops have no entry for the
    mains adapter, so a discharging battery means that it's unplugged. Source: kernel,
    Documentation/ABI/testing/sysfs-class-power.
    """
    folder = f"{tree_root(root)}/sys/class/power_supply"
    supplies = [AttributeReader(f"{folder}/{name}") for name in entries(folder)]
    own = [supply for supply in supplies if supply.reported("scope") != "Device"]
    stores = [supply for supply in own if supply.reported("type") in _STORES]
    plugs = [supply.reported("online") for supply in own if supply not in stores]
    if any(online not in ("0", None) for online in plugs):
        return True
    unplugged = bool(stores) and "0" in plugs
    discharging = any(supply.reported("status") == "Discharging" for supply in stores)
    return False if unplugged or discharging else None


def power_conditions(power: Power) -> tuple[Condition, ...]:
    """The conditions that follow from the power state; pure."""
    found = []
    if power.on_mains is False:
        found.append(
            warning(
                ConditionKind.POWER_SOURCE,
                sentence("The computer runs on battery and may slow down to save power."),
                sentence("Plug it in, then measure again."),
            )
        )
    if power.profile in _SAVING_PROFILES:
        found.append(
            warning(
                ConditionKind.POWER_PROFILE,
                sentence(
                    "The power profile '{profile}' slows the computer down.",
                    profile=power.profile,
                ),
                sentence("Use 'balanced' or 'performance' while measuring."),
            )
        )
    return tuple(found)
