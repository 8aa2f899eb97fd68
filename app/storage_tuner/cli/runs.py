"""``runs``: list, show, annotate, delete and restore saved results."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from storage_tuner.cli import runs_files
from storage_tuner.cli.options.option_types import add_former_name
from storage_tuner.cli.output.terminal import (
    UNKNOWN,
    columns,
    json_text,
    labelled,
    print_error,
    print_json,
    printable,
    table,
)
from storage_tuner.cli.runs_files import opened_runs
from storage_tuner.core.circumstances import Circumstances
from storage_tuner.core.errors import DeviceError, InvalidInput
from storage_tuner.core.language import spoken
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import sentence, tr
from storage_tuner.core.session_kinds import SessionKind
from storage_tuner.jobs.judging import judge_session
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.report.text.terminal import summary_lines
from storage_tuner.store.database.run_store import RunFilter, RunStore, StoredRun
from storage_tuner.store.database.run_summaries import PRACTICE, device_key_of, format_moment
from storage_tuner.store.documents import document_of
from storage_tuner.store.results import results_document

FROM_INPUT = "-"

_KINDS = {
    SessionKind.QUICK_TEST.value: sentence("quick test"),
    SessionKind.COMPARISON.value: sentence("comparison"),
    SessionKind.CONFIRMATION.value: sentence("confirmation"),
    SessionKind.LIVE.value: sentence("live"),
    SessionKind.SINGLE.value: sentence("single"),
    SessionKind.SUSTAINED.value: sentence("sustained writes"),
    SessionKind.MAP.value: sentence("map"),
}


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "runs",
        help=tr("manage saved results: list, show, annotate, delete, export, import"),
        description=tr(
            "Lists saved results, newest first, or carries out ACTION. RUN is a name from the "
            "first column; the first characters are enough if they are unique."
        ),
        epilog=tr("docs/runs-format.md describes where and how results are saved."),
    )
    _add_filters(parser)
    actions = parser.add_subparsers(title=tr("actions"), metavar=tr("ACTION"))
    listing = actions.add_parser("list", help=tr("list runs (default)"))
    _add_filters(listing, suppressed=True)
    listing.add_argument(
        "words",
        metavar=tr("WORD"),
        nargs="*",
        help=tr("only runs that contain all these words"),
    )
    showing = _action(
        actions, "show", run_show, help=tr("show a run, evaluated again, with its conditions")
    )
    showing.add_argument("--raw", action="store_true", help=tr("print the output of fio"))
    noting = _action(actions, "note", run_note, help=tr("write or print a run's note"))
    noting.add_argument(
        "text",
        metavar=tr("TEXT"),
        nargs="?",
        help=tr("the note; {dash} reads it from standard input", dash=FROM_INPUT),
    )
    noting.add_argument("--clear", action="store_true", help=tr("remove the note"))
    tagging = _action(actions, "tag", run_tag, help=tr("add, remove or print a run's tags"))
    tagging.add_argument("tags", metavar=tr("TAG"), nargs="*", help=tr("tags to add"))
    tagging.add_argument(
        "--remove",
        metavar=tr("TAG"),
        action="append",
        default=[],
        help=tr("remove this tag; repeatable"),
    )
    deleting = _action(
        actions, "delete", run_delete, help=tr("move runs to the trash"), several=True
    )
    option = deleting.add_argument(
        "--permanently", action="store_true", help=tr("delete permanently")
    )
    add_former_name(deleting, "--for-good", option)
    _action(actions, "restore", run_restore, help=tr("restore runs from the trash"), several=True)
    runs_files.add_export(actions)
    runs_files.add_import(actions)


def _add_filters(parser: argparse.ArgumentParser, *, suppressed: bool = False) -> None:
    """Add the filters. ``suppressed``: an omitted option keeps its value from before the action."""

    def add(name: str, **rest: Any) -> None:  # noqa: ANN401 - argparse's own
        default = argparse.SUPPRESS if suppressed else ("" if "metavar" in rest else False)
        parser.add_argument(name, default=default, **rest)

    add(
        "--device",
        metavar=tr("DEVICE"),
        help=tr("only runs of this disk, such as sda, or 'practice'"),
    )
    add("--tag", metavar=tr("TAG"), help=tr("only runs with this tag"))
    add(
        "--since",
        metavar=tr("DATE"),
        help=tr("only runs from this date, such as 2026-03-01 or 2026-03-01T14:30"),
    )
    add("--until", metavar=tr("DATE"), help=tr("only runs up to and including this date"))
    add("--trash", action="store_true", help=tr("list the trash"))
    add("--json", action="store_true", help=tr("print JSON"))
    if not suppressed:
        parser.set_defaults(run=run_list, words=[])


def _action(
    actions: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    run: Any,  # noqa: ANN401 - as argparse stores it
    *,
    help: str,
    several: bool = False,
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=help)
    if several:
        runs_files.add_runs(parser)
    else:
        parser.add_argument("named", metavar=tr("RUN"), help=tr("name of the run"))
    parser.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help=tr("print JSON")
    )
    parser.set_defaults(run=run)
    return parser


def run_list(arguments: argparse.Namespace) -> int:
    """List the runs. Raises ``InvalidInput`` for an invalid date."""
    wanted = RunFilter(
        text=" ".join(arguments.words),
        tag=arguments.tag,
        since=arguments.since,
        until=arguments.until,
        trashed=arguments.trash,
    )
    with opened_runs() as runs:
        found = runs.listed(wanted)
        if arguments.device:
            found = _of_device(found, arguments.device)
        if arguments.json:
            print_json(_listing(runs, found))
            return 0
        _report_unreadable(runs)
    print("\n".join(list_lines(found)) if found else _nothing(wanted, arguments.device))
    return 0


def run_show(arguments: argparse.Namespace) -> int:
    with opened_runs() as runs:
        identifier = runs.identified(arguments.named)
        if arguments.raw:
            return _show_raw(runs, identifier, as_json=arguments.json)
        line, record = runs.line(identifier), runs.opened(identifier)
    judgement = judge_session(record)
    if arguments.json:
        print(json_text({"run": _document(line), "result": results_document(record, judgement)}))
    else:
        lines = [*_facts(line), "", *summary_lines(record, judgement)]
        if around := _circumstance_lines(record):
            lines += ["", *around]
        print("\n".join(lines))
    return 0


def run_note(arguments: argparse.Namespace) -> int:
    """Set the note of a run. Raises ``InvalidInput`` when it's too long."""
    if arguments.clear and arguments.text is not None:
        raise InvalidInput(sentence("--clear can't be combined with TEXT."))
    text = "" if arguments.clear else arguments.text
    if text == FROM_INPUT:
        text = sys.stdin.read()
    with opened_runs() as runs:
        identifier = runs.identified(arguments.named)
        if text is not None:
            runs.annotate(identifier, note=text)
        line = runs.line(identifier)
    if arguments.json:
        print_json({"run": _document(line)})
    elif text is None and line.note:
        print("\n".join(printable(each) for each in line.note.splitlines()))
    return 0


