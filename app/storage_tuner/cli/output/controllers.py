"""RAID controllers with their units, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from storage_tuner.cli.output.terminal import table
from storage_tuner.core.controller import Controller, Unit
from storage_tuner.present.device import size


def controller_lines(controllers: Sequence[Controller], room: int) -> list[str]:
    """Each controller with its units indented below it, as lines; none when there is none."""
    rows = [row for controller in controllers for row in _rows(controller)]
    if not rows:
        return []
    heading = ("CONTROLLER", "TYPE", "STATUS", "SIZE", "CACHE", "DISK", "PORTS")
    return table([heading, *rows], room, shrinkable=(1, 2, 5, 6), right=(3,))


def _rows(controller: Controller) -> Iterator[tuple[str, ...]]:
    name = f"{controller.vendor} {controller.model or ''}".strip()
    battery = f"battery {controller.bbu.status}" if controller.bbu else ""
    unused = [port.id for port in controller.ports if port.unit is None]
    spare = f"unused: {' '.join(unused)}" if unused else ""
    yield (controller.id, name, battery, "", "", "", spare)
    for unit in controller.units:
        yield from _unit_rows(unit, "  ")


def _unit_rows(unit: Unit, indent: str) -> Iterator[tuple[str, ...]]:
    percent = f" {unit.percent:.0f} %" if unit.percent is not None else ""
    yield (
        indent + unit.id,
        unit.type,
        unit.status + percent,
        size(unit.size_bytes) if unit.size_bytes is not None else "",
        unit.cache or "",
        " ".join(unit.disks) or ("unknown" if unit.mapping_doubt else ""),
        " ".join(unit.ports),
    )
    for leg in unit.sub_units:
        yield from _unit_rows(leg, indent + "  ")
