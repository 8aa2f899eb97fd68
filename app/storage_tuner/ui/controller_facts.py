"""What is known of a RAID controller, its units and its drives, in rows; no widgets."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from storage_tuner.core.controller import Controller, Policy, Port, Unit
from storage_tuner.core.tunable import BY_NAME
from storage_tuner.present.blocks import Fact
from storage_tuner.ui import numbers, wording
from storage_tuner.ui.language import printable
from storage_tuner.ui.settings.names import legible

translate = QCoreApplication.translate


def controller_facts(controller: Controller) -> list[Fact]:
    def told(field: str, name: str, value: str | None) -> Fact:
        reason = controller.missing.get(field) or _reason()
        return Fact(name, printable(value) if value else None, "" if value else reason)

    battery = controller.bbu
    status = None
    if battery is not None:
        ready = (
            translate("Controllers", "ready")
            if battery.ready
            else translate("Controllers", "not ready")
        )
        status = f"{battery.status}, {ready}"
    return [
        Fact(translate("Controllers", "Made by"), printable(controller.vendor)),
        Fact(translate("Controllers", "Number"), printable(controller.id)),
        told("model", translate("Controllers", "Model"), controller.model),
        told("serial", translate("Controllers", "Serial number"), controller.serial),
        told("firmware", translate("Controllers", "Firmware"), controller.firmware),
        told("driver", translate("Controllers", "Driver"), controller.driver),
        told("bbu", translate("Controllers", "Battery"), status),
    ]


def battery_facts(controller: Controller) -> list[Fact]:
    return detail_facts(controller.bbu.details) if controller.bbu is not None else []


def unit_facts(controller: Controller, unit: Unit) -> list[Fact]:
    chunk = numbers.binary_bytes(unit.chunk_bytes) if unit.chunk_bytes else None
    disks = ", ".join(unit.disks)
    doubt = unit.mapping_doubt or _reason()
    return [
        Fact(
            translate("Controllers", "Unit"),
            translate("Controllers", "{unit} of {controller}").format(
                unit=printable(unit.id), controller=printable(controller.id)
            ),
        ),
        Fact(translate("Controllers", "Type"), printable(unit.type)),
        Fact(translate("Controllers", "Status"), wording.work(unit.status, unit.percent)),
        Fact(
            translate("Controllers", "Disk of Linux"),
            printable(disks) or None,
            "" if disks else printable(doubt),
        ),
        _plain(translate("Controllers", "Size"), _size(unit.size_bytes)),
        _plain(translate("Controllers", "Chunk"), chunk),
        _plain(translate("Controllers", "Cache"), unit.cache),
        _plain(translate("Controllers", "Serial number"), unit.serial),
        Fact(
            translate("Controllers", "Drives"),
            printable(", ".join(unit.ports)) or translate("Controllers", "those of its parts"),
        ),
    ]


def part_cells(unit: Unit) -> list[tuple[str, str, str, str]]:
    """Of each leg of a nested unit: name, type, status, drives."""
    return [
        (
            printable(leg.id),
            printable(leg.type),
            wording.work(leg.status, leg.percent),
            printable(", ".join(leg.ports)),
        )
        for leg in unit.sub_units
    ]


def policy_facts(policies: tuple[Policy, ...]) -> list[Fact]:
    facts = []
    for policy in policies:
        value = printable(policy.value) if policy.value else None
        facts.append(Fact(_policy_name(policy), value, printable(policy.reason) or _hint(value)))
    return facts


def _policy_name(policy: Policy) -> str:
    """ "Write cache (wrcache)"; as the controller calls it where we don't know it."""
    tunable = BY_NAME.get(policy.name)
    if tunable is None:
        return printable(policy.name)
    return f"{legible(tunable)} ({tunable.name})"


def port_facts(port: Port) -> list[Fact]:
    words = {
        True: translate("Controllers", "yes"),
        False: translate("Controllers", "no"),
    }
    supported = words[port.ncq_supported] if port.ncq_supported is not None else None
    enabled = words[port.ncq_enabled] if port.ncq_enabled is not None else None
    return [
        Fact(translate("Controllers", "Port"), printable(port.id)),
        Fact(translate("Controllers", "Status"), printable(port.status)),
        Fact(
            translate("Controllers", "Unit"),
            printable(port.unit) if port.unit else translate("Controllers", "none: unused"),
        ),
        _plain(translate("Controllers", "Size"), _size(port.size_bytes)),
        _plain(translate("Controllers", "Model"), port.model),
        _plain(translate("Controllers", "Serial number"), port.serial),
        _plain(translate("Controllers", "Firmware"), port.firmware),
        _plain(translate("Controllers", "NCQ supported"), supported),
        _plain(translate("Controllers", "NCQ at work"), enabled),
    ]


def port_cells(port: Port) -> tuple[str, ...]:
    """Port, status, model, serial number, size."""
    texts = (port.id, port.status, port.model or "", port.serial or "")
    size = wording.size(port.size_bytes) if port.size_bytes is not None else ""
    return (*map(printable, texts), size)


def detail_facts(details: Mapping[str, str]) -> list[Fact]:
    """What the controller's tool tells besides, in its own words."""
    return [
        Fact(printable(name), printable(value) or None, "" if value else _reason())
        for name, value in details.items()
    ]


def _size(size_bytes: int | None) -> str | None:
    return wording.size(size_bytes) if size_bytes is not None else None


def _plain(name: str, value: str | None) -> Fact:
    return Fact(name, printable(value) if value else None, _hint(value))


def _hint(value: str | None) -> str:
    return "" if value else _reason()


def _reason() -> str:
    return translate("Controllers", "the controller doesn't tell")
