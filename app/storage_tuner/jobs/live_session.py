"""One live session from beginning to end: open, watch, judge, close.

Nothing is read from the device or written to it: its settings are switched through the helper, and
the kernel's counters are read as the calling user. Everything here blocks and belongs to one worker
thread, except ``cancel``, ``pause`` and ``resume``. No Qt.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from storage_tuner.advice.live import unseen_caveat, variant_figures
from storage_tuner.bench.listener import Ignoring
from storage_tuner.bench.live.plan import BUDGET_S, SLICE_S, live_plan
from storage_tuner.bench.live.runner import LivePosition, watch
from storage_tuner.bench.runner import RunLog
from storage_tuner.client.helper import HelperConnection
from storage_tuner.client.sessions import TunedDevices
from storage_tuner.core.condition import ConditionKind, Severity
from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Activity, Counters, Device
from storage_tuner.core.errors import DeviceGone, InvalidInput
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.message import Message, Text, sentence, together
from storage_tuner.core.plan import Plan, Target, TargetKind, Variant, shown_name
from storage_tuner.core.progress import Phase, Progress, TuningListener
from storage_tuner.core.tunable import find
from storage_tuner.desktop.inhibit import kept_awake
from storage_tuner.jobs.conditions import require_measurable
from storage_tuner.jobs.device_job import DeviceJob, given_or_raised
from storage_tuner.jobs.planning.plan_building import common_schedulers, prevailing_scheduler
from storage_tuner.measuring.background_work import BackgroundWorkMonitor
from storage_tuner.measuring.recorder import RecordedSubjects, Recorder
from storage_tuner.probe.block.attributes import AttributeReader
from storage_tuner.probe.block.devices import devices_named, find_device, read_devices
from storage_tuner.probe.block.presence import is_present
from storage_tuner.probe.block.settings import read_settings
from storage_tuner.probe.files.target import devices_to_tune
from storage_tuner.probe.load.conditions import ConditionSubject, read_conditions, read_system_load
from storage_tuner.probe.load.counters import CounterSampler, activity
from storage_tuner.probe.load.machine import read_machine
from storage_tuner.probe.md.array_work import arrays_on
from storage_tuner.probe.threeware import controllers_of, unit_readers

NEEDED_TO_WATCH = "iostats"
"""The kernel counts no I/O when this is off."""

THROTTLING = "wbt_lat_usec"
"""Is 0 where background writes aren't throttled."""


@dataclass(frozen=True)
class LiveComparison:
    """The schedulers to compare, or the values of a tunable; with neither, all available
    schedulers."""

    schedulers: tuple[str, ...] = ()
    tunable: str | None = None
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class LiveTarget:
    """``device`` is watched; ``tuned`` get the settings: the device itself, or its underlying
    disks; ``controllers`` are the underlying ones."""

    device: Device
    tuned: tuple[Device, ...]
    arrays: tuple[str, ...]
    caveats: tuple[Text, ...]
    controllers: tuple[Controller, ...] = ()


def live_target(name: str, comparison: LiveComparison, root: Path = Path("/")) -> LiveTarget:
    """Raises ``UnknownDevice`` and ``NotAWholeDisk``, and ``NotMeasurable`` while the underlying
    controller does background work on the disk."""
    devices = read_devices(root)
    device = find_device(name, devices, root)
    controllers = controllers_of(device, devices, root)
    own = comparison.tunable is not None and comparison.tunable in device.settings
    names = (device.name,) if own else devices_to_tune(device, root)
    tuned = devices_named(names, devices)
    return LiveTarget(
        device,
        tuned,
        arrays_on(device, devices),
        _caveats(ConditionSubject(device, devices, controllers=controllers), root),
        controllers,
    )


def _caveats(subject: ConditionSubject, root: Path) -> tuple[Text, ...]:
    """Sentences on the conditions; use by other programs is intended here, so it isn't reported."""
    reported = [
        condition
        for condition in read_conditions(subject, read_system_load(subject, root), root)
        if condition.severity is not Severity.NOTE and condition.kind is not ConditionKind.IN_USE
    ]
    require_measurable(reported)
    return tuple(condition.sentence for condition in reported)


