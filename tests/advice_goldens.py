"""What ``advise`` says of each device of computers that are made up or were recorded, in short.

``python -m tests.advice_goldens`` writes the files anew, to be read in the difference.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from storage_tuner.advice.decision.recommended_set import recommended_set
from storage_tuner.advice.published.device_advice import UserFacts, advise
from storage_tuner.advice.published.device_facts import ComputerFacts, setup_of
from storage_tuner.advice.published.evidence import PublishedEvidence
from storage_tuner.cli.output.advice_keys import advice_keys
from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.knowledge import Knowledge
from storage_tuner.core.plan import Use
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.probe.block.kernel_defaults import read_kernel
from storage_tuner.probe.block.link_speed import read_drive
from storage_tuner.probe.load.machine import is_virtual
from storage_tuner.probe.threeware import read_controllers, with_policies
from storage_tuner.probe.virtual_memory import read_virtual_memory
from storage_tuner.store.knowledge_files import read_knowledge
from tests.recorded_computers import RECORDED, Recorded, recorded_computer
from tests.sysfs_trees.machines import make_arrays, make_drives, make_stacks
from tests.sysfs_trees.raids import MD, UNITS, described_units, make_raids, unit_disk
from tests.threeware.machines import install

GOLDENS = Path(__file__).parent / "data" / "advise"

MADE: dict[str, Callable[[Path], Path]] = {
    "arrays": make_arrays,
    "drives": make_drives,
    "stacks": make_stacks,
}


@dataclass(frozen=True)
class Computer:
    """Read once, as the command reads it every time."""

    root: Path
    devices: tuple[Device, ...]
    controllers: tuple[Controller, ...] = ()

    def advised(
        self,
        name: str,
        told: UserFacts = UserFacts(),  # noqa: B008
        **known: str | bool,
    ) -> dict[str, Any]:
        """As ``advise --json`` prints it."""
        device = find_device(name, self.devices, self.root)
        machine = ComputerFacts(is_virtual(self.root), read_kernel(str(self.root)))
        setup = setup_of(device, self.devices, self.controllers, machine)
        setup = replace(setup, facts=replace(setup.facts, **known))  # type: ignore[arg-type]
        drives = {disk.name: read_drive(disk, self.root) for disk in setup.disks}
        advice = advise(_knowledge(), setup, told, drives, read_virtual_memory(self.root))
        published = PublishedEvidence(_knowledge(), advice)
        return advice_keys(advice, _knowledge(), recommended_set(published))


def computer(root: Path, program: Path | None = None) -> Computer:
    devices = tuple(device for device in read_devices(root) if device.head is None)
    controllers = read_controllers(devices, root, program) if program else ()
    return Computer(root, with_policies(devices, controllers), controllers)


@cache
def _knowledge() -> Knowledge:
    return read_knowledge()


def summary(found: dict[str, Any]) -> list[str]:
    """The advice in lines: facts, then settings and choices with the rules by name."""
    facts = ", ".join(f"{name} {value}" for name, value in found["facts"].items() if value)
    lines = [f"{found['device']['name']}: {facts}", f"  not known: {', '.join(found['unknown'])}"]
    for setting in found["settings"]:
        now = ", ".join(f"{place['value']} on {'+'.join(place['devices'])}"
                        for place in setting["places"])  # fmt: skip
        state = f"{setting['state']}, {setting['confidence']}, try {setting['trials']}"
        lines += [f"  {setting['name']} = {now}: {state}", *_positions(setting)]
    for choice in found["choices"]:
        lines += [f"  build {choice['name']}, now {choice['now']}", *_positions(choice)]
    for one in found["physics"]["expectations"]:
        span = f"{one['low']:.1f} … {one['high']:.1f} {one['unit']}"
        lines.append(f"  {one['operation']} {one['load']}: {span} = {one['formula']}")
    steps = (*found["next"], *(one["command"] for one in found["recommended_set"]["settings"]))
    return [
        *lines,
        *_levels(found),
        *_recommended(found["recommended_set"]),
        *(f"  $ {step}" for step in dict.fromkeys(steps) if step),
    ]


def _recommended(found: dict[str, Any]) -> Iterator[str]:
    yield f"  recommended for {found['storage']}:"
    for one in found["settings"]:
        value = one["recommended"] if one["change"] else "keep"
        rules = " ".join(source["rule"] for source in one["sources"])
        now = "/".join(one["now"])
        yield f"    {one['name']} {now} -> {value}: {one['basis']} {rules}".rstrip()


def _levels(found: dict[str, Any]) -> list[str]:
    """The order of what the same disks could be."""
    names = [f"{one['level']} {one['layout']}".rstrip() for one in found["physics"]["alternatives"]]
    return [f"  levels: {' > '.join(names)}"] if names else []


def _positions(told: dict[str, Any]) -> Iterator[str]:
    for position in told["positions"]:
        rules = " ".join(
            f"{rule['id']}{'' if rule['fit'] == 'applies' else '?'}" for rule in position["rules"]
        )
        yield f"    {position['phrase']}: {rules}"


def brief(found: dict[str, Any]) -> list[str]:
    """What the use changes: the order of wishes."""
    lines = [found["device"]["name"]]
    for told in (*found["settings"], *found["choices"]):
        state = f"{told['state']}, {told['confidence']}: " if "state" in told else "build: "
        wishes = " > ".join(map(_weighed, told["positions"]))
        lines.append(f"  {told['name']}: {state}{wishes}")
    return [*lines, *_levels(found)]


def _weighed(position: dict[str, Any]) -> str:
    """With the strength of newer rules, and after "+" that of rules about removed schedulers."""
    old = position["strength_of_removed"]
    added = f" + {old:.2f}" if old else ""
    return f"{position['phrase']} {position['strength']:.2f}{added}"


def goldens(folder: Path, recorded: Recorded) -> Iterator[tuple[str, str]]:
    """Names and contents; ``folder`` is for the computers that are made up."""
    for name, make in MADE.items():
        yield name, _of_every_device(computer(make(_new(folder, name))))
    for name in RECORDED:
        yield name, _of_every_device(computer(recorded(name)))
    raids = make_raids(_new(folder, "raids"))
    program = install(folder / "3ware", described_units()).program
    machine = computer(raids, program)
    yield "raids", _lines(summary(found) for found in _of_every_raid(machine, Use.NOT_SURE))
    for use in Use:
        yield f"raids-{use}", _lines(brief(found) for found in _of_every_raid(machine, use))


def _lines(parts: Iterable[list[str]]) -> str:
    return "\n".join(line for part in parts for line in (*part, ""))


def _of_every_device(machine: Computer) -> str:
    """Devices of which the same is said stand together."""
    said: dict[tuple[str, ...], list[str]] = {}
    for device in machine.devices:
        lines = summary(machine.advised(device.name))
        same = tuple(re.sub(rf"\b{re.escape(device.name)}\b", "NAME", line) for line in lines)
        said.setdefault(same, []).append(device.name)
    return _lines([", ".join(names), *lines] for lines, names in said.items())


def _of_every_raid(machine: Computer, use: Use) -> Iterator[dict[str, Any]]:
    """md at every level, a plain disk, and hardware RAID with what its controller tells."""
    for name in ("sdzz", *MD):
        yield machine.advised(name, UserFacts(use))
    for target in range(len(UNITS)):
        yield machine.advised(unit_disk(target), UserFacts(use, rpm=7200), rotational=True)


def _new(folder: Path, name: str) -> Path:
    (folder / name).mkdir()
    return folder / name


def main() -> None:
    GOLDENS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        recorded = partial(recorded_computer, folder=Path(folder))
        for name, content in goldens(Path(folder), recorded):
            (GOLDENS / f"{name}.txt").write_text(content, encoding="utf-8")
            print(f"{name}: {len(content.splitlines())} lines")


if __name__ == "__main__":
    main()
