"""Parses the kernel's attributes. Pure text."""

from __future__ import annotations

import re

WRITE_PLUGGING = (6, 10)
"""From here on Linux keeps the order of writes within a zone itself, with any scheduler: before, a
host-managed disk needs mq-deadline (block/blk-zoned.c)."""

_OCTAL = re.compile(r"\\([0-7]{3})")
_SYNC_SPEED = re.compile(r"([0-9]{1,20}) \((?:(system)|local)\)", re.ASCII)


def settable_value(text: str) -> str:
    """What is to be written for what was read. md says where a speed comes from: "1000 (system)" is
    the machine's, which the word "system" stands for when it's set; "2000 (local)" is the array's
    own (md.rst)."""
    speed = _SYNC_SPEED.fullmatch(text)
    return (speed[2] or speed[1]) if speed else text


def chosen(text: str) -> str:
    """The word in brackets of a list such as "none [mq-deadline] kyber"; "" when there is none."""
    return next((word[1:-1] for word in text.split() if word[0] + word[-1] == "[]"), "")


def without_octal(text: str) -> str:
    """A path as it is, of tables such as mountinfo: they write a space as "\\040" (proc(5))."""
    return _OCTAL.sub(lambda found: chr(int(found[1], 8) & 0xFF), text)


def md_uuid(digits: str) -> str:
    """32 digits as mdadm writes them, in four groups."""
    return ":".join(digits[start : start + 8] for start in range(0, 32, 8))


def serial_of(page: bytes) -> str:
    """The unit serial number of a SCSI disk (SPC-4, VPD page 80h): four bytes of head, then ASCII.
    "" for what is none."""
    text = page[4 : 4 + int.from_bytes(page[2:4], "big")].decode("ascii", "replace").strip(" \0")
    return text if text.isprintable() else ""
