"""What every helper does with a session and its settings, or refuses; the fake as the real one."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import pytest

from storage_tuner.client.helper import HelperConnection, call
from storage_tuner.client.messages import all_from
from storage_tuner.core.errors import DeviceBusy, DeviceGone, HelperGone, UnknownDevice
from storage_tuner.core.message import Message
from storage_tuner_protocol.interface import VERSION
from tests.bus.connections import wait_until
from tests.contract.asking import Asked, name_and_code, refused, wait_event
from tests.contract.conftest import Connect
from tests.loop_device import LoopDevice
from tests.virtual_memory import steady_memory

__all__ = ["steady_memory"]

TRIAL_S = 5
NO_SUCH_SESSION = ("NoSuchSession", "There is no such session")
NOT_TAKEN = ("NotApplied", "{name} became {found} instead of {wanted}")
ROUNDED = "130"
"""Of read_ahead_kb; the kernel makes 128 of it."""


def changed_devices(connection: HelperConnection) -> object:
    return call(connection, "Describe")["changed_devices"]


def test_it_describes_itself(client: HelperConnection) -> None:
    told = call(client, "Describe")
    assert told["protocol"] == VERSION
    assert re.fullmatch(r"\d+\.\d+.*", str(told["fio_version"]))
    assert {name: type(value) for name, value in told.items()} == {
        "protocol": int,
        "version": str,
        "fio_version": str,
        **dict.fromkeys(("practice_disks", "changed_devices", "persisted"), list),
        **dict.fromkeys(("originals", "left_settings"), list),
        **dict.fromkeys(("devices_at_work", "unrestored_devices"), list),
        **dict.fromkeys(("missing_devices", "missing_devices_coded"), list),
        **dict.fromkeys(("recovered", "recovered_coded"), list),
    }


def test_what_it_has_no_method_for(client: HelperConnection) -> None:
    error = refused(client, "FormatDisk")
    assert name_and_code(error) == ("UnknownMethod", "There is no such method")


def test_a_session_begins_with_what_is_set(client: HelperConnection, device: LoopDevice) -> None:
    asked = Asked.begin(client, device)
    assert re.fullmatch("[0-9a-f]{32}", asked.session)
    shown = {name: value for name, value in asked.begun.items() if name != "session"}
    assert {"scheduler", "nr_requests", "read_ahead_kb", "nomerges"} <= shown.keys()
    assert shown == {name: device.read(name) for name in shown}


def test_a_session_over_devices_by_name_calls_everything_after_them(
    helper: Connect, two_devices: tuple[LoopDevice, LoopDevice]
) -> None:
    one, other = two_devices
    begun = Asked.begin_over(helper(), one, other).begun
    assert {key.partition(".")[0] for key in begun} == {"session", one.name, other.name}
    assert begun[f"{other.name}.scheduler"] == other.scheduler


def test_what_is_set_is_read_back_and_in_the_kernel(
    client: HelperConnection, device: LoopDevice
) -> None:
    asked = Asked.begin(client, device)
    after = asked("SetSettings", {"scheduler": "mq-deadline", "fifo_batch": 8, "nomerges": "2"})
    assert (after["scheduler"], after["fifo_batch"], after["nomerges"]) == ("mq-deadline", "8", "2")
    assert after.keys() > asked.begun.keys() - {"session"}
    assert (device.scheduler, device.read("iosched/fifo_batch")) == ("mq-deadline", "8")


def test_what_the_kernel_changes_along_is_set_back(
    client: HelperConnection, device: LoopDevice
) -> None:
    before = device.read("read_ahead_kb")
    asked = Asked.begin(client, device)
    asked("SetSettings", {"max_sectors_kb": 64, "read_ahead_kb": 2048})
    asked("SetSettings", {"max_sectors_kb": 512})
    assert (device.read("max_sectors_kb"), device.read("read_ahead_kb")) == ("512", "2048")
    asked("EndSession", keep=False)
    assert device.read("read_ahead_kb") == before


def test_reverting_leaves_the_session_open(client: HelperConnection, device: LoopDevice) -> None:
    before = device.settings()
    asked = Asked.begin(client, device)
    asked("SetSettings", {"scheduler": "bfq", "low_latency": 0})
    after = asked("Revert")
    assert device.settings() == before
    assert after["scheduler"] == before["scheduler"]
    assert asked("SetSettings", {"nomerges": "2"})["nomerges"] == "2"


def test_ending_restores_and_says_what(client: HelperConnection, device: LoopDevice) -> None:
    before = device.settings()
    asked = Asked.begin(client, device)
    asked("SetSettings", {"scheduler": "mq-deadline", "nomerges": "2"})
    assert asked("EndSession", keep=False) == {"restored": ["scheduler", "nomerges"], "kept": []}
    assert device.settings() == before
    assert changed_devices(client) == []
    assert name_and_code(asked.refused("Revert")) == NO_SUCH_SESSION


def test_what_is_kept_stays_until_it_is_restored(helper: Connect, device: LoopDevice) -> None:
    before = device.settings()
    keeping = helper()
    asked = Asked.begin(keeping, device)
    asked("SetSettings", {"nomerges": "2"})
    assert asked("EndSession", keep=True) == {"restored": [], "kept": ["nomerges"]}
    keeping.close()
    assert device.read("nomerges") == "2"
    another = helper()
    assert changed_devices(another) == [device.name]
    told = call(another, "Restore", device.name)
    assert device.settings() == before
    assert changed_devices(another) == []
    (sentence,) = all_from(told, "restored")
    assert isinstance(sentence, Message)
    assert str(sentence) == f"{device.name}: restored nomerges."
    assert told["left"] == []


def test_it_knows_which_values_were_left_and_which_devices_are_at_work(
    client: HelperConnection, device: LoopDevice
) -> None:
    def described() -> tuple[object, object]:
        told = call(client, "Describe")
        return told["left_settings"], told["devices_at_work"]

    first, other = ("1", "2") if device.read("nomerges") != "1" else ("2", "1")
    asked = Asked.begin(client, device)
    asked("SetSettings", {"nomerges": first})
    assert described() == ([], [device.name])
    asked("EndSession", keep=True)
    assert described() == ([f"{device.name} nomerges={first}"], [])
    # by another program; not ours to report after the next session
    device.write("nomerges", other)
    asked = Asked.begin(client, device)
    asked("SetSettings", {"read_ahead_kb": "64" if device.read("read_ahead_kb") != "64" else "32"})
    asked("EndSession", keep=True)
    assert described() == ([f"{device.name} read_ahead_kb={device.read('read_ahead_kb')}"], [])


def test_the_first_originals_stay_and_are_forgotten_once_they_are_set_again(
    client: HelperConnection, device: LoopDevice
) -> None:
    first = device.read("nomerges")
    for value, changed in (("1", [device.name]), ("2", [device.name]), (first, [])):
        asked = Asked.begin(client, device)
        asked("SetSettings", {"nomerges": value})
        asked("EndSession", keep=True)
        assert changed_devices(client) == changed
    for value in ("1", "2"):
        asked = Asked.begin(client, device)
        asked("SetSettings", {"nomerges": value})
        asked("EndSession", keep=True)
    call(client, "Restore")
    assert device.read("nomerges") == first


def test_nothing_is_restored_under_a_session(client: HelperConnection, device: LoopDevice) -> None:
    Asked.begin(client, device)
    assert name_and_code(refused(client, "Restore", device.name)) == (
        "DeviceBusy",
        "{device} is being tuned; finish that first",
    )


def test_all_is_restored_but_what_is_in_a_session(
    helper: Connect, two_devices: tuple[LoopDevice, LoopDevice]
) -> None:
    client = helper()
    one, other = two_devices
    for device in two_devices:
        asked = Asked.begin(client, device)
        asked("SetSettings", {"nomerges": "2"})
        asked("EndSession", keep=True)
    asked = Asked.begin(client, other)
    told = call(client, "Restore")
    assert (one.read("nomerges"), other.read("nomerges")) == ("0", "2")
    assert list(map(str, all_from(told, "restored"))) == [f"{one.name}: restored nomerges."]
    assert list(map(str, all_from(told, "left"))) == [
        f"{other.name} is being tuned; finish that first."
    ]
    asked("EndSession", keep=False)
    call(client, "Restore")
    assert other.read("nomerges") == "0"


def test_what_nothing_lasting_is_known_of_is_not_kept_for_good(
    client: HelperConnection, device: LoopDevice
) -> None:
    asked = Asked.begin(client, device)
    assert name_and_code(asked.refused("PreviewPersistent", {"nomerges": "2"})) == (
        "NotSupported",
        "{device} has no persistent ID, so its settings can't be made permanent",
    )
    assert device.read("nomerges") == "0"


REFUSED: tuple[tuple[str, dict[str, str | int | bool], tuple[str, str]], ...] = (
    (
        "SetSettings",
        {"nomerges": 3},
        ("InvalidArgument", "{key} must be from {minimum} to {maximum}"),
    ),
    (
        "SetSettings",
        {"nomerges": "many"},
        ("InvalidArgument", "{key} must be {expected}, not {found}"),
    ),
    ("SetSettings", {"magic": 1}, ("InvalidArgument", "{key} isn't expected here")),
    ("SetSettings", {}, ("InvalidArgument", "No tunable is given")),
    ("SetSettings", {"queue_depth": 1}, ("NotSupported", "{device} has no {name}")),
    (
        "SetSettings",
        {"fifo_batch": 8},
        ("NotSupported", "{name} belongs to {owner}, which {device} doesn't use"),
    ),
    (
        "SetSettings",
        {"scheduler": "fastest"},
        ("InvalidArgument", "{device} doesn't support this scheduler"),
    ),
    ("SetSettings", {"nomerges": 2, "read_ahead_kb": ROUNDED}, NOT_TAKEN),
    (
        "SetSettings",
        {"nomerges": 2, "nr_requests": 4096},
        ("InvalidArgument", "{key} must be from {minimum} to {maximum}"),
    ),
    ("TrySettings", {"nomerges": 2}, ("InvalidArgument", "{key} is missing")),
    ("Revert", {"nomerges": 2}, ("InvalidArgument", "{key} isn't expected here")),
    (
        "TrySettings",
        {"nomerges": 2, "seconds": 4},
        ("InvalidArgument", "{key} must be from {minimum} to {maximum}"),
    ),
    (
        "EndSession",
        {"keep": True, "alone": True},
        ("InvalidArgument", "The settings of a session can only be kept on all of its devices"),
    ),
)


def test_what_it_refuses_changes_nothing(client: HelperConnection, device: LoopDevice) -> None:
    before = device.settings()
    asked = Asked.begin(client, device)
    for method, settings, expected in REFUSED:
        told = name_and_code(asked.refused(method, settings))
        assert (told, device.settings()) == (expected, before), (method, settings)
    assert asked("SetSettings", {"nomerges": "2"})["nomerges"] == "2"


def test_a_refusal_says_in_english_what_its_code_stands_for(
    client: HelperConnection, device: LoopDevice
) -> None:
    error = Asked.begin(client, device).refused("SetSettings", {"read_ahead_kb": ROUNDED})
    assert str(error) == (f"The helper refused: read_ahead_kb became 128 instead of {ROUNDED}.")


def test_each_kind_of_session_has_its_way_of_calling_settings(
    client: HelperConnection, device: LoopDevice
) -> None:
    expected = (
        "InvalidArgument",
        "Settings must be named DEVICE.NAME if BeginSession listed devices, otherwise NAME",
    )
    asked = Asked.begin(client, device)
    named = {f"{device.name}.nomerges": "2"}
    assert name_and_code(asked.refused("SetSettings", named)) == expected
    asked("EndSession", keep=False)
    asked = Asked.begin_over(client, device)
    assert name_and_code(asked.refused("SetSettings", {"nomerges": "2"})) == expected
    assert asked("SetSettings", named)[f"{device.name}.nomerges"] == "2"


def test_a_device_that_there_is_not(client: HelperConnection) -> None:
    for method, arguments in (("BeginSession", {"diskseq": 1}), ("Restore", {})):
        error = refused(client, method, "sdzzz", arguments)
        assert isinstance(error, UnknownDevice)
        assert error.device == "sdzzz"


def test_a_disk_that_was_exchanged(client: HelperConnection, device: LoopDevice) -> None:
    error = refused(client, "BeginSession", device.name, {"diskseq": device.diskseq - 1})
    assert isinstance(error, DeviceGone)
    assert error.device == device.name
    Asked.begin(client, device)


def test_who_comes_second_is_told_who_was_first(helper: Connect, device: LoopDevice) -> None:
    first, second = helper(), helper()
    asked = Asked.begin(first, device)
    error = refused(second, "BeginSession", device.name, {"diskseq": device.diskseq})
    assert name_and_code(error) == (
        "DeviceBusy",
        "{device} is already being tuned by {holder}; wait until that ends",
    )
    assert f"(process {os.getpid()}, user root)" in str(error)
    asked("EndSession", keep=False)
    Asked.begin(second, device)


def test_a_session_belongs_to_who_began_it(helper: Connect, device: LoopDevice) -> None:
    asked = Asked.begin(helper(), device)
    theirs = Asked(helper(), asked.device, asked.session, asked.begun)
    for method, arguments in (
        ("SetSettings", {"nomerges": "2"}),
        ("Revert", {}),
        ("EndSession", {"keep": False}),
    ):
        assert name_and_code(theirs.refused(method, arguments)) == NO_SUCH_SESSION
    assert asked("Revert")["nomerges"] == device.read("nomerges")


def test_several_devices_are_set_together_or_not_at_all(
    helper: Connect, two_devices: tuple[LoopDevice, LoopDevice]
) -> None:
    one, other = sorted(two_devices, key=lambda each: each.name)
    before = one.settings(), other.settings()
    asked = Asked.begin_over(helper(), one, other)
    wanted = {f"{one.name}.nomerges": "2", f"{other.name}.read_ahead_kb": ROUNDED}
    error = asked.refused("SetSettings", wanted)
    assert name_and_code(error) == NOT_TAKEN
    assert list(error.by_device) == [other.name]
    assert (one.settings(), other.settings()) == before
    wanted[f"{other.name}.read_ahead_kb"] = "1024"
    after = asked("SetSettings", wanted)
    assert after[f"{one.name}.nomerges"] == one.read("nomerges") == "2"
    assert after[f"{other.name}.read_ahead_kb"] == other.read("read_ahead_kb") == "1024"
    assert asked("EndSession", keep=False)["restored"] == [
        f"{one.name}.nomerges",
        f"{other.name}.read_ahead_kb",
    ]
    assert (one.settings(), other.settings()) == before


def test_several_devices_are_begun_together_or_not_at_all(
    helper: Connect, two_devices: tuple[LoopDevice, LoopDevice]
) -> None:
    one, other = two_devices
    client = helper()
    given = {f"{one.name}.diskseq": one.diskseq, f"{other.name}.diskseq": other.diskseq - 1}
    error = refused(client, "BeginSession", one.name, given)
    assert isinstance(error, DeviceGone)
    assert (error.device, list(error.by_device)) == (other.name, [other.name])
    Asked.begin(client, one)


def test_a_call_names_one_of_the_devices(
    helper: Connect, two_devices: tuple[LoopDevice, LoopDevice]
) -> None:
    one, other = two_devices
    client = helper()
    given = {f"{one.name}.diskseq": one.diskseq}
    expected = ("InvalidArgument", "The device of the call isn't part of the session")
    assert name_and_code(refused(client, "BeginSession", other.name, given)) == expected
    asked = Asked.begin_over(client, one, other)
    asked("SetSettings", {f"{one.name}.nomerges": "2"}, of=other.name)
    assert one.read("nomerges") == "2"


def test_one_device_is_let_go_of_alone(
    helper: Connect, two_devices: tuple[LoopDevice, LoopDevice]
) -> None:
    one, other = two_devices
    asked = Asked.begin_over(helper(), one, other)
    asked("SetSettings", {f"{each.name}.nomerges": "2" for each in two_devices})
    told = asked("EndSession", of=other.name, keep=False, alone=True)
    assert told == {"restored": [f"{other.name}.nomerges"], "kept": []}
    assert (one.read("nomerges"), other.read("nomerges")) == ("2", "0")
    assert name_and_code(asked.refused("Revert", of=other.name)) == NO_SUCH_SESSION
    asked("Revert")
    assert one.read("nomerges") == "0"


def test_a_trial_ends_by_itself_and_says_so(client: HelperConnection, device: LoopDevice) -> None:
    before = device.settings()
    asked = Asked.begin(client, device)
    assert asked("TrySettings", {"nomerges": "2"}, seconds=TRIAL_S)["nomerges"] == "2"
    assert device.read("nomerges") == "2"
    ended = wait_event(client, "Reverted")
    assert (ended.device, ended.arguments) == (device.name, {"reason": "timeout"})
    assert device.settings() == before
    asked("Revert")


@pytest.mark.parametrize(
    ("confirm", "left"),
    [
        (lambda asked: asked("EndSession", keep=True), "2"),
        (lambda asked: asked("Revert"), "0"),
        (lambda asked: asked("EndSession", keep=False), "0"),
    ],
    ids=["kept", "reverted", "ended"],
)
def test_a_trial_that_is_decided_does_not_come_back_any_more(
    helper: Connect,
    two_devices: tuple[LoopDevice, LoopDevice],
    confirm: Callable[[Asked], object],
    left: str,
) -> None:
    """A later trial of another device tells when the first one's time is up."""
    client = helper()
    asked, later = (Asked.begin(client, each) for each in two_devices)
    asked("TrySettings", {"nomerges": "2"}, seconds=TRIAL_S)
    confirm(asked)
    later("TrySettings", {"nomerges": "2"}, seconds=TRIAL_S)
    assert wait_event(client, "Reverted").device == two_devices[1].name
    assert two_devices[0].read("nomerges") == left


