"""Reads the 3ware controllers of this computer, as ``core.controller.Controller`` values."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from storage_tuner.core.controller import Battery, Controller, Port, Unit
from storage_tuner.core.device import Device
from storage_tuner.core.errors import QuestionFailed
from storage_tuner.core.member_settings import disks_that_count
from storage_tuner.core.message import Text, english_text, sentence
from storage_tuner.probe.block.tree import tree_root
from storage_tuner.probe.threeware.mapping import with_disks
from storage_tuner.probe.threeware.parsing import Fields, Output, is_ready, percent, size_bytes
from storage_tuner.probe.threeware.policies import TRANSPORT, driver_of, read_policies
from storage_tuner.probe.threeware.tool import Answer, Tool, find_tool, given_tool
from storage_tuner_protocol.threeware import POLICY_ATTRIBUTES

CONTROLLER_SECONDS = 120.0
"""For all queries about one controller: it may have 128 ports, and each takes a moment."""

_UNIT_SECONDS = 10.0
"""For querying a single unit: a measurement is running meanwhile, or a user is waiting for one."""

_NO_BATTERY = "CLI:053"
_EMPTY_SLOT = "NOT-PRESENT"
_CONTROLLERS_LIMIT = 32
_UNITS_LIMIT = 64
_PORTS_LIMIT = 256
_CONTROLLER_ID = re.compile(r"c[0-9]{1,4}", re.ASCII)
_PART_ID = re.compile(r"[up][0-9]{1,4}", re.ASCII)
"""Part IDs that may be passed to the program; the halves of a migration can't be queried
separately."""


def controllers_of(
    device: Device, devices: Sequence[Device], root: Path = Path("/")
) -> tuple[Controller, ...]:
    """The controllers of this computer when ``device`` is a unit of one. Otherwise nothing is
    queried, since that takes a while."""
    disks = (device, *disks_that_count(device, devices))
    is_on_unit = any(disk.transport == TRANSPORT for disk in disks)
    return read_controllers(devices, root) if is_on_unit else ()


def read_controllers(
    devices: Sequence[Device], root: Path = Path("/"), tool: Path | None = None
) -> tuple[Controller, ...]:
    """All 3ware controllers, with their units mapped to ``devices`` by sysfs below ``root``.

    Without ``tool`` the vendor's program is searched for; when it's missing or unusable, the result
    is empty. It's also empty for a captured tree, where the program would report this computer's
    controllers. Raises only for a given ``tool``: ``NoSuchProgram``, and ``QuestionFailed`` when
    its output for "show" isn't that of tw_cli. Values that a controller doesn't report are None,
    with the reason in ``Controller.missing``.
    """
    if tool is not None:
        path: Path | None = given_tool(tool)
    else:
        path = None if tree_root(root) else find_tool()
    if path is None:
        return ()
    answer = Tool(path, CONTROLLER_SECONDS).ask("show")
    if tool is not None and (problem := _not_tw_cli(answer)):
        raise QuestionFailed(str(path), problem)
    listed = answer.output.controllers[:_CONTROLLERS_LIMIT] if answer.output else ()
    readers = (_Reader(Tool(path, CONTROLLER_SECONDS), controller) for controller in listed)
    return with_disks(tuple(reader.read() for reader in readers), devices, root)


@dataclass(frozen=True)
class UnitReader:
    """Reads a single unit again with one short query, for use during a measurement.

    ``tool`` is the vendor's program, ``controller`` and ``unit`` are its names: c0, u1.
    """

    tool: Path
    controller: str
    unit: str

    def read(self) -> Unit | None:
        """The unit with its status and sub-units, as far as its own table has them; None when the
        query failed. Takes at most 10 s."""
        output = (
            Tool(self.tool, _UNIT_SECONDS).ask(f"/{self.controller}/{self.unit}", "show").output
        )
        units = output.units if output is not None and not output.errors else ()
        return next((unit for unit in units if unit.id == self.unit), None)


def unit_readers(
    controllers: Iterable[Controller], disks: Collection[str]
) -> dict[str, UnitReader]:
    """A reader for each unit among ``disks``, by the unit's first disk. Empty when the program is
    missing; units without a valid name are omitted."""
    units = [
        (min(mine), controller.id, unit.id)
        for controller in controllers
        for unit in controller.units
        if (mine := set(unit.disks).intersection(disks))
        if _CONTROLLER_ID.fullmatch(controller.id) and _PART_ID.fullmatch(unit.id)
    ]
    tool = find_tool() if units else None
    return {disk: UnitReader(tool, *names) for disk, *names in units} if tool else {}


def _not_tw_cli(answer: Answer) -> Text:
    """The reason why the output of "show" isn't valid; "" when it's a list of controllers or
    reports that there are none."""
    if answer.output and (answer.output.controllers or answer.output.no_controller):
        return ""
    if answer.failure:
        return str(answer.failure)[:200]
    said = answer.output.unread[:1] if answer.output else ()
    return (
        sentence("its output can't be parsed: {said}", said=said[0][:200])
        if said
        else sentence("it prints nothing")
    )


class _Reader:
    """Queries everything about one controller. After the first timeout it's queried no more."""

    def __init__(self, tool: Tool, controller: Controller) -> None:
        self._tool = tool
        self._controller = controller
        self._missing: dict[str, Text] = {}
        self._silent: Text = ""

    def read(self) -> Controller:
        self._read_itself()
        self._read_battery()
        ports = self._controller.ports[:_PORTS_LIMIT]
        self._controller = replace(self._controller, ports=tuple(map(self._port, ports)))
        units = self._controller.units[:_UNITS_LIMIT]
        self._controller = replace(self._controller, units=tuple(map(self._unit, units)))
        return replace(self._controller, missing=self._missing)

    def _read_itself(self) -> None:
        name = self._controller.id
        for question in ((f"/{name}", "show", "all"), (f"/{name}", "show"), ("info", name)):
            output = self._ask(name, *question)
            if output and (output.units or output.ports or output.of(f"/{name}")):
                self._controller = _with_attributes(self._controller, output)
                self._missing.pop(name, None)
                break
        else:
            self._missing.setdefault(name, sentence("its output can't be parsed"))
        # "0" in its row of the list, "0 of 127" in its own output
        has_none = self._controller.details.get("Units", "").partition(" ")[0] == "0"
        if not self._controller.units and not has_none:
            unitless = sentence("the program lists no units")
            self._missing["units"] = self._missing.get(name, unitless)

    def _read_battery(self) -> None:
        """Read the battery. Models without one report "-" in the list or an error."""
        if self._controller.bbu is None and "BBU" not in self._controller.details:
            return
        output = self._ask("bbu", f"/{self._controller.id}/bbu", "show", "all")
        if output:
            attributes = output.of(f"/{self._controller.id}/bbu")
            bbu = _battery(output.battery or self._controller.bbu, attributes)
            self._controller = replace(self._controller, bbu=bbu)
        if english_text(self._missing.get("bbu", "")).startswith(_NO_BATTERY):
            del self._missing["bbu"]

    def _port(self, port: Port) -> Port:
        if port.status == _EMPTY_SLOT:
            return port
        output = self._ask_part(port.id)
        return _with_port_attributes(port, output.of(self._path(port.id))) if output else port

    def _unit(self, unit: Unit) -> Unit:
        output = self._ask_part(unit.id)
        if output:
            own = next((row for row in output.units if row.id == unit.id), None)
            unit = _with_own_row(unit, own) if own else unit
        attributes = output.of(self._path(unit.id)) if output else {}
        unit = _with_unit_attributes(unit, self._controller, attributes)
        failure = "" if output else self._missing.get(unit.id, "")
        policies = read_policies(self._controller.model, unit, attributes, failure)
        return replace(unit, policies=policies)

    def _path(self, part: str) -> str:
        return f"/{self._controller.id}/{part}"

    def _ask_part(self, part: str) -> Output | None:
        return (
            self._ask(part, self._path(part), "show", "all") if _PART_ID.fullmatch(part) else None
        )

    def _ask(self, subject: str, *question: str) -> Output | None:
        """The output, or None when there was none or only an error; ``missing`` then has the
        reason."""
        if self._silent:
            self._missing[subject] = self._silent
            return None
        answer = self._tool.ask(*question)
        if answer.failure:
            self._missing[subject] = str(answer.failure)[:200]
        if answer.silent:
            self._silent = sentence("not queried: {failure}", failure=answer.failure)
        return None if answer.output is None or answer.output.errors else answer.output


