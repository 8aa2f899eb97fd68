"""Notes on the values that sessions left set until reboot, for comparisons with permanent ones.

Nothing is restored from them: a note that is missing or stale only changes who is named as the
setter of a value. They are in the runtime folder, which a reboot empties like the settings.
"""

from __future__ import annotations

import contextlib
import syslog
from collections.abc import Iterator, Mapping
from pathlib import Path

from storage_tuner_helper.devices.targets import current_diskseq
from storage_tuner_helper.errors import NoSuchDevice
from storage_tuner_helper.files import private_folder, read_record, write_record
from storage_tuner_helper.restoring.settings import checked_record
from storage_tuner_protocol.tunables import in_order


class LeftValues:
    """The folder with a file for every device that a session left changed."""

    def __init__(self, runtime: Path) -> None:
        self._path = private_folder(runtime / "left")

    def note(
        self, device: str, diskseq: int, before: Mapping[str, str], present: Mapping[str, str]
    ) -> None:
        """Note the values that differ from those ``before`` the session, and earlier notes that
        still hold. A failure is only logged: keeping the settings is more important."""
        found = {
            name: present[name] for name in in_order(present) if present[name] != before.get(name)
        }
        earlier = {
            name: value
            for name, value in self._values(device, diskseq).items()
            if present.get(name) == value
        }
        try:
            write_record(
                self._path / device, {"diskseq": diskseq, "tunables": {**earlier, **found}}
            )
        except OSError as error:
            syslog.syslog(syslog.LOG_WARNING, f"{device}: {error.strerror}")

    def lines(self) -> list[str]:
        """Return a line ``DEVICE tunable=value …`` for each device that is still the same."""
        return sorted(
            " ".join((device, *(f"{name}={value}" for name, value in values.items())))
            for device, values in self._all()
        )

    def _all(self) -> Iterator[tuple[str, Mapping[str, str]]]:
        for entry in self._path.iterdir():
            with contextlib.suppress(NoSuchDevice, OSError, ValueError):
                if values := self._values(entry.name, current_diskseq(entry.name)):
                    yield entry.name, values

    def _values(self, device: str, diskseq: int) -> Mapping[str, str]:
        """The noted values; empty for another disk of that name, and for a file that isn't ours."""
        try:
            record = read_record(self._path / device)
            return checked_record(record["tunables"]) if record["diskseq"] == diskseq else {}
        except (OSError, ValueError, KeyError, AttributeError, TypeError):
            return {}
