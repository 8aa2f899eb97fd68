"""Checks the settings of a series: whether they can be varied, and on what."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.bench.variant_series import SCHEDULER, Parameter
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import Message, closed, counted, listed, sentence, together
from storage_tuner.core.tunable import SCHEDULERS, Scope, Tunable, named
from storage_tuner.core.tunable_target import form_of
from storage_tuner.core.virtual_memory import VirtualMemory
from storage_tuner.core.workload import Workload


def scope_of(parameters: Sequence[Parameter]) -> Scope:
    """The scope of the settings: DEVICE for those of devices and their schedulers.

    Raises ``InvalidInput`` when they have different scopes.
    """
    scopes = {_place(tunable): tunable.name for tunable in _tunables(parameters)}
    if len(scopes) > 1:
        raise InvalidInput(
            sentence(
                "{names} belong to different targets: a disk, an array or the whole computer.",
                names=listed(scopes.values()),
            ),
            sentence("Vary them in separate sessions."),
        )
    (scope,) = scopes
    return scope


def require_legal(parameters: Sequence[Parameter], tuned: Device | VirtualMemory) -> None:
    """Raises ``InvalidInput`` for settings that ``tuned`` lacks or values that it doesn't
    accept."""
    schedulers = {value for each in parameters if each.name == SCHEDULER for value in each.values}
    name = tuned.name if isinstance(tuned, Device) else sentence("Virtual memory")
    for parameter, tunable in zip(parameters, _tunables(parameters), strict=True):
        if isinstance(tuned, Device):
            tunable = form_of(tunable, tuned.newer)
        owner = tunable.earlier_form.scheduler
        if parameter.name not in tuned.settings and owner not in schedulers:
            reason = tuned.missing.get(parameter.name, "")
            raise InvalidInput(
                closed(
                    together(
                        (
                            sentence(
                                "{name} has no setting {parameter}",
                                name=name,
                                parameter=parameter.name,
                            ),
                            reason,
                        ),
                        ": ",
                    )
                ),
                sentence(
                    "It belongs to {scheduler}; vary the scheduler too.",
                    scheduler=owner,
                )
                if owner
                else "",
            )
        if parameter.name == SCHEDULER:
            _require_listed(parameter, tuned)
        low, high = tuned.limits.get(parameter.name, tunable.bounds)
        for value in parameter.values:
            if low is None or high is None or value in tunable.words:
                continue
            if not low <= int(value) <= high:
                raise InvalidInput(
                    sentence(
                        "{name} accepts {low} to {high} for {parameter}.",
                        name=name,
                        low=low,
                        high=high,
                        parameter=parameter.name,
                    )
                )


def _require_listed(parameter: Parameter, tuned: Device | VirtualMemory) -> None:
    """Raises ``InvalidInput`` for a scheduler that neither the kernel nor ``tuned`` has."""
    listed = tuned.scheduler.available if isinstance(tuned, Device) and tuned.scheduler else ()
    for value in parameter.values:
        if value not in (*SCHEDULERS, *listed):
            raise InvalidInput(
                sentence(
                    "{device} doesn't list the scheduler {scheduler}: it has {schedulers}.",
                    device=tuned.name if isinstance(tuned, Device) else "",
                    scheduler=value,
                    schedulers=", ".join(listed),
                )
            )


def without_effect(
    parameters: Sequence[Parameter], workloads: Sequence[Workload]
) -> tuple[Message, ...]:
    """Sentences on settings without effect in ``workloads``, if all of them bypass the page
    cache."""
    streams = [stream for workload in workloads for stream in workload.streams]
    if len(streams) == 0 or any(stream.buffered for stream in streams):
        return ()
    names = [each.name for each in _tunables(parameters) if _is_of_the_page_cache(each)]
    if not names:
        return ()
    return (
        counted(
            len(names),
            "{names} affects only I/O through the page cache, which these workloads "
            "bypass: choose buffered workloads or your own command.",
            "{names} affect only I/O through the page cache, which these workloads bypass: "
            "choose buffered workloads or your own command.",
            names=together(names, ", "),
        ),
    )


def _tunables(parameters: Sequence[Parameter]) -> list[Tunable]:
    """The tunables of the parameters, which have checked names, in their order."""
    found = {tunable.name: tunable for tunable in named({each.name for each in parameters})}
    return [found[each.name] for each in parameters]


def _place(tunable: Tunable) -> Scope:
    """The scope where ``tunable`` is set; a scheduler's or controller's settings are set on the
    disk."""
    on_disk = tunable.scope in (Scope.SCHEDULER, Scope.UNIT)
    return Scope.DEVICE if on_disk else tunable.scope


def _is_of_the_page_cache(tunable: Tunable) -> bool:
    return tunable.name == "read_ahead_kb" or tunable.scope is Scope.MACHINE
