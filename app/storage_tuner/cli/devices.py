"""The commands ``devices`` and ``show``: what there is, and how it's set."""

from __future__ import annotations

import argparse
import json
import shutil
import textwrap
from dataclasses import asdict
from pathlib import Path
from typing import Any

from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.tunable import OF_DEVICES, Tunable
from storage_tuner.probe.devices import find_device, read_devices

UNKNOWN = "–"
_GAP = "  "
_NARROWEST = 8
"""To how many columns a cell may be cut to make the table fit."""

_SIZES = (("TB", 10**12), ("GB", 10**9), ("MB", 10**6), ("kB", 10**3))


def add_parsers(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``devices`` and ``show``; each sets ``run``, which takes the parsed arguments."""
    devices = subparsers.add_parser("devices", help="list the block devices of this computer")
    _add_common(devices)
    devices.add_argument(
        "--all", action="store_true", help="also unused loop devices, RAM disks and empty drives"
    )
    devices.set_defaults(run=run_devices)
    show = subparsers.add_parser("show", help="show a device and every setting it has")
    show.add_argument("device", metavar="DEVICE", help="such as sda, /dev/sda or a /dev/disk link")
    _add_common(show)
    show.set_defaults(run=run_show)


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sysroot",
        metavar="DIR",
        type=Path,
        default=Path("/"),
        help="read a captured tree with sys, proc and run instead of this computer",
    )
    parser.add_argument("--json", action="store_true", help="print JSON for other programs")


def run_devices(arguments: argparse.Namespace) -> int:
    """Print the devices. Raises ``InvalidInput`` for a --sysroot that is none."""
    root = _checked_root(arguments.sysroot)
    devices = read_devices(root, include_empty=arguments.all)
    if arguments.json:
        _print_json({"devices": [device_keys(device) for device in devices], "controllers": []})
    elif devices:
        print("\n".join(_device_table(devices, _columns())))
    else:
        print("There are no block devices here.")
    return 0


def run_show(arguments: argparse.Namespace) -> int:
    """Print one device. Raises ``UnknownDevice``, ``NotAWholeDisk`` and ``InvalidInput``."""
    root = _checked_root(arguments.sysroot)
    devices = read_devices(root, include_empty=True)
    device = find_device(arguments.device, devices, root)
    if arguments.json:
        tunables = [_tunable_keys(tunable, device) for tunable in OF_DEVICES]
        _print_json({"device": device_keys(device), "tunables": tunables})
    else:
        print("\n".join([*_facts(device, _columns()), "", *_tunables(device, _columns())]))
    return 0


def device_keys(device: Device) -> dict[str, Any]:
    """The device in the stable keys of the command line (resources/schema/devices)."""
    return {**asdict(device), "medium": device.medium}


def _tunable_keys(tunable: Tunable, device: Device) -> dict[str, Any]:
    return {
        "name": tunable.name,
        "value": device.settings.get(tunable.name),
        "reason": device.missing.get(tunable.name),
        "unit": tunable.unit or None,
        "minimum": tunable.minimum,
        "maximum": _maximum(tunable, device),
        "choices": list(_choices(tunable, device)),
        "meaning": tunable.meaning,
        "side_effects": tunable.side_effects,
    }


def _choices(tunable: Tunable, device: Device) -> tuple[str, ...]:
    """What this device offers: the kernel lists the schedulers that are loaded."""
    if tunable.name == "scheduler" and device.scheduler:
        return device.scheduler.available
    return tunable.choices


def _maximum(tunable: Tunable, device: Device) -> int | None:
    if tunable.name == "queue_depth" and device.queue_depth and device.queue_depth.maximum:
        return device.queue_depth.maximum
    return tunable.maximum


def _checked_root(root: Path) -> Path:
    if not (root / "sys").is_dir():
        raise InvalidInput(
            f"{printable(str(root))} holds no captured tree.",
            "Give a folder that has sys/ in it, and proc/ and run/udev/data/ when there are.",
        )
    return root


def _print_json(value: dict[str, Any]) -> None:
    print(json.dumps(value, indent=2))


def printable(text: str) -> str:
    """``text`` without anything that could move the cursor or break a line.

    Names and models come from the devices, and may hold whatever somebody put there.
    """
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def size_text(size_bytes: int | None) -> str:
    """As printed on the drive, in powers of ten: "512 MB", "4.0 TB"."""
    if size_bytes is None:
        return UNKNOWN
    for unit, factor in _SIZES:
        number = size_bytes / factor
        if number >= 0.9995:
            return f"{number:.1f} {unit}" if number < 99.95 else f"{number:.0f} {unit}"
    return f"{size_bytes} B"


def _columns() -> int:
    return shutil.get_terminal_size((80, 24)).columns


def _device_table(devices: tuple[Device, ...], columns: int) -> list[str]:
    heading = ("NAME", "SIZE", "KIND", "SCHEDULER", "DEPTH", "MODEL", "USED")
    rows = [heading, *(_device_row(device) for device in devices)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    _narrow(widths, (5, 6), columns - len(_GAP) * (len(widths) - 1))
    return [_line(row, widths, right=(1, 4)) for row in rows]


def _device_row(device: Device) -> tuple[str, ...]:
    """The nearest use only: what stands on that in turn is for ``show``."""
    return (
        printable(device.name),
        size_text(device.size_bytes),
        device.medium.replace("virtual disk", "virtual"),
        printable(device.scheduler.active) if device.scheduler else UNKNOWN,
        str(device.queue_depth.value) if device.queue_depth else UNKNOWN,
        printable(device.model or "") or UNKNOWN,
        printable(device.in_use[0]) if device.in_use else "no",
    )


def _narrow(widths: list[int], shrinkable: tuple[int, ...], room: int) -> None:
    """Cut the widest of the ``shrinkable`` columns, letter by letter, until the row fits."""
    while sum(widths) > room:
        widest = max(shrinkable, key=lambda column: widths[column])
        if widths[widest] <= _NARROWEST:
            return
        widths[widest] -= 1


def _line(row: tuple[str, ...], widths: list[int], right: tuple[int, ...]) -> str:
    cells = []
    for column, (text, width) in enumerate(zip(row, widths, strict=True)):
        shown = text if len(text) <= width else text[: width - 1] + "…"
        cells.append(shown.rjust(width) if column in right else shown.ljust(width))
    return _GAP.join(cells).rstrip()


def _facts(device: Device, columns: int) -> list[str]:
    """What the device is, a fact a line; the same facts for every device, unknown ones too."""
    facts = (
        ("Device", device.path),
        ("Kind", " ".join(filter(None, (device.medium, _in_brackets(device.transport))))),
        ("Model", " ".join(filter(None, (device.vendor, device.model)))),
        ("Serial number", device.serial),
        ("WWN", device.wwn),
        ("Firmware", device.firmware),
        ("Size", _exact_size(device.size_bytes)),
        ("Block size", _block_size(device)),
        ("Partitions", ", ".join(partition.name for partition in device.partitions) or "none"),
        ("Used", ", ".join(device.in_use) or "no"),
        *_array_facts(device),
    )
    width = max(len(label) for label, _ in facts) + len(_GAP)
    lines: list[str] = []
    for label, value in facts:
        lines += _wrapped(printable(value or "") or UNKNOWN, label.ljust(width), columns)
    return lines


def _array_facts(device: Device) -> tuple[tuple[str, str], ...]:
    members = (("Stands on", ", ".join(device.members)),) if device.members else ()
    if device.md is None:
        return members
    md = device.md
    chunk = f"chunks of {md.chunk_bytes >> 10} KiB" if md.chunk_bytes else None
    missing = f"{md.degraded} missing" if md.degraded else None
    words = (md.level, md.layout, chunk, md.state, md.sync_action, missing)
    return (*members, ("Array", ", ".join(filter(None, words))))


def _in_brackets(text: str | None) -> str | None:
    return f"({text})" if text else None


def _exact_size(size_bytes: int | None) -> str | None:
    return None if size_bytes is None else f"{size_text(size_bytes)} ({size_bytes} bytes)"


def _block_size(device: Device) -> str | None:
    if device.logical_block_bytes is None:
        return None
    physical = device.physical_block_bytes
    return f"{device.logical_block_bytes} bytes, physically {physical or UNKNOWN}"


def _tunables(device: Device, columns: int) -> list[str]:
    """Every tunable: name, value, what it may be, and below it what it means."""
    heading = ("SETTING", "VALUE", "POSSIBLE")
    rows = [heading, *(_tunable_row(tunable, device) for tunable in OF_DEVICES)]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [_line(rows[0], widths, right=())]
    for tunable, row in zip(OF_DEVICES, rows[1:], strict=True):
        lines.append(_line(row, widths, right=()))
        lines += _wrapped(tunable.meaning, _GAP * 2, columns)
    return lines


def _tunable_row(tunable: Tunable, device: Device) -> tuple[str, str, str]:
    value = device.settings.get(tunable.name)
    if value is None:
        return tunable.name, UNKNOWN, printable(device.missing.get(tunable.name, ""))
    return tunable.name, printable(value), printable(_possible(tunable, device))


def _possible(tunable: Tunable, device: Device) -> str:
    choices = _choices(tunable, device)
    if choices:
        return ", ".join(choices)
    return f"{tunable.minimum} to {_maximum(tunable, device)} {tunable.unit}".rstrip()


def _wrapped(text: str, label: str, columns: int) -> list[str]:
    return textwrap.wrap(
        text,
        max(columns, len(label) + 20),
        initial_indent=label,
        subsequent_indent=" " * len(label),
        break_on_hyphens=False,
    )
