"""Several devices at once: on all of them or on none."""

from __future__ import annotations

import pytest

from storage_tuner.client.sessions import HelperSession, TunedDevices
from storage_tuner.core.errors import (
    DeviceGone,
    HelperGone,
    NotRestored,
    OperationRefused,
    UnknownDevice,
)
from tests.unit.client.test_setting_changes import Helper


def session_over(helper: Helper, *names: str) -> HelperSession:
    begun = HelperSession.begin(helper, dict.fromkeys(names, 1))
    helper.asked.clear()
    return begun


def test_a_device_of_a_session_that_is_not_there_is_gone_and_not_unknown() -> None:
    """It was there when the session began, and was pulled out with all its folders."""
    session = session_over(Helper(SetSettings_sda=UnknownDevice("sda")), "sda")
    with pytest.raises(DeviceGone, match=r"^sda is no longer"):
        session.set({"sda": {"scheduler": "bfq"}})


def test_one_call_sets_all_or_none() -> None:
    """The helper alone can do that when somebody is killed in the middle."""
    helper = Helper()
    tuned = TunedDevices(session_over(helper, "md0", "sda", "sdb"), ("sda", "sdb"))
    tuned.apply([("scheduler", "bfq")])
    assert tuned.session is not None
    tuned.session.try_for(tuned.each([("scheduler", "none")]), 60)
    tuned.session.keep()
    assert helper.asked == [
        "SetSettings md0 sda.scheduler=bfq sdb.scheduler=bfq",
        "TrySettings md0 seconds=60 sda.scheduler=none sdb.scheduler=none",
        "EndSession md0 keep=True",
    ]


def test_no_settings_no_calls() -> None:
    helper = Helper()
    TunedDevices(session_over(helper, "sda"), ("sda",)).apply(())
    TunedDevices().apply([("scheduler", "bfq")])
    TunedDevices().revert()
    assert helper.asked == []


def test_who_is_let_go_of_alone_is_out_of_the_session() -> None:
    helper = Helper()
    rest = session_over(helper, "md0", "sda").let_go("md0")
    rest.end()
    assert rest.devices == ("sda",)
    assert helper.asked == ["EndSession md0 keep=False alone=True", "EndSession sda keep=False"]


def test_every_device_that_is_not_back_is_told_of() -> None:
    """As while a disk is let alone: what stays changed is said before what else went wrong."""
    helper = Helper(
        Revert_sda=DeviceGone("sda"),
        Revert_sdb=OperationRefused("NotApplied", "scheduler is bfq"),
        Revert_sdc=OperationRefused("NotApplied", "queue_depth is 1"),
    )
    with pytest.raises(NotRestored) as raised:
        session_over(helper, "sda", "sdb", "sdc").revert()
    assert raised.value.device == "sdb"
    assert str(raised.value.summary) == (
        "Some previous settings of sdb couldn't be restored: scheduler is bfq. Some "
        "previous settings of sdc couldn't be restored: queue_depth is 1. sda is no "
        "longer the same device: it was removed or replaced."
    )
    assert "restore sdb'" in str(raised.value.remedy)
    assert "restore sdc'" in str(raised.value)


def test_what_is_gone_at_the_end_keeps_nobody_from_leaving() -> None:
    gone = session_over(Helper(EndSession_sda=DeviceGone("sda")), "sda", "sdb")
    gone.end()
    left = OperationRefused("NotApplied", "scheduler is bfq")
    helper = Helper(EndSession_sda=DeviceGone("sda"), EndSession_sdb=left)
    with pytest.raises(NotRestored) as raised:
        session_over(helper, "sda", "sdb").end()
    assert "sda" not in str(raised.value)


def test_a_helper_that_went_is_told_of_once() -> None:
    helper = Helper(Revert_sda=HelperGone(), Revert_sdb=HelperGone())
    with pytest.raises(HelperGone) as raised:
        session_over(helper, "sda", "sdb").revert()
    assert str(raised.value) == str(HelperGone())
