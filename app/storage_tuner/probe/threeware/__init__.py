"""3ware RAID controllers, read through the vendor's program ``tw_cli``.

What stands here is all that the rest of the application needs; the modules within are nobody
else's. ``table`` and ``parsing`` are pure: they make values of what the program prints. ``tool``
runs it, ``controllers`` asks it what it knows, ``mapping`` finds the units' disks, and
``policies`` makes settings of what a unit is set to.
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
