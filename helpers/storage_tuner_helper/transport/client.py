"""A client: one end of a transport, with everything that the operations need to know about it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from storage_tuner_helper.arguments import Value
from storage_tuner_helper.restoring.locks import UNKNOWN_HOLDER


class Transport(Protocol):
    """The services of a transport for its clients."""

    async def authorize(
        self, client: Client, action: str, devices: Sequence[str], ask: bool
    ) -> None:
        """Return if the client is authorised; raises ``NotAuthorized``, ``Dismissed`` or
        ``InteractiveAuthorizationRequired`` in every other case, errors included. ``ask`` allows a
        password dialog."""

    def notify(
        self, client: Client, event: str, device: str, arguments: Mapping[str, Value]
    ) -> None:
        """Send a signal to this client only."""


@dataclass(eq=False)
class Client:
    """A client of the helper.

    ``name`` is the unique bus name, or a word for a pipe; ``user`` its user id; ``description``
    shows other people which program it is, and isn't used for decisions. ``authorised`` is set once
    it was allowed anything. Only transports create clients, so two clients are the same only if
    they are the same object. ``gone`` is set once it left.
    """

    name: str
    transport: Transport
    user: int
    description: str = UNKNOWN_HOLDER
    authorised: bool = False
    gone: bool = False
    calls: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def is_trusted(self) -> bool:
        """Return whether it may see data of other users."""
        return self.authorised or self.user == 0

    def notify(self, event: str, device: str, arguments: Mapping[str, Value]) -> None:
        if not self.gone:
            self.transport.notify(self, event, device, arguments)
