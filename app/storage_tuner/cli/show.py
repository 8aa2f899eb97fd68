"""The command ``show``: a device, or the virtual memory, and its tunables; with ``--health`` the
drive's SMART data, with ``--permanent`` only what was made permanent."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from storage_tuner.cli.devices import add_sysroot, checked_root, device_keys, tunable_keys
from storage_tuner.cli.output.terminal import (
    GAP,
    UNKNOWN,
    columns,
    labelled,
    lines_of,
    print_json,
    printable,
    table,
    wrapped,
)
from storage_tuner.cli.permanent import compared, permanent_keys, show_permanent, undone_lines
from storage_tuner.client.connecting import connect
from storage_tuner.client.health import (
    DrivePort,
    drive_ports,
    read_health,
    underlying_drives,
    why_no_health,
)
from storage_tuner.core.device import Device
from storage_tuner.core.drift import Drift
from storage_tuner.core.errors import InvalidInput, NoHealth
from storage_tuner.core.health import Health
from storage_tuner.core.member_settings import MemberSetting, member_settings, members_sentence
from storage_tuner.core.message import sentence, tr
from storage_tuner.core.topology import Topology
from storage_tuner.core.tunable import CATALOGUE, VIRTUAL_MEMORY, Risk, Scope, Tunable
from storage_tuner.core.tunable_target import Tuned, device_tunables, tuned_device, tuned_memory
from storage_tuner.present import health as words
from storage_tuner.present.blocks import Fact, Facts
from storage_tuner.present.controller import unit_blocks, unit_of
from storage_tuner.present.device import device_blocks
from storage_tuner.present.setting import ANY_VALUE, label, setting_facts
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.probe.block.openers import programs_with_open
from storage_tuner.probe.block.tree import tree_root
from storage_tuner.probe.threeware import controllers_of, read_controllers, with_policies
from storage_tuner.probe.virtual_memory import read_virtual_memory
from storage_tuner.store.documents import document_of

OF_THE_MACHINE = tuple(tunable for tunable in CATALOGUE if tunable.scope is Scope.MACHINE)

_RISKS = {
    Risk.NONE: sentence("none"),
    Risk.SLOW: sentence("slower"),
    Risk.STALL: sentence("stall"),
}


def add_parsers(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``show``; it sets ``run``, which takes the parsed arguments."""
    parser = subparsers.add_parser(
        "show",
        help=tr("show a device and its settings"),
        description=tr(
            "Shows a device and each of its settings: value, default, allowed values, meaning, "
            "and other programs that set it."
        ),
    )
    parser.add_argument(
        "devices",
        metavar=tr("DEVICE"),
        nargs="*",
        help=tr("such as sda or a /dev/disk link; vm for virtual memory"),
    )
    only = parser.add_mutually_exclusive_group()
    only.add_argument(
        "--health",
        action="store_true",
        help=tr("show only the drive's health (SMART)"),
    )
    only.add_argument(
        "--permanent",
        action="store_true",
        help=tr(
            "show only permanent settings, of all devices without DEVICE, and who undid them "
            "(exit code 9 if one is undone)"
        ),
    )
    add_sysroot(parser)
    parser.add_argument("--json", action="store_true", help=tr("print JSON"))
    parser.set_defaults(run=run_show)


@dataclass(frozen=True)
class Shown:
    """What is shown of one device, as JSON and as text."""

    document: dict[str, Any]
    lines: list[str]


def run_show(arguments: argparse.Namespace) -> int:
    """Print devices, or the permanent settings. Raises ``UnknownDevice``, ``NotAWholeDisk`` and
    ``InvalidInput``."""
    root = checked_root(arguments.sysroot)
    if arguments.permanent:
        return show_permanent(arguments.devices, root, as_json=arguments.json)
    if not arguments.devices:
        raise InvalidInput(
            sentence("Specify a device, such as sda, or --permanent for all of them.")
        )
    read = _health if arguments.health else _shown
    shown = [read(word, root) for word in dict.fromkeys(arguments.devices)]
    if not arguments.json:
        print("\n\n".join("\n".join(each.lines) for each in shown))
    elif len(shown) == 1:
        print_json(shown[0].document)
    else:
        print_json([each.document for each in shown])
    return 0


