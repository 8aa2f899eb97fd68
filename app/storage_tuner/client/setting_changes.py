"""Sets tunables on several devices at once, tries them, makes them permanent, and restores them.

All or none: until the last step is done on the last device, closing the connection makes the helper
restore the previous settings.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from storage_tuner.client.helper import POLL_S, HelperConnection, Value, call
from storage_tuner.client.messages import all_from, one_from
from storage_tuner.client.sessions import HelperSession, Wanted
from storage_tuner.core.errors import (
    ChangedMeanwhile,
    ControllerRefused,
    DeviceGone,
    HelperGone,
    NoSpace,
    NotKept,
    OperationRefused,
    ValueNotTaken,
)
from storage_tuner.core.message import Text, sentence
from storage_tuner.core.tunable import VIRTUAL_MEMORY
from storage_tuner.probe.block.presence import is_present
from storage_tuner_protocol.interface import MAXIMUM_DEVICES, ErrorName, Signal

Connect = Callable[[], HelperConnection]
Settings = Mapping[str, str]

_LATENESS_S = 30
"""The tolerated delay of the helper's report that a trial has ended."""


@dataclass(frozen=True)
class ChangeTarget:
    """A device in the state in which it was read; ``vm`` with 0 for the virtual memory. ``allowed``
    are the names of the hazards that the user accepted for it."""

    name: str
    diskseq: int
    allowed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Change:
    """The settings to apply to ``target``. ``seen`` are its settings when that was decided; empty
    where that doesn't matter."""

    target: ChangeTarget
    wanted: Settings
    seen: Settings = field(default_factory=dict)


@dataclass(frozen=True)
class PersistentText:
    """The text written to make settings permanent: this device's section of the file at ``path``,
    and the current section ("" for none). ``identity`` identifies the device. Without a path
    nothing is written: a 3ware controller stores the policies of its units itself."""

    device: str
    path: str
    text: str
    replaces: str
    identity: str

    @property
    def is_new(self) -> bool:
        """Whether the section isn't already there."""
        return self.text != self.replaces


@dataclass(frozen=True)
class Changed:
    """All tunables of ``device`` before and after. ``persistent`` is None unless the settings are
    made permanent, ``note`` a sentence on the part that couldn't be verified, or ""."""

    device: str
    before: Settings
    after: Settings
    persistent: PersistentText | None = None
    note: Text = ""

    @property
    def is_changed(self) -> bool:
        """Whether a value or a permanent setting is another one afterwards. Values that come and go
        with a scheduler don't count: the scheduler itself does."""
        differs = any(self.before.get(name, value) != value for name, value in self.after.items())
        return differs or (self.persistent is not None and self.persistent.is_new)


@dataclass(frozen=True)
class TrialEnd:
    """The end of a trial; ``problem`` is a sentence on what couldn't be restored, or ""."""

    device: str
    problem: Text


@dataclass(frozen=True)
class Restored:
    """The result of restoring. ``sentences`` describe what was done; ``missing`` are absent
    devices, whose previous values stay saved; ``left`` are present devices that are still changed;
    ``problems`` are sentences on values that couldn't be restored, or whose permanent setting
    couldn't be removed."""

    sentences: tuple[Text, ...]
    missing: tuple[Text, ...]
    left: tuple[str, ...]
    problems: tuple[Text, ...] = ()


def is_there(target: ChangeTarget) -> bool:
    """Whether the target is still the same device."""
    return target.name == VIRTUAL_MEMORY or is_present(target.name, target.diskseq)


def set_and_keep(
    connect: Connect, changes: Sequence[Change], *, persist: bool
) -> tuple[Changed, ...]:
    """Make all changes or none; with ``persist`` also after a reboot.

    Raises ``NotRestored`` if something stays changed, otherwise ``HelperError`` and
    ``DeviceError``; then nothing is changed.
    """
    with contextlib.closing(connect()) as connection:
        return set_together(connection, changes, persist=persist)


