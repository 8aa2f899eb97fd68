"""3ware RAID controllers, read through the vendor's program ``tw_cli``.

This module exports everything that the rest of the application needs; the modules within are
private. ``table`` and ``parsing`` are pure: they parse the program's output. ``tool`` runs it,
``controllers`` queries it, ``mapping`` finds the units' disks, and ``policies`` turns a unit's
policies into settings.
"""

from storage_tuner.probe.threeware.controllers import (
    UnitReader,
    controllers_of,
    read_controllers,
    unit_readers,
)
from storage_tuner.probe.threeware.policies import states_of, with_policies

__all__ = [
    "UnitReader",
    "controllers_of",
    "read_controllers",
    "states_of",
    "unit_readers",
    "with_policies",
]
