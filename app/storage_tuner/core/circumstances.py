"""The environment of a measurement: settings, file system, controllers, temperature, load."""

from __future__ import annotations

from dataclasses import dataclass, field

from storage_tuner.core.message import Message, Text, counted, sentence, together

Settings = dict[str, dict[str, str]]
"""The values of the tunables by device (``vm``: the computer's memory)."""


@dataclass(frozen=True)
class FileSystemState:
    """The file system of the test file, before measuring; ``options`` are the mount options, sizes
    in bytes."""

    kind: str
    mount_point: str
    options: tuple[str, ...] = ()
    size_bytes: int = 0
    free_bytes: int = 0


@dataclass(frozen=True)
class UnitState:
    """A measured or tuned unit of a RAID controller: ``id``, ``kind`` and ``status`` in the
    controller's words (u0, RAID-5, OK), ``disks`` its kernel names, ``drives`` the number of its
    drives (0: unknown), ``policies`` their values."""

    id: str
    kind: str = ""
    status: str = ""
    disks: tuple[str, ...] = ()
    drives: int = 0
    policies: dict[str, str] = field(default_factory=dict)

    @property
    def summary(self) -> Message:
        """The unit in one line, for the user."""
        kind: Text = self.kind
        if self.drives:
            kind = counted(
                self.drives,
                "{kind} of {count} drive",
                "{kind} of {count} drives",
                kind=self.kind,
            )
        name = together((self.id, ", ".join(self.disks)), " = ")
        policies = ", ".join(f"{policy}={value}" for policy, value in self.policies.items())
        return together((name, kind, self.status, policies), ", ")


@dataclass(frozen=True)
class ControllerState:
    """A RAID controller of some of the devices, with their ``units``.

    ``driver`` is the kernel driver with its version, ``battery`` the battery state in the
    controller's word; ``battery_ready`` is None without a battery or if not reported.
    """

    vendor: str
    model: str = ""
    firmware: str = ""
    driver: str = ""
    battery: str = ""
    battery_ready: bool | None = None
    units: tuple[UnitState, ...] = ()

    @property
    def summary(self) -> Message:
        """The controller in one line, without the units, for the user."""
        return together(
            (
                together((self.vendor, self.model)),
                sentence("firmware {version}", version=self.firmware) if self.firmware else "",
                sentence("driver {driver}", driver=self.driver) if self.driver else "",
                self._battery_text,
            ),
            ", ",
        )

    @property
    def _battery_text(self) -> Message:
        if self.battery_ready is None:
            return sentence("battery unknown")
        if self.battery_ready:
            return sentence("battery ready")
        return sentence("battery not ready ({status})", status=self.battery)


@dataclass(frozen=True)
class Circumstances:
    """The environment of a measurement; None or empty means unknown or absent.

    Settings are those of the devices tuned and measured: before, during each variant (by its name),
    and after. ``mitigations`` is the kernel's text on each CPU vulnerability, ``governors`` the CPU
    frequency governors with their driver. Temperatures are those of the hottest drive; loads are
    1-minute load averages. ``other_activity`` are sentences on interference by other programs and
    devices. ``controllers`` are the RAID controllers before the measurement.
    """

    settings_before: Settings = field(default_factory=dict)
    settings_during: dict[str, Settings] = field(default_factory=dict)
    settings_after: Settings = field(default_factory=dict)
    kernel_command_line: str = ""
    mitigations: dict[str, str] = field(default_factory=dict)
    governors: tuple[str, ...] = ()
    file_system: FileSystemState | None = None
    temperature_before_c: float | None = None
    temperature_after_c: float | None = None
    load_before: float | None = None
    load_after: float | None = None
    other_activity: tuple[Text, ...] = ()
    controllers: tuple[ControllerState, ...] = ()
