"""3ware RAID controllers: their units as disks with settings, and tw_cli, by which they are set.

What stands here is all that the rest of the helper needs; the modules within are nobody else's.
"""

from storage_tuner_helper.threeware.tw_cli import MARK, answer
from storage_tuner_helper.threeware.units import (
    KEPT_BY_ITSELF,
    UnitDisk,
    disk_of,
    is_key,
    is_unit_disk,
    opened,
    read_policies,
    restore_policies,
    siblings,
)

__all__ = [
    "KEPT_BY_ITSELF",
    "MARK",
    "UnitDisk",
    "answer",
    "disk_of",
    "is_key",
    "is_unit_disk",
    "opened",
    "read_policies",
    "restore_policies",
    "siblings",
]
