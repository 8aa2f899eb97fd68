"""The command line: one parser, one place where an error becomes a sentence and an exit code."""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
from collections.abc import Sequence

from storage_tuner import __version__
from storage_tuner.cli import devices, report, restore, settings, show, tune, verdict
from storage_tuner.core.errors import StorageTunerError

EXIT_CODES = """exit codes:
  0  done                      5  the privileged helper refused or failed
  1  failed                    6  a disk is full
  2  wrong input               7  no display for the window
  3  device unknown or busy  130  stopped by you; the settings from before are back
  4  fio missing or failed"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; without one open the window. Gives the exit code."""
    arguments = _parser().parse_args(argv)
    _show_what_the_terminal_can()
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except StorageTunerError as error:
        print(f"storage-tuner: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("storage-tuner: Stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        return _end_by_broken_pipe()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="storage-tuner",
        description="Finds out by measurement how a disk should be set up, and sets it up. "
        "Without a command the window opens.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"Storage Tuner {__version__}")
    parser.set_defaults(run=_open_window)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    devices.add_parsers(commands)
    show.add_parsers(commands)
    settings.add_parsers(commands)
    restore.add_parsers(commands)
    tune.add_parsers(commands)
    verdict.add_parsers(commands)
    report.add_parsers(commands)
    return parser


def _show_what_the_terminal_can() -> None:
    """A terminal that isn't UTF-8 gets "?" for a dash; that mustn't end anything."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _open_window(_: argparse.Namespace) -> int:
    # Qt is imported only here: the terminal commands must start at once and without a display
    from storage_tuner.ui.application import run

    return run(sys.argv)


def _end_by_broken_pipe() -> int:
    """Whoever read our output has left (``| head``): end quietly, as other tools do."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 128 + signal.SIGPIPE