def live_plan_for(
    target: LiveTarget,
    comparison: LiveComparison,
    *,
    budget_s: float = BUDGET_S,
    slice_s: float = SLICE_S,
    seed: int | None = None,
    root: Path = Path("/"),
) -> Plan:
    """Return the plan of a live session; needs no helper. Raises ``InvalidInput`` when there is
    nothing to compare."""
    if target.device.settings.get(NEEDED_TO_WATCH) == "0":
        name = target.device.name
        raise InvalidInput(
            sentence(
                "The kernel doesn't count the requests of {name}, because its {statistics} is 0.",
                name=name,
                statistics=NEEDED_TO_WATCH,
            ),
            sentence(
                "Turn it on: storage-tuner set {name} {statistics}=1.",
                name=name,
                statistics=NEEDED_TO_WATCH,
            ),
        )
    variants, current = (
        _values(target, comparison.tunable, comparison.values)
        if comparison.tunable
        else _schedulers(target, comparison.schedulers, root)
    )
    if len(variants) < 2:
        raise InvalidInput(
            sentence("There is nothing to compare on {device}.", device=target.device.name),
            sentence("Choose at least two schedulers, or two values with --vary."),
        )
    return live_plan(
        Target(TargetKind.DEVICE, target.device.name, size_bytes=target.device.size_bytes),
        variants,
        current=current,
        seed=random.SystemRandom().randrange(1 << 31) if seed is None else seed,
        budget_s=budget_s,
        slice_s=slice_s,
    )


def _schedulers(
    target: LiveTarget, wanted: tuple[str, ...], root: Path
) -> tuple[tuple[Variant, ...], str | None]:
    offered = common_schedulers(target.tuned, root)
    if unknown := [name for name in wanted if name not in offered]:
        raise InvalidInput(
            sentence(
                "The scheduler {unknown} isn't available for {device}.",
                unknown=unknown[0],
                device=target.device.name,
            ),
            sentence(
                "Available: {offered}.",
                offered=together(offered, ", ") or sentence("no settable scheduler"),
            ),
        )
    variants = tuple(Variant(name, (("scheduler", name),)) for name in wanted or offered)
    return variants, prevailing_scheduler(target.tuned)


def _values(
    target: LiveTarget, tunable: str, values: Sequence[str]
) -> tuple[tuple[Variant, ...], str | None]:
    if tunable == NEEDED_TO_WATCH:
        raise InvalidInput(
            sentence(
                "Without {tunable}, the kernel counts no requests to watch.",
                tunable=tunable,
            )
        )
    present = target.tuned[0].settings.get(tunable) if target.tuned else None
    variants = tuple(
        Variant(f"{tunable}={value}", ((tunable, value),)) for value in dict.fromkeys(values)
    )
    return variants, None if present is None else f"{tunable}={present}"


