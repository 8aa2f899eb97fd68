"""The errors that a client can get; the class name is the error's name in the protocol.

A message is one sentence for a person, with its code and arguments. Arguments are checked values
only: a message never repeats a client's text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import ClassVar

from storage_tuner_protocol.interface import NAME, ErrorName
from storage_tuner_protocol.message import Message, said


class Refusal(Exception):
    """The base class: the helper refuses a request. ``by_device`` holds the refusals of a session's
    devices, the most severe first; this refusal is one of them."""

    name: ClassVar[ErrorName]
    is_of_what_is_gone: ClassVar[bool] = False
    by_device: Mapping[str, Refusal] = MappingProxyType({})

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __init_subclass__(cls) -> None:
        cls.name = ErrorName(cls.__name__)

    @property
    def bus_name(self) -> str:
        """The name on D-Bus, which has names of its own for some refusals."""
        return f"{NAME}.Error.{self.name}"


class InvalidArgument(Refusal):
    """An argument is missing, unknown, of the wrong type or out of range."""


class NoSuchDevice(Refusal):
    def __init__(self) -> None:
        super().__init__(said("There is no such block device."))


class DeviceChanged(Refusal):
    is_of_what_is_gone = True

    def __init__(self, device: str) -> None:
        super().__init__(said("{device} is no longer the same device.", device=device))


class DeviceBusy(Refusal):
    """Another client or program uses the device."""


class NotEmpty(Refusal):
    """The disk contains data that may still be needed."""


class NoSuchSession(Refusal):
    is_of_what_is_gone = True

    def __init__(self) -> None:
        super().__init__(said("There is no such session."))


class NoSuchJob(Refusal):
    def __init__(self) -> None:
        super().__init__(said("There is no such benchmark."))


class Busy(Refusal):
    """A limit is reached, or another helper is at work."""


class Ending(Refusal):
    def __init__(self) -> None:
        super().__init__(said("The helper is stopping and restoring all settings."))


class NotApplied(Refusal):
    """The kernel accepted a value but set another one."""


class KernelRefused(Refusal):
    """The kernel returned an error."""


class NoSpace(Refusal):
    """The file system has too little free space."""


class NoFio(Refusal):
    def __init__(self) -> None:
        super().__init__(said("fio isn't installed."))


class NoSmartctl(Refusal):
    def __init__(self) -> None:
        super().__init__(said("smartctl isn't installed."))


class NoAnswer(Refusal):
    """A drive, or the program that queries it, doesn't respond as expected."""


class ControllerRefused(Refusal):
    """A 3ware controller, or the program that sets it, refuses or doesn't respond as expected."""


class RiskNotAllowed(Refusal):
    """A value can lose data, and wasn't allowed by name."""


class NotSupported(Refusal):
    """This device, file system or kernel doesn't support the operation."""


class EditedByHand(Refusal):
    """One of our files was changed by hand, so it's no longer ours to change."""

    def __init__(self, path: str) -> None:
        super().__init__(
            said("{path} was edited by hand; move it away, then try again.", path=path)
        )


class NotAuthorized(Refusal):
    def __init__(self) -> None:
        super().__init__(said("You are not authorised to do this."))


class Dismissed(Refusal):
    def __init__(self) -> None:
        super().__init__(said("The password dialog was closed."))


class Cancelled(Refusal):
    def __init__(self) -> None:
        super().__init__(said("Stopped on request."))


class Internal(Refusal):
    def __init__(self) -> None:
        super().__init__(said("Internal error of the helper; its log has the details."))


class InteractiveAuthorizationRequired(Refusal):
    """A password is needed, but the caller doesn't allow a dialog, or no agent can show one."""

    def __init__(self) -> None:
        super().__init__(said("A password is needed, but no authentication agent is running."))

    @property
    def bus_name(self) -> str:
        return "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired"


class UnknownMethod(Refusal):
    def __init__(self) -> None:
        super().__init__(said("There is no such method."))

    @property
    def bus_name(self) -> str:
        return "org.freedesktop.DBus.Error.UnknownMethod"


class InvalidArgs(Refusal):
    def __init__(self) -> None:
        super().__init__(
            said("The call doesn't have the signature {signature}.", signature="sa{sv}")
        )

    @property
    def bus_name(self) -> str:
        return "org.freedesktop.DBus.Error.InvalidArgs"


@contextmanager
def about(device: str) -> Iterator[None]:
    """Attribute refusals raised inside to this device."""
    try:
        yield
    except Refusal as refusal:
        if not refusal.by_device:
            refusal.by_device = {device: refusal}
        raise


def raise_together(refusals: Mapping[str, Refusal]) -> None:
    """Raise one refusal that covers those of several devices, if there are any. Values that are
    still changed rank before devices that are gone."""
    if not refusals:
        return
    worst_first = sorted(refusals.items(), key=lambda item: item[1].is_of_what_is_gone)
    worst = worst_first[0][1]
    worst.by_device = dict(worst_first)
    raise worst
