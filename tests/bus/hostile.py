"""Calls that a hostile program could make; none may change anything or end the helper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.bus.connections import Typed

NAMES = (
    "../../etc",
    "loop0/../vda",
    "vda\n",
    "",
    ".",
    "..",
    "nosuch0",
    "loop0 ",
    " loop0",
    "löp0",
    "loop０",
    "a" * 40,
    "a" * 5000,
    "-rf",
    "loop0;id",
    "loop0:loop1",
    "$(id)",
    "%s%n",
)
SCHEDULERS: tuple[Any, ...] = (
    "evil",
    "none\n",
    "../x",
    "",
    "mq-deadline;id",
    "NONE",
    "noneée",
    "n" * 5000,
    1,
    True,
    1.5,
    ["none"],
)
NUMBERS: tuple[Any, ...] = (
    -1,
    0,
    3,
    2049,
    2**31,
    2**62,
    -(2**62),
    True,
    64.0,
    "64 ",
    " 64",
    "6_4",
    "0x40",
    "６４",
    "64\n",
    "1e2",
    "",
    "9" * 5000,
    ["64"],
)
BENCHMARK: dict[str, Any] = {
    "operation": "rand-read",
    "threads": 1,
    "block_bytes": 4096,
    "runtime_ms": 100,
    "ramp_ms": 0,
    "engine": "psync",
}
ODD_PARTS: tuple[tuple[str, Any], ...] = (
    ("operation", "trim"),
    ("operation", "rand-write"),
    ("operation", "randread --exec_prerun=id"),
    ("operation", 1),
    ("threads", 0),
    ("threads", 65),
    ("threads", True),
    ("threads", "1"),
    ("threads", 1.0),
    ("block_bytes", 4095),
    ("block_bytes", 12288),
    ("block_bytes", 2**40),
    ("block_bytes", "4k --output=/tmp/x"),
    ("runtime_ms", 99),
    ("runtime_ms", 10**9),
    ("ramp_ms", -1),
    ("engine", "libaio\nexec_prerun=id"),
    ("engine", "external:/tmp/evil.so"),
    ("engine", "sg"),
)
EXTRA_KEYS = (
    "exec_prerun",
    "exec_postrun",
    "filename",
    "output",
    "write_bw_log",
    "../../../etc/passwd",
    "scheduler\n",
    "ключ",
    "k" * 5000,
    "",
    "__class__",
)
TYPED = (
    Typed("v", {"type": "x", "value": 1}),
    Typed("a{sv}", {}),
    Typed("aas", [["x"]]),
    Typed("ay", [1, 2]),
    Typed("o", "/org/evil"),
    Typed("g", "a{sv}"),
    Typed("(ss)", ["a", "b"]),
    Typed("t", 2**64 - 1),
    Typed("y", 1),
    Typed("d", 1.0),
    Typed("a{sv}", {"a": {"type": "v", "value": {"type": "as", "value": []}}}),
    Typed("a(ii)", []),
    Typed("as", ["x" * 100] * 10_000),
)


def hostile_calls(
    device: str, diskseq: int, session: str
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Method, device and arguments, all JSON values; every one must be refused."""
    odd: Any
    for name in NAMES:
        yield "BeginSession", name, {"diskseq": diskseq}
        yield "SetSettings", name, {"session": session, "scheduler": "bfq"}
        if name:
            yield "RemovePracticeDisk", name, {}
            yield "Restore", name, {}
            yield "ReadHealth", name, {}
            yield "Unpersist", name, {}
        yield "Persist", name, {"session": session, "scheduler": "bfq"}
    for odd in (diskseq + 1, diskseq - 1, -1, 2**62, True, str(diskseq), float(diskseq), []):
        yield "BeginSession", device, {"diskseq": odd}
    for odd in SCHEDULERS:
        yield "SetSettings", device, {"session": session, "scheduler": odd}
        yield "Persist", device, {"session": session, "scheduler": odd}
    for odd in NUMBERS:
        yield "SetSettings", device, {"session": session, "nr_requests": odd}
        yield "TrySettings", device, {"session": session, "nr_requests": odd, "seconds": 5}
        yield "Persist", device, {"session": session, "nr_requests": odd}
        yield "PreviewPersistent", device, {"session": session, "nr_requests": odd}
    for odd in (4, 601, True, "5", 5.0, []):
        yield "TrySettings", device, {"session": session, "nomerges": 1, "seconds": odd}
    for key, odd in ODD_PARTS:
        yield "StartBenchmark", device, {"session": session, **BENCHMARK, key: odd}
    for key in EXTRA_KEYS:
        yield "StartBenchmark", device, {"session": session, **BENCHMARK, key: "id"}
        yield "SetSettings", device, {"session": session, "nomerges": 1, key: "1"}
        yield "Persist", device, {"session": session, "nomerges": 1, key: "1"}
        yield "Describe", "", {key: 1}
    for odd in ("", "0" * 32, session.upper() + "X", session + "\n", "../" * 10, 1, True, []):
        yield "EndSession", device, {"session": odd, "keep": True}
        yield "SetSettings", device, {"session": odd, "scheduler": "bfq"}
        yield "DropCaches", device, {"session": odd}
    for odd in (0, 1, "true", [], 1.0):
        yield "EndSession", device, {"session": session, "keep": odd}
    for odd in (-1, 128, True, "1", "0 -s off", 1.0, []):
        yield "ReadHealth", device, {"controller": 0, "port": odd}
        yield "ReadHealth", device, {"controller": odd, "port": 0}
    yield "ReadHealth", device, {}
    yield "ReadHealth", device, {"port": 0}
    yield "ReadHealth", device, {"controller": 0}
    yield "ReadHealth", device, {"controller": 0, "port": 0}
    for odd in (0, -1, 10**6, True, "1", 2**62):
        yield "StopBenchmark", device, {"session": session, "job": odd}
    yield "SetSettings", device, {"session": session}
    yield "SetSettings", device, {"session": session, **{f"a{n}": 1 for n in range(100)}}
    yield "Describe", device, {}
    yield "CreatePracticeDisk", device, {"size_bytes": 64 << 20}
    yield "Exec", device, {"command": "id"}
    yield "describe", "", {}
    yield "__init__", "", {}


def is_ascii(call: tuple[str, str, dict[str, Any]]) -> bool:
    """Whether an old dbus-fast can send it: it counts characters where bytes are meant."""
    return str(call).isascii()
