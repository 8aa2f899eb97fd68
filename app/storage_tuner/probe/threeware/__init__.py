"""3ware RAID controllers, read through the vendor's program ``tw_cli``.

``text`` cleans what the program says, ``table`` cuts it into cells, ``reply`` makes values of it;
these are pure. ``tool`` runs the program, ``reading`` asks it what it knows, and ``mapping`` finds
out which disks of Linux the units are.
"""

from storage_tuner.probe.threeware.reading import read_controllers
from storage_tuner.probe.threeware.unit_question import UnitQuestion
from storage_tuner.probe.threeware.unit_settings import (
    controllers_of,
    state_of,
    with_policies,
)

__all__ = [
    "UnitQuestion",
    "controllers_of",
    "read_controllers",
    "state_of",
    "with_policies",
]
