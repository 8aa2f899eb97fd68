"""A disk that's pulled out and plugged in again has another name, and is known by its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage_tuner_helper.devices.identity import Identity
from storage_tuner_helper.keeping import sysctl_file, udev_rules
from tests.bus.connections import HelperClient, StdioClient, kill_together, leaving, wait_gone
from tests.bus.plugs import Plugs, plugs_in
from tests.bus.test_restoring import read_only
from tests.bus.test_sessions import begin
from tests.loop_device import LoopDevice
from tests.virtual_memory import VirtualMemory, virtual_memory

__all__ = ["virtual_memory"]

WWN = "ID_WWN=0x5000c500a1b2c3d4"
OTHER_WWN = "ID_WWN=0x5000c500ffeeddcc"


@pytest.fixture
def plugs(state: Path) -> Iterator[Plugs]:
    with plugs_in(state) as room:
        yield room


def start(state: Path, plugs: Plugs) -> StdioClient:
    return StdioClient(state, prefix=plugs.prefix)


def own_settings(device: LoopDevice) -> dict[str, str]:
    """What an administrator has set; a disk that is plugged in doesn't have it."""
    device.write("nomerges", "2")
    device.write("nr_requests", "99")
    return device.settings()


def change(helper: HelperClient, device: LoopDevice) -> str:
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, scheduler="bfq", rq_affinity=2)
    return session


def keep(helper: HelperClient, device: LoopDevice) -> None:
    session = change(helper, device)
    helper.call("EndSession", device.name, session=session, keep=True)


def kill_all(helper: HelperClient) -> None:
    pids = helper.helper_pids()
    kill_together(pids)
    wait_gone(pids[1])
    helper.leave()


def test_the_end_of_a_session_finds_its_disk_under_another_name(state: Path, plugs: Plugs) -> None:
    first = plugs.plug(WWN)
    before = own_settings(first)
    with leaving(start(state, plugs)) as helper:
        session = change(helper, first)
        plugs.pull(first)
        second = plugs.plug(WWN)
        assert second.diskseq != first_diskseq(state) and second.settings() != before
        assert helper.refusal("SetSettings", first.name, session=session, nomerges=1) in (
            "NoSuchDevice",
            "DeviceChanged",
        )
        ended = helper.call("EndSession", first.name, session=session, keep=False)
        assert set(ended["restored"]) == {"nomerges", "nr_requests"}
        assert second.settings() == before
        assert not list((state / "state/sessions").iterdir())


def first_diskseq(state: Path) -> int:
    (file,) = (state / "state/sessions").iterdir()
    return int(json.loads(file.read_text(encoding="utf-8"))["diskseq"])


def test_a_session_on_a_disk_known_by_another_name_keeps_others_away(
    state: Path, plugs: Plugs
) -> None:
    """Neither the same helper nor another one takes it for a new disk while a session is open."""
    first = plugs.plug(WWN)
    before = own_settings(first)
    with leaving(start(state, plugs)) as helper:
        session = change(helper, first)
        plugs.pull(first)
        second = plugs.plug(WWN)
        with leaving(start(state, plugs)) as another:
            for one in (helper, another):
                refused = one.refusal("BeginSession", second.name, diskseq=second.diskseq)
                assert refused == "DeviceBusy"
        helper.call("EndSession", first.name, session=session, keep=False)
        session = begin(helper, second)
        helper.call("EndSession", second.name, session=session, keep=False)
    assert second.settings() == before


def test_kept_originals_follow_the_disk(state: Path, plugs: Plugs) -> None:
    first = plugs.plug(WWN)
    before = own_settings(first)
    with leaving(start(state, plugs)) as helper:
        keep(helper, first)
        plugs.pull(first)
        second = plugs.plug(WWN)
        assert helper.call("Describe")["changed_devices"] == [second.name]
        keep(helper, second)
        assert helper.call("Describe")["changed_devices"] == [second.name]
        (sentence,) = helper.call("Restore", second.name)["restored"]
        assert sentence.startswith(f"{second.name}: restored scheduler, nr_requests")
        assert second.settings() == before
        assert helper.call("Describe")["changed_devices"] == []


