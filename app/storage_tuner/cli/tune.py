"""``tune`` (the whole job), ``sweep`` (measure only) and ``confirm``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from storage_tuner.bench.buffers import Buffers
from storage_tuner.bench.fairness import MOST_THREADS as MOST_FAIR_THREADS
from storage_tuner.bench.planning import MOST_REPEATS
from storage_tuner.bench.programs.command import LONGEST_TIMEOUT_S
from storage_tuner.bench.programs.own_command import own_command_of
from storage_tuner.bench.sustained import AMOUNT_BYTES
from storage_tuner.bench.variant_series import Series
from storage_tuner.cli.options import report_options
from storage_tuner.cli.options.exit_codes import add_exit_code
from storage_tuner.cli.options.judging_options import add_levels, add_weighing
from storage_tuner.cli.options.option_types import (
    add_allowed_risks,
    add_progress,
    minutes,
    named_path,
    one_of,
    seconds,
    several,
    whole,
)
from storage_tuner.cli.options.overwriting import ASK, agreed_name, needed_name
from storage_tuner.cli.options.plan_types import (
    amount,
    block_sizes,
    operations,
    parameter,
    size,
    thread_counts,
)
from storage_tuner.cli.output.terminal import printable
from storage_tuner.cli.running_jobs import (
    Job,
    carry_out,
    carry_out_each,
    command_notes,
    print_check,
)
from storage_tuner.cli.terminal_events import Printing
from storage_tuner.cli.tune_request import NEWEST, confirm_request, resume_request, tuning_request
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import sentence, tr
from storage_tuner.core.plan import Protocol, Target, Thoroughness, Use
from storage_tuner.core.workload import CLASSICAL_OPERATIONS, Command, Workload
from storage_tuner.jobs.planning.plan_files import write_plan
from storage_tuner.jobs.requests import MOST_PERCENT, ResumeRequest, TuningRequest
from storage_tuner.jobs.resuming import target_again
from storage_tuner.jobs.tuning import confirm, resume, target_to_confirm, tune
from storage_tuner.jobs.tuning_session import SAMPLE_BYTES
from storage_tuner_protocol.workload import MAXIMUM_THREADS

PROTOCOLS = (Protocol.ADAPTIVE, Protocol.RESTARTS, Protocol.ARTICLE, Protocol.REPEATS)

EXAMPLES = sentence("""examples:
  storage-tuner tune --practice
  storage-tuner tune sda --use-for database
  storage-tuner tune sda --thorough --persist --report results""")


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    _add_tune(commands)
    _add_sweep(commands)
    _add_confirm(commands)


def _add_tune(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    tuning = commands.add_parser(
        "tune",
        usage=tr("%(prog)s [options] [TARGET…]"),
        help=tr("benchmark the I/O schedulers and recommend the best"),
        description=tr(
            "Benchmarks the I/O schedulers on TARGET and recommends the best, with reasons.\n"
            "Restores the previous settings unless --apply or --persist is given."
        ),
        epilog=str(EXAMPLES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_common(tuning)
    tuning.add_argument(
        "--use-for",
        type=one_of(Use),
        default=Use.NOT_SURE,
        metavar=tr("USE"),
        help=tr("purpose: {uses}", uses=", ".join(Use)),
    )
    lasting = tuning.add_mutually_exclusive_group()
    lasting.add_argument(
        "--apply", action="store_true", help=tr("apply the recommended settings until reboot")
    )
    lasting.add_argument(
        "--persist",
        action="store_true",
        help=tr("make the recommended settings permanent"),
    )
    tuning.set_defaults(vary=[], series=Series.ONE_AT_A_TIME, allowed_risks=[])
    tuning.set_defaults(saturate=False, offered_load=None, latency_limit=None, sustained=None)
    tuning.set_defaults(most_threads=MAXIMUM_THREADS, map=False, check=False, measure_only=False)
    tuning.set_defaults(run=run_tune)


def _add_sweep(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    sweeping = commands.add_parser(
        "sweep",
        usage=tr("%(prog)s [options] [TARGET…]"),
        help=tr("benchmark schedulers or other settings, without a recommendation"),
        description=tr(
            "Benchmarks the I/O schedulers on TARGET and prints the results. A file or folder is "
            "benchmarked with the current settings, which needs no password, unless --schedulers "
            "or --vary is given."
        ),
    )
    _add_common(sweeping)
    _add_load_searches(sweeping)
    _add_series(sweeping)
    sweeping.add_argument(
        "--check",
        action="store_true",
        help=tr(
            "print the plan and warnings, then exit; exit code 8 if the target can't be benchmarked"
        ),
    )
    sweeping.set_defaults(use_for=Use.NOT_SURE, apply=False, persist=False)
    sweeping.set_defaults(measure_only=True, run=run_tune)


def _add_confirm(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    confirming = commands.add_parser(
        "confirm",
        help=tr("verify a result with separate runs"),
        description=tr(
            "Repeats each decided test in RESULT with its two best variants, in separate runs, "
            "and reports whether the result holds."
        ),
    )
    confirming.add_argument(
        "result", metavar=tr("RESULT"), type=named_path, help=tr("a saved result or results.json")
    )
    confirming.add_argument("--minutes", metavar="N", type=minutes, help=tr("time limit"))
    _add_overwriting(confirming)
    _add_wait(confirming)
    report_options.add_report(confirming)
    add_progress(confirming)
    add_exit_code(confirming)
    confirming.add_argument("--json", action="store_true", help=tr("print JSON"))
    confirming.set_defaults(run=run_confirm, target=None)


def run_tune(arguments: argparse.Namespace) -> int:
    """Measure, then apply if requested; the measurements are saved in any case."""
    if len(arguments.targets) > 1:
        return _run_each(arguments)
    if arguments.resume is not None:
        return _run_resume(resume_request(arguments), arguments)
    if arguments.save_plan is not None:
        request = tuning_request(arguments)
        _require_only_saving(arguments)
        write_plan(request, arguments.save_plan)
        print(tr("Wrote {path}", path=arguments.save_plan), file=sys.stderr)
        return 0
    if arguments.check:
        request = tuning_request(arguments)
        typed = needed_name(request.target, request.workloads, arguments.overwrite)
        return print_check(
            replace(request, overwrite=typed), arguments.size, as_json=arguments.json
        )
    return carry_out(*_job_of(arguments), arguments.size)


def _job_of(arguments: argparse.Namespace) -> tuple[Job, Printing]:
    """The job of one target, with what is asked of the user before. Raises as
    ``tuning_request``."""
    request = tuning_request(arguments)
    printing = replace(
        _printing(arguments),
        load=request.load,
        shows_cost=bool(request.varied),
        asks=not arguments.yes,
        notes=_notes(arguments, request),
    )
    agreed = _agreed(request.target, request.workloads, arguments)
    return partial(tune, request=replace(request, overwrite=agreed)), printing


def _notes(arguments: argparse.Namespace, request: TuningRequest) -> tuple[str, ...]:
    """Notes on the user's own commands; on those of a plan also what they are."""
    if arguments.plan is None:
        return command_notes(
            arguments.command, arguments.start, arguments.prepare, arguments.clean_up
        )
    own = own_command_of(request.workloads)
    texts = own.texts if own else ()
    ours = (tr("The plan runs: {command}", command=printable(text)) for text in texts)
    return (*ours, *command_notes(*texts))


