"""fio's standard output: JSON documents, and text between them, as they come."""

from __future__ import annotations

import asyncio

from storage_tuner_helper.children import text_of

MAXIMUM_DOCUMENT_BYTES = 4 << 20
MAXIMUM_TEXT_BYTES = 64 << 10

_BEGIN = b"{"
_END = b"}"


class Documents:
    """Takes a run's output as it comes and keeps the last document only, so that a run of hours
    needs no more memory than one of seconds.

    fio indents its JSON: a document begins with a line that is ``{`` and ends with one that is
    ``}``, and everything else outside of it is text.
    """

    def __init__(self) -> None:
        self._text = bytearray()
        self._growing: bytearray | None = None
        self._last = b""
        self._line = bytearray()
        self._waiting: asyncio.Future[str] | None = None
        self._ended = False
        self.handed_out = False
        """Whether the last document was given to somebody who waited for it."""

    def next(self) -> asyncio.Future[str]:
        """The next document that is complete from now on; cancelled when the output ends without.
        One may wait at a time."""
        self._waiting = asyncio.get_running_loop().create_future()
        if self._ended:
            self._waiting.cancel()
        return self._waiting

    def feed(self, chunk: bytes) -> None:
        """Take what comes next."""
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            self._take(self._line + line)
            self._line.clear()
        self._line += rest[: MAXIMUM_DOCUMENT_BYTES - len(self._line)]

    def end(self) -> None:
        """Nothing more comes."""
        self._ended = True
        if self._waiting:
            self._waiting.cancel()

    def rest(self, *, with_last: bool) -> str:
        """What is left at the end: text, the last document, and what was begun after it."""
        whole = self._text + (self._last if with_last else b"") + (self._growing or b"")
        return text_of((whole + self._line)[:MAXIMUM_DOCUMENT_BYTES])

    def _take(self, line: bytearray) -> None:
        if self._growing is None and line == _BEGIN:
            self._growing = bytearray()
        if self._growing is None:
            self._text += (line + b"\n")[: MAXIMUM_TEXT_BYTES - len(self._text)]
            return
        self._growing += (line + b"\n")[: MAXIMUM_DOCUMENT_BYTES - len(self._growing)]
        if line == _END:
            self._hand_out(bytes(self._growing))
            self._growing = None

    def _hand_out(self, document: bytes) -> None:
        self._last = document
        self.handed_out = self._waiting is not None and not self._waiting.done()
        if self._waiting and self.handed_out:
            self._waiting.set_result(text_of(document))
            self._waiting = None
