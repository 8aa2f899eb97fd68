"""The command ``advise``: published rules and expected performance of a device, unmeasured."""

from __future__ import annotations

import argparse
import math
from dataclasses import replace
from functools import partial
from pathlib import Path

from storage_tuner.advice.decision.recommended_set import recommended_set
from storage_tuner.advice.physics.measured_rates import COMPARABLE, best_rates
from storage_tuner.advice.published.device_advice import Advice, UserFacts
from storage_tuner.advice.published.evidence import PublishedEvidence
from storage_tuner.cli.devices import add_sysroot, checked_root
from storage_tuner.cli.options.judging_options import (
    add_priorities,
    known_names,
    read_known,
    user_facts_of,
    with_known,
)
from storage_tuner.cli.options.option_types import named_path, one_of
from storage_tuner.cli.output.advice_keys import advice_keys
from storage_tuner.cli.output.advice_text import advice_lines
from storage_tuner.cli.output.terminal import columns, print_json, printable
from storage_tuner.client.connecting import connect
from storage_tuner.client.health import read_health
from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.health import Health
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import sentence, tr
from storage_tuner.core.plan import Use
from storage_tuner.core.same_disk import is_same_disk
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.planning.device_advice import advice_on
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.probe.threeware import read_controllers, with_policies
from storage_tuner.store.kept_sessions import named_session
from storage_tuner.store.knowledge_files import read_knowledge


def add_parsers(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``advise``; it sets ``run``, which takes the parsed arguments."""
    parser = subparsers.add_parser(
        "advise",
        help=tr("show published advice and expected performance"),
        description=tr(
            "Shows each setting's value, what published rules recommend and why, and the "
            "expected performance. These are hypotheses; 'tune' measures them."
        ),
    )
    parser.add_argument(
        "device", metavar=tr("DEVICE"), help=tr("such as sda, md0 or a /dev/disk link")
    )
    parser.add_argument(
        "--use-for",
        type=one_of(Use),
        default=Use.NOT_SURE,
        metavar=tr("USE"),
        help=tr("purpose: {uses}", uses=", ".join(Use)),
    )
    add_priorities(parser, "throughput, latency, cpu")
    parser.add_argument(
        "--known",
        action="append",
        default=[],
        metavar=tr("NAME=VALUE"),
        help=tr(
            "add a fact that the computer doesn't report: {names}; repeatable",
            names=known_names(),
        ),
    )
    parser.add_argument(
        "--measured",
        action="append",
        default=[],
        metavar=tr("OPERATION=VALUE"),
        help=tr(
            "compare your own measurement with the expectation: {operations} (IOPS; MB/s for "
            "seq-…); repeatable",
            operations=", ".join(COMPARABLE),
        ),
    )
    parser.add_argument(
        "--result",
        metavar=tr("FILE"),
        type=named_path,
        help=tr("use results of this device: a saved result or results.json"),
    )
    parser.add_argument(
        "--health",
        action="store_true",
        help=tr("read the sector formats of its NVMe drives with smartctl"),
    )
    parser.add_argument("--all", action="store_true", help=tr("show every matching rule"))
    add_sysroot(parser)
    parser.add_argument(
        "--tw-cli", metavar=tr("PATH"), type=named_path, help=tr("path to tw_cli, the 3ware tool")
    )
    parser.add_argument("--json", action="store_true", help=tr("print JSON"))
    parser.set_defaults(run=run_advise)


def run_advise(arguments: argparse.Namespace) -> int:
    """Print the advice. Raises ``InvalidInput``, ``DeviceError``, ``NoKnowledge``, and the errors
    of 3ware's tool and of ``read_health``."""
    known = read_known(arguments.known)
    user_facts = replace(
        user_facts_of(known),
        use=arguments.use_for,
        aims=arguments.aims,
        measured=dict(map(_measured, arguments.measured)),
    )
    root = checked_root(arguments.sysroot)
    knowledge = read_knowledge()
    device, devices, controllers = _computer(arguments.device, arguments.tw_cli, root)
    record = _record(arguments.result, device) if arguments.result else None
    if record is not None:
        user_facts = _with_rates(user_facts, record)
    complete = partial(with_known, known=known)
    advice = advice_on(device, devices, controllers, user_facts, knowledge, root, complete)
    drives = _nvme_health(advice, root) if arguments.health else ()
    measured = judge_session(record) if record is not None else None
    found = recommended_set(PublishedEvidence(knowledge, advice), measured)
    if arguments.json:
        print_json(advice_keys(advice, knowledge, found, drives))
    else:
        lines = advice_lines(advice, knowledge, found, columns(), drives, everything=arguments.all)
        print("\n".join(lines))
    return 0


def _computer(
    name: str, tw_cli: Path | None, root: Path
) -> tuple[Device, tuple[Device, ...], tuple[Controller, ...]]:
    """The named device, all devices, and the RAID controllers."""
    devices = read_devices(root, include_empty=True)
    device = find_device(name, devices, root)
    controllers = read_controllers(devices, root, tw_cli)
    devices = with_policies(devices, controllers)
    return find_device(device.name, devices, root), devices, controllers


def _nvme_health(advice: Advice, root: Path) -> tuple[Health, ...]:
    """The health of the NVMe drives that the advice is about, read by the helper."""
    if root != Path("/"):
        raise InvalidInput(sentence("Health (SMART) data isn't available with --sysroot."))
    names = [disk.name for disk in advice.setup.disks if disk.kind == "nvme"]
    if not names:
        raise InvalidInput(
            sentence(
                "{device} isn't an NVMe drive, and isn't stacked on one.",
                device=advice.setup.device.name,
            )
        )
    connection = connect()
    try:
        return tuple(read_health(connection, name) for name in names)
    finally:
        connection.close()


def _record(path: Path, device: Device) -> SessionRecord:
    """The saved result of ``device``. Raises ``InvalidInput`` for a result of another device."""
    record = named_session(path).record
    if record.device is not None and not is_same_disk(record.device, device):
        raise InvalidInput(
            sentence(
                "{path} was measured on another device: {device}.",
                path=printable(str(path)),
                device=record.device.title,
            ),
            sentence("Choose a result of {device}.", device=device.name),
        )
    if not best_rates(record.measurements) and len(record.plan.variants) < 2:
        raise InvalidInput(
            sentence("{path} contains no comparable operation.", path=printable(str(path))),
            sentence("Comparable operations: {operations}.", operations=", ".join(COMPARABLE)),
        )
    return record


def _with_rates(user_facts: UserFacts, record: SessionRecord) -> UserFacts:
    """``user_facts`` with the measured rates added."""
    return replace(user_facts, measured={**best_rates(record.measurements), **user_facts.measured})


def _measured(text: str) -> tuple[str, float]:
    operation, _, number = text.partition("=")
    if operation not in COMPARABLE:
        raise InvalidInput(
            sentence("{text!r} isn't a known operation with a value.", text=text[:80]),
            sentence(
                "Use OPERATION=VALUE, where OPERATION is one of {operations}.",
                operations=", ".join(COMPARABLE),
            ),
        )
    try:
        rate = float(number)
    except ValueError:
        rate = math.nan
    if not 0 < rate < math.inf:
        raise InvalidInput(
            sentence(
                "The value of {operation} must be a number above 0, not {number!r}.",
                operation=operation,
                number=number[:40],
            )
        )
    return operation, rate
