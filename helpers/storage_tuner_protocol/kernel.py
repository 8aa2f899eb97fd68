"""Parses the kernel's attributes. Pure text."""

from __future__ import annotations

import re

WRITE_PLUGGING = (6, 10)
"""From this version on, Linux itself keeps the order of writes within a zone, with any scheduler;
before, a host-managed disk needs mq-deadline (block/blk-zoned.c)."""

_OCTAL = re.compile(r"\\([0-7]{3})")
_SYNC_SPEED = re.compile(r"([0-9]{1,20}) \((?:(system)|local)\)", re.ASCII)


def settable_value(text: str) -> str:
    """Return the text to write for a value that was read. md reports the source of a speed: "1000
    (system)" is the machine's, which is set by writing "system"; "2000 (local)" is the array's own
    (md.rst)."""
    speed = _SYNC_SPEED.fullmatch(text)
    return (speed[2] or speed[1]) if speed else text


def chosen(text: str) -> str:
    """Return the word in brackets of a list such as "none [mq-deadline] kyber"; "" if there is
    none."""
    return next((word[1:-1] for word in text.split() if word[0] + word[-1] == "[]"), "")


def without_octal(text: str) -> str:
    """Return a path of tables such as mountinfo without escapes: they write a space as "\\040"
    (proc(5))."""
    return _OCTAL.sub(lambda found: chr(int(found[1], 8) & 0xFF), text)


def md_uuid(digits: str) -> str:
    """Return 32 digits in mdadm's notation, in four groups."""
    return ":".join(digits[start : start + 8] for start in range(0, 32, 8))


def serial_of(page: bytes) -> str:
    """Return the unit serial number of a SCSI disk (SPC-4, VPD page 80h): a four-byte header, then
    ASCII. "" if it's invalid."""
    text = page[4 : 4 + int.from_bytes(page[2:4], "big")].decode("ascii", "replace").strip(" \0")
    return text if text.isprintable() else ""


_PATH = re.compile(r"nvme(\d{1,10})c\d{1,10}n(\d{1,10})", re.ASCII)


def drive_of_path(name: str) -> str:
    """Return the NVMe drive that a path with this kernel name leads to (nvme0c1n2: nvme0n2);
    ``name`` itself for any other device. Source: drivers/nvme/host/multipath.c,
    nvme_mpath_set_disk_name.

    A drive has paths as soon as it supports several controllers, even if one is connected
    (nvme_mpath_alloc_disk). Its folder ``multipath`` lists them since Linux 6.15 (commit
    4dbd2b2ebe4c); their names tell it on every kernel.
    """
    found = _PATH.fullmatch(name)
    return f"nvme{found[1]}n{found[2]}" if found else name
