"""``show DEVICE --health``: what a drive tells of itself when it's asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from storage_tuner.cli.output.terminal import columns, labelled, print_json
from storage_tuner.client.connecting import connect
from storage_tuner.client.health import (
    DrivePort,
    drive_ports,
    read_health,
    underlying_drives,
    why_no_health,
)
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput, NoHealth
from storage_tuner.core.health import Health
from storage_tuner.present import health as words
from storage_tuner.probe.threeware import read_controllers
from storage_tuner.store.documents import document_of


def show_health(device: Device, devices: Sequence[Device], root: Path, *, as_json: bool) -> int:
    """Ask the drive, or each drive of a 3ware unit, and print the answers.

    Raises ``InvalidInput`` for a captured tree, ``NoHealth`` for what is no drive, and the errors
    of ``read_health``.
    """
    if root != Path("/"):
        raise InvalidInput("A captured tree has no drive that could be asked for its health.")
    answers = _ask(device, devices)
    if as_json:
        print_json({"health": [document_of(health) for health in answers]})
    else:
        print("\n\n".join("\n".join(health_lines(health)) for health in answers))
    return 0


def _ask(device: Device, devices: Sequence[Device]) -> list[Health]:
    """Controllers are looked for only where there is one, and the helper only where there is a
    drive: somebody would type a password for nothing."""
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
        ("Drive", health.device),
        (str(words.TITLE), str(words.verdict(health))),
    ]
    facts += [(fact.name, fact.text) for fact in words.health_facts(health)]
    facts += [("Look at", str(problem)) for problem in health.problems]
    return labelled(facts, columns())
