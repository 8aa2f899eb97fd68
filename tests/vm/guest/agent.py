#!/usr/bin/python3 -IS
"""Root's hands in the guest: one JSON request a line over a virtio-serial port, one answer a line.

``{"id", "argv", "input", "user", "seconds"}`` → ``{"id", "code", "output", "errors"}``;
``{"id", "put": path, "base64", "mode"}`` and ``{"id", "get": path}`` → ``{"id", "base64"}``.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

PORT = Path("/dev/virtio-ports/storage-tuner.agent")
Message = dict[str, Any]


class Port:
    """The guest's end."""

    def __init__(self) -> None:
        while not PORT.exists():
            time.sleep(0.05)
        self._descriptor = os.open(PORT, os.O_RDWR | os.O_CLOEXEC)
        self._lock = threading.Lock()

    def read(self) -> bytes:
        while True:
            try:
                chunk = os.read(self._descriptor, 1 << 16)
            except OSError:
                chunk = b""
            if chunk:
                return chunk
            time.sleep(0.02)  # nobody is at the other end

    def write(self, message: Message) -> None:
        line = (json.dumps(message) + "\n").encode()
        with self._lock:
            while line:
                try:
                    line = line[os.write(self._descriptor, line) :]
                except OSError:  # the host isn't reading
                    time.sleep(0.01)


def carried_out(request: Message) -> Message:
    if "put" in request:
        path = Path(request["put"])
        path.write_bytes(base64.b64decode(request["base64"]))
        path.chmod(request["mode"])
        return {"base64": ""}
    if "get" in request:
        return {"base64": base64.b64encode(Path(request["get"]).read_bytes()).decode()}
    return executed(request)


def executed(request: Message) -> Message:
    argv = request["argv"]
    if request["user"]:
        argv = ["/usr/sbin/runuser", "-u", request["user"], "--", *argv]
    try:
        done = subprocess.run(
            argv,
            input=request["input"].encode(),
            capture_output=True,
            timeout=request["seconds"],
            cwd="/",
            check=False,
        )
    except subprocess.TimeoutExpired as expired:
        return {"code": 124, "output": text(expired.stdout), "errors": "no end in time"}
    return {"code": done.returncode, "output": text(done.stdout), "errors": text(done.stderr)}


def text(content: bytes | None) -> str:
    return (content or b"").decode("utf-8", "replace")


def work(port: Port, request: Message) -> None:
    try:
        found = carried_out(request)
    except OSError as error:
        found = {"code": 127, "output": "", "errors": str(error)}
    port.write({"id": request["id"], **found})


def main() -> None:
    port, parts = Port(), [b""]
    while True:
        parts.append(port.read())
        if b"\n" not in parts[-1]:
            continue  # a line of 30 MB comes in many parts
        *lines, rest = b"".join(parts).split(b"\n")
        parts = [rest]
        for line in lines:
            try:
                request = json.loads(line)
            except ValueError:  # the rest of a line to an earlier life
                continue
            threading.Thread(target=work, args=(port, request), daemon=True).start()


if __name__ == "__main__":
    main()
