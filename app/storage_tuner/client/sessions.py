"""The helper's sessions: devices whose settings are changed together, on all of them or on none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from storage_tuner.client.helper import HelperConnection, Value, call, call_patiently
from storage_tuner.core.errors import (
    DeviceGone,
    NoSpace,
    NotRestored,
    OperationRefused,
    StorageTunerError,
    UnknownDevice,
)
from storage_tuner.core.message import sentence, together
from storage_tuner_protocol.interface import ErrorName

Settings = Sequence[tuple[str, str]]
Wanted = Mapping[str, Mapping[str, str]]
"""Settings by the devices' names."""


@dataclass(frozen=True)
class HelperSession:
    """A session of the helper. ``before`` are the settings of each of its devices at its start.
    Every method acts on all devices or on none, even if a process is killed meanwhile. Methods
    raise the errors of the helper, and ``DeviceGone`` for a device that was removed."""

    connection: HelperConnection
    identifier: str
    before: Wanted

    @classmethod
    def begin(
        cls,
        connection: HelperConnection,
        diskseqs: Mapping[str, int],
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> HelperSession:
        """Make the helper save the settings of all devices; it may prompt for a password. Also
        raises ``Cancelled``."""
        arguments = {f"{device}.diskseq": number for device, number in diskseqs.items()}
        first = next(iter(diskseqs))
        try:
            reply = call_patiently(connection, "BeginSession", first, arguments, is_cancelled)
        except NoSpace:
            raise NoSpace(sentence("to save the previous settings")) from None
        identifier = str(reply.pop("session"))
        found = _by_device(reply)
        return cls(connection, identifier, {device: found.get(device, {}) for device in diskseqs})

    @property
    def devices(self) -> tuple[str, ...]:
        return tuple(self.before)

    def call(
        self,
        method: str,
        arguments: Mapping[str, Value] = MappingProxyType({}),
        device: str = "",
        timeout: float | None = 60,
    ) -> dict[str, Value]:
        """Call ``method`` of the helper; ``device`` is the device that it concerns, if any;
        ``timeout`` as in ``helper.call``."""
        given = {"session": self.identifier, **arguments}
        try:
            return call(self.connection, method, device or self.devices[0], given, timeout)
        except UnknownDevice as error:  # it was there when the session began
            raise DeviceGone(error.device) from None

    def change(self, method: str, wanted: Wanted, **arguments: Value) -> dict[str, dict[str, str]]:
        """Call a method that sets some of the devices; return its reply for each."""
        given: dict[str, Value] = {
            f"{device}.{name}": value
            for device, settings in wanted.items()
            for name, value in settings.items()
        }
        # only Persist may have to wait for a password
        timeout = None if method == "Persist" else 60
        return _by_device(self.call(method, {**arguments, **given}, timeout=timeout))

    def set(self, wanted: Wanted) -> dict[str, dict[str, str]]:
        """Set ``wanted``; return all tunables afterwards."""
        return self.change("SetSettings", wanted)

    def try_for(self, wanted: Wanted, seconds: int) -> None:
        """Set ``wanted``; the helper restores all after ``seconds`` unless they are kept."""
        self.change("TrySettings", wanted, seconds=seconds)

    def allow_risk(self, devices: Sequence[str], risk: str) -> None:
        """Allow ``risk`` for ``devices``, which the user accepted; the helper may prompt for a
        password, once for all of them."""
        given: dict[str, Value] = {f"{device}.risk": risk for device in devices}
        self.call("AllowRisk", given, devices[0], timeout=None)

    def revert(self) -> None:
        """Restore all devices as far as possible. Then raises ``NotRestored``, or another error
        that prevented it, with all devices that failed."""
        try:
            self.call("Revert")
        except StorageTunerError as error:
            raise combined_error(self._unrestored(error)) from None

    def keep(self) -> None:
        """Keep the current settings and end the session."""
        self.call("EndSession", {"keep": True})

    def let_go(self, device: str) -> HelperSession:
        """Restore one device alone; return the session over the others."""
        self.call("EndSession", {"keep": False, "alone": True}, device)
        rest = {name: settings for name, settings in self.before.items() if name != device}
        return replace(self, before=rest)

    def end(self) -> None:
        """As ``revert``, then end the session. For a disk or session that is gone, there is
        nothing to restore."""
        try:
            self.call("EndSession", {"keep": False})
        except StorageTunerError as error:
            left = [one for one in self._unrestored(error) if not _is_over(one)]
            if left:
                raise combined_error(left) from None

    def _unrestored(self, error: StorageTunerError) -> list[StorageTunerError]:
        """The error of each device that couldn't be restored."""
        found = error.by_device or {self.devices[0]: error}
        return [
            NotRestored(one.name, one.reason, device) if isinstance(one, OperationRefused) else one
            for device, one in found.items()
        ]


@dataclass(frozen=True)
class SessionDevice:
    """The device of a session that a benchmark runs on."""

    session: HelperSession
    device: str

    @property
    def connection(self) -> HelperConnection:
        return self.session.connection

    def call(self, method: str, **arguments: Value) -> dict[str, Value]:
        """Call ``method`` for this device, as ``HelperSession.call``."""
        return self.session.call(method, arguments, self.device)

    def call_patiently(
        self, method: str, is_cancelled: Callable[[], bool], **arguments: Value
    ) -> dict[str, Value]:
        """As ``helper.call_patiently``."""
        given = {"session": self.session.identifier, **arguments}
        return call_patiently(self.connection, method, self.device, given, is_cancelled)


@dataclass(frozen=True)
class TunedDevices:
    """The devices of a session that get the same settings; none by default."""

    session: HelperSession | None = None
    names: tuple[str, ...] = ()

    def each(self, settings: Settings) -> Wanted:
        return {name: dict(settings) for name in self.names}

    def apply(self, settings: Settings) -> None:
        """Set ``settings`` on every device, or on none."""
        if self.session and settings:
            self.session.set(self.each(settings))

    def revert(self) -> None:
        """As ``HelperSession.revert``."""
        if self.session:
            self.session.revert()


def combined_error(errors: Sequence[StorageTunerError]) -> StorageTunerError:
    """The first error about a setting still changed, or else the first; with all messages."""
    worst_first = sorted(errors, key=lambda error: not isinstance(error, NotRestored))
    worst = worst_first[0]
    if len({str(error) for error in errors}) > 1:
        worst.summary = together(dict.fromkeys(error.summary for error in worst_first))
        worst.remedy = together(dict.fromkeys(error.remedy for error in worst_first))
    return worst


def _is_over(error: StorageTunerError) -> bool:
    if isinstance(error, NotRestored):
        return error.name == ErrorName.NO_SUCH_SESSION
    return isinstance(error, DeviceGone)


def _by_device(reply: Mapping[str, Value]) -> dict[str, dict[str, str]]:
    """The values by device of a reply with keys ``DEVICE.NAME``."""
    found: dict[str, dict[str, str]] = {}
    for key, value in reply.items():
        device, _, name = key.rpartition(".")
        found.setdefault(device, {})[name] = str(value)
    return found
