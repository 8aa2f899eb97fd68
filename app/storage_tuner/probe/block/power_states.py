"""Power states of NVMe drives, which are reported and never set (drivers/nvme/host/core.c,
nvme_configure_apst; Documentation/ABI/testing/sysfs-devices-power)."""

from __future__ import annotations

from storage_tuner.core.device import PowerStates
from storage_tuner.probe.block.attributes import AttributeReader, read_number

_DEFAULT = "/sys/module/nvme_core/parameters/default_ps_max_latency_us"


def read_power_states(reader: AttributeReader, base: str) -> PowerStates | None:
    """Read the allowance of an NVMe drive below ``base``; None for any other device, and for a
    drive with several paths, which has one for each of them."""
    tolerance = reader.reported("device/power/pm_qos_latency_tolerance_us")
    if tolerance is None:
        return None
    return PowerStates(tolerance, read_number(f"{base}{_DEFAULT}"))
