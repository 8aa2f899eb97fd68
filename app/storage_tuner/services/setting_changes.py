"""Setting tunables on several devices at once, trying them, keeping them for good, and undoing it.

All or none: until the last step is done on the last device, closing the connection makes the helper
bring back what was there before.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from storage_tuner.core.errors import (
    DeviceGone,
    HelperGone,
    NoSpace,
    NotKept,
    OperationRefused,
    StorageTunerError,
    ValueNotTaken,
)
from storage_tuner.core.tunable import VIRTUAL_MEMORY
from storage_tuner.probe.presence import is_present
from storage_tuner.services.helper import POLL_S, HelperConnection, Value, call
from storage_tuner.services.measuring_places import HelperSession, keep_all, try_on_all

Connect = Callable[[], HelperConnection]
Settings = Mapping[str, str]

_LATENESS_S = 30
"""How much later than asked for the helper may report that a trial has ended."""


@dataclass(frozen=True)
class ChangeTarget:
    """A device, as it was when it was looked at; ``vm`` with 0 for the virtual memory."""

    name: str
    diskseq: int


@dataclass(frozen=True)
class PersistentText:
    """What keeping for good writes: this device's part of the file at ``path``, and the part that
    is there now ("" for none). ``identity`` is by what the device is recognised."""

    device: str
    path: str
    text: str
    replaces: str
    identity: str


@dataclass(frozen=True)
class Changed:
    """Every tunable of ``device`` before and after. ``persistent`` is None unless the settings are
    kept for good, ``note`` a sentence on what of that couldn't be verified, or ""."""

    device: str
    before: Settings
    after: Settings
    persistent: PersistentText | None = None
    note: str = ""


@dataclass(frozen=True)
class TrialEnd:
    """``problem`` is a sentence on what didn't come back, or ""."""

    device: str
    problem: str


@dataclass(frozen=True)
class Restored:
    """``sentences`` tell what was done; ``missing`` which devices aren't there, so that their old
    values wait for them; ``left`` names those that are there and still changed; ``problems`` are
    sentences on what couldn't be brought back, or no longer be kept from coming back."""

    sentences: tuple[str, ...]
    missing: tuple[str, ...]
    left: tuple[str, ...]
    problems: tuple[str, ...] = ()


def is_there(target: ChangeTarget) -> bool:
    """Whether the target is still the device that it was."""
    return target.name == VIRTUAL_MEMORY or is_present(target.name, target.diskseq)


def set_and_keep(
    connect: Connect, targets: Sequence[ChangeTarget], wanted: Settings, *, persist: bool
) -> tuple[Changed, ...]:
    """Set ``wanted`` on all targets or on none; with ``persist`` also after a restart.

    Raises ``HelperError`` and ``DeviceError``; then everything is as it was before.
    """
    with contextlib.closing(connect()) as connection:
        sessions, before = _begin(connection, targets)
        texts = [persistent_text(session, wanted) for session in sessions] if persist else []
        with _kernel_refusals():
            after = [_texts(session.call("SetSettings", **wanted)) for session in sessions]
        notes = keep_for_good(sessions, wanted) if persist else ()
        if not persist:
            keep_all(sessions)
    return tuple(
        Changed(
            target.name,
            before[index],
            after[index],
            texts[index] if texts else None,
            notes[index] if notes else "",
        )
        for index, target in enumerate(targets)
    )


def try_for(
    connect: Connect,
    targets: Sequence[ChangeTarget],
    wanted: Settings,
    seconds: int,
    on_set: Callable[[tuple[Changed, ...]], None],
    is_there: Callable[[ChangeTarget], bool] = is_there,
) -> tuple[TrialEnd, ...]:
    """Set ``wanted`` for ``seconds`` and wait until the helper has brought the old values back.

    ``on_set`` is called once everything is set. An exception, as by Ctrl-C, ends the trial at once.
    Raises as ``set_and_keep`` does, and ``DeviceGone`` as soon as a target isn't there any more.
    """
    with contextlib.closing(connect()) as connection:
        sessions, before = _begin(connection, targets)
        with _kernel_refusals():
            try_on_all(sessions, tuple(wanted.items()), seconds)
        on_set(
            tuple(
                Changed(session.device, old, {**old, **wanted})
                for session, old in zip(sessions, before, strict=True)
            )
        )
        return _until_reverted(connection, targets, seconds, is_there)


def persistent_text(session: HelperSession, wanted: Settings) -> PersistentText:
    """The exact text that keeping ``wanted`` for good would write; nothing is changed.

    Raises ``NotKept`` saying why they can't be kept.
    """
    with refusals_to_keep():
        told = _texts(session.call("PreviewPersistent", **wanted))
    return PersistentText(
        session.device, told["path"], told["text"], told["replaces"], told["identity"]
    )


