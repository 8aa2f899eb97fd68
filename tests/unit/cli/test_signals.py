"""How often one may ask to stop, and what that mustn't hide."""

from __future__ import annotations

import signal

import pytest

from storage_tuner.cli.signals import obeying_signals
from storage_tuner.core.errors import NotRestored
from storage_tuner.jobs.device_job import DeviceJob
from tests.unit.client.test_setting_changes import Helper
from tests.unit.jobs.test_device_job import Notes, Work, refused


class Session(DeviceJob):
    """Nothing is held."""

    def __init__(self) -> None:
        super().__init__(lambda: Helper(), Notes())

    @property
    def is_stopped(self) -> bool:
        return self._control.is_cancelled()


def test_a_terminal_hangs_up_as_often_as_it_likes() -> None:
    """The shell of a connection that drops sends one hang-up, and the system another one when the
    shell ends: nobody is there who doesn't want to wait."""
    session = Session()
    with obeying_signals(session):
        for _ in range(3):
            signal.raise_signal(signal.SIGHUP)
    assert session.is_stopped


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_who_asks_twice_does_not_want_to_wait(number: signal.Signals) -> None:
    session = Session()
    with pytest.raises(KeyboardInterrupt), obeying_signals(session):
        signal.raise_signal(signal.SIGHUP)
        signal.raise_signal(number)
        assert session.is_stopped
        signal.raise_signal(number)


class Ending(Helper):
    """Is still ending when somebody presses Ctrl-C."""

    def close(self) -> None:
        signal.raise_signal(signal.SIGINT)
        super().close()


def test_stopping_hides_no_setting_that_stays_changed() -> None:
    """The exit code of a stop would promise that the settings from before are back."""
    helper = Ending(EndSession_md0=refused())
    with (
        pytest.raises((NotRestored, KeyboardInterrupt)) as raised,
        obeying_signals(Work(helper)),
    ):
        pass
    assert raised.type is NotRestored
    assert helper.closed
