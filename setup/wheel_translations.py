"""Puts the translations as the window reads them (.qm) into the wheel: hatchling runs this.

They are made anew for each wheel, in a folder of their own, whatever lies in the checkout.
"""

from __future__ import annotations

import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACE = "storage_tuner/resources/translations"


class Translations(BuildHookInterface[Any]):
    """``build_data["force_include"]``: file → its path in the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # is the checkout, where ./run makes them
        self._made = tempfile.TemporaryDirectory(prefix="storage-tuner-")
        for source in sorted(Path(self.root, "resources", "translations").glob("*.ts")):
            made = Path(self._made.name, f"{source.stem}.qm")
            subprocess.run([_lrelease(), "-silent", source, "-qm", made], check=True)
            build_data["force_include"][str(made)] = f"{PLACE}/{made.name}"

    def finalize(
        self,
        version: str,
        build_data: dict[str, Any],  # noqa: ARG002 - hatchling gives it
        artifact_path: str,  # noqa: ARG002
    ) -> None:
        if version != "editable":
            self._made.cleanup()


def _lrelease() -> Path:
    """Qt's own, as it lies in PySide6; some installers forget that it's a program."""
    qt = find_spec("PySide6")
    if qt is None or qt.origin is None:
        raise SystemExit("The wheel can't be built without PySide6, which makes the translations.")
    return Path(qt.origin).with_name("lrelease")