def _with_attributes(controller: Controller, output: Output) -> Controller:
    """The controller's row in "show", completed with the attributes in "/c0 show all"."""
    fields = Fields(output.of(f"/{controller.id}"))
    model = fields.take("Model") or controller.model
    return replace(
        controller,
        model=model,
        firmware=fields.take("Firmware Version"),
        driver=driver_of(model),
        serial=fields.take("Serial Number"),
        units=output.units,
        ports=output.ports,
        bbu=output.battery,
        details={**controller.details, **fields.rest},
    )


def _with_own_row(unit: Unit, own: Unit) -> Unit:
    """The unit, updated from its own table, which is newer and has the ports, but lacks the cache
    columns."""
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


def _with_unit_attributes(
    unit: Unit, controller: Controller, attributes: Mapping[str, str]
) -> Unit:
    """The unit's row, completed with the attributes in "/c0/u0 show all"."""
    fields = Fields({key: text for key, text in attributes.items() if not text.startswith("not ")})
    fields.take(*(name for names in POLICY_ATTRIBUTES.values() for name in names))
    status, serial = fields.take("status"), fields.take("serial number")
    return replace(
        unit,
        status=unit.status or status or "",
        percent=_progress(attributes) if unit.percent is None else unit.percent,
        serial=serial,
        ports=_ports_of(unit) or tuple(p.id for p in controller.ports if p.unit == unit.id),
        details={**unit.details, **fields.rest},
    )


