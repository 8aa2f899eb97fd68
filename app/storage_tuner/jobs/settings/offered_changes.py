"""The settings offered after a measurement: recommended ones, and ones only advised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storage_tuner.core.device import Device
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.tunable import Risk, Scope, find
from storage_tuner.core.verdict import Judgement, SettingAdvice


@dataclass(frozen=True)
class Offer:
    """``setting`` is set to ``value`` on ``devices``; ``now`` has the previous value on each of
    them, by name, as far as it's known. ``measured``: the improvement was measured. ``choices`` are
    all the values that may be tried, ``value`` first."""

    setting: str
    value: str
    devices: tuple[str, ...]
    now: tuple[tuple[str, str], ...]
    measured: bool
    choices: tuple[str, ...] = ()


def offers(
    record: SessionRecord, judgement: Judgement, devices: Sequence[Device]
) -> tuple[Offer, ...]:
    """The recommended ones first. ``devices`` are the tuned ones in their state before."""
    advice = judgement.recommendation
    recommended = advice.settings if advice is not None and advice.change else ()
    found = [_offer(record, name, value, devices, measured=True) for name, value in recommended]
    names = {name for name, _ in recommended}
    beside = (
        _offer(
            record,
            each.setting,
            each.trials[0],
            devices,
            measured=False,
            choices=each.trials,
            present=each.before,
        )
        for each in judgement.hypotheses
        if each.setting not in names and _can_be_set(each, devices)
    )
    return (*found, *beside)


def _can_be_set(advice: SettingAdvice, devices: Sequence[Device]) -> bool:
    """Return whether it's a harmless setting of the tuned devices."""
    tunable = find(advice.setting)
    names = {device.name for device in devices}
    return (
        bool(advice.trials)
        and tunable is not None
        and tunable.scope is Scope.DEVICE
        and advice.risk != Risk.STALL.value
        and bool(advice.devices)
        and set(advice.devices) == names
    )


def _offer(
    record: SessionRecord,
    name: str,
    value: str,
    devices: Sequence[Device],
    *,
    measured: bool,
    choices: tuple[str, ...] = (),
    present: str | None = None,
) -> Offer:
    """An offer of one setting; ``present`` is its value where the device doesn't report it."""
    before = record.original_settings.get(name)
    if len(devices) > 1 or before is None:
        known = [(each.name, each.settings.get(name, present)) for each in devices]
        now = [(device, reported) for device, reported in known if reported is not None]
    else:
        now = [(devices[0].name if devices else record.plan.target.device or "", before)]
    return Offer(
        name,
        value,
        tuple(device.name for device in devices) or tuple(name for name, _ in now),
        tuple(now),
        measured,
        choices or (value,),
    )
