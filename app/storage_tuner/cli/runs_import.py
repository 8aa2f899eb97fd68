"""``runs import``: what was measured on another computer, or by another program, among our runs."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.cli.opened_runs import opened_runs
from storage_tuner.cli.options.option_types import named_path
from storage_tuner.cli.output.terminal import print_json, printable, tell_aside
from storage_tuner.core.message import tr, trn
from storage_tuner.jobs.judging import judge_session
from storage_tuner.store.database.run_store import RunStore
from storage_tuner.store.importing import Imported, Problem, import_path


@dataclass(frozen=True)
class TakenIn:
    """A file or folder, and the names under which its sessions are kept now."""

    path: Path
    imported: Imported
    identifiers: tuple[str, ...]


def add_parser(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = actions.add_parser(
        "import",
        help="take in results of another computer or another program",
        description="Takes in results.json and CSV of Storage Tuner, JSON of fio, folders of "
        "bench-fio, and the text of KDiskMark, CrystalDiskMark, iozone, tiotest and tiobench. What "
        "can't be understood is told by line, and the rest is kept. What is there already is left "
        "as it is.",
        epilog="docs/importing.md tells what becomes of the figures.",
    )
    parser.add_argument(
        "files", metavar="FILE", type=named_path, nargs="+", help="a file or a folder"
    )
    parser.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")
    parser.set_defaults(run=run_import)


def run_import(arguments: argparse.Namespace) -> int:
    """2 when there is a file that nothing could be taken from. Raises ``UnreadableResult`` for one
    that can't be opened, before anything is kept, and ``NoSpace``."""
    read = [(path, import_path(path)) for path in arguments.files]
    with opened_runs() as runs:
        taken = [TakenIn(path, found, _keep(runs, path, found)) for path, found in read]
    if arguments.json:
        print_json({"imported": [_document(each) for each in taken]})
    else:
        for each in taken:
            print("\n".join(_lines(each)))
            tell_problems(each.path, each.imported.problems)
    return 0 if all(each.identifiers for each in taken) else 2


def tell_problems(path: Path, problems: tuple[Problem, ...]) -> None:
    """On standard error, a line each."""
    for problem in problems:
        tell_aside(_told(path, problem))


def _keep(runs: RunStore, path: Path, found: Imported) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            runs.save(record, judge_session(record), imported_from=path.resolve().name or str(path))
            for record in found.records
        )
    )


def _lines(taken: TakenIn) -> list[str]:
    path, form = printable(str(taken.path)), taken.imported.form
    if not taken.identifiers:
        return [tr("{path}: nothing could be taken in.", path=path)]
    runs = trn(len(taken.identifiers), "{count} session", "{count} sessions")
    told = tr(
        "{path}: {sessions} of {form}: {names}",
        path=path,
        sessions=runs,
        form=form,
        names=", ".join(taken.identifiers),
    )
    return [told]


def _told(path: Path, problem: Problem) -> str:
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
