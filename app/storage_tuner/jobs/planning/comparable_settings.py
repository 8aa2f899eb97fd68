"""The settings and values that can be compared on a device, or two of them as A and B. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from storage_tuner.bench.ncq import QUEUE_DEPTH, QUEUE_POLICY, ncq_setting
from storage_tuner.bench.variant_series import SCHEDULER, Parameter, base_of, variants_of
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import Variant
from storage_tuner.core.tunable import OF_DEVICES, Scope, Tunable, find
from storage_tuner.core.tunable_target import device_tunables

USUAL = (SCHEDULER, QUEUE_POLICY, QUEUE_DEPTH, "nr_requests", "read_ahead_kb")
"""The settings offered first: scheduler, NCQ, request queue size and read-ahead."""

_OF_ANY_QUEUE = (SCHEDULER, "nr_requests", "read_ahead_kb", "nomerges", "rq_affinity")
"""The settings of every device with a queue; a practice disk doesn't exist yet."""

_NOT_COMPARED = ("iostats", "add_random", "rotational")
"""Without the first, no I/O is counted; the others are only hints to the kernel."""

_READ_AHEADS_KIB = ("128", "512", "2048", "8192")


@dataclass(frozen=True)
class Comparable:
    """A setting that all tuned devices have. ``present`` is its current value ("" if unknown),
    ``usual`` are the values worth comparing. ``is_ncq``: it switches NCQ."""

    tunable: Tunable
    present: str
    usual: tuple[str, ...]
    is_ncq: bool = False

    @property
    def name(self) -> str:
        return self.tunable.name


def comparables(tuned: Sequence[Device], schedulers: Sequence[str]) -> tuple[Comparable, ...]:
    """The comparable settings in the catalogue's order, with those of the ``schedulers``
    offered."""
    if not tuned:
        return ()
    first = tuned[0]
    shared = set(first.settings).intersection(*(device.settings for device in tuned[1:]))
    names = (shared if first.settings else set(_OF_ANY_QUEUE)) - set(_NOT_COMPARED)
    found = [
        tunable
        for tunable in (device_tunables(first) if first.settings else OF_DEVICES)
        if tunable.name in names
        or (tunable.scope is Scope.SCHEDULER and tunable.earlier_form.scheduler in schedulers)
    ]
    return tuple(
        Comparable(
            each,
            first.settings.get(each.name, ""),
            _usual(each, first, schedulers),
            each.name == ncq_setting(first),
        )
        for each in found
        if each.scope is not Scope.ARRAY
    )


def parameter_of(comparable: Comparable, words: Sequence[str]) -> Parameter:
    """The setting with the values in ``words``. Raises ``InvalidInput`` for an invalid one."""
    tunable = comparable.tunable
    values = tuple(dict.fromkeys(word.strip() for word in words if word.strip()))
    if not values:
        raise InvalidInput(sentence("Specify values for {name}.", name=tunable.name))
    for value in values:
        if reason := tunable.refusal(value):
            raise InvalidInput(
                sentence(
                    "{value} isn't valid for {name}: {reason}.",
                    value=value[:40],
                    name=tunable.name,
                    reason=reason,
                )
            )
        if _is_hazardous(tunable, value, comparable.present):
            raise InvalidInput(
                sentence(
                    "{name}={value} can't be compared here: a power failure could lose data.",
                    name=tunable.name,
                    value=value,
                ),
                sentence("In the terminal, --allow-risk allows it."),
            )
    return Parameter(tunable.name, values)


def two_variants(
    a: Mapping[str, str], b: Mapping[str, str], present: Mapping[str, str]
) -> tuple[Variant, ...]:
    """A and B, each named after what differs from ``present``.

    Raises ``InvalidInput`` when they are the same.
    """
    base = base_of([Parameter(name, ()) for name in {**a, **b}], present)
    made = variants_of([{**_rest(base, a), **a}, {**_rest(base, b), **b}], base)
    if len(made) < 2:
        raise InvalidInput(
            sentence("A and B are the same."), sentence("Change a value of one of them.")
        )
    return made


def _rest(base: Mapping[str, str], chosen: Mapping[str, str]) -> dict[str, str]:
    """The settings of ``base`` that stay unchanged with ``chosen``: after a switch of the
    scheduler, the kernel chooses its values and the request queue size."""
    if chosen.get(SCHEDULER, base.get(SCHEDULER)) == base.get(SCHEDULER):
        return dict(base)
    return {
        name: value
        for name, value in base.items()
        if name != "nr_requests" and not _is_of_scheduler(name)
    }


def _is_of_scheduler(name: str) -> bool:
    tunable = find(name)
    return tunable is not None and tunable.scope is Scope.SCHEDULER


def _usual(tunable: Tunable, device: Device, schedulers: Sequence[str]) -> tuple[str, ...]:
    present = device.settings.get(tunable.name, "")
    if tunable.name == SCHEDULER:
        return tuple(schedulers)
    if tunable.name == QUEUE_DEPTH:
        most = device.queue_depth.maximum if device.queue_depth else None
        return _distinct("1", str(most or ""), present)
    if tunable.name == "read_ahead_kb":
        return _distinct(present, *_READ_AHEADS_KIB)
    if tunable.choices:
        return tuple(
            value for value in tunable.choices if not _is_hazardous(tunable, value, present)
        )
    low, high = tunable.bounds
    if low is None or high is None:
        return _distinct(present)
    if high - low <= 2:
        return tuple(str(value) for value in range(low, high + 1))
    if not present.isdecimal():
        return (present,) if present else ()
    low, high = device.limits.get(tunable.name, (low, high))
    around = (int(present) // 2, int(present), int(present) * 2)
    return _distinct(*(str(min(max(value, low), high)) for value in around))


def _is_hazardous(tunable: Tunable, value: str, present: str) -> bool:
    """Return whether ``value`` may lose data and isn't set already."""
    hazard = tunable.hazard
    return hazard is not None and value == hazard.value != present


def _distinct(*values: str) -> tuple[str, ...]:
    found = dict.fromkeys(value for value in values if value)
    return tuple(sorted(found, key=lambda value: (len(value), value)))
