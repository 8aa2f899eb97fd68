"""Killed while something is being kept: a whole file, the way back, the command for the boot."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from storage_tuner_helper.devices.identity import Identity
from storage_tuner_helper.keeping import sysctl_file, udev_rules
from tests.bus.connections import LAUNCHER, HelperEnded, kill_together, wait_gone, wait_until
from tests.bus.test_persist import BFQ, kept
from tests.bus.test_sessions import begin
from tests.bus.udev_system import WWN, UdevSystem, udev_system
from tests.loop_device import LoopDevice
from tests.virtual_memory import steady_memory

__all__ = ["steady_memory"]

PROGRAM = Path(__file__).with_name("killed_persisting.py")
FIRST = {"nomerges": "1"}


@pytest.fixture
def database(state: Path) -> Iterator[UdevSystem]:
    with udev_system(state, daemon=False) as system:
        yield system


@pytest.fixture
def udev(state: Path) -> Iterator[UdevSystem]:
    with udev_system(state, daemon=True) as system:
        yield system


def persist_and_die(
    udev: UdevSystem, device: LoopDevice, step: int, values: dict[str, str]
) -> int | None:
    """How many steps there were, None when it was killed."""
    pairs = [f"{name}={value}" for name, value in values.items()]
    argv = [sys.executable, str(PROGRAM), str(udev.state / "state"), device.name]
    done = subprocess.run(
        udev.inside(*argv, str(device.diskseq), str(step), *pairs), capture_output=True, check=False
    )
    if done.returncode == -signal.SIGKILL:
        return None
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


def leftovers(udev: UdevSystem) -> list[str]:
    rules, state = udev.place("/etc/udev/rules.d"), udev.state / "state"
    names = [entry.name for entry in rules.iterdir() if entry.name != "99-storage-tuner.rules"]
    return names + [entry.name for entry in state.glob("persisting.json*")]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("daemon", [False, True], ids=["no-daemon", "daemon"])
def test_killed_before_any_step_the_file_is_whole_and_then_the_old_one(
    state: Path, device: LoopDevice, daemon: bool
) -> None:
    """Each step in turn; what the next start makes of it is what was before."""
    with udev_system(state, daemon=daemon) as udev:
        udev.identify(device, WWN)
        with udev.helper() as helper:
            kept(helper, device, FIRST)
        old = udev.rules()
        both = {**FIRST, "rq_affinity": "2"}
        device.write("rq_affinity", "2")
        new = udev_rules.render({Identity.parse(WWN): both})
        seen = set()
        step = 0
        while (steps := persist_and_die(udev, device, step := step + 1, both)) is None:
            assert udev.rules() in (old, new)
            seen.add(udev.rules())
            udev.recover()
            assert udev.rules() == old and not leftovers(udev)
        assert step == steps + 1 > 8 and seen == {old, new}
        assert udev.rules() == new and not leftovers(udev)


@pytest.mark.slow
@pytest.mark.usefixtures("steady_memory")
def test_killed_before_any_step_two_files_are_both_the_old_ones_then(
    database: UdevSystem, device: LoopDevice
) -> None:
    """A disk's settings and the memory's, kept in one call: with the values that they have."""
    database.identify(device, WWN)
    swappiness = Path("/proc/sys/vm/swappiness").read_text(encoding="ascii").strip()
    both = {"nomerges": device.read("nomerges"), "swappiness": swappiness}
    seen = set()
    step = 0
    while persist_and_die(database, device, step := step + 1, both) is None:
        seen.add((database.rules() != "", database.sysctl() != ""))
        database.recover()
        assert (database.rules(), database.sysctl()) == ("", "") and not leftovers(database)
    assert seen == {(False, False), (True, False), (True, True)}
    assert database.rules() != "" != database.sysctl() and not leftovers(database)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("examples", [8, pytest.param(40, marks=pytest.mark.slow)])
def test_the_helper_killed_at_any_moment_of_keeping_brings_all_back_or_has_kept_it(
    udev: UdevSystem, device: LoopDevice, examples: int
) -> None:
    """The worker, with its supervisor left to clean up; and both, with the next start to do it."""
    udev.identify(device, WWN)
    before = device.settings()

    @hypothesis_settings(
        max_examples=examples,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.floats(0, 0.12), st.booleans())
    def once(seconds: float, both: bool) -> None:
        _kill_while_keeping(udev, device, seconds, both=both)
        udev.recover()
        assert udev_rules.parse(udev.rules()) in ({}, {Identity.parse(WWN): BFQ})
        assert not leftovers(udev)
        with udev.helper() as helper:
            helper.call("Restore", device.name)
            assert udev.nothing_is_written()
        assert device.settings() == before

    once()


def _kill_while_keeping(
    udev: UdevSystem, device: LoopDevice, seconds: float, *, both: bool
) -> None:
    with udev.helper() as helper:
        session = begin(helper, device)
        helper.call("SetSettings", device.name, session=session, **BFQ)
        pids = helper.helper_pids() if both else helper.helper_pids()[1:]
        waiting = helper.start("Persist", device.name, session=session, **BFQ)
        with contextlib.suppress(TimeoutError, HelperEnded):
            helper.client.answer(waiting, seconds)
        kill_together(pids)
        for pid in pids:
            wait_gone(pid)


def test_an_event_that_is_held_up_sets_nothing_after_a_kill(
    udev: UdevSystem, device: LoopDevice
) -> None:
    """A busy udev has read the new rule and is still in the middle of the event when all is put
    back."""
    udev.identify(device, WWN)
    before = device.settings()
    with udev.helper() as helper:
        session = begin(helper, device)
        helper.call("SetSettings", device.name, session=session, **BFQ)
        supervisor, worker = helper.helper_pids()
        with udev.held_events(device) as is_held:
            helper.start("Persist", device.name, session=session, **BFQ)
            wait_until(is_held, "udev's event")
            kill_together([worker])
            wait_until(lambda: waits_for_udev(supervisor) or device.settings() == before, "it")
        wait_gone(supervisor)
    udev.settle()
    assert device.settings() == before and udev.nothing_is_written()


def test_an_event_that_is_held_up_sets_nothing_after_restoring(
    udev: UdevSystem, device: LoopDevice
) -> None:
    udev.identify(device, WWN)
    before = device.settings()
    with udev.helper() as helper:
        kept(helper, device, BFQ)
        _, worker = helper.helper_pids()
        with udev.held_events(device) as is_held:
            udev.begin_event(device)
            wait_until(is_held, "udev's event")
            number = helper.start("Restore", device.name)
            wait_until(lambda: waits_for_udev(worker) or device.settings() == before, "it")
        helper.result(number)
    udev.settle()
    assert device.settings() == before and udev.nothing_is_written()


def waits_for_udev(pid: int) -> bool:
    """Whether a process of the helper waits until no event is left."""
    with contextlib.suppress(psutil.NoSuchProcess):
        children = psutil.Process(pid).children()
        return any("settle" in child.cmdline() for child in children)
    return False


def test_what_is_interrupted_is_told_by_the_command_for_the_boot(
    database: UdevSystem, device: LoopDevice
) -> None:
    state = database.state / "state"
    state.mkdir(mode=0o700)
    new = udev_rules.render({Identity.parse(WWN): FIRST})
    record = {"path": udev_rules.PATH, "before": "", "after": new}
    (state / "persisting.json").write_text(json.dumps(record), encoding="ascii")
    database.place(udev_rules.PATH).write_text(new, encoding="ascii")
    (sentence,) = database.recover()
    assert udev_rules.PATH in sentence and database.nothing_is_written()
    assert database.recover() == []


ODD: list[dict[str, object]] = [
    {"path": "/etc/passwd"},
    {"path": sysctl_file.PATH, "before": "kernel.core_pattern = |/bin/sh\n"},
    {"before": 'KERNEL=="sda", RUN+="/bin/sh"\n'},
    {"before": None},
    {"after": None},
    {},
]


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_note_of_what_was_before_is_set_aside(
    database: UdevSystem, odd: dict[str, object]
) -> None:
    """What it says would be written by root."""
    state = database.state / "state"
    state.mkdir(mode=0o700)
    text = udev_rules.render({Identity.parse(WWN): FIRST})
    record = {"path": udev_rules.PATH, "before": "", "after": text, **odd} if odd else {}
    (state / "persisting.json").write_text(json.dumps(record), encoding="ascii")
    database.place(udev_rules.PATH).write_text(text, encoding="ascii")
    (sentence,) = database.recover()
    assert "set aside" in sentence
    assert database.rules() == text and database.sysctl() == ""
    assert Path("/etc/passwd").stat().st_size


def test_an_edit_by_hand_since_then_stays(database: UdevSystem) -> None:
    state = database.state / "state"
    state.mkdir(mode=0o700)
    new = udev_rules.render({Identity.parse(WWN): FIRST})
    record = {"path": udev_rules.PATH, "before": "", "after": new}
    (state / "persisting.json").write_text(json.dumps(record), encoding="ascii")
    database.place(udev_rules.PATH).write_text(f"{new}# mine\n", encoding="ascii")
    database.recover()
    assert database.rules() == f"{new}# mine\n" and not leftovers(database)


def test_a_link_in_its_place_is_told_once_and_stays(database: UdevSystem) -> None:
    state = database.state / "state"
    state.mkdir(mode=0o700)
    new = udev_rules.render({Identity.parse(WWN): FIRST})
    record = {"path": udev_rules.PATH, "before": "", "after": new}
    (state / "persisting.json").write_text(json.dumps(record), encoding="ascii")
    file = database.place(udev_rules.PATH)
    file.symlink_to("/dev/null")
    (sentence,) = database.recover()
    assert "edited by hand" in sentence and file.is_symlink()
    assert database.recover() == []


def test_the_command_for_the_boot_brings_back_what_a_session_left(
    database: UdevSystem, device: LoopDevice
) -> None:
    before = device.settings()
    with database.helper() as helper:
        session = begin(helper, device)
        helper.call("SetSettings", device.name, session=session, scheduler="bfq")
        pids = helper.helper_pids()
        kill_together(pids)
        wait_gone(pids[1])
    assert device.scheduler == "bfq"
    (sentence,) = database.recover()
    assert device.name in sentence and device.settings() == before
    assert database.recover() == []


def test_a_living_helper_s_work_is_left_alone_by_the_command(
    database: UdevSystem, device: LoopDevice
) -> None:
    with database.helper() as helper:
        session = begin(helper, device)
        helper.call("SetSettings", device.name, session=session, scheduler="bfq")
        assert database.recover() == []
        assert device.scheduler == "bfq"


OLD_BOOT = "00000000-0000-0000-0000-000000000000"


def _age(udev: UdevSystem, folder: str) -> None:
    """As if the snapshots there were from before a restart."""
    for file in (udev.state / "state" / folder).glob("*.json"):
        record = json.loads(file.read_text(encoding="utf-8"))
        file.write_text(json.dumps({**record, "boot": OLD_BOOT}), encoding="utf-8")


def test_after_a_restart_originals_stay_where_something_is_kept_for_good(
    database: UdevSystem, device: LoopDevice
) -> None:
    """They are the way back: the kernel has forgotten what was set, the rule has set it again."""
    database.identify(device, WWN)
    before = device.settings()
    with database.helper() as helper:
        kept(helper, device, BFQ)
    _age(database, "originals")
    assert not [sentence for sentence in database.recover() if "forgotten" in sentence]
    with database.helper() as helper:
        helper.call("Restore", device.name)
    assert database.nothing_is_written() and device.settings() == before


def test_after_a_restart_originals_of_what_was_not_kept_for_good_are_dropped(
    database: UdevSystem, device: LoopDevice
) -> None:
    database.identify(device, WWN)
    with database.helper() as helper:
        session = begin(helper, device)
        helper.call("SetSettings", device.name, session=session, nomerges=1)
        helper.call("EndSession", device.name, session=session, keep=True)
    _age(database, "originals")
    assert database.recover()
    assert not list((database.state / "state/originals").glob("*.json"))
    device.write("nomerges", "0")


def test_the_command_is_root_s(state: Path) -> None:
    done = subprocess.run(
        ["setpriv", "--reuid", "nobody", "--clear-groups", str(LAUNCHER), "recover"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1 and "root" in done.stderr
