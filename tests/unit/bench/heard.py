"""A listener that keeps what it hears."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from storage_tuner.core.measurement import Measurement

PositionT = TypeVar("PositionT")


class Heard(Generic[PositionT]):
    def __init__(self) -> None:
        self.positions: list[PositionT] = []
        self.measurements: list[Measurement] = []
        self.blocks: list[Sequence[Measurement]] = []

    def on_position(self, position: PositionT) -> None:
        self.positions.append(position)

    def on_measurement(self, measurement: Measurement) -> None:
        self.measurements.append(measurement)

    def on_block(self, block: Sequence[Measurement]) -> None:
        self.blocks.append(tuple(block))
