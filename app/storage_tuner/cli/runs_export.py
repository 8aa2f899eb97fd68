"""``runs export``: kept runs as files of any kind that a result can be written as."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Protocol

from storage_tuner.cli.opened_runs import opened_runs
from storage_tuner.cli.terminal import printable
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.report.writers import WRITERS
from storage_tuner.services.judging import judge_session
from storage_tuner.services.sharing import to_share
from storage_tuner.store.atomic import explained, is_file_by_name
from storage_tuner.store.runs import RunStore, StoredRun

USUAL = "json"
"""It can be imported again, and gives the same verdicts."""


class _AddRun(Protocol):
    def __call__(self, parser: argparse.ArgumentParser, *, several: bool) -> None: ...


def add_parser(
    actions: argparse._SubParsersAction[argparse.ArgumentParser], add_run: _AddRun
) -> None:
    parser = actions.add_parser(
        "export",
        help="write some into files",
        description="Writes each RUN into a file: one into FILE, whose ending says the kind, "
        "several into a folder. 'runs import' reads JSON again. An existing file is replaced.",
    )
    add_run(parser, several=True)
    parser.add_argument(
        "--to", metavar="FILE", type=Path, required=True, help="a file, or a folder that is there"
    )
    parser.add_argument(
        "--format",
        choices=tuple(WRITERS),
        help=f"the kind, in a folder (default {USUAL}): "
        + "; ".join(f"{name}: {writer.meaning}" for name, writer in WRITERS.items()),
    )
    parser.add_argument(
        "--share",
        action="store_true",
        help="without serial numbers, the computer's name, and names of folders",
    )
    parser.set_defaults(run=run_export)


def run_export(arguments: argparse.Namespace) -> int:
    """Raises ``InvalidInput``, ``NoSpace``, ``UnreadableResult`` and ``ToolFailed``."""
    with opened_runs() as runs:
        named = tuple(dict.fromkeys(runs.identified(word) for word in arguments.named))
        for identifier, place in _places(runs, named, arguments):
            _write(runs.opened(identifier), place, arguments)
            if is_file_by_name(place):
                print(f"Written: {printable(str(place))}")
    return 0


def _places(
    runs: RunStore, identifiers: tuple[str, ...], arguments: argparse.Namespace
) -> list[tuple[str, Path]]:
    to: Path = arguments.to
    if len(identifiers) == 1 and not to.is_dir():
        _kind_of(to, arguments.format)
        return [(identifiers[0], to)]
    with explained(to):
        to.mkdir(parents=True, exist_ok=True)
    suffix = arguments.format or USUAL
    return [(each, to / f"{_name(runs.line(each))}.{suffix}") for each in identifiers]


def _write(record: SessionRecord, place: Path, arguments: argparse.Namespace) -> None:
    told, judgement = to_share(record) if arguments.share else (record, judge_session(record))
    WRITERS[_kind_of(place, arguments.format)].write(told, judgement, place)


def _kind_of(place: Path, wanted: str | None) -> str:
    """The longest ending that is known. Raises ``InvalidInput`` for another one."""
    if wanted:
        return wanted
    fitting = [name for name in WRITERS if place.name.lower().endswith(f".{name}")]
    if not fitting:
        raise InvalidInput(
            f"What {printable(str(place))} is to be can't be told from its ending.",
            f"End it with one of .{', .'.join(WRITERS)}, or give --format.",
        )
    return max(fitting, key=len)


def _name(line: StoredRun) -> str:
    day = "".join(letter for letter in line.created_at[:10] if letter.isdigit())
    return "-".join(part for part in (day, line.identifier) if part)
