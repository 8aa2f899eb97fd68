"""One session over several devices: one question, and all of them or none, whatever is refused,
goes away or is killed, and whenever."""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from storage_tuner_helper.errors import DeviceChanged
from storage_tuner_helper.keeping.persistence import NO_UDEV
from storage_tuner_protocol.message import Message
from tests.bus.connections import HelperClient, Refused, StdioClient, leaving, wait_until
from tests.bus.environment import USER, Environment
from tests.bus.test_hot_plug import kill_all
from tests.bus.test_kills import nothing_is_left
from tests.bus.test_persist import BFQ
from tests.bus.test_sessions import begin, full_folder, reattach
from tests.bus.test_together import all_settings, kill_worker
from tests.bus.udev_system import OTHER_WWN, WWN, udev_system
from tests.bus.workloads import LONG_RUN
from tests.loop_device import LoopDevice, LoopDeviceFactory
from tests.virtual_memory import VirtualMemory, virtual_memory

__all__ = ["virtual_memory"]

LONGEST_DELAY_S = 0.03
MOMENTS = 6
CHANGE: dict[str, str | int] = {"scheduler": "bfq", "nomerges": 2}


@pytest.fixture
def members(loop_devices: LoopDeviceFactory) -> list[LoopDevice]:
    return sorted((loop_devices() for _ in range(3)), key=lambda one: one.name)


def diskseqs(members: list[LoopDevice]) -> dict[str, object]:
    return {f"{member.name}.diskseq": member.diskseq for member in members}


def begin_all(helper: HelperClient, members: list[LoopDevice]) -> str:
    return str(helper.call("BeginSession", members[0].name, **diskseqs(members))["session"])


def on_all(members: list[LoopDevice], **values: object) -> dict[str, object]:
    return {f"{member.name}.{name}": value for member in members for name, value in values.items()}


def set_all(helper: HelperClient, members: list[LoopDevice]) -> str:
    session = begin_all(helper, members)
    wanted = on_all(members, **CHANGE)
    helper.call("SetSettings", members[0].name, session=session, **wanted)
    return session


def snapshots(state: Path) -> list[dict[str, Any]]:
    files = sorted((state / "state/sessions").glob("*.json"))
    return [json.loads(file.read_text(encoding="utf-8")) for file in files]


def test_all_snapshots_are_on_disk_when_the_session_is_told(
    stdio: StdioClient, members: list[LoopDevice], state: Path
) -> None:
    before = all_settings(members)
    reply = stdio.call("BeginSession", members[1].name, **diskseqs(members))
    assert [reply[f"{one.name}.scheduler"] for one in members] == [one.scheduler for one in members]
    found = snapshots(state)
    assert {one["device"] for one in found} == {member.name for member in members}
    assert {one["session"] for one in found} == {reply["session"]}
    assert all_settings(members) == before


def test_one_password_opens_it_and_the_dialog_names_all(
    bus: Environment, members: list[LoopDevice]
) -> None:
    before = all_settings(members)
    with bus.client(USER, interactive=True) as client:
        with bus.agent(client, USER) as said:
            session = set_all(client, members)
            client.call("EndSession", members[2].name, session=session, keep=False)
        assert len(said) == 1
        assert f"benchmark and tune {', '.join(one.name for one in members)}." in said[0]
    assert all_settings(members) == before


def test_each_device_gets_its_own_and_all_come_back(
    helper: HelperClient, members: list[LoopDevice]
) -> None:
    before = all_settings(members)
    session = begin_all(helper, members)
    first, second, third = (member.name for member in members)
    wanted = {f"{first}.scheduler": "bfq", f"{third}.read_ahead_kb": 64}
    reply = helper.call("SetSettings", second, session=session, **wanted)
    assert {name.rpartition(".")[0] for name in reply} == {first, third}
    assert (reply[f"{first}.scheduler"], reply[f"{third}.read_ahead_kb"]) == ("bfq", "64")
    reply = helper.call("Revert", second, session=session)
    assert reply[f"{third}.read_ahead_kb"] == before[2]["read_ahead_kb"]
    assert all_settings(members) == before
    helper.call("SetSettings", first, session=session, **wanted)
    ended = helper.call("EndSession", first, session=session, keep=False)
    assert f"{third}.read_ahead_kb" in ended["restored"] and ended["kept"] == []
    assert all_settings(members) == before
    assert helper.refusal("Revert", second, session=session) == "NoSuchSession"


