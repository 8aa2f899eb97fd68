"""``set`` and ``restore`` as a person meets them, against the real helper and real devices."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from storage_tuner.client.connecting import connect
from storage_tuner.client.setting_changes import Change, ChangeTarget, set_and_keep, try_for
from storage_tuner.core.errors import DeviceGone, ValueNotTaken
from tests.bus.plugs import plugs_in
from tests.loop_device import LoopDevice, LoopDeviceFactory
from tests.schemas import devices_schema
from tests.system.conftest import PATIENCE_S, Household, kill_hard, stopped_while_stuck, until
from tests.virtual_memory import VirtualMemory, virtual_memory

__all__ = ["virtual_memory"]

RULES = Path("/etc/udev/rules.d/99-storage-tuner.rules")
SYSCTL = Path("/etc/sysctl.d/90-storage-tuner.conf")


@pytest.fixture
def here(household: Household, monkeypatch: pytest.MonkeyPatch) -> Household:
    """Helpers that this process starts itself keep their things in the household."""
    for name in ("STATE_DIRECTORY", "RUNTIME_DIRECTORY"):
        monkeypatch.setenv(name, household.environment[name])
    return household


@pytest.mark.slow
def test_everything_at_once_in_any_order(household: Household, device: LoopDevice) -> None:
    before = device.settings()
    done = household.run(
        "set", device.path, "low_latency=0", "read_ahead_kb=64", "nr_requests=32", "scheduler=bfq"
    )
    assert done.returncode == 0, done.stderr
    assert (device.scheduler, device.read("nr_requests")) == ("bfq", "32")
    assert (device.read("iosched/low_latency"), device.read("read_ahead_kb")) == ("0", "64")
    lines = done.stdout.splitlines()
    assert f"{device.name}: scheduler none → bfq" in lines
    assert f"{device.name}: low_latency – → 0" in lines
    assert "back_seek_max" not in done.stdout
    again = household.run("set", device.path, "scheduler=bfq", "nr_requests=32")
    assert "Everything was already set." in again.stdout
    restored = household.run("restore", device.path)
    assert (restored.returncode, device.settings()) == (0, before)
    assert device.name in restored.stdout


def test_a_value_that_the_kernel_rounds_is_said_and_nothing_stays(
    household: Household, device: LoopDevice
) -> None:
    before = device.settings()
    done = household.run("set", device.path, "scheduler=kyber", "read_ahead_kb=130")
    assert done.returncode == 5
    assert "The kernel set another value: read_ahead_kb became 128 instead of 130." in done.stderr
    assert "The previous settings are active." in done.stderr
    assert device.settings() == before
    assert household.leftovers() == []


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("fifo_batch=4", 'belongs to the scheduler "mq-deadline", not to "none"'),
        ("queue_depth=1", "has no setting queue_depth"),
        ("group_thread_cnt=1", "has no setting group_thread_cnt"),
    ],
)
def test_what_this_device_cannot_take(
    household: Household, device: LoopDevice, setting: str, sentence: str
) -> None:
    done = household.run("set", device.path, setting)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr


def test_a_dry_run_changes_nothing(household: Household, device: LoopDevice) -> None:
    before = device.settings()
    done = household.run("set", device.path, "scheduler=bfq", "nr_requests=32", "--dry-run")
    folder = f"/sys/block/{device.name}/queue"
    assert done.stdout.splitlines()[:2] == [
        f"{folder}/scheduler: none → bfq",
        f"{folder}/nr_requests: {before['nr_requests']} → 32",
    ]
    told = json.loads(household.run("set", device.path, "nomerges=1", "--dry-run", "--json").stdout)
    devices_schema("dry_run").validate(told)
    assert told["changes"][0]["writes"] == [
        {"tunable": "nomerges", "path": f"{folder}/nomerges", "old": "0", "new": "1"}
    ]
    assert device.settings() == before
    assert household.leftovers() == []


def test_a_trial_ends_by_itself(household: Household, device: LoopDevice) -> None:
    before = device.settings()
    program = household.start("set", device.path, "scheduler=bfq", "--try", "5")
    until(lambda: device.scheduler == "bfq", "bfq")
    output, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 0, output
    assert "Previous settings restored." in output
    assert device.settings() == before
    assert "Nothing to restore" in household.run("restore", device.path).stdout


def test_a_trial_in_json(household: Household, device: LoopDevice) -> None:
    done = household.run("set", device.path, "scheduler=bfq", "--try", "5", "--json")
    told = json.loads(done.stdout)
    devices_schema("set").validate(told)
    assert (told["seconds"], told["restored"]) == (5, {device.name: None})
    assert told["set"][device.name]["scheduler"] == "bfq"


def test_a_trial_can_be_stopped(household: Household, device: LoopDevice) -> None:
    before = device.settings()
    program = household.start("set", device.path, "scheduler=bfq", "--try", "600")
    until(lambda: device.scheduler == "bfq", "bfq")
    program.send_signal(signal.SIGINT)
    output, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 130, output
    assert "Stopped. The previous settings are restored." in output
    assert "Traceback" not in output
    assert device.settings() == before


def test_a_value_that_does_not_come_back_after_a_trial_is_said(
    household: Household, device: LoopDevice, tmp_path: Path
) -> None:
    program = household.start("set", device.path, "nomerges=2", "--try", "600")
    output = stopped_while_stuck(program, device, tmp_path)
    assert "Stopped" not in output
    assert household.run("restore", device.name).stdout == f"{device.name}: nomerges 2 → 0\n"


def test_a_trial_whose_terminal_is_killed(household: Household, device: LoopDevice) -> None:
    before = device.settings()
    program = household.start("set", device.path, "scheduler=bfq", "--try", "600")
    until(lambda: device.scheduler == "bfq", "bfq")
    kill_hard(program)
    program.communicate(timeout=PATIENCE_S)
    until(lambda: device.settings() == before, "the old values")


def test_a_trial_ends_at_once_when_the_device_is_removed(
    household: Household, tmp_path: Path
) -> None:
    with plugs_in(tmp_path / "plugs") as plugs:
        going = plugs.plug("")
        program = household.start("set", going.path, "scheduler=bfq", "--try", "600")
        until(lambda: going.scheduler == "bfq", "bfq")
        plugs.pull(going)
        try:
            output, _ = program.communicate(timeout=PATIENCE_S)
        finally:
            kill_hard(program)
    assert program.returncode == 3, output
    assert f"{going.name} is no longer the same device" in output
    assert "Traceback" not in output
    assert household.leftovers() == []


def test_a_trial_on_several_ends_at_once_when_one_is_removed(
    here: Household, device: LoopDevice, tmp_path: Path
) -> None:
    before = device.settings()
    with plugs_in(tmp_path / "plugs") as plugs:
        going = plugs.plug("")
        targets = [ChangeTarget(one.name, one.diskseq) for one in (device, going)]
        wanted = changes(targets, scheduler="bfq")
        with pytest.raises(DeviceGone, match=f"^{going.name} "):
            try_for(connect, wanted, 600, lambda _: plugs.pull(going))
    assert device.settings() == before
    assert here.leftovers() == []


def test_a_second_one_is_refused_with_the_firsts_name(
    household: Household, device: LoopDevice
) -> None:
    first = household.start("set", device.path, "scheduler=bfq", "--try", "600")
    until(lambda: device.scheduler == "bfq", "bfq")
    second = household.run("set", device.path, "scheduler=kyber")
    assert second.returncode == 3, second.stderr
    assert f"storage-tuner: {device.name} is already being tuned by " in second.stderr
    assert device.scheduler == "bfq"
    first.send_signal(signal.SIGINT)
    first.communicate(timeout=PATIENCE_S)


def changes(targets: Iterable[ChangeTarget], **wanted: str) -> list[Change]:
    return [Change(target, wanted) for target in targets]


def test_all_devices_or_none(here: Household, loop_devices: LoopDeviceFactory) -> None:
    """The second device is another one by now."""
    one, two = loop_devices(), loop_devices()
    before = one.settings()
    targets = (ChangeTarget(one.name, one.diskseq), ChangeTarget(two.name, two.diskseq + 1000))
    with pytest.raises(DeviceGone):
        set_and_keep(connect, changes(targets, scheduler="bfq"), persist=False)
    assert one.settings() == before
    assert here.leftovers() == []


def test_all_devices_or_none_when_the_kernel_refuses(
    here: Household, loop_devices: LoopDeviceFactory
) -> None:
    one, two = loop_devices(), loop_devices()
    before = one.settings(), two.settings()
    targets = tuple(ChangeTarget(each.name, each.diskseq) for each in (one, two))
    with pytest.raises(ValueNotTaken):
        refused = changes(targets, scheduler="bfq", read_ahead_kb="130")
        set_and_keep(connect, refused, persist=False)
    assert (one.settings(), two.settings()) == before
    changed = set_and_keep(connect, changes(targets, scheduler="kyber"), persist=False)
    assert [each.after["scheduler"] for each in changed] == ["kyber", "kyber"]
    restored = here.run("restore", "--all", "--json")
    assert restored.returncode == 0
    devices_schema("restore").validate(json.loads(restored.stdout))
    assert (one.settings(), two.settings()) == before


def test_the_virtual_memory(household: Household, virtual_memory: VirtualMemory) -> None:
    before = virtual_memory.settings()
    other = "61" if before["swappiness"] == "60" else "60"
    done = household.run("set", "vm", f"swappiness={other}")
    assert done.returncode == 0, done.stderr
    assert virtual_memory.read("swappiness") == other
    shown = json.loads(household.run("show", "vm", "--json").stdout)
    assert shown["virtual_memory"]["settings"]["swappiness"] == other
    assert household.run("restore", "vm").returncode == 0
    assert virtual_memory.settings() == before


def in_a_room(
    home: Household, device: LoopDevice | None, *commands: str
) -> subprocess.CompletedProcess[str]:
    """Run a shell's ``commands``, in which ``tuner`` is the program, where /etc's folders of rules
    and udev's database are our own; the device has a serial number there."""
    private = " && ".join(
        f"mkdir -p {folder} && mount -t tmpfs tmpfs {folder}"
        for folder in ("/etc/udev", "/etc/sysctl.d", "/run")
    )
    setup = f"{private} && mkdir -p /etc/udev/rules.d /run/udev/data"
    if device is not None:
        number = Path("/sys/block", device.name, "dev").read_text(encoding="ascii").strip()
        setup += f" && echo E:ID_SERIAL=LoopForTest-7 > /run/udev/data/b{number}"
    function = f'tuner() {{ {sys.executable} -m storage_tuner "$@"; }}'
    script = "; ".join((setup, function, "set -e", *commands))
    return subprocess.run(
        ["unshare", "--mount", "sh", "-c", script],
        env=home.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
    )