def test_trying_again_starts_the_clock_anew(client: HelperConnection, device: LoopDevice) -> None:
    before = device.settings()
    asked = Asked.begin(client, device)
    asked("TrySettings", {"nomerges": "2"}, seconds=600)
    asked("TrySettings", {"nomerges": "1"}, seconds=TRIAL_S)
    assert wait_event(client, "Reverted").device == device.name
    assert device.settings() == before


def test_setting_more_does_not_stop_a_trial(client: HelperConnection, device: LoopDevice) -> None:
    before = device.settings()
    asked = Asked.begin(client, device)
    asked("TrySettings", {"nomerges": "2"}, seconds=TRIAL_S)
    asked("SetSettings", {"read_ahead_kb": "1024"})
    wait_event(client, "Reverted")
    assert device.settings() == before


def test_who_leaves_has_everything_back(helper: Connect, device: LoopDevice) -> None:
    before = device.settings()
    leaving = helper()
    Asked.begin(leaving, device)("SetSettings", {"scheduler": "kyber", "nomerges": "2"})
    assert device.settings() != before
    leaving.close()
    # a helper of the bus is told of it a moment later
    wait_until(lambda: device.settings() == before, "the old settings")
    with pytest.raises(HelperGone):
        leaving.submit("Describe").result(1)


@pytest.mark.usefixtures("steady_memory")
def test_virtual_memory_is_a_device_of_a_session(client: HelperConnection) -> None:
    begun = call(client, "BeginSession", "vm", {"vm.diskseq": 0})
    assert {"vm.swappiness", "vm.dirty_ratio"} <= begun.keys()
    given = {"session": begun["session"], "vm.dirty_ratio": 10, "vm.dirty_bytes": 1 << 20}
    assert name_and_code(refused(client, "SetSettings", "vm", given)) == (
        "InvalidArgument",
        "{size} and {ratio} override each other: set only one of them",
    )
    assert isinstance(refused(client, "BeginSession", "vm", {"diskseq": 1}), DeviceBusy)
