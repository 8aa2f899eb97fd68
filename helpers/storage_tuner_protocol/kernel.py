"""What the kernel's attributes mean. Pure text."""

from __future__ import annotations

import re

WRITE_PLUGGING = (6, 10)
"""From here on Linux keeps the order of writes within a zone itself, with any scheduler: before, a
host-managed disk needs mq-deadline (block/blk-zoned.c)."""

_SYNC_SPEED = re.compile(r"([0-9]{1,20}) \((?:(system)|local)\)", re.ASCII)


def settable_value(text: str) -> str:
    """What is to be written for what was read. md says where a speed comes from: "1000 (system)" is
    the machine's, which the word "system" stands for when it's set; "2000 (local)" is the array's
    own (md.rst)."""
    speed = _SYNC_SPEED.fullmatch(text)
    return (speed[2] or speed[1]) if speed else text


def serial_of(page: bytes) -> str:
    """The unit serial number of a SCSI disk (SPC-4, VPD page 80h): four bytes of head, then ASCII.
    "" for what is none."""
    text = page[4 : 4 + int.from_bytes(page[2:4], "big")].decode("ascii", "replace").strip(" \0")
    return text if text.isprintable() else ""
