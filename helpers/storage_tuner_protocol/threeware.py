"""Shared knowledge of 3ware's controllers and of tw_cli, the vendor's program."""

from __future__ import annotations

import re

PROGRAM_NAMES = ("tw_cli", "tw-cli", "tw_cli.x86_64", "tw_cli_64")
PROGRAM_FOLDERS = (
    "/usr/local/sbin",
    "/usr/local/bin",
    "/usr/sbin",
    "/usr/bin",
    "/opt/3ware",
    "/opt/3ware/CLI",
    "/opt/AMCC/CLI",
    "/opt/lsi/3ware",
)

ANSWER_SECONDS = 20.0
"""A controller that rebuilds responds slowly; one that is stuck never does."""

DRIVERS = ("3w-9xxx", "3w-sas", "3w-xxxx")
"""The kernel's drivers, in drivers/scsi."""

DISK_PATH = re.compile(
    r"(?P<controller>.*)/host(?P<host>[0-9]+)/(?:.*/)?target(?P=host):0:(?P<unit>[0-9]+)"
    r"/(?P=host):0:(?P=unit):(?P<lun>[0-9]+)",
    re.ASCII,
)
"""The real path of a disk's SCSI device in sysfs; ``controller`` is the folder of the PCI device.

A controller is a SCSI host, a unit a target of it with the unit's number, and the pieces that a
unit may be carved into are its LUNs: drivers/scsi/3w-9xxx.c, 3w-xxxx.c and 3w-sas.c."""

_SERIAL = re.compile(r"[A-Z0-9]{3,64}", re.ASCII)
_SIZE_TOLERANCE = 1e-4
"""Sizes of units have six digits, of which some models omit trailing zeros."""

POLICY_ATTRIBUTES = {
    "qpolicy": ("command queuing policy",),
    "rdcache": ("read cache",),
    "wrcache": ("write cache", "write cache state"),
    "storsave": ("storsave policy", "command storsave policy"),
    "autoverify": ("auto verify policy",),
}
"""tw_cli's names of the policies where it prints their values, in small letters."""

_VALUES = {"protection": "protect", "balanced": "balance", "performance": "perform"}

_FAMILIES = (
    (re.compile(r"[78][0-9]{3}\b"), 0),
    (re.compile(r"9500S"), 1),
    (re.compile(r"9550SX|9590SE"), 2),
    (re.compile(r"9650SE"), 3),
    (re.compile(r"9690SA"), 4),
    (re.compile(r"9750"), 5),
)
"""Models by age, oldest first. Source: the vendor's command line guide for 10.2."""

FIRST_FAMILY = {"qpolicy": 2, "rdcache": 3, "storsave": 2, "autoverify": 1, "wrcache": 0}
"""The first family with each policy. Read caches also need firmware of set 9.5.2; with older
firmware they aren't reported."""


def family(model: str) -> int | None:
    """Return the index of the model's family; None for an unknown model."""
    return next((number for start, number in _FAMILIES if start.match(model)), None)


def plain_serial(text: str) -> str:
    """Return a unit's serial number in a form that can be compared; "" for an invalid one."""
    serial = text.strip(" \0\n").upper().removeprefix("AMCC_")
    return serial if _SERIAL.fullmatch(serial) else ""


def is_same_size(disks_bytes: int, unit_bytes: float) -> bool:
    """Return whether the disks of a unit have its size, within the precision of its digits."""
    return abs(disks_bytes - unit_bytes) <= _SIZE_TOLERANCE * unit_bytes


def settable_word(printed: str) -> str:
    """Return the word that sets a policy's printed value: tw_cli prints "Intelligent" and
    "protection" for values that are set as intelligent and protect."""
    word = printed.casefold()
    return _VALUES.get(word, word)
