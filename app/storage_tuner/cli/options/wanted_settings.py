"""What a person wants to set: words into settings, and why they can't be set where they should."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from storage_tuner.core.errors import DeviceBusy, InvalidInput
from storage_tuner.core.setting_effects import contradiction, foreign_to, needless_zeros
from storage_tuner.core.tunable import BY_NAME, CATALOGUE, VIRTUAL_MEMORY, Scope, Tunable
from storage_tuner.core.tunable_target import Tuned


def parse_settings(words: Sequence[str]) -> dict[str, str]:
    """``["nr_requests=64", "scheduler=bfq"]`` → {"scheduler": "bfq", "nr_requests": "64"}, in the
    order in which they are set. ``InvalidInput`` says what is wrong."""
    settings: dict[str, str] = {}
    for word in words:
        name, separator, value = word.partition("=")
        if not separator:
            raise InvalidInput(f"{word!r} is not of the form NAME=VALUE.")
        if name not in BY_NAME:
            raise InvalidInput(
                f"There is no tunable {name!r}.", f"There are: {', '.join(sorted(BY_NAME))}."
            )
        if name in settings:
            raise InvalidInput(f"{name} is given twice.")
        if refusal := BY_NAME[name].refusal(value):
            raise InvalidInput(f"{name}={value} can't be set: {refusal}.")
        settings[name] = _as_the_kernel_writes(BY_NAME[name], value)
    if reason := contradiction(settings):
        raise InvalidInput(reason)
    for name in needless_zeros(settings):
        del settings[name]
    return {one.name: settings[one.name] for one in CATALOGUE if one.name in settings}


def _as_the_kernel_writes(tunable: Tunable, value: str) -> str:
    """Without leading zeros, so that it can be compared with what is set."""
    return value if tunable.choices or value in tunable.words else str(int(value))


def require_scope(name: str, settings: Mapping[str, str]) -> None:
    """Raise ``InvalidInput`` for a setting of the computer on a device, or the other way round."""
    for setting, value in settings.items():
        of_machine = BY_NAME[setting].scope is Scope.MACHINE
        if of_machine and name != VIRTUAL_MEMORY:
            raise InvalidInput(
                f"{setting} belongs to the whole computer, not to a device.",
                f"Use 'storage-tuner set {VIRTUAL_MEMORY} {setting}={value}'.",
            )
        if not of_machine and name == VIRTUAL_MEMORY:
            raise InvalidInput(
                f"{setting} belongs to a device, not to the virtual memory.",
                f"Use 'storage-tuner set DEVICE {setting}={value}'.",
            )


def require_possible(tuned: Tuned, settings: Mapping[str, str], members: Sequence[str]) -> None:
    """Raise ``InvalidInput`` when a tunable isn't there, or can't take the value there, and
    ``DeviceBusy`` when it can't be set now.

    ``members`` are the disks beneath it whose settings count instead.
    """
    scheduler = settings.get("scheduler", tuned.settings.get("scheduler"))
    for name, value in settings.items():
        tunable = BY_NAME[name]
        if name not in tuned.settings and not _comes_with(tunable, scheduler, tuned):
            raise _not_there(tunable, tuned, scheduler, members)
        if foreign_to(tunable, scheduler):
            raise _not_there(tunable, tuned, scheduler, members)
        if name in tuned.locked and value != tuned.settings[name]:
            raise DeviceBusy(tuned.name, tuned.locked[name])
        minimum, maximum = tuned.bounds(tunable)
        if minimum is None or maximum is None or value in tunable.words:
            continue
        if not minimum <= int(value) <= maximum:
            raise InvalidInput(
                f"{name}={value} can't be set on {tuned.name}: it takes {minimum} to {maximum}."
            )


def _comes_with(tunable: Tunable, scheduler: str | None, tuned: Tuned) -> bool:
    """Whether it will be there once the wanted scheduler is."""
    return (
        tunable.scope is Scope.SCHEDULER
        and "scheduler" in tuned.settings
        and tunable.scheduler == scheduler
    )


def _not_there(
    tunable: Tunable, tuned: Tuned, scheduler: str | None, members: Sequence[str]
) -> InvalidInput:
    summary = f"{tuned.name} has no tunable {tunable.name}"
    if members and tunable.scope is not Scope.ARRAY:
        return InvalidInput(
            f"{summary}: it hands its requests on to {', '.join(members)}.",
            "Use --members to set it on those.",
        )
    if tunable.scope is Scope.SCHEDULER and scheduler is not None:
        return InvalidInput(
            f"{summary}: it belongs to the scheduler {tunable.scheduler}, and here it is "
            f"{scheduler}.",
            f"Add scheduler={tunable.scheduler} to use that.",
        )
    reason = tuned.missing.get(tunable.name, "")
    return InvalidInput(f"{summary}{f': {reason}' if reason else ''}.")
