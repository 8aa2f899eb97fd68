"""The worker's side of querying drives: a request to the supervisor, limited in time and size."""

from __future__ import annotations

import asyncio
import os
import socket
from asyncio import StreamReader

from storage_tuner_helper.children import text_of
from storage_tuner_helper.confined_programs import EXIT_CODE, NOT_PERMITTED
from storage_tuner_helper.errors import NoAnswer, NoSmartctl, NotSupported
from storage_tuner_helper.health.smartctl import MAXIMUM_OUTPUT_BYTES, SMARTCTL, Answer, Question
from storage_tuner_helper.supervisor_line import SupervisorLine
from storage_tuner_protocol.message import said

_SECONDS = 20.0


class SmartctlClient:
    """Sends requests over ``line``."""

    def __init__(self, line: SupervisorLine, seconds: float = _SECONDS) -> None:
        self._line = line
        self._seconds = seconds

    async def ask(self, device: str, question: Question) -> Answer:
        """Return smartctl's output for ``device``. Cancelling this ends smartctl.

        Raises ``NoSmartctl``, ``NoAnswer``, or ``NotSupported`` where drives may not be queried.
        """
        if not os.access(SMARTCTL, os.X_OK):
            raise NoSmartctl
        return _answer(device, await self._received(device, question))

    async def _received(self, device: str, question: Question) -> bytes:
        reader, writer = await asyncio.open_unix_connection(sock=self._send(question))
        try:
            async with asyncio.timeout(self._seconds):
                return await _read_bounded(reader)
        except TimeoutError:
            raise NoAnswer(
                said(
                    "{device} didn't respond within {seconds} s.",
                    device=device,
                    seconds=f"{self._seconds:g}",
                )
            ) from None
        finally:
            writer.close()

    def _send(self, question: Question) -> socket.socket:
        """Send the request; return the socket for smartctl's output."""
        try:
            return self._line.ask(question.encoded())
        except OSError:
            raise NoAnswer(said("smartctl is no longer available.")) from None


def _answer(device: str, received: bytes) -> Answer:
    if len(received) < EXIT_CODE.size:
        raise NoAnswer(said("smartctl couldn't be started."))
    output, [exit_code] = received[: -EXIT_CODE.size], EXIT_CODE.unpack(received[-EXIT_CODE.size :])
    if exit_code == NOT_PERMITTED:
        raise NotSupported(
            said("The helper has no permission to query {device} here.", device=device)
        )
    if exit_code < 0:
        raise NoAnswer(said("smartctl was terminated by signal {number}.", number=-exit_code))
    return Answer(text_of(output), exit_code)


async def _read_bounded(reader: StreamReader) -> bytes:
    received = bytearray()
    while chunk := await reader.read(1 << 16):
        received += chunk
        if len(received) > MAXIMUM_OUTPUT_BYTES + EXIT_CODE.size:
            raise NoAnswer(said("smartctl printed too much output."))
    return bytes(received)
