"""One value per controller out of the answers about it and its parts. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from storage_tuner.core.controller import Battery, Controller, Port, Unit
from storage_tuner.core.message import Text
from storage_tuner.probe.threeware.policies import driver_of, read_policies
from storage_tuner.probe.threeware.reply import ToolReply, is_ready, percent, size_bytes
from storage_tuner_protocol.threeware import POLICY_ATTRIBUTES

EMPTY_SLOT = "NOT-PRESENT"

_KEPT = 200
"""More details than that aren't for persons any more."""


class Attributes:
    """Hands out attributes by name, whatever their capitals; those nobody asked for remain."""

    def __init__(self, told: Mapping[str, str]) -> None:
        self._rest = dict(list(told.items())[:_KEPT])

    def take(self, *names: str) -> str | None:
        """The first that has a value; N/A is none."""
        wanted = [name.casefold() for name in names]
        value = None
        for key in [key for key in self._rest if key.casefold() in wanted]:
            told = self._rest.pop(key)
            if value is None and told.casefold() not in ("", "-", "n/a"):
                value = told
        return value

    def flag(self, *names: str) -> bool | None:
        words = {"yes": True, "on": True, "no": False, "off": False}
        return words.get((self.take(*names) or "").casefold())

    @property
    def rest(self) -> dict[str, str]:
        return {key: value for key, value in self._rest.items() if value}


def with_own_reply(controller: Controller, reply: ToolReply) -> Controller:
    """What "/c0 show all" adds to the controller's row in "show"."""
    attributes = Attributes(reply.of(f"/{controller.id}"))
    model = attributes.take("Model") or controller.model
    return replace(
        controller,
        model=model,
        firmware=attributes.take("Firmware Version"),
        driver=driver_of(model),
        serial=attributes.take("Serial Number"),
        units=reply.units,
        ports=reply.ports,
        bbu=reply.battery,
        details={**controller.details, **attributes.rest},
    )


def with_unit_reply(
    unit: Unit, controller: Controller, reply: ToolReply | None, failure: Text = ""
) -> Unit:
    """What "/c0/u0 show all" adds to the unit's row; with no reply, what follows from the row.

    ``failure`` is why there is no reply.
    """
    told = reply.of(f"/{controller.id}/{unit.id}") if reply else {}
    own = next((row for row in reply.units if row.id == unit.id), None) if reply else None
    unit = _with_row(unit, own) if own else unit
    attributes = Attributes(
        {key: value for key, value in told.items() if not value.startswith("not ")}
    )
    attributes.take(*(name for names in POLICY_ATTRIBUTES.values() for name in names))
    status = attributes.take("status")
    serial = attributes.take("serial number")
    ports = ports_of(unit) or tuple(port.id for port in controller.ports if port.unit == unit.id)
    return replace(
        unit,
        status=unit.status or status or "",
        percent=unit.percent if unit.percent is not None else _progress(told),
        serial=serial,
        policies=read_policies(controller.model, unit, told, failure),
        ports=ports,
        details={**unit.details, **attributes.rest},
    )


def _with_row(unit: Unit, own: Unit) -> Unit:
    """The unit's own table is newer and has the ports, but not the columns about its caches."""
    return replace(
        unit,
        type=own.type or unit.type,
        status=own.status or unit.status,
        percent=own.percent if own.status else unit.percent,
        size_bytes=own.size_bytes or unit.size_bytes,
        chunk_bytes=own.chunk_bytes or unit.chunk_bytes,
        cache=unit.cache or own.cache,
        ports=own.ports,
        sub_units=own.sub_units,
        details={**unit.details, **own.details},
    )


def _progress(told: Mapping[str, str]) -> float | None:
    """The number in "is rebuilding with percent completion = 35%(A)"."""
    values = (value.rpartition("percent completion = ")[2] for value in told.values())
    return next((found for value in values if "%" in value and (found := percent(value))), None)


def ports_of(unit: Unit) -> tuple[str, ...]:
    """The ports of a unit and of its legs, each once."""
    below = (port for part in unit.sub_units for port in ports_of(part))
    return tuple(dict.fromkeys((*unit.ports, *below)))


def with_port_reply(port: Port, controller: Controller, reply: ToolReply) -> Port:
    """What "/c0/p0 show all" adds to the port's row, where the model is cut."""
    attributes = Attributes(reply.of(f"/{controller.id}/{port.id}"))
    both = attributes.flag("NCQ Supported/Enabled", "Queuing Supported/Enabled")
    supported = attributes.flag("NCQ Supported", "Queuing Supported")
    enabled = attributes.flag("NCQ Enabled", "Queuing Enabled")
    return replace(
        port,
        status=attributes.take("Status") or port.status,
        unit=_unit_name(attributes.take("Belongs to Unit")) or port.unit,
        size_bytes=size_bytes(attributes.take("Capacity") or "") or port.size_bytes,
        model=attributes.take("Model") or port.model,
        serial=attributes.take("Serial", "Serial Number") or port.serial,
        firmware=attributes.take("Firmware Version", "Firmware"),
        ncq_supported=both if supported is None else supported,
        ncq_enabled=both if enabled is None else enabled,
        details={**port.details, **attributes.rest},
    )


def with_battery_reply(
    battery: Battery | None, controller: Controller, reply: ToolReply
) -> Battery | None:
    """What "/c0/bbu show all" adds to the battery's row; None when it tells of no battery."""
    battery = reply.battery or battery
    told = reply.of(f"/{controller.id}/bbu")
    if not told:
        return battery
    attributes = Attributes(told)
    online, ready = attributes.take("Online State"), attributes.take("BBU Ready")
    status = attributes.take("BBU Status", "Status")
    details = battery.details if battery else {}
    if online:
        details = {**details, "OnlineState": online}
    if ready:
        details = {**details, "BBUReady": ready}
    words = status or (battery.status if battery else "")
    usable = is_ready(details.get("OnlineState", ""), details.get("BBUReady", ""), words)
    return Battery(words, usable, {**details, **attributes.rest})


def _unit_name(text: str | None) -> str | None:
    name = (text or "").rpartition("/")[2]
    return name if name[:1] == "u" and name[1:].isdigit() else None
