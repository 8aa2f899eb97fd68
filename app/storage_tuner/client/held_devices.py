"""The helper's sessions and practice disk held for one job."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence

from storage_tuner.client.helper import HelperConnection, call_patiently
from storage_tuner.client.practice_disk import create_practice_disk, remove_practice_disk
from storage_tuner.client.sessions import (
    HelperSession,
    Settings,
    allow_risk,
    apply_to_all,
    keep_all,
    revert_all,
    try_on_all,
    undo_on_all,
)
from storage_tuner.client.setting_changes import (
    PersistentText,
    keep_for_good,
    persistent_text,
)
from storage_tuner.core.device import Device
from storage_tuner.core.errors import (
    DeviceGone,
    OperationRefused,
    StorageTunerError,
)
from storage_tuner.core.message import Text, sentence
from storage_tuner.core.progress import Phase
from storage_tuner.core.tunable import VIRTUAL_MEMORY
from storage_tuner_protocol.interface import ErrorName

KEEPING_SECONDS = 60
"""How long settings stay by themselves while they are being kept."""

Tell = Callable[[Phase, float, Text], None]
"""Phase, the fraction of it that is done, and a sentence."""


class HeldDevices:
    """``measured`` is the device that is worked on, ``tuned`` are those that get the settings: it
    may be among them. All is begun over one connection, made when it's first needed, and over with
    ``close``."""

    def __init__(
        self,
        connect: Callable[[], HelperConnection],
        tell: Tell,
        is_cancelled: Callable[[], bool],
    ) -> None:
        self._connect = connect
        self._tell = tell
        self._is_cancelled = is_cancelled
        self._connection: HelperConnection | None = None
        self._begun: list[HelperSession] = []
        self._tuned: tuple[HelperSession, ...] = ()
        self._measured: HelperSession | None = None
        self._originals: dict[str, str] = {}
        self._practice_disk: str | None = None

    @property
    def tuned(self) -> tuple[HelperSession, ...]:
        return self._tuned

    @property
    def measured(self) -> HelperSession | None:
        return self._measured

    @property
    def originals(self) -> dict[str, str]:
        """What was set on the first of those tuned."""
        return self._originals

    def make_practice_disk(self, size_bytes: int) -> str:
        """Its kernel name. Raises ``Cancelled`` and the errors of ``create_practice_disk``."""

        def tell(done_bytes: int) -> None:
            text = sentence("Filling the practice disk with random data…")
            self._tell(Phase.FILLING, done_bytes / size_bytes, text)

        self._practice_disk = create_practice_disk(
            self._helper(), size_bytes, on_progress=tell, is_cancelled=self._is_cancelled
        )
        return self._practice_disk

    def begin(self, tuned: Sequence[Device], measured: Device | None = None) -> None:
        """Have the settings of all of them written down. This is where a password is asked for."""
        used = () if measured is None else (measured,)
        devices = (*used, *(device for device in tuned if device not in used))
        found = {device.name: self._begin(device) for device in devices}
        if devices:
            self._originals = found[(*tuned, *used)[0].name][1]
        self._tuned = tuple(found[device.name][0] for device in tuned)
        self._measured = found[measured.name][0] if measured else None

    def tune_memory(self) -> None:
        """The computer's virtual memory gets the settings from now on, and no device."""
        if any(session.device == VIRTUAL_MEMORY for session in self._tuned):
            return
        session, self._originals = self._begin_session(VIRTUAL_MEMORY, 0)
        self._tuned = (session,)

    def tune_measured(self, settings: Mapping[str, str]) -> None:
        """The device that is measured gets them from now on; ``settings`` are what it has."""
        assert self._measured is not None
        self._tuned, self._originals = (self._measured,), dict(settings)

    def allow(self, risks: Iterable[str]) -> None:
        """From now on settings may be set that can lose data when the power fails."""
        for risk in risks:
            for session in self._tuned:
                allow_risk(session, risk)

    def apply(self, settings: Settings) -> None:
        apply_to_all(self._tuned, settings)

    def revert(self) -> None:
        """Bring back what can be brought back everywhere; then raise ``NotRestored``, or whatever
        else kept something from coming back."""
        revert_all(self._tuned)

    def try_settings(self, settings: Settings, seconds: int) -> None:
        """Set them; the *helper* brings the old ones back after ``seconds`` unless kept."""
        try_on_all(self._tuned, settings, seconds)

    def keep(self, settings: Settings) -> None:
        """Set ``settings`` and leave them set, on every device or on none. A trial that is running
        gets time enough to be kept."""
        try_on_all(self._tuned, settings, KEEPING_SECONDS)
        self._release_measured()
        keep_all(self._tuned)
        self._forget_tuned()

    def persistent_texts(self, settings: Settings) -> tuple[PersistentText, ...]:
        """What ``keep_for_good`` would write for each device. Raises ``NotKept``."""
        return tuple(persistent_text(session, dict(settings)) for session in self._tuned)

    def keep_for_good(self, settings: Settings) -> tuple[Text, ...]:
        """Set ``settings`` and have them set again at every start, on every device or on none:
        after an error the old ones are back, and all is held as before. Gives sentences on what
        couldn't be verified."""
        try:
            self.revert()  # a trial's end would undo what is to be kept
            self.apply(settings)
            self._release_measured()
            notes = keep_for_good(self._tuned, dict(settings))
        except StorageTunerError:
            self.revert()
            raise
        self._forget_tuned()
        return tuple(dict.fromkeys(note for note in notes if note))

    def close(self) -> None:
        """End all: settings back unless kept, the practice disk gone, the helper left. Then raises
        ``NotRestored`` or ``HelperGone`` when something may still be changed."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            undo_on_all(tuple(reversed(self._begun)), _end)
        finally:
            if self._practice_disk:
                with contextlib.suppress(StorageTunerError):
                    remove_practice_disk(connection, self._practice_disk)
            self._begun, self._tuned, self._measured = [], (), None
            connection.close()

    def _release_measured(self) -> None:
        """Let go of a device that is measured and not tuned, such as an array."""
        if self._measured and self._measured not in self._tuned:
            self._measured.call("EndSession", keep=False)
            self._begun.remove(self._measured)
            self._measured = None

    def _forget_tuned(self) -> None:
        """Their sessions were ended by keeping."""
        self._begun = [session for session in self._begun if session not in self._tuned]
        self._tuned, self._measured = (), None

    def _begin(self, device: Device) -> tuple[HelperSession, dict[str, str]]:
        text = sentence("Writing down the settings of {device}…", device=device.name)
        self._tell(Phase.PREPARING, 0, text)
        return self._begin_session(device.name, device.diskseq or 0)

    def _begin_session(self, name: str, diskseq: int) -> tuple[HelperSession, dict[str, str]]:
        connection = self._helper()
        reply = call_patiently(
            connection, "BeginSession", name, {"diskseq": diskseq}, self._is_cancelled
        )
        session = HelperSession(connection, name, str(reply.pop("session")))
        self._begun.append(session)
        return session, {key: str(value) for key, value in reply.items()}

    def _helper(self) -> HelperConnection:
        if self._connection is None:
            self._tell(Phase.CONNECTING, 0, sentence("Starting the helper…"))
            self._connection = self._connect()
        return self._connection


def _end(session: HelperSession) -> None:
    """What isn't there any more, disk or session, has nothing left that could be brought back."""
    try:
        session.call("EndSession", keep=False)
    except DeviceGone:
        pass
    except OperationRefused as error:
        if error.name != ErrorName.NO_SUCH_SESSION:
            raise
