"""Calls that a hostile program could make; none may change anything or end the helper."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from storage_tuner_helper.tunables import ALLOWED, Tunable
from tests.bus.connections import Typed

Call = tuple[str, str, dict[str, Any]]
"""Method, device and arguments."""

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
    "none\0",
    "bfq mq-deadline",
    "Kyber",
    "noop",
    "cfq",
    "deadline",
    "kyber-iosched",
    "ext4",
    "usb-storage",
    "pktcdvd",
    "dm-crypt",
    "[bfq]",
    "b",
    "bfq/../none",
    "%s",
)
"""Also names of schedulers and of other modules that the kernel would load."""

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
    ("runtime_ms", 14_400_001),
    ("output", "terse"),
    ("output", "json\n"),
    ("output", True),
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


ODD_TEXTS: tuple[Any, ...] = (
    "",
    " 1",
    "1 ",
    "+1",
    "1\n",
    "1\0",
    "0x1",
    "1e0",
    "1_0",
    "٣",
    "1;id",
    "1 2",
    "%d",
    "system ",
    '1", RUN+="/bin/sh',
    True,
    1.0,
    ["1"],
    [],
)
"""None is a number, though some become one for a careless reader."""

FOREIGN_ATTRIBUTES = (
    "write_cache",
    "queue/scheduler",
    "iosched/low_latency",
    "uevent",
    "device/delete",
    "../../../kernel/uevent_helper",
    "array_state",
    "sync_action",
    "drop_caches",
    "vm.dirty_ratio",
    "core_pattern",
    "overcommit_memory",
    "min_free_kbytes",
    "zoned",
    "discard_max_bytes",
    "identity",
    "path",
    "text",
    "run",
)
"""Attributes and files that nobody offers, and words of our own replies."""

INJECTIONS = (
    'ID_SERIAL=x", RUN+="/bin/sh',
    'x"\nRUN+="/bin/sh',
    "x\\\nRUN",
    "$env{ID_SERIAL}",
    "%c{1}",
    "*",
    "bfq|none",
)
"""What would mean something in a udev rule."""

OF_TYPES: tuple[Any, ...] = (True, -1, 1.5, "", "x", "x" * 5000, [], ["x"], "\n", "../..")
OTHER_DEVICES = ("vm", "", "..", "loop", "md127", "dm-0", "sr0", "nosuch0", "vm\n", "VM", "vm/..")


def hostile_calls(device: str, diskseq: int, session: str) -> Iterator[Call]:
    """All JSON values; each must be refused. The client's own ``session`` is open on ``device``."""
    yield from _hand_written(device, diskseq, session)
    yield from _tunables(device, session)
    yield from _altered(device, diskseq, session)


def replayed_calls(device: str, ended: str) -> Iterator[Call]:
    """With a session that has ended; also under other names, where none may ever have been."""
    for name in (device, "vm", "loop0"):
        for method, _, arguments in _valid(name, 0, ended):
            if "session" in arguments or "sessions" in arguments:
                yield method, "" if method == "KeepTogether" else name, arguments


def foreign_calls(device: str, session: str, job: int) -> Iterator[Call]:
    """On what is somebody else's: his device, his session, his benchmark, his practice disk."""
    for method, name, arguments in _valid(device, 0, session):
        if method not in ("Describe", "Restore", "Unpersist", "CreatePracticeDisk"):
            yield method, name, {**arguments, **({"job": job} if "job" in arguments else {})}
    yield "EndSession", device, {"session": session, "keep": True}
    yield "KeepTogether", "", {"sessions": [session, "0" * 32]}


def memory_calls(session: str) -> Iterator[Call]:
    """On the machine's memory, on which the client's own ``session`` is open."""
    for diskseq in (0, 1, -1, 2**62):
        yield "BeginSession", "vm", {"diskseq": diskseq}
    for tunable in ALLOWED:
        if tunable.attribute.startswith("vm/"):
            yield from _odd_values("vm", session, tunable)
        else:
            yield "SetSettings", "vm", {"session": session, tunable.name: _a_value(tunable)}
            yield "Persist", "vm", {"session": session, tunable.name: _a_value(tunable)}
    for name in FOREIGN_ATTRIBUTES:
        for method in ("SetSettings", "PreviewPersistent", "Persist"):
            yield method, "vm", {"session": session, name: 1}
    for pair in (("dirty_ratio", "dirty_bytes"), ("dirty_background_ratio",) * 2):
        both = {name: 100 if name.endswith("ratio") else 1 << 50 for name in pair}
        yield "Persist", "vm", {"session": session, **both}
    yield "SetSettings", "vm", {"session": session, "dirty_ratio": 10, "dirty_bytes": 1 << 30}
    yield "SetSettings", "vm", {"session": session, "dirty_bytes": 1}
    yield "StartBenchmark", "vm", {"session": session, **BENCHMARK}
    yield "ReadHealth", "vm", {}
    yield "ReadHealth", "vm", {"controller": 0, "port": 0}
    yield "RemovePracticeDisk", "vm", {}
    yield "StopBenchmark", "vm", {"session": session, "job": 1}


