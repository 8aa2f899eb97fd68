"""``runs export``: kept runs as files of any kind that a result can be written as."""

from __future__ import annotations

import argparse
import stat
from pathlib import Path
from typing import Protocol

from storage_tuner.cli.opened_runs import opened_runs
from storage_tuner.cli.options.option_types import named_path
from storage_tuner.cli.output.terminal import printable
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.results.sharing import to_share
from storage_tuner.report.writers import WRITERS
from storage_tuner.store.atomic import explained, is_file_by_name
from storage_tuner.store.bounded_reading import mode_of
from storage_tuner.store.database.run_store import RunStore, StoredRun

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
        description="Writes each RUN into a file: one into FILE, whose ending says the kind, or "
        "into it where it is a folder; several into a folder, which is made if need be. "
        "'runs import' reads JSON again. An existing file is replaced.",
    )
    add_run(parser, several=True)
    parser.add_argument(
        "--to", metavar="FILE", type=named_path, required=True, help="a file, or a folder"
    )
    parser.add_argument(
        "--format",
        choices=tuple(WRITERS),
        help=f"the kind, in a folder (default {USUAL}) or whatever the ending of a file: "
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
        for identifier, place in _places(runs, named, arguments.to, arguments.format):
            kind = _kind_of(place, arguments.format)
            _write(runs.opened(identifier), place, kind, share=arguments.share)
            if is_file_by_name(place):
                print(f"Written: {printable(str(place))}")
    return 0


def _places(
    runs: RunStore, identifiers: tuple[str, ...], to: Path, kind: str | None
) -> list[tuple[str, Path]]:
    if not stat.S_ISDIR(mode_of(to)):
        if len(identifiers) == 1:
            _kind_of(to, kind)
            return [(identifiers[0], to)]
        _require_no_file(to)
    with explained(to):
        to.mkdir(parents=True, exist_ok=True)
    suffix = WRITERS[kind or USUAL].suffix
    return [(each, to / f"{_name(runs.line(each))}{suffix}") for each in identifiers]


def _require_no_file(to: Path) -> None:
    """Raises ``InvalidInput``: who names a file gets no folder that is called so."""
    if _fitting(to):
        raise InvalidInput(
            f"Several runs can't be written into the one file {printable(str(to))}.",
            "Name a folder, and the kind with --format.",
        )


def _write(record: SessionRecord, place: Path, kind: str, *, share: bool) -> None:
    told, judgement = to_share(record) if share else (record, judge_session(record))
    WRITERS[kind].write(told, judgement, place)


def _kind_of(place: Path, wanted: str | None) -> str:
    """The longest ending that is known. Raises ``InvalidInput`` for another one."""
    if wanted:
        return wanted
    if fitting := _fitting(place):
        return max(fitting, key=lambda name: len(WRITERS[name].suffix))
    raise InvalidInput(
        f"What {printable(str(place))} is to be can't be told from its ending.",
        f"End it with one of {', '.join(writer.suffix for writer in WRITERS.values())}, or give "
        "--format.",
    )


def _fitting(place: Path) -> list[str]:
    """The kinds whose ending it has."""
    # "seconds.csv" is one of "-seconds.csv", too
    name = f"-{place.name.lower()}"
    return [kind for kind, writer in WRITERS.items() if name.endswith(writer.suffix)]


def _name(line: StoredRun) -> str:
    day = "".join(letter for letter in line.created_at[:10] if letter.isdigit())
    return "-".join(part for part in (day, line.identifier) if part)
