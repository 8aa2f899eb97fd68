"""Requests made from the options of ``tune``, ``sweep`` and ``confirm``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from storage_tuner.bench.block_sizes import of_sizes
from storage_tuner.bench.buffers import Buffers, of_buffers
from storage_tuner.bench.planning import usual_thoroughness
from storage_tuner.bench.programs.own_command import OwnCommand, own_workloads
from storage_tuner.bench.variant_series import Series
from storage_tuner.cli.output.terminal import print_error
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import Protocol, Target, TargetKind, Thoroughness
from storage_tuner.core.workload import Command, Workload
from storage_tuner.jobs.planning.plan_files import read_plan
from storage_tuner.jobs.planning.workload_catalogue import find_workloads, known_workloads
from storage_tuner.jobs.plans import default_workloads, require_sound
from storage_tuner.jobs.requests import (
    ConfirmRequest,
    Keep,
    LoadSearch,
    ResumeRequest,
    TuningRequest,
    sustained_request,
)
from storage_tuner.jobs.resuming import interrupted_session, newest_interrupted
from storage_tuner.jobs.tuning import plan_to_confirm
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.probe.files.target import resolve_path
from storage_tuner.store.kept_sessions import named_session
from storage_tuner_protocol.workload import MAXIMUM_THREADS

NEWEST = ""

_OF_ANY_RUN = (
    *("wait", "overwrite", "yes", "report", "paper", "language", "share", "json"),
    *("progress", "exit_code", "targets"),
)

_GO_WITH_RESUME = ("resume", "apply", "persist", *_OF_ANY_RUN)
"""Options accepted when resuming an interrupted run; all others are in its plan."""

_GO_WITH_PLAN = (
    *(*_GO_WITH_RESUME, "target", "practice", "size", "allowed_risks"),
    *("plan", "save_plan", "check"),
)

_GO_WITH_SUSTAINED = (
    *("target", "practice", "sustained", "buffers", "minutes", "check"),
    *_OF_ANY_RUN,
)

_GO_WITH_MAP = (
    *("target", "practice", "size", "map", "schedulers", "vary", "series", "allowed_risks"),
    *("thoroughness", "minutes", "error_level", "margin", "check", "save_plan"),
    *_OF_ANY_RUN,
)

MOST_PRACTICE_BYTES = 64 << 30

_OPTIONS = {
    "workloads": "--operations",
    "workload_names": "--workloads",
    "allowed_risks": "--allow-risk",
}
"""Options whose names differ from those of their values."""


def tuning_request(arguments: argparse.Namespace) -> TuningRequest:
    """The request of ``tune`` or ``sweep``. Raises ``InvalidInput`` for options that can't be
    combined, and ``UnknownDevice``; nothing is opened or created."""
    if arguments.persist and arguments.practice:
        raise InvalidInput(
            sentence("A practice disk is temporary, so its settings can't be made permanent.")
        )
    target = find_target(arguments.target, arguments.practice)
    request = _maker(arguments)(arguments, target)
    compared = request.schedulers or request.parameters
    target = request.target
    if arguments.measure_only and target.kind is TargetKind.FILE and not compared:
        target = replace(target, device=None)
    request = replace(
        request,
        target=target,
        allowed_risks=tuple(arguments.allowed_risks),
        wait=arguments.wait,
        keep=_keep(arguments),
    )
    require_sound(request)
    return request


def _maker(arguments: argparse.Namespace) -> Callable[[argparse.Namespace, Target], TuningRequest]:
    if arguments.plan is not None:
        return _of_plan
    if arguments.map:
        return _of_map
    return _of_options if arguments.sustained is None else _of_sustained


def _of_sustained(arguments: argparse.Namespace, target: Target) -> TuningRequest:
    if given := _given(arguments, _GO_WITH_SUSTAINED):
        raise InvalidInput(
            sentence("--sustained can't be combined with {given}.", given=", ".join(given))
        )
    if arguments.practice and arguments.sustained > MOST_PRACTICE_BYTES:
        raise InvalidInput(sentence("A practice disk has at most 64G."))
    request = sustained_request(target, arguments.sustained)
    workloads = of_buffers(request.workloads, arguments.buffers)
    return replace(request, workloads=workloads, budget_s=arguments.minutes)


def _of_map(arguments: argparse.Namespace, target: Target) -> TuningRequest:
    given = _given(arguments, _GO_WITH_MAP)
    if arguments.series is Series.GREEDY:
        given = ["--series greedy", *given]
    if given:
        raise InvalidInput(
            sentence("--map can't be combined with {given}.", given=", ".join(given))
        )
    _check_series(arguments)
    return TuningRequest(
        target,
        thoroughness=arguments.thoroughness or usual_thoroughness(target),
        protocol=Protocol.MAP,
        schedulers=arguments.schedulers,
        varied=tuple(arguments.vary),
        series=arguments.series,
        budget_s=arguments.minutes,
        margin=arguments.margin,
        error_level=arguments.error_level,
    )


def _of_options(arguments: argparse.Namespace, target: Target) -> TuningRequest:
    load = _load(arguments)
    _check_series(arguments)
    workloads = _workloads(arguments, load)
    return TuningRequest(
        target,
        arguments.use_for,
        arguments.thoroughness or usual_thoroughness(target),
        arguments.aims,
        _protocol(arguments, workloads),
        workloads,
        arguments.threads,
        arguments.schedulers,
        tuple(arguments.vary),
        arguments.series,
        repeats=arguments.times,
        budget_s=arguments.minutes,
        load=load,
        fairness=arguments.fairness,
        margin=arguments.margin,
        error_level=arguments.error_level,
        allow_risky=arguments.allow_risky,
    )


def _of_plan(arguments: argparse.Namespace, target: Target) -> TuningRequest:
    if given := _given(arguments, _GO_WITH_PLAN):
        raise InvalidInput(
            sentence("--plan can't be combined with {given}.", given=", ".join(given)),
            sentence("Edit the plan instead."),
        )
    request = read_plan(arguments.plan, target)
    if arguments.check and (request.load or request.series is Series.GREEDY):
        raise InvalidInput(
            sentence("--check can't preview this plan, which depends on its own results.")
        )
    return request


def resume_request(arguments: argparse.Namespace) -> ResumeRequest:
    """The request to resume a run. Raises ``InvalidInput`` when there is nothing to resume, and for
    options that the plan already defines."""
    if arguments.target or arguments.practice:
        raise InvalidInput(sentence("--resume can't be combined with TARGET or --practice."))
    if given := _given(arguments, _GO_WITH_RESUME):
        raise InvalidInput(
            sentence(
                "--resume can't be combined with {given}.",
                given=", ".join(given),
            ),
            sentence("To change the plan, start over."),
        )
    word = arguments.resume
    stored = newest_interrupted() if word == NEWEST else interrupted_session(Path(word))
    return ResumeRequest(stored, wait=arguments.wait, keep=_keep(arguments))


def confirm_request(arguments: argparse.Namespace) -> ConfirmRequest:
    """The request of ``confirm``. Raises ``InvalidInput`` when the result decided nothing."""
    before = named_session(arguments.result).record
    plan = plan_to_confirm(before, arguments.minutes)
    if plan is None:
        raise InvalidInput(
            sentence(
                "{result} has no decided comparison of throughput or IOPS to verify.",
                result=arguments.result,
            )
        )
    return ConfirmRequest(before, plan, wait=arguments.wait)


def find_target(word: str | None, practice: bool) -> Target:
    """Return the target named by TARGET. Raises ``InvalidInput`` and ``UnknownDevice``."""
    if practice == (word is not None):
        raise InvalidInput(
            sentence("Specify either a TARGET or --practice."),
            sentence("TARGET is a device, a file or a folder."),
        )
    if word is None:
        return Target(TargetKind.PRACTICE, None)
    path = Path(word)
    try:
        if path.is_dir() or path.is_file():
            return _file_target(path)
    except OSError as error:
        reason = error.strerror or sentence("it can't be accessed")
        raise InvalidInput(
            sentence("{word!r} can't be measured: {reason}.", word=word[:80], reason=reason)
        ) from None
    return Target(TargetKind.DEVICE, find_device(word, read_devices(Path("/"))).name)


def _file_target(path: Path) -> Target:
    underlying = resolve_path(path.resolve())
    return Target(TargetKind.FILE, underlying.drive, str(path.resolve()))


def _keep(arguments: argparse.Namespace) -> Keep:
    if arguments.persist:
        return Keep.PERMANENTLY
    return Keep.UNTIL_RESTART if arguments.apply else Keep.NOTHING


def _load(arguments: argparse.Namespace) -> LoadSearch | None:
    if arguments.latency_limit is not None and not arguments.saturate:
        raise InvalidInput(sentence("--latency-limit requires --saturate."))
    if not (arguments.saturate or arguments.offered_load):
        if arguments.most_threads != MAXIMUM_THREADS:
            raise InvalidInput(sentence("--most-threads requires --saturate or --offered-load."))
        return None
    option = "--saturate" if arguments.saturate else "--offered-load"
    if arguments.threads:
        raise InvalidInput(
            sentence(
                "{option} determines the number of threads: leave out --threads.", option=option
            )
        )
    if arguments.check:
        raise InvalidInput(
            sentence(
                "--check can't preview {option}, which plans while it measures.",
                option=option,
            ),
            sentence("Leave out {option} to check the conditions.", option=option),
        )
    if arguments.protocol not in (Protocol.ADAPTIVE, Protocol.RESTARTS):
        raise InvalidInput(
            sentence("{option} supports only the protocols adaptive and restarts.", option=option)
        )
    if arguments.minutes is not None:
        raise InvalidInput(
            sentence("{option} has no time limit: leave out --minutes.", option=option)
        )
    return LoadSearch(arguments.offered_load, arguments.latency_limit, arguments.most_threads)


def _check_series(arguments: argparse.Namespace) -> None:
    greedy = arguments.series is Series.GREEDY
    if not arguments.vary:
        if arguments.series is not Series.ONE_AT_A_TIME:
            raise InvalidInput(
                sentence("--series requires --vary."), sentence("Add --vary NAME=V1,V2.")
            )
        return
    if arguments.schedulers:
        raise InvalidInput(
            sentence("--schedulers can't be combined with --vary: use --vary scheduler=….")
        )
    if arguments.check and greedy:
        raise InvalidInput(
            sentence("--check can't preview --series greedy, which plans while it measures."),
            sentence("Leave out --series greedy to check the conditions."),
        )
    if greedy and arguments.minutes is None:
        raise InvalidInput(sentence("--series greedy requires --minutes N."))


def _workloads(arguments: argparse.Namespace, load: LoadSearch | None) -> tuple[Workload, ...]:
    """All chosen workloads, each once, with each of the sizes and the chosen buffers; the user's
    commands come last."""
    chosen = (*arguments.workloads, *catalogued(arguments.workload_names))
    # the catalogue also contains the classical ones: the first of each name counts
    named = tuple({each.name: each for each in reversed(chosen)}.values())[::-1]
    named = named or default_workloads(load)
    if arguments.sizes and not named:
        raise InvalidInput(sentence("--sizes requires --workloads or --operations."))
    if arguments.buffers is not Buffers.REFILLED and not named:
        raise InvalidInput(sentence("--buffers requires --workloads or --operations."))
    sized = of_sizes(named, arguments.sizes)
    return (*of_buffers(sized, arguments.buffers), *own_command(arguments))


def catalogued(names: tuple[str, ...]) -> tuple[Workload, ...]:
    """The workloads with these names in the catalogue. Raises ``InvalidInput`` for unknown ones."""
    if not names:
        return ()
    known = known_workloads()
    for problem in known.broken:
        print_error(str(problem.summary))
    return find_workloads(names, known)


def own_command(arguments: argparse.Namespace) -> tuple[Workload, ...]:
    """The commands that were given with --command and --start, if any. Raises ``InvalidInput``."""
    if arguments.command is None and arguments.start is None:
        for option in ("prepare", "clean_up", "time_limit"):
            if getattr(arguments, option) is not None:
                raise InvalidInput(
                    sentence(
                        "{option} requires --command or --start.",
                        option=_option(option),
                    )
                )
        return ()
    if arguments.practice:
        raise InvalidInput(
            sentence(
                "{option} needs a folder, and a practice disk has none.",
                option="--start" if arguments.command is None else "--command",
            ),
            sentence("Specify a folder as TARGET."),
        )
    return own_workloads(
        OwnCommand(
            arguments.command,
            arguments.start,
            arguments.prepare,
            arguments.clean_up,
            arguments.time_limit or Command.timeout_s,
        ),
        _option,
    )


def _protocol(arguments: argparse.Namespace, workloads: tuple[Workload, ...]) -> Protocol:
    """The requested protocol; restarts for a fixed number of runs of workloads without streams.
    Raises ``InvalidInput`` for options that the protocol doesn't support."""
    protocol: Protocol = arguments.protocol
    if arguments.minutes is not None and protocol in (Protocol.ARTICLE, Protocol.REPEATS):
        raise InvalidInput(
            sentence(
                "The protocol {protocol} has no time limit: leave out --minutes.",
                protocol=protocol,
            ),
            sentence("To shorten it, choose fewer --workloads, --threads or --schedulers."),
        )
    if arguments.times is None or protocol is not Protocol.ADAPTIVE:
        return protocol
    if not workloads or any(workload.streams for workload in workloads):
        raise InvalidInput(
            sentence("--repeats doesn't apply to the adaptive protocol."),
            sentence("Add --protocol restarts, article or repeats."),
        )
    return Protocol.RESTARTS


def _given(arguments: argparse.Namespace, others: tuple[str, ...]) -> list[str]:
    """The options that were given, except ``others``."""
    return sorted(
        _option(name, value)
        for name, value in vars(arguments).items()
        if name not in others and value != arguments.default_of(name)
    )


def _option(name: str, value: object = None) -> str:
    if isinstance(value, Thoroughness):
        return f"--{value}"
    return _OPTIONS.get(name, f"--{name.replace('_', '-')}")
