"""The settings that a stored result recommends, or that a plan names, and the present disks they
are for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from storage_tuner.bench.ncq import NCQ
from storage_tuner.bench.variant_series import parameters_in
from storage_tuner.core.checked_settings import checked_settings
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput, NotForThisDisk
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import Message, sentence
from storage_tuner.core.plan import Target, TargetKind
from storage_tuner.core.same_disk import is_certainly_same, reports_identity, title_of
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.planning.plan_files import is_plan, plan_in
from storage_tuner.store.bounded_reading import read_bytes
from storage_tuner.store.kept_sessions import is_name_of_run, named_session
from storage_tuner.store.results import session_of


@dataclass(frozen=True)
class WantedByResult:
    """``settings`` to apply, which may be those from before the measurement; none where nothing
    was decided.
    ``measured`` is the disk they are for, None for a plan, and ``host`` its computer; ``decided``
    is False if further measuring may change the recommendation."""

    settings: Mapping[str, str]
    measured: Device | None = None
    host: str = ""
    decided: bool = True


def wanted_by(path: Path, *, allow_risky: bool = False) -> WantedByResult:
    """What the plan, the result or the kept run named ``path`` says. ``allow_risky``: settings that
    can make the computer hardly respond may be recommended, too.

    Raises ``InvalidInput`` as ``checked_settings`` and for a plan that compares several values,
    ``UnreadableResult`` and ``NoSuchRun``.
    """
    if is_name_of_run(path):
        record = named_session(path).record
    else:
        content = read_bytes(path)  # once, since it may be a pipe
        if is_plan(str(path), content):
            return WantedByResult(_of_plan(path, content))
        record = session_of(str(path), content)
    plan = replace(record.plan, allow_risky=allow_risky or record.plan.allow_risky)
    record = replace(record, plan=plan)
    return _of_result(record, judge_session(record))


def _of_result(record: SessionRecord, judgement: Judgement) -> WantedByResult:
    advice, decision = judgement.recommendation, judgement.decision
    decided = record.completed and (decision is None or decision.is_decided)
    counts = advice is not None and record.completed and (advice.change or decided)
    settings = dict(advice.settings) if advice is not None and counts else {}
    return WantedByResult(checked_settings(settings), record.device, record.machine.host, decided)


def _of_plan(path: Path, content: bytes) -> dict[str, str]:
    request = plan_in(path, content, Target(TargetKind.DEVICE, None))
    values: dict[str, tuple[str, ...]] = {each.name: each.values for each in request.varied}
    values |= {each.name: each.values for each in parameters_in(request.variants)}
    if request.schedulers:
        values["scheduler"] = request.schedulers
    if several := [name for name, found in values.items() if len(found) != 1]:
        names = ", ".join(several)
        raise _not_applied(path, sentence("it compares several values of {names}", names=names))
    if not values:
        raise _not_applied(path, sentence("it names no settings"))
    if NCQ in values:
        raise InvalidInput(
            sentence(
                "{path} can't be applied: ncq isn't the same setting on all disks.", path=path
            ),
            sentence("In the plan, write queue_depth, or qpolicy for a 3ware unit, instead."),
        )
    return checked_settings({name: found for name, (found,) in values.items()})


def _not_applied(path: Path, what: Message) -> InvalidInput:
    return InvalidInput(
        sentence("{path} can't be applied: {what}.", path=path, what=what),
        sentence("Measure it first, then apply the result."),
    )


def devices_for(
    wanted: WantedByResult,
    chosen: Sequence[Device],
    present: Iterable[Device],
    *,
    same_model: bool,
    host: str,
) -> tuple[Device, ...]:
    """The devices to apply ``wanted`` to: those ``chosen``, or else the measured disk or, with
    ``same_model``, all of its model. ``present`` are all devices of the computer ``host``.

    Raises ``NotForThisDisk`` for a chosen one that is neither, if none is present, and if several
    report the identity of the measured one; ``InvalidInput`` if none is known.
    """
    measured = wanted.measured
    if measured is None and not chosen:
        raise InvalidInput(
            sentence("A plan doesn't name a disk."), sentence("Specify the devices as TARGET.")
        )
    if measured is None:
        return tuple(chosen)
    found = tuple(
        device
        for device in chosen or present
        if _is_measured(measured, wanted.host, device, host)
        or (same_model and _is_of_model(measured, device))
    )
    for device in chosen:
        if device not in found:
            raise _not_for(measured, device, same_model=same_model)
    if not found:
        raise NotForThisDisk(
            measured.name,
            sentence(
                "The disk that was measured isn't present: {title}.", title=title_of(measured)
            ),
        )
    if len(found) > 1 and not same_model:
        raise NotForThisDisk(
            measured.name,
            sentence(
                "Several devices report the identity of the measured disk: {names}.",
                names=", ".join(device.name for device in found),
            ),
            sentence("Nothing was changed. Disconnect all but one."),
        )
    return found


def _is_measured(measured: Device, host: str, device: Device, present_host: str) -> bool:
    """Whether ``device`` is the measured one. Without a persistent ID, only the computer that
    measured it can recognise it."""
    known = reports_identity(measured) or host == present_host
    return known and is_certainly_same(measured, device)


def _is_of_model(measured: Device, device: Device) -> bool:
    return bool(measured.model) and measured.model == device.model


def _not_for(measured: Device, device: Device, *, same_model: bool) -> NotForThisDisk:
    if same_model:
        reason = sentence(
            "{name} isn't of the model that was measured ({measured}).",
            name=device.name,
            measured=measured.model or sentence("model not reported"),
        )
        return NotForThisDisk(device.name, reason)
    return NotForThisDisk(
        device.name,
        sentence(
            "{name} isn't the disk that was measured ({title}).",
            name=device.name,
            title=title_of(measured),
        ),
        sentence("Nothing was changed. To apply it anyway, add --same-model.")
        if _is_of_model(measured, device)
        else "",
    )
