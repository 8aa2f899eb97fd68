"""The host's end of the guest's agent (guest/agent.py)."""

from __future__ import annotations

import base64
import itertools
import json
import select
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.vm.qmp import PATIENCE_SECONDS

BOOT_ID = "/proc/sys/kernel/random/boot_id"
_KNOCKING_SECONDS = 1.0
_BOOT_SECONDS = 300.0
_MARGIN_SECONDS = 60.0


@dataclass(frozen=True)
class Done:
    """How a command in the guest ended; 124: it had no time left."""

    code: int
    output: str
    errors: str


class Agent:
    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE_SECONDS)  # a guest that hangs takes nothing after a while
        self._socket.connect(str(path))
        self._numbers = itertools.count(1)
        self._waiting = b""
        self._answers: dict[int, dict[str, Any]] = {}

    def wait_ready(self, former: str = "") -> None:
        """Until somebody answers whose system wasn't started as ``former`` (what ``BOOT_ID`` held);
        what an earlier life of the guest didn't answer is forgotten."""
        self._answers.clear()
        self._waiting = b""
        deadline = time.monotonic() + _BOOT_SECONDS
        while time.monotonic() < deadline:
            number = self._send(argv=["cat", BOOT_ID], input="", user="", seconds=10)
            if self._answered(number, time.monotonic() + _KNOCKING_SECONDS):
                if self._answers.pop(number)["output"].strip() != former:
                    return
                time.sleep(_KNOCKING_SECONDS)
        raise TimeoutError("the guest's agent doesn't answer")

    def execute(
        self, *argv: str, user: str = "", text_input: str = "", seconds: float = PATIENCE_SECONDS
    ) -> Done:
        return self.finish(self.begin(*argv, user=user, text_input=text_input, seconds=seconds))

    def begin(
        self, *argv: str, user: str = "", text_input: str = "", seconds: float = PATIENCE_SECONDS
    ) -> tuple[int, float]:
        """Start it without waiting; for ``finish``."""
        number = self._send(argv=argv, input=text_input, user=user, seconds=seconds)
        return number, time.monotonic() + seconds + _MARGIN_SECONDS

    def finish(self, begun: tuple[int, float]) -> Done:
        answer = self._wait(*begun)
        return Done(answer["code"], answer["output"], answer["errors"])

    def put(self, path: str, content: bytes, mode: int = 0o644) -> None:
        text = base64.b64encode(content).decode()
        self._check(self._send(put=path, base64=text, mode=mode))

    def get(self, path: str) -> bytes:
        return base64.b64decode(self._check(self._send(get=path))["base64"])

    def close(self) -> None:
        self._socket.close()

    def _check(self, number: int) -> dict[str, Any]:
        answer = self._wait(number, time.monotonic() + PATIENCE_SECONDS)
        if "errors" in answer:
            raise OSError(answer["errors"])
        return answer

    def _send(self, **request: str | float | Sequence[str]) -> int:
        number = next(self._numbers)
        self._socket.sendall((json.dumps({"id": number, **request}) + "\n").encode())
        return number

    def _wait(self, number: int, deadline: float) -> dict[str, Any]:
        if not self._answered(number, deadline):
            raise TimeoutError("no answer from the guest")
        return self._answers.pop(number)

    def _answered(self, number: int, deadline: float) -> bool:
        while number not in self._answers:
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            if select.select([self._socket], [], [], left)[0]:
                self._receive()
        return True

    def _receive(self) -> None:
        chunk = self._socket.recv(1 << 20)
        if not chunk:
            raise EOFError("QEMU is gone")
        *lines, self._waiting = (self._waiting + chunk).split(b"\n")
        for line in lines:
            try:
                answer = json.loads(line)
            except ValueError:  # half a line of an earlier life
                continue
            self._answers[answer["id"]] = answer
