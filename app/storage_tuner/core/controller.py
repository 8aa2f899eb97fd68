"""RAID controllers with their units, ports and battery. Values only; ``probe`` fills them."""

from __future__ import annotations

from dataclasses import dataclass, field

from storage_tuner.core.message import Text


@dataclass(frozen=True)
class Policy:
    """A setting of a unit, such as qpolicy; ``value`` is in the controller's own words.

    ``value`` is None if the controller doesn't report it; ``reason`` is why it can't be set
    (the empty string when it can).
    """

    name: str
    value: str | None
    reason: Text = ""


@dataclass(frozen=True)
class Port:
    """A slot with its drive, as the controller reports; ``unit`` is None for an unused drive."""

    id: str
    status: str
    unit: str | None = None
    size_bytes: int | None = None
    model: str | None = None
    serial: str | None = None
    firmware: str | None = None
    ncq_supported: bool | None = None
    ncq_enabled: bool | None = None
    details: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Unit:
    """An array or single drive that the controller exposes as a disk.

    ``type`` and ``status`` are the controller's words (RAID-5, OK, REBUILDING). ``percent`` is the
    progress of the work in ``status``. ``disks`` are kernel names; empty, with ``mapping_doubt`` as
    the reason, when they are uncertain. ``sub_units`` are the legs of a nested array.
    """

    id: str
    type: str
    status: str
    percent: float | None = None
    size_bytes: int | None = None
    chunk_bytes: int | None = None
    cache: str | None = None
    serial: str | None = None
    policies: tuple[Policy, ...] = ()
    ports: tuple[str, ...] = ()
    sub_units: tuple[Unit, ...] = ()
    disks: tuple[str, ...] = ()
    mapping_doubt: Text | None = None
    details: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Battery:
    status: str
    ready: bool
    details: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Controller:
    """``id`` is the vendor tool's name, such as c0; ``missing`` maps fields that couldn't be read
    to the reason. ``details`` holds everything else that the tool reports."""

    vendor: str
    id: str
    model: str | None
    firmware: str | None = None
    driver: str | None = None
    serial: str | None = None
    units: tuple[Unit, ...] = ()
    ports: tuple[Port, ...] = ()
    bbu: Battery | None = None
    details: dict[str, str] = field(default_factory=dict)
    missing: dict[str, Text] = field(default_factory=dict)
