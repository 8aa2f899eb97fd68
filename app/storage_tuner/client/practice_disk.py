"""Requests the practice disk from the helper, which creates, fills and removes it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from storage_tuner.client.helper import POLL_S, HelperConnection, Value, call
from storage_tuner.core.device import Device, SchedulerState
from storage_tuner.core.errors import Cancelled, StorageTunerError, UnknownDevice
from storage_tuner_protocol.interface import Signal


def practice_stand_in(devices: Sequence[Device], size_bytes: int) -> Device:
    """A description of the practice disk before it's created. Every device with a queue lists the
    same schedulers, those loaded by the kernel, so they are taken from another device."""
    listed = [device.scheduler.available for device in devices if device.scheduler]
    available = max(listed, key=len, default=("none", "mq-deadline"))
    return Device(
        name="",
        path="",
        kind="loop",
        size_bytes=size_bytes,
        scheduler=SchedulerState("none", available),
    )


def create_practice_disk(
    connection: HelperConnection,
    size_bytes: int,
    *,
    on_progress: Callable[[int], None],
    is_cancelled: Callable[[], bool],
) -> str:
    """Create and fill a practice disk; return its kernel name. ``on_progress`` gets the bytes
    written so far.

    Raises ``Cancelled`` when stopped (the disk is removed then), ``NoSpace`` and the other errors
    of the helper.
    """
    future = connection.submit("CreatePracticeDisk", "", {"size_bytes": size_bytes})
    asked_to_stop = False
    while not future.done():
        event = connection.next_event(POLL_S)
        if event and event.name == Signal.PRACTICE_DISK_PROGRESS:
            on_progress(int(str(event.arguments["done_bytes"])))
        if is_cancelled() and not asked_to_stop and not future.done():
            asked_to_stop = True
            with contextlib.suppress(UnknownDevice):  # it became ready at the same moment
                call(connection, "RemovePracticeDisk")
    return _name_of(future, connection, asked_to_stop)


def remove_practice_disk(connection: HelperConnection, name: str) -> None:
    """Detach the practice disk and delete its file."""
    call(connection, "RemovePracticeDisk", name)


def _name_of(
    future: Future[dict[str, Value]], connection: HelperConnection, asked_to_stop: bool
) -> str:
    try:
        name = str(future.result()["device"])
    except StorageTunerError:
        if asked_to_stop:
            raise Cancelled from None
        raise
    if asked_to_stop:
        remove_practice_disk(connection, name)
        raise Cancelled
    return name
