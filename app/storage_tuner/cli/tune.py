"""``tune`` (the whole job) and ``sweep`` (measure only) in the terminal."""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

from storage_tuner.bench.planning import estimate_seconds, run_count
from storage_tuner.cli.progress import TerminalProgress, duration_text
from storage_tuner.cli.verdict import judgement_document
from storage_tuner.core.errors import Cancelled, InvalidInput, StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Operation, Plan, Target, TargetKind, Thoroughness, Use
from storage_tuner.core.verdict import Judgement
from storage_tuner.probe.devices import find_device, read_devices
from storage_tuner.probe.target import resolve_path
from storage_tuner.report.bundle import write_bundle
from storage_tuner.report.text import summary_lines
from storage_tuner.services.connecting import connect
from storage_tuner.services.tuning import SAMPLE_BYTES, TuningSession
from storage_tuner.store.folders import save


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    tuning = commands.add_parser(
        "tune",
        help="the whole job: measure, judge, recommend, report",
        description="Measures how the I/O schedulers do on TARGET, says which suits it best and "
        "why, and puts everything back, unless --apply is given.",
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
    tuning.add_argument(
        "--apply", action="store_true", help="set what is recommended, until the next restart"
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
    sweeping.set_defaults(run=run_sweep, use_for=Use.NOT_SURE, apply=False)


def run_tune(arguments: argparse.Namespace) -> int:
    return _run(find_target(arguments.target, arguments.practice), arguments)


def run_sweep(arguments: argparse.Namespace) -> int:
    target = find_target(arguments.target, arguments.practice)
    if target.kind is TargetKind.FILE and not arguments.schedulers:
        target = replace(target, device=None)
    return _run(target, arguments)


def _run(target: Target, arguments: argparse.Namespace) -> int:
    """Measure, apply if asked to, and above all keep what was measured, whatever comes then."""
    with _session(target, arguments) as session:
        measured = _measure(session, arguments)
        if arguments.apply:
            measured = _apply(session, measured)
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
        (Thoroughness.QUICK, "a quick look"),
        (Thoroughness.THOROUGH, "more and longer runs"),
    ):
        effort.add_argument(
            f"--{thoroughness}",
            action="store_const",
            const=thoroughness,
            dest="thoroughness",
            help=text,
        )
    parser.set_defaults(thoroughness=Thoroughness.NORMAL)
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
        _stopping_on_signals(session),
    ):
        session.open(target)
        yield session


def _require_folder(folder: Path) -> None:
    """Find out before an hour of measuring that the report can't be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput(f"The folder {folder} can't be made: {error.strerror}.") from None


@contextlib.contextmanager
def _stopping_on_signals(session: TuningSession) -> Iterator[None]:
    """Ctrl-C and a polite kill stop the measurement and put the settings back, instead of ending
    us at once; a hang-up of the terminal does the same. A second one doesn't wait any longer."""
    asked: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        session.cancel()
        asked.append(number)
        if len(asked) > 1:
            raise KeyboardInterrupt

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


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
    )
    print("\n".join(_plan_lines(plan)), file=sys.stderr)
    try:
        record = session.measure(plan)
    except StorageTunerError as error:
        if error.record is None or not error.record.measurements:
            raise
        return _Measured(error.record, session.judge(error.record), error)
    return _Measured(record, session.judge(record))


def _apply(session: TuningSession, measured: _Measured) -> _Measured:
    """Keep what is recommended, if that is a change and everything was measured."""
    advice = measured.judgement.recommendation
    if not (measured.record.completed and advice and advice.change):
        return measured
    try:
        return replace(measured, record=session.keep(advice.settings) or measured.record)
    except StorageTunerError as error:
        return replace(measured, problem=error)


def _plan_lines(plan: Plan) -> list[str]:
    variants = ", ".join(variant.name for variant in plan.variants)
    operations = ", ".join(operation.label.lower() for operation in plan.operations)
    return [
        f"Compares {variants}: {operations}; {', '.join(map(str, plan.threads))} threads; "
        f"{plan.repeats} times each in random order.",
        f"{run_count(plan)} runs, about {duration_text(estimate_seconds(plan))}. "
        "Ctrl-C stops and puts the settings back.",
    ]


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
