"""What a tuning does around its measuring."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Target, TargetKind, Variant
from storage_tuner.services.progress import Phase, Progress
from storage_tuner.services.tuning import TuningSession
from tests.unit.probe.conftest import unpack
from tests.unit.services.test_setting_changes import Helper

VARIANTS = tuple(Variant(name, (("scheduler", name),)) for name in ("none", "bfq"))


class Notes:
    """Notes the phases, and does something as soon as it's told of a pause."""

    def __init__(self) -> None:
        self.on_pause: Callable[[], None] = lambda: None

    def progressed(self, progress: Progress) -> None:
        if progress.phase is Phase.PAUSED:
            self.on_pause()

    def measured(self, measurement: Measurement) -> None:
        del measurement


def test_a_pause_while_the_kernel_is_asked_for_values_leaves_the_settings_from_before(
    tmp_path: Path,
) -> None:
    helper, notes = Helper(), Notes()
    asked_before: list[str] = []

    def go_on() -> None:
        asked_before.extend(helper.asked)
        session.resume()

    with TuningSession(lambda: helper, notes, root=unpack("6.1-01-plain", tmp_path)) as session:
        session.open(Target(TargetKind.DEVICE, "sda"))
        notes.on_pause = go_on
        session.pause()
        assert session.without_refused(VARIANTS) == (VARIANTS, ())
    assert asked_before[-1] == "Revert sda"
