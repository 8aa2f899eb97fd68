"""``runs import``: adds results of other computers and programs to the saved runs; ``runs export``:
writes saved runs to files in any format of a result."""

from __future__ import annotations

import argparse
import contextlib
import stat
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from storage_tuner.cli.options.option_types import named_path
from storage_tuner.cli.output.terminal import print_error, print_json, printable
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import sentence, tr, trn
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.results.sharing import to_share
from storage_tuner.report.writers import WRITERS
from storage_tuner.store.atomic_files import explained, is_file_by_name
from storage_tuner.store.bounded_reading import mode_of
from storage_tuner.store.database.run_store import RunStore, StoredRun, open_runs
from storage_tuner.store.importing import Imported, Problem, import_path

LONGEST_HOST = 253
"""Characters of a domain name (RFC 1035, section 3.1, without the final dot)."""


@dataclass(frozen=True)
class TakenIn:
    """A file or folder, with the names of the runs that its sessions were saved as."""

    path: Path
    imported: Imported
    identifiers: tuple[str, ...]


def add_import(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = actions.add_parser(
        "import",
        help=tr("import results of other computers or programs"),
        description=tr(
            "Imports results.json and CSV files from Storage Tuner, JSON from fio, folders from "
            "bench-fio, and text from KDiskMark, CrystalDiskMark, IOzone, tiotest and tiobench. "
            "Unreadable lines are reported and skipped; saved results stay unchanged."
        ),
        epilog=tr("docs/importing.md describes how figures are converted."),
    )
    parser.add_argument(
        "files", metavar=tr("FILE"), type=named_path, nargs="+", help=tr("file or folder")
    )
    parser.add_argument(
        "--host",
        metavar=tr("NAME"),
        type=_host,
        help=tr("the host that the results come from, instead of the one that they name"),
    )
    parser.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help=tr("print JSON")
    )
    parser.set_defaults(run=run_import)


def run_import(arguments: argparse.Namespace) -> int:
    """Return 2 when nothing could be imported from a file. Raises ``UnreadableResult`` for a file
    that can't be opened, before anything is saved, and ``NoSpace``."""
    read = [(path, _from_host(import_path(path), arguments.host)) for path in arguments.files]
    with opened_runs() as runs:
        taken = [TakenIn(path, found, _keep(runs, path, found)) for path, found in read]
    if arguments.json:
        print_json({"imported": [_document(each) for each in taken]})
    else:
        for each in taken:
            print(_line(each))
            print_problems(each.path, each.imported.problems)
    return 0 if all(each.identifiers for each in taken) else 2


def _host(text: str) -> str:
    if not text.strip() or not text.isprintable() or len(text) > LONGEST_HOST:
        raise argparse.ArgumentTypeError(tr("{text!r} isn't a host name", text=text[:40]))
    return text.strip()


def _from_host(found: Imported, host: str | None) -> Imported:
    if host is None:
        return found
    records = tuple(
        replace(record, machine=replace(record.machine, host=host)) for record in found.records
    )
    return replace(found, records=records)


def print_problems(path: Path, problems: tuple[Problem, ...]) -> None:
    """Print the problems to standard error, one per line."""
    for problem in problems:
        print_error(_problem_line(path, problem))


def _keep(runs: RunStore, path: Path, found: Imported) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            runs.save(record, judge_session(record), imported_from=path.resolve().name or str(path))
            for record in found.records
        )
    )


def _line(taken: TakenIn) -> str:
    path, form = printable(str(taken.path)), taken.imported.form
    if not taken.identifiers:
        return tr("{path}: nothing could be imported.", path=path)
    runs = trn(len(taken.identifiers), "{count} run", "{count} runs")
    return tr(
        "{path}: {sessions} imported from {form}: {names}",
        path=path,
        sessions=runs,
        form=form,
        names=", ".join(taken.identifiers),
    )


def _problem_line(path: Path, problem: Problem) -> str:
    if problem.line is None:
        return tr("{path}: {reason}.", path=path, reason=problem.reason)
    return tr("{path}, line {line}: {reason}.", path=path, line=problem.line, reason=problem.reason)


