"""The client of the helper's protocol (docs/helper-protocol.md), without Qt.

A connection is used by one worker thread; events of the helper wait in a queue until
``next_event`` returns them. Two transports carry the same calls: ``StdioConnection`` and
``client.bus.BusConnection``; ``client.connecting.connect`` chooses.
"""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol

from storage_tuner.client.messages import phrase
from storage_tuner.core.errors import (
    Cancelled,
    ControllerRefused,
    DeviceBusy,
    DeviceGone,
    Dismissed,
    HelperGone,
    HelperUnavailable,
    NoAuthenticationAgent,
    NoSpace,
    NotAuthorized,
    NotEmpty,
    OperationRefused,
    QuestionFailed,
    RiskNotAllowed,
    StorageTunerError,
    ToolMissing,
    UnknownDevice,
)
from storage_tuner.core.message import Text, sentence
from storage_tuner.process import start_conversation
from storage_tuner_protocol.interface import VERSION, ErrorName
from storage_tuner_protocol.message import CODED
from storage_tuner_protocol.tunables import POLICIES

Group = Mapping[str, str | int | bool | list[str]]
Value = str | int | float | bool | list[str] | list[Group]
"""The values of the protocol; groups are only sent to the helper."""

POLL_S = 0.1


@dataclass(frozen=True)
class HelperEvent:
    """An event sent by the helper, such as ``BenchmarkFinished``."""

    name: str
    device: str
    arguments: Mapping[str, Value]


class HelperConnection(Protocol):
    """The interface of both transports. Every method may raise ``HelperGone``."""

    def submit(
        self, method: str, device: str = "", arguments: Mapping[str, Value] | None = None
    ) -> Future[dict[str, Value]]:
        """Send a call; the future gives the reply or raises the ``StorageTunerError`` for it."""

    def next_event(self, timeout: float) -> HelperEvent | None:
        """The next event within ``timeout`` seconds, or None."""

    def close(self) -> None:
        """Disconnect; the helper then restores this client's changes that weren't kept."""


def call(
    connection: HelperConnection,
    method: str,
    device: str = "",
    arguments: Mapping[str, Value] | None = None,
    timeout: float | None = 60,
) -> dict[str, Value]:
    """Send a call and wait for its reply; ``timeout`` in seconds, None if it may prompt for a
    password. Calls that set a unit's policy may prompt, too, and tw_cli is slow."""
    names = {name.rpartition(".")[2] for name in arguments or {}}
    patience = timeout if POLICIES.keys().isdisjoint(names) else None
    try:
        return connection.submit(method, device, arguments).result(patience)
    except TimeoutError:
        raise HelperGone from None


def call_patiently(
    connection: HelperConnection,
    method: str,
    device: str,
    arguments: Mapping[str, Value],
    is_cancelled: Callable[[], bool],
) -> dict[str, Value]:
    """Send a call that may prompt for a password. Raises ``Cancelled`` once ``is_cancelled`` is
    true."""
    reply = connection.submit(method, device, arguments)
    while not is_cancelled():
        with contextlib.suppress(TimeoutError):
            return reply.result(POLL_S)
    raise Cancelled


def error_from(
    name: str,
    message: str,
    device: str,
    coded: object = "",
    by_device: Sequence[Sequence[str]] = (),
) -> StorageTunerError:
    """The error to show for the helper's error ``name`` (its last part); ``coded`` is the message
    with its code and arguments. ``by_device`` has the device, name, message and coded message of
    each device that failed, worst first; the returned error is that of the first."""
    found = {one: _error(each, phrase(text, code), one) for one, each, text, code in by_device}
    error = next(iter(found.values()), None) or _error(name, phrase(message, coded), device)
    error.by_device = found
    return error


def _error(name: str, said: Text, device: str) -> StorageTunerError:
    match name:
        case ErrorName.NOT_AUTHORIZED:
            return NotAuthorized()
        case ErrorName.DISMISSED:
            return Dismissed()
        case ErrorName.AUTHORIZATION_REQUIRED:
            return NoAuthenticationAgent()
        case ErrorName.ENDING:
            return HelperGone()
        case ErrorName.NO_SUCH_DEVICE:
            return UnknownDevice(device)
        case ErrorName.DEVICE_CHANGED:
            return DeviceGone(device)
        case ErrorName.DEVICE_BUSY:
            return DeviceBusy(device, said)
        case ErrorName.NOT_EMPTY:
            return NotEmpty(device, said)
        case ErrorName.NO_SPACE:
            return NoSpace(sentence("for the practice disk"))
        case ErrorName.NO_FIO:
            return ToolMissing("fio")
        case ErrorName.NO_SMARTCTL:
            return ToolMissing("smartmontools")
        case ErrorName.NO_ANSWER:
            return QuestionFailed("smartctl", said)
        case ErrorName.CONTROLLER_REFUSED:
            return ControllerRefused(name, said)
        case ErrorName.RISK_NOT_ALLOWED:
            return RiskNotAllowed(said)
        case _:
            return OperationRefused(name, said)


