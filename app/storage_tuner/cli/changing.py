"""Changes settings as far as needed, and prints what was changed: for ``set`` and ``apply``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from storage_tuner.cli.options.exit_codes import code_of_changes
from storage_tuner.cli.options.wanted_settings import SettingTarget
from storage_tuner.cli.output.changed_settings import (
    change_document,
    changed_lines,
    planned_lines,
)
from storage_tuner.cli.output.terminal import print_error, print_json
from storage_tuner.client.connecting import connect
from storage_tuner.core.hazards import require_allowed
from storage_tuner.core.message import Text, tr
from storage_tuner.core.owners import undoing
from storage_tuner.jobs.settings.needed_changes import make_changes, needed_change


@dataclass(frozen=True)
class ChangeOptions:
    """How settings are changed; ``tells_all``: the exit code tells whether something changed."""

    persist: bool
    dry_run: bool
    allowed_risks: tuple[str, ...]
    as_json: bool
    tells_all: bool


def change_options_of(arguments: argparse.Namespace) -> ChangeOptions:
    return ChangeOptions(
        arguments.persist,
        arguments.dry_run,
        tuple(arguments.allowed_risks),
        arguments.json,
        arguments.exit_code,
    )


def change_settings(
    places: Sequence[SettingTarget],
    options: ChangeOptions,
    keys: Mapping[str, Any] = MappingProxyType({}),
) -> int:
    """Make the changes of ``places``, all or none, or with ``--dry-run`` only print them; ``keys``
    precede them in the JSON. Return the exit code.

    Raises ``InvalidInput``, ``DeviceError`` and ``HelperError``; nothing is changed then,
    except after ``NotRestored``.
    """
    persist = options.persist
    warnings = print_warnings(places, persist=persist)
    needed = [needed_change(place.change, place.tuned, persist=persist) for place in places]
    if options.dry_run:
        changed = tuple(one.expected for one in needed)
    else:
        require_risks(places, options.allowed_risks)
        changed = make_changes(connect, needed, persist=persist)
    if options.as_json:
        print_json({**keys, **change_document(needed, changed, warnings)})
    elif options.dry_run:
        print("\n".join(planned_lines(needed)) or tr("Nothing to change."))
    else:
        wanted = {one.device: one.change.wanted for one in needed}
        print("\n".join(changed_lines(changed, wanted)))
    is_changed = any(one.is_changed for one in changed)
    return code_of_changes(tells_all=options.tells_all, changed=is_changed)


def print_warnings(places: Iterable[SettingTarget], *, persist: bool) -> list[Text]:
    """Print which programs will undo the changes; return the sentences."""
    warnings: list[Text] = [
        warning
        for place in places
        for warning in undoing(place.tuned.name, place.tuned.owners, place.wanted, persist=persist)
    ]
    for warning in warnings:
        print_error(str(warning))
    sys.stderr.flush()
    return warnings


def require_risks(places: Iterable[SettingTarget], allowed: Sequence[str]) -> None:
    """Raise ``InvalidInput`` for a hazard that isn't among the ``allowed`` ones."""
    require_allowed((each for place in places for each in place.hazards), allowed)