def test_a_disk_that_is_gone_is_named_and_its_originals_are_kept(state: Path, plugs: Plugs) -> None:
    first = plugs.plug(WWN)
    before = own_settings(first)
    name = first.name
    with leaving(start(state, plugs)) as helper:
        keep(helper, first)
        plugs.pull(first)
    with leaving(start(state, plugs)) as helper:
        described = helper.call("Describe")
        assert described["changed_devices"] == [] and described["recovered"] == []
        (sentence,) = described["missing_devices"]
        assert sentence.startswith(f"{name} ({WWN}) is missing")
        assert helper.call("Restore")["restored"] == [sentence]
        third = plugs.plug(OTHER_WWN)
        assert helper.call("Restore")["restored"] == [sentence]
        assert third.read("nomerges") == "0"
        second = plugs.plug(WWN)
        assert helper.call("Describe")["missing_devices"] == []
        helper.call("Restore")
        assert second.settings() == before and third.read("nomerges") == "0"


def test_what_a_crash_left_waits_for_the_disk_to_come_back(state: Path, plugs: Plugs) -> None:
    first = plugs.plug(WWN)
    before = own_settings(first)
    helper = start(state, plugs)
    change(helper, first)
    plugs.pull(first)
    kill_all(helper)
    with leaving(start(state, plugs)) as again:
        described = again.call("Describe")
        assert described["recovered"] == described["missing_devices"] != []
    second = plugs.plug(WWN)
    with leaving(start(state, plugs)) as again:
        (sentence,) = again.call("Describe")["recovered"]
        assert sentence.startswith(f"{second.name}: restored")
        assert second.settings() == before
    assert not list((state / "state/sessions").iterdir())


def test_what_a_session_left_is_restored_as_soon_as_its_disk_is_there(
    state: Path, plugs: Plugs
) -> None:
    """By a helper that has been running all the time."""
    first = plugs.plug(WWN)
    before, name = own_settings(first), first.name
    with leaving(start(state, plugs)) as helper:
        session = change(helper, first)
        assert helper.call("Describe")["unrestored_devices"] == []
        plugs.pull(first)
        refused = helper.refusal("EndSession", name, session=session, keep=False)
        assert refused == "DeviceChanged"
        assert helper.call("Describe")["unrestored_devices"] == [name]
        (sentence,) = helper.call("Restore")["restored"]
        assert sentence.startswith(f"{name} ({WWN}) is missing")
        assert helper.call("Describe")["unrestored_devices"] == [name]
        second = plugs.plug(WWN)
        assert helper.call("Describe")["unrestored_devices"] == [second.name]
        (sentence,) = helper.call("Restore")["restored"]
        assert sentence.startswith(f"{second.name}: restored")
        assert second.settings() == before
        assert helper.call("Describe")["unrestored_devices"] == []


def test_a_missing_disk_with_kept_settings_is_unrestored(state: Path, plugs: Plugs) -> None:
    first = plugs.plug(WWN)
    with leaving(start(state, plugs)) as helper:
        keep(helper, first)
        assert helper.call("Describe")["unrestored_devices"] == []
        plugs.pull(first)
        assert helper.call("Describe")["unrestored_devices"] == [first.name]


def test_a_disk_without_a_name_for_good_is_forgotten_with_a_sentence(
    state: Path, plugs: Plugs
) -> None:
    first = plugs.plug("")
    name = first.name
    with leaving(start(state, plugs)) as helper:
        keep(helper, first)
        plugs.pull(first)
        second = plugs.plug("")
        described = helper.call("Describe")
        assert described["changed_devices"] == described["missing_devices"] == []
        (sentence,) = helper.call("Restore")["restored"]
        assert name in sentence and "restarted or replaced" in sentence
        assert second.scheduler == "none"


