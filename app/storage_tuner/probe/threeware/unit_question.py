"""Asks what a single unit does now: one short question, for use during a measurement."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.controller import Controller, Unit
from storage_tuner.probe.threeware.tool import Tool, find_tool

_SECONDS = 10.0
"""It's measured meanwhile, or somebody waits to measure."""

_CONTROLLER = re.compile(r"c[0-9]{1,4}", re.ASCII)
_UNIT = re.compile(r"u[0-9]{1,4}", re.ASCII)


@dataclass(frozen=True)
class UnitQuestion:
    """``tool`` is the vendor's program, ``controller`` and ``unit`` its names: c0, u1."""

    tool: Path
    controller: str
    unit: str

    @classmethod
    def about(cls, controller: Controller, unit: Unit) -> UnitQuestion | None:
        """None where there is nobody to be asked, or no name to ask by."""
        tool = find_tool()
        if tool is None or not _CONTROLLER.fullmatch(controller.id):
            return None
        return cls(tool, controller.id, unit.id) if _UNIT.fullmatch(unit.id) else None

    def ask(self) -> Unit | None:
        """The unit with its status and legs, as far as its own table has them; None when there was
        no answer. Takes 10 s at most."""
        tool = Tool(self.tool, time.monotonic() + _SECONDS)
        reply = tool.ask(f"/{self.controller}/{self.unit}", "show").reply
        units = reply.units if reply is not None and not reply.errors else ()
        return next((unit for unit in units if unit.id == self.unit), None)
