"""Calls the real dispatcher at random, in this process, on one device that may be changed.

``fuzzing.py STATE DEVICE SEED CALLS``; writes what it found as one JSON object. Started inside a
mount namespace of its own: what is kept for good is written to that one's /etc.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import socket
import sys
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "helpers"), str(ROOT)]

from storage_tuner_helper.arguments import Value  # noqa: E402
from storage_tuner_helper.devices.sysfs import current_diskseq  # noqa: E402
from storage_tuner_helper.dispatcher import METHODS, Dispatcher  # noqa: E402
from storage_tuner_helper.errors import Refusal  # noqa: E402
from storage_tuner_helper.health.smartctl_client import SmartctlClient  # noqa: E402
from storage_tuner_helper.operations import Operations, Reply  # noqa: E402
from storage_tuner_helper.restoring.ownership import Ownership  # noqa: E402
from storage_tuner_helper.restoring.unrestored import UnrestoredDevices  # noqa: E402
from storage_tuner_helper.supervisor_line import SupervisorLine  # noqa: E402
from storage_tuner_helper.transport.client import Client  # noqa: E402
from storage_tuner_protocol.tunables import ALLOWED, SCHEDULERS, Tunable  # noqa: E402
from tests.bus.hostile import (  # noqa: E402
    EXTRA_KEYS,
    FOREIGN_ATTRIBUTES,
    INJECTIONS,
    MODES,
    NAMES,
    ODD_STREAM_PARTS,
    ODD_TEXTS,
    OTHER_DEVICES,
)
from tests.bus.hostile import SCHEDULERS as ODD_SCHEDULERS  # noqa: E402

AT_ONCE = 8
FEW = ("DropCaches", "CreatePracticeDisk")
"""What takes the whole machine's time: mostly refused, seldom done."""

OFTEN = ("BeginSession", "SetSettings", "TrySettings", "Persist", "PreviewPersistent", "Revert")
GOOD: dict[str, tuple[str, ...]] = {
    "scheduler": SCHEDULERS,
    "nr_requests": ("32", "64", "128"),
    "read_ahead_kb": ("64", "128", "512"),
    "nomerges": ("0", "1", "2"),
    "rq_affinity": ("0", "1", "2"),
    "iostats": ("0", "1"),
    "fifo_batch": ("8", "32"),
    "low_latency": ("0", "1"),
}
"""What every loop device takes, the last two with the right scheduler."""

STREAM_PARTS: dict[str, tuple[Any, ...]] = {
    "queue_depth": (1, 2, 4, 32, 1024),
    "write_percent": (0, 20, 50, 100),
    "fsync_every": (0, 1, 10),
    "rate_iops": (1, 50, 1_000_000),
    "rest_ms": (1, 10_000),
    "priority_class": ("realtime", "best-effort", "idle"),
    "priority_level": (0, 4, 7),
    "region_start_percent": (0, 50, 99),
    "region_percent": (1, 50, 100),
    "shared": (False, True),
    "order": ("forward", "backward", "strided", "same-place"),
    "stride_bytes": (4096, 8192, 2 << 20),
    "synchronous": (False, True),
    "prefilled": (False, True),
    "poisson": (False, True),
    "reads": (["0 1"], ["0 1 3 1"], ["0 3", "1 2"], ["0 1"] * 100, ["0 256"], ["9999999 1"]),
    "think_us": (0, 1, 1000),
}
QUEUE = ("nomerges", "rq_affinity", "iostats", "nr_requests")
ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2**31, 2**63, -(2**63), 10**400, 0.5, float("inf")),
    *(float("nan"), "", "x", "\0", "\ud800", "é" * 40, "x" * 70_000, [], ["x"], [1], {}, {"a": 1}),
    *((), b"x", object()),
    *(*ODD_TEXTS, *ODD_SCHEDULERS, *INJECTIONS),
)


class EverybodyMay:
    """A transport that asks nobody and counts what it's told."""

    def __init__(self) -> None:
        self.events: Counter[str] = Counter()

    async def authorize(
        self, client: Client, action: str, devices: Sequence[str], ask: bool
    ) -> None:
        del client, action, devices, ask
        await asyncio.sleep(0)

    def notify(
        self, client: Client, event: str, device: str, arguments: Mapping[str, Value]
    ) -> None:
        del client, device
        assert_flat(arguments)
        self.events[event] += 1


def assert_flat(reply: Mapping[str, Value]) -> None:
    for key, value in reply.items():
        flat = isinstance(value, (str, int, float, bool)) or all(
            isinstance(part, str) for part in value
        )
        assert isinstance(key, str) and flat, (key, value)


