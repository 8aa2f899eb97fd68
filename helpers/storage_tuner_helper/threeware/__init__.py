"""3ware RAID controllers: their units as disks with settings, and tw_cli, which sets them.

The rest of the helper uses only the names exported here; the modules inside are private.
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
