"""The state of the computer by the keys of the tree; no widgets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from storage_tuner.client.health import DrivePort, drive_ports, why_no_health
from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.member_settings import tunable_devices
from storage_tuner.core.tunable import VIRTUAL_MEMORY
from storage_tuner.core.virtual_memory import VirtualMemory
from storage_tuner.ui.tree import order as arrangement
from storage_tuner.ui.tree.order import ControllerPart


@dataclass(frozen=True)
class HealthSource:
    """A drive to be asked for its health: ``disk`` itself, or the one at a ``port`` behind it.
    ``number`` is what changes when another disk gets the name."""

    name: str
    disk: str
    port: DrivePort | None = None
    number: int | None = None


class ComputerState:
    """Devices by kernel name, the parts of controllers by theirs, and how the computer's memory is
    set; empty until that was looked at."""

    def __init__(
        self,
        devices: Iterable[Device] = (),
        controllers: tuple[Controller, ...] = (),
        memory: VirtualMemory | None = None,
    ) -> None:
        self.by_name = {device.name: device for device in devices}
        self.devices = tuple(self.by_name.values())
        self.controllers = controllers
        self.memory = memory or VirtualMemory()
        self._parts = arrangement.parts(controllers)

    def __contains__(self, key: str) -> bool:
        return key in self.by_name or key in self._parts

    def device(self, key: str) -> Device | None:
        return self.by_name.get(key)

    def part(self, key: str) -> ControllerPart | None:
        """The controller's part with this key; a unit that is one disk has the disk's."""
        return self._parts.get(key)

    def tuned_with(self, key: str) -> frozenset[str]:
        """The devices whose settings are meant by ``key``: its own, or its members'."""
        if key == VIRTUAL_MEMORY:
            return frozenset({key})
        device = self.device(key)
        if device is None:
            return frozenset()
        tuned = tunable_devices(device, self.by_name)
        return frozenset({device.name, *(each.name for each in tuned)})

    def drive(self, key: str) -> HealthSource | None:
        """The drive that can be asked for its health: the disk itself, or that at a port."""
        device = self.device(key)
        if device is not None:
            if why_no_health(device):
                return None
            return HealthSource(device.name, device.name, number=device.diskseq)
        part = self.part(key)
        if part is None or part.port is None:
            return None
        return self._drive_at(f"{part.controller.id}/{part.port.id}")

    def _drive_at(self, name: str) -> HealthSource | None:
        for disk in self.by_name:
            for port in drive_ports(disk, self.controllers):
                if port.name == name:
                    return HealthSource(name, disk, port)
        return None