class Fuzzer:
    """Clients come, call what they like and go; everything is drawn from one seed."""

    def __init__(self, dispatcher: Dispatcher, device: str, seed: int) -> None:
        self._dispatcher = dispatcher
        self._device = device
        self._random = random.Random(seed)
        self._transport = EverybodyMay()
        self._clients = [self._new_client() for _ in range(2)]
        self._sessions: dict[str, str] = {}
        self._ended = ["0" * 32]
        self._practice_disk, self._job = device, 1
        self.outcomes: Counter[str] = Counter()
        self.crashes: list[str] = []

    async def run(self, calls: int) -> None:
        for done in range(0, calls, AT_ONCE):
            chosen = [self._call() for _ in range(min(AT_ONCE, calls - done))]
            await asyncio.gather(*chosen)
            if self._random.random() < 0.004:
                await self._exchange_client()

    async def leave(self) -> bool:
        return await self._dispatcher.close(self._clients)

    def events(self) -> dict[str, int]:
        return dict(self._transport.events)

    async def _call(self) -> None:
        client = self._random.choice(self._clients)
        method = self._random.choice((*METHODS, *OFTEN, *OFTEN, *OFTEN, "Exec", "__init__"))
        device, values = self._device_for(method), self._arguments(client, method)
        answered: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        async def answer() -> None:
            answered.set_result(await self._outcome(client, method, device, values))

        try:
            self._dispatcher.accept(client, answer)
        except Refusal as refusal:
            self.outcomes[refusal.name] += 1
            return
        self.outcomes[await answered] += 1

    async def _outcome(
        self, client: Client, method: str, device: str, values: dict[str, Any]
    ) -> str:
        try:
            reply = await self._dispatcher.call(client, method, device, values, ask=True)
        except Refusal as refusal:
            if refusal.name == "Internal" or not str(refusal).isprintable():
                self.crashes.append(f"{method} {device!r} {values!r:.300}: {refusal!r}")
            return refusal.name
        except BaseException as error:
            self.crashes.append(f"{method} {device!r} {values!r:.300}: {error!r}")
            return "crash"
        self._remember(client, reply)
        return f"{method} done"

    def _remember(self, client: Client, reply: Reply) -> None:
        assert_flat(reply)
        if "session" in reply:
            self._ended = [*self._ended[-3:], *self._sessions.values()]
            self._sessions = {client.name: str(reply["session"])}
        self._practice_disk = str(reply.get("device", self._practice_disk))
        self._job = int(str(reply.get("job", self._job)))

    async def _exchange_client(self) -> None:
        leaving = self._clients.pop(self._random.randrange(len(self._clients)))
        if not await self._dispatcher.leave(leaving):
            self.crashes.append("what a client left was not put in order")
        self._clients.append(self._new_client())

    def _new_client(self) -> Client:
        return Client(f":1.{self._random.randrange(10**6)}", self._transport, 1000)

    def _device_for(self, method: str) -> str:
        """Never the memory where that could be set: other programs live on it."""
        if METHODS.get(method) and METHODS[method].device.value == "none":
            return self._device if self._random.random() < 0.05 else ""
        if method == "RemovePracticeDisk" and self._random.random() < 0.5:
            return self._random.choice((self._practice_disk, ""))
        if self._random.random() < 0.85:
            return self._device
        others = (*NAMES, *OTHER_DEVICES)
        return self._random.choice([name for name in others if self._is_harmless(method, name)])

    def _is_harmless(self, method: str, name: str) -> bool:
        return name != "vm" or method not in ("BeginSession", "Restore", "Unpersist")

    def _arguments(self, client: Client, method: str) -> dict[str, Any]:
        values = self._right_arguments(client, method)
        if method in FEW and self._random.random() < 0.97:
            values["session"] = "0" * 32
        mistakes = self._random.choice((0, 0, 0, 1, 1, 2, 5))
        for _ in range(mistakes):
            self._spoil(values)
        return values

    def _spoil(self, values: dict[str, Any]) -> None:
        how = self._random.random()
        if values and how < 0.6:
            values[self._random.choice(list(values))] = self._random.choice(ODD_VALUES)
        elif values and how < 0.75:
            del values[self._random.choice(list(values))]
        elif how < 0.78:
            values.update({f"a{number}": 1 for number in range(40)})
        else:
            key = self._random.choice((*EXTRA_KEYS, *FOREIGN_ATTRIBUTES, "\0", "\ud800"))
            values[key] = self._random.choice(ODD_VALUES)

    def _right_arguments(self, client: Client, method: str) -> dict[str, Any]:
        pick, chance = self._random.randint, self._random.random
        session = self._sessions.get(client.name, "0" * 32)
        if chance() < 0.1:
            session = self._random.choice((*self._ended, *self._sessions.values()))
        match method:
            case "BeginSession":
                return {"diskseq": current_diskseq(self._device)}
            case "Persist" if chance() < 0.5:
                return {"session": session, **self._present()}
            case "SetSettings" | "PreviewPersistent" | "Persist":
                return {"session": session, **self._tunables()}
            case "TrySettings":
                return {"session": session, "seconds": pick(5, 600), **self._tunables()}
            case "EndSession":
                return {"session": session, "keep": chance() < 0.2}
            case "KeepTogether":
                return {"sessions": [session]}
            case "AllowRisk":
                return {"session": session, "risk": "storsave-perform"}
            case "AllowOverwriting":
                sectors = Path("/sys/block", self._device, "size").read_text(encoding="ascii")
                called = f"{self._device} {512 * int(sectors)}"
                return {"session": session, "overwrite_model": called}
            case "StartBenchmark":
                return {
                    "session": session,
                    "streams": [self._stream() for _ in range(self._random.choice((1, 1, 2, 3)))],
                    "runtime_ms": self._random.choice((100, 100, 100, 1000)),
                    "ramp_ms": 0,
                    "engine": self._random.choice(("psync", "io_uring", "io_uring", "libaio")),
                }
            case "StopBenchmark" | "SampleBenchmark":
                return {"session": session, "job": self._random.choice((self._job, pick(0, 50)))}
            case "Revert" | "DropCaches":
                return {"session": session}
            case "ReadHealth":
                return {"controller": pick(0, 15), "port": pick(0, 127)} if chance() < 0.5 else {}
            case "CreatePracticeDisk":
                return {"size_bytes": 64 << 20}
        return {}

    def _stream(self) -> dict[str, Any]:
        """Mostly as it may be; the rest is near to that, or far from it."""
        pick, chance = self._random.randint, self._random.random
        values: dict[str, Any] = {
            "mode": self._random.choice(("read", "randread", "randread", *MODES)),
            "threads": pick(1, 4),
            "block_bytes": self._random.choice((512, 4096, 12288, 1 << 20)),
        }
        extra = self._random.sample(list(STREAM_PARTS), self._random.choice((0, 0, 1, 1, 2, 3)))
        values.update({name: self._random.choice(STREAM_PARTS[name]) for name in extra})
        if chance() < 0.2:
            self._spoil(values)
        if chance() < 0.05:
            name, odd = self._random.choice(ODD_STREAM_PARTS)
            values[name] = odd
        return values

    def _present(self) -> dict[str, Any]:
        """What is set now can be kept."""
        names = self._random.sample(QUEUE, 2)
        folder = Path("/sys/block", self._device, "queue")
        return {name: (folder / name).read_text(encoding="ascii").strip() for name in names}

    def _tunables(self) -> dict[str, Any]:
        if self._random.random() < 0.7:
            names = self._random.sample(list(GOOD), self._random.choice((1, 2)))
            return {name: self._random.choice(GOOD[name]) for name in names}
        chosen = self._random.sample(ALLOWED, self._random.choice((1, 1, 2, 3)))
        return {tunable.name: self._value(tunable) for tunable in chosen}

    def _value(self, tunable: Tunable) -> Any:  # noqa: ANN401
        if tunable.choices:
            return self._random.choice((*SCHEDULERS, *SCHEDULERS, "evil"))
        least, most = tunable.minimum, tunable.maximum
        number = self._random.choice((least, most, least - 1, most + 1, least + 1, 64, 128, 1))
        return self._random.choice((number, str(number)))


