"""QEMU's own protocol: the computer's switches, cables and plugs."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path
from typing import Any

PATIENCE_SECONDS = 240.0


class Qmp:
    def __init__(self, path: Path) -> None:
        self._socket = _connected(path)
        self._file = self._socket.makefile("rb")
        self._events: list[dict[str, Any]] = []
        self._read()
        self.call("qmp_capabilities")

    def call(self, command: str, **arguments: object) -> dict[str, Any]:
        """Its answer; an argument's ``_`` is written as ``-``. Raises ``RuntimeError`` with what
        QEMU says when it refuses."""
        named = {name.replace("_", "-"): value for name, value in arguments.items()}
        return self.call_with(command, named)

    def call_with(self, command: str, arguments: dict[str, Any]) -> dict[str, Any]:
        message = {"execute": command, "arguments": arguments}
        self._socket.sendall((json.dumps(message) + "\n").encode())
        while True:
            answer = self._read()
            if "event" in answer:
                self._events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{command}: {answer['error']['desc']}")
            else:
                returned: dict[str, Any] = answer["return"]
                return returned

    def wait_event(self, name: str, device: str = "") -> dict[str, Any]:
        """The next event of this name (about ``device``), also one that came already."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            for event in self._events:
                if event["event"] == name and device in ("", event["data"].get("device")):
                    self._events.remove(event)
                    data: dict[str, Any] = event.get("data", {})
                    return data
            self._socket.settimeout(max(0.01, deadline - time.monotonic()))
            try:
                answer = self._read()
            finally:
                self._socket.settimeout(PATIENCE_SECONDS)
            if "event" in answer:
                self._events.append(answer)

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def _read(self) -> dict[str, Any]:
        line = self._file.readline()
        if not line:
            raise EOFError("QEMU is gone")
        message: dict[str, Any] = json.loads(line)
        return message


def _connected(path: Path) -> socket.socket:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(PATIENCE_SECONDS)
        try:
            connection.connect(str(path))
        except OSError:
            connection.close()
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return connection
