"""The tables ``tw_cli`` is known to print: how they begin, and what their cells look like.

A cell that looks different is kept as it is where its place is certain; the patterns only help to
find the places of cells in rows that are incomplete or shifted.
"""

from __future__ import annotations

import re

from storage_tuner.probe.threeware.table import Kind

NUMBER = r"[0-9]{1,12}(?:\.[0-9]{1,12})?"

_WORD = re.compile(r"-|[A-Za-z][\w/*-]*")
_COUNT = re.compile(r"-|[0-9]+")
_PERCENT = re.compile(rf"-|{NUMBER}%?(?:\([A-Z]+\))?")
_ON_OFF = re.compile(r"-|ON|OFF", re.IGNORECASE)
_UNIT_KEY = re.compile(r"[sd]?u[0-9]{1,4}[\w/*-]*")
_PORT_KEY = re.compile(r"v?p[0-9]{1,4}")

CONTROLLERS = Kind(
    starts=("Ctl", "Model"),
    keys=re.compile(r"c[0-9]{1,4}"),
    patterns={
        "Ctl": re.compile(r"c[0-9]{1,4}"),
        **dict.fromkeys(("Ports", "(V)Ports", "Drives", "Units", "NotOpt"), _COUNT),
        **dict.fromkeys(("RRate", "VRate"), _COUNT),
        "BBU": _WORD,
    },
)
UNITS = Kind(
    starts=("Unit", "UnitType"),
    keys=_UNIT_KEY,
    patterns={
        "Unit": _UNIT_KEY,
        **dict.fromkeys(("UnitType", "Status"), _WORD),
        **dict.fromkeys(("%Cmpl", "%RCmpl", "%V/I/M"), _PERCENT),
        "Port": re.compile(r"-|v?p[0-9]+"),
        "Stripe": re.compile(rf"-|{NUMBER} {{0,2}}[KM]B?"),
        "Size(GB)": re.compile(rf"-|{NUMBER}"),
        "Cache": re.compile(r"-|ON|OFF|R[a-z]?W?|W"),
        **dict.fromkeys(("AVerify", "AVrfy", "IgnECC"), _ON_OFF),
    },
)
_PORT_PATTERNS = {
    **dict.fromkeys(("Port", "VPort"), _PORT_KEY),
    **dict.fromkeys(("Status", "Type"), _WORD),
    "Unit": re.compile(r"-|[sd]?u[0-9]+"),
    "Size": re.compile(rf"-|{NUMBER} *[KMGTP]B"),
    **dict.fromkeys(("Blocks", "Phy"), _COUNT),
    "Encl-Slot": re.compile(r"-|/\S+|[0-9]+"),
}
PORTS = Kind(("Port", "Status"), _PORT_KEY, _PORT_PATTERNS, frozenset({"Serial"}))
VIRTUAL_PORTS = Kind(("VPort", "Status"), _PORT_KEY, _PORT_PATTERNS, frozenset({"Model"}))
BATTERIES = Kind(
    starts=("Name", "OnlineState"),
    keys=re.compile(r"bbu[0-9]*"),
    patterns={
        "Name": re.compile(r"bbu[0-9]*"),
        "OnlineState": _ON_OFF,
        "BBUReady": re.compile(r"-|Yes|No", re.IGNORECASE),
        **dict.fromkeys(("Status", "Volt", "Temp"), _WORD),
        "Hours": _COUNT,
        "LastCapTest": re.compile(r"-|[0-9x]{1,2}-\w{3}-[0-9x]{4}"),
    },
)
KINDS = (CONTROLLERS, UNITS, PORTS, VIRTUAL_PORTS, BATTERIES)
