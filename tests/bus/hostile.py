"""Calls that a hostile program could make; none may change anything or end the helper."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from storage_tuner_protocol.tunables import ALLOWED, Tunable
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
STREAM: dict[str, Any] = {"mode": "randread", "threads": 1, "block_bytes": 4096}
BENCHMARK: dict[str, Any] = {
    "streams": [STREAM],
    "runtime_ms": 100,
    "ramp_ms": 0,
    "engine": "psync",
}
MODES = ("read", "write", "randread", "randwrite", "rw", "randrw")
ODD_STREAM_PARTS: tuple[tuple[str, Any], ...] = (
    ("mode", "trim"),
    ("mode", "randwrite"),
    ("mode", "rw"),
    ("mode", "read:4k"),
    ("mode", "randread --exec_prerun=id"),
    ("mode", "READ"),
    ("mode", 1),
    ("threads", 0),
    ("threads", 2049),
    ("threads", -1),
    ("threads", True),
    ("threads", "1"),
    ("threads", 1.0),
    ("threads", 2**62),
    ("block_bytes", 0),
    ("block_bytes", 511),
    ("block_bytes", 4095),
    ("block_bytes", (16 << 20) + 512),
    ("block_bytes", 2**40),
    ("block_bytes", "4k --output=/tmp/x"),
    ("queue_depth", 0),
    ("queue_depth", 2),
    ("queue_depth", 1025),
    ("queue_depth", "1"),
    ("write_percent", 50),
    ("write_percent", -1),
    ("fsync_every", 0),
    ("fsync_every", 1),
    ("rate_iops", 0),
    ("rate_iops", -1),
    ("rate_iops", 1_000_001),
    ("rate_iops", "1,1,1"),
    ("rest_ms", 0),
    ("rest_ms", -1),
    ("rest_ms", 10_001),
    ("rest_ms", "500ms"),
    ("think_us", 0),
    ("think_us", 500),
    ("reads", "0 1"),
    ("reads", []),
    ("reads", [1, 1]),
    ("reads", [""]),
    ("reads", ["0"]),
    ("reads", ["0 0"]),
    ("reads", ["0 1 2"]),
    ("reads", ["-1 1"]),
    ("reads", ["0 1 "]),
    ("reads", ["0  1"]),
    ("reads", ["0 1\n/dev/vda write 0 1"]),
    ("reads", ["0\t1"]),
    ("reads", ["٣ 1"]),
    ("reads", ["0 513"]),
    ("reads", ["0 2"]),
    ("reads", ["9999999999999 1"]),
    ("reads", ["99999999999999 1"]),
    ("reads", ["0 1"] * 4097),
    ("reads", ["x" * 5000]),
    ("priority_class", "realtime"),
    ("priority_class", "rt"),
    ("priority_class", 1),
    ("priority_class", "best-effort\n"),
    ("priority_level", 1),
    ("region_start_percent", -1),
    ("region_start_percent", 1),
    ("region_start_percent", 100),
    ("region_percent", 0),
    ("region_percent", 101),
    ("shared", 1),
    ("shared", "true"),
    ("order", "forward"),
    ("order", "backward"),
    ("stride_bytes", 8192),
    ("synchronous", True),
    ("synchronous", False),
    ("prefilled", True),
    ("prefilled", False),
    ("poisson", True),
    ("poisson", False),
    ("share", 1),
    ("engine", "psync"),
    ("filename", "/dev/vda"),
    ("exec_prerun", "id"),
    ("name", "x"),
    ("", 1),
)
ODD_STREAMS: tuple[dict[str, Any], ...] = (
    {"mode": "read", "order": "random"},
    {"mode": "read", "order": "backward", "stride_bytes": 8192},
    {"mode": "read", "order": "strided"},
    {"mode": "read", "order": "strided", "stride_bytes": 4096},
    {"mode": "read", "order": "strided", "stride_bytes": 8193},
    {"mode": "read", "order": "strided", "stride_bytes": 1 << 40},
    {"mode": "read", "order": "strided", "stride_bytes": -8192},
    {"mode": "read", "order": "same-place", "shared": 1},
    {"mode": "read", "priority_class": "idle", "priority_level": 8},
    {"mode": "read", "write_percent": 1},
    {"threads": 2048, "block_bytes": 16 << 20},
    {"threads": 1025, "block_bytes": 2 << 20},
    {"threads": 2048, "shared": False, "block_bytes": 1 << 16},
    {"region_start_percent": 50, "region_percent": 51},
    {"rest_ms": 500, "rate_iops": 1},
    {"reads": ["0 1"], "threads": 2},
    {"reads": ["0 1"], "mode": "randwrite"},
    {"reads": ["0 1"], "mode": "randrw"},
    {"reads": ["0 1"], "mode": "write"},
    {"reads": ["0 1"], "rate_iops": 1},
    {"reads": ["0 1"], "rest_ms": 1},
    {"reads": ["0 1"], "region_percent": 50},
    {"reads": ["0 1"], "priority_class": "idle"},
    {"reads": ["0 1"], "think_us": -1},
    {"reads": ["0 1"], "think_us": 10_000_001},
    {"reads": ["0 1"], "think_us": "5us --exec_prerun=id"},
    {"mode": "randrw", "rate_iops": 1},
    {"mode": "randrw", "rate_iops": 3, "write_percent": 1},
    {f"a{number}": 1 for number in range(40)},
)
ODD_STREAM_LISTS: tuple[Any, ...] = (
    [],
    {},
    "randread",
    1,
    True,
    [{}],
    [STREAM] * 9,
    [STREAM] * 1000,
    [{**STREAM, "threads": 1025}] * 2,
    [STREAM, {}],
    [STREAM, {**STREAM, "mode": "randwrite"}],
    [{**STREAM, "reads": ["0 1"]}] * 2,
)
ODD_PARTS: tuple[tuple[str, Any], ...] = (
    ("operation", "rand-read"),
    ("threads", 1),
    ("block_bytes", 4096),
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
    "iosched/../scheduler",
    "iosched/gone",
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
    yield "AllowOverwriting", "vm", {"session": session, "overwrite_model": "vm 0"}
    yield "AllowRisk", "vm", {"session": session, "risk": "storsave-perform"}
    yield "SetSettings", "vm", {"session": session, "qpolicy": "off"}
    yield "ReadHealth", "vm", {}
    yield "ReadHealth", "vm", {"controller": 0, "port": 0}
    yield "Restore", "vm", {"devices": ["vm", "../sda"]}
    yield "AllowRisk", "vm", {"session": session, "vm.risk": "storsave-perform"}
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
        ("AllowOverwriting", device, {"session": session, "overwrite_model": "x"}),
        ("AllowRisk", device, {"session": session, "risk": "storsave-perform"}),
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
    yield from _other_devices(diskseq, session)
    yield from _odd_settings(device, diskseq, session)
    yield from _odd_benchmarks(device, session)
    yield from _odd_words(device, session)
    yield from _odd_sessions(device, session)
    yield from _odd_ports(device)
    yield from _odd_methods(device, session)


def _other_devices(diskseq: int, session: str) -> Iterator[Call]:
    """The session is of none of them."""
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


def _odd_settings(device: str, diskseq: int, session: str) -> Iterator[Call]:
    odd: Any
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


def _odd_benchmarks(device: str, session: str) -> Iterator[Call]:
    odd: Any
    for key, odd in ODD_PARTS:
        yield "StartBenchmark", device, {"session": session, **BENCHMARK, key: odd}
    yield from _odd_streams(device, session)
    for odd in (0, -1, 10**6, True, "1", 2**62):
        yield "StopBenchmark", device, {"session": session, "job": odd}
        yield "SampleBenchmark", device, {"session": session, "job": odd}


def _odd_words(device: str, session: str) -> Iterator[Call]:
    """Where a word of ours is expected, and keys that nobody knows."""
    for odd in (*NAMES, *ODD_TEXTS, *INJECTIONS, device, f"{device} ", f"{device} 0"):
        yield "AllowOverwriting", device, {"session": session, "overwrite_model": odd}
        yield "AllowRisk", device, {"session": session, "risk": odd}
        yield "SetSettings", device, {"session": session, "qpolicy": odd}
    for name in NAMES:
        yield "AllowOverwriting", name, {"session": session, "overwrite_model": name}
    for key in EXTRA_KEYS:
        yield "StartBenchmark", device, {"session": session, **BENCHMARK, key: "id"}
        yield "SetSettings", device, {"session": session, "nomerges": 1, key: "1"}
        yield "Persist", device, {"session": session, "nomerges": 1, key: "1"}
        yield "Describe", "", {key: 1}


def _odd_sessions(device: str, session: str) -> Iterator[Call]:
    odd: Any
    for odd in ("", "0" * 32, session.upper() + "X", session + "\n", "../" * 10, 1, True, []):
        yield "EndSession", device, {"session": odd, "keep": True}
        yield "SetSettings", device, {"session": odd, "scheduler": "bfq"}
        yield "DropCaches", device, {"session": odd}
    for odd in (0, 1, "true", [], 1.0):
        yield "EndSession", device, {"session": session, "keep": odd}


def _odd_ports(device: str) -> Iterator[Call]:
    odd: Any
    for odd in (-1, 128, True, "1", "0 -s off", 1.0, []):
        yield "ReadHealth", device, {"controller": 0, "port": odd}
        yield "ReadHealth", device, {"controller": odd, "port": 0}
    yield "ReadHealth", device, {}
    yield "ReadHealth", device, {"port": 0}
    yield "ReadHealth", device, {"controller": 0}
    yield "ReadHealth", device, {"controller": 0, "port": 0}


def _odd_methods(device: str, session: str) -> Iterator[Call]:
    """Without what they need or with what they don't, and some that there aren't."""
    yield "SetSettings", device, {"session": session}
    yield "SetSettings", device, {"session": session, **{f"a{n}": 1 for n in range(100)}}
    yield "Describe", device, {}
    yield "CreatePracticeDisk", device, {"size_bytes": 64 << 20}
    yield "Exec", device, {"command": "id"}
    yield "describe", "", {}
    yield "__init__", "", {}


def _odd_streams(device: str, session: str) -> Iterator[Call]:
    """In each place that a stream of requests is described in."""
    lists = [
        *ODD_STREAM_LISTS,
        *([{**STREAM, key: odd}] for key, odd in ODD_STREAM_PARTS),
        *([STREAM, {**STREAM, **odd}] for odd in ODD_STREAMS),
        *([{**STREAM, key: "id"}] for key in EXTRA_KEYS),
        *([{other: STREAM[other] for other in STREAM if other != key}] for key in STREAM),
    ]
    for streams in lists:
        yield "StartBenchmark", device, {"session": session, **BENCHMARK, "streams": streams}
    for mode in MODES:
        for key, odd in ODD_STREAM_PARTS:
            if key == "mode" or not isinstance(odd, str):
                continue
            streams = [{**STREAM, "mode": mode, key: odd}]
            if mode in ("read", "rw") and (key, odd) in _RIGHT_FOR_SEQUENTIAL:
                continue
            yield "StartBenchmark", device, {"session": session, **BENCHMARK, "streams": streams}


_RIGHT_FOR_SEQUENTIAL = (("order", "forward"), ("order", "backward"))


def is_ascii(call: Call) -> bool:
    """Whether an old dbus-fast can send it: it counts characters where bytes are meant."""
    return str(call).isascii()


def has_no_nul(call: Call) -> bool:
    """Whether D-Bus can carry it at all."""
    return "\\x00" not in str(call)