def test_two_disks_of_one_name_are_never_mistaken_for_each_other(state: Path, plugs: Plugs) -> None:
    """As the paths to one disk, or what a careless maker sells: each is itself, and no other."""
    first, second = plugs.plug(WWN), plugs.plug(WWN)
    before = own_settings(first)
    with leaving(start(state, plugs)) as helper:
        session = change(helper, first)
        other = begin(helper, second)
        helper.call("SetSettings", second.name, session=other, scheduler="kyber")
        helper.call("EndSession", first.name, session=session, keep=False)
        assert first.settings() == before and second.scheduler == "kyber"
        helper.call("EndSession", second.name, session=other, keep=True)
        plugs.pull(second)
        assert helper.call("Describe")["changed_devices"] == []
        helper.call("Restore")
        assert first.settings() == before


@pytest.mark.parametrize("persisted", [True, False])
@pytest.mark.parametrize("folder", ["originals", "sessions"])
def test_after_a_reboot_originals_are_worth_something_only_where_a_rule_sets_the_disk(
    state: Path, plugs: Plugs, persisted: bool, folder: str
) -> None:
    """The reboot is another boot in the record, and another name. A session that was killed after
    its settings were kept for good has filed nothing yet: its snapshot is what was before."""
    first = plugs.plug(WWN)
    before = own_settings(first)
    helper = start(state, plugs)
    if folder == "originals":
        keep(helper, first)
        helper.leave()
    else:
        change(helper, first)
        kill_all(helper)
    (file,) = (state / "state" / folder).iterdir()
    record = json.loads(file.read_text(encoding="utf-8"))
    record["boot"] = "00000000-0000-0000-0000-000000000000"
    file.write_text(json.dumps(record), encoding="utf-8")
    plugs.pull(first)
    if persisted:
        plugs.write_rules(udev_rules.render({Identity.parse(WWN): {"scheduler": "bfq"}}))
    second = plugs.plug(WWN)
    second.write("scheduler", "bfq")
    by_the_rule = second.settings()
    with leaving(start(state, plugs)) as helper_again:
        described = helper_again.call("Describe")
        assert second.settings() == by_the_rule
        if not persisted:
            assert described["changed_devices"] == [] and len(described["recovered"]) == 1
            return
        assert described["changed_devices"] == [second.name]
        helper_again.call("Restore", second.name)
        assert second.settings() == before
        assert helper_again.call("Describe")["persisted"] == []


@pytest.mark.parametrize("persisted", [True, False])
def test_after_a_reboot_the_memory_s_originals_are_worth_something_where_a_file_sets_it(
    state: Path, plugs: Plugs, virtual_memory: VirtualMemory, persisted: bool
) -> None:
    before = virtual_memory.settings()
    with leaving(start(state, plugs)) as helper:
        session = helper.call("BeginSession", "vm", diskseq=0)["session"]
        helper.call("SetSettings", "vm", session=session, swappiness=33)
        helper.call("EndSession", "vm", session=session, keep=True)
    (file,) = (state / "state/originals").iterdir()
    record = json.loads(file.read_text(encoding="utf-8"))
    record["boot"] = "00000000-0000-0000-0000-000000000000"
    file.write_text(json.dumps(record), encoding="utf-8")
    if persisted:
        plugs.write_sysctl(sysctl_file.render({"swappiness": "33"}))
    with leaving(start(state, plugs)) as helper:
        described = helper.call("Describe")
        assert described["changed_devices"] == (["vm"] if persisted else [])
        helper.call("Restore", "vm")
        assert virtual_memory.read("swappiness") == (before["swappiness"] if persisted else "33")


def test_originals_that_can_not_be_filed_keep_nothing_from_coming_back(
    state: Path, plugs: Plugs
) -> None:
    device = plugs.plug(WWN)
    before = own_settings(device)
    plugs.write_rules(udev_rules.render({Identity.parse(WWN): {"scheduler": "bfq"}}))
    helper = start(state, plugs)
    change(helper, device)
    kill_all(helper)
    for folder in ("sessions", "originals"):
        assert (state / "state" / folder).is_dir()
    with read_only(state / "state/sessions"), read_only(state / "state/originals"):
        with leaving(start(state, plugs)) as again:
            again.call("Describe")
        assert device.settings() == before
    with leaving(start(state, plugs)) as again:
        assert again.call("Describe")["changed_devices"] == [device.name]
