"""The environment of a measurement: settings, file system, controllers, temperature, load."""

from __future__ import annotations

from dataclasses import dataclass, field

from storage_tuner.core.message import Message, Text, counted, sentence, together

Settings = dict[str, dict[str, str]]
"""By device (``vm``: the computer's memory), the values of its tunables."""


@dataclass(frozen=True)
class FileSystemState:
    """Where the test file lay; ``options`` are those of the mount. In bytes, before measuring."""

    kind: str
    mount_point: str
    options: tuple[str, ...] = ()
    size_bytes: int = 0
    free_bytes: int = 0


@dataclass(frozen=True)
class UnitState:
    """A unit of a RAID controller that was measured or tuned: ``id``, ``kind`` and ``status`` in
    the controller's words (u0, RAID-5, OK), ``disks`` the kernel's names of it, ``drives`` how many
    it stands on (0: not told), ``policies`` what they were set to."""

    id: str
    kind: str = ""
    status: str = ""
    disks: tuple[str, ...] = ()
    drives: int = 0
    policies: dict[str, str] = field(default_factory=dict)

    @property
    def summary(self) -> Message:
        """For persons, in one line."""
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
    """A RAID controller that some of the devices stand behind, with the ``units`` that they are.

    ``driver`` is the kernel's with its version, ``battery`` the controller's word on its battery;
    ``battery_ready`` None: there is none, or it isn't told.
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
        """For persons, in one line, without the units."""
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
    """None, empty: not known, or there is none.

    Settings are those of the devices tuned and measured: as they were before, during each variant
    (by its name), and after. ``mitigations`` are the kernel's words on each weakness of the
    processors, ``governors`` what chooses their frequencies, with the driver. Temperatures are
    those of the hottest drive; loads the mean count of programs that wanted to work during a
    minute. ``other_activity`` are sentences on what else went on. ``controllers`` are RAID
    controllers as they were before.
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
