"""The listeners of a measurement, and those that hear only a part of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from storage_tuner.core.measurement import Measurement

PositionT = TypeVar("PositionT", contravariant=True)
"""Where a runner is; each kind of runner has its own."""


class Listener(Protocol[PositionT]):
    """Called in the thread that measures."""

    def on_position(self, position: PositionT) -> None:
        """This comes now."""

    def on_measurement(self, measurement: Measurement) -> None:
        """One more is there."""

    def on_block(self, block: Sequence[Measurement]) -> None:
        """The last ones are a whole block, or one run, of the plan: none is made again."""


class Ignoring(Generic[PositionT]):
    """A listener that does nothing; others are made from it."""

    def on_position(self, position: PositionT) -> None: ...

    def on_measurement(self, measurement: Measurement) -> None: ...

    def on_block(self, block: Sequence[Measurement]) -> None: ...


class PositionsOnly(Ignoring[PositionT]):
    """Tells ``listener`` of a measurement beside the plan's where it is, and nothing else."""

    def __init__(self, listener: Listener[PositionT]) -> None:
        self._listener = listener

    def on_position(self, position: PositionT) -> None:
        self._listener.on_position(position)


class WithoutBlocks(PositionsOnly[PositionT]):
    """Tells ``listener`` of all but blocks: what is measured next follows from what was found, so
    that nothing could be gone on from."""

    def on_measurement(self, measurement: Measurement) -> None:
        self._listener.on_measurement(measurement)