def _shown(word: str, root: Path) -> Shown:
    if word == VIRTUAL_MEMORY:
        return _memory(root)
    devices = read_devices(root, include_empty=True)
    device = find_device(word, devices, root)
    controllers = controllers_of(device, devices, root)
    devices = with_policies(devices, controllers)
    device = find_device(device.name, devices, root)
    members, tuned = member_settings(device, devices), tuned_device(device)
    drifts = compared([tuned], root)
    tunables = device_tunables(device)
    document = {
        "device": device_keys(device),
        "tunables": [shown_keys(tunable, tuned) for tunable in tunables],
        "member_settings": [_member_keys(setting) for setting in members],
        "permanent": [permanent_keys(drift) for drift in drifts],
        "open_in": programs_with_open(device, root),
    }
    unit = unit_of(device.name, controllers)
    known = (
        *device_blocks(device, Topology(devices)),
        *(unit_blocks(*unit) if unit else ()),
        *_opened(device, root),
    )
    lines = [*lines_of(known, columns()), "", *_tunables(tunables, tuned, members, drifts)]
    return Shown(document, lines)


def _opened(device: Device, root: Path) -> tuple[Facts, ...]:
    """The programs that have the device open; empty for a captured tree, which has no record of
    them."""
    if tree_root(root):
        return ()
    programs = ", ".join(programs_with_open(device, root)) or tr("no visible program")
    return (Facts(tr("Open in"), (Fact("", programs),)),)


def shown_keys(tunable: Tunable, tuned: Tuned) -> dict[str, Any]:
    """A tunable as in ``devices --json``, with its meaning."""
    return {
        **tunable_keys(tunable, tuned),
        "meaning": tunable.meaning,
        "side_effects": tunable.side_effects,
        "risk": tunable.risk.value,
        "kernels": tunable.kernels or None,
        "path": tunable.path(tuned.name),
    }


def _memory(root: Path) -> Shown:
    memory = read_virtual_memory(root)
    tuned = tuned_memory(VIRTUAL_MEMORY, memory)
    drifts = compared([tuned], root)
    document = {
        "device": None,
        "virtual_memory": document_of(memory),
        "tunables": [shown_keys(tunable, tuned) for tunable in OF_THE_MACHINE],
        "permanent": [permanent_keys(drift) for drift in drifts],
    }
    facts = labelled(
        ((tr("Virtual memory"), tr("how the kernel caches files and writes them back")),), columns()
    )
    return Shown(document, [*facts, "", *_tunables(OF_THE_MACHINE, tuned, (), drifts)])


def _member_keys(setting: MemberSetting) -> dict[str, Any]:
    return {**document_of(setting), "agreed": setting.agreed, "common": setting.common}


def _tunables(
    tunables: tuple[Tunable, ...],
    tuned: Tuned,
    members: tuple[MemberSetting, ...],
    drifts: Sequence[Drift],
) -> list[str]:
    """The tunables with explanations, then those of the members, then briefly the missing ones;
    undone permanent settings first."""
    there = tuple(tunable for tunable in tunables if tunable.name in tuned.settings)
    below = tuple(setting for setting in members if setting.tunable not in tuned.settings)
    named = {setting.tunable for setting in below}
    absent = tuple(one for one in tunables if one not in there and one.name not in named)
    parts = (
        undone_lines(drifts),
        _there(there, tuned),
        _of_members(tuned, below),
        _absent(absent, tuned),
    )
    return [line for part in parts if part for line in (*part, "")][:-1]


def _there(tunables: tuple[Tunable, ...], tuned: Tuned) -> list[str]:
    heading = (tr("SETTING"), tr("VALUE"), tr("DEFAULT"), tr("RISK"), tr("ALLOWED"))
    rows = [heading, *(_row(tunable, tuned) for tunable in tunables)]
    first, *others = table(rows, columns(), shrinkable=(1, 4))
    lines = [first]
    for tunable, line in zip(tunables, others, strict=True):
        lines.append(line)
        for paragraph in (*_cut_off(line, tunable, tuned), *_explanation(tunable, tuned)):
            lines += wrapped(paragraph, GAP * 2, columns())
    return lines if tunables else []


def _cut_off(line: str, tunable: Tunable, tuned: Tuned) -> tuple[str, ...]:
    """The allowed values, if the table had no room for all."""
    reported = possible(tunable, tuned)
    return () if line.endswith(printable(reported)) else (tr("Allowed: {values}", values=reported),)


