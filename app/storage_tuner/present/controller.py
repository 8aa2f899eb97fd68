"""The facts of a RAID controller, its units and its drives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from storage_tuner.core.controller import Controller, Policy, Port, Unit
from storage_tuner.core.message import Text, sentence, together, tr
from storage_tuner.core.tunable import BY_NAME
from storage_tuner.present import numbers
from storage_tuner.present.blocks import Fact, Facts, Table, cells_of, fact_or_reason, yes_or_no
from storage_tuner.present.device import size, work_phrase
from storage_tuner.present.setting import label
from storage_tuner.present.wording import printable

UNIT = sentence("Controller unit")
POLICIES = sentence("Policies")
BATTERY = sentence("Battery")
DETAILS = sentence("Further details")
NOT_REPORTED = sentence("not reported by the controller")


def unit_of(disk: str, controllers: Iterable[Controller]) -> tuple[Controller, Unit] | None:
    """The unit that Linux sees as ``disk``."""
    found = ((controller, unit) for controller in controllers for unit in controller.units)
    return next(((controller, unit) for controller, unit in found if disk in unit.disks), None)


def controller_facts(controller: Controller) -> tuple[Fact, ...]:
    battery = controller.bbu
    status = None
    if battery is not None:
        ready = tr("ready") if battery.ready else tr("not ready")
        status = str(together((printable(battery.status), ready), ", "))
    rows = (
        ("model", tr("Model"), controller.model),
        ("serial", tr("Serial number"), controller.serial),
        ("firmware", tr("Firmware"), controller.firmware),
        ("driver", tr("Driver"), controller.driver),
        ("bbu", BATTERY, status),
    )
    return (
        Fact(tr("Vendor"), printable(controller.vendor)),
        Fact(tr("ID"), printable(controller.id)),
        *(_fact(str(name), text, controller.missing.get(field)) for field, name, text in rows),
    )


def battery_facts(controller: Controller) -> tuple[Fact, ...]:
    return detail_facts(controller.bbu.details) if controller.bbu is not None else ()


def unit_facts(controller: Controller, unit: Unit) -> tuple[Fact, ...]:
    """The unit as an array, its policies, and what the controller's program adds."""
    return (
        *about_unit(controller, unit),
        *policy_facts(unit.policies),
        *detail_facts(unit.details),
    )


def about_unit(controller: Controller, unit: Unit) -> tuple[Fact, ...]:
    chunk = numbers.binary_bytes(unit.chunk_bytes) if unit.chunk_bytes else None
    of = tr("{unit} of {controller}", unit=unit.id, controller=controller.id)
    ports = ", ".join(unit.ports)
    return (
        Fact(tr("Unit"), printable(of)),
        Fact(tr("Type"), printable(unit.type)),
        Fact(tr("Status"), work_phrase(unit.status, unit.percent)),
        _fact(tr("Linux disk"), ", ".join(unit.disks), unit.mapping_doubt),
        _fact(tr("Size"), _size(unit.size_bytes)),
        _fact(tr("Chunk size"), chunk),
        _fact(tr("Cache"), unit.cache),
        _fact(tr("Serial number"), unit.serial),
        Fact(tr("Drives"), printable(ports) if ports else tr("see parts")),
    )


def policy_facts(policies: Iterable[Policy]) -> tuple[Fact, ...]:
    """The hint of a policy that can't be set gives the reason."""
    return tuple(
        Fact(
            _policy_name(policy.name),
            printable(policy.value) if policy.value else None,
            str(printable(policy.reason) or ("" if policy.value else NOT_REPORTED)),
        )
        for policy in policies
    )


def _policy_name(name: str) -> str:
    """ "Write cache (wrcache)"; the controller's name where the policy is unknown."""
    if name not in BY_NAME:
        return printable(name)
    return tr("{label} ({name})", label=label(name), name=name)


def port_facts(port: Port) -> tuple[Fact, ...]:
    unit = printable(port.unit) if port.unit else tr("unassigned")
    return (
        Fact(tr("Port"), printable(port.id)),
        Fact(tr("Status"), printable(port.status)),
        Fact(tr("Unit"), unit),
        _fact(tr("Size"), _size(port.size_bytes)),
        _fact(tr("Model"), port.model),
        _fact(tr("Serial number"), port.serial),
        _fact(tr("Firmware"), port.firmware),
        _fact(tr("NCQ supported"), yes_or_no(port.ncq_supported)),
        _fact(tr("NCQ active"), yes_or_no(port.ncq_enabled)),
    )


def detail_facts(details: Mapping[str, str]) -> tuple[Fact, ...]:
    """Further output of the controller's program, in its own words."""
    return tuple(_fact(printable(name), value) for name, value in details.items())


def part_table(units: Iterable[Unit]) -> Table:
    """The legs of a nested unit."""
    heads = (tr("Part"), tr("Type"), tr("Status"), tr("Drives"))
    rows = (
        (leg.id, leg.type, work_phrase(leg.status, leg.percent), ", ".join(leg.ports))
        for leg in units
    )
    return Table(tr("Parts"), heads, tuple(cells_of(*row) for row in rows))


def port_table(ports: Iterable[Port]) -> Table:
    heads = (
        tr("Port"),
        tr("Status"),
        tr("Model"),
        tr("Serial number"),
        tr("Size"),
    )
    rows = (
        (port.id, port.status, port.model or "", port.serial or "", _size(port.size_bytes) or "")
        for port in ports
    )
    return Table(tr("Drives"), heads, tuple(cells_of(*row) for row in rows))


def unit_blocks(controller: Controller, unit: Unit) -> tuple[Facts | Table, ...]:
    """All of a unit and of the controller that it belongs to."""
    ports = [port for port in controller.ports if port.unit == unit.id]
    facts = (
        Facts(str(UNIT), unit_facts(controller, unit)),
        Facts(tr("RAID controller"), controller_facts(controller)),
    )
    tables = (part_table(unit.sub_units), port_table(ports))
    return (*facts, *(table for table in tables if table.rows))


def _size(size_bytes: int | None) -> str | None:
    return size(size_bytes) if size_bytes is not None else None


def _fact(name: str, value: str | None, reason: Text | None = None) -> Fact:
    return fact_or_reason(name, value, str(reason or NOT_REPORTED))
