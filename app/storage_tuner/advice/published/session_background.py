"""Published recommendations and physical limits for a session's device; pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from storage_tuner.advice.physics.expectations import PhysicalDrive
from storage_tuner.advice.physics.measured_rates import best_rates
from storage_tuner.advice.published.device_advice import Advice, UserFacts, advise
from storage_tuner.advice.published.device_facts import ComputerFacts, Setup, setup_of
from storage_tuner.core.device import Device
from storage_tuner.core.knowledge import Facts, Knowledge
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.plan import Plan, Protocol
from storage_tuner.core.tunable import BY_NAME, Scope
from storage_tuner.core.virtual_memory import VirtualMemory


def _as_read(facts: Facts) -> Facts:
    return facts


@dataclass(frozen=True)
class Background:
    """``told`` is a person's input about the device; its use, priorities and
    measured rates are ignored; ``completed`` adds the facts that only a person knows."""

    knowledge: Knowledge
    user_facts: UserFacts = UserFacts()  # noqa: RUF009 - frozen
    completed: Callable[[Facts], Facts] = _as_read

    def advice_on(self, record: SessionRecord) -> Advice | None:
        """None where the device is unknown."""
        if record.device is None:
            return None
        setup = _setup(record, record.device)
        setup = replace(setup, facts=self.completed(setup.facts))
        user_facts = replace(
            self.user_facts,
            use=record.plan.use,
            aims=record.plan.aims,
            measured=_comparable_rates(record, setup.facts.disks),
        )
        drives = {name: PhysicalDrive(rate) for name, rate in record.rpm.items()}
        return advise(self.knowledge, setup, user_facts, drives, _memory(record))


def _setup(record: SessionRecord, device: Device) -> Setup:
    machine = ComputerFacts(record.machine.virtual_machine, _kernel(record.machine.kernel))
    return setup_of(device, (device, *record.related), (), machine)


def _kernel(release: str) -> tuple[int, int] | None:
    found = re.match(r"(\d{1,4})\.(\d{1,4})", release)
    return (int(found[1]), int(found[2])) if found else None


def _memory(record: SessionRecord) -> VirtualMemory:
    """The computer's settings, where those were varied: others aren't in a record."""
    names = {name for name, tunable in BY_NAME.items() if tunable.scope is Scope.MACHINE}
    found = {name: value for name, value in record.original_settings.items() if name in names}
    return VirtualMemory(settings=found)


def _comparable_rates(record: SessionRecord, disks: int | None) -> Mapping[str, float]:
    """What can be held against what is expected of all disks at work: a load that keeps fewer
    requests under way than there are disks leaves some idle."""
    if record.plan.protocol is Protocol.LIVE:
        return {}
    depths = _queue_depths(record.plan)
    return best_rates(
        run
        for run in record.measurements
        if not run.operation.name.startswith("rand")
        or _requests_in_flight(run, depths) >= (disks or 1)
    )


def _queue_depths(plan: Plan) -> dict[str, int]:
    """By operation, how many requests each thread keeps under way."""
    return {
        stream.operation.name: stream.queue_depth
        for workload in plan.workloads
        for stream in workload.streams
    }


def _requests_in_flight(run: Measurement, depths: Mapping[str, int]) -> int:
    return run.threads * depths.get(run.operation.name, 1)