def test_what_is_kept_for_good_is_what_the_dry_run_showed(
    household: Household, device: LoopDevice
) -> None:
    before = device.settings()
    words = f"{device.path} scheduler=bfq nr_requests=32 --persist"
    done = in_a_room(
        household,
        device,
        f"tuner set {words} --dry-run --json",
        f"test ! -e {RULES}",
        "echo ===",
        f"tuner set {words} --json",
        "echo ===",
        f"cat {RULES}",
        "echo ===",
        f"tuner restore {device.path}",
        f"test ! -e {RULES}",
    )
    assert done.returncode == 0, done.stderr
    dry, kept, rules, restored = done.stdout.split("===\n")
    devices_schema("dry_run").validate(json.loads(dry))
    devices_schema("set").validate(json.loads(kept))
    (shown,) = json.loads(dry)["persistent"]
    assert shown["identity"] == "ID_SERIAL=LoopForTest-7"
    assert shown["path"] == str(RULES)
    assert shown["text"] in rules
    assert 'ATTR{queue/scheduler}="bfq"' in rules
    assert json.loads(kept)["set"][device.name]["nr_requests"] == "32"
    assert json.loads(kept)["persistent"] == [shown]
    assert "permanent settings removed" in restored
    assert device.settings() == before


@pytest.mark.slow
def test_a_rule_edited_by_hand_is_told_once_as_left(
    household: Household, device: LoopDevice
) -> None:
    before = device.settings()
    done = in_a_room(
        household,
        device,
        f"tuner set {device.path} scheduler=bfq --persist --json > /dev/null",
        f"echo '# mine' >> {RULES}",
        'tuner restore --all --json || echo "=== $?"',
        f'tuner restore {device.path} 2>&1 || echo "=== $?"',
    )
    assert done.returncode == 0, done.stderr
    all_of_it, one, end = done.stdout.split("=== 1\n")
    told = json.loads(all_of_it)
    devices_schema("restore").validate(told)
    sentence = f"{RULES} was edited by hand"
    assert [line.startswith(sentence) for line in told["left"]] == [True]
    assert not any(sentence in line for line in told["restored"])
    assert one.count(sentence) == 1 and "Nothing to restore" not in one
    assert end == ""
    assert device.settings() == before


