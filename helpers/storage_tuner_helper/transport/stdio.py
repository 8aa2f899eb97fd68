"""JSON lines on standard input and output: one client, which was able to start us as root."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from storage_tuner_helper import __version__
from storage_tuner_helper.arguments import Value
from storage_tuner_helper.dispatcher import Dispatcher
from storage_tuner_helper.errors import InvalidArgument, Refusal
from storage_tuner_helper.transport import callers
from storage_tuner_helper.transport.client import Client
from storage_tuner_protocol import interface
from storage_tuner_protocol.message import said, with_code

MAXIMUM_LINE_BYTES = 64 << 10
MAXIMUM_WAITING_LINES = 4096
MAXIMUM_WAITING_BYTES = 64 << 20
_MAXIMUM_UNREAD_LINES = 64
_MAXIMUM_ID = 1 << 53
_INPUT = 0
_OUTPUT = 1


class StdioTransport:
    """Serves one client over pipes. Starting us is its authorisation; everything else is checked as
    on the bus."""

    def __init__(self, dispatcher: Dispatcher, ended: asyncio.Event, caller: int) -> None:
        """``caller``: the process that started us, described to other clients."""
        self._dispatcher = dispatcher
        self._ended = ended
        self._loop = asyncio.get_running_loop()
        self._client = Client("pipe", self, os.getuid(), _described(caller))
        self._lines: queue.Queue[bytes | None] = queue.Queue(MAXIMUM_WAITING_LINES)
        self._put_bytes = 0
        self._written_bytes = 0
        self._unread = threading.Semaphore(_MAXIMUM_UNREAD_LINES)
        self._writer = threading.Thread(target=self._write_lines, name="stdout", daemon=True)

    async def authorize(
        self, client: Client, action: str, devices: Sequence[str], ask: bool
    ) -> None:
        """Always authorise: root, or a person authorised by pkexec, holds the other end of the
        pipe."""

    def notify(
        self, client: Client, event: str, device: str, arguments: Mapping[str, Value]
    ) -> None:
        del client
        self._send({"event": event, "device": device, "arguments": dict(arguments)})

    def clients(self) -> list[Client]:
        return [self._client]

    async def start(self) -> None:
        self._writer.start()
        hello: dict[str, Value] = {
            "protocol": interface.VERSION,
            "version": __version__,
            "uid": os.getuid(),
        }
        self.notify(self._client, "Hello", "", hello)
        threading.Thread(target=self._read_lines, name="stdin", daemon=True).start()

    async def withdraw(self) -> None:
        """Do nothing: the pipe is ours alone, so no other helper can take over."""

    async def stop(self) -> None:
        """Write pending output, unless the other end is closed."""
        self._put(None)
        await asyncio.to_thread(self._writer.join, 2.0)

    def _read_lines(self) -> None:
        """Read lines in a thread, since asyncio can't wait for a plain file, which standard input
        may be."""
        waiting = bytearray()
        discarding = False
        while chunk := _read():
            *lines, rest = bytes(waiting + chunk).split(b"\n")
            waiting = bytearray(rest)
            for line in lines:
                if not discarding:
                    self._hand_over(line)
                discarding = False
            if len(waiting) > MAXIMUM_LINE_BYTES:
                if not discarding:
                    self._hand_over(bytes(waiting))
                discarding = True
                waiting.clear()
        self._post(self._ended.set)

    def _hand_over(self, line: bytes) -> None:
        """Wait until the loop has processed earlier lines, so that a flood can't starve it."""
        self._unread.acquire()
        self._post(lambda: self._take_line(line))

    def _post(self, callback: Callable[[], None]) -> None:
        """Run ``callback`` in the loop from a thread; the loop may have ended already."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(callback)

    def _take_line(self, line: bytes) -> None:
        self._unread.release()
        number: int | None = None
        try:
            message = _decode(line)
            number = _number(message)
            method, device, arguments = _parts(message)
            self._dispatcher.accept(
                self._client, lambda: self._answer(number, method, device, arguments)
            )
        except Refusal as refusal:
            self._refuse(number, refusal)

    async def _answer(
        self, number: int | None, method: str, device: str, arguments: dict[str, Any]
    ) -> None:
        try:
            reply = await self._dispatcher.call(self._client, method, device, arguments, ask=True)
        except Refusal as refusal:
            self._refuse(number, refusal)
        else:
            self._send({"id": number, "result": dict(reply)})

    def _refuse(self, number: int | None, refusal: Refusal) -> None:
        error: dict[str, object] = {"name": refusal.name, **with_code("message", refusal.message)}
        if refusal.by_device:
            error["devices"] = [
                [device, one.name, str(one), one.message.encoded()]
                for device, one in refusal.by_device.items()
            ]
        self._send({"id": number, "error": error})

    def _send(self, message: Mapping[str, Any]) -> None:
        self._put(json.dumps(message).encode() + b"\n")

    def _put(self, line: bytes | None) -> None:
        """Queue a line. A client that sends and never reads is treated as gone."""
        length = len(line or b"")
        if self._put_bytes - self._written_bytes + length > MAXIMUM_WAITING_BYTES:
            self._ended.set()
            return
        try:
            self._lines.put_nowait(line)
            self._put_bytes += length
        except queue.Full:
            self._ended.set()

    def _write_lines(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                _write(line)
            except OSError:
                self._post(self._ended.set)
                return
            self._written_bytes += len(line)


def _described(caller: int) -> str:
    return callers.described(caller, callers.owner_of(caller))


def _read() -> bytes:
    try:
        return os.read(_INPUT, 1 << 16)
    except OSError:
        return b""


def _write(line: bytes) -> None:
    while line:
        line = line[os.write(_OUTPUT, line) :]


def _decode(line: bytes) -> dict[str, Any]:
    if len(line) > MAXIMUM_LINE_BYTES:
        raise InvalidArgument(said("The line is too long."))
    try:
        message = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise InvalidArgument(said("The line isn't JSON.")) from None
    if not isinstance(message, dict):
        raise InvalidArgument(said("The line isn't a JSON object."))
    return message


def _refuse_constant(_: str) -> NoReturn:
    raise ValueError("NaN and Infinity are no JSON")


def _number(message: Mapping[str, Any]) -> int:
    number = message.get("id")
    if not isinstance(number, int) or isinstance(number, bool) or abs(number) > _MAXIMUM_ID:
        raise InvalidArgument(said("id must be a whole number."))
    return number


def _parts(message: Mapping[str, Any]) -> tuple[str, str, dict[str, Any]]:
    method, device = message.get("method"), message.get("device", "")
    arguments = message.get("arguments", {})
    if not isinstance(method, str) or not isinstance(device, str):
        raise InvalidArgument(said("method and device must be strings."))
    if not isinstance(arguments, dict):
        raise InvalidArgument(said("arguments must be an object."))
    if set(message) - {"id", "method", "device", "arguments"}:
        raise InvalidArgument(
            said("A call can only have the keys id, method, device and arguments.")
        )
    return method, device, arguments
