"""Several devices at once, for good: what the helper is asked in turn, what a failure undoes."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future

import pytest

from storage_tuner.client.helper import HelperEvent, Value
from storage_tuner.client.setting_changes import (
    Changed,
    ChangeTarget,
    restore,
    set_and_keep,
    try_for,
)
from storage_tuner.core.errors import DeviceGone, HelperGone, NoSpace, OperationRefused

BOTH = (ChangeTarget("sda", 1), ChangeTarget("sdb", 2))
WANTED = {"scheduler": "bfq"}
KEPT_BEFORE = ["ID_WWN=sda scheduler=kyber nr_requests=64", "vm swappiness=10"]


class Helper:
    """Answers as the helper would, notes what it's asked, and fails where a test wants."""

    def __init__(self, **failures: Exception) -> None:
        self.asked: list[str] = []
        self.closed = False
        self.events: list[HelperEvent] = []
        self._failures = failures

    def submit(
        self, method: str, device: str = "", arguments: Mapping[str, Value] | None = None
    ) -> Future[dict[str, Value]]:
        given = {**(arguments or {})}
        session = given.pop("session", "")
        assert session in ("", f"session of {device}")
        words = [f"{name}={value}" for name, value in given.items()]
        self.asked.append(" ".join(filter(None, (method, device, *words))))
        reply: Future[dict[str, Value]] = Future()
        if failure := self._failures.get(f"{method}_{device}"):
            reply.set_exception(failure)
        else:
            reply.set_result(_answer(method, device, given))
        return reply

    def next_event(self, timeout: float) -> HelperEvent | None:
        del timeout
        if not self.events:
            raise HelperGone
        return self.events.pop(0)

    def close(self) -> None:
        self.closed = True

    def refuse(self, failure: str, error: Exception) -> None:
        """Fail there from now on."""
        self._failures[failure] = error

    def relent(self, failure: str) -> None:
        """Don't fail there any more."""
        del self._failures[failure]


def _answer(method: str, device: str, given: dict[str, Value]) -> dict[str, Value]:
    match method:
        case "BeginSession":
            return {"session": f"session of {device}", "scheduler": "none"}
        case "SetSettings" | "TrySettings":
            return given
        case "Persist":
            return {**given, "note": ""}
        case "Unpersist":
            return {"removed": [f"ID_WWN={device}"]}
        case "PreviewPersistent":
            return {"path": "/etc/x", "text": "rule\n", "replaces": "", "identity": device}
        case "Describe":
            return {
                "persisted": [*KEPT_BEFORE],
                "changed_devices": ["sdb"],
                "missing_devices": ["sdz isn't there."],
            }
        case "Restore":
            return {"restored": ["sda: brought back scheduler."], "left": ["The rule was edited."]}
        case _:
            return {}


def test_nothing_is_set_before_all_can_be_kept() -> None:
    helper = Helper(PreviewPersistent_sdb=OperationRefused("NotSupported", "no name for good"))
    with pytest.raises(OperationRefused, match="no name for good"):
        set_and_keep(lambda: helper, BOTH, WANTED, persist=True)
    assert not any(call.startswith(("SetSettings", "Persist ")) for call in helper.asked)
    assert helper.closed


def test_the_order_of_keeping_for_good() -> None:
    helper = Helper()
    changed = set_and_keep(lambda: helper, BOTH, WANTED, persist=True)
    assert helper.asked == [
        "BeginSession sda diskseq=1",
        "BeginSession sdb diskseq=2",
        "PreviewPersistent sda scheduler=bfq",
        "PreviewPersistent sdb scheduler=bfq",
        "SetSettings sda scheduler=bfq",
        "SetSettings sdb scheduler=bfq",
        "Describe",
        "Persist sda scheduler=bfq",
        "Persist sdb scheduler=bfq",
        "KeepTogether sessions=['session of sda', 'session of sdb']",
    ]
    assert [(one.device, one.before, one.after) for one in changed] == [
        ("sda", {"scheduler": "none"}, WANTED),
        ("sdb", {"scheduler": "none"}, WANTED),
    ]
    assert changed[0].persistent is not None
    assert changed[0].persistent.text == "rule\n"


