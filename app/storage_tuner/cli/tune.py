"""``tune`` (the whole job) and ``sweep`` (measure only) in the terminal."""

from __future__ import annotations

import argparse
import contextlib
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from storage_tuner.bench.planning import usual_thoroughness
from storage_tuner.bench.variant_series import Series
from storage_tuner.cli import (
    at_rest,
    chosen,
    going_on,
    load_search,
    overwriting,
    own_command,
    report_options,
    vary,
)
from storage_tuner.cli.carrying_out import (
    Measured,
    end,
    measure,
    text_lines,
    write,
)
from storage_tuner.cli.condition_text import check_document, check_exit_code, condition_lines
from storage_tuner.cli.figures_beside import lines_beside
from storage_tuner.cli.keeping import keep_recommended
from storage_tuner.cli.minutes import check_minutes, minutes
from storage_tuner.cli.one_of import one_of
from storage_tuner.cli.plan_text import checked_lines, plan_lines
from storage_tuner.cli.progress import TerminalProgress
from storage_tuner.cli.signals import obeying_signals
from storage_tuner.cli.terminal import print_json
from storage_tuner.cli.varied import several
from storage_tuner.cli.verdict import add_levels, judgement_document, levels_of
from storage_tuner.cli.wishes import add_weighing, wished
from storage_tuner.client.connecting import connect
from storage_tuner.core.errors import Cancelled, InvalidInput
from storage_tuner.core.plan import (
    Plan,
    Protocol,
    Target,
    TargetKind,
    Thoroughness,
    Use,
    Variant,
)
from storage_tuner.core.workload import CLASSICAL_OPERATIONS, CLASSICAL_WORKLOADS, Workload
from storage_tuner.jobs.tuning_session import SAMPLE_BYTES, TuningSession
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.probe.files.target import resolve_path
from storage_tuner.store.session_journal import interrupted_folder
from storage_tuner_protocol.interface import PRACTICE_DISK_BYTES


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    tuning = commands.add_parser(
        "tune",
        help="the whole job: measure, judge, recommend, report",
        description="Measures how the I/O schedulers do on TARGET, says which suits it best and "
        "why, and puts everything back, unless --apply or --persist is given.",
    )
    _add_target(tuning)
    _add_effort(tuning)
    going_on.add_resume(tuning)
    own_command.add_arguments(tuning)
    tuning.add_argument(
        "--use-for",
        type=one_of(Use),
        default=Use.NOT_SURE,
        metavar="USE",
        help="what the disk is used for: " + ", ".join(Use),
    )
    lasting = tuning.add_mutually_exclusive_group()
    lasting.add_argument(
        "--apply", action="store_true", help="set what is recommended, until the next restart"
    )
    lasting.add_argument(
        "--persist",
        action="store_true",
        help="set what is recommended, also after a restart: write a rule of our own",
    )
    tuning.set_defaults(vary=[], series=Series.ONE_AT_A_TIME)
    tuning.set_defaults(run=run_tune, saturate=False, offered_load=None)
    sweeping = commands.add_parser(
        "sweep",
        help="measure only",
        description="Measures how the I/O schedulers do on TARGET and prints the verdicts. A file "
        "or folder is measured as you, without a password and as it is set, unless --schedulers "
        "names some to compare.",
    )
    _add_target(sweeping)
    _add_effort(sweeping)
    going_on.add_resume(sweeping)
    own_command.add_arguments(sweeping)
    load_search.add_arguments(sweeping)
    vary.add_arguments(sweeping)
    sweeping.add_argument(
        "--check",
        action="store_true",
        help="only look: print what may spoil the result, and the plan; nothing is measured, made "
        "or asked for. Exit code 8 when it can't be measured so",
    )
    sweeping.set_defaults(run=run_sweep, use_for=Use.NOT_SURE, apply=False, persist=False)


def run_tune(arguments: argparse.Namespace) -> int:
    if arguments.persist and arguments.practice:
        raise InvalidInput("A practice disk is removed at the end: nothing can be kept for it.")
    if arguments.resume is not None:
        return going_on.run_resume(arguments)
    return _run(_choose(arguments), arguments)


def run_sweep(arguments: argparse.Namespace) -> int:
    if arguments.resume is not None:
        return going_on.run_resume(arguments)
    load_search.check(arguments)
    vary.check(arguments)
    target = _choose(arguments)
    if target.kind is TargetKind.FILE and not (arguments.schedulers or arguments.vary):
        target = replace(target, device=None)
    return _check(target, arguments) if arguments.check else _run(target, arguments)


