"""``tune`` (the whole job), ``sweep`` (measure only) and ``confirm``: their options, and what is
done with them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from storage_tuner.bench.fairness import MOST_THREADS as MOST_FAIR_THREADS
from storage_tuner.bench.planning import MOST_REPEATS
from storage_tuner.bench.programs.command import LONGEST_TIMEOUT_S
from storage_tuner.bench.variant_series import Series
from storage_tuner.cli.options import report_options
from storage_tuner.cli.options.judging_options import add_levels, add_weighing
from storage_tuner.cli.options.option_types import (
    add_allowed_risks,
    minutes,
    named_path,
    one_of,
    seconds,
    several,
    whole,
)
from storage_tuner.cli.options.overwriting import ASK, agreed_name, needed_name
from storage_tuner.cli.options.plan_types import (
    block_sizes,
    operations,
    parameter,
    size,
    thread_counts,
)
from storage_tuner.cli.running_jobs import carry_out, command_notes, print_check
from storage_tuner.cli.terminal_events import Printing
from storage_tuner.cli.tune_request import NEWEST, confirm_request, resume_request, tuning_request
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import sentence, tr
from storage_tuner.core.plan import Protocol, Target, Thoroughness, Use
from storage_tuner.core.workload import CLASSICAL_OPERATIONS, Command, Workload
from storage_tuner.jobs.planning.plan_files import write_plan
from storage_tuner.jobs.requests import MOST_PERCENT, ResumeRequest
from storage_tuner.jobs.resuming import target_again
from storage_tuner.jobs.tuning import confirm, resume, target_to_confirm, tune
from storage_tuner.jobs.tuning_session import SAMPLE_BYTES
from storage_tuner_protocol.workload import MAXIMUM_THREADS


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    tuning = commands.add_parser(
        "tune",
        help=tr("the whole job: measure, judge, recommend, report"),
        description=tr(
            "Measures how the I/O schedulers do on TARGET, says which suits it best and "
            "why, and puts everything back, unless --apply or --persist is given."
        ),
    )
    _add_common(tuning)
    tuning.add_argument(
        "--use-for",
        type=one_of(Use),
        default=Use.NOT_SURE,
        metavar=tr("USE"),
        help=tr("what the disk is used for: {uses}", uses=", ".join(Use)),
    )
    lasting = tuning.add_mutually_exclusive_group()
    lasting.add_argument(
        "--apply", action="store_true", help=tr("set what is recommended, until the next restart")
    )
    lasting.add_argument(
        "--persist",
        action="store_true",
        help=tr("set what is recommended, also after a restart: write a rule of our own"),
    )
    tuning.set_defaults(vary=[], series=Series.ONE_AT_A_TIME, allowed_risks=[])
    tuning.set_defaults(saturate=False, offered_load=None, latency_limit=None)
    tuning.set_defaults(most_threads=MAXIMUM_THREADS, check=False, measure_only=False, run=run_tune)
    sweeping = commands.add_parser(
        "sweep",
        help=tr("measure only"),
        description=tr(
            "Measures how the I/O schedulers do on TARGET and prints the verdicts. A file or "
            "folder is measured as you, without a password and as it is set, unless --schedulers "
            "names some to compare."
        ),
    )
    _add_common(sweeping)
    _add_load_searches(sweeping)
    _add_series(sweeping)
    sweeping.add_argument(
        "--check",
        action="store_true",
        help=tr(
            "only look: print what may spoil the result, and the plan; nothing is measured, made "
            "or asked for. Exit code 8 when it can't be measured so"
        ),
    )
    sweeping.set_defaults(use_for=Use.NOT_SURE, apply=False, persist=False)
    sweeping.set_defaults(measure_only=True, run=run_tune)
    confirming = commands.add_parser(
        "confirm",
        help=tr("measure what a result decided once more, by restarts"),
        description=tr(
            "Measures the best and the next best of each decided test of RESULT again, "
            "each run with a start of its own instead of a switch beneath a running load, and says "
            "whether that confirms it."
        ),
    )
    confirming.add_argument(
        "result", metavar=tr("RESULT"), type=named_path, help=tr("a kept run, or a results.json")
    )
    confirming.add_argument(
        "--minutes", metavar="N", type=minutes, help=tr("the longest time in all")
    )
    _add_overwriting(confirming)
    _add_wait(confirming)
    report_options.add_report(confirming)
    confirming.add_argument("--json", action="store_true", help=tr("print what was found as JSON"))
    confirming.set_defaults(run=run_confirm)


def run_tune(arguments: argparse.Namespace) -> int:
    """Measure, apply if asked to, and above all keep what was measured, whatever comes then."""
    if arguments.resume is not None:
        return _run_resume(resume_request(arguments), arguments)
    request = tuning_request(arguments)
    if arguments.save_plan is not None:
        _require_only_saving(arguments)
        write_plan(request, arguments.save_plan)
        print(tr("Wrote {path}", path=arguments.save_plan), file=sys.stderr)
        return 0
    if arguments.check:
        typed = needed_name(request.target, request.workloads, arguments.overwrite)
        return print_check(
            replace(request, overwrite=typed), arguments.size, as_json=arguments.json
        )
    printing = replace(
        _printing(arguments),
        load=request.load,
        shows_cost=bool(request.varied),
        asks=not arguments.yes,
        notes=command_notes(arguments.command, arguments.prepare, arguments.clean_up),
    )
    agreed = _agreed(request.target, request.workloads, arguments)
    job = partial(tune, request=replace(request, overwrite=agreed))
    return carry_out(job, printing, arguments.size)


def run_confirm(arguments: argparse.Namespace) -> int:
    request = confirm_request(arguments)
    before = request.before
    agreed = _agreed(target_to_confirm(before), before.plan.workloads, arguments)
    job = partial(confirm, request=replace(request, overwrite=agreed))
    return carry_out(job, _printing(arguments), before.plan.target.size_bytes or SAMPLE_BYTES)


def _require_only_saving(arguments: argparse.Namespace) -> None:
    """Raises ``InvalidInput`` for options on what is measured, which --save-plan does not."""
    for option in ("check", "apply", "persist", "report", "overwrite"):
        if getattr(arguments, option, None) not in (None, False):
            raise InvalidInput(
                sentence("--save-plan measures nothing: no --{option} with it.", option=option),
                sentence("Save the plan first, then use it with --plan."),
            )


def _run_resume(request: ResumeRequest, arguments: argparse.Namespace) -> int:
    plan = request.stored.record.plan
    target = target_again(request.stored.record)
    agreed = _agreed(target, plan.workloads, arguments)
    job = partial(resume, request=replace(request, overwrite=agreed))
    return carry_out(job, _printing(arguments), plan.target.size_bytes or SAMPLE_BYTES)


def _agreed(target: Target, workloads: Sequence[Workload], arguments: argparse.Namespace) -> str:
    """What a person typed to allow that ``target`` is overwritten, asked only once everything else
    is in order."""
    report_options.require_folder(arguments.report)
    return agreed_name(target, workloads, arguments.overwrite)


def _printing(arguments: argparse.Namespace) -> Printing:
    return Printing(arguments.json, report_options.report_of(arguments))


def _add_common(parser: argparse.ArgumentParser) -> None:
    """What ``tune`` and ``sweep`` have in common."""
    _add_target(parser)
    _add_effort(parser)
    _add_workloads(parser)
    add_weighing(parser)
    add_levels(parser)
    _add_overwriting(parser)
    _add_wait(parser)
    report_options.add_report(parser)
    parser.add_argument("--json", action="store_true", help=tr("print the verdicts as JSON"))
    parser.add_argument(
        "--resume",
        nargs="?",
        const=NEWEST,
        metavar=tr("RESULT"),
        help=tr(
            "go on with a session that was interrupted, with its plan: the newest one, or RESULT"
        ),
    )
    parser.set_defaults(default_of=parser.get_default)
    _add_plan_files(parser)
    _add_own_command(parser)


def _add_target(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "target",
        metavar=tr("TARGET"),
        nargs="?",
        help=tr(
            "a device (only read, but see --overwrite), a folder (a test file is written there "
            "and removed), or a file (only read)"
        ),
    )
    parser.add_argument(
        "--practice",
        action="store_true",
        help=tr("measure on a practice disk: made for it and removed afterwards"),
    )
    parser.add_argument(
        "--size",
        metavar=tr("SIZE"),
        type=size,
        default=SAMPLE_BYTES,
        help=tr("how large the practice disk or test file is: 64M to 64G (default 1G)"),
    )


def _add_effort(parser: argparse.ArgumentParser) -> None:
    effort = parser.add_mutually_exclusive_group()
    for thoroughness, text in (
        (Thoroughness.QUICK, tr("up to 3 minutes instead of 15; the default with --practice")),
        (Thoroughness.THOROUGH, tr("up to 45 minutes")),
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
        help=tr("the longest time in all, of the adaptive protocol and of restarts"),
    )
    parser.add_argument(
        "--protocol",
        type=one_of(each for each in Protocol if each not in (Protocol.LIVE, Protocol.IMPORTED)),
        default=Protocol.ADAPTIVE,
        metavar="NAME",
        help=tr(
            "adaptive (default): switch under one long load until it is decided; restarts: every "
            "run starts fio anew, a fixed number of times, or with --minutes until it is decided; "
            "article: one after the other with pauses, one run of a minute each, to compare with "
            "published numbers; repeats: 10 runs of a minute each"
        ),
    )
    parser.add_argument(
        "--schedulers",
        metavar=tr("NAME,NAME…"),
        type=several,
        default=(),
        help=tr("compare only these (default: all that the device can use)"),
    )
    parser.add_argument(
        "--repeats",
        "--times",
        dest="times",
        metavar="N",
        type=whole(1, MOST_REPEATS),
        help=tr(
            "so many runs of each test with each setting: of your own command and of the "
            "protocols restarts, article and repeats"
        ),
    )


def _add_workloads(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--operations",
        dest="workloads",
        metavar=tr("NAME,NAME…"),
        type=operations,
        default=(),
        help=tr(
            "measure only these: {operations}",
            operations=", ".join(operation.name for operation in CLASSICAL_OPERATIONS),
        ),
    )
    parser.add_argument(
        "--workloads",
        dest="workload_names",
        metavar=tr("NAME,NAME…"),
        type=several,
        default=(),
        help=tr("measure these; 'storage-tuner workloads' lists them, your own among them"),
    )
    parser.add_argument(
        "--sizes",
        metavar=tr("SIZE,SIZE…"),
        type=block_sizes,
        default=(),
        help=tr(
            "measure each workload with requests of these sizes, such as 512,4k,64k,1M, instead "
            "of its own"
        ),
    )
    parser.add_argument(
        "--threads",
        metavar="N,N…",
        type=thread_counts,
        default=(),
        help=tr(
            "with this many threads, up to {most} (default 1,2,4,8); those of a mix read and write",
            most=MAXIMUM_THREADS,
        ),
    )
    parser.add_argument(
        "--fairness",
        action="store_true",
        help=tr(
            "look also at each of up to {most} threads by itself: do they get equal shares?",
            most=MOST_FAIR_THREADS,
        ),
    )


def _add_overwriting(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--overwrite",
        nargs="?",
        const=ASK,
        metavar=tr("MODEL"),
        help=tr(
            "let the tests write on the device itself, which must be empty; what is on it is "
            "lost. Asks for its model; without a terminal give that here"
        ),
    )


def _add_wait(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--wait",
        action="store_true",
        help=tr(
            "while an array or its controller is at work by itself, such as verifying, wait for "
            "its end before measuring"
        ),
    )


def _add_plan_files(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        tr("plan files"), tr("The window loads and saves the same files.")
    )
    group.add_argument(
        "--plan",
        metavar=tr("FILE"),
        type=named_path,
        help=tr("use the plan in FILE: what is measured, and how"),
    )
    group.add_argument(
        "--save-plan",
        metavar=tr("FILE"),
        type=named_path,
        help=tr(
            "write the plan to FILE and measure nothing; it never holds the disk, or leave to "
            "overwrite it"
        ),
    )
    group.add_argument("--yes", action="store_true", help=tr("don't ask, however long it takes"))


def _add_own_command(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        tr("your own command"),
        tr("It works in the folder TARGET, as you and without a shell, and its time is measured."),
    )
    group.add_argument(
        "--command",
        metavar=tr("TEXT"),
        help=tr("a program with its arguments, such as 'make -C src'"),
    )
    group.add_argument(
        "--prepare", metavar=tr("TEXT"), help=tr("a command that is run before each timed run")
    )
    group.add_argument(
        "--clean-up",
        metavar=tr("TEXT"),
        help=tr("a command that is run after each, also after a failure or Ctrl-C"),
    )
    group.add_argument(
        "--time-limit",
        metavar=tr("SECONDS"),
        type=seconds(0, LONGEST_TIMEOUT_S, tr("a number of seconds, up to a day,")),
        help=tr("end each command after so long (default {seconds:g})", seconds=Command.timeout_s),
    )


def _add_load_searches(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(tr("loads that are found by measuring"))
    either = group.add_mutually_exclusive_group()
    either.add_argument(
        "--saturate",
        action="store_true",
        help=tr(
            "with how many threads is the disk busy? Doubles them until they bring no more, and "
            "prints a table (default workload: rand-read)"
        ),
    )
    either.add_argument(
        "--offered-load",
        metavar=tr("PERCENT"),
        type=whole(1, MOST_PERCENT, tr("a percentage")),
        help=tr(
            "compare latencies at a fixed rate of requests: this part of what the present "
            "setting does at most, 70 for example (default workload: rand-read)"
        ),
    )
    group.add_argument(
        "--latency-limit",
        metavar="MS",
        type=seconds(0, 1e6, tr("a time in milliseconds")),
        help=tr("with --saturate: the mean latency that is still good enough"),
    )
    group.add_argument(
        "--most-threads",
        metavar="N",
        type=whole(1, MAXIMUM_THREADS),
        default=MAXIMUM_THREADS,
        help=tr(
            "try no more threads (default {most}, or what fits)",
            most=MAXIMUM_THREADS,
        ),
    )


def _add_series(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(tr("other settings than the scheduler"))
    group.add_argument(
        "--vary",
        metavar=tr("NAME=V1,V2…"),
        type=parameter,
        action="append",
        default=[],
        help=tr(
            "compare values of a tunable ('storage-tuner show DEVICE' lists them), or ncq=on,off: "
            "the queue_depth of a SATA disk, the qpolicy of a 3ware unit; repeatable"
        ),
    )
    group.add_argument(
        "--series",
        type=one_of(Series),
        default=Series.ONE_AT_A_TIME,
        metavar="NAME",
        help=tr(
            "one-at-a-time (default): each value with all others as they are; all: every "
            "combination; greedy: search the best, one tunable after the other, within --minutes"
        ),
    )
    add_allowed_risks(group)
