"""What a tuning asks of the helper to keep settings for good on an array's members."""

from __future__ import annotations

import pytest

from storage_tuner.client.held_devices import HeldDevices
from storage_tuner.core.device import Device
from storage_tuner.core.errors import Dismissed, NoSpace, NotKept, OperationRefused
from tests.unit.client.test_setting_changes import Helper

SETTINGS = (("scheduler", "bfq"),)
NAMES = ("md0", "sda", "sdb")


def held(helper: Helper) -> HeldDevices:
    """As while an array is measured: md0 is, its members are tuned."""
    array, *members = (Device(name, f"/dev/{name}", "disk", 1 << 30) for name in NAMES)
    made = HeldDevices(lambda: helper, lambda *_: None, lambda: False)
    made.begin(members, array)
    helper.asked.clear()
    return made


def test_a_trial_ends_and_all_members_are_kept_together() -> None:
    helper = Helper()
    assert held(helper).keep_for_good(SETTINGS) == ()
    assert helper.asked == [
        "Revert md0",
        "SetSettings md0 sda.scheduler=bfq sdb.scheduler=bfq",
        "EndSession md0 keep=False alone=True",
        "Persist sda end=True sda.scheduler=bfq sdb.scheduler=bfq",
    ]


def test_a_refused_password_brings_all_back_and_it_may_be_tried_again() -> None:
    helper = Helper(Persist_sdb=Dismissed())
    devices = held(helper)
    with pytest.raises(Dismissed):
        devices.keep_for_good(SETTINGS)
    assert helper.asked[-1] == "Revert sda"
    helper.asked.clear()
    helper.relent("Persist_sdb")
    devices.keep_for_good(SETTINGS)
    assert helper.asked[-1].startswith("Persist sda end=True")


@pytest.mark.parametrize("name", ["NotApplied", "NotSupported", "EditedByHand", "Busy"])
def test_why_it_cannot_be_kept_is_said_without_the_helper(name: str) -> None:
    devices = held(Helper(PreviewPersistent_sdb=OperationRefused(name, "sdb has no name")))
    with pytest.raises(NotKept) as refused:
        devices.persistent_texts(SETTINGS)
    assert str(refused.value.summary) == "sdb has no name."
    assert str(refused.value) == "sdb has no name. Nothing was made permanent."


def test_a_full_disk_is_not_that_of_a_practice_disk() -> None:
    devices = held(Helper(Persist_sda=NoSpace("for the practice disk")))
    with pytest.raises(NoSpace, match="to make the settings permanent"):
        devices.keep_for_good(SETTINGS)


def test_other_refusals_stay_as_they_are() -> None:
    devices = held(Helper(PreviewPersistent_sda=OperationRefused("Internal", "a bug")))
    with pytest.raises(OperationRefused) as refused:
        devices.persistent_texts(SETTINGS)
    assert not isinstance(refused.value, NotKept)
