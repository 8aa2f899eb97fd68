"""Several devices at once: on all of them or on none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future

import pytest

from storage_tuner.client.helper import HelperEvent, Value
from storage_tuner.client.sessions import (
    HelperSession,
    apply_to_all,
    keep_all,
    revert_all,
    try_on_all,
)
from storage_tuner.core.errors import (
    DeviceError,
    DeviceGone,
    HelperGone,
    NotRestored,
    OperationRefused,
    StorageTunerError,
    UnknownDevice,
)
from tests.unit.client.test_setting_changes import Helper


class Answers:
    """A connection that notes every call and refuses those named in ``refused``."""

    def __init__(
        self, *refused: tuple[str, str], error: Callable[[str], DeviceError] = DeviceGone
    ) -> None:
        self.calls: list[tuple[str, str]] = []
        self._refused = refused
        self._error = error

    def submit(
        self, method: str, device: str = "", arguments: Mapping[str, Value] | None = None
    ) -> Future[dict[str, Value]]:
        del arguments
        self.calls.append((method, device))
        reply: Future[dict[str, Value]] = Future()
        if (method, device) in self._refused:
            reply.set_exception(self._error(device))
        else:
            reply.set_result({})
        return reply

    def next_event(self, timeout: float) -> HelperEvent | None:
        pytest.fail(f"nobody waits for an event here ({timeout} s)")

    def close(self) -> None:
        pass


def sessions(connection: Answers) -> list[HelperSession]:
    return [HelperSession(connection, name, "1") for name in ("sda", "sdb", "sdc")]


def test_a_device_of_a_session_that_is_not_there_is_gone_and_not_unknown() -> None:
    """It was there when the session began, and was pulled out with all its folders."""
    connection = Answers(("SetSettings", "sda"), error=UnknownDevice)
    with pytest.raises(DeviceGone, match=r"^sda is no longer"):
        sessions(connection)[0].call("SetSettings", scheduler="bfq")


def test_a_refusal_on_one_brings_back_those_before() -> None:
    actions: dict[str, Callable[[list[HelperSession]], None]] = {
        "SetSettings": lambda all_: apply_to_all(all_, [("scheduler", "bfq")]),
        "TrySettings": lambda all_: try_on_all(all_, [("scheduler", "bfq")], 60),
    }
    for method, action in actions.items():
        connection = Answers((method, "sdc"))
        with pytest.raises(DeviceGone):
            action(sessions(connection))
        assert connection.calls == [
            (method, "sda"),
            (method, "sdb"),
            (method, "sdc"),
            ("Revert", "sda"),
            ("Revert", "sdb"),
        ]


def test_no_settings_no_calls() -> None:
    connection = Answers()
    apply_to_all(sessions(connection), ())
    assert connection.calls == []


def test_leaving_goes_through_all_although_one_is_gone() -> None:
    connection = Answers(("Revert", "sda"))
    with pytest.raises(StorageTunerError, match="sda"):
        revert_all(sessions(connection))
    assert connection.calls == [("Revert", name) for name in ("sda", "sdb", "sdc")]


def test_every_device_that_is_not_back_is_told_of() -> None:
    """As while a disk is let alone: what stays changed is said before what else went wrong."""
    helper = Helper(
        Revert_sda=DeviceGone("sda"),
        Revert_sdb=OperationRefused("NotApplied", "scheduler is bfq"),
        Revert_sdc=OperationRefused("NotApplied", "queue_depth is 1"),
    )
    held = [HelperSession(helper, name, f"session of {name}") for name in ("sda", "sdb", "sdc")]
    with pytest.raises(NotRestored) as raised:
        revert_all(held)
    assert raised.value.device == "sdb"
    assert raised.value.summary == (
        "The settings of sdb from before are not all back: scheduler is bfq. "
        "The settings of sdc from before are not all back: queue_depth is 1. "
        "sda is no longer the device it was: it was removed or exchanged."
    )
    assert "restore sdb'" in raised.value.remedy
    assert "restore sdc'" in str(raised.value)


def test_a_helper_that_went_is_told_of_once() -> None:
    helper = Helper(Revert_sda=HelperGone(), Revert_sdb=HelperGone())
    with pytest.raises(HelperGone) as raised:
        revert_all([HelperSession(helper, name, f"session of {name}") for name in ("sda", "sdb")])
    assert str(raised.value) == str(HelperGone())


def test_keeping_is_one_call_for_all_or_none() -> None:
    """The helper alone can do that when somebody is killed in the middle."""
    connection = Answers()
    keep_all(sessions(connection))
    keep_all([])
    assert connection.calls == [("KeepTogether", "")]
    with pytest.raises(DeviceGone, match="sda, sdb, sdc"):
        keep_all(sessions(Answers(("KeepTogether", ""))))
