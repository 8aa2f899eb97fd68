"""Clients of the real helper for tests: over a pipe, and over the bus as any user."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]
LAUNCHER = REPOSITORY / "helpers/storage-tuner-helper"
PATIENCE = 300.0
"""How long anything may take on a busy computer, in seconds; nothing is asserted about it."""

HELPER_NAME = "org.storagetuner.Helper1"
ERROR_PREFIX = f"{HELPER_NAME}.Error."


class Refused(Exception):
    """The helper answered with an error; ``name`` is the last part of its name, ``coded`` the
    message as code and arguments. ``devices`` has a device, a name, a message and the same coded of
    each device with which something went wrong."""

    def __init__(
        self, name: str, message: str, coded: str = "", devices: Sequence[Sequence[str]] = ()
    ) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.message = message
        self.coded = coded
        self.devices = devices


class HelperEnded(Exception):
    """The other end is gone."""


@dataclass(frozen=True)
class Typed:
    """A value with a D-Bus type of the test's choice."""

    type: str
    value: object


class Client:
    """Talks to a child by JSON lines: the helper itself, or a puppet on the bus."""

    def __init__(
        self, argv: list[str], environment: Mapping[str, str], *, only_first_line: bool = False
    ) -> None:
        self._only_first_line = only_first_line
        self.process = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=dict(environment),
            start_new_session=True,
        )
        self.events: queue.Queue[dict[str, Any]] = queue.Queue()
        self.answers: dict[int | None, queue.Queue[dict[str, Any]]] = {}
        self._number = 0
        self._ended = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def write(self, line: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def ask(self, order: dict[str, Any]) -> dict[str, Any]:
        return self.answer(self.send(order))

    def send(self, order: dict[str, Any]) -> int:
        self._number += 1
        self.answers[self._number] = queue.Queue()
        self.write(json.dumps({"id": self._number, **order}).encode() + b"\n")
        return self._number

    def answer(self, number: int | None, patience: float = PATIENCE) -> dict[str, Any]:
        waiting = self.answers.setdefault(number, queue.Queue())
        return self.next(waiting, patience)

    def wait_event(self, name: str, patience: float = PATIENCE) -> dict[str, Any]:
        """The next event of this name; others before it are dropped."""
        while True:
            event = self.next(self.events, patience)
            if event.get("event") == name:
                return event

    def leave(self) -> None:
        """End of file, and wait for the end of the child."""
        assert self.process.stdin
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert self.process.stdout
        self.process.stdout.close()

    def next(self, waiting: queue.Queue[dict[str, Any]], patience: float) -> dict[str, Any]:
        deadline = time.monotonic() + patience
        while True:
            try:
                return waiting.get(timeout=0.05)
            except queue.Empty:
                if self._ended.is_set() and waiting.empty():
                    raise HelperEnded from None
                if time.monotonic() > deadline:
                    raise TimeoutError("no answer") from None

    def _read(self) -> None:
        assert self.process.stdout
        while line := self.process.stdout.readline():
            message = json.loads(line)
            if "id" in message:
                self.answers.setdefault(message["id"], queue.Queue()).put(message)
            else:
                self.events.put(message)
            if self._only_first_line:
                break
        self._ended.set()


class HelperClient:
    """What both transports offer to tests."""

    client: Client

    def call(self, method: str, device: str = "", /, **arguments: object) -> dict[str, Any]:
        """Raises ``Refused``."""
        return self.result(self.start(method, device, **arguments))

    def start(self, method: str, device: str = "", /, **arguments: object) -> int:
        raise NotImplementedError

    def result(self, number: int) -> dict[str, Any]:
        raise NotImplementedError

    def refusal(self, method: str, device: str = "", /, **arguments: object) -> str:
        """The error's name; it's a failure when there is none."""
        try:
            reply = self.call(method, device, **arguments)
        except Refused as refused:
            return refused.name
        raise AssertionError(f"{method} was not refused: {reply}")

    def wait_event(self, name: str) -> dict[str, Any]:
        return self.client.wait_event(name)

    def leave(self) -> None:
        self.client.leave()

    def kill(self) -> None:
        """Kill the client as it would be killed: no goodbye."""
        raise NotImplementedError

    def helper_pids(self) -> tuple[int, int]:
        """Supervisor and worker."""
        raise NotImplementedError


class StdioClient(HelperClient):
    """The helper as our child."""

    def __init__(
        self,
        state: Path,
        *,
        stop_reading_after_hello: bool = False,
        prefix: Sequence[str] = (),
        launcher: Path = LAUNCHER,
    ) -> None:
        environment = {
            "STATE_DIRECTORY": str(state / "state"),
            "RUNTIME_DIRECTORY": str(state / "runtime"),
            "PATH": "/usr/bin:/bin",
        }
        self.client = Client(
            [*prefix, str(launcher), "stdio"], environment, only_first_line=stop_reading_after_hello
        )
        self.hello = self.client.wait_event("Hello")

    def start(self, method: str, device: str = "", /, **arguments: object) -> int:
        return self.client.send({"method": method, "device": device, "arguments": arguments})

    def result(self, number: int | None) -> dict[str, Any]:
        answer = self.client.answer(number)
        if "error" in answer:
            error = answer["error"]
            raise Refused(
                error["name"], error["message"], error["message_coded"], error.get("devices", ())
            )
        reply: dict[str, Any] = answer["result"]
        return reply

    def kill(self) -> None:
        """All that the helper notices of a killed client is that its pipes close."""
        self.leave()

    def helper_pids(self) -> tuple[int, int]:
        return self.client.process.pid, child_of(self.client.process.pid)


class BusClient(HelperClient):
    """A user's program on the bus."""

    def __init__(self, argv: list[str], *, interactive: bool = False) -> None:
        self.client = Client(argv, {"PATH": "/usr/bin:/bin"})
        self.interactive = interactive
        ready = self.client.next(self.client.events, PATIENCE)
        self.unique_name: str = ready["ready"]
        self.pid: int = ready["pid"]

    def start(self, method: str, device: str = "", /, **arguments: object) -> int:
        body = [device, {key: _variant(value) for key, value in arguments.items()}]
        return self.raw(method, "sa{sv}", body, interactive=self.interactive)

    def result(self, number: int) -> dict[str, Any]:
        answer = self.client.answer(number)
        if answer["error"]:
            name = answer["error"].removeprefix(ERROR_PREFIX).rsplit(".", 1)[-1]
            raise Refused(name, *(answer["body"] or [""]))
        reply: dict[str, Any] = answer["body"][0] if answer["body"] else {}
        return reply

    def raw(self, member: str, signature: str, body: list[Any], **more: object) -> int:
        order = {"member": member, "signature": signature, "body": body, **more}
        return self.client.send(order)

    def raw_answer(
        self, member: str, signature: str, body: list[Any], **more: object
    ) -> dict[str, Any]:
        return self.client.answer(self.raw(member, signature, body, **more))

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self.client.process.wait(PATIENCE)

    def helper_pids(self) -> tuple[int, int]:
        answer = self.raw_answer(
            "GetConnectionUnixProcessID",
            "s",
            [HELPER_NAME],
            destination="org.freedesktop.DBus",
            path="/org/freedesktop/DBus",
            interface="org.freedesktop.DBus",
        )
        worker = int(answer["body"][0])
        return parent_of(worker), worker


@contextmanager
def leaving(client: HelperClient) -> Iterator[HelperClient]:
    """Make sure that a client leaves, however the test ends."""
    try:
        yield client
    finally:
        client.leave()


def _variant(value: object) -> dict[str, object]:
    if isinstance(value, Typed):
        return {"type": value.type, "value": value.value}
    if isinstance(value, list):
        return _list_variant(value)
    if isinstance(value, dict):
        return {"type": "a{sv}", "value": _group(value)}
    kinds = {bool: "b", int: "x", float: "d", str: "s"}
    return {"type": kinds[type(value)], "value": value}


def _list_variant(values: list[Any]) -> dict[str, object]:
    if all(isinstance(value, str) for value in values):
        return {"type": "as", "value": values}
    if all(isinstance(value, dict) for value in values):
        return {"type": "aa{sv}", "value": [_group(value) for value in values]}
    return {"type": "av", "value": [_variant(value) for value in values]}


def _group(values: dict[str, Any]) -> dict[str, dict[str, object]]:
    return {key: _variant(part) for key, part in values.items()}


def parent_of(pid: int) -> int:
    return int(_stat(pid)[1])


def child_of(pid: int) -> int:
    return next(child for child in _all_pids() if _parent_or_zero(child) == pid)


def state_of(pid: int) -> str:
    """The letter of ps(1), such as R or Z; empty when there is no such process."""
    try:
        return _stat(pid)[0]
    except (OSError, ProcessLookupError):
        return ""


def command_line_of_fio(pid: int) -> list[str]:
    """Of a process that becomes fio: until it has, the line is the helper's or empty."""
    wait_until(lambda: b"fio" in Path(f"/proc/{pid}/comm").read_bytes(), "fio")
    line = Path(f"/proc/{pid}/cmdline")
    wait_until(line.read_bytes, "the command line of fio")
    return line.read_bytes().decode().split("\0")


def wait_until(condition: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Wait for something that another process brings about; polled, since it can't tell us."""
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(what)
        time.sleep(0.01)


def kill_together(pids: Iterable[int]) -> None:
    """Stopped first, so that none of them can do anything for another."""
    found = tuple(pids)
    for number in (signal.SIGSTOP, signal.SIGKILL):
        for pid in found:
            os.kill(pid, number)


def wait_gone(pid: int) -> None:
    """Of all its threads: the first one is a zombie while another is still in the kernel."""
    wait_until(
        lambda: state_of(pid) in ("", "Z") and _threads(pid) <= 1, f"the end of process {pid}"
    )


def _threads(pid: int) -> int:
    try:
        return len(list(Path(f"/proc/{pid}/task").iterdir()))
    except (FileNotFoundError, ProcessLookupError):
        return 0


def _all_pids() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]


def _parent_or_zero(pid: int) -> int:
    try:
        return parent_of(pid)
    except (OSError, ProcessLookupError):
        return 0


def _stat(pid: int) -> list[str]:
    text = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    return text.rsplit(")", 1)[1].split()