def _choose(arguments: argparse.Namespace) -> Target:
    """Find out which workloads are meant, how long, on what, and whether it goes together, before
    anything is opened or made for them."""
    named = chosen.without_repetition(*arguments.workloads, *chosen.workloads(arguments))
    named = load_search.default_workloads(named, arguments)
    arguments.workloads = chosen.with_sizes(named, arguments)
    own_command.check(arguments)
    check_minutes(arguments)
    target = find_target(arguments.target, arguments.practice)
    arguments.thoroughness = arguments.thoroughness or usual_thoroughness(target)
    return target


def _check(target: Target, arguments: argparse.Namespace) -> int:
    """Look around, and say what would be measured."""
    overwriting.require_reasonable(target, arguments.workloads, arguments)
    with (
        TerminalProgress(sys.stderr) as progress,
        TuningSession(connect, progress, sample_bytes=arguments.size) as session,
        obeying_signals(session),
    ):
        session.survey(target, overwriting=arguments.overwrite is not None)
        variants = vary.previewed(session, arguments)
        plan = _plan(session, arguments, variants)
        plan = vary.with_present(plan) if variants else plan
        conditions = session.conditions(plan)
    if arguments.json:
        print_json(check_document(conditions, plan))
    else:
        print("\n".join((*condition_lines(conditions), *checked_lines(plan))))
    return check_exit_code(conditions)


def _run(target: Target, arguments: argparse.Namespace) -> int:
    """Measure, apply if asked to, and above all keep what was measured, whatever comes then."""
    with _session(target, arguments) as session:
        if arguments.persist:
            session.require_keepable()
        measured = keep_recommended(session, _measured(session, arguments), arguments)
        measured = write(session, measured, report_options.wanted_report(arguments))
        measured = replace(measured, problem=end(session, measured.problem))
    _tell(measured, arguments)
    if measured.problem:
        raise measured.problem
    return 0 if measured.record.completed else Cancelled.exit_code


def find_target(word: str | None, practice: bool) -> Target:
    """What the user means by TARGET. Raises ``InvalidInput`` and ``UnknownDevice``."""
    if practice == (word is not None):
        raise InvalidInput(
            "Give either a TARGET or --practice.", "A TARGET is a device, a file or a folder."
        )
    if word is None:
        return Target(TargetKind.PRACTICE, None)
    path = Path(word)
    try:
        if path.is_dir() or path.is_file():
            return _file_target(path)
    except OSError as error:
        reason = error.strerror or "it can't be looked at"
        raise InvalidInput(f"{word[:80]!r} can't be measured: {reason}.") from None
    return Target(TargetKind.DEVICE, find_device(word, read_devices(Path("/"))).name)


def _file_target(path: Path) -> Target:
    beneath = resolve_path(path.resolve())
    device = beneath.devices[0] if beneath.devices else None
    return Target(TargetKind.FILE, device, str(path.resolve()))


def _add_target(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "target",
        metavar="TARGET",
        nargs="?",
        help="a device (only read, but see --overwrite), a folder (a test file is written there "
        "and removed), or a file (only read)",
    )
    parser.add_argument(
        "--practice",
        action="store_true",
        help="measure on a practice disk: made for it and removed afterwards",
    )
    parser.add_argument(
        "--size",
        metavar="SIZE",
        type=_size,
        default=SAMPLE_BYTES,
        help="how large the practice disk or test file is: 64M to 64G (default 1G)",
    )


def _add_effort(parser: argparse.ArgumentParser) -> None:
    effort = parser.add_mutually_exclusive_group()
    for thoroughness, text in (
        (Thoroughness.QUICK, "up to 3 minutes instead of 15; the default with --practice"),
        (Thoroughness.THOROUGH, "up to 45 minutes"),
    ):
        effort.add_argument(
            f"--{thoroughness}",
            action="store_const",
            const=thoroughness,
            dest="thoroughness",
            help=text,
        )
    effort.add_argument(
        "--minutes",
        metavar="N",
        type=minutes,
        help="the longest time in all, of the adaptive protocol and of restarts",
    )
    parser.add_argument(
        "--protocol",
        type=one_of(each for each in Protocol if each not in (Protocol.LIVE, Protocol.IMPORTED)),
        default=Protocol.ADAPTIVE,
        metavar="NAME",
        help="adaptive (default): switch under one long load until it is decided; restarts: every "
        "run starts fio anew, a fixed number of times, or with --minutes until it is decided; "
        "article: one after the other with pauses, one run of a minute each, to compare with "
        "published numbers; repeats: 10 runs of a minute each",
    )
    parser.add_argument(
        "--schedulers",
        metavar="NAME,NAME…",
        type=several,
        default=(),
        help="compare only these (default: all that the device can use)",
    )
    own_command.add_repeats(parser)
    parser.add_argument(
        "--operations",
        dest="workloads",
        metavar="NAME,NAME…",
        type=_operations,
        default=(),
        help="measure only these: "
        + ", ".join(operation.name for operation in CLASSICAL_OPERATIONS),
    )
    chosen.add_arguments(parser)
    add_weighing(parser)
    add_levels(parser)
    overwriting.add_argument(parser)
    at_rest.add_argument(parser)
    report_options.add_report(parser)
    parser.add_argument("--json", action="store_true", help="print the verdicts as JSON")


