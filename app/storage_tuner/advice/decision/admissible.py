"""Settings that are never recommended by default, however fast they were; pure."""

from __future__ import annotations

from collections.abc import Iterator

from storage_tuner.core.device import Device
from storage_tuner.core.memory_risk import members_of, risk_of
from storage_tuner.core.message import Message, Text, sentence
from storage_tuner.core.plan import Plan, Variant
from storage_tuner.core.tunable import SCHEDULERS, Risk, find


def changed_settings(variant: Variant, before: Variant) -> dict[str, str]:
    """Settings of ``variant`` that differ from ``before``, in its order."""
    present = dict(before.settings)
    return {name: value for name, value in variant.settings if present.get(name) != value}


def inadmissible(plan: Plan, before: str, device: Device | None) -> dict[str, Text]:
    """The variants of ``plan`` that must not be recommended in place of ``before``, each with the
    reason."""
    by_name = {variant.name: variant for variant in plan.variants}
    reasons = {
        name: refusal(variant, by_name[before], allow_risky=plan.allow_risky, device=device)
        for name, variant in by_name.items()
    }
    return {name: reason for name, reason in reasons.items() if reason and name != before}


def refusal(
    variant: Variant, before: Variant, *, allow_risky: bool, device: Device | None = None
) -> Text:
    """The reason against recommending ``variant``, as a clause; "" without any.

    Reasons are an unknown setting, an invalid value, a scheduler that ``device`` lacks, or (unless
    ``allow_risky``) a value that can make a computer nearly unresponsive. ``device`` is the
    measured device; if it is unknown, settings that may use much memory are assumed to do so.
    """
    scheduler = device.scheduler if device is not None else None
    wanted = changed_settings(variant, before).get("scheduler")
    if scheduler and wanted and wanted not in (*SCHEDULERS, *scheduler.available):
        return sentence("the device doesn't list the scheduler {name}", name=wanted)
    members = members_of(device)
    return next(_refusals(variant, before, members, allow_risky=allow_risky), "")


def _refusals(
    variant: Variant, before: Variant, members: int | None, *, allow_risky: bool
) -> Iterator[Message]:
    for name, value in changed_settings(variant, before).items():
        tunable = find(name)
        if tunable is None:
            yield sentence("Storage Tuner doesn't know the setting {name}", name=name)
        elif reason := tunable.refusal(value):
            yield sentence(
                "{name} can't be {value}: {reason}", name=name, value=value, reason=reason
            )
        elif not allow_risky and risk_of(tunable, value, members) is Risk.STALL:
            yield (
                sentence(
                    "a wrong {name} can make the computer nearly unresponsive (pass --allow-risky "
                    "to allow it)",
                    name=name,
                )
            )
