"""smartctl's JSON for tests, in the shape that each kind of drive and version gives it.

The shapes follow smartmontools' source (ataprint.cpp, nvmeprint.cpp, scsiprint.cpp of 7.0 to 7.5);
the numbers are made up. What smartctl 7.3 really said, of a loop device, is in tests/data/smartctl.
"""

from __future__ import annotations

import json

Document = dict[str, object]


def smartctl(*version: int, exit_status: int = 0, **more: object) -> Document:
    return {
        "json_format_version": [1, 0],
        "smartctl": {"version": list(version or (7, 3)), "exit_status": exit_status, **more},
    }


def attribute(
    number: int, name: str, raw: int, text: str = "", value: int = 100, when_failed: str = ""
) -> Document:
    return {
        "id": number,
        "name": name,
        "value": value,
        "worst": value,
        "thresh": 0,
        "when_failed": when_failed,
        "raw": {"value": raw, "string": text or str(raw)},
    }


def ata(*attributes: Document, passed: bool = True, **more: object) -> Document:
    return {
        **smartctl(7, 3),
        "device": {"name": "/dev/sda", "type": "sat", "protocol": "ATA"},
        "smart_support": {"available": True, "enabled": True},
        "smart_status": {"passed": passed},
        "ata_smart_attributes": {"revision": 16, "table": list(attributes)},
        **more,
    }


def hard_disk() -> Document:
    return ata(
        attribute(5, "Reallocated_Sector_Ct", 0),
        attribute(9, "Power_On_Hours", 255_086_743_091_514, "40762 (232 12 0)"),
        attribute(194, "Temperature_Celsius", 0x2C_0000_0022, "34 (Min/Max 20/44)"),
        attribute(197, "Current_Pending_Sector", 0),
        attribute(198, "Offline_Uncorrectable", 0),
        rotation_rate=7200,
        temperature={"current": 34},
        power_on_time={"hours": 40762},
        ata_smart_error_log={"summary": {"revision": 1, "count": 0}},
    )


def nvme(version: tuple[int, ...] = (7, 3), warning: int = 0, **log: object) -> Document:
    return {
        **smartctl(*version),
        "device": {"name": "/dev/nvme0n1", "type": "nvme", "protocol": "NVMe"},
        "smart_status": {"passed": not warning, "nvme": {"value": warning}},
        "nvme_smart_health_information_log": {
            "critical_warning": warning,
            "temperature": 41,
            "available_spare": 100,
            "available_spare_threshold": 10,
            "percentage_used": 3,
            "power_on_hours": 8123,
            "media_errors": 0,
            "num_err_log_entries": 1204,
            **log,
        },
    }


def scsi(**more: object) -> Document:
    counters = {"total_errors_corrected": 12, "total_uncorrected_errors": 0}
    return {
        **smartctl(7, 4),
        "device": {"name": "/dev/sdc", "type": "scsi", "protocol": "SCSI"},
        "smart_support": {"available": True, "enabled": True},
        "smart_status": {"passed": True},
        "temperature": {"current": 33, "drive_trip": 65},
        "power_on_time": {"hours": 51_002, "minutes": 59},
        "scsi_grown_defect_list": 0,
        "scsi_error_counter_log": {"read": counters, "write": counters},
        **more,
    }


def text_of(document: Document) -> str:
    return json.dumps(document)
