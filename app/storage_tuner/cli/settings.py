"""``set`` and ``restore``."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.tunable import BY_NAME
from storage_tuner.probe.devices import find_device, read_devices
from storage_tuner.probe.target import devices_to_tune
from storage_tuner.services.connecting import connect
from storage_tuner.services.helper import call
from storage_tuner.services.measuring_places import HelperSession, keep_all


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    setting = commands.add_parser(
        "set",
        help="set tunables of a device until the next restart",
        description="Sets tunables of a device until the next restart, all or none. 'show DEVICE' "
        "lists them; 'restore DEVICE' brings the old values back.",
    )
    setting.add_argument("device", metavar="DEVICE", help="such as sda or /dev/sda")
    setting.add_argument("settings", metavar="NAME=VALUE", nargs="+")
    setting.add_argument(
        "--members", action="store_true", help="set them on the array's members instead"
    )
    setting.add_argument(
        "--dry-run", action="store_true", help="only say what would be written where"
    )
    setting.add_argument("--json", action="store_true", help="print JSON")
    setting.set_defaults(run=run_set)
    restoring = commands.add_parser(
        "restore",
        help="bring back the values from before Storage Tuner",
        description="Brings back the values from before Storage Tuner changed them.",
    )
    which = restoring.add_mutually_exclusive_group(required=True)
    which.add_argument("device", metavar="DEVICE", nargs="?", help="such as sda or /dev/sda")
    which.add_argument("--all", action="store_true", help="every device that was changed")
    restoring.add_argument("--json", action="store_true", help="print JSON")
    restoring.set_defaults(run=run_restore)


def run_set(arguments: argparse.Namespace) -> int:
    wanted = parse_settings(arguments.settings)
    devices = read_devices(Path("/"))
    device = find_device(arguments.device, devices)
    names = devices_to_tune(device) if arguments.members else (device.name,)
    chosen = tuple(one for one in devices if one.name in names)
    for one in chosen:
        require_tunables(one, wanted)
    if arguments.dry_run:
        print("\n".join(_would_write(chosen, wanted)))
        return 0
    changed = _set_and_keep(chosen, wanted)
    if arguments.json:
        print(json.dumps({"set": changed}, indent=1))
    else:
        print("\n".join(_changes(chosen, changed)))
    return 0


def run_restore(arguments: argparse.Namespace) -> int:
    name = ""
    if not arguments.all:
        name = find_device(arguments.device, read_devices(Path("/"), include_empty=True)).name
    connection = connect()
    try:
        restored = call(connection, "Restore", name, timeout=None).get("restored", [])
    finally:
        connection.close()
    assert isinstance(restored, list)
    if arguments.json:
        print(json.dumps({"restored": restored}, indent=1))
    else:
        print("\n".join(restored) or "Nothing had been changed.")
    return 0


def parse_settings(words: list[str]) -> dict[str, str]:
    """``["scheduler=bfq", …]`` → {"scheduler": "bfq", …}; ``InvalidInput`` says what is wrong."""
    settings: dict[str, str] = {}
    for word in words:
        name, separator, value = word.partition("=")
        if not separator:
            raise InvalidInput(f"{word!r} is not of the form NAME=VALUE.")
        if name not in BY_NAME:
            raise InvalidInput(
                f"There is no tunable {name!r}.", f"There are: {', '.join(sorted(BY_NAME))}."
            )
        if name in settings:
            raise InvalidInput(f"{name} is given twice.")
        if refusal := BY_NAME[name].refusal(value):
            raise InvalidInput(f"{name}={value} can't be set: {refusal}.")
        settings[name] = value
    return settings


def require_tunables(device: Device, settings: dict[str, str]) -> None:
    """Raise ``InvalidInput`` when ``device`` hasn't got one of the tunables."""
    for name in settings:
        if name not in device.settings:
            remedy = "Use --members to set it on its members." if device.members else ""
            raise InvalidInput(f"{device.name} has no tunable {name}.", remedy)


def _would_write(devices: tuple[Device, ...], settings: dict[str, str]) -> list[str]:
    return [
        f"/sys/block/{device.name}/{BY_NAME[name].attribute}: {device.settings[name]} → {value}"
        for device in devices
        for name, value in settings.items()
    ]


def _set_and_keep(
    devices: tuple[Device, ...], settings: dict[str, str]
) -> dict[str, dict[str, str]]:
    """All devices or none: until the last one is set, closing the connection restores the rest."""
    connection = connect()
    try:
        sessions = []
        for device in devices:
            reply = call(
                connection,
                "BeginSession",
                device.name,
                {"diskseq": device.diskseq or 0},
                timeout=None,
            )
            sessions.append(HelperSession(connection, device.name, str(reply["session"])))
        changed = {
            session.device: {
                name: str(value) for name, value in session.call("SetSettings", **settings).items()
            }
            for session in sessions
        }
        keep_all(sessions)
        return changed
    finally:
        connection.close()


def _changes(devices: tuple[Device, ...], changed: dict[str, dict[str, str]]) -> list[str]:
    return [
        f"{device.name}: {name} {device.settings.get(name, '?')} → {value}"
        for device in devices
        for name, value in changed[device.name].items()
    ]
