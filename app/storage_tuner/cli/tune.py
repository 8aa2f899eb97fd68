"""``tune`` (the whole job) and ``sweep`` (measure only) in the terminal."""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from storage_tuner.cli.keeping import keep_for_good
from storage_tuner.cli.plan_text import plan_lines
from storage_tuner.cli.progress import TerminalProgress
from storage_tuner.cli.signals import obeying_signals
from storage_tuner.cli.verdict import judgement_document
from storage_tuner.core.errors import Cancelled, InvalidInput, StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Operation, Protocol, Target, TargetKind, Thoroughness, Use
from storage_tuner.core.verdict import Judgement
from storage_tuner.probe.devices import find_device, read_devices
from storage_tuner.probe.target import resolve_path
from storage_tuner.report.bundle import write_bundle
from storage_tuner.report.text import summary_lines
from storage_tuner.services.connecting import connect
from storage_tuner.services.tuning import SAMPLE_BYTES, TuningSession
from storage_tuner.store.folders import save

Keep = Callable[[Sequence[tuple[str, str]]], SessionRecord | None]

LONGEST_MINUTES = 24 * 60


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    tuning = commands.add_parser(
        "tune",
        help="the whole job: measure, judge, recommend, report",
        description="Measures how the I/O schedulers do on TARGET, says which suits it best and "
        "why, and puts everything back, unless --apply or --persist is given.",
    )
    _add_target(tuning)
    _add_effort(tuning)
    tuning.add_argument(
        "--use-for",
        type=Use,
        choices=list(Use),
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
    tuning.set_defaults(run=run_tune)
    sweeping = commands.add_parser(
        "sweep",
        help="measure only",
        description="Measures how the I/O schedulers do on TARGET and prints the verdicts. A file "
        "or folder is measured as you, without a password and as it is set, unless --schedulers "
        "names some to compare.",
    )
    _add_target(sweeping)
    _add_effort(sweeping)
    sweeping.set_defaults(run=run_sweep, use_for=Use.NOT_SURE, apply=False, persist=False)


def run_tune(arguments: argparse.Namespace) -> int:
    if arguments.persist and arguments.practice:
        raise InvalidInput("A practice disk is removed at the end: nothing can be kept for it.")
    return _run(find_target(arguments.target, arguments.practice), arguments)


def run_sweep(arguments: argparse.Namespace) -> int:
    target = find_target(arguments.target, arguments.practice)
    if target.kind is TargetKind.FILE and not arguments.schedulers:
        target = replace(target, device=None)
    return _run(target, arguments)


def _run(target: Target, arguments: argparse.Namespace) -> int:
    """Measure, apply if asked to, and above all keep what was measured, whatever comes then."""
    with _session(target, arguments) as session:
        if arguments.persist:
            session.require_keepable()
        measured = _measure(session, arguments)
        if arguments.apply:
            measured = _apply(session.keep, measured)
        elif arguments.persist:
            measured = _apply(partial(keep_for_good, session), measured)
        measured = _write(measured, arguments)
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
        help="a device (only read), a folder (a test file is written there and removed), or a "
        "file (only read)",
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
        (Thoroughness.QUICK, "a quick look: less than 5 minutes"),
        (Thoroughness.THOROUGH, "up to 45 minutes instead of 15"),
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
        type=_minutes,
        help="the longest time in all, of the adaptive protocol",
    )
    parser.set_defaults(thoroughness=Thoroughness.NORMAL)
    parser.add_argument(
        "--protocol",
        type=Protocol,
        choices=list(Protocol),
        default=Protocol.ADAPTIVE,
        metavar="NAME",
        help="adaptive (default): switch under one long load until it is decided; restarts: every "
        "run starts fio anew, which confirms an adaptive result; article: one after the other with "
        "pauses, to compare with published numbers; repeats: 10 runs of a minute each",
    )
    parser.add_argument(
        "--schedulers",
        metavar="NAME,NAME…",
        type=_words,
        default=(),
        help="compare only these (default: all that the device can use)",
    )
    parser.add_argument(
        "--operations",
        metavar="NAME,NAME…",
        type=_operations,
        default=(),
        help="measure only these: " + ", ".join(Operation),
    )
    parser.add_argument(
        "--report", metavar="DIR", type=Path, help="write report.pdf, results.csv, results.json"
    )
    parser.add_argument("--json", action="store_true", help="print the verdicts as JSON")


