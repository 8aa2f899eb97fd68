"""``apply``: apply what a stored result recommends, or what a plan says."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from storage_tuner.cli.changing import change_options_of, change_settings
from storage_tuner.cli.options.exit_codes import UNDECIDED, add_exit_code
from storage_tuner.cli.options.option_types import add_allowed_risks, named_path
from storage_tuner.cli.options.wanted_settings import SettingTarget, targets_to_set
from storage_tuner.core.device import Device
from storage_tuner.core.member_settings import disks_that_count, listed_devices
from storage_tuner.core.message import sentence, tr
from storage_tuner.core.tunable import VIRTUAL_MEMORY, Scope, named
from storage_tuner.jobs.settings.wanted_by_result import devices_for, wanted_by
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.probe.load.machine import read_machine

EXAMPLES = sentence("""examples:
  storage-tuner apply out/results.json --persist
  storage-tuner apply RUN sdb sdc --same-model
  storage-tuner apply plan.json sda --dry-run

exit codes are those of 'set', and
   11  the measurement was inconclusive, and nothing was changed; with --exit-code
   12  the result is of another disk""")


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``apply``; it sets ``run``, which takes the parsed arguments."""
    parser = commands.add_parser(
        "apply",
        usage=tr("%(prog)s [options] RESULT [TARGET…]"),
        help=tr("apply the settings that a result recommends"),
        description=tr(
            "Applies the settings that RESULT recommends to the disk that was measured, which is "
            "recognised by its serial number or WWN. What is already set needs no password. "
            "If a setting fails, none is changed; 'restore' undoes the changes."
        ),
        epilog=str(EXAMPLES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "result",
        metavar=tr("RESULT"),
        type=named_path,
        help=tr("a saved result, results.json, or a plan with a single value for each setting"),
    )
    parser.add_argument(
        "targets",
        metavar=tr("TARGET"),
        nargs="*",
        help=tr("device, such as sda (default: the measured one)"),
    )
    parser.add_argument("--persist", action="store_true", help=tr("make the settings permanent"))
    parser.add_argument("--dry-run", action="store_true", help=tr("only show what would be done"))
    parser.add_argument(
        "--same-model",
        action="store_true",
        help=tr("also apply to other disks of the measured model: TARGET, or all of them"),
    )
    parser.add_argument(
        "--allow-risky",
        action="store_true",
        help=tr("also apply settings that can make the computer hardly respond"),
    )
    add_allowed_risks(parser)
    add_exit_code(parser)
    parser.add_argument("--json", action="store_true", help=tr("print JSON"))
    parser.set_defaults(run=run_apply)


def run_apply(arguments: argparse.Namespace) -> int:
    """Apply the settings. Raises ``NotForThisDisk``, ``InvalidInput``, ``DeviceError`` and
    ``HelperError``; nothing is changed then, except after ``NotRestored``."""
    wanted = wanted_by(arguments.result, allow_risky=arguments.allow_risky)
    present = read_devices(Path("/"), include_empty=True)
    chosen = [find_device(word, present) for word in dict.fromkeys(arguments.targets)]
    devices = devices_for(
        wanted,
        chosen,
        listed_devices(present),
        same_model=arguments.same_model,
        host=read_machine("").host,
    )
    places = {
        place.target.name: place
        for device in devices
        for place in places_of(device, wanted.settings, present)
    }
    keys = {
        "settings": dict(wanted.settings),
        "devices": [device.name for device in devices],
        "decided": wanted.decided,
    }
    if not places and not arguments.json:
        print(tr("The result recommends no settings: nothing to apply."))
        return UNDECIDED if arguments.exit_code and not wanted.decided else 0
    code = change_settings(tuple(places.values()), change_options_of(arguments), keys)
    return UNDECIDED if arguments.exit_code and not code and not wanted.decided else code


def places_of(
    device: Device, settings: Mapping[str, str], present: Sequence[Device]
) -> Iterator[SettingTarget]:
    """Where ``settings`` belong: the computer's to the virtual memory, an array's own to itself,
    the others to its members, or to the device."""
    below = disks_that_count(device, present) != (device,)
    for name, members, scopes in (
        (VIRTUAL_MEMORY, False, {Scope.MACHINE}),
        (device.name, False, {Scope.ARRAY}),
        (device.name, below, {*Scope} - {Scope.MACHINE, Scope.ARRAY}),
    ):
        part = {one.name: settings[one.name] for one in named(settings) if one.scope in scopes}
        if part:
            yield from targets_to_set(name, part, members=members)