def keep_for_good(sessions: Sequence[HelperSession], wanted: Settings) -> tuple[str, ...]:
    """Write down on every device what is set there, and end the sessions; for each a sentence on
    what couldn't be verified, or "".

    Raises ``NotKept`` and the other errors of the helper. What was kept for good before is so
    again then, and the sessions are open; what is set may be either.
    """
    if not sessions:
        return ()
    connection = sessions[0].connection
    kept_before = _list(call(connection, "Describe").get("persisted"))
    tried: list[HelperSession] = []
    notes = []
    try:
        for session in sessions:
            tried.append(session)
            notes.append(_persist(session, wanted))
        keep_all(sessions)
    except BaseException:
        for session in tried[: len(notes)]:
            with contextlib.suppress(StorageTunerError):
                _forget(session, kept_before)
        raise
    return tuple(notes)


def restore(connect: Connect, device: str) -> Restored:
    """Undo what was kept on ``device``, on all when it's empty; also what was kept for good."""
    with contextlib.closing(connect()) as connection:
        reply = call(connection, "Restore", device, timeout=None)
        known = call(connection, "Describe")
    left = tuple(name for name in _list(known.get("changed_devices")) if device in ("", name))
    return Restored(
        _list(reply.get("restored")),
        _list(known.get("missing_devices")),
        left,
        _list(reply.get("left")),
    )


def _begin(
    connection: HelperConnection, targets: Sequence[ChangeTarget]
) -> tuple[list[HelperSession], list[Settings]]:
    sessions = []
    before: list[Settings] = []
    for target in targets:
        arguments = {"diskseq": target.diskseq}
        try:
            # somebody may have to type a password, which takes as long as it takes
            reply = call(connection, "BeginSession", target.name, arguments, timeout=None)
        except NoSpace:
            raise NoSpace("to write down the old values") from None
        sessions.append(HelperSession(connection, target.name, str(reply.pop("session"))))
        before.append(_texts(reply))
    return sessions, before


@contextlib.contextmanager
def _kernel_refusals() -> Iterator[None]:
    """What the kernel didn't take is told as such; leaving then brings everything back."""
    try:
        yield
    except OperationRefused as error:
        if error.name in ("NotApplied", "KernelRefused"):
            raise ValueNotTaken(error.name, error.reason) from None
        raise


@contextlib.contextmanager
def refusals_to_keep() -> Iterator[None]:
    """What can't be kept for good is told as such."""
    try:
        yield
    except OperationRefused as error:
        if error.name in ("NotApplied", "NotSupported", "EditedByHand", "Busy"):
            raise NotKept(error.name, error.reason) from None
        raise
    except NoSpace:
        raise NoSpace("to write down what is to be kept") from None


def _persist(session: HelperSession, wanted: Settings) -> str:
    arguments = {"session": session.identifier, **wanted}
    with refusals_to_keep():
        # an administrator's password, which takes as long as it takes
        reply = call(session.connection, "Persist", session.device, arguments, timeout=None)
    return str(reply.get("note", ""))


def _forget(session: HelperSession, kept_before: Sequence[str]) -> None:
    """Take out what was just kept for a device, and keep again what had been. The lines are
    "KEY=value tunable=value …", beginning with by what the device is recognised."""
    session.call("Revert")
    removed = _list(call(session.connection, "Unpersist", session.device).get("removed"))
    for line in kept_before:
        identity, *settings = line.split(" ")
        if identity in removed:
            session.call("Persist", **dict(one.split("=", 1) for one in settings))


def _until_reverted(
    connection: HelperConnection,
    targets: Sequence[ChangeTarget],
    seconds: int,
    is_there: Callable[[ChangeTarget], bool],
) -> tuple[TrialEnd, ...]:
    """The helper notices only when the time is up that a device is gone."""
    ended: dict[str, TrialEnd] = {}
    deadline = time.monotonic() + seconds + _LATENESS_S
    while waiting := [target for target in targets if target.name not in ended]:
        if time.monotonic() > deadline:
            raise HelperGone
        if gone := [target.name for target in waiting if not is_there(target)]:
            raise DeviceGone(", ".join(gone))
        event = connection.next_event(POLL_S)
        if event is not None and event.name == "Reverted":
            problem = str(event.arguments.get("problem", ""))
            ended[event.device] = TrialEnd(event.device, problem)
    return tuple(ended[target.name] for target in targets)


def _texts(reply: Mapping[str, object]) -> dict[str, str]:
    return {name: str(value) for name, value in reply.items()}


def _list(value: Value | None) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, list) else ()
