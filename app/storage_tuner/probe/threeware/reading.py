"""The 3ware controllers of this computer, as ``core.controller.Controller`` values."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from storage_tuner.core.controller import Controller, Port, Unit
from storage_tuner.core.device import Device
from storage_tuner.core.errors import QuestionFailed
from storage_tuner.core.message import Text, english_text, sentence
from storage_tuner.probe.threeware.assembly import (
    EMPTY_SLOT,
    with_battery_reply,
    with_own_reply,
    with_port_reply,
    with_unit_reply,
)
from storage_tuner.probe.threeware.mapping import with_disks
from storage_tuner.probe.threeware.reply import ToolReply
from storage_tuner.probe.threeware.tool import Tool, ToolAnswer, find_tool, given_tool

CONTROLLER_SECONDS = 120.0
"""For all questions about one controller: it may have 128 ports, and each takes a moment."""

_NO_BATTERY = "CLI:053"
_CONTROLLERS_LIMIT = 32
_UNITS_LIMIT = 64
_PORTS_LIMIT = 256
_ASKABLE = re.compile(r"[up][0-9]{1,4}")
"""What is sent back to the program; the halves of a migration can't be asked on their own."""

_UNITLESS = sentence("the program names no units")


def read_controllers(
    tool: Path | None, devices: Sequence[Device], root: Path = Path("/")
) -> tuple[Controller, ...]:
    """All 3ware controllers, with their units mapped to ``devices`` by sysfs below ``root``.

    Without ``tool`` the vendor's program is searched, and when it isn't there, or of no use, there
    are no controllers. Raises only for a ``tool`` that was given: ``NoSuchProgram``, and
    ``QuestionFailed`` when it doesn't answer "show" as tw_cli does. What a controller doesn't tell
    is None, and ``Controller.missing`` says why.
    """
    path = find_tool() if tool is None else given_tool(tool)
    if path is None:
        return ()
    answer = Tool(path, _deadline()).ask("show")
    if tool is not None and (problem := _not_tw_cli(answer)):
        raise QuestionFailed(str(path), problem)
    listed = answer.reply.controllers[:_CONTROLLERS_LIMIT] if answer.reply else ()
    controllers = (_Reader(Tool(path, _deadline()), controller).read() for controller in listed)
    return with_disks(tuple(controllers), devices, root)


def _deadline() -> float:
    return time.monotonic() + CONTROLLER_SECONDS


def _not_tw_cli(answer: ToolAnswer) -> Text:
    """Why the answer to "show" isn't one, "" when it is: a list, or that there is nothing."""
    if answer.reply and (answer.reply.controllers or answer.reply.no_controller):
        return ""
    if answer.failure:
        return str(answer.failure)[:200]
    said = answer.reply.unread[:1] if answer.reply else ()
    return (
        sentence("its answer can't be understood: {said}", said=said[0][:200])
        if said
        else sentence("it says nothing")
    )


class _Reader:
    """Asks everything about one controller. After the first question that it doesn't answer in
    time it's asked no more."""

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
        questions = ((f"/{name}", "show", "all"), (f"/{name}", "show"), ("info", name))
        for question in questions:
            reply = self._ask(name, *question)
            if reply and (reply.units or reply.ports or reply.of(f"/{name}")):
                self._controller = with_own_reply(self._controller, reply)
                self._missing.pop(name, None)
                break
        else:
            self._missing.setdefault(name, sentence("its answer can't be understood"))
        if not self._controller.units and not self._says_that_it_has_none():
            self._missing["units"] = self._missing.get(name, _UNITLESS)

    def _says_that_it_has_none(self) -> bool:
        """By its row in the list, "0", or by itself, "0 of 127"."""
        return self._controller.details.get("Units", "").partition(" ")[0] == "0"

    def _read_battery(self) -> None:
        """Some models have none, and say so by "-" in the list or by an error."""
        if self._controller.bbu is None and "BBU" not in self._controller.details:
            return
        reply = self._ask("bbu", f"/{self._controller.id}/bbu", "show", "all")
        if reply:
            bbu = with_battery_reply(self._controller.bbu, self._controller, reply)
            self._controller = replace(self._controller, bbu=bbu)
        if english_text(self._missing.get("bbu", "")).startswith(_NO_BATTERY):
            del self._missing["bbu"]

    def _port(self, port: Port) -> Port:
        if port.status == EMPTY_SLOT or not _ASKABLE.fullmatch(port.id):
            return port
        reply = self._ask(port.id, f"/{self._controller.id}/{port.id}", "show", "all")
        return with_port_reply(port, self._controller, reply) if reply else port

    def _unit(self, unit: Unit) -> Unit:
        reply = None
        if _ASKABLE.fullmatch(unit.id):
            reply = self._ask(unit.id, f"/{self._controller.id}/{unit.id}", "show", "all")
        failure = "" if reply else self._missing.get(unit.id, "")
        return with_unit_reply(unit, self._controller, reply, failure)

    def _ask(self, subject: str, *question: str) -> ToolReply | None:
        """None when there was no answer, or only an error; ``missing`` then has the reason."""
        if self._silent:
            self._missing[subject] = self._silent
            return None
        answer = self._tool.ask(*question)
        if answer.failure:
            self._missing[subject] = str(answer.failure)[:200]
        if answer.silent:
            self._silent = sentence("not asked: {failure}", failure=answer.failure)
        return None if answer.reply is None or answer.reply.errors else answer.reply
