"""``restore``: restore the settings from before Storage Tuner."""

from __future__ import annotations

import argparse
from pathlib import Path

from storage_tuner.cli.output.terminal import print_error, print_json, printable
from storage_tuner.client.connecting import connect
from storage_tuner.client.setting_changes import restore
from storage_tuner.core.member_settings import disks_that_count
from storage_tuner.core.message import sentence, tr
from storage_tuner.core.tunable import VIRTUAL_MEMORY
from storage_tuner.probe.block.devices import find_device, read_devices

EXIT_CODES = sentence("""exit codes:
  0  done, or nothing to restore
  1  some values couldn't be restored; they are listed
  3  device not found or busy
  5  not authorised, no way to ask for a password, or the helper failed""")


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``restore``; it sets ``run``, which takes the parsed arguments."""
    parser = commands.add_parser(
        "restore",
        help=tr("restore the previous settings"),
        description=tr(
            "Restores the settings from before Storage Tuner, and removes permanent ones."
        ),
        epilog=str(EXIT_CODES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "device",
        metavar=tr("DEVICE"),
        nargs="?",
        help=tr(
            "such as sda or md0 (an array is restored with its members); vm for virtual memory"
        ),
    )
    which.add_argument("--all", action="store_true", help=tr("restore everything that was changed"))
    parser.add_argument("--json", action="store_true", help=tr("print JSON"))
    parser.set_defaults(run=run_restore)


def run_restore(arguments: argparse.Namespace) -> int:
    """Restore the settings. Raises ``UnknownDevice``, ``NotAWholeDisk`` and ``HelperError``."""
    restored = restore(connect, [""] if arguments.all else _names(arguments.device))
    waiting = [line for line in restored.missing if line not in restored.sentences]
    if arguments.json:
        print_json(
            {
                "restored": list(restored.sentences),
                "missing": list(restored.missing),
                "left": [*restored.left, *restored.problems],
            }
        )
    else:
        lines = [*restored.sentences, *(waiting if arguments.all else [])]
        if lines or not restored.problems:
            print("\n".join(map(printable, lines)) or tr("Nothing to restore."))
        for problem in restored.problems:
            print_error(str(problem))
    return 1 if restored.left or restored.problems else 0


def _names(word: str) -> list[str]:
    """The names for the helper: the device and, for an array, its members, which are tuned."""
    if word == VIRTUAL_MEMORY:
        return [VIRTUAL_MEMORY]
    devices = read_devices(Path("/"), include_empty=True)
    device = find_device(word, devices)
    return list(
        dict.fromkeys([device.name, *(each.name for each in disks_that_count(device, devices))])
    )