def test_all_are_kept(helper: HelperClient, members: list[LoopDevice]) -> None:
    before = all_settings(members)
    session = set_all(helper, members)
    kept = helper.call("EndSession", members[0].name, session=session, keep=True)["kept"]
    assert {f"{one.name}.scheduler" for one in members} <= set(kept)
    assert {one.name for one in members} <= set(helper.call("Describe")["changed_devices"])
    helper.call("Restore")
    assert all_settings(members) == before


def test_a_try_brings_all_back_and_tells_of_each(
    stdio: StdioClient, members: list[LoopDevice]
) -> None:
    before = all_settings(members)
    session = begin_all(stdio, members)
    wanted = on_all(members, **CHANGE)
    stdio.call("TrySettings", members[0].name, session=session, seconds=5, **wanted)
    told = {stdio.wait_event("Reverted")["device"] for _ in members}
    assert told == {member.name for member in members}
    assert all_settings(members) == before


def test_the_memory_may_be_among_them(
    stdio: StdioClient, device: LoopDevice, virtual_memory: VirtualMemory
) -> None:
    before = virtual_memory.read("swappiness")
    other = "10" if before != "10" else "20"
    both = {f"{device.name}.diskseq": device.diskseq, "vm.diskseq": 0}
    session = stdio.call("BeginSession", "vm", **both)["session"]
    wanted = {f"{device.name}.nomerges": 2, "vm.swappiness": other}
    stdio.call("SetSettings", "vm", session=session, **wanted)
    assert virtual_memory.read("swappiness") == other
    stdio.leave()
    assert virtual_memory.read("swappiness") == before
    assert device.read("nomerges") == "0"


def test_one_that_is_busy_keeps_all_from_being_begun(
    stdio: StdioClient, members: list[LoopDevice], state: Path
) -> None:
    begin(stdio, members[2])
    with leaving(StdioClient(state)) as other:
        with pytest.raises(Refused) as refused:
            begin_all(other, members)
        assert refused.value.name == "DeviceBusy" and members[2].name in refused.value.message
        assert [one["device"] for one in snapshots(state)] == [members[2].name]
        begin_all(other, members[:2])


def test_one_that_was_exchanged_keeps_all_from_being_begun(
    stdio: StdioClient, members: list[LoopDevice], state: Path
) -> None:
    wrong = {**diskseqs(members), f"{members[1].name}.diskseq": members[1].diskseq + 1000}
    assert stdio.refusal("BeginSession", members[0].name, **wrong) == "DeviceChanged"
    assert nothing_is_left(state)
    begin_all(stdio, members)


def test_snapshots_that_can_not_be_written_leave_nothing_open(
    stdio: StdioClient, members: list[LoopDevice], state: Path
) -> None:
    begin(stdio, members[0])
    with full_folder(state / "state/sessions"):
        refused = stdio.refusal("BeginSession", members[1].name, **diskseqs(members[1:]))
        assert refused == "NoSpace"
    begin_all(stdio, members[1:])


