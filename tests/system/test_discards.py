"""What was discarded is counted by the kernel, and read by us."""

from __future__ import annotations

import subprocess

import pytest

from storage_tuner.probe.load.counters import CounterSampler, activity
from tests.loop_device import LoopDevice

MIB = 1024 * 1024


@pytest.mark.root
def test_what_blkdiscard_discards_is_seen(device: LoopDevice) -> None:
    with CounterSampler([device.name]) as sampler:
        before = sampler.sample()[device.name]
        subprocess.run(
            ["blkdiscard", "--force", "--length", str(4 * MIB), f"/dev/{device.name}"], check=True
        )
        after = sampler.sample()[device.name]
    assert before.discard_bytes is not None
    assert after.discard_bytes == before.discard_bytes + 4 * MIB
    seen = activity(before, after)
    assert seen.discard_iops is not None
    assert seen.discard_iops > 0
    assert seen.discard_mb_s == pytest.approx(4 * MIB / 1e6 / seen.seconds)
