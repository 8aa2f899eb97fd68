"""Makes the udev daemon reload its rules and apply them to one device."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage_tuner_helper.devices.identity import (
    udev_entry_version,
    udev_is_running,
    udev_properties,
)
from storage_tuner_helper.devices.sysfs import PinnedDevice
from storage_tuner_helper.errors import NotApplied
from storage_tuner_helper.keeping.udev_rules import MARK, MEASURING
from storage_tuner_protocol.message import said

_UDEVADM_PLACES = ("/usr/bin/udevadm", "/bin/udevadm", "/usr/sbin/udevadm", "/sbin/udevadm")
_ANSWER_SECONDS = 10.0
_REPEAT_SECONDS = 2.5


def reload_rules() -> bool:
    """Reload the rules and return whether a daemon runs that did. Raises ``NotApplied`` when it
    hangs."""
    return udev_is_running() and _told("control", "--reload")


def withdraw_rules() -> None:
    """Reload the rules, and wait until no event is left that began with the earlier ones: it would
    set their values later. Raises ``NotApplied`` when the daemon hangs, or another program holds
    up an event of any device for too long."""
    if reload_rules():
        _told("settle")


def apply_rules(device: PinnedDevice, mark: str) -> None:
    """Have the rules applied to the device, even during a session, and wait until its entry in
    udev's database is renewed and has ``mark``, which is the last step. The event is repeated, as
    the daemon may lose one: when it is restarted, or drops a message. Raises ``NotApplied``."""
    with _unmeasured(device.name):
        before = udev_entry_version(device)
        deadline = time.monotonic() + _ANSWER_SECONDS
        while time.monotonic() < deadline:
            device.write("uevent", "change")
            if _comes_to_be_applied(device, mark, before):
                return
    raise NotApplied(said("udev doesn't apply the rules of {device}.", device=device.name))


def _comes_to_be_applied(device: PinnedDevice, mark: str, before: tuple[int, int]) -> bool:
    """Return whether the rules are applied before the event is to be repeated."""
    repeated = time.monotonic() + _REPEAT_SECONDS
    while time.monotonic() < repeated:
        if _is_applied(device, mark, before):
            return True
        time.sleep(0.02)
    return False


def _is_applied(device: PinnedDevice, mark: str, before: tuple[int, int]) -> bool:
    """Return whether the entry is new and has the mark: the entry from before may have the mark of
    a failed attempt."""
    if udev_entry_version(device) == before:
        return False
    return (udev_properties(device) or {}).get(MARK) == mark


@contextmanager
def _unmeasured(name: str) -> Iterator[None]:
    """Remove the device's entry meanwhile, since our rules skip devices with an entry here."""
    entry = Path(MEASURING, name)
    try:
        entry.unlink()
    except OSError:
        yield
        return
    try:
        yield
    finally:
        entry.touch(mode=0o600)


def _told(*arguments: str) -> bool:
    """Call udevadm and return whether it was done; False where there is none."""
    program = next((place for place in _UDEVADM_PLACES if Path(place).exists()), None)
    if program is None:
        return False
    try:
        done = subprocess.run(
            [program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={},
            cwd="/",
            timeout=_ANSWER_SECONDS,
            start_new_session=True,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NotApplied(said("udev doesn't respond.")) from None
    return done.returncode == 0
