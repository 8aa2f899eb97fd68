"""Sessions of the helper over the devices whose settings are changed together: all or none."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from storage_tuner.client.helper import HelperConnection, Value, call
from storage_tuner.core.errors import (
    DeviceGone,
    NotRestored,
    OperationRefused,
    StorageTunerError,
    UnknownDevice,
)
from storage_tuner.core.message import together

Settings = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class HelperSession:
    """The helper's session over one device."""

    connection: HelperConnection
    device: str
    identifier: str

    def call(self, method: str, **arguments: Value) -> Mapping[str, object]:
        """Raises the errors of the helper; one that isn't there any more is ``DeviceGone``."""
        given = {"session": self.identifier, **arguments}
        try:
            return call(self.connection, method, self.device, given)
        except UnknownDevice:  # it was there when the session began
            raise DeviceGone(self.device) from None


def allow_risk(session: HelperSession, risk: str) -> None:
    """A person agreed to what ``risk`` is the name of; another one may have to type a password."""
    arguments: dict[str, Value] = {"session": session.identifier, "risk": risk}
    call(session.connection, "AllowRisk", session.device, arguments, timeout=None)


def apply_to_all(sessions: Sequence[HelperSession], settings: Settings) -> None:
    """Set ``settings`` on every session's device, or on none: a failure brings all back."""
    if settings:
        _all_or_none(sessions, lambda session: session.call("SetSettings", **dict(settings)))


def try_on_all(sessions: Sequence[HelperSession], settings: Settings, seconds: int) -> None:
    """Set ``settings`` everywhere or nowhere; the helper takes them back after ``seconds``."""
    _all_or_none(
        sessions,
        lambda session: session.call("TrySettings", seconds=seconds, **dict(settings)),
    )


def revert_all(sessions: Sequence[HelperSession]) -> None:
    """Bring back what can be brought back everywhere; raises as ``undo_on_all`` does."""
    undo_on_all(sessions, lambda session: session.call("Revert"))


def undo_on_all(
    sessions: Sequence[HelperSession], action: Callable[[HelperSession], object]
) -> None:
    """Do it on every one; then raise one error that tells of all that went wrong, which is
    ``NotRestored`` when the helper couldn't bring something back."""
    found: list[StorageTunerError] = []
    for session in sessions:
        try:
            action(session)
        except OperationRefused as error:
            found.append(NotRestored(error.name, error.reason, session.device))
        except StorageTunerError as error:
            found.append(error)
    if found:
        raise _telling_all(found)


def _telling_all(errors: Sequence[StorageTunerError]) -> StorageTunerError:
    """The first one that says what is still changed, or just the first; with the words of all."""
    worst_first = sorted(errors, key=lambda error: not isinstance(error, NotRestored))
    worst = worst_first[0]
    if len({str(error) for error in errors}) > 1:
        worst.summary = together(dict.fromkeys(error.summary for error in worst_first))
        worst.remedy = together(dict.fromkeys(error.remedy for error in worst_first))
    return worst


def keep_all(sessions: Sequence[HelperSession]) -> None:
    """End the sessions and leave what is set, on every device or on none, whatever is killed."""
    if not sessions:
        return
    arguments: dict[str, Value] = {"sessions": [session.identifier for session in sessions]}
    try:
        call(sessions[0].connection, "KeepTogether", "", arguments)
    except DeviceGone:
        raise DeviceGone(", ".join(session.device for session in sessions)) from None


def _all_or_none(
    sessions: Sequence[HelperSession], action: Callable[[HelperSession], object]
) -> None:
    done: list[HelperSession] = []
    try:
        for session in sessions:
            action(session)
            done.append(session)
    except BaseException:
        for session in done:
            with contextlib.suppress(Exception):
                session.call("Revert")
        raise