def test_a_conflicting_rule_is_named_before(household: Household, device: LoopDevice) -> None:
    rule = f'ACTION=="add|change", KERNEL=="{device.name}", ATTR{{queue/scheduler}}="kyber"'
    done = in_a_room(
        household,
        device,
        f"echo '{rule}' > /etc/udev/rules.d/60-theirs.rules",
        f"tuner set {device.path} scheduler=bfq --dry-run",
    )
    assert done.returncode == 0, done.stderr
    assert "udev rule" in done.stderr
    assert f"sets scheduler of {device.name} to kyber" in done.stderr
    assert "/etc/udev/rules.d/60-theirs.rules" in done.stderr


@pytest.mark.slow
def test_the_virtual_memory_for_good(household: Household, virtual_memory: VirtualMemory) -> None:
    before = virtual_memory.settings()
    other = "61" if before["swappiness"] == "60" else "60"
    done = in_a_room(
        household,
        None,
        f"tuner set vm swappiness={other} --persist",
        f"cat {SYSCTL}",
        "tuner restore vm",
        f"test ! -e {SYSCTL}",
    )
    assert done.returncode == 0, done.stderr
    assert f"vm: swappiness {before['swappiness']} → {other}" in done.stdout
    assert f"vm.swappiness = {other}\n" in done.stdout
    assert virtual_memory.settings() == before


def test_what_cannot_be_recognised_is_not_kept(household: Household, device: LoopDevice) -> None:
    before = device.settings()
    for more in ((), ("--dry-run",)):
        done = household.run("set", device.path, "scheduler=bfq", "--persist", *more)
        assert done.returncode == 5
        assert "no persistent ID" in done.stderr
        assert device.settings() == before
