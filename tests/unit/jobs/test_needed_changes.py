"""Which changes are made together, and which are left out since nothing is to be done."""

from __future__ import annotations

from storage_tuner.client.setting_changes import Change, ChangeTarget
from storage_tuner.core.tunable_target import Tuned
from storage_tuner.jobs.settings.needed_changes import NeededChange, make_changes
from tests.unit.client.test_setting_changes import Helper


def needed(name: str, tunable: str, present: str, wanted: str) -> NeededChange:
    tuned = Tuned(name, {tunable: present}, {}, {}, (), {})
    return NeededChange(Change(ChangeTarget(name, 1), {tunable: wanted}), tuned)


def test_the_paths_to_a_drive_are_set_together_but_not_with_the_drive() -> None:
    helper = Helper()
    changes = (
        needed("nvme0n1", "read_ahead_kb", "512", "512"),
        needed("nvme0c0n1", "scheduler", "bfq", "bfq"),
        needed("nvme0c1n1", "scheduler", "none", "bfq"),
    )
    make_changes(lambda: helper, changes, persist=False)
    [asked] = [call for call in helper.asked if call.startswith("SetSettings")]
    assert asked == "SetSettings nvme0c0n1 nvme0c0n1.scheduler=bfq nvme0c1n1.scheduler=bfq"
