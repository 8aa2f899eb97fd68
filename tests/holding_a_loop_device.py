"""A test for ``tests/system/test_loop_devices.py`` to end; no run collects it by itself."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from tests.loop_device import attached_loop, scratch_folder, slowed


def test_until_it_is_ended() -> None:
    with scratch_folder() as folder, attached_loop(folder) as device, slowed(device.name):
        Path(os.environ["HOLDING"]).write_text(f"{device.name} {folder}", encoding="utf-8")
        while True:
            signal.pause()