def _row(tunable: Tunable, tuned: Tuned) -> tuple[str, ...]:
    return (
        tunable.name,
        tuned.settings[tunable.name],
        tuned.default(tunable) or UNKNOWN,
        str(_RISKS[tunable.risk]),
        possible(tunable, tuned),
    )


def possible(tunable: Tunable, tuned: Tuned) -> str:
    """The allowed values: "none, bfq", or "1 to 32 commands"."""
    if choices := tuned.choices(tunable):
        return ", ".join(choices)
    minimum, maximum = tuned.bounds(tunable)
    if minimum is None:
        return str(ANY_VALUE)
    text = tr("{least} to {most}", least=minimum, most=maximum)
    text = f"{text} {tunable.unit}".rstrip()
    for word in tunable.words:
        text = tr("{values}, or {word}", values=text, word=word)
    return text


def _explanation(tunable: Tunable, tuned: Tuned) -> list[str]:
    facts = setting_facts(
        tunable, tuned.name, tuned.owners_of(tunable), str(tuned.locked.get(tunable.name, ""))
    )
    said = [f"{label(tunable.name)}: {tunable.meaning}"]
    said += [f"{fact.name}: {fact.text}" for fact in facts]
    if tunable.hazard is not None:
        said.append(tr("Requires --allow-risk {risk}.", risk=tunable.hazard.name))
    return said


def _of_members(tuned: Tuned, settings: tuple[MemberSetting, ...]) -> list[str]:
    if not settings:
        return []
    rows = [
        (
            setting.tunable,
            setting.common or tr("differs"),
            tr("but {differences}", differences=setting.differences) if setting.differences else "",
        )
        for setting in settings
    ]
    heading = " ".join((str(members_sentence(tuned.name, settings[0])), tr("The same applies to:")))
    return [*wrapped(heading, "", columns()), *table(rows, columns(), shrinkable=(2,))]


def _absent(tunables: tuple[Tunable, ...], tuned: Tuned) -> list[str]:
    """The missing tunables, those with the same reason on one line."""
    by_reason: dict[str, list[str]] = {}
    for tunable in tunables:
        reason = tuned.missing.get(tunable.name) or tr("not reported by the kernel")
        by_reason.setdefault(str(reason), []).append(tunable.name)
    lines = [tr("Not available:")] if by_reason else []
    for reason, names in by_reason.items():
        lines += wrapped(f"{reason}: {', '.join(names)}", GAP, columns())
    return lines


def _health(word: str, root: Path) -> Shown:
    if word == VIRTUAL_MEMORY:
        raise InvalidInput(sentence("Virtual memory has no health (SMART) data."))
    devices = read_devices(root, include_empty=True)
    return health_of(find_device(word, devices, root), devices, root)


def health_of(device: Device, devices: Sequence[Device], root: Path) -> Shown:
    """Read the drive, or each drive of a 3ware unit.

    Raises ``InvalidInput`` for a captured tree, ``NoHealth`` for a device that isn't a drive, and
    the errors of ``read_health``.
    """
    if root != Path("/"):
        raise InvalidInput(sentence("Health (SMART) data isn't available with --sysroot."))
    answers = _ask(device, devices)
    text = "\n\n".join("\n".join(health_lines(health)) for health in answers)
    return Shown({"health": [document_of(health) for health in answers]}, [text])


def _ask(device: Device, devices: Sequence[Device]) -> list[Health]:
    """The health of the drives. Controllers are read only if there are any, and the helper is
    started only if there is a drive, so that there is no needless password prompt."""
    behind_controller = device.transport == "3ware"
    controllers = read_controllers(devices) if behind_controller else ()
    ports: tuple[DrivePort | None, ...] = drive_ports(device.name, controllers)
    if not ports:
        if reason := why_no_health(device):
            raise NoHealth(device.name, reason, underlying_drives(device, devices))
        ports = (None,)
    connection = connect()
    try:
        return [read_health(connection, device.name, port) for port in ports]
    finally:
        connection.close()


def health_lines(health: Health) -> list[str]:
    facts: list[tuple[str, str | None]] = [
        (tr("Drive"), health.device),
        (str(words.TITLE), str(words.verdict(health))),
    ]
    facts += [(fact.name, fact.text) for fact in words.health_facts(health)]
    facts += [(tr("Problem"), str(problem)) for problem in health.problems]
    return labelled(facts, columns())
