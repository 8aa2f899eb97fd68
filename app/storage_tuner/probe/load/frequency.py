"""Detects whether CPUs are kept at a low frequency."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.condition import Condition, ConditionKind, warning
from storage_tuner.core.message import counted, sentence
from storage_tuner.probe.block.attributes import (
    AttributeReader,
    matching,
)
from storage_tuner.probe.block.tree import tree_root

_SELF_GOVERNING = ("intel_pstate", "amd-pstate-epp")
"""Drivers with which the CPU itself chooses the frequency: "powersave" is their normal governor,
and the energy preference sets the priority.

Source: kernel, admin-guide/pm/intel_pstate.rst and amd-pstate.rst, active mode.
"""

_SLOW_PREFERENCE = "power"
_CAPPED_BELOW = 0.95
"""Share of the highest frequency; rounding by a driver is smaller."""


@dataclass(frozen=True)
class Frequencies:
    """The number of CPUs kept slow, by cause; ``capped`` CPUs may not reach their highest
    frequency."""

    processors: int = 0
    slow_governor: int = 0
    slow_preference: int = 0
    capped: int = 0


def read_frequencies(root: Path = Path("/")) -> Frequencies:
    """Read the policies that cpufreq reports for each CPU; never fails."""
    folder = f"{tree_root(root)}/sys/devices/system/cpu"
    policies = [AttributeReader(path) for path in matching(folder, "cpu[0-9]*/cpufreq")]
    return Frequencies(
        len(policies),
        sum(map(_has_slow_governor, policies)),
        sum(map(_prefers_power, policies)),
        sum(map(_is_capped, policies)),
    )


def _has_slow_governor(policy: AttributeReader) -> bool:
    governs_itself = policy.reported("scaling_driver") in _SELF_GOVERNING
    return policy.reported("scaling_governor") == "powersave" and not governs_itself


def _prefers_power(policy: AttributeReader) -> bool:
    return policy.reported("energy_performance_preference") == _SLOW_PREFERENCE


def _is_capped(policy: AttributeReader) -> bool:
    allowed, highest = policy.count("scaling_max_freq"), policy.count("cpuinfo_max_freq")
    return allowed is not None and highest is not None and allowed < _CAPPED_BELOW * highest


def frequency_conditions(found: Frequencies) -> tuple[Condition, ...]:
    """The conditions that follow from the frequencies; pure."""
    reported = []
    if found.slow_governor:
        reported.append(
            (
                counted(
                    found.slow_governor,
                    "The governor 'powersave' slows {count} CPU down.",
                    "The governor 'powersave' slows {count} CPUs down.",
                ),
                sentence(
                    "Use 'schedutil' or 'performance' while measuring, for example with "
                    "cpupower frequency-set -g."
                ),
            )
        )
    if found.slow_preference:
        reported.append(
            (
                counted(
                    found.slow_preference,
                    "{count} CPU is set to save power at any cost in speed.",
                    "{count} CPUs are set to save power at any cost in speed.",
                ),
                sentence("Use the power profile 'balanced' or 'performance' while measuring."),
            )
        )
    if found.capped:
        reported.append(
            (
                counted(
                    found.capped,
                    "{count} CPU is limited to less than its highest frequency.",
                    "{count} CPUs are limited to less than their highest frequency.",
                ),
                sentence("Set scaling_max_freq to cpuinfo_max_freq while measuring."),
            )
        )
    return tuple(warning(ConditionKind.GOVERNOR, text, remedy) for text, remedy in reported)
