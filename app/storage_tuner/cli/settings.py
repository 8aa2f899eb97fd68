"""``set``: change tunables, temporarily, until reboot or permanently."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from storage_tuner.cli.changing import (
    ChangeOptions,
    change_options_of,
    change_settings,
    print_warnings,
    require_risks,
)
from storage_tuner.cli.options.exit_codes import add_exit_code
from storage_tuner.cli.options.option_types import add_allowed_risks
from storage_tuner.cli.options.wanted_settings import (
    SettingTarget,
    devices_and_settings,
    targets_to_set,
)
from storage_tuner.cli.output.changed_settings import (
    change_document,
    changed_lines,
)
from storage_tuner.cli.output.terminal import print_error, print_json
from storage_tuner.client.connecting import connect
from storage_tuner.client.setting_changes import Changed, try_for
from storage_tuner.core.errors import Cancelled, InvalidInput
from storage_tuner.core.message import sentence, tr
from storage_tuner.jobs.settings.needed_changes import needed_change
from storage_tuner_protocol.interface import TRIAL_SECONDS

_SHORTEST_S, _LONGEST_S = TRIAL_SECONDS

EXIT_CODES = sentence("""examples:
  storage-tuner set sda scheduler=bfq nr_requests=64
  storage-tuner set sda sdb read_ahead_kb=512 --try 60

exit codes:
    0  done, or nothing to change
    1  a previous value couldn't be restored
    2  invalid input: unknown setting, or a value that the device doesn't support
    3  device not found, removed, busy, or only a partition
    5  not authorised, no way to ask for a password, or refused by the kernel;
       nothing changed
    6  disk full
   10  something was changed, with --exit-code
  130  stopped; previous settings restored""")


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``set``; it sets ``run``, which takes the parsed arguments."""
    parser = commands.add_parser(
        "set",
        usage=tr("%(prog)s [options] DEVICE [DEVICE…] NAME=VALUE [NAME=VALUE…]"),
        help=tr("change settings: temporarily, until reboot or permanently"),
        description=tr(
            "Changes settings of devices until reboot. If one of them fails, none is changed. "
            "What is already set needs no password.\n"
            "'show DEVICE' lists the settings; 'restore DEVICE' undoes the changes."
        ),
        epilog=str(EXIT_CODES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "device",
        metavar=tr("DEVICE"),
        help=tr("such as sda or a /dev/disk link; vm for virtual memory"),
    )
    parser.add_argument("settings", metavar=tr("NAME=VALUE"), nargs="+")
    parser.add_argument(
        "--members",
        action="store_true",
        help=tr("change the settings of all member disks instead of the array"),
    )
    lasting = parser.add_mutually_exclusive_group()
    lasting.add_argument("--persist", action="store_true", help=tr("make the settings permanent"))
    lasting.add_argument(
        "--try",
        metavar=tr("SECONDS"),
        type=int,
        dest="seconds",
        help=tr(
            "restore the previous values after {shortest_s} to {longest_s} seconds",
            shortest_s=_SHORTEST_S,
            longest_s=_LONGEST_S,
        ),
    )
    parser.add_argument("--dry-run", action="store_true", help=tr("only show what would be done"))
    add_allowed_risks(parser)
    add_exit_code(parser)
    parser.add_argument("--json", action="store_true", help=tr("print JSON"))
    parser.set_defaults(run=run_set)


def run_set(arguments: argparse.Namespace) -> int:
    """Set the tunables. Raises ``InvalidInput``, ``DeviceError`` and ``HelperError``; nothing is
    changed then, except after ``NotRestored``."""
    names, wanted = devices_and_settings([arguments.device, *arguments.settings])
    if arguments.seconds is not None and not _SHORTEST_S <= arguments.seconds <= _LONGEST_S:
        raise InvalidInput(
            sentence(
                "--try accepts {shortest_s} to {longest_s} seconds.",
                shortest_s=_SHORTEST_S,
                longest_s=_LONGEST_S,
            )
        )
    places = {
        place.target.name: place
        for name in names
        for place in targets_to_set(name, wanted, members=arguments.members)
    }
    options = change_options_of(arguments)
    if arguments.seconds is not None and not options.dry_run:
        return _try(tuple(places.values()), arguments.seconds, options)
    return change_settings(tuple(places.values()), options)


def _try(places: Sequence[SettingTarget], seconds: int, options: ChangeOptions) -> int:
    warnings = print_warnings(places, persist=False)
    require_risks(places, options.allowed_risks)
    changes = [place.change for place in places]
    wanted = {change.target.name: change.wanted for change in changes}
    shown: list[Changed] = []

    def on_set(changed: tuple[Changed, ...]) -> None:
        shown.extend(changed)
        if not options.as_json:
            print("\n".join(changed_lines(changed, wanted)))
            print(
                tr(
                    "The previous settings are restored in {seconds} s; press Ctrl-C to restore "
                    "them now.",
                    seconds=seconds,
                ),
                flush=True,
            )

    try:
        ends = try_for(connect, changes, seconds, on_set)
    except KeyboardInterrupt:
        raise Cancelled from None
    problems = [end.problem for end in ends if end.problem]
    if options.as_json:
        needed = [needed_change(place.change, place.tuned, persist=False) for place in places]
        print_json(
            {
                **change_document(needed, shown, warnings),
                "changed": bool(problems),
                "seconds": seconds,
                "restored": {end.device: end.problem or None for end in ends},
            }
        )
    elif not problems:
        print(tr("Previous settings restored."))
    for problem in problems:
        print_error(str(problem))
    return 1 if problems else 0
