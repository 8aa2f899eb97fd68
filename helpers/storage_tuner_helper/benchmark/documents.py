"""Splits fio's standard output, as it arrives, into JSON documents and the text between them."""

from __future__ import annotations

import asyncio

from storage_tuner_helper.children import text_of

MAXIMUM_DOCUMENT_BYTES = 4 << 20
MAXIMUM_TEXT_BYTES = 64 << 10

_BEGIN = b"{"
_END = b"}"


class Documents:
    """Collects a run's output as it arrives and keeps the last document only, so that a run of
    hours needs no more memory than one of seconds.

    fio indents its JSON: a document begins with a line that is ``{`` and ends with one that is
    ``}``, and everything outside of it is text.
    """

    def __init__(self) -> None:
        self._text = bytearray()
        self._growing: bytearray | None = None
        self._last = b""
        self._line = bytearray()
        self._waiting: asyncio.Future[str] | None = None
        self._ended = False
        self.handed_out = False
        """Whether a caller that waited for the last document has received it."""

    def next(self) -> asyncio.Future[str]:
        """Return the next document that is completed from now on; cancelled when the output ends
        without one. Only one caller may wait at a time."""
        self._waiting = asyncio.get_running_loop().create_future()
        if self._ended:
            self._waiting.cancel()
        return self._waiting

    def feed(self, chunk: bytes) -> None:
        """Process the next chunk of the output."""
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            self._take(self._line + line)
            self._line.clear()
        self._line += rest[: MAXIMUM_DOCUMENT_BYTES - len(self._line)]

    def end(self) -> None:
        """Handle the end of the output."""
        self._ended = True
        if self._waiting:
            self._waiting.cancel()

    def rest(self, *, with_last: bool) -> str:
        """Return the rest at the end: text, the last document, and an incomplete one after it."""
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