def _document(taken: TakenIn) -> dict[str, object]:
    return {
        "file": printable(str(taken.path)),
        "form": taken.imported.form,
        "runs": list(taken.identifiers),
        "problems": [
            {"line": problem.line, "reason": str(problem.reason)}
            for problem in taken.imported.problems
        ],
    }


def add_runs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("named", metavar=tr("RUN"), nargs="+", help=tr("names of the runs"))


def _rescued(runs: int) -> str:
    if not runs:
        return tr("No run could be recovered")
    return trn(
        runs,
        "{count} run was recovered",
        "{count} runs were recovered",
    )


@contextlib.contextmanager
def opened_runs() -> Iterator[RunStore]:
    """Open the runs, and report a damaged file that was set aside, now or before.

    Raises as ``open_runs``."""
    with open_runs() as runs:
        if runs.set_aside is not None:
            aside = runs.set_aside
            print_error(
                tr(
                    "The database of runs was damaged. {rescued}; the damaged file was moved to "
                    "{aside}.",
                    rescued=_rescued(aside.runs),
                    aside=aside.path,
                )
            )
            runs.mark_set_aside_reported()
        yield runs


USUAL = "json"
"""The default format, which can be imported again with the same verdicts."""


def add_export(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = actions.add_parser(
        "export",
        help=tr("write runs to files"),
        description=tr(
            "Writes one saved result to a file, or several to a folder, which is created if "
            "needed. Existing files are replaced."
        ),
    )
    add_runs(parser)
    parser.add_argument(
        "--to", metavar=tr("FILE"), type=named_path, required=True, help=tr("file or folder")
    )
    parser.add_argument(
        "--format",
        choices=tuple(WRITERS),
        help=tr(
            "format (default: by the file's extension; in a folder, {usual})",
            usual=USUAL,
        ),
    )
    parser.add_argument(
        "--share",
        action="store_true",
        help=tr("omit serial numbers, host and user names, folders and mount points"),
    )
    parser.set_defaults(run=run_export)


def run_export(arguments: argparse.Namespace) -> int:
    """Export the runs. Raises ``InvalidInput``, ``NoSpace``, ``UnreadableResult`` and
    ``ToolFailed``."""
    with opened_runs() as runs:
        named = tuple(dict.fromkeys(runs.identified(word) for word in arguments.named))
        for identifier, place in _places(runs, named, arguments.to, arguments.format):
            kind = _kind_of(place, arguments.format)
            _write(runs.opened(identifier), place, kind, share=arguments.share)
            if is_file_by_name(place):
                print(tr("Wrote {path}", path=printable(str(place))))
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
    """Raise ``InvalidInput`` if the folder's name is that of a file."""
    if _fitting(to):
        raise InvalidInput(
            sentence("Several runs can't be written to one file, {to}.", to=printable(str(to))),
            sentence("Specify a folder, and choose the format with --format."),
        )


def _write(record: SessionRecord, place: Path, kind: str, *, share: bool) -> None:
    reported, judgement = to_share(record) if share else (record, judge_session(record))
    WRITERS[kind].write(reported, judgement, place)


def _kind_of(place: Path, wanted: str | None) -> str:
    """The format with the longest matching extension. Raises ``InvalidInput`` without one."""
    if wanted:
        return wanted
    if fitting := _fitting(place):
        return max(fitting, key=lambda name: len(WRITERS[name].suffix))
    raise InvalidInput(
        sentence("The format of {place} is unknown.", place=printable(str(place))),
        sentence(
            "Use one of the extensions {endings}, or add --format.",
            endings=", ".join(writer.suffix for writer in WRITERS.values()),
        ),
    )


def _fitting(place: Path) -> list[str]:
    """The formats whose extension the file has."""
    # "seconds.csv" matches the extension "-seconds.csv", too
    name = f"-{place.name.lower()}"
    return [kind for kind, writer in WRITERS.items() if name.endswith(writer.suffix)]


def _name(line: StoredRun) -> str:
    day = "".join(letter for letter in line.created_at[:10] if letter.isdigit())
    return "-".join(part for part in (day, line.identifier) if part)