def test_a_value_that_one_refuses_sets_all_back_to_before_the_call(
    stdio: StdioClient, members: list[LoopDevice]
) -> None:
    """The last one has no scheduler, so it can't have so many requests."""
    session = begin_all(stdio, members)
    kyber = on_all(members[:2], scheduler="kyber")
    stdio.call("SetSettings", members[0].name, session=session, **kyber)
    before = all_settings(members)
    wanted = {**on_all(members[:2], **CHANGE), f"{members[2].name}.nr_requests": 2048}
    number = stdio.start("SetSettings", members[0].name, session=session, **wanted)
    error = stdio.client.answer(number)["error"]
    assert error["name"] == "KernelRefused"
    said = [error["message"], error["message_coded"]]
    assert error["devices"] == [[members[2].name, "KernelRefused", *said]]
    assert str(Message.decoded(error["message_coded"])) == error["message"]
    assert all_settings(members) == before
    stdio.call("SetSettings", members[0].name, session=session, **on_all(members, nomerges=1))


def test_the_bus_carries_which_device_refused(bus: Environment, members: list[LoopDevice]) -> None:
    with bus.client() as client:
        session = begin_all(client, members)
        wanted = {f"{members[0].name}.nomerges": 2, f"{members[1].name}.read_ahead_kb": 130}
        number = client.start("SetSettings", members[0].name, session=session, **wanted)
        text, coded, rows = client.client.answer(number)["body"]
    assert rows == [[members[1].name, "NotApplied", text, coded]]
    assert str(Message.decoded(coded)) == text
    assert members[0].read("nomerges") == "0"


def test_what_became_of_each_device_has_code_and_arguments(
    helper: HelperClient, members: list[LoopDevice]
) -> None:
    session = begin_all(helper, members)
    gone = members[::2]
    for device in gone:
        reattach(device)
    with pytest.raises(Refused) as refused:
        helper.call("Revert", members[1].name, session=session)
    changed = {device.name: DeviceChanged(device.name).message for device in gone}
    rows = refused.value.devices
    assert [name for _, name, _, _ in rows] == ["DeviceChanged"] * len(gone)
    assert {device: Message.decoded(coded) for device, _, _, coded in rows} == changed
    assert {device: text for device, _, text, _ in rows} == {
        device: str(message) for device, message in changed.items()
    }


def test_one_that_went_away_sets_the_others_back(
    stdio: StdioClient, members: list[LoopDevice], state: Path
) -> None:
    before = all_settings(members)
    session = begin_all(stdio, members)
    reattach(members[1])
    wanted = on_all(members, **CHANGE)
    number = stdio.start("SetSettings", members[0].name, session=session, **wanted)
    error = stdio.client.answer(number)["error"]
    assert error["name"] == "DeviceChanged" and error["devices"][0][0] == members[1].name
    assert all_settings(members) == before
    stdio.leave()
    assert all_settings(members) == before
    assert nothing_is_left(state)


def test_one_that_went_away_keeps_the_others_from_being_kept(
    stdio: StdioClient, members: list[LoopDevice], state: Path
) -> None:
    before = all_settings(members)
    session = set_all(stdio, members)
    reattach(members[1])
    refused = stdio.refusal("EndSession", members[0].name, session=session, keep=True)
    assert refused == "DeviceChanged"
    assert stdio.call("Describe")["changed_devices"] == []
    stdio.call("EndSession", members[0].name, session=session, keep=False)
    assert all_settings(members)[::2] == before[::2]
    members[1].write("scheduler", "none")


def test_originals_that_can_not_be_filed_keep_none(
    stdio: StdioClient, members: list[LoopDevice], state: Path
) -> None:
    before = all_settings(members)
    session = set_all(stdio, members)
    with full_folder(state / "state/originals"):
        refused = stdio.refusal("EndSession", members[0].name, session=session, keep=True)
        assert refused == "NoSpace"
    assert {member.scheduler for member in members} == {"bfq"}, "the session goes on"
    stdio.leave()
    assert all_settings(members) == before
    assert nothing_is_left(state)


