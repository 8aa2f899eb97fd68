"""Several devices, such as an array's members: all are changed or none, whatever fails or is
killed, and whenever."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bus.connections import HelperClient, Refused, StdioClient, leaving, wait_gone
from tests.bus.test_hot_plug import kill_all
from tests.bus.test_kills import nothing_is_left
from tests.bus.test_sessions import begin, full_folder, reattach
from tests.loop_device import LoopDevice, LoopDeviceFactory

LONGEST_DELAY_S = 0.03
MOMENTS = 16


@pytest.fixture
def members(loop_devices: LoopDeviceFactory) -> list[LoopDevice]:
    return [loop_devices() for _ in range(3)]


def change_all(helper: HelperClient, members: list[LoopDevice]) -> list[str]:
    sessions = [begin(helper, member) for member in members]
    for member, session in zip(members, sessions, strict=True):
        helper.call("SetSettings", member.name, session=session, scheduler="bfq", nomerges=2)
    return sessions


def all_settings(members: list[LoopDevice]) -> list[dict[str, str]]:
    return [member.settings() for member in members]


def test_all_are_kept_and_restored(helper: HelperClient, members: list[LoopDevice]) -> None:
    before = all_settings(members)
    sessions = change_all(helper, members)
    kept = helper.call("KeepTogether", sessions=sessions)["kept"]
    names = [member.name for member in members]
    expected = {f"{n} {one}" for n in names for one in ("scheduler", "nr_requests", "nomerges")}
    # of a queue where nobody set it before, bfq switches the throttling off
    assert expected <= set(kept) <= expected | {f"{n} wbt_lat_usec" for n in names}
    assert helper.refusal("Revert", names[0], session=sessions[0]) == "NoSuchSession"
    assert set(names) <= set(helper.call("Describe")["changed_devices"])
    assert len(helper.call("Restore")["restored"]) >= 3
    assert all_settings(members) == before


ODD_LISTS: tuple[object, ...] = (
    *([], ["x"], "0" * 32, ["0" * 32], ["0" * 32] * 2),
    *([1], [["0" * 32]], ["../" + "0" * 29]),
)


def test_odd_lists_of_sessions_are_refused(stdio: StdioClient, device: LoopDevice) -> None:
    session = begin(stdio, device)
    stdio.call("SetSettings", device.name, session=session, nomerges=2)
    for odd in ODD_LISTS:
        refused = stdio.refusal("KeepTogether", sessions=odd)
        assert refused in ("InvalidArgument", "NoSuchSession"), odd
    more = [session, "0" * 32]
    assert stdio.refusal("KeepTogether", sessions=more) == "NoSuchSession"
    assert stdio.refusal("KeepTogether", sessions=[session, session]) == "InvalidArgument"
    stdio.call("EndSession", device.name, session=session, keep=False)
    assert device.read("nomerges") == "0"


def test_somebody_elses_session_is_not_kept(
    stdio: StdioClient, state: Path, members: list[LoopDevice]
) -> None:
    with leaving(StdioClient(state)) as other:
        theirs = begin(other, members[0])
        ours = begin(stdio, members[1])
        assert stdio.refusal("KeepTogether", sessions=[ours, theirs]) == "NoSuchSession"


@pytest.mark.parametrize("folder", ["originals", "keeping"])
def test_what_can_not_be_filed_is_kept_nowhere(
    stdio: StdioClient, members: list[LoopDevice], state: Path, folder: str
) -> None:
    before = all_settings(members)
    sessions = change_all(stdio, members)
    with full_folder(state / "state" / folder):
        assert stdio.refusal("KeepTogether", sessions=sessions) == "NoSpace"
    assert stdio.call("Describe")["changed_devices"] == []
    assert {member.scheduler for member in members} == {"bfq"}, "the sessions go on"
    stdio.leave()
    assert all_settings(members) == before
    assert nothing_is_left(state)


def test_a_member_that_went_away_keeps_the_others_from_being_kept(
    stdio: StdioClient, members: list[LoopDevice], state: Path
) -> None:
    before = all_settings(members)
    sessions = change_all(stdio, members)
    reattach(members[1])
    assert stdio.refusal("KeepTogether", sessions=sessions) == "DeviceChanged"
    stdio.leave()
    members[1].write("scheduler", "none")
    assert all_settings(members)[::2] == before[::2]


def test_a_member_that_refuses_brings_all_back(
    stdio: StdioClient, members: list[LoopDevice]
) -> None:
    """The last one has no scheduler, so it can't have so many requests; the application leaves."""
    before = all_settings(members)
    change_all(stdio, members[:2])
    session = begin(stdio, members[2])
    with pytest.raises(Refused) as refused:
        stdio.call("SetSettings", members[2].name, session=session, nr_requests=2048)
    assert refused.value.name == "KernelRefused"
    stdio.leave()
    assert all_settings(members) == before


@pytest.mark.sampled(3)
@pytest.mark.parametrize("moment", range(MOMENTS))
def test_killed_while_keeping_all_are_kept_or_none_is(
    members: list[LoopDevice], state: Path, moment: int
) -> None:
    """Nobody may say later of one device that it's kept, and of another that it isn't."""
    chance = random.Random(moment)
    before = all_settings(members)
    helper = StdioClient(state)
    sessions = change_all(helper, members)
    changed = all_settings(members)
    helper.start("KeepTogether", sessions=sessions)
    time.sleep(chance.uniform(0, LONGEST_DELAY_S))
    killing: list[Callable[[HelperClient], None]] = [kill_all, kill_worker]
    killing[moment % 2](helper)
    with leaving(StdioClient(state)) as again:
        names = again.call("Describe")["changed_devices"]
        present = all_settings(members)
        assert present in (before, changed)
        assert names == (sorted(member.name for member in members) if present == changed else [])
        assert not list((state / "state/keeping").iterdir())
        assert nothing_is_left(state)
        again.call("Restore")
    assert all_settings(members) == before


def kill_worker(helper: HelperClient) -> None:
    supervisor, worker = helper.helper_pids()
    os.kill(worker, signal.SIGKILL)
    wait_gone(supervisor)
    helper.leave()