def _run_each(arguments: argparse.Namespace) -> int:
    """Measure the targets one after the other, so that no two share a controller at a time."""
    for option in ("resume", "save_plan", "check"):
        if getattr(arguments, option) not in (None, False):
            raise InvalidInput(
                sentence("--{option} accepts only one TARGET.", option=option.replace("_", "-"))
            )
    jobs = {word: _job_of(_for_one(arguments, word)) for word in arguments.targets}
    return carry_out_each(jobs, arguments.size)


def _for_one(arguments: argparse.Namespace, word: str) -> argparse.Namespace:
    """The arguments for a single target; its report is in a folder of its own."""
    values = {**vars(arguments), "target": word, "targets": (word,)}
    if arguments.report is not None:
        values["report"] = arguments.report / _folder_name(word)
    return argparse.Namespace(**values)


def _folder_name(word: str) -> str:
    """A name for the report of the target ``word``; never one that leads out of the folder."""
    name = word.strip("/").replace("/", "-")
    if name.strip("."):
        return name
    return str(Path(word).resolve()).strip("/").replace("/", "-") or "root"


def run_confirm(arguments: argparse.Namespace) -> int:
    request = confirm_request(arguments)
    before = request.before
    agreed = _agreed(target_to_confirm(before), before.plan.workloads, arguments)
    job = partial(confirm, request=replace(request, overwrite=agreed))
    return carry_out(job, _printing(arguments), before.plan.target.size_bytes or SAMPLE_BYTES)


def _require_only_saving(arguments: argparse.Namespace) -> None:
    """Raise ``InvalidInput`` for options that need a measurement."""
    for option in ("check", "apply", "persist", "report", "overwrite"):
        if getattr(arguments, option, None) not in (None, False):
            raise InvalidInput(
                sentence("--save-plan can't be combined with --{option}.", option=option),
                sentence("Save the plan first, then run it with --plan."),
            )


