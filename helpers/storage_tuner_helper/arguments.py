"""Typed access to the arguments of a call, which are hostile until checked.

A refusal names the key and the type found, never the value.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from storage_tuner_helper.errors import InvalidArgument
from storage_tuner_protocol.interface import MAXIMUM_DEVICES
from storage_tuner_protocol.message import said

Value = str | int | float | bool | list[str]
"""The types of values in a reply or a signal; never nested. A call may also have lists of
arguments."""

MAXIMUM_ARGUMENTS = 32
"""The limit for one device, or for a call without devices."""

_KEY = re.compile(r"[a-z][a-z_]{0,31}", re.ASCII)
_DEVICE = re.compile(r"[a-zA-Z][a-zA-Z0-9_!.-]{0,31}", re.ASCII)
_SESSION = re.compile(r"[0-9a-f]{32}", re.ASCII)
_INTEGER = re.compile(r"-?[0-9]{1,19}", re.ASCII)


class Arguments:
    """The arguments of one call. Reading one removes it, and ``finish`` refuses those that
    remain."""

    def __init__(self, values: Mapping[str, object], devices: int = 1) -> None:
        """Wrap ``values``; there may be arguments for as many as ``devices`` devices."""
        if len(values) > MAXIMUM_ARGUMENTS * devices:
            raise InvalidArgument(said("The call has too many arguments."))
        self._values = dict(values)

    def __contains__(self, key: str) -> bool:
        """Return whether an optional argument is present."""
        return key in self._values

    def integer(self, key: str, minimum: int, maximum: int) -> int:
        value = self._take(key)
        if not isinstance(value, int) or isinstance(value, bool):
            raise wrong_type(key, "a whole number", value)
        if not minimum <= value <= maximum:
            raise InvalidArgument(
                said(
                    "{key} must be from {minimum} to {maximum}.",
                    key=key,
                    minimum=minimum,
                    maximum=maximum,
                )
            )
        return value

    def integer_or(self, absent: int, key: str, minimum: int, maximum: int) -> int:
        """Like ``integer``, for an optional argument."""
        return self.integer(key, minimum, maximum) if key in self._values else absent

    def boolean(self, key: str) -> bool:
        value = self._take(key)
        if not isinstance(value, bool):
            raise wrong_type(key, "true or false", value)
        return value

    def boolean_or(self, absent: bool, key: str) -> bool:
        """Like ``boolean``, for an optional argument."""
        return self.boolean(key) if key in self._values else absent

    def choice(self, key: str, allowed: Collection[str]) -> str:
        value = self._text(key)
        if value not in allowed:
            raise InvalidArgument(
                said("{key} must be one of {choices}.", key=key, choices=", ".join(sorted(allowed)))
            )
        return value

    def text(self, key: str, longest: int) -> str:
        """Return any text; use it for comparison only."""
        value = self._text(key)
        if not value.isascii() or not value.isprintable() or not 1 <= len(value) <= longest:
            raise InvalidArgument(
                said(
                    "{key} must have 1 to {longest} printable ASCII letters.",
                    key=key,
                    longest=longest,
                )
            )
        return value

    def session(self) -> str:
        """The argument ``session``: 32 hexadecimal digits, as ``BeginSession`` returned them."""
        value = self._text("session")
        if not is_session(value):
            raise InvalidArgument(said("session must be a session name."))
        return value

    def sessions(self) -> list[str]:
        """The argument ``sessions``: a list without duplicates, each as in ``session``."""
        values = self._take("sessions")
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise wrong_type("sessions", "a list of strings", values)
        if not values or len(set(values)) < len(values) or not all(map(is_session, values)):
            raise InvalidArgument(said("sessions must be a list of distinct session names."))
        return values

    def devices(self) -> tuple[str, ...]:
        """The argument ``devices``: a list of one to ``MAXIMUM_DEVICES`` names without duplicates.
        The devices need not exist."""
        values = self._take("devices")
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise wrong_type("devices", "a list of strings", values)
        if not values or len(set(values)) < len(values) or not all(map(is_device_name, values)):
            raise InvalidArgument(said("devices must be a list of distinct device names."))
        if len(values) > MAXIMUM_DEVICES:
            raise InvalidArgument(
                said("devices must have at most {maximum} names.", maximum=MAXIMUM_DEVICES)
            )
        return tuple(values)

    def texts(self, key: str, maximum: int) -> list[str]:
        """Return a list of one to ``maximum`` texts of any content."""
        values = self._take(key)
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise wrong_type(key, "a list of strings", values)
        if not 1 <= len(values) <= maximum:
            raise InvalidArgument(
                said("{key} must have from 1 to {maximum} entries.", key=key, maximum=maximum)
            )
        return values

    def groups(self, key: str, maximum: int) -> list[Arguments]:
        """Return a list of one to ``maximum`` sets of arguments; call ``finish`` on each."""
        values = self._take(key)
        if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
            raise wrong_type(key, "a list of arguments", values)
        if not 1 <= len(values) <= maximum:
            raise InvalidArgument(
                said("{key} must have from 1 to {maximum} entries.", key=key, maximum=maximum)
            )
        return [Arguments(value) for value in values]

    def by_device(self) -> dict[str, Arguments]:
        """Remove and return all arguments called ``DEVICE.NAME``, by device; call ``finish`` on
        each. The devices need not exist."""
        found: dict[str, dict[str, object]] = {}
        for key in [key for key in self._values if "." in key]:
            device, _, name = key.rpartition(".")
            if not is_device_name(device):
                raise InvalidArgument(said("A device name in the arguments is invalid."))
            found.setdefault(device, {})[name] = self._values.pop(key)
        if len(found) > MAXIMUM_DEVICES:
            raise InvalidArgument(
                said("A session has at most {maximum} devices.", maximum=MAXIMUM_DEVICES)
            )
        return {device: Arguments(values) for device, values in found.items()}

    def remaining(self) -> dict[str, object]:
        """Remove and return all remaining arguments."""
        rest, self._values = self._values, {}
        return rest

    def finish(self) -> None:
        """Refuse arguments that were not read."""
        if self._values:
            raise unexpected(next(iter(self._values)))

    def _text(self, key: str) -> str:
        value = self._take(key)
        if not isinstance(value, str):
            raise wrong_type(key, "a text", value)
        return value

    def _take(self, key: str) -> object:
        if key not in self._values:
            raise InvalidArgument(said("{key} is missing.", key=key))
        return self._values.pop(key)


def is_device_name(text: str) -> bool:
    """Return whether ``text`` is a valid name of a block device, or ``vm``; it need not exist."""
    return bool(_DEVICE.fullmatch(text))


def is_session(text: str) -> bool:
    """Return whether ``text`` is a valid session name."""
    return bool(_SESSION.fullmatch(text))


def unexpected(key: str) -> InvalidArgument:
    """The refusal of an unknown argument. Names ``key`` only if it's well formed: a client's text
    isn't repeated."""
    if not _KEY.fullmatch(key):
        return InvalidArgument(said("An argument with an invalid name isn't expected here."))
    return InvalidArgument(said("{key} isn't expected here.", key=key))


def integer_text(key: str, value: object) -> int:
    """Return an integer, given as such or as decimal digits; raises ``InvalidArgument``."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and _INTEGER.fullmatch(value):
        return int(value)
    raise wrong_type(key, "a whole number", value)


def wrong_type(key: str, expected: str, found: object) -> InvalidArgument:
    """The refusal of a value that isn't what was ``expected``; names its type only."""
    names = {bool: "a boolean", str: "another string", int: "a number", float: "a fraction"}
    word_for_found = names.get(type(found), "something else")
    return InvalidArgument(
        said(
            "{key} must be {expected}, not {found}.",
            key=key,
            expected=expected,
            found=word_for_found,
        )
    )
