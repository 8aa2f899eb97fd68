"""``restore``: restore the settings from before Storage Tuner."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from storage_tuner.cli.options.exit_codes import add_exit_code, code_of_changes
from storage_tuner.cli.output.terminal import print_error, print_json, printable
from storage_tuner.client.connecting import connect
from storage_tuner.client.setting_changes import Restored
from storage_tuner.core.member_settings import disks_that_count
from storage_tuner.core.message import sentence, tr
from storage_tuner.core.tunable import VIRTUAL_MEMORY, values_in_order
from storage_tuner.jobs.settings.restoring import (
    ALL,
    Restoration,
    expected_removal,
    expected_restoration,
    remove_if_permanent,
    restore_needed,
)
from storage_tuner.probe.block.devices import find_device, read_devices

EXIT_CODES = sentence("""exit codes:
  0  done, or nothing to restore
  1  some values couldn't be restored; they are listed
  3  device not found or busy
  5  not authorised, no way to ask for a password, or the helper failed
 10  something was restored, with --exit-code""")

_CARRY_OUT = {
    (False, False): restore_needed,
    (False, True): expected_restoration,
    (True, False): remove_if_permanent,
    (True, True): expected_removal,
}
"""What restores, by ``only_permanent`` and ``dry_run``."""


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
        nargs="*",
        default=[],
        help=tr(
            "such as sda or md0 (an array is restored with its members); vm for virtual memory"
        ),
    )
    which.add_argument("--all", action="store_true", help=tr("restore everything that was changed"))
    parser.add_argument(
        "--only-permanent",
        action="store_true",
        help=tr("only remove permanent settings; the current values stay until reboot"),
    )
    parser.add_argument("--dry-run", action="store_true", help=tr("only show what would be done"))
    add_exit_code(parser)
    parser.add_argument("--json", action="store_true", help=tr("print JSON"))
    parser.set_defaults(run=run_restore)


def run_restore(arguments: argparse.Namespace) -> int:
    """Restore the settings. Raises ``UnknownDevice``, ``NotAWholeDisk`` and ``HelperError``."""
    names = [ALL] if arguments.all else _names(arguments.device)
    carry_out = _CARRY_OUT[arguments.only_permanent, arguments.dry_run]
    restoration = carry_out(names, connect)
    report = restoration.report or Restored((), restoration.missing, ())
    if arguments.json:
        print_json(_document(restoration, report))
    elif arguments.dry_run or arguments.only_permanent:
        print("\n".join(_expected_lines(restoration)) or tr("Nothing to restore."))
    else:
        _print(restoration, report, everything=arguments.all)
    if report.left or report.problems:
        return 1
    return code_of_changes(tells_all=arguments.exit_code, changed=restoration.changed)


def _document(restoration: Restoration, report: Restored) -> dict[str, Any]:
    return {
        "changed": restoration.changed,
        "restored": list(report.sentences),
        "missing": list(report.missing),
        "left": [*report.left, *report.problems],
        "before": {name: values_in_order(found) for name, found in restoration.before.items()},
        "after": {name: values_in_order(found) for name, found in restoration.after.items()},
        "removed": {name: values_in_order(found) for name, found in restoration.removed.items()},
    }


def _changed_values(restoration: Restoration) -> list[str]:
    return [
        f"{device}: {name} {before[name]} → {value}"
        for device, before in restoration.before.items()
        for name, value in values_in_order(restoration.after.get(device, {})).items()
        if before.get(name, value) != value
    ]


def _expected_lines(restoration: Restoration) -> list[str]:
    lines = _changed_values(restoration)
    for device, found in restoration.removed.items():
        names = ", ".join(values_in_order(found))
        lines.append(tr("{device}: no longer permanent: {names}", device=device, names=names))
    if restoration.changed and not lines:
        lines.append(tr("Permanent settings of disks that aren't present would be removed."))
    retried = [
        tr("{device}: an earlier restore would be tried again.", device=device)
        for device in restoration.unrestored
    ]
    return [*lines, *retried]


def _print(restoration: Restoration, report: Restored, *, everything: bool) -> None:
    waiting = [line for line in report.missing if line not in report.sentences]
    done = report.sentences or _changed_values(restoration)
    lines = [*done, *(waiting if everything else [])]
    if lines or not report.problems:
        print("\n".join(map(printable, lines)) or tr("Nothing to restore."))
    for problem in report.problems:
        print_error(str(problem))


def _names(words: Sequence[str]) -> list[str]:
    """The names for the helper: the devices and, for an array, its members, which are tuned."""
    devices = read_devices(Path("/"), include_empty=True)
    found: list[str] = []
    for word in words:
        if word == VIRTUAL_MEMORY:
            found.append(VIRTUAL_MEMORY)
            continue
        device = find_device(word, devices)
        found += (device.name, *(each.name for each in disks_that_count(device, devices)))
    return list(dict.fromkeys(found))
