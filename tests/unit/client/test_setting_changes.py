"""Several devices at once, for good: what the helper is asked in turn, what a failure undoes."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future

import pytest

from storage_tuner.client.helper import HelperEvent, Value
from storage_tuner.client.setting_changes import (
    Change,
    Changed,
    ChangeTarget,
    restore,
    set_and_keep,
    try_for,
)
from storage_tuner.core.errors import (
    DeviceError,
    DeviceGone,
    HelperGone,
    NoSpace,
    NotRestored,
    OperationRefused,
    StorageTunerError,
    ValueNotTaken,
)

BOTH = (ChangeTarget("sda", 1), ChangeTarget("sdb", 2))
WANTED = {"scheduler": "bfq"}
CHANGES = tuple(Change(target, WANTED) for target in BOTH)
KEPT_BEFORE = ["ID_WWN=sda scheduler=kyber nr_requests=64", "vm swappiness=10"]


class Helper:
    """Answers as the helper would, notes what it's asked, and fails where a test wants."""

    def __init__(self, **failures: Exception) -> None:
        self.asked: list[str] = []
        self.closed = False
        self.events: list[HelperEvent] = []
        self._failures = failures
        self._sessions: dict[str, list[str]] = {}

    def submit(
        self, method: str, device: str = "", arguments: Mapping[str, Value] | None = None
    ) -> Future[dict[str, Value]]:
        given = {**(arguments or {})}
        held = self._held(str(given.pop("session", "")), device)
        words = [f"{name}={value}" for name, value in given.items()]
        self.asked.append(" ".join(filter(None, (method, device, *words))))
        named = [name.rpartition(".")[0] for name in given if "." in name]
        one_alone = "alone" in given or method not in ("Revert", "EndSession")
        concerned = dict.fromkeys(named or ([device] if one_alone else held))
        failures = {
            name: self._failures[f"{method}_{name}"]
            for name in concerned
            if f"{method}_{name}" in self._failures
        }
        reply: Future[dict[str, Value]] = Future()
        if failures:
            reply.set_exception(_together(failures))
        else:
            reply.set_result(_answer(method, device, given))
            if method == "BeginSession":
                self._sessions[f"session of {device}"] = list(concerned)
        if method == "EndSession" and "alone" in given:
            held.remove(device)
        return reply

    def _held(self, session: str, device: str) -> list[str]:
        """The devices of the session that a call is about."""
        if not session:
            return []
        assert device in self._sessions[session]
        return self._sessions[session]

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


def _together(failures: Mapping[str, Exception]) -> Exception:
    """As one error tells of several, what is gone last."""
    worst_first = sorted(failures, key=lambda name: isinstance(failures[name], DeviceGone))
    error = failures[worst_first[0]]
    if isinstance(error, DeviceError | OperationRefused):
        found = {name: failures[name] for name in worst_first}
        error.by_device = {
            name: one for name, one in found.items() if isinstance(one, StorageTunerError)
        }
    return error


def _answer(method: str, device: str, given: dict[str, Value]) -> dict[str, Value]:
    named = {name.rpartition(".")[0]: name for name in given if "." in name}
    match method:
        case "BeginSession":
            present = {f"{name}.scheduler": "none" for name in named}
            return {"session": f"session of {device}", **present}
        case "SetSettings" | "TrySettings":
            return given
        case "Persist":
            return {f"{name}.note": "" for name in named}
        case "Unpersist":
            return {"removed": [f"ID_WWN={device}"]}
        case "PreviewPersistent":
            return {
                f"{name}.{key}": value
                for name in named
                for key, value in {
                    "path": "/etc/x",
                    "text": "rule\n",
                    "replaces": "",
                    "identity": name,
                }.items()
            }
        case "Describe":
            return {
                "persisted": [*KEPT_BEFORE],
                "changed_devices": ["sdb"],
                "missing_devices": ["sdz isn't there."],
            }
        case "Restore":
            return {"restored": ["sda: restored scheduler."], "left": ["The rule was edited."]}
        case _:
            return {}


def test_nothing_is_set_before_all_can_be_kept() -> None:
    helper = Helper(PreviewPersistent_sdb=OperationRefused("NotSupported", "no name for good"))
    with pytest.raises(OperationRefused, match="no name for good"):
        set_and_keep(lambda: helper, CHANGES, persist=True)
    assert not any(call.startswith(("SetSettings", "Persist ")) for call in helper.asked)
    assert helper.closed


def test_the_order_of_keeping_for_good() -> None:
    helper = Helper()
    changed = set_and_keep(lambda: helper, CHANGES, persist=True)
    assert helper.asked == [
        "BeginSession sda sda.diskseq=1 sdb.diskseq=2",
        "PreviewPersistent sda sda.scheduler=bfq sdb.scheduler=bfq",
        "SetSettings sda sda.scheduler=bfq sdb.scheduler=bfq",
        "Persist sda end=True sda.scheduler=bfq sdb.scheduler=bfq",
    ]
    assert [(one.device, one.before, one.after) for one in changed] == [
        ("sda", {"scheduler": "none"}, WANTED),
        ("sdb", {"scheduler": "none"}, WANTED),
    ]
    assert changed[0].persistent is not None
    assert changed[0].persistent.text == "rule\n"