def _progress(attributes: Mapping[str, str]) -> float | None:
    """The number in "is rebuilding with percent completion = 35%(A)"."""
    values = (text.rpartition("percent completion = ")[2] for text in attributes.values())
    return next((found for text in values if "%" in text and (found := percent(text))), None)


def _ports_of(unit: Unit) -> tuple[str, ...]:
    """The ports of a unit and of its sub-units, each once."""
    below = (port for part in unit.sub_units for port in _ports_of(part))
    return tuple(dict.fromkeys((*unit.ports, *below)))


def _with_port_attributes(port: Port, attributes: Mapping[str, str]) -> Port:
    """The port's row, where the model is cut, completed with the attributes in "/c0/p0 show
    all"."""
    fields = Fields(attributes)
    both = fields.flag("NCQ Supported/Enabled", "Queuing Supported/Enabled")
    supported = fields.flag("NCQ Supported", "Queuing Supported")
    enabled = fields.flag("NCQ Enabled", "Queuing Enabled")
    unit = (fields.take("Belongs to Unit") or "").rpartition("/")[2]
    return replace(
        port,
        status=fields.take("Status") or port.status,
        unit=unit if re.fullmatch(r"u\d+", unit) else port.unit,
        size_bytes=size_bytes(fields.take("Capacity") or "") or port.size_bytes,
        model=fields.take("Model") or port.model,
        serial=fields.take("Serial", "Serial Number") or port.serial,
        firmware=fields.take("Firmware Version", "Firmware"),
        ncq_supported=both if supported is None else supported,
        ncq_enabled=both if enabled is None else enabled,
        details={**port.details, **fields.rest},
    )


def _battery(row: Battery | None, attributes: Mapping[str, str]) -> Battery | None:
    """The battery's row, completed with the attributes in "/c0/bbu show all"; None when no battery
    is reported."""
    if not attributes:
        return row
    fields = Fields(attributes)
    online, ready = fields.take("Online State"), fields.take("BBU Ready")
    status = fields.take("BBU Status", "Status") or (row.status if row else "")
    details = dict(row.details) if row else {}
    details |= {"OnlineState": online} if online else {}
    details |= {"BBUReady": ready} if ready else {}
    usable = is_ready(details.get("OnlineState", ""), details.get("BBUReady", ""), status)
    return Battery(status, usable, {**details, **fields.rest})