def _run_resume(request: ResumeRequest, arguments: argparse.Namespace) -> int:
    plan = request.stored.record.plan
    if plan.protocol is Protocol.SUSTAINED:
        return carry_out(partial(resume, request=request), _printing(arguments), SAMPLE_BYTES)
    target = target_again(request.stored.record)
    agreed = _agreed(target, plan.workloads, arguments)
    job = partial(resume, request=replace(request, overwrite=agreed))
    return carry_out(job, _printing(arguments), plan.target.size_bytes or SAMPLE_BYTES)


def _agreed(target: Target, workloads: Sequence[Workload], arguments: argparse.Namespace) -> str:
    """The name typed by the user to allow overwriting ``target``, requested only after all other
    checks."""
    report_options.require_folder(arguments.report)
    return agreed_name(target, workloads, arguments.overwrite)


def _printing(arguments: argparse.Namespace) -> Printing:
    is_json = arguments.progress == "json"
    return Printing(
        arguments.json,
        report_options.report_of(arguments),
        events=(arguments.target or "") if is_json else None,
        tells_all=arguments.exit_code,
    )


def _add_common(parser: argparse.ArgumentParser) -> None:
    """Add the options that ``tune`` and ``sweep`` have in common."""
    _add_target(parser)
    _add_effort(parser)
    _add_workloads(parser)
    add_weighing(parser)
    add_levels(parser)
    _add_overwriting(parser)
    _add_wait(parser)
    report_options.add_report(parser)
    add_progress(parser)
    add_exit_code(parser)
    parser.add_argument("--json", action="store_true", help=tr("print JSON"))
    parser.add_argument(
        "--resume",
        nargs="?",
        const=NEWEST,
        metavar=tr("RESULT"),
        help=tr("resume the most recently interrupted benchmark, or RESULT"),
    )
    parser.set_defaults(default_of=parser.get_default)
    _add_plan_files(parser)
    _add_own_command(parser)


