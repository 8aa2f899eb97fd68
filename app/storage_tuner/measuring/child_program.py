"""One of our measuring programs as a child process (``bench.programs.child_protocol``)."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping

from storage_tuner.client.helper import POLL_S
from storage_tuner.core.errors import Cancelled, ToolFailed
from storage_tuner.core.message import Text, sentence
from storage_tuner.process import OWN_FOLDERS, own_interpreter, start_conversation

LEAVING_S = 1.0
"""The time to wait for the end of an abandoned program; after that it finishes its clean-up in the
background."""

_unfinished: list[OwnProgram] = []
"""The programs still cleaning up, so that each is eventually reaped."""


class OwnProgram:
    """The module ``module`` as a child process. It isn't killed with its parent: when that ends in
    any way, end of file makes it clean up and exit, too."""

    def __init__(self, module: str) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the program
        self._received = bytearray()
        self._process = start_conversation(
            (*own_interpreter(), "-m", module),
            self._errors,
            own_terminal_session=True,
            environment=_with_own_packages(os.environ),
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, document: Mapping[str, object]) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(document).encode() + b"\n")
            self._process.stdin.flush()

    def answer(self, limit_s: float, is_cancelled: Callable[[], bool]) -> Mapping[str, object]:
        """Return its next document. Raises ``Cancelled``, and ``ToolFailed`` when it sends nothing
        within ``limit_s`` seconds or exits."""
        deadline = time.monotonic() + limit_s
        while b"\n" not in self._received:
            if is_cancelled():
                raise Cancelled
            if time.monotonic() > deadline:
                raise ToolFailed(sentence("The measuring program"), sentence("it didn't finish"))
            if self._has_ended(POLL_S):
                raise ToolFailed(sentence("The measuring program"), self._reason())
        line, _, rest = bytes(self._received).partition(b"\n")
        self._received[:] = rest
        document = json.loads(line)
        assert isinstance(document, dict)
        return document

    def leave(self) -> None:
        """Close its input so that it exits, and wait briefly for its end."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        deadline = time.monotonic() + LEAVING_S
        while (left_s := deadline - time.monotonic()) > 0:
            if self._has_ended(left_s):
                self.forget()
                return
        _unfinished.append(self)

    def forget(self) -> None:
        """Reap it; to be called when it has closed its output, which it does on exit."""
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._errors.close()

    def is_finished(self) -> bool:
        return self._process.poll() is not None

    def _has_ended(self, timeout: float) -> bool:
        """Read its output for up to ``timeout`` seconds. Return whether it was closed."""
        assert self._process.stdout is not None
        descriptor = self._process.stdout.fileno()
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, selectors.EVENT_READ)
            if not selector.select(timeout):
                return False
        piece = os.read(descriptor, 1 << 16)
        self._received += piece
        return not piece

    def _reason(self) -> Text:
        """The reason why it exited without a result."""
        exit_code = self._process.wait()
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        return said[-1] if said else sentence("exit code {exit_code}", exit_code=exit_code)


def is_any_unfinished() -> bool:
    """Return whether an abandoned program is still cleaning up."""
    return any(not program.is_finished() for program in _unfinished)


@contextlib.contextmanager
def own_program(module: str) -> Iterator[OwnProgram]:
    """Start the program ``module``, which is left at the end of the block."""
    for finished in [program for program in _unfinished if program.is_finished()]:
        finished.forget()
        _unfinished.remove(finished)
    program = OwnProgram(module)
    try:
        yield program
    finally:
        program.leave()


def _with_own_packages(environment: Mapping[str, str]) -> dict[str, str]:
    """Return ``environment`` with the path of our own packages; ``users_environment`` of the child
    protocol is the inverse."""
    paths = [*OWN_FOLDERS, environment.get("PYTHONPATH", "")]
    return {**environment, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