class EventQueue:
    """The queue of the helper's events, from the reader's thread to ours."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[HelperEvent | None] = queue.SimpleQueue()

    def put(self, event: HelperEvent) -> None:
        self._waiting.put(event)

    def end(self) -> None:
        """Mark the end of the events: the helper is gone."""
        self._waiting.put(None)

    def take(self, timeout: float) -> HelperEvent | None:
        """The next event within ``timeout`` seconds, or None; ``HelperGone`` after the last."""
        try:
            event = self._waiting.get(timeout=timeout)
        except queue.Empty:
            return None
        if event is None:
            self.end()
            raise HelperGone
        return event


class StdioConnection:
    """The helper as our child process: started directly as root, otherwise through pkexec."""

    def __init__(self, argv: Sequence[str]) -> None:
        """Start ``argv`` and wait for its greeting (pkexec may prompt for a password).

        Raises ``HelperUnavailable``, ``NotAuthorized``, ``Dismissed`` or ``NoAuthenticationAgent``.
        """
        self._events = EventQueue()
        self._pending: dict[int, tuple[str, Future[dict[str, Value]]]] = {}
        self._lock = threading.Lock()
        self._next_id = 1
        self._gone = False
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the helper
        with_pkexec = argv[0].endswith("pkexec")
        try:
            self._process = start_conversation(
                argv, self._errors, own_terminal_session=not with_pkexec
            )
        except ToolMissing as error:
            self._errors.close()
            raise HelperUnavailable(str(error.summary).rstrip(".")) from None
        self._greet(with_pkexec)
        self._reader = threading.Thread(target=self._read, name="helper-reader", daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def submit(
        self, method: str, device: str = "", arguments: Mapping[str, Value] | None = None
    ) -> Future[dict[str, Value]]:
        reply: Future[dict[str, Value]] = Future()
        with self._lock:
            if self._gone:
                raise HelperGone
            number = self._next_id
            self._next_id += 1
            self._pending[number] = (device, reply)
            request = {
                "id": number,
                "method": method,
                "device": device,
                "arguments": dict(arguments or {}),
            }
            self._write(json.dumps(request).encode() + b"\n")
        return reply

    def next_event(self, timeout: float) -> HelperEvent | None:
        return self._events.take(timeout)

    def close(self) -> None:
        """Close the helper's input, so that it restores everything and exits; wait for that."""
        if self._process.stdin and not self._process.stdin.closed:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()
        try:
            self._process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            raise HelperGone from None
        self._reader.join(timeout=5)
        self._close_files()

    def _write(self, line: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):
            self._pending.popitem()
            raise HelperGone from None

    def _greet(self, with_pkexec: bool) -> None:
        hello = _decode(self._read_line())
        if hello.get("event") == "Hello":
            protocol = hello.get("arguments", {}).get("protocol")
            if protocol == VERSION:
                return
            self._leave()
            raise HelperUnavailable(
                sentence(
                    "it uses protocol {protocol}, not {ours}",
                    protocol=protocol,
                    ours=VERSION,
                )
            )
        exit_code, said = self._leave()
        raise _pkexec_error(exit_code, said) if with_pkexec else _start_error(exit_code, said)

    def _leave(self) -> tuple[int, str]:
        """End a helper that never became usable; return its exit code and output."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        exit_code = self._process.wait()
        self._errors.seek(0)
        said = self._errors.read().decode("utf-8", "replace")
        self._close_files()
        return exit_code, said

    def _close_files(self) -> None:
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._errors.close()

    def _read_line(self) -> bytes:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def _read(self) -> None:
        while line := self._read_line():
            message = _decode(line)
            if "event" in message:
                self._events.put(
                    HelperEvent(message["event"], message["device"], message["arguments"])
                )
            else:
                self._settle(message)
        with self._lock:
            self._gone = True
            pending = list(self._pending.values())
            self._pending.clear()
        for _, reply in pending:
            reply.set_exception(HelperGone())
        self._events.end()

    def _settle(self, message: Mapping[str, Any]) -> None:
        with self._lock:
            device, reply = self._pending.pop(message.get("id", 0), ("", None))
        if reply is None:
            return
        if "error" in message:
            error = message["error"]
            coded, by_device = error.get(f"message{CODED}"), error.get("devices", ())
            reply.set_exception(
                error_from(error["name"], error["message"], device, coded, by_device)
            )
        else:
            reply.set_result(message["result"])


def _pkexec_error(exit_code: int, said: str) -> StorageTunerError:
    """The error for a missing greeting. pkexec(1): 126 dialog dismissed, 127 not authorised."""
    if "No authentication agent" in said or "Error creating textual" in said:
        return NoAuthenticationAgent()
    if "Error getting authority" in said:
        return HelperUnavailable(sentence("polkit, which asks for the password, isn't running"))
    if exit_code == 126:
        return Dismissed()
    if exit_code == 127:
        return NotAuthorized()
    return _start_error(exit_code, said)


def _start_error(exit_code: int, said: str) -> StorageTunerError:
    lines = [line for line in said.splitlines() if line.strip()]
    return HelperUnavailable(
        lines[-1].strip() if lines else sentence("exit code {exit_code}", exit_code=exit_code)
    )


def _decode(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}
