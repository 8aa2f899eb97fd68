"""What it was like around a measurement, as far as the computer tells."""

from __future__ import annotations

from dataclasses import dataclass, field

Settings = dict[str, dict[str, str]]
"""By device (``vm``: the computer's memory), the values of its tunables."""


@dataclass(frozen=True)
class FileSystemState:
    """Where the test file lay; ``options`` are those of the mount. In bytes, before measuring."""

    kind: str
    mount_point: str
    options: tuple[str, ...] = ()
    size_bytes: int = 0
    free_bytes: int = 0


@dataclass(frozen=True)
class Circumstances:
    """None, empty: not known, or there is none.

    Settings are those of the devices tuned and measured: as they were before, during each variant
    (by its name), and after. ``mitigations`` are the kernel's words on each weakness of the
    processors, ``governors`` what chooses their frequencies, with the driver. Temperatures are
    those of the hottest drive; loads the mean count of programs that wanted to work during a
    minute. ``other_activity`` are sentences on what else went on.
    """

    settings_before: Settings = field(default_factory=dict)
    settings_during: dict[str, Settings] = field(default_factory=dict)
    settings_after: Settings = field(default_factory=dict)
    kernel_command_line: str = ""
    mitigations: dict[str, str] = field(default_factory=dict)
    governors: tuple[str, ...] = ()
    file_system: FileSystemState | None = None
    temperature_before_c: float | None = None
    temperature_after_c: float | None = None
    load_before: float | None = None
    load_after: float | None = None
    other_activity: tuple[str, ...] = ()