def _valid(device: str, diskseq: int, session: str) -> list[Call]:
    """One call of each method that its owner might make."""
    change = {"session": session, "nomerges": 1}
    return [
        ("BeginSession", device, {"diskseq": diskseq}),
        ("SetSettings", device, change),
        ("TrySettings", device, {**change, "seconds": 5}),
        ("Revert", device, {"session": session}),
        ("EndSession", device, {"session": session, "keep": False}),
        ("PreviewPersistent", device, change),
        ("Persist", device, change),
        ("Unpersist", device, {}),
        ("KeepTogether", "", {"sessions": [session]}),
        ("StartBenchmark", device, {"session": session, **BENCHMARK}),
        ("SampleBenchmark", device, {"session": session, "job": 1}),
        ("StopBenchmark", device, {"session": session, "job": 1}),
        ("DropCaches", device, {"session": session}),
        ("ReadHealth", device, {"controller": 0, "port": 0}),
        ("CreatePracticeDisk", "", {"size_bytes": 64 << 20}),
        ("RemovePracticeDisk", device, {}),
        ("Restore", device, {}),
        ("Describe", "", {}),
    ]


def _altered(device: str, diskseq: int, session: str) -> Iterator[Call]:
    """Of each method: an argument less, one more, one of another kind, another device."""
    for method, name, arguments in _valid(device, diskseq, session):
        for key in arguments:
            yield method, name, {other: arguments[other] for other in arguments if other != key}
            for odd in OF_TYPES:
                if not _is_right(key, odd):
                    yield method, name, {**arguments, key: odd}
        for extra in ("sessions", "device", "force", "path", "__class__", "session "):
            if extra not in arguments:
                yield method, name, {**arguments, extra: "x"}
        for other in OTHER_DEVICES:
            if method not in _ALSO_OF_ALL or other not in ("vm", ""):
                yield method, other, arguments


_ALSO_OF_ALL = ("Restore", "Unpersist", "Describe", "KeepTogether", "CreatePracticeDisk")


def _is_right(key: str, odd: object) -> bool:
    return key == "keep" and odd is True


def _tunables(device: str, session: str) -> Iterator[Call]:
    """Every tunable with values that it can't have; those of arrays and memory with any."""
    for tunable in ALLOWED:
        yield from _odd_values(device, session, tunable)
        if tunable.attribute.startswith(("vm/", "md/")):
            for method in ("SetSettings", "PreviewPersistent", "Persist"):
                yield method, device, {"session": session, tunable.name: _a_value(tunable)}
    for name in FOREIGN_ATTRIBUTES:
        for method in ("SetSettings", "Persist"):
            yield method, device, {"session": session, name: 1}
        yield "PreviewPersistent", device, {"session": session, "nomerges": 1, name: "1"}
    for text in INJECTIONS:
        for name in ("scheduler", "nomerges", "identity", "session"):
            yield "PreviewPersistent", device, {"session": session, "nomerges": 0, name: text}
            yield "Persist", device, {"session": session, "nomerges": 0, name: text}
    for odd in ([], [session, session], [session, "x"], ["0" * 32], session, [session] * 1000, 1):
        yield "KeepTogether", "", {"sessions": odd}
    yield "KeepTogether", device, {"sessions": [session]}
    yield "KeepTogether", "", {"session": session}


def _odd_values(device: str, session: str, tunable: Tunable) -> Iterator[Call]:
    outside = () if tunable.choices else (tunable.minimum - 1, tunable.maximum + 1, -(2**62))
    for odd in (*outside, *map(str, outside), *ODD_TEXTS):
        yield "SetSettings", device, {"session": session, tunable.name: odd}
    yield "Persist", device, {"session": session, tunable.name: random.Random(1).choice(ODD_TEXTS)}


def _a_value(tunable: Tunable) -> str | int:
    return "bfq" if tunable.choices else tunable.maximum


def _hand_written(device: str, diskseq: int, session: str) -> Iterator[Call]:
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
        yield "PreviewPersistent", name, {"session": session, "scheduler": "bfq"}
    for odd in (diskseq + 1, diskseq - 1, -1, 2**62, True, str(diskseq), float(diskseq), []):
        yield "BeginSession", device, {"diskseq": odd}
    for odd in SCHEDULERS:
        yield "SetSettings", device, {"session": session, "scheduler": odd}
        yield "Persist", device, {"session": session, "scheduler": odd}
        yield "PreviewPersistent", device, {"session": session, "scheduler": odd}
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
        yield "SampleBenchmark", device, {"session": session, "job": odd}
    yield "SetSettings", device, {"session": session}
    yield "SetSettings", device, {"session": session, **{f"a{n}": 1 for n in range(100)}}
    yield "Describe", device, {}
    yield "CreatePracticeDisk", device, {"size_bytes": 64 << 20}
    yield "Exec", device, {"command": "id"}
    yield "describe", "", {}
    yield "__init__", "", {}


def is_ascii(call: Call) -> bool:
    """Whether an old dbus-fast can send it: it counts characters where bytes are meant."""
    return str(call).isascii()


def has_no_nul(call: Call) -> bool:
    """Whether D-Bus can carry it at all."""
    return "\\x00" not in str(call)
