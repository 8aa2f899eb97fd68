"""The listeners of a measurement, and those that forward only some events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from storage_tuner.core.measurement import Measurement

PositionT = TypeVar("PositionT", contravariant=True)
"""The position of a runner; each kind of runner has its own type."""


class Listener(Protocol[PositionT]):
    """Called in the thread that measures."""

    def on_position(self, position: PositionT) -> None:
        """The runner is at ``position``."""

    def on_measurement(self, measurement: Measurement) -> None:
        """A measurement was made."""

    def on_block(self, block: Sequence[Measurement]) -> None:
        """The last measurements are a whole block, or one run, of the plan: none will be
        repeated."""


class Ignoring(Generic[PositionT]):
    """A listener that does nothing; a base class for others."""

    def on_position(self, position: PositionT) -> None: ...

    def on_measurement(self, measurement: Measurement) -> None: ...

    def on_block(self, block: Sequence[Measurement]) -> None: ...


class PositionsOnly(Ignoring[PositionT]):
    """Forwards only the positions of a measurement outside the plan to ``listener``."""

    def __init__(self, listener: Listener[PositionT]) -> None:
        self._listener = listener

    def on_position(self, position: PositionT) -> None:
        self._listener.on_position(position)


class WithoutBlocks(PositionsOnly[PositionT]):
    """Forwards everything but blocks to ``listener``: the next step follows from the results, so
    such a measurement can't be resumed."""

    def on_measurement(self, measurement: Measurement) -> None:
        self._listener.on_measurement(measurement)
