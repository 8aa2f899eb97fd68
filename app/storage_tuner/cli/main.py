"""The command line: one parser, and one place that turns errors into messages and exit codes."""

from __future__ import annotations

import argparse
import errno
import gc
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from storage_tuner import __version__
from storage_tuner.cli import argparse_texts
from storage_tuner.cli.output import streams
from storage_tuner.cli.output.terminal import print_error
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.language import ENGLISH, speak
from storage_tuner.core.message import sentence, tr
from storage_tuner.store.languages import wanted_language

COMMANDS = {
    "devices": "devices",
    "show": "show",
    "advise": "advise",
    "set": "settings",
    "restore": "restore",
    "apply": "apply",
    "tune": "tune",
    "sweep": "tune",
    "confirm": "tune",
    "workloads": "workloads",
    "live": "live",
    "verdict": "verdict",
    "compare": "verdict",
    "report": "report",
    "runs": "runs",
}
"""The module of each command, in the order of the help. Only the required one is imported: without
the modules for measuring, the window and the small commands start in a quarter of the time."""

ALL_MODULES = tuple(dict.fromkeys(COMMANDS.values()))

EXIT_CODES = sentence("""exit codes:
    0  done
    1  failed
    2  invalid input
    3  device unknown or busy
    4  a tool such as fio is missing or failed
    5  the privileged helper refused or failed
    6  disk full
    7  no display
    8  the target can't be benchmarked (also with --check)
    9  another program undid a permanent setting (show --permanent)
   10  done, and something was changed (only with --exit-code)
   11  done, but the measurement was inconclusive (only with --exit-code)
   12  the result to apply is of another disk
  130  stopped; previous settings restored""")

_CANNOT_WRITE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command, or open the window without one. Return the exit code."""
    streams.replace_closed()
    streams.bear_any_letter()
    with streams.printing_errors():
        code = _run(sys.argv[1:] if argv is None else list(argv))
        try:
            sys.stdout.flush()
        except OSError:  # an earlier error is more important, and has been reported
            streams.forget(sys.stdout)
        return code


def _run(words: Sequence[str]) -> int:
    try:
        speak(wanted_language(os.environ))
        arguments = make_parser(_modules_for(words)).parse_args(words)
        if getattr(arguments, "json", False):
            speak(ENGLISH)  # for programs
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except StorageTunerError as error:
        print_error(str(error))
        return error.exit_code
    except KeyboardInterrupt:
        print_error(tr("Stopped."))
        return 130
    except BrokenPipeError:
        streams.forget(sys.stdout)
        return 128 + signal.SIGPIPE  # the reader of our output has exited (``| head``): no message
    except OSError as error:
        # files opened by name have their own errors; without a name it's our output
        if error.filename is not None or error.errno not in _CANNOT_WRITE:
            raise
        streams.forget(sys.stdout)
        print_error(tr("The output can't be written: {strerror}.", strerror=error.strerror))
        return 6 if error.errno != errno.EIO else 1


def make_parser(modules: Sequence[str] = ALL_MODULES) -> argparse.ArgumentParser:
    """The parser of the command line, also used to generate the manual page and completion.
    ``modules`` are those whose commands it contains. Its texts are in the current language."""
    argparse_texts.translate()
    parser = argparse.ArgumentParser(
        prog="storage-tuner",
        description=tr(
            "Benchmarks I/O settings on your Linux disks and safely applies the best.\n"
            "Without a command, the window opens."
        ),
        epilog=str(EXIT_CODES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"Storage Tuner {__version__}",
        help=tr("show the version and exit"),
    )
    parser.add_argument(
        "--open",
        choices=("assistant", "practice"),
        help=tr("open the assistant, for any disk or a practice disk"),
    )
    parser.add_argument(
        "--import",
        dest="files",
        nargs="*",
        metavar=tr("FILE"),
        help=tr("open the window and import results"),
    )
    parser.set_defaults(run=_open_window)
    commands = parser.add_subparsers(title=tr("commands"), metavar=tr("COMMAND"))
    for module in modules:
        importlib.import_module(f"storage_tuner.cli.{module}").add_parsers(commands)
    return parser


def _modules_for(words: Sequence[str]) -> tuple[str, ...]:
    """The module of the command; none without words (the window opens); otherwise all."""
    if not words:
        return ()
    return (COMMANDS[words[0]],) if words[0] in COMMANDS else ALL_MODULES


def _open_window(arguments: argparse.Namespace) -> int:
    # Nearly all objects created before the window is shown persist; garbage collection takes a
    # fifteenth of that time. Once shown, the window collects garbage in its own thread.
    gc.disable()
    try:
        # Qt is imported only here: the terminal commands must start at once and without a display
        from storage_tuner.ui.application import run

        files = [str(Path(each).absolute()) for each in arguments.files or ()]
        return run(sys.argv, arguments.open or "", files)
    finally:
        gc.enable()
