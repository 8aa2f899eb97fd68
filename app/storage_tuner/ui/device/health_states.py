"""Remembers the health that drives reported; another drive of the same name starts over."""

from __future__ import annotations

from collections.abc import Iterable

from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.health import Health

Answer = Health | StorageTunerError


class HealthStates:
    """Names are those of the kernel, or a controller's for its drives; ``number`` is what changes
    when another drive gets the name (the sequence number of a disk)."""

    def __init__(self) -> None:
        self._asked: dict[str, int | None] = {}
        self._answers: dict[str, tuple[int | None, Answer]] = {}

    def ask(self, name: str, number: int | None = None) -> None:
        self._asked[name] = number

    def is_asked(self, name: str) -> bool:
        """Whether an answer is awaited."""
        return name in self._asked

    def answered(self, health: Health) -> None:
        self._keep(health.device, health)

    def failed(self, error: StorageTunerError) -> None:
        """The drive that waited longest couldn't be asked."""
        if self._asked:
            self._keep(next(iter(self._asked)), error)

    def state(self, name: str, number: int | None = None) -> Answer | None:
        """The last answer of this very drive."""
        asked_number, answer = self._answers.get(name, (None, None))
        return answer if asked_number == number else None

    def read(self, devices: Iterable[Device]) -> dict[str, Health]:
        """The health of those that told it, by name."""
        found = ((device.name, self.state(device.name, device.diskseq)) for device in devices)
        return {name: state for name, state in found if isinstance(state, Health)}

    def _keep(self, name: str, answer: Answer) -> None:
        self._answers[name] = (self._asked.pop(name, None), answer)
