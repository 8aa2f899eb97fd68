"""``set``: change tunables, temporarily, until reboot or permanently."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from storage_tuner.cli.options.option_types import add_allowed_risks
from storage_tuner.cli.options.wanted_settings import SettingTarget, parse_settings, targets_to_set
from storage_tuner.cli.output.terminal import UNKNOWN, print_error, print_json, printable
from storage_tuner.client.connecting import connect
from storage_tuner.client.persist_preview import preview_unprivileged
from storage_tuner.client.setting_changes import (
    Changed,
    ChangeTarget,
    PersistentText,
    TrialEnd,
    set_and_keep,
    try_for,
)
from storage_tuner.core.errors import Cancelled, InvalidInput
from storage_tuner.core.hazards import require_allowed
from storage_tuner.core.message import Text, english_text, sentence, tr
from storage_tuner.core.owners import undoing
from storage_tuner.core.setting_effects import PlannedChange, planned_change
from storage_tuner.core.tunable import named
from storage_tuner.store.documents import document_of
from storage_tuner_protocol.interface import TRIAL_SECONDS

_SHORTEST_S, _LONGEST_S = TRIAL_SECONDS

EXIT_CODES = sentence("""examples:
  storage-tuner set sda scheduler=bfq nr_requests=64
  storage-tuner set sda read_ahead_kb=512 --try 60