class _Targets(argparse.Action):
    """Stores all words as ``targets``, and the first of them as ``target``."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        del parser, option_string
        namespace.targets = tuple(dict.fromkeys(values or ()))
        namespace.target = next(iter(namespace.targets), None)


def _add_target(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "target",
        metavar=tr("TARGET"),
        nargs="*",
        action=_Targets,
        help=tr(
            "device or file (only read), or folder (for a temporary test file); several are "
            "measured one after the other"
        ),
    )
    parser.add_argument(
        "--practice",
        action="store_true",
        help=tr("use a temporary practice disk"),
    )
    parser.add_argument(
        "--size",
        metavar=tr("SIZE"),
        type=size,
        default=SAMPLE_BYTES,
        help=tr("size of the practice disk or test file, 64M to 64G (default 1G)"),
    )


def _add_effort(parser: argparse.ArgumentParser) -> None:
    effort = parser.add_mutually_exclusive_group()
    for thoroughness, text in (
        (Thoroughness.QUICK, tr("up to 3 minutes instead of 15 (default with --practice)")),
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
        help=tr("time limit (protocols adaptive and restarts)"),
    )
    parser.add_argument(
        "--protocol",
        type=one_of(PROTOCOLS),
        default=Protocol.ADAPTIVE,
        metavar="NAME",
        help=tr(
            "adaptive (default): switch schedulers under one continuous load until a winner is "
            "clear; restarts: start fio separately for every run; article: one 1-minute run per "
            "scheduler, one after the other; repeats: ten 1-minute runs per scheduler"
        ),
    )
    parser.add_argument(
        "--schedulers",
        metavar=tr("NAME,NAME…"),
        type=several,
        default=(),
        help=tr("compare only these (default: all available)"),
    )
    parser.add_argument(
        "--repeats",
        "--times",
        dest="times",
        metavar="N",
        type=whole(1, MOST_REPEATS),
        help=tr("runs per test and setting (except for the adaptive protocol)"),
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
        help=tr(
            "measure these; 'storage-tuner workloads' lists them; * and ? stand for any "
            "characters and for one"
        ),
    )
    parser.add_argument(
        "--sizes",
        metavar=tr("SIZE,SIZE…"),
        type=block_sizes,
        default=(),
        help=tr("request sizes, such as 4k,64k,1M (default: each workload's own)"),
    )
    parser.add_argument(
        "--buffers",
        type=one_of(Buffers),
        default=Buffers.REFILLED,
        metavar="NAME",
        help=tr(
            "refilled (default): new random data for each write; prefilled: generated once, for "
            "disks faster than a CPU core generates data, unless they compress"
        ),
    )
    parser.add_argument(
        "--threads",
        metavar="N,N…",
        type=thread_counts,
        default=(),
        help=tr(
            "thread counts, up to {most} (default 1,2,4,8)",
            most=MAXIMUM_THREADS,
        ),
    )
    parser.add_argument(
        "--fairness",
        action="store_true",
        help=tr(
            "also measure fairness between up to {most} threads",
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
            "allow tests to overwrite the device, which must be empty; asks you to type its "
            "model unless MODEL is given"
        ),
    )


def _add_wait(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--wait",
        action="store_true",
        help=tr("first wait for a running RAID check or rebuild"),
    )


def _add_plan_files(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        tr("plan files"), tr("Plan files can also be saved and loaded in the window.")
    )
    group.add_argument(
        "--plan",
        metavar=tr("FILE"),
        type=named_path,
        help=tr("use the plan in FILE"),
    )
    group.add_argument(
        "--save-plan",
        metavar=tr("FILE"),
        type=named_path,
        help=tr("save the plan (without the disk) to FILE without running it"),
    )
    group.add_argument(
        "--yes", action="store_true", help=tr("don't ask for confirmation before long benchmarks")
    )


def _add_own_command(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        tr("your own command"),
        tr(
            "Your command is timed. It runs in the folder TARGET, as your user and without a shell."
        ),
    )
    group.add_argument(
        "--command",
        metavar=tr("TEXT"),
        help=tr("program with arguments, such as 'make -C src'"),
    )
    group.add_argument(
        "--start",
        metavar=tr("TEXT"),
        help=tr(
            "program that ends by itself, such as 'xterm /bin/true': time its cold start on the "
            "idle disk, and while 1 and 5 readers and writers work"
        ),
    )
    group.add_argument(
        "--prepare", metavar=tr("TEXT"), help=tr("command to run before each timed run")
    )
    group.add_argument(
        "--clean-up",
        metavar=tr("TEXT"),
        help=tr("command to run after each timed run, even after a failure or Ctrl-C"),
    )
    group.add_argument(
        "--time-limit",
        metavar=tr("SECONDS"),
        type=seconds(0, LONGEST_TIMEOUT_S, tr("a number of seconds, up to a day")),
        help=tr(
            "stop each command after this time (default {seconds:g})", seconds=Command.timeout_s
        ),
    )


def _add_load_searches(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(tr("load search"))
    either = group.add_mutually_exclusive_group()
    either.add_argument(
        "--saturate",
        action="store_true",
        help=tr(
            "find the limit: double the threads until throughput stops growing (default "
            "workload: rand-read)"
        ),
    )
    either.add_argument(
        "--offered-load",
        metavar=tr("PERCENT"),
        type=whole(1, MOST_PERCENT, tr("a percentage")),
        help=tr(
            "compare latencies at this share of the current setting's maximum (default "
            "workload: rand-read)"
        ),
    )
    either.add_argument(
        "--sustained",
        metavar=tr("SIZE"),
        nargs="?",
        type=amount,
        const=AMOUNT_BYTES,
        help=tr(
            "write SIZE (64M to 16T, default 32G) without a pause and find where throughput drops, "
            "as when a write cache is full; TARGET is a folder, or a device with --overwrite"
        ),
    )
    either.add_argument(
        "--map",
        action="store_true",
        help=tr(
            "map read latency over read load and write load: reads at 5 to 80 %% of their maximum "
            "beside writes at 0 to 80 %% (only reads where TARGET is only read)"
        ),
    )
    group.add_argument(
        "--latency-limit",
        metavar="MS",
        type=seconds(0, 1e6, tr("a time in milliseconds")),
        help=tr("with --saturate: highest acceptable mean latency"),
    )
    group.add_argument(
        "--most-threads",
        metavar="N",
        type=whole(1, MAXIMUM_THREADS),
        default=MAXIMUM_THREADS,
        help=tr(
            "highest thread count (default {most}, or what fits)",
            most=MAXIMUM_THREADS,
        ),
    )


def _add_series(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(tr("other settings"))
    group.add_argument(
        "--vary",
        metavar=tr("NAME=V1,V2…"),
        type=parameter,
        action="append",
        default=[],
        help=tr("compare values of a setting (settings: 'show DEVICE'), or ncq=on,off; repeatable"),
    )
    group.add_argument(
        "--series",
        type=one_of(Series),
        default=Series.ONE_AT_A_TIME,
        metavar="NAME",
        help=tr(
            "one-at-a-time (default): vary one setting while the others stay; all: every "
            "combination; greedy: keep the best value found of each setting and continue, within "
            "--minutes"
        ),
    )
    add_allowed_risks(group)
