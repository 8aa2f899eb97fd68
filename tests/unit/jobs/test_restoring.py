"""What of us there is to restore, on made-up computers."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.client.kept_settings import KeptState
from storage_tuner.core.drift import OwnChanges
from storage_tuner.core.tunable import VIRTUAL_MEMORY
from storage_tuner.jobs.settings.restoring import ALL, settings_now
from tests.unit.probe.made_trees import write_tree
from tests.unit.probe.owners_machine import NVME, SATA, add_device

NOTHING_KEPT = KeptState((), {}, OwnChanges(), ())
OURS = {
    "etc/udev/rules.d/99-storage-tuner.rules": (
        'ENV{ID_WWN}=="0x5000c500a1b2c3d4", KERNEL!="dm-*|md*", TEST=="queue/scheduler", '
        'ATTR{queue/scheduler}="bfq"\n'
    ),
    "etc/sysctl.d/90-storage-tuner.conf": "vm.swappiness = 10\n",
}
THEIRS = {
    "etc/udev/rules.d/99-x.rules": 'KERNEL=="sd*", ATTR{queue/scheduler}="none"\n',
    "etc/sysctl.d/99-x.conf": "vm.swappiness = 60\n",
}


@pytest.mark.parametrize("names", [(ALL,), ("sda", VIRTUAL_MEMORY)])
@pytest.mark.parametrize("others", [{}, THEIRS], ids=["alone", "overridden"])
def test_permanent_settings_are_there_to_be_removed_even_if_overridden(
    tmp_path: Path, names: tuple[str, ...], others: dict[str, str]
) -> None:
    add_device(tmp_path, "sda", SATA, "8:0", "E:ID_WWN=0x5000c500a1b2c3d4\n")
    add_device(tmp_path, "nvme0n1", NVME, "259:0", "E:ID_WWN=eui.1\n")
    write_tree(tmp_path, {**OURS, **others, "proc/sys/vm/swappiness": "60\n"})
    now = settings_now(names, NOTHING_KEPT, tmp_path)
    assert now.permanent == {"sda": {"scheduler": "bfq"}, VIRTUAL_MEMORY: {"swappiness": "10"}}
    assert now.settings.keys() == {"sda", VIRTUAL_MEMORY}
