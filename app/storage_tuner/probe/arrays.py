"""Linux software RAID: what ``/sys/block/mdN/md`` says (kernel: admin-guide/md.rst)."""

from __future__ import annotations

from storage_tuner.core.device import MdState
from storage_tuner.probe.attributes import AttributeReader, read_attribute, whole_number

_PARITY_LAYOUTS = ("left-asymmetric", "right-asymmetric", "left-symmetric", "right-symmetric")
BUSY_ACTIONS = ("resync", "recover", "check", "repair", "reshape")
"""The sync actions that read or write the members."""


def read_md(folder: str, reader: AttributeReader) -> MdState | None:
    """The array's state; None for one that isn't assembled."""
    level = reader.text("md", "md/level")
    if level is None:
        return None
    chunk = _number(f"{folder}/md/chunk_size")
    return MdState(
        level=level,
        layout=_layout(level, _number(f"{folder}/md/layout")),
        chunk_bytes=chunk or None,
        state=read_attribute(f"{folder}/md/array_state").text,
        sync_action=read_attribute(f"{folder}/md/sync_action").text,
        degraded=_number(f"{folder}/md/degraded"),
    )


def _number(path: str) -> int | None:
    text = read_attribute(path).text
    number = None if text is None else whole_number(text)
    return number if number is not None and number >= 0 else None


def _layout(level: str, number: int | None) -> str | None:
    """The layout in mdadm's words. raid10 codes near copies in the low byte, far in the next.

    Source: md(4); drivers/md/raid10.c, setup_geo.
    """
    if number is None:
        return None
    if level in ("raid5", "raid6") and number < len(_PARITY_LAYOUTS):
        return _PARITY_LAYOUTS[number]
    if level != "raid10":
        return None if level in ("raid0", "raid1", "linear") else str(number)
    near, far, offset = number & 0xFF, number >> 8 & 0xFF, number >> 16 & 1
    if far > 1:
        return f"{'offset' if offset else 'far'}={far}"
    return f"near={near}"
