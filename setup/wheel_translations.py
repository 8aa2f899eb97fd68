"""Add the compiled translations (.mo) to the wheel; run by hatchling.

They are compiled for each wheel in a temporary folder, regardless of those in the checkout.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = "resources/translations"
PLACE = "storage_tuner/resources/translations"


class Translations(BuildHookInterface[Any]):
    """``build_data["force_include"]``: file → its path in the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # uses the checkout, where ./run compiles them
        self._made = tempfile.TemporaryDirectory(prefix="storage-tuner-")
        folder = Path(self.root, SOURCES)
        for source in sorted(folder.rglob("*.po")):
            place = source.relative_to(folder).with_suffix(".mo")
            made = Path(self._made.name, place)
            made.parent.mkdir(parents=True)
            with source.open("rb") as text, made.open("wb") as compiled:
                write_mo(compiled, read_po(text))
            build_data["force_include"][str(made)] = f"{PLACE}/{place}"

    def finalize(
        self,
        version: str,
        build_data: dict[str, Any],  # noqa: ARG002 - hatchling gives it
        artifact_path: str,  # noqa: ARG002
    ) -> None:
        if version != "editable":
            self._made.cleanup()