def _minutes(text: str) -> float:
    """Minutes of measuring in seconds."""
    try:
        minutes = float(text)
    except ValueError:
        minutes = math.nan
    if not 0 < minutes <= LONGEST_MINUTES:
        raise argparse.ArgumentTypeError(f"a number of minutes up to {LONGEST_MINUTES} is expected")
    return 60 * minutes


def _size(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,6})([MG])i?B?", text, re.IGNORECASE)
    size = int(found[1]) << {"M": 20, "G": 30}[found[2].upper()] if found else 0
    if not 64 << 20 <= size <= 64 << 30:
        raise argparse.ArgumentTypeError(f"{text!r}: a size such as 256M or 2G is expected")
    return size


def _words(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in text.split(",") if word))


def _operations(text: str) -> tuple[Operation, ...]:
    try:
        return tuple(Operation(word) for word in _words(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


@contextlib.contextmanager
def _session(target: Target, arguments: argparse.Namespace) -> Iterator[TuningSession]:
    if arguments.report:
        _require_folder(arguments.report)
    with (
        TerminalProgress(sys.stderr) as progress,
        TuningSession(connect, progress, sample_bytes=arguments.size) as session,
        obeying_signals(session),
    ):
        session.open(target)
        yield session


def _require_folder(folder: Path) -> None:
    """Find out before an hour of measuring that the report can't be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput(f"The folder {folder} can't be made: {error.strerror}.") from None


@dataclass(frozen=True)
class _Measured:
    """What there is to tell; ``problem`` is what came in between."""

    record: SessionRecord
    judgement: Judgement
    problem: StorageTunerError | None = None


def _measure(session: TuningSession, arguments: argparse.Namespace) -> _Measured:
    plan = session.plan(
        arguments.use_for,
        arguments.thoroughness,
        operations=arguments.operations,
        schedulers=arguments.schedulers,
        protocol=arguments.protocol,
        budget_s=arguments.minutes,
    )
    print("\n".join(plan_lines(plan)), file=sys.stderr)
    try:
        record = session.measure(plan)
    except StorageTunerError as error:
        if error.record is None or not error.record.measurements:
            raise
        return _Measured(error.record, session.judge(error.record), error)
    return _Measured(record, session.judge(record))


def _apply(keep: Keep, measured: _Measured) -> _Measured:
    """Keep what is recommended, if that is a change and everything was measured."""
    advice = measured.judgement.recommendation
    if not (measured.record.completed and advice and advice.change):
        return measured
    try:
        return replace(measured, record=keep(advice.settings) or measured.record)
    except StorageTunerError as error:
        return replace(measured, problem=error)


def _write(measured: _Measured, arguments: argparse.Namespace) -> _Measured:
    """The report where it's wanted, and the session among the kept ones if that is possible."""
    if not measured.record.measurements:
        return measured
    try:
        save(measured.record, measured.judgement)
    except StorageTunerError as error:
        print(f"storage-tuner: The session is not among the kept ones: {error}", file=sys.stderr)
    try:
        if arguments.report:
            for path in write_bundle(measured.record, measured.judgement, arguments.report):
                print(f"Wrote {path}", file=sys.stderr)
    except StorageTunerError as error:
        return replace(measured, problem=measured.problem or error)
    return measured


def _tell(measured: _Measured, arguments: argparse.Namespace) -> None:
    record, judgement = measured.record, measured.judgement
    if arguments.json:
        document = {"completed": record.completed, "outcome": record.outcome.value}
        print(json.dumps(document | judgement_document(judgement), ensure_ascii=False, indent=1))
    else:
        print("\n".join(summary_lines(record, judgement)))
