"""Nobody without a password ends the helper, fills its memory, or disturbs others' sessions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bus.attacker import ATTACKS, big_messages_at_once, fuzzed_calls_for_long, ten_seconds
from tests.bus.environment import Environment
from tests.bus.test_sessions import begin
from tests.loop_device import LoopDevice, scratch_folder

MOST_KIB = 72 << 10
LONG = {attack.__name__ for attack in (big_messages_at_once, fuzzed_calls_for_long, ten_seconds)}
QUICK = sorted(ATTACKS.keys() - LONG)
REPETITIONS = 20


@contextmanager
def environment_with(daemon: str) -> Iterator[Environment]:
    with scratch_folder() as folder:
        system = Environment(folder, daemon=daemon)
        try:
            yield system
        finally:
            system.end_helper()
            system.close()


@pytest.fixture(scope="module", params=["dbus-daemon", "dbus-broker"])
def attacked(request: pytest.FixtureRequest) -> Iterator[Environment]:
    """A bus that is a helper's alone, which stays the same from attack to attack."""
    with environment_with(request.param) as system:
        yield system


def assert_undisturbed(
    attacked: Environment, device: LoopDevice, attack: str, repetitions: int
) -> None:
    """Root has a session beside the attacks of an ordinary user. The helper of the test before has
    ended if nobody called it for a minute, while this one waited for its turn."""
    attacked.start_helper()
    with attacked.client() as root:
        session = begin(root, device)
        root.call("SetSettings", device.name, session=session, nomerges=2)
        processes = root.helper_pids()
        forget_peak(processes[1])
        for seed in range(repetitions):
            attacked.attack(attack, seed)
        peak = peak_kib(Path(f"/proc/{processes[1]}/status").read_text(encoding="ascii"))
        print(f"{repetitions} times {attack}: at most {peak >> 10} MiB")
        assert root.helper_pids() == processes
        assert device.settings()["nomerges"] == "2"
        assert root.call("Revert", device.name, session=session)["nomerges"] == "0"
        assert peak <= MOST_KIB


def forget_peak(process: int) -> None:
    """proc(5): 5 resets the peak of the resident set."""
    Path(f"/proc/{process}/clear_refs").write_text("5", encoding="ascii")


def peak_kib(status: str) -> int:
    """Of the resident set, as a process's status tells it."""
    (kib,) = re.findall(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)
    return int(kib)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("attack", QUICK)
def test_an_attack_disturbs_nobody(attacked: Environment, device: LoopDevice, attack: str) -> None:
    assert_undisturbed(attacked, device, attack, 1)


@pytest.mark.slow
@pytest.mark.parametrize("attack", QUICK)
def test_an_attack_that_is_repeated_disturbs_nobody(
    attacked: Environment, device: LoopDevice, attack: str
) -> None:
    assert_undisturbed(attacked, device, attack, REPETITIONS)


@pytest.mark.slow
@pytest.mark.parametrize("attack", sorted(LONG))
def test_a_long_attack_disturbs_nobody(
    attacked: Environment, device: LoopDevice, attack: str
) -> None:
    assert_undisturbed(attacked, device, attack, 2)