def resources() -> dict[str, int]:
    """Of this process, after what can be forgotten is."""
    gc.collect()
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    words = next(line.split() for line in status.splitlines() if line.startswith("VmRSS:"))
    return {
        "memory_kib": int(words[1]),
        "descriptors": len(list(Path("/proc/self/fd").iterdir())),
        "tasks": len(asyncio.all_tasks()),
        "threads": threading.active_count(),
    }


async def fuzz(state: Path, device: str, seed: int, calls: int) -> dict[str, Any]:
    runtime = Path("/run/storage-tuner")
    ownership = Ownership(state, runtime)
    runtime.mkdir(mode=0o700, exist_ok=True)
    state.mkdir(mode=0o700, exist_ok=True)
    await ownership.start()
    nobody, _ = socket.socketpair()
    smartctl = SmartctlClient(SupervisorLine(nobody))
    operations = Operations(
        state, runtime, ownership, smartctl, UnrestoredDevices(state, ownership)
    )
    fuzzer = Fuzzer(Dispatcher(operations), device, seed)
    await fuzzer.run(calls // 4)
    warm = resources()
    await fuzzer.run(calls - calls // 4)
    hot = resources()
    left_well = await fuzzer.leave()
    return {
        "outcomes": fuzzer.outcomes,
        "events": fuzzer.events(),
        "crashes": fuzzer.crashes[:20],
        "left_well": left_well,
        "warm": warm,
        "hot": hot,
        "left_over": sorted(
            str(path) for folder in (state, runtime) for path in folder.rglob("*") if path.is_file()
        ),
    }


if __name__ == "__main__":
    os.umask(0o077)
    folder, name, first, number = sys.argv[1:]
    print(json.dumps(asyncio.run(fuzz(Path(folder), name, int(first), int(number)))))