def test_one_is_let_go_of_alone(helper: HelperClient, members: list[LoopDevice]) -> None:
    """As an array that is measured, before what is set on its members is kept."""
    before = all_settings(members)
    session = set_all(helper, members)
    name = members[0].name
    job = helper.call("StartBenchmark", name, session=session, **LONG_RUN)["job"]
    ended = helper.call("EndSession", name, session=session, keep=False, alone=True)
    assert f"{name}.scheduler" in ended["restored"]
    assert helper.wait_event("BenchmarkFinished")["arguments"]["job"] == job
    assert [one.scheduler for one in members] == [before[0]["scheduler"], "bfq", "bfq"]
    assert helper.refusal("Revert", name, session=session) == "NoSuchSession"
    begin(helper, members[0])
    kept = helper.call("EndSession", members[1].name, session=session, keep=True)["kept"]
    assert {one.rpartition(".")[0] for one in kept} == {one.name for one in members[1:]}
    helper.call("Restore", members[1].name)
    helper.call("Restore", members[2].name)
    assert all_settings(members) == before


def test_the_bounds_are_of_devices_not_of_sessions(
    stdio: StdioClient, loop_devices: LoopDeviceFactory
) -> None:
    many = [loop_devices() for _ in range(9)]
    assert stdio.refusal("BeginSession", many[0].name, **diskseqs(many)) == "InvalidArgument"
    begin(stdio, many[8])
    assert stdio.refusal("BeginSession", many[0].name, **diskseqs(many[:8])) == "Busy"
    begin_all(stdio, many[:7])
    assert stdio.refusal("BeginSession", many[7].name, diskseq=many[7].diskseq) == "Busy"


def test_what_is_called_in_another_way_is_refused(
    stdio: StdioClient, members: list[LoopDevice]
) -> None:
    first, second, third = members
    session = begin_all(stdio, members[:2])
    alone = begin(stdio, third)
    odd: list[tuple[str, LoopDevice, str, dict[str, object]]] = [
        ("BeginSession", third, "", diskseqs(members[:2])),
        ("BeginSession", first, "", {**diskseqs(members[:1]), "diskseq": first.diskseq}),
        ("BeginSession", first, "", {**diskseqs(members[:1]), "..diskseq": 1}),
        ("BeginSession", first, "", {**diskseqs(members[:1]), f"{second.name}.nomerges": 1}),
        ("SetSettings", first, session, {"nomerges": 1}),
        ("SetSettings", first, session, {"nomerges": 1, f"{first.name}.nomerges": 1}),
        ("SetSettings", first, session, {f"{third.name}.nomerges": 1}),
        ("SetSettings", first, session, {f"{first.name}.": 1}),
        ("SetSettings", first, session, {f"{first.name}.uevent": 1}),
        ("SetSettings", first, session, {"../sda.nomerges": 1}),
        ("SetSettings", first, session, {".nomerges": 1}),
        ("SetSettings", third, alone, {f"{third.name}.nomerges": 1}),
        ("Persist", first, session, {f"{third.name}.nomerges": 1}),
        ("EndSession", first, session, {"keep": True, "alone": True}),
        ("EndSession", first, session, {f"{first.name}.keep": True}),
        ("Revert", first, session, {f"{first.name}.nomerges": 1}),
    ]
    before = all_settings(members)
    for method, device, identifier, arguments in odd:
        given = {**arguments, **({"session": identifier} if identifier else {})}
        assert stdio.refusal(method, device.name, **given) == "InvalidArgument", (method, given)
    assert all_settings(members) == before
    missing = {**diskseqs(members[:1]), "nosuch0.diskseq": 1}
    assert stdio.refusal("BeginSession", first.name, **missing) == "NoSuchDevice"


@contextmanager
def unfilable(folder: Path, identity: str) -> Iterator[None]:
    """The originals of this disk can't be filed, also by who has other mounts than we have."""
    place = folder / f"{hashlib.sha256(identity.encode()).hexdigest()[:32]}.json"
    place.mkdir()
    try:
        yield
    finally:
        place.rmdir()


