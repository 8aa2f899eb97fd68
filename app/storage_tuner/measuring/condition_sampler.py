"""Samples the conditions around a load at the edges of each slice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from storage_tuner.core.plan import Variant
from storage_tuner.measuring.samples import LoadSample
from storage_tuner.probe.load.power import on_mains
from storage_tuner.probe.load.thermal import Thermometers, ThrottleCounters
from storage_tuner.probe.md.array_work import busy_arrays


class ConditionSampler:
    """Samples conditions. ``arrays`` are those whose own work would disturb, ``drives`` those whose
    temperature is recorded. Constant paths are looked up once. ``applied`` is called with each
    variant that was set."""

    def __init__(
        self,
        arrays: Sequence[str] = (),
        drives: Sequence[str] = (),
        root: Path = Path("/"),
        applied: Callable[[Variant], None] | None = None,
    ) -> None:
        self._arrays = tuple(arrays)
        self._thermometers = Thermometers(drives, root)
        self._throttle_counters = ThrottleCounters(root)
        self._root = root
        self._applied = applied

    def note_applied(self, variant: Variant) -> None:
        if self._applied is not None:
            self._applied(variant)

    def sample_into(self, look: LoadSample) -> LoadSample:
        """Return ``look`` with the current conditions."""
        return replace(
            look,
            busy_arrays=busy_arrays(self._arrays, self._root),
            throttled=self._throttle_counters.read(),
            temperature_c=self._thermometers.hottest_c(),
            on_mains=on_mains(self._root),
        )