def run_tag(arguments: argparse.Namespace) -> int:
    """Change the tags of a run. Raises ``InvalidInput`` for an invalid tag."""
    with opened_runs() as runs:
        identifier = runs.identified(arguments.named)
        if arguments.tags or arguments.remove:
            runs.annotate(identifier, added=arguments.tags, removed=arguments.remove)
        line = runs.line(identifier)
    if arguments.json:
        print_json({"run": _document(line)})
    elif not (arguments.tags or arguments.remove):
        for tag in line.tags:
            print(printable(tag))
    return 0


def run_delete(arguments: argparse.Namespace) -> int:
    """Delete all named runs, or none after an error."""
    with opened_runs() as runs:
        identifiers = _identified(runs, arguments.named)
        (runs.delete if arguments.permanently else runs.trash)(*identifiers)
    if arguments.json:
        print_json({"deleted": list(identifiers), "for_good": arguments.permanently})
    elif not arguments.permanently:
        names = " ".join(identifiers)
        print(tr("Moved to the trash. To restore: storage-tuner runs restore {names}", names=names))
    return 0


def run_restore(arguments: argparse.Namespace) -> int:
    """Restore all named runs, or none after an error."""
    with opened_runs() as runs:
        identifiers = _identified(runs, arguments.named)
        runs.bring_back(*identifiers)
    if arguments.json:
        print_json({"restored": list(identifiers)})
    return 0


def list_lines(found: Sequence[StoredRun]) -> list[str]:
    """The runs as lines of text, one per run."""
    head = (tr("RUN"), tr("DATE"), tr("TARGET"), tr("KIND"), "MB/s", tr("RESULT"))
    rows = [
        (
            line.identifier,
            _when(line),
            str(line.target_text),
            str(_KINDS.get(line.kind, line.kind)),
            UNKNOWN if line.best_rate_mb_s is None else f"{line.best_rate_mb_s:.0f}",
            " ".join((*(f"[{tag}]" for tag in line.tags), str(line.summary_text))),
        )
        for line in found
    ]
    return table([head, *rows], columns(), shrinkable=(2, 5), right=(4,))