def beginning(helper: HelperClient, members: list[LoopDevice]) -> None:
    helper.start("BeginSession", members[0].name, **diskseqs(members))


def setting(helper: HelperClient, members: list[LoopDevice]) -> None:
    session = begin_all(helper, members)
    helper.start("SetSettings", members[0].name, session=session, **on_all(members, **CHANGE))


def keeping(helper: HelperClient, members: list[LoopDevice]) -> None:
    session = set_all(helper, members)
    helper.start("EndSession", members[0].name, session=session, keep=True)


def ending(helper: HelperClient, members: list[LoopDevice]) -> None:
    session = set_all(helper, members)
    helper.start("EndSession", members[0].name, session=session, keep=False)


WORK: list[Callable[[HelperClient, list[LoopDevice]], None]] = [beginning, setting, keeping, ending]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("kill", [kill_all, kill_worker])
@pytest.mark.parametrize("work", WORK)
@pytest.mark.parametrize("moment", range(MOMENTS))
def test_the_helper_is_killed_in_the_middle(
    members: list[LoopDevice],
    state: Path,
    work: Callable[[HelperClient, list[LoopDevice]], None],
    kill: Callable[[HelperClient], None],
    moment: int,
) -> None:
    before = all_settings(members)
    helper = StdioClient(state)
    work(helper, members)
    time.sleep(random.Random(moment).uniform(0, LONGEST_DELAY_S))
    kill(helper)
    with leaving(StdioClient(state)) as again:
        names = again.call("Describe")["changed_devices"]
        assert names in ([], [member.name for member in members] if work is keeping else [])
        changed = [member.scheduler == "bfq" for member in members]
        assert changed == [bool(names)] * len(members)
        assert nothing_is_left(state)
        again.call("Restore")
    assert all_settings(members) == before


@pytest.mark.sampled(8)
@pytest.mark.parametrize("work", WORK)
@pytest.mark.parametrize("moment", range(MOMENTS))
def test_the_client_is_killed_in_the_middle(
    bus: Environment,
    members: list[LoopDevice],
    work: Callable[[HelperClient, list[LoopDevice]], None],
    moment: int,
) -> None:
    before = all_settings(members)
    with bus.client() as client:
        work(client, members)
        time.sleep(random.Random(moment).uniform(0, LONGEST_DELAY_S))
        client.kill()
    wait_until(lambda: nothing_is_left(bus.scratch), "the cleaning up")
    with bus.client() as again:
        names = again.call("Describe")["changed_devices"]
        assert [member.scheduler == "bfq" for member in members] == [bool(names)] * len(members)
        again.call("Restore")
    assert all_settings(members) == before


def test_all_are_kept_for_good_in_one_step(state: Path, members: list[LoopDevice]) -> None:
    first, second = members[:2]
    with udev_system(state, daemon=True) as udev:
        udev.identify(first, WWN)
        udev.identify(second, OTHER_WWN)
        with udev.helper() as helper:
            session = begin_all(helper, members[:2])
            wanted = {**on_all([first], **BFQ), **on_all([second], nomerges="1")}
            helper.call("SetSettings", first.name, session=session, **wanted)
            shown = helper.call("PreviewPersistent", first.name, session=session, **wanted)
            assert udev.nothing_is_written()
            reply = helper.call("Persist", first.name, session=session, end=True, **wanted)
            assert helper.refusal("Revert", first.name, session=session) == "NoSuchSession"
            persisted = helper.call("Describe")["persisted"]
            names = helper.call("Describe")["changed_devices"]
        for device in (first, second):
            assert shown[f"{device.name}.text"] in udev.rules()
    assert set(persisted) == {
        f"{WWN} scheduler=bfq nr_requests=64 low_latency=0 read_ahead_kb=512",
        f"{OTHER_WWN} nomerges=1",
    }
    assert set(names) == {first.name, second.name}
    assert {**reply, **wanted} == reply and reply[f"{second.name}.note"] == ""
    assert (first.scheduler, second.read("nomerges")) == ("bfq", "1")


