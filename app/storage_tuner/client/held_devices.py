"""The helper's sessions and practice disk held for one job."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence

from storage_tuner.client.helper import HelperConnection
from storage_tuner.client.practice_disk import create_practice_disk, remove_practice_disk
from storage_tuner.client.sessions import (
    HelperSession,
    SessionDevice,
    Settings,
    TunedDevices,
    combined_error,
)
from storage_tuner.client.setting_changes import PersistentText, keep_for_good, persistent_texts
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import Text, sentence, together
from storage_tuner.core.progress import Phase
from storage_tuner.core.tunable import VIRTUAL_MEMORY

KEEPING_SECONDS = 60
"""The time for which settings stay set while they are being kept."""

Report = Callable[[Phase, float, Text], None]
"""A callback for progress: phase, its completed fraction, and a sentence."""


class HeldDevices:
    """The devices of a job. ``measured`` is the device under test, ``tuned`` are those that get the
    settings, possibly including the former. One connection, made when first needed, serves all of
    them until ``close``."""

    def __init__(
        self,
        connect: Callable[[], HelperConnection],
        report: Report,
        is_cancelled: Callable[[], bool],
    ) -> None:
        self._connect = connect
        self._report = report
        self._is_cancelled = is_cancelled
        self._connection: HelperConnection | None = None
        self._sessions: list[HelperSession] = []
        self._tuned = TunedDevices()
        self._measured: SessionDevice | None = None
        self._originals: dict[str, str] = {}
        self._practice_disk: str | None = None

    @property
    def tuned(self) -> TunedDevices:
        return self._tuned

    @property
    def measured(self) -> SessionDevice | None:
        return self._measured

    @property
    def originals(self) -> dict[str, str]:
        """The previous settings of the first tuned device."""
        return self._originals

    def make_practice_disk(self, size_bytes: int) -> str:
        """Create a practice disk; return its kernel name. Raises ``Cancelled`` and the errors of
        ``create_practice_disk``."""

        def report(done_bytes: int) -> None:
            text = sentence("Filling the practice disk with random data…")
            self._report(Phase.FILLING, done_bytes / size_bytes, text)

        self._practice_disk = create_practice_disk(
            self._helper(), size_bytes, on_progress=report, is_cancelled=self._is_cancelled
        )
        return self._practice_disk

    def begin(self, tuned: Sequence[Device], measured: Device | None = None) -> None:
        """Make the helper save the settings of all devices. Any password prompt appears here."""
        used = () if measured is None else (measured,)
        diskseqs = {device.name: device.diskseq or 0 for device in (*used, *tuned)}
        if not diskseqs:
            return
        text = sentence("Saving the current settings of {device}…", device=together(diskseqs, ", "))
        self._report(Phase.PREPARING, 0, text)
        session = self._begin_session(diskseqs)
        names = tuple(device.name for device in tuned)
        self._tuned = TunedDevices(session, names) if names else TunedDevices()
        self._originals = dict(session.before[(*tuned, *used)[0].name])
        self._measured = SessionDevice(session, measured.name) if measured else None

    def tune_memory(self) -> None:
        """Apply settings to the computer's virtual memory from now on, instead of to devices."""
        if VIRTUAL_MEMORY in self._tuned.names:
            return
        session = self._begin_session({VIRTUAL_MEMORY: 0})
        self._tuned = TunedDevices(session, session.devices)
        self._originals = dict(session.before[VIRTUAL_MEMORY])

    def tune_measured(self, settings: Mapping[str, str]) -> None:
        """Apply settings to the measured device from now on; ``settings`` are its current ones."""
        assert self._measured is not None
        self._tuned = TunedDevices(self._measured.session, (self._measured.device,))
        self._originals = dict(settings)

    def allow(self, risks: Iterable[str]) -> None:
        """Allow settings that can lose data when the power fails, from now on."""
        for risk in risks:
            self._tuning.allow_risk(self._tuned.names, risk)

    def apply(self, settings: Settings) -> None:
        self._tuned.apply(settings)

    def revert(self) -> None:
        """Restore all devices as far as possible; then raise ``NotRestored``, or another error
        that prevented it."""
        self._tuned.revert()

    def try_settings(self, settings: Settings, seconds: int) -> None:
        """Set ``settings``; unless kept, the *helper* restores the old ones after ``seconds``."""
        self._tuning.try_for(self._tuned.each(settings), seconds)

    def keep(self, settings: Settings) -> None:
        """Set ``settings`` and keep them, on every device or on none. A running trial is extended
        for as long as keeping takes."""
        self.try_settings(settings, KEEPING_SECONDS)
        self._release_measured()
        self._tuning.keep()
        self._forget_tuned()

    def persistent_texts(self, settings: Settings) -> tuple[PersistentText, ...]:
        """The text that ``keep_for_good`` would write for each device. Raises ``NotKept``."""
        return tuple(persistent_texts(self._tuning, self._tuned.each(settings)).values())

    def keep_for_good(self, settings: Settings) -> tuple[Text, ...]:
        """Set ``settings`` now and at every boot, on every device or on none. After an error the
        previous ones are restored, and the sessions stay open. Return sentences on everything that
        couldn't be verified."""
        try:
            self.revert()  # the end of a trial would undo the settings to keep
            self.apply(settings)
            self._release_measured()
            notes = keep_for_good(self._tuning, self._tuned.each(settings))
        except StorageTunerError:
            self.revert()
            raise
        self._forget_tuned()
        return tuple(dict.fromkeys(note for note in notes.values() if note))

    def close(self) -> None:
        """Restore settings unless kept, remove the practice disk, and disconnect. Then raises
        ``NotRestored`` or ``HelperGone`` when something may still be changed."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            self._end_all()
        finally:
            if self._practice_disk:
                with contextlib.suppress(StorageTunerError):
                    remove_practice_disk(connection, self._practice_disk)
            self._sessions, self._tuned, self._measured = [], TunedDevices(), None
            connection.close()

    def _end_all(self) -> None:
        errors = []
        for session in reversed(self._sessions):
            try:
                session.end()
            except StorageTunerError as error:
                errors.append(error)
        if errors:
            raise combined_error(errors)

    @property
    def _tuning(self) -> HelperSession:
        """The session of the tuned devices."""
        assert self._tuned.session is not None
        return self._tuned.session

    def _release_measured(self) -> None:
        """Release a device that is measured but not tuned, such as an array."""
        measured = self._measured
        if measured is None or measured.device in self._tuned.names:
            return
        rest = measured.session.let_go(measured.device)
        self._sessions.remove(measured.session)
        if rest.devices:
            self._sessions.append(rest)
        if self._tuned.session == measured.session:
            self._tuned = TunedDevices(rest, self._tuned.names)
        self._measured = None

    def _forget_tuned(self) -> None:
        """Forget the session of the tuned devices, which ended when their settings were kept."""
        self._sessions.remove(self._tuning)
        self._tuned, self._measured = TunedDevices(), None

    def _begin_session(self, diskseqs: Mapping[str, int]) -> HelperSession:
        session = HelperSession.begin(self._helper(), diskseqs, self._is_cancelled)
        self._sessions.append(session)
        return session

    def _helper(self) -> HelperConnection:
        if self._connection is None:
            self._report(Phase.CONNECTING, 0, sentence("Starting the helper…"))
            self._connection = self._connect()
        return self._connection
