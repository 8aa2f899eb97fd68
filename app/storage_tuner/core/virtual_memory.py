"""The settings of the page cache and of swapping. Values only; ``probe`` fills them."""

from __future__ import annotations

from dataclasses import dataclass, field

from storage_tuner.core.device import SettingOwner
from storage_tuner.core.message import Text


@dataclass(frozen=True)
class VirtualMemory:
    """The tunables of the whole machine (``vm`` instead of a device), as text in the kernel's own
    notation.

    ``limits``, ``defaults``, ``owners``, ``permanent`` and ``missing`` are as in
    ``core.device.Device``.
    """

    settings: dict[str, str] = field(default_factory=dict)
    limits: dict[str, tuple[int, int]] = field(default_factory=dict)
    defaults: dict[str, str] = field(default_factory=dict)
    owners: tuple[SettingOwner, ...] = ()
    permanent: dict[str, str] = field(default_factory=dict)
    missing: dict[str, Text] = field(default_factory=dict)