def test_what_could_not_be_verified_is_noted_of_each_with_its_code(
    state: Path, members: list[LoopDevice]
) -> None:
    first, second = members[:2]
    with udev_system(state, daemon=False) as udev:
        udev.identify(first, WWN)
        udev.identify(second, OTHER_WWN)
        with udev.helper() as helper:
            session = begin_all(helper, members[:2])
            wanted = on_all(members[:2], nomerges="1")
            helper.call("SetSettings", first.name, session=session, **wanted)
            reply = helper.call("Persist", first.name, session=session, **wanted)
            helper.call("Unpersist", "")
    for device in (first, second):
        assert reply[f"{device.name}.note"] == str(NO_UDEV)
        assert Message.decoded(reply[f"{device.name}.note_coded"]) == NO_UDEV


def test_one_that_can_not_be_kept_for_good_keeps_none(
    state: Path, members: list[LoopDevice]
) -> None:
    """The second one has no persistent ID; the third isn't set to what is to be kept."""
    before = all_settings(members)
    first, second, third = members
    with udev_system(state, daemon=True) as udev:
        udev.identify(first, WWN)
        udev.identify(third, OTHER_WWN)
        with udev.helper() as helper:
            session = begin_all(helper, members)
            helper.call("SetSettings", first.name, session=session, **on_all(members, nomerges="2"))
            for other, value, name in ((second, "2", "NotSupported"), (third, "1", "NotApplied")):
                wanted = {f"{first.name}.nomerges": "2", f"{other.name}.nomerges": value}
                arguments = {"session": session, "end": True, **wanted}
                assert helper.refusal("Persist", first.name, **arguments) == name
                assert udev.nothing_is_written()
            both = {f"{first.name}.nomerges": "2", f"{third.name}.nomerges": "2"}
            with unfilable(udev.state / "state/originals", OTHER_WWN):
                refused = helper.refusal("Persist", first.name, session=session, end=True, **both)
            assert refused == "KernelRefused"
            assert udev.rules() == ""
            assert helper.call("Describe")["persisted"] == []
            helper.call("Revert", first.name, session=session)
    assert all_settings(members) == before


def test_several_are_restored_in_one_call_and_none_while_one_is_in_use(
    helper: HelperClient, members: list[LoopDevice]
) -> None:
    before = all_settings(members)
    names = [member.name for member in members]
    session = set_all(helper, members)
    helper.call("EndSession", names[0], session=session, keep=True)
    known = helper.call("Describe")
    for name, settings in zip(names, before, strict=True):
        (line,) = [line for line in known["originals"] if line.startswith(f"{name} ")]
        assert f" scheduler={settings['scheduler']} " in line
    again = helper.call("BeginSession", names[1], diskseq=members[1].diskseq)["session"]
    assert helper.call("Describe")["devices_at_work"] == [names[1]]
    assert helper.refusal("Restore", names[0], devices=names) == "DeviceBusy"
    assert [member.scheduler for member in members] == ["bfq"] * 3
    helper.call("EndSession", names[1], session=again, keep=False)
    restored = helper.call("Restore", names[0], devices=names)
    assert (len(restored["restored"]), restored["left"]) == (3, [])
    assert all_settings(members) == before
    known = helper.call("Describe")
    assert (known["originals"], known["devices_at_work"]) == ([], [])


def test_only_a_few_well_formed_names_are_restored_together(
    helper: HelperClient, members: list[LoopDevice]
) -> None:
    one, other = members[0].name, members[1].name
    odd: tuple[object, ...] = (
        [],
        [one, one],
        [other],
        ["../x"],
        one,
        [1],
        [f"x{number}" for number in range(9)],
    )
    for devices in odd:
        assert helper.refusal("Restore", one, devices=devices) == "InvalidArgument", devices
