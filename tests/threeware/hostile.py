"""A controller whose program says what could harm a terminal or a window."""

from __future__ import annotations

from tests.threeware.machines import Description, controller, legs, machine, port, unit

EVIL = "\x1b[2J\x1b]0;owned\x07<b>bold</b><img src=x>\u202egnirts\x00\x9b31m"
LONG = "y" * 5000


def said(text: str) -> Description:
    return {"kind": "bytes", "hex": text.encode("utf-8", "surrogateescape").hex()}


def hostile_machine() -> Description:
    """Every place that takes text has some of ``EVIL``; one answer isn't UTF-8."""
    faults = {
        "/c0/u0 show all": said(
            f"/c0/u0 status = {EVIL}\n/c0/u0 {EVIL} = {LONG}\n/c0/u0 Auto Verify Policy = {EVIL}\n"
            f"/c0/u0 Command Queuing Policy = {EVIL}\n/c0/u0 serial number = B\udcfcro{EVIL}\n"
        ),
        "/c0/p0 show all": said(f"/c0/p0 Model = {EVIL}\n/c0/p0 Mood = {EVIL}\n"),
        "/c0/p1 show all": {"kind": "long line", "text": f"/c0/p1 Model = {EVIL}\n"},
        "/c0/bbu show all": said(f"/c0/bbu BBU Status = {EVIL}\nError: (CLI:999) {EVIL}\n"),
    }
    units = [
        unit("u0", f"RAID-{EVIL}", status=f"OK{EVIL}", legs=legs("u0", "p0", "p1")),
        unit("u1", status="VERIFYING", verified=64),
    ]
    ports = [port("p0", serial=EVIL), port("p1", model=EVIL)]
    attributes = {"Available Memory": EVIL, EVIL: EVIL}
    return machine(
        controller(model=f"9650SE{EVIL}", units=units, ports=ports, attributes=attributes),
        faults=faults,
    )
