"""Where a plan is carried out, in whichever protocol: on a device or on a file."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from storage_tuner.bench.adaptive_runner import Load, carry_out_adaptively
from storage_tuner.bench.control import Control
from storage_tuner.bench.measured_file import MeasuredFile, existing_file, new_file
from storage_tuner.bench.runner import MeasuringPlace, Position, RunLog, carry_out
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan, Protocol, Target
from storage_tuner.probe.attributes import clean
from storage_tuner.probe.target import counters_beneath
from storage_tuner.services.loads import DeviceRun, FileRun
from storage_tuner.services.measuring_places import DevicePlace, FilePlace, HelperSession
from storage_tuner.services.watched_load import WatchedLoad


@dataclass(frozen=True)
class Site:
    """As a target for the record, as a place for single runs, as a load for the adaptive protocol,
    and sentences on what may spoil a result."""

    target: Target
    place: MeasuringPlace
    load: Load
    caveats: tuple[str, ...] = ()

    def carry_out(
        self,
        plan: Plan,
        log: RunLog,
        control: Control,
        *,
        on_position: Callable[[Position], None],
        on_measurement: Callable[[Measurement], None],
    ) -> None:
        """As the plan's protocol says; see ``carry_out`` and ``carry_out_adaptively``."""
        if plan.protocol is Protocol.ADAPTIVE:
            carry_out_adaptively(
                plan,
                self.load,
                log,
                control,
                on_position=on_position,
                on_measurement=on_measurement,
            )
        else:
            carry_out(
                plan,
                self.place,
                log,
                control,
                on_position=on_position,
                on_measurement=on_measurement,
            )


@dataclass(frozen=True)
class Around:
    """What belongs to a target: the sessions of the devices that get the settings, and the arrays
    whose own work would disturb."""

    tuned: Sequence[HelperSession]
    arrays: Sequence[str] = ()


def device_site(
    target: Target,
    size_bytes: int | None,
    measured: HelperSession,
    around: Around,
    control: Control,
) -> Site:
    """``measured`` is the session of the device that fio works on."""
    return Site(
        replace(target, size_bytes=size_bytes),
        DevicePlace(measured, around.tuned, control.is_cancelled),
        WatchedLoad(
            DeviceRun(measured, control.is_cancelled),
            around.tuned,
            f"/sys/block/{measured.device}/stat",
            around.arrays,
        ),
    )


@contextlib.contextmanager
def file_site(
    target: Target,
    sample_bytes: int,
    around: Around,
    control: Control,
    on_writing: Callable[[int], None],
) -> Iterator[Site]:
    """A new file in the folder that ``target`` names, or the file itself; gone afterwards."""
    with _file(Path(target.path or "."), sample_bytes, control, on_writing) as file:
        counters = counters_beneath(file.path)
        yield Site(
            replace(target, path=clean_path(target.path), size_bytes=file.size_bytes),
            FilePlace(file, around.tuned, control.is_cancelled),
            WatchedLoad(
                FileRun(file, counters, control.is_cancelled),
                around.tuned,
                counters,
                around.arrays,
            ),
            file.caveats,
        )


def clean_path(path: str | None) -> str | None:
    """A path may hold bytes that no text can; opening needs them, a record can't have them."""
    return None if path is None else clean(path)


def _file(
    path: Path, sample_bytes: int, control: Control, on_writing: Callable[[int], None]
) -> contextlib.AbstractContextManager[MeasuredFile]:
    if path.is_dir():
        return new_file(
            path, sample_bytes, on_progress=on_writing, is_cancelled=control.is_cancelled
        )
    return existing_file(path)
