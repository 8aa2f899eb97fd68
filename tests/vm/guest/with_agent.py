#!/usr/bin/python3 -IS
"""``with_agent.py PASSWORD COMMAND…``: runs it with polkit's own text agent, typing the password.

Says on standard error how often it was asked; the exit code is the command's.
"""

from __future__ import annotations

import os
import pty
import signal
import sys
import termios
import threading
import time

QUESTION = b"assword:"
LOCAL_FLAGS = 3


def type_whenever_asked(terminal: int, password: str, asked: list[str]) -> None:
    waiting = b""
    while True:
        try:
            waiting += os.read(terminal, 1024)
        except OSError:  # the agent has ended
            return
        if QUESTION in waiting:
            asked.append(waiting.decode("utf-8", "replace"))
            waiting = b""
            wait_listening(terminal)
            os.write(terminal, password.encode() + b"\n")


def wait_listening(terminal: int) -> None:
    """What is typed before the agent has turned the echo off is thrown away then."""
    while termios.tcgetattr(terminal)[LOCAL_FLAGS] & termios.ECHO:
        time.sleep(0.02)


def main(password: str, command: list[str]) -> int:
    ready, registered = os.pipe()
    go, let_go = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(registered)
        os.read(go, 1)  # until the agent is there
        os.execvp(command[0], command)
    agent, terminal = pty.fork()
    if agent == 0:
        os.set_inheritable(registered, True)
        words = ["pkttyagent", "--process", str(child), "--notify-fd", str(registered)]
        os.execvp(words[0], words)
    os.close(registered)
    asked: list[str] = []
    typing = (terminal, password, asked)
    threading.Thread(target=type_whenever_asked, args=typing, daemon=True).start()
    os.read(ready, 1)  # end of file: it's registered
    os.write(let_go, b"x")
    _, status = os.waitpid(child, 0)
    os.kill(agent, signal.SIGTERM)
    print(f"asked {len(asked)} times", file=sys.stderr)
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
