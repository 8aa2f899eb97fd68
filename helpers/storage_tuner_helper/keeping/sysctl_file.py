"""The text of our file below /etc/sysctl.d: what is kept for the machine's virtual memory.

The kernel has each of two limits either in bytes or as a share of memory: writing one disables the
other, and 0 bytes can't be written.
"""

from __future__ import annotations

import re

from storage_tuner_helper.errors import InvalidArgument
from storage_tuner_helper.keeping import kept_values
from storage_tuner_helper.keeping.kept_values import Values
from storage_tuner_protocol.interface import SYSCTL_SETTINGS
from storage_tuner_protocol.message import said
from storage_tuner_protocol.tunables import ALLOWED, EITHER_OR, Scope

PATH = SYSCTL_SETTINGS
HEADER = """\
# Written by Storage Tuner: settings of the machine's memory that were kept for good.
# `storage-tuner restore vm` removes this file; so may you. Storage Tuner doesn't touch it any more
# once somebody edited it.
# Format 1
"""

_LINE = re.compile(r"vm\.([a-z_]+) = ([0-9]+)", re.ASCII)


def render(values: Values) -> str:
    """Return the whole file; empty for no values. Raises ``ValueError`` for values that aren't
    allowed in it."""
    return HEADER + render_values(values) if values else ""


def render_values(values: Values) -> str:
    """Return the lines that set ``values``, without the header."""
    kept_values.check(values, (Scope.MACHINE,))
    return "".join(f"vm.{one.name} = {values[one.name]}\n" for one in ALLOWED if one.name in values)


def parse(text: str) -> dict[str, str]:
    """Parse a file that ``render`` wrote. Raises ``ValueError`` for any other text."""
    found = [match.groups() for match in map(_LINE.fullmatch, text.split("\n")) if match]
    values = {str(name): str(value) for name, value in found}
    if render(values) != text:
        raise ValueError("another text than ours")
    return values


def merged(kept: Values, wanted: Values) -> dict[str, str]:
    """Return ``kept`` updated with ``wanted``. Raises ``InvalidArgument`` when both of an either-or
    are given, or a 0 that only means that the other one is in effect, but isn't given."""
    values = {**kept, **wanted}
    for pair in EITHER_OR:
        counting = [name for name in pair if wanted.get(name, "0") != "0"]
        if len(counting) == 2:
            raise InvalidArgument(
                said(
                    "Only one of {size} and {ratio} can be made permanent.",
                    size=pair[0],
                    ratio=pair[1],
                )
            )
        if counting or set(pair) & set(wanted):
            _leave_one(values, pair, counting)
    return values


def _leave_one(values: dict[str, str], pair: tuple[str, str], counting: list[str]) -> None:
    if not counting:
        raise InvalidArgument(
            said(
                "{size} or {ratio} must be above 0 to be made permanent.",
                size=pair[0],
                ratio=pair[1],
            )
        )
    for name in pair:
        if name != counting[0]:
            values.pop(name, None)