def test_what_was_kept_for_good_before_is_so_again_after_a_failure() -> None:
    helper = Helper(Persist_sdb=DeviceGone("sdb"))
    with pytest.raises(DeviceGone):
        set_and_keep(lambda: helper, BOTH, WANTED, persist=True)
    assert helper.asked[helper.asked.index("Persist sdb scheduler=bfq") + 1 :] == [
        "Revert sda",
        "Unpersist sda",
        "Persist sda scheduler=kyber nr_requests=64",
    ]
    assert helper.closed


def test_a_failure_at_the_very_end_undoes_all_of_it() -> None:
    helper = Helper(KeepTogether_=DeviceGone(""))
    with pytest.raises(DeviceGone):
        set_and_keep(lambda: helper, BOTH, WANTED, persist=True)
    assert {"Unpersist sda", "Unpersist sdb"} <= set(helper.asked)


def test_a_full_disk_is_said_as_it_is() -> None:
    helper = Helper(BeginSession_sda=NoSpace("for the practice disk"))
    with pytest.raises(NoSpace, match="to write down the old values"):
        set_and_keep(lambda: helper, BOTH, WANTED, persist=False)


def test_a_trial_waits_for_every_device() -> None:
    helper = Helper()
    helper.events = [
        HelperEvent("Reverted", "sdb", {"reason": "timeout", "problem": "sdb: it's stuck."}),
        HelperEvent("BenchmarkFinished", "sda", {}),
        HelperEvent("Reverted", "sda", {"reason": "timeout"}),
    ]
    told: list[tuple[Changed, ...]] = []
    ends = try_for(lambda: helper, BOTH, WANTED, 5, told.append, lambda _: True)
    assert [(end.device, end.problem) for end in ends] == [("sda", ""), ("sdb", "sdb: it's stuck.")]
    assert [one.after["scheduler"] for one in told[0]] == ["bfq", "bfq"]
    assert "TrySettings sda seconds=5 scheduler=bfq" in helper.asked


def test_a_helper_that_goes_during_a_trial() -> None:
    helper = Helper()
    with pytest.raises(HelperGone):
        try_for(lambda: helper, BOTH, WANTED, 5, lambda _: None, lambda _: True)
    assert helper.closed


def test_a_device_that_goes_during_a_trial() -> None:
    helper = Helper()
    helper.events = [HelperEvent("Reverted", "sda", {"reason": "timeout"})]
    with pytest.raises(DeviceGone, match=r"^sda "):
        try_for(lambda: helper, BOTH, WANTED, 600, lambda _: None, lambda one: one.name != "sda")
    assert helper.closed
    with pytest.raises(DeviceGone, match=r"^sdb "):
        try_for(lambda: helper, BOTH, WANTED, 600, lambda _: None, lambda one: one.name != "sdb")


def test_restoring_tells_what_is_left_and_missing() -> None:
    restored = restore(lambda: Helper(), [""])
    assert restored.sentences == ("sda: brought back scheduler.",)
    assert restored.left == ("sdb",)
    assert restored.problems == ("The rule was edited.",)
    assert restored.missing == ("sdz isn't there.",)
    assert restore(lambda: Helper(), ["sda"]).left == ()


def test_an_array_and_its_members_are_restored_in_one_go() -> None:
    """Whoever types a password does it once; and what is said of all is said once."""
    helper = Helper()
    restored = restore(lambda: helper, ["md0", "sda", "sdb"])
    asked = [words for words in helper.asked if words.startswith("Restore")]
    assert asked == ["Restore md0", "Restore sda", "Restore sdb"]
    assert restored.sentences == ("sda: brought back scheduler.",)
    assert restored.left == ("sdb",)
    assert restored.problems == ("The rule was edited.",)
