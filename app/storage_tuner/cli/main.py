"""The command line: one parser, one place where an error becomes a sentence and an exit code."""

from __future__ import annotations

import argparse
import errno
import io
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from storage_tuner import __version__
from storage_tuner.cli import (
    advise,
    devices,
    going_on,
    live,
    report,
    restore,
    settings,
    show,
    tune,
    verdict,
    workloads,
)
from storage_tuner.core.errors import StorageTunerError

EXIT_CODES = """exit codes:
  0  done                      5  the privileged helper refused or failed
  1  failed                    6  a disk is full
  2  wrong input               7  no display for the window
  3  device unknown or busy    8  it can't be measured so (also --check)
  4  a tool such as fio      130  stopped by you; the settings from before are back
     is missing or failed"""

_CANNOT_WRITE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; without one open the window. Gives the exit code."""
    _replace_closed_streams()
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
        _forget_output()
        return 128 + signal.SIGPIPE  # whoever read our output has left (``| head``): end quietly
    except OSError as error:
        # what was opened by name has its own errors; without one it's what we print to
        if error.filename is not None or error.errno not in _CANNOT_WRITE:
            raise
        _forget_output()
        print(f"storage-tuner: The output can't be written: {error.strerror}.", file=sys.stderr)
        return 6 if error.errno != errno.EIO else 1


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
    advise.add_parsers(commands)
    settings.add_parsers(commands)
    restore.add_parsers(commands)
    tune.add_parsers(commands)
    going_on.add_parsers(commands)
    workloads.add_parsers(commands)
    live.add_parsers(commands)
    verdict.add_parsers(commands)
    report.add_parsers(commands)
    return parser


def _replace_closed_streams() -> None:
    """A shell's ``>&-`` leaves us without an output, which Python tells as None."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 - lives as long as we do
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115


def _show_what_the_terminal_can() -> None:
    """A terminal that isn't UTF-8 gets "?" for a dash; that mustn't end anything."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _open_window(_: argparse.Namespace) -> int:
    # Qt is imported only here: the terminal commands must start at once and without a display
    from storage_tuner.ui.application import run

    return run(sys.argv)


def _forget_output() -> None:
    """Nothing can be written any more, so that Python's own last attempt must go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
