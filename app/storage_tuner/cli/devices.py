"""The command ``devices``: every block device, array and RAID controller of this computer."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from storage_tuner.cli.options.option_types import named_path
from storage_tuner.cli.output.device_tree import controller_lines, device_tree
from storage_tuner.cli.output.terminal import columns, print_json, printable
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.member_settings import listed_devices
from storage_tuner.core.message import sentence, tr
from storage_tuner.core.tunable import Tunable
from storage_tuner.core.tunable_target import Tuned, device_tunables, tuned_device
from storage_tuner.probe.block.devices import read_devices
from storage_tuner.probe.threeware import read_controllers, with_policies
from storage_tuner.store.documents import document_of


def add_parsers(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``devices``; it sets ``run``, which takes the parsed arguments."""
    parser = subparsers.add_parser(
        "devices",
        help=tr("list block devices and RAID controllers"),
        description=tr(
            "Lists block devices as a tree, each below its underlying device, then RAID "
            "controllers with their units."
        ),
    )
    add_sysroot(parser)
    parser.add_argument(
        "--tw-cli",
        metavar=tr("PATH"),
        type=named_path,
        help=tr("path to tw_cli, the 3ware tool"),
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help=tr("include unused loop devices, RAM disks and empty drives"),
    )
    parser.add_argument("--json", action="store_true", help=tr("print JSON"))
    parser.set_defaults(run=run_devices)


def add_sysroot(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sysroot",
        metavar=tr("DIR"),
        type=named_path,
        default=Path("/"),
        help=tr("read the copy of /sys and /proc in DIR instead of this computer"),
    )


def run_devices(arguments: argparse.Namespace) -> int:
    """Print the devices.

    Raises ``InvalidInput`` for an invalid --sysroot, ``NoSuchProgram`` and ``ToolFailed`` for an
    invalid --tw-cli.
    """
    root = checked_root(arguments.sysroot)
    devices = listed_devices(read_devices(root, include_empty=arguments.all))
    controllers = read_controllers(devices, root, arguments.tw_cli)
    if arguments.json:
        print_json(
            {
                "devices": [device_keys(device) for device in with_policies(devices, controllers)],
                "controllers": [document_of(controller) for controller in controllers],
            }
        )
        return 0
    lines = device_tree(devices, columns()) if devices else [tr("No block devices found.")]
    reported = controller_lines(controllers, columns())
    print("\n".join([*lines, *(["", *reported] if reported else [])]))
    return 0


def device_keys(device: Device) -> dict[str, Any]:
    """The device as JSON with the stable keys of the command line (resources/schema/devices)."""
    tuned = tuned_device(device)
    return {
        **document_of(device),
        "medium": device.medium,
        "tunables": [tunable_keys(tunable, tuned) for tunable in device_tunables(device)],
    }


def checked_root(root: Path) -> Path:
    """``root``. Raises ``InvalidInput`` when it holds no captured tree or can't be read."""
    try:
        captured = (root / "sys").is_dir()
        if (root / "sys/block").exists():
            next((root / "sys/block").iterdir(), None)
    except OSError as error:
        raise InvalidInput(
            sentence(
                "{root} can't be read: {strerror}.",
                root=printable(str(root)),
                strerror=error.strerror,
            )
        ) from None
    if not captured:
        raise InvalidInput(
            sentence("{root} contains no copy of /sys.", root=printable(str(root))),
            sentence(
                "Specify a folder that contains sys/ and, if copied, proc/ and run/udev/data/."
            ),
        )
    return root


def tunable_keys(tunable: Tunable, tuned: Tuned) -> dict[str, Any]:
    """The tunable with the keys of resources/schema/devices.schema.json, #/$defs/tunable."""
    minimum, maximum = tuned.bounds(tunable)
    value = tuned.settings.get(tunable.name)
    return {
        "name": tunable.name,
        "value": value,
        "reason": (tuned.missing if value is None else tuned.locked).get(tunable.name),
        "unit": tunable.unit or None,
        "minimum": minimum,
        "maximum": maximum,
        "choices": list(tuned.choices(tunable)),
        "words": list(tunable.words),
        "default": tuned.default(tunable),
        "owners": [document_of(owner) for owner in tuned.owners_of(tunable)],
    }
