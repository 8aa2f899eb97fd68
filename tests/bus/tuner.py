"""An application that sets and brings back, over and over, until somebody kills it.

Arguments: the helper's launcher, and a JSON list of rounds; a round is a list of
``[device, diskseq, {tunable: value}]``. It says ``set`` whenever all of a round are set, which it
has compared with what the helper read back.
"""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from typing import Any


class Helper:
    def __init__(self, launcher: str) -> None:
        self._process = subprocess.Popen(
            [launcher, "stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._numbers = itertools.count()
        self._read()

    def call(self, method: str, device: str, **arguments: object) -> dict[str, Any]:
        number = next(self._numbers)
        order = {"id": number, "method": method, "device": device, "arguments": arguments}
        assert self._process.stdin
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        self._process.stdin.flush()
        result: dict[str, Any] = self._read()["result"]
        return result

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer


def main(launcher: str, rounds: list[list[tuple[str, int, dict[str, str]]]]) -> None:
    helper = Helper(launcher)
    devices = {device: diskseq for device, diskseq, _ in rounds[0]}
    sessions = {
        device: helper.call("BeginSession", device, diskseq=diskseq)["session"]
        for device, diskseq in devices.items()
    }
    for one in itertools.cycle(rounds):
        for device, _, wanted in one:
            found = helper.call("SetSettings", device, session=sessions[device], **wanted)
            assert {name: found[name] for name in wanted} == wanted
        print("set", flush=True)
        for device, session in sessions.items():
            helper.call("Revert", device, session=session)


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]))
