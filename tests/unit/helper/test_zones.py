"""Disks whose zones must be written sequentially: which schedulers the helper sets on them."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

from storage_tuner_helper.errors import NotSupported
from storage_tuner_helper.restoring.settings import check_scheduler
from tests.unit.helper.sysfs_folder import made_device


@pytest.mark.parametrize(
    ("zones", "release", "free"),
    [
        ("host-managed", "6.8.0-31-generic", False),
        ("host-managed", "5.10", False),
        ("host-managed", "6.10.3", True),
        ("host-managed", "7.0", True),
        ("host-aware", "6.8.0-31-generic", True),
        ("none", "6.8.0-31-generic", True),
    ],
)
def test_mq_deadline_stays_where_nothing_else_keeps_the_order(
    zones: str, release: str, free: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "release", lambda: release)
    attributes = {"queue/zoned": zones, "queue/scheduler": "none [mq-deadline]"}
    with made_device(tmp_path, "sda", attributes) as device:
        check_scheduler(device, {"nr_requests": "64"})
        check_scheduler(device, {"scheduler": "mq-deadline"})
        for scheduler in ("none", "bfq", "kyber"):
            if free:
                check_scheduler(device, {"scheduler": scheduler})
                continue
            with pytest.raises(NotSupported, match="The zones of sda must be written sequentially"):
                check_scheduler(device, {"scheduler": scheduler})
