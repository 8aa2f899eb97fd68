"""The content of the tree's rows; no widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from storage_tuner.core.controller import Controller, Port, Unit
from storage_tuner.core.device import Device, MdMember
from storage_tuner.core.health import Health
from storage_tuner.core.message import tr
from storage_tuner.present.wording import printable
from storage_tuner.ui import wording
from storage_tuner.ui.tree import badges
from storage_tuner.ui.tree import order as arrangement
from storage_tuner.ui.tree.badges import Badge
from storage_tuner.ui.tree.order import ControllerPart, TreeEntry
from storage_tuner.ui.widgets import icons
from storage_tuner.ui.widgets.elements import Tone


@dataclass(frozen=True)
class TreeRow:
    """``hint`` is the tooltip; ``is_live`` marks devices with activity."""

    key: str
    icon: str
    name: str
    size: str = ""
    use: str = ""
    badges: tuple[Badge, ...] = ()
    hint: str = ""
    is_live: bool = False

    @property
    def details(self) -> str:
        """Text below the name."""
        return " · ".join(filter(None, (self.size, self.use)))

    @property
    def sentence(self) -> str:
        """All of it in words."""
        said = (self.name, *(badge.text for badge in self.badges), self.use, self.size)
        return ", ".join(filter(None, said))

    @property
    def searched(self) -> str:
        """All that a search looks at."""
        said = (self.key, self.sentence, self.hint)
        return "\n".join(said).casefold()


@dataclass(frozen=True)
class TreeContent:
    """What is known, as far as the tree shows it. ``health`` is by kernel name, and so are
    ``edited``, how many settings were chosen and aren't applied yet, and ``undone``, how many
    permanent ones other programs undid (also for ``vm``)."""

    devices: tuple[Device, ...] = ()
    controllers: tuple[Controller, ...] = ()
    health: Mapping[str, Health] = field(default_factory=dict)
    edited: Mapping[str, int] = field(default_factory=dict)
    undone: Mapping[str, int] = field(default_factory=dict)


class RowMaker:
    """Makes the rows of one state of the machine. ``before`` made them until now: those of which
    nothing changed are used again."""

    def __init__(self, machine: TreeContent, before: RowMaker | None = None) -> None:
        self._known = {device.name: device for device in machine.devices}
        self._called = {device.name: _called(device, before) for device in machine.devices}
        self._names = wording.numbered_apart(self._called)
        self._before = before._made if before is not None else {}
        self._made: dict[tuple[str, str], tuple[tuple[object, ...], TreeRow]] = {}
        self._parts = arrangement.parts(machine.controllers)
        self._health = machine.health
        self._edited = machine.edited
        self._undone = machine.undone
        self._disk_of = {
            part.name: device.name for device in machine.devices for part in device.partitions
        }

    def row(self, entry: TreeEntry, above: str) -> TreeRow:
        """The row of ``entry``, below the one with the key ``above`` ("" for none)."""
        part = self._parts.get(entry.key)
        device = self._known.get(entry.key)
        if part is not None and (device is None or above in self._parts):
            return self._of_part(entry.key, part, device)
        assert device is not None
        return self._of_device(device, above)

    def _of_device(self, device: Device, above: str) -> TreeRow:
        facts = (
            device,
            self._names[device.name],
            self._known.get(above),
            self._health.get(device.name),
            self._edited.get(device.name, 0),
            self._undone.get(device.name, 0),
        )
        place = (device.name, above)
        said, row = self._before.get(place, ((), None))
        if row is None or said != facts:
            row = self._new_row(device, self._known.get(above))
        self._made[place] = facts, row
        return row

    def _new_row(self, device: Device, holder: Device | None) -> TreeRow:
        member = self._member(device, holder)
        use = wording.use(device) if holder is None else tr("Member")
        found = badges.of_device(device, self._health.get(device.name))
        if count := self._undone.get(device.name, 0):
            found = (*found, badges.undone(count))
        if member is not None and (word := _member_word(member)):
            found = (Badge(word, Tone.BAD if "faulty" in member.states else Tone.SUBTLE), *found)
            use = ""
        if count := self._edited.get(device.name, 0):
            found = (badges.edited(count), *found)
        return TreeRow(
            device.name,
            icons.device_icon_name(device),
            self._names[device.name],
            wording.size(device.size_bytes),
            use,
            found,
            wording.place(device),
            is_live=True,
        )

    def _member(self, device: Device, holder: Device | None) -> MdMember | None:
        if holder is None or holder.md is None:
            return None
        for member in holder.md.member_states:
            if self._disk_of.get(member.name, member.name) == device.name:
                return member
        return None

    def _of_part(self, key: str, part: ControllerPart, device: Device | None) -> TreeRow:
        if part.port is not None:
            return _port_row(key, part.port)
        if part.unit is not None:
            return _unit_row(key, part.unit, device)
        return _controller_row(key, part.controller)


def _called(device: Device, before: RowMaker | None) -> str:
    if before is not None and before._known.get(device.name) is device:
        return before._called[device.name]
    return wording.name(device)


def _member_word(member: MdMember) -> str:
    """State of a member that isn't simply active."""
    words = [word for word in member.states if word not in ("in_sync", "write_mostly")]
    return printable(", ".join(word.replace("_", " ") for word in words))


def _controller_row(key: str, controller: Controller) -> TreeRow:
    battery = badges.of_battery(controller.bbu) if controller.bbu is not None else ()
    return TreeRow(
        key,
        "controller",
        controller_name(controller),
        use="" if battery else tr("Controller"),
        badges=battery,
        hint=tr("RAID controller {id}", id=controller.id),
    )


def controller_name(controller: Controller) -> str:
    return printable(f"{controller.vendor} {controller.model or controller.id}")


def _unit_row(key: str, unit: Unit, device: Device | None) -> TreeRow:
    return TreeRow(
        key,
        "disk-array",
        unit_name(unit),
        wording.size(unit.size_bytes),
        wording.use(device) if device is not None else tr("Unit"),
        badges.of_unit(unit),
        str(wording.place(device) if device is not None else unit.mapping_doubt or ""),
        is_live=device is not None,
    )


def unit_name(unit: Unit) -> str:
    return printable(" · ".join((unit.id, unit.type, *unit.disks)))


def _port_row(key: str, port: Port) -> TreeRow:
    return TreeRow(
        key,
        "disk-hdd",
        port_name(port),
        wording.size(port.size_bytes) if port.size_bytes is not None else "",
        tr("Unused") if port.unit is None else tr("Drive"),
        badges.of_port(port),
        printable(port.serial or ""),
    )


def port_name(port: Port) -> str:
    model = port.model or tr("Drive")
    return printable(f"{port.id} · {model}")