def _listing(runs: RunStore, found: Sequence[StoredRun]) -> dict[str, Any]:
    return {
        "runs": [_document(line) for line in found],
        "set_aside": str(runs.set_aside.path) if runs.set_aside else None,
        "unreadable": [{"file": each.path, "reason": each.reason} for each in runs.not_taken_in()],
    }


def _document(line: StoredRun) -> dict[str, Any]:
    """The run as a JSON object, in English for programs."""
    return {name: value for name, value in document_of(line).items() if name != "messages"}


def _report_unreadable(runs: RunStore) -> None:
    for each in runs.not_taken_in():
        print_error(str(each.summary))


def _nothing(wanted: RunFilter, device: str) -> str:
    if wanted == RunFilter() and not device:
        return tr("No runs yet. Start with: {command}", command="storage-tuner tune --practice")
    return tr("No matching runs.")


def _of_device(found: Sequence[StoredRun], word: str) -> tuple[StoredRun, ...]:
    """The runs of a disk: by its persistent ID if it is present, otherwise by its name."""
    keys = {word, f"wwn:{word}", f"serial:{word}", f"uuid:{word}", f"name:{word}"}
    if word != PRACTICE:
        with contextlib.suppress(DeviceError):
            keys = {device_key_of(find_device(word, read_devices()))}
            return tuple(line for line in found if line.device_key in keys)
    names = (word, f"/dev/{word}")
    return tuple(line for line in found if line.device_key in keys or line.target in names)


def _identified(runs: RunStore, words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(runs.identified(word) for word in words))


def _show_raw(runs: RunStore, identifier: str, *, as_json: bool) -> int:
    found = runs.raw(identifier)
    if as_json:
        print_json({"raw": [document_of(each) for each in found]})
        return 0
    for each in found:
        print(f"# {printable(each.label)}")
        print(each.text.rstrip("\n"))
    return 0


def _facts(line: StoredRun) -> list[str]:
    facts: list[tuple[str, str | None]] = [
        (tr("Run"), line.identifier),
        (tr("Measured"), _when(line)),
        (tr("Tags"), ", ".join(line.tags)),
        (tr("Note"), " ".join(line.note.split())),
        (tr("Imported from"), line.imported_from),
        ("", tr("in the trash") if line.trashed else ""),
    ]
    return labelled([fact for fact in facts if fact[1]], columns())


def _circumstance_lines(record: SessionRecord) -> list[str]:
    """The known conditions of the run."""
    found = record.circumstances
    facts: list[tuple[str, str | None]] = [
        (tr("Governor"), ", ".join(found.governors)),
        (tr("CPU mitigations"), _mitigations(found)),
        (tr("File system"), _file_system(found)),
        (
            tr("Temperature"),
            _before_and_after(found.temperature_before_c, found.temperature_after_c),
        ),
        (tr("Load"), _before_and_after(found.load_before, found.load_after)),
        *((tr("Controller"), str(controller.summary)) for controller in found.controllers),
        *(
            (tr("Unit"), str(unit.summary))
            for controller in found.controllers
            for unit in controller.units
        ),
        (tr("Changed"), _changed(found)),
        *((tr("Other activity"), str(each)) for each in found.other_activity),
    ]
    return labelled(known, columns()) if (known := [fact for fact in facts if fact[1]]) else []


def _mitigations(found: Circumstances) -> str:
    """The active mitigations only, since they cost performance."""
    return "; ".join(
        f"{name}: {what}" for name, what in found.mitigations.items() if "Mitigation" in what
    )


def _file_system(found: Circumstances) -> str:
    if found.file_system is None:
        return ""
    system = found.file_system
    return tr(
        "{kind} on {mount_point} ({options}), {free:.1f} GB free",
        kind=system.kind,
        mount_point=system.mount_point,
        options=",".join(system.options),
        free=system.free_bytes / 1e9,
    )


def _before_and_after(before: float | None, after: float | None) -> str:
    if before is None and after is None:
        return ""
    reported = [
        UNKNOWN if value is None else spoken().number(value, ".1f") for value in (before, after)
    ]
    return tr("{before} before, {after} after", before=reported[0], after=reported[1])


def _changed(found: Circumstances) -> str:
    """The settings that differ from those before the run."""
    after = found.settings_after
    return ", ".join(
        tr(
            "{setting} of {device}: {before} → {after}",
            setting=name,
            device=device,
            before=value,
            after=after[device][name],
        )
        for device, settings in found.settings_before.items()
        for name, value in settings.items()
        if device in after and after[device].get(name, value) != value
    )


def _when(line: StoredRun) -> str:
    """The time of the run, in local time."""
    try:
        return format_moment(line.created_at).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError):
        return line.created_at
