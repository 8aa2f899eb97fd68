"""``sweep`` of a folder on a disk of the test's own, mounted where nobody else sees it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.loop_device import LoopDevice
from tests.other_mounts import WITHOUT_OTHER_MOUNTS


@dataclass
class Sweeps:
    """``folder`` is where ``disk`` is mounted by each program that is begun; ``notes`` is outside,
    and programs find it as $NOTES."""

    disk: LoopDevice
    folder: Path
    notes: Path
    environment: Mapping[str, str] = field(repr=False)

    def begin(self, *words: str) -> subprocess.Popen[str]:
        script = (
            f"mount {self.disk.path} {self.folder} && "
            f'exec {sys.executable} -m storage_tuner sweep "$@"'
        )
        return subprocess.Popen(
            [
                *("unshare", "--mount", *WITHOUT_OTHER_MOUNTS, "sh", "-c", script, "sh"),
                *(str(self.folder), *words),
            ],
            env={**self.environment, "NOTES": str(self.notes)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def finish(self, *words: str) -> dict[str, Any]:
        """Run one that must succeed; its ``results.json``."""
        report = self.notes / "report"
        with self.begin(*words, "--report", str(report)) as running:
            said = running.communicate()[1]
        assert running.returncode == 0, said
        found = json.loads((report / "results.json").read_text())
        assert isinstance(found, dict)
        return found

    def content(self) -> set[str]:
        """The names in the folder of the disk that nobody has mounted now."""
        script = f"mount {self.disk.path} {self.folder} && ls -A {self.folder}"
        done = subprocess.run(
            ["unshare", "--mount", "sh", "-c", script], capture_output=True, text=True, check=True
        )
        return set(done.stdout.splitlines()) - {"lost+found"}