class WatchedDevice:
    """A ``bench.live_runner.Watched``. Use it as a context manager."""

    def __init__(
        self,
        target: LiveTarget,
        tuned: TunedDevices,
        applied: Callable[[Variant], None] | None = None,
    ) -> None:
        """``applied`` is called with each variant that was set."""
        self._target = target
        self._report_applied = applied
        self._tuned = tuned
        self._sampler = CounterSampler((target.device.name,))
        self._before: Counters | None = None
        self._applied: Variant | None = None
        self._expected: Mapping[str, Mapping[str, str]] = {}
        self._throttled: dict[str, bool] = {}
        self._changes: dict[tuple[str, Message], list[str]] = {}

    def __enter__(self) -> WatchedDevice:
        return self

    def __exit__(self, *_: object) -> None:
        self._sampler.close()

    def apply(self, variant: Variant) -> None:
        self._tuned.apply(variant.settings)
        self._applied = variant
        if self._report_applied is not None:
            self._report_applied(variant)
        # what was just set and read back by the helper may be another program's by now
        wanted = dict(variant.settings)
        self._expected = {
            device: {name: wanted.get(name, value) for name, value in settings.items()}
            for device, settings in self._read_settings().items()
        }
        self._throttled[variant.name] = any(
            settings.get(THROTTLING, "0") != "0" for settings in self._expected.values()
        )

    def note_counters(self) -> None:
        self._before = self._counters()

    def second(self) -> Activity:
        assert self._before is not None
        before, self._before = self._before, self._counters()
        return activity(before, self._before)

    def disturbance(self) -> Message | None:
        """A setting that another program changed, as a phrase; None if there is none."""
        changed = differences(self._expected, self._read_settings())
        if changed and self._applied:
            clock = datetime.now().astimezone().strftime("%H:%M:%S")
            what = self._applied.name, together(changed, ", ")
            self._changes.setdefault(what, []).append(clock)
            return sentence("another program changed a setting meanwhile")
        return None

    def rest(self) -> None:
        self._tuned.revert()

    def remarks(self) -> list[Text]:
        """Sentences on settings changed by other programs, and on the variants affected."""
        found: list[Text] = [_change(*what, clocks) for what, clocks in self._changes.items()]
        remark = throttling_remark(self._throttled)
        return [*found, remark] if remark else found

    def _counters(self) -> Counters:
        device = self._target.device
        found = self._sampler.sample().get(device.name)
        gone = found is None or not is_present(device.name, device.diskseq or 0)
        anew = self._before is not None and found is not None
        if gone or (anew and found.identity != self._before.identity):  # type: ignore[union-attr]
            raise DeviceGone(device.name)
        assert found is not None
        return found

    def _read_settings(self) -> dict[str, Mapping[str, str]]:
        return {
            device.name: read_settings(
                AttributeReader(f"/sys/block/{device.name}"), device.kind, device.newer
            )[1]
            for device in self._target.tuned
        }


def _change(variant: str, reported: Message, clocks: Sequence[str]) -> Message:
    when = (
        clocks[0]
        if len(clocks) == 1
        else sentence("{count} times, first {first}", count=len(clocks), first=clocks[0])
    )
    return sentence(
        "Another program set {reported} while {variant} was measured ({when}).",
        variant=variant,
        reported=reported,
        when=when,
    )


def throttling_remark(throttled: Mapping[str, bool]) -> Text:
    """A sentence on write throttling. ``throttled``: by variant, whether background writes are
    delayed; "" if all are alike. bfq switches that off (block/bfq-iosched.c,
    wbt_disable_default)."""
    with_it = [name for name, waits in throttled.items() if waits]
    without = [name for name, waits in throttled.items() if not waits]
    if not with_it or not without:
        return ""
    return sentence(
        "With {with_it}, background writes are throttled before the kernel counts them, "
        "unlike with {without}: compare write latencies with care.",
        with_it=together(with_it, ", "),
        without=together(without, ", "),
    )


def differences(
    expected: Mapping[str, Mapping[str, str]], found: Mapping[str, Mapping[str, str]]
) -> list[Message]:
    """Changed settings, such as ``["scheduler of sda to bfq"]``; a scheduler's own values change
    with it, so only the scheduler is reported."""
    changed = []
    for device, settings in expected.items():
        now = found.get(device, {})
        names = [name for name in settings if name in now and now[name] != settings[name]]
        if "scheduler" in names:
            names = ["scheduler"]
        changed += [
            sentence("{name} of {device} to {now}", name=name, device=device, now=now[name])
            for name in names
            if find(name)
        ]
    return changed