def set_together(
    connection: HelperConnection, changes: Sequence[Change], *, persist: bool
) -> tuple[Changed, ...]:
    """Set each device's own settings, on all or on none; with ``persist`` also after a reboot.

    Raises as ``set_and_keep`` does, and ``ChangedMeanwhile`` when a value differs from ``seen``.
    """
    wanted = {change.target.name: change.wanted for change in changes}
    with _begun(connection, [change.target for change in changes]) as session:
        for change in changes:
            _require_as_seen(change, session.before[change.target.name])
        texts = persistent_texts(session, wanted) if persist else {}
        with _kernel_refusals(session):
            after = session.set(wanted)
        notes = {}
        if persist:
            notes = keep_for_good(session, wanted)
        else:
            session.keep()
    return tuple(
        Changed(device, before, after[device], _written(texts.get(device)), notes.get(device, ""))
        for device, before in session.before.items()
    )


def try_for(
    connect: Connect,
    changes: Sequence[Change],
    seconds: int,
    on_set: Callable[[tuple[Changed, ...]], None],
    is_there: Callable[[ChangeTarget], bool] = is_there,
) -> tuple[TrialEnd, ...]:
    """Make all changes for ``seconds`` and wait until the helper has restored the previous values.

    ``on_set`` is called once everything is set. An exception, as by Ctrl-C, ends the trial at once.
    Raises as ``set_and_keep`` does, and ``DeviceGone`` as soon as a target is removed.
    """
    targets = [change.target for change in changes]
    wanted = {change.target.name: change.wanted for change in changes}
    with contextlib.closing(connect()) as connection, _begun(connection, targets) as session:
        with _kernel_refusals(session):
            session.try_for(wanted, seconds)
        on_set(
            tuple(
                Changed(device, before, {**before, **wanted[device]})
                for device, before in session.before.items()
            )
        )
        return _until_reverted(connection, targets, seconds, is_there)


def persistent_texts(session: HelperSession, wanted: Wanted) -> dict[str, PersistentText]:
    """The exact text that making ``wanted`` permanent would write, by device; nothing is changed.
    All fields are empty for settings that a 3ware controller stores itself.

    Raises ``NotKept`` with the reason when the settings can't be made permanent.
    """
    with refusals_to_keep():
        reported = session.change("PreviewPersistent", wanted)
    return {device: _shown(device, reported[device]) for device in wanted}


def _shown(device: str, reported: Settings) -> PersistentText:
    return PersistentText(
        device, reported["path"], reported["text"], reported["replaces"], reported["identity"]
    )


def keep_for_good(session: HelperSession, wanted: Wanted) -> dict[str, Text]:
    """Make the current settings of every device permanent, and end the session. Return for each
    device a sentence on the part that couldn't be verified, or "". The helper may prompt for an
    administrator's password, once.

    Raises ``NotKept`` and the other errors of the helper; the previous permanent settings are then
    restored, and the session stays open.
    """
    with refusals_to_keep():
        reported = session.change("Persist", wanted, end=True)
    return {device: one_from(found, "note") for device, found in reported.items()}


def restore(connect: Connect, devices: Sequence[str]) -> Restored:
    """Restore the previous settings of ``devices``, such as an array and its members; of all
    devices when the only name is empty. Permanent settings are removed, too."""
    with contextlib.closing(connect()) as connection:
        replies = [
            _restore(connection, devices[start : start + MAXIMUM_DEVICES])
            for start in range(0, len(devices), MAXIMUM_DEVICES)
        ]
        known = call(connection, "Describe")
    changed = _list(known.get("changed_devices"))
    return Restored(
        _messages(replies, "restored"),
        all_from(known, "missing_devices"),
        tuple(name for name in changed if not {"", name}.isdisjoint(devices)),
        _messages(replies, "left"),
    )