def _size(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,6})([MG])i?B?", text, re.IGNORECASE)
    size = int(found[1]) << {"M": 20, "G": 30}[found[2].upper()] if found else 0
    smallest, largest = PRACTICE_DISK_BYTES
    if not smallest <= size <= largest:
        raise argparse.ArgumentTypeError(f"{text!r}: a size such as 256M or 2G is expected")
    return size


def _operations(text: str) -> tuple[Workload, ...]:
    known = {workload.name: workload for workload in CLASSICAL_WORKLOADS}
    if unknown := [word for word in several(text) if word not in known]:
        raise argparse.ArgumentTypeError(f"{unknown[0]!r} is none of {', '.join(known)}")
    return tuple(known[word] for word in several(text))


@contextlib.contextmanager
def _session(target: Target, arguments: argparse.Namespace) -> Iterator[TuningSession]:
    report_options.require_folder(arguments.report)
    workloads = (*arguments.workloads, *own_command.own_workloads(arguments))
    name = overwriting.agreed_name(target, workloads, arguments)
    with (
        TerminalProgress(sys.stderr) as progress,
        TuningSession(
            connect, progress, sample_bytes=arguments.size, journals=interrupted_folder()
        ) as session,
        obeying_signals(session),
    ):
        session.open(target)
        if name is not None:
            session.allow_overwriting(name)
        yield session


def _measured(session: TuningSession, arguments: argparse.Namespace) -> Measured:
    if arguments.series is Series.GREEDY:
        return vary.search(session, arguments, _Comparing(session, arguments))
    return _measure(session, arguments)


class _Comparing:
    """The comparisons of a search; each is among the kept ones as soon as the next one begins."""

    def __init__(self, session: TuningSession, arguments: argparse.Namespace) -> None:
        self._session = session
        self._arguments = arguments
        self._last: Measured | None = None

    def plan(self, variants: tuple[Variant, ...], budget_s: float) -> Plan:
        return _plan(self._session, self._arguments, variants, budget_s)

    def look_around(self, plan: Plan) -> None:
        at_rest.look_around(self._session, plan, wait=self._arguments.wait)

    def measure(self, plan: Plan) -> Measured:
        if self._last is not None:
            write(self._session, self._last, None)
        self._last = _carried_out(self._session, plan, self._arguments)
        return self._last


def _measure(session: TuningSession, arguments: argparse.Namespace) -> Measured:
    variants = vary.variants(session, arguments)
    plan = _plan(session, arguments, variants)
    if variants:
        plan = vary.with_present(plan)
        vary.confirm(plan, arguments)
    at_rest.look_around(session, plan, wait=arguments.wait)
    return _carried_out(session, plan, arguments)


def _carried_out(session: TuningSession, plan: Plan, arguments: argparse.Namespace) -> Measured:
    print("\n".join((*_lines(plan, arguments), *own_command.notes(arguments))), file=sys.stderr)
    return measure(session, plan, procedure=load_search.procedure(plan, arguments))


def _lines(plan: Plan, arguments: argparse.Namespace) -> list[str]:
    """What is going to be done."""
    return load_search.plan_lines(plan, arguments) or plan_lines(plan)


def _plan(
    session: TuningSession,
    arguments: argparse.Namespace,
    variants: tuple[Variant, ...] = (),
    budget_s: float | None = None,
) -> Plan:
    workloads = (*arguments.workloads, *own_command.own_workloads(arguments))
    schedulers = () if variants else vary.schedulers(session, arguments)
    plan = session.plan(
        arguments.use_for,
        arguments.thoroughness,
        workloads=workloads,
        schedulers=schedulers,
        variants=variants,
        protocol=load_search.protocol(arguments) or own_command.protocol_for(workloads, arguments),
        budget_s=budget_s or arguments.minutes,
    )
    plan = levels_of(arguments).of(own_command.repeated(plan, arguments.times))
    return wished(chosen.with_chosen_threads(plan, arguments), arguments)


def _tell(measured: Measured, arguments: argparse.Namespace) -> None:
    record, judgement = measured.record, measured.judgement
    if arguments.json:
        document = {"completed": record.completed, "outcome": record.outcome.value}
        found = load_search.document(record, arguments) or judgement_document(judgement)
        print_json(document | found)
    elif arguments.saturate:
        print("\n".join(load_search.saturation_lines(record, arguments)))
    else:
        print("\n".join((*text_lines(measured), *lines_beside(record))))
