"""``tune --persist`` against the real helper and a real loop device."""

from __future__ import annotations

import shlex
import sys

from tests.loop_device import LoopDevice
from tests.system.conftest import Household
from tests.system.test_settings import RULES, in_a_room

KEEPING = """
import sys
from storage_tuner.cli.terminal_events import TerminalListener
from storage_tuner.core.plan import Target, TargetKind
from storage_tuner.jobs.tuning import Tuning
from storage_tuner.client.connecting import connect
from storage_tuner.jobs.tuning_session import TuningSession

listener = TerminalListener(sys.stderr)
with TuningSession(connect, listener) as session:
    session.open(Target(TargetKind.DEVICE, sys.argv[1]))
    session.require_keepable()
    Tuning(session, listener).keep_permanently((("scheduler", "bfq"),))
"""


def test_what_is_recommended_is_kept_and_who_undoes_it_named(
    household: Household, device: LoopDevice
) -> None:
    before = device.settings()
    rule = f'KERNEL=="{device.name}", ATTR{{queue/scheduler}}="kyber"'
    done = in_a_room(
        household,
        device,
        f"echo '{rule}' > /etc/udev/rules.d/60-theirs.rules",
        f"{sys.executable} -c {shlex.quote(KEEPING)} {device.name}",
        f"cat {RULES}",
        f"tuner restore {device.path}",
    )
    assert done.returncode == 0, done.stderr
    assert f"{device.name}: made permanent in {RULES}" in done.stderr
    assert f"udev rule sets scheduler of {device.name} to kyber" in done.stderr
    assert "No udev daemon is running here" in done.stderr
    assert 'ATTR{queue/scheduler}="bfq"' in done.stdout
    assert device.settings() == before


def test_nobody_measures_for_what_cannot_be_kept(household: Household, device: LoopDevice) -> None:
    done = household.run("tune", device.path, "--persist")
    assert done.returncode == 5
    assert "no persistent ID" in done.stderr
    assert "Compares" not in done.stderr
    practice = household.run("tune", "--practice", "--persist")
    assert practice.returncode == 2
    assert "practice disk is temporary" in practice.stderr
    both = household.run("tune", device.path, "--persist", "--apply")
    assert both.returncode == 2
