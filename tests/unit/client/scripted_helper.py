"""A helper that says what a test wants, over the real pipe."""

from __future__ import annotations

import sys

from storage_tuner.client.helper import StdioConnection

HELLO = 'say({"event": "Hello", "device": "", "arguments": {"protocol": 1}})'
PRELUDE = """
import json, sys
def say(message): print(json.dumps(message), flush=True)
def hear(): return json.loads(sys.stdin.readline() or 'null')
"""


def scripted(*lines: str) -> StdioConnection:
    """A child that runs these lines of Python; ``say`` and ``hear`` are its words."""
    return StdioConnection([sys.executable, "-c", PRELUDE + "\n".join(lines)])


def greeting_and(*lines: str) -> StdioConnection:
    return scripted(HELLO, *lines)
