"""CPU times from the first line of ``/proc/stat``."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.probe.block.attributes import read_table
from storage_tuner.probe.block.tree import tree_root

_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
_FIELDS = 8


@dataclass(frozen=True)
class ProcessorTimes:
    """Seconds since boot, summed over all CPUs.

    ``system_s`` is all work of the kernel: system calls, its own threads, hard and soft interrupts.
    ``idle_s`` includes the waiting for disks. ``stolen_s`` was used by other guests of the host.
    """

    user_s: float
    system_s: float
    idle_s: float
    stolen_s: float

    @property
    def total_s(self) -> float:
        return self.user_s + self.system_s + self.idle_s + self.stolen_s

    def since(self, before: ProcessorTimes) -> ProcessorTimes:
        """The times spent between ``before`` and now. No result is negative, although the kernel's
        time of waiting for disks may decrease (proc_stat(5))."""
        return ProcessorTimes(
            max(self.user_s - before.user_s, 0.0),
            max(self.system_s - before.system_s, 0.0),
            max(self.idle_s - before.idle_s, 0.0),
            max(self.stolen_s - before.stolen_s, 0.0),
        )


def parse_processor_times(line: str) -> ProcessorTimes | None:
    """Parse the line ``cpu user nice system idle iowait irq softirq steal …``, in ticks
    (proc_stat(5)); None when it isn't one."""
    name, _, rest = line.partition(" ")
    try:
        ticks = [int(word) for word in rest.split()[:_FIELDS]]
    except ValueError:
        return None
    if name != "cpu" or len(ticks) < _FIELDS:
        return None
    user, nice, system, idle, waiting, hard, soft, stolen = (
        tick / _TICKS_PER_SECOND for tick in ticks
    )
    return ProcessorTimes(user + nice, system + hard + soft, idle + waiting, stolen)


def processor_line(root: Path = Path("/")) -> str:
    """The current line; empty when it can't be read."""
    return read_table(f"{tree_root(root)}/proc/stat").partition("\n")[0]