def remove_permanent(connect: Connect, devices: Sequence[str]) -> None:
    """Remove the permanent settings of ``devices``, or all when the only name is empty. The current
    values stay set. Raises ``HelperError`` and ``DeviceError``; earlier devices are done then."""
    with contextlib.closing(connect()) as connection:
        for device in devices:
            call(connection, "Unpersist", device, timeout=None)


def _restore(connection: HelperConnection, devices: Sequence[str]) -> dict[str, Value]:
    """Restore ``devices`` with one authorisation."""
    several: dict[str, Value] = {"devices": list(devices)} if len(devices) > 1 else {}
    return call(connection, "Restore", devices[0], several, timeout=None)


def _messages(replies: Sequence[Mapping[str, Value]], what: str) -> tuple[Text, ...]:
    """The sentences of all replies, each once."""
    return tuple(dict.fromkeys(line for reply in replies for line in all_from(reply, what)))


@contextlib.contextmanager
def _begun(
    connection: HelperConnection, targets: Sequence[ChangeTarget]
) -> Iterator[HelperSession]:
    """A session on ``targets`` with their allowed risks. An exception, also Ctrl-C, ends it, unless
    the helper is gone; raises ``NotRestored`` instead if something stays changed."""
    session = HelperSession.begin(connection, {target.name: target.diskseq for target in targets})
    try:
        for risk in dict.fromkeys(risk for target in targets for risk in target.allowed):
            session.allow_risk([target.name for target in targets if risk in target.allowed], risk)
        yield session
    except HelperGone:
        raise
    except BaseException:
        session.end()
        raise


def _written(text: PersistentText | None) -> PersistentText | None:
    """The text, or None where making it permanent needs no file."""
    return text if text and text.path else None


def _require_as_seen(change: Change, present: Settings) -> None:
    for name, value in change.seen.items():
        if present.get(name, value) != value:
            raise ChangedMeanwhile(change.target.name, name, value, present[name])


@contextlib.contextmanager
def _kernel_refusals(session: HelperSession) -> Iterator[None]:
    """Report values that the kernel refused, with the device's name if there are several; closing
    the connection then restores everything."""
    try:
        yield
    except OperationRefused as error:
        several = len(session.devices) > 1
        device = next(iter(error.by_device), "") if several else ""
        if error.name in (ErrorName.NOT_APPLIED, ErrorName.KERNEL_REFUSED):
            raise ValueNotTaken(error.name, error.reason, device) from None
        if isinstance(error, ControllerRefused):
            raise ControllerRefused(error.name, error.reason, device) from None
        raise


@contextlib.contextmanager
def refusals_to_keep() -> Iterator[None]:
    """Report settings that can't be made permanent as ``NotKept``."""
    try:
        yield
    except OperationRefused as error:
        if error.name in (
            ErrorName.NOT_APPLIED,
            ErrorName.NOT_SUPPORTED,
            ErrorName.EDITED_BY_HAND,
            ErrorName.BUSY,
        ):
            raise NotKept(error.name, error.reason) from None
        raise
    except NoSpace:
        raise NoSpace(sentence("to make the settings permanent")) from None


def _until_reverted(
    connection: HelperConnection,
    targets: Sequence[ChangeTarget],
    seconds: int,
    is_there: Callable[[ChangeTarget], bool],
) -> tuple[TrialEnd, ...]:
    """Wait until the trial ends, checking for removed devices: the helper notices a removed device
    only at the end of the trial."""
    ended: dict[str, TrialEnd] = {}
    deadline = time.monotonic() + seconds + _LATENESS_S
    while waiting := [target for target in targets if target.name not in ended]:
        if time.monotonic() > deadline:
            raise HelperGone
        if gone := [target.name for target in waiting if not is_there(target)]:
            raise DeviceGone(", ".join(gone))
        event = connection.next_event(POLL_S)
        if event is not None and event.name == Signal.REVERTED:
            problem = one_from(event.arguments, "problem")
            ended[event.device] = TrialEnd(event.device, problem)
    return tuple(ended[target.name] for target in targets)


def _list(value: Value | None) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else ()