class LiveSession(DeviceJob):
    """The steps in their order."""

    def __init__(self, connect: Callable[[], HelperConnection], listener: TuningListener) -> None:
        super().__init__(connect, listener)
        self._target: LiveTarget | None = None
        self._notes: list[Text] = []

    def open(self, target: LiveTarget) -> None:
        """Connect, and let the helper record the settings of ``target.tuned``. A password is
        requested here. Raises the errors of the tree."""
        self._target = target
        self._held.begin(target.tuned)

    def watch(self, plan: Plan) -> SessionRecord:
        """Carry out ``plan``; the previous settings are restored when it returns or raises.

        After ``cancel`` the record holds what was seen until then, with ``completed`` False. Any
        other error that ends it is raised with that record as its ``record``.
        """
        assert self._target is not None
        log = RunLog([], [])
        draft = self._draft(plan, self._target)
        target = self._target
        recorder = Recorder(_recorded_subjects(target))
        interruption = self._interrupted_by(lambda: self._carry_out(plan, target, log, recorder))
        record = replace(
            draft,
            measurements=tuple(log.measurements),
            caveats=(*draft.caveats, *self._notes, *log.failures),
            completed=interruption is None,
            circumstances=recorder.circumstances_after,
            time_course=recorder.time_course,
        )
        return given_or_raised(record, interruption)

    def _carry_out(self, plan: Plan, target: LiveTarget, log: RunLog, recorder: Recorder) -> None:
        """Fill ``log``; remarks on the device are added to the notes however it ends."""
        names = [device.name for device in (target.device, *target.tuned)]
        work = BackgroundWorkMonitor(target.arrays, unit_readers(target.controllers, names))
        reported = _ListenerRelay(plan, self._listener)
        with (
            kept_awake(sentence("Watching a disk")),
            WatchedDevice(target, self._held.tuned, recorder.note_variant) as device,
            recorder,
        ):
            try:
                watch(plan, device, log, self._control, reported, background_work=work)
            finally:
                self._notes.extend((*device.remarks(), *work.remarks))

    def _draft(self, plan: Plan, target: LiveTarget) -> SessionRecord:
        """The record before the first block."""
        unseen = unseen_caveat(plan)
        return SessionRecord(
            created_at=datetime.now(UTC).isoformat(timespec="seconds"),
            machine=read_machine(""),
            device=target.device,
            plan=plan,
            original_settings=self._held.originals,
            measurements=(),
            caveats=(*target.caveats, *((unseen,) if unseen else ())),
        )


def _recorded_subjects(target: LiveTarget) -> RecordedSubjects:
    """The subjects to record during the session."""
    devices = {device.name: device for device in (*target.tuned, target.device)}
    drives = [name for name, device in devices.items() if not device.members]
    counters = f"/sys/block/{target.device.name}/stat"
    return RecordedSubjects(tuple(devices.values()), drives, None, counters, target.controllers)


class _ListenerRelay(Ignoring[LivePosition]):
    """Forwards the events of watching ``plan`` to the listener."""

    def __init__(self, plan: Plan, listener: TuningListener) -> None:
        self._plan = plan
        self._listener = listener

    def on_position(self, position: LivePosition) -> None:
        self._listener.progressed(progress_of(self._plan, position))

    def on_measurement(self, measurement: Measurement) -> None:
        self._listener.measured(measurement)

    def on_block(self, block: Sequence[Measurement]) -> None:
        """Report measurements that are discarded later once more."""
        for measurement in block:
            if measurement.disturbed:
                self._listener.measured(measurement)


def progress_of(plan: Plan, position: LivePosition) -> Progress:
    """The progress for display: ``block 5, bfq now · live reads: none 0.3 ms, bfq 0.4 ms``.

    The times are in their order.
    """
    counting = [side for side in position.sides if side.counts]
    leader = counting[0].standing.leader if counting else None
    lead = counting[0].standing.lead if counting else None
    now = position.doing or sentence(
        "block {block}, {variant} now",
        block=position.block + 1,
        variant=shown_name(position.turn.variant.name),
    )
    return Progress(
        Phase.MEASURING,
        position.fraction,
        together((now, *_standings(plan, position)), " · "),
        remaining_s=position.remaining_s,
        block=position.block + 1,
        leader=leader,
        lead_percent=100 * math.expm1(abs(lead.mean)) if lead else None,
    )


def _standings(plan: Plan, position: LivePosition) -> list[Message]:
    figures = variant_figures(plan, position.measurements)
    found = []
    for side in position.sides:
        times = {
            one.variant: figure.mean
            for one in figures
            if (figure := one.write_ms if side.operation.writes else one.read_ms)
        }
        if side.counts and times:
            reported = (
                together((shown_name(name), sentence("{time:.3g} ms", time=times[name])))
                for name in sorted(times, key=times.__getitem__)
            )
            found.append(together((side.operation.phrase, together(reported, ", ")), ": "))
    return found
