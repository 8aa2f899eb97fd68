"""The words in which the contract's tests ask a helper, whichever it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from storage_tuner.client.helper import HelperConnection, HelperEvent, Value, call
from storage_tuner.core.errors import DeviceBusy, OperationRefused, StorageTunerError
from storage_tuner.core.message import Message
from storage_tuner_protocol.interface import ErrorName
from tests.loop_device import LoopDevice

PATIENCE_S = 60.0


@dataclass(frozen=True)
class Asked:
    """A session of ``connection``, called by its first device's name."""

    connection: HelperConnection
    device: str
    session: str
    begun: Mapping[str, Value]

    @classmethod
    def begin(cls, connection: HelperConnection, device: LoopDevice) -> Asked:
        """In the old form: over one device, which nothing is called after."""
        reply = call(connection, "BeginSession", device.name, {"diskseq": device.diskseq})
        return cls(connection, device.name, str(reply["session"]), reply)

    @classmethod
    def begin_over(cls, connection: HelperConnection, *devices: LoopDevice) -> Asked:
        """Everything is called ``DEVICE.NAME``."""
        given = {f"{device.name}.diskseq": device.diskseq for device in devices}
        reply = call(connection, "BeginSession", devices[0].name, given)
        return cls(connection, devices[0].name, str(reply["session"]), reply)

    def __call__(
        self,
        method: str,
        settings: Mapping[str, Value] | None = None,
        *,
        of: str = "",
        **arguments: Value,
    ) -> dict[str, Any]:
        given = {"session": self.session, **arguments, **(settings or {})}
        return call(self.connection, method, of or self.device, given)

    def refused(
        self, method: str, settings: Mapping[str, Value] | None = None, *, of: str = ""
    ) -> StorageTunerError:
        with pytest.raises(StorageTunerError) as caught:
            self(method, settings, of=of)
        return caught.value


def refused(
    connection: HelperConnection,
    method: str,
    device: str = "",
    arguments: Mapping[str, Value] | None = None,
) -> StorageTunerError:
    with pytest.raises(StorageTunerError) as caught:
        call(connection, method, device, arguments)
    return caught.value


def name_and_code(error: StorageTunerError) -> tuple[str, str]:
    """The helper's name of the error, and what its sentence is looked up by in translations."""
    if isinstance(error, DeviceBusy):
        assert isinstance(error.summary, Message)
        (name, said), *_ = error.summary.arguments
        assert name == "phrase"
        found = ErrorName.DEVICE_BUSY.value, said
    else:
        assert isinstance(error, OperationRefused), error
        found = error.name, error.reason
    assert isinstance(found[1], Message), found
    return found[0], found[1].code


def wait_event(connection: HelperConnection, name: str) -> HelperEvent:
    """The next one, which must be of this name."""
    event = connection.next_event(PATIENCE_S)
    assert event is not None, f"no {name}"
    assert event.name == name, event
    return event