def test_without_keeping_for_good_the_session_ends_with_what_is_set() -> None:
    helper = Helper()
    set_and_keep(lambda: helper, CHANGES, persist=False)
    assert helper.asked[-1] == "EndSession sda keep=True"
    assert len(helper.asked) == 3


def test_a_refused_value_is_told_of_with_its_device() -> None:
    """The helper has set everything back."""
    helper = Helper(SetSettings_sdb=OperationRefused("KernelRefused", "no bfq here"))
    with pytest.raises(ValueNotTaken, match="sdb: no bfq here"):
        set_and_keep(lambda: helper, CHANGES, persist=True)
    assert helper.asked[-2].startswith("SetSettings")
    assert helper.asked[-1] == "EndSession sda keep=False"
    assert helper.closed


def test_what_can_not_be_kept_for_good_is_told() -> None:
    helper = Helper(Persist_sdb=DeviceGone("sdb"))
    with pytest.raises(DeviceGone, match="sdb"):
        set_and_keep(lambda: helper, CHANGES, persist=True)
    assert helper.asked[-2].startswith("Persist")
    assert helper.asked[-1] == "EndSession sda keep=False"
    assert helper.closed


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ValueError()])
def test_what_stays_changed_is_said_first(error: BaseException) -> None:
    """Anything else that ends the work promises that the settings from before are back."""
    helper = Helper(EndSession_sdb=OperationRefused("NotApplied", "scheduler stays bfq"))

    def fail(_: object) -> None:
        raise error

    with pytest.raises((NotRestored, type(error))) as raised:
        try_for(lambda: helper, CHANGES, 5, fail)
    assert raised.type is NotRestored
    assert helper.closed


def test_a_full_disk_is_said_as_it_is() -> None:
    helper = Helper(BeginSession_sdb=NoSpace("for the practice disk"))
    with pytest.raises(NoSpace, match="to save the previous settings"):
        set_and_keep(lambda: helper, CHANGES, persist=False)


def test_a_trial_waits_for_every_device() -> None:
    helper = Helper()
    helper.events = [
        HelperEvent("Reverted", "sdb", {"reason": "timeout", "problem": "sdb: it's stuck."}),
        HelperEvent("BenchmarkFinished", "sda", {}),
        HelperEvent("Reverted", "sda", {"reason": "timeout"}),
    ]
    told: list[tuple[Changed, ...]] = []
    ends = try_for(lambda: helper, CHANGES, 5, told.append, lambda _: True)
    assert [(end.device, end.problem) for end in ends] == [("sda", ""), ("sdb", "sdb: it's stuck.")]
    assert [one.after["scheduler"] for one in told[0]] == ["bfq", "bfq"]
    assert "TrySettings sda seconds=5 sda.scheduler=bfq sdb.scheduler=bfq" in helper.asked


def test_a_trial_sets_each_device_s_own_settings() -> None:
    helper = Helper()
    helper.events = [HelperEvent("Reverted", one.name, {"reason": "timeout"}) for one in BOTH]
    changes = (Change(BOTH[0], {"read_ahead_kb": "512"}), Change(BOTH[1], WANTED))
    told: list[tuple[Changed, ...]] = []
    try_for(lambda: helper, changes, 5, told.append, lambda _: True)
    assert "TrySettings sda seconds=5 sda.read_ahead_kb=512 sdb.scheduler=bfq" in helper.asked
    assert [dict(one.after) for one in told[0]] == [
        {"scheduler": "none", "read_ahead_kb": "512"},
        {"scheduler": "bfq"},
    ]


def test_a_helper_that_goes_during_a_trial() -> None:
    helper = Helper()
    with pytest.raises(HelperGone):
        try_for(lambda: helper, CHANGES, 5, lambda _: None, lambda _: True)
    assert helper.asked[-1].startswith("TrySettings")
    assert helper.closed


def test_a_device_that_goes_during_a_trial() -> None:
    helper = Helper()
    helper.events = [HelperEvent("Reverted", "sda", {"reason": "timeout"})]
    with pytest.raises(DeviceGone, match=r"^sda "):
        try_for(lambda: helper, CHANGES, 600, lambda _: None, lambda one: one.name != "sda")
    assert helper.closed
    with pytest.raises(DeviceGone, match=r"^sdb "):
        try_for(lambda: helper, CHANGES, 600, lambda _: None, lambda one: one.name != "sdb")


def test_restoring_tells_what_is_left_and_missing() -> None:
    restored = restore(lambda: Helper(), [""])
    assert restored.sentences == ("sda: restored scheduler.",)
    assert restored.left == ("sdb",)
    assert restored.problems == ("The rule was edited.",)
    assert restored.missing == ("sdz isn't there.",)
    assert restore(lambda: Helper(), ["sda"]).left == ()


def test_an_array_and_its_members_are_restored_in_one_go() -> None:
    """Whoever types a password does it once; and what is said of all is said once."""
    helper = Helper()
    restored = restore(lambda: helper, ["md0", "sda", "sdb"])
    asked = [words for words in helper.asked if words.startswith("Restore")]
    assert asked == ["Restore md0 devices=['md0', 'sda', 'sdb']"]
    assert restored.sentences == ("sda: restored scheduler.",)
    assert restored.left == ("sdb",)
    assert restored.problems == ("The rule was edited.",)