exit codes:
    0  done, or nothing to change
    1  a previous value couldn't be restored
    2  invalid input: unknown setting, or a value that the device doesn't support
    3  device not found, removed, busy, or only a partition
    5  not authorised, no way to ask for a password, or refused by the kernel;
       nothing changed
    6  disk full
  130  stopped; previous settings restored""")


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``set``; it sets ``run``, which takes the parsed arguments."""
    parser = commands.add_parser(
        "set",
        help=tr("change settings: temporarily, until reboot or permanently"),
        description=tr(
            "Changes a device's settings until reboot. If one of them fails, none is changed.\n"
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
    parser.add_argument("--json", action="store_true", help=tr("print JSON"))
    parser.set_defaults(run=run_set)


def run_set(arguments: argparse.Namespace) -> int:
    """Set the tunables. Raises ``InvalidInput``, ``DeviceError`` and ``HelperError``; then nothing
    is changed."""
    wanted = parse_settings(arguments.settings)
    if arguments.seconds is not None and not _SHORTEST_S <= arguments.seconds <= _LONGEST_S:
        raise InvalidInput(
            sentence(
                "--try accepts {shortest_s} to {longest_s} seconds.",
                shortest_s=_SHORTEST_S,
                longest_s=_LONGEST_S,
            )
        )
    places = targets_to_set(arguments.device, wanted, members=arguments.members)
    warnings = [
        warning
        for place in places
        for warning in undoing(
            place.tuned.name, place.tuned.owners, wanted, persist=arguments.persist
        )
    ]
    for warning in warnings:
        print_error(str(warning))
    sys.stderr.flush()
    if arguments.dry_run:
        return _dry_run(
            places,
            wanted,
            warnings,
            persist=arguments.persist,
            as_json=arguments.json,
        )
    hazards = (each for place in places for each in place.hazards)
    risks = require_allowed(hazards, arguments.allowed_risks)
    targets = [replace(place.target, allowed=risks) for place in places]
    if arguments.seconds is not None:
        return _try(targets, wanted, warnings, arguments.seconds, as_json=arguments.json)
    changed = set_and_keep(connect, targets, wanted, persist=arguments.persist)
    if arguments.json:
        print_json(_changed_keys(changed, warnings))
    else:
        print("\n".join(_changed_lines(changed, wanted)))
    return 0


def _dry_run(
    places: Sequence[SettingTarget],
    wanted: Mapping[str, str],
    warnings: Sequence[Text],
    *,
    persist: bool,
    as_json: bool,
) -> int:
    changes = [
        planned_change(place.tuned.name, place.tuned.settings, wanted, place.tuned.newer)
        for place in places
    ]
    previews = [preview_unprivileged(place.target, wanted) for place in places] if persist else []
    # a 3ware controller stores its policies itself, without a file
    persistent = [text for text in previews if text.path]
    if as_json:
        print_json(
            {
                "changes": [document_of(change) for change in changes],
                "persistent": [document_of(text) for text in persistent],
                "warnings": list(map(english_text, warnings)),
            }
        )
    else:
        lines = [line for change in changes for line in _planned_lines(change)]
        lines += [line for text in persistent for line in _persistent_lines(text)]
        print("\n".join(lines))
    return 0


def _planned_lines(change: PlannedChange) -> list[str]:
    switched = tr("(set by the new scheduler)")
    lines = [
        f"{write.path}: {switched if write.old is None else write.old} → {write.new}"
        for write in change.writes
    ]
    if change.unchanged:
        names = ", ".join(change.unchanged)
        lines.append(tr("{device}: already set: {names}", device=change.device, names=names))
    for tunable in dict.fromkeys(change.reset.values()):
        others = [name for name, along in change.reset.items() if along == tunable]
        lines.append(
            tr(
                "{device}: reset by the kernel with {tunable}: {names}",
                device=change.device,
                tunable=tunable,
                names=", ".join(others),
            )
        )
    for name, value in change.held.items():
        lines.append(
            tr(
                "{device}: {name} is kept at {value}, even if the kernel changes it",
                device=change.device,
                value=value,
                name=name,
            )
        )
    if change.lost:
        lost = ", ".join(f"{name} {value}" for name, value in change.lost.items())
        lines.append(
            tr(
                "{device}: lost with the old scheduler: {settings}",
                device=change.device,
                settings=lost,
            )
        )
    return lines


def _persistent_lines(text: PersistentText) -> list[str]:
    device = text.device
    if text.identity != device:
        device = tr("{device} of {identity}", device=device, identity=text.identity)
    heading = (
        tr("{path}: replaces the section for {device}:", path=text.path, device=device)
        if text.replaces
        else tr("{path}: adds a section for {device}:", path=text.path, device=device)
    )
    return ["", heading, *text.text.rstrip("\n").split("\n")]


def _try(
    targets: Sequence[ChangeTarget],
    wanted: Mapping[str, str],
    warnings: Sequence[Text],
    seconds: int,
    *,
    as_json: bool,
) -> int:
    shown: list[Changed] = []

    def on_set(changed: tuple[Changed, ...]) -> None:
        shown.extend(changed)
        if not as_json:
            print("\n".join(_changed_lines(changed, wanted)))
            print(
                tr(
                    "The previous settings are restored in {seconds} s; press Ctrl-C to restore "
                    "them now.",
                    seconds=seconds,
                ),
                flush=True,
            )

    try:
        ends = try_for(connect, targets, wanted, seconds, on_set)
    except KeyboardInterrupt:
        raise Cancelled from None
    problems = [end.problem for end in ends if end.problem]
    if as_json:
        keys = _changed_keys(shown, warnings)
        print_json({**keys, "seconds": seconds, "restored": _restored_keys(ends)})
    elif not problems:
        print(tr("Previous settings restored."))
    for problem in problems:
        print_error(str(problem))
    return 1 if problems else 0


def _restored_keys(ends: Sequence[TrialEnd]) -> dict[str, Any]:
    return {end.device: end.problem or None for end in ends}


def _changed_keys(changed: Sequence[Changed], warnings: Sequence[Text]) -> dict[str, Any]:
    return {
        "set": {one.device: _tunables(one.after) for one in changed},
        "before": {one.device: _tunables(one.before) for one in changed},
        "persistent": [document_of(one.persistent) for one in changed if one.persistent],
        "notes": [one.note for one in changed if one.note],
        "warnings": list(map(english_text, warnings)),
    }


def _tunables(values: Mapping[str, str]) -> dict[str, str]:
    return {one.name: values[one.name] for one in named(values)}


def _changed_lines(changed: Sequence[Changed], wanted: Mapping[str, str]) -> list[str]:
    lines = [line for one in changed for line in _differences(one, wanted)]
    lines = lines or [tr("Everything was already set.")]
    for one in changed:
        if one.persistent and one.persistent.path:
            lines.append(
                tr(
                    "{device}: made permanent in {path}",
                    device=one.device,
                    path=one.persistent.path,
                )
            )
        if one.note:
            lines.append(printable(one.note))
    return lines


def _differences(one: Changed, wanted: Mapping[str, str]) -> list[str]:
    """The requested changes and their side effects in the kernel, except for other values that
    belong to a scheduler."""
    before, after = _tunables(one.before), _tunables(one.after)
    return [
        f"{one.device}: {name} {before.get(name, UNKNOWN)} → {value}"
        for name, value in after.items()
        if value != before.get(name) and (name in before or name in wanted)
    ]
