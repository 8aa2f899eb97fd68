"""``workloads``: list and describe the workloads."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from storage_tuner.bench.catalogue import size_label
from storage_tuner.cli.output.terminal import columns, labelled, print_error, print_json, table
from storage_tuner.core.message import Message, sentence, tr
from storage_tuner.core.workload import (
    FileTree,
    Order,
    Priority,
    PriorityClass,
    Stream,
    Workload,
    threads_phrase,
)
from storage_tuner.jobs.planning.workload_catalogue import (
    CatalogueEntry,
    WorkloadCatalogue,
    known_workloads,
)
from storage_tuner.store.documents import document_of
from storage_tuner.store.workload_files import own_folder

_ORDERS = {
    Order.BACKWARD: sentence("backward"),
    Order.SAME_PLACE: sentence("same-place"),
}


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "workloads",
        help=tr("list workloads, built-in and your own"),
        description=tr("Lists the workloads for --workloads of tune and sweep, or shows one."),
        epilog=tr(
            "Add your own in {folder}/*.toml; docs/workloads.md describes the format.",
            folder=own_folder(),
        ),
    )
    parser.add_argument("--json", action="store_true", help=tr("print JSON"))
    parser.set_defaults(run=run_list)
    actions = parser.add_subparsers(title=tr("actions"), metavar=tr("ACTION"))
    listing = actions.add_parser("list", help=tr("list workloads (default)"))
    listing.set_defaults(run=run_list)
    showing = actions.add_parser("show", help=tr("show a workload and its source"))
    showing.add_argument("name", metavar="NAME")
    showing.set_defaults(run=run_show)
    for each in (listing, showing):
        each.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help=tr("print JSON")
        )


def run_list(arguments: argparse.Namespace) -> int:
    known = known_workloads()
    _warn(known)
    if arguments.json:
        print_json(
            {
                "workloads": [_document(each) for each in known.entries],
                "not_expressed": [document_of(each) for each in known.not_expressed],
                "broken": [
                    {"file": problem.file, "reason": problem.reason} for problem in known.broken
                ],
            }
        )
    else:
        print("\n".join(list_lines(known)))
    return 0


def run_show(arguments: argparse.Namespace) -> int:
    known = known_workloads()
    found = known.find(arguments.name)
    _warn(known)
    if arguments.json:
        print_json({"workload": _document(found)})
    else:
        print("\n".join(show_lines(found)))
    return 0


def list_lines(known: WorkloadCatalogue) -> list[str]:
    """The workloads, one per line, then the unsupported operations of other programs."""
    rows = [
        (each.workload.name, str(each.workload.label), " ".join(_kinds(each)))
        for each in known.entries
    ]
    lines = table([(tr("NAME"), tr("WORKLOAD"), ""), *rows], columns(), shrinkable=(1,))
    return [*lines, "", tr("Not supported:"), *labelled(_not_expressed(known), columns())]


def show_lines(known: CatalogueEntry) -> list[str]:
    workload = known.workload
    facts: list[tuple[str, str | None]] = [
        (tr("Name"), workload.name),
        (tr("Workload"), str(workload.label)),
        (tr("Purpose"), str(workload.purpose) or None),
        (tr("Simulates"), str(workload.simulates) or None),
        (tr("Source"), known.entry.source or None),
    ]
    if known.file:
        facts.append((tr("File"), str(known.file)))
    facts += [(_stream_label(workload, each), stream_text(each)) for each in workload.streams]
    if workload.tree:
        facts.append((tr("I/O"), _tree_text(workload.tree)))
    if workload.command:
        facts.append((tr("Command"), " ".join(workload.command.argv)))
    if reason := _where(workload):
        facts.append((tr("Target"), reason))
    return labelled(facts, columns())


def stream_text(stream: Stream) -> str:
    """A stream in words."""
    if stream.recording:
        return tr("the reads of a recorded start, one after the other")
    return ", ".join(_stream_words(stream))


def _stream_words(stream: Stream) -> Iterable[str]:
    yield _mode_text(stream)
    yield tr("{size} requests", size=size_label(stream.block_bytes))
    if stream.order is Order.STRIDED:
        yield tr("strided (one of {count})", count=stream.stride_bytes // stream.block_bytes)
    elif stream.order is not Order.FORWARD:
        yield str(_ORDERS[stream.order])
    if stream.threads is not None:
        yield str(threads_phrase(stream.threads))
    if stream.queue_depth > 1:
        yield tr("queue depth {count} per thread", count=stream.queue_depth)
    if stream.fsync_every:
        yield tr("fsync after every {count}", count=stream.fsync_every)
    if stream.synchronous:
        yield tr("synchronous writes")
    if stream.rate_iops is not None:
        yield tr("{count} IOPS per thread", count=stream.rate_iops)
    if stream.rest_ms:
        yield tr("{count} ms of rest after each request", count=stream.rest_ms)
    if stream.priority is not None:
        yield _priority_text(stream.priority)
    region = stream.region
    if region.percent < 100:
        yield tr(
            "from {start} % to {end} %",
            start=region.start_percent,
            end=region.start_percent + region.percent,
        )
    if stream.buffered:
        yield tr("through the page cache")
    if not stream.shared:
        yield tr("a separate region per thread")


def _mode_text(stream: Stream) -> str:
    mode = stream.mode
    if mode.mixed:
        share = stream.write_percent
        if mode.random:
            return tr("random reads and {share} % writes", share=share)
        return tr("sequential reads and {share} % writes", share=share)
    if mode.random:
        return tr("random writes") if mode.writes else tr("random reads")
    return tr("sequential writes") if mode.writes else tr("sequential reads")


def _priority_text(priority: Priority) -> str:
    if priority.priority_class is PriorityClass.IDLE:
        return tr("priority idle")
    return tr("priority {kind} {level}", kind=priority.priority_class.value, level=priority.level)


def _tree_text(tree: FileTree) -> str:
    lowest = tree.folders**tree.depth
    folders = tr(
        "creates {folders} folders per level, {depth} levels deep: {lowest} at the bottom",
        folders=tree.folders,
        depth=tree.depth,
        lowest=lowest,
    )
    if tree.files:
        folders = tr(
            "{folders}, {files} files of {size} in each",
            folders=folders,
            files=tree.files,
            size=size_label(tree.file_bytes),
        )
    return tr("{folders}; then deletes all", folders=folders)


def _stream_label(workload: Workload, stream: Stream) -> str:
    part = stream.operation.name.removeprefix(workload.name).removeprefix("/")
    return tr("I/O") if len(workload.streams) == 1 else part or tr("Start")


def _where(workload: Workload) -> str:
    if workload.needs_file:
        return tr("a folder on a file system")
    if workload.writes:
        return tr("a folder on a file system, or a practice disk")
    return ""


def _kinds(known: CatalogueEntry) -> Iterable[str]:
    if known.file:
        yield tr("own")
    if known.workload.writes:
        yield tr("writes")
    if known.workload.needs_file:
        yield tr("folder")


def _not_expressed(known: WorkloadCatalogue) -> list[tuple[str, str | None]]:
    return [
        (str(Message(each.operation)), str(Message(each.reason))) for each in known.not_expressed
    ]


def _document(known: CatalogueEntry) -> dict[str, object]:
    return {
        **document_of(known.workload),
        "source": known.entry.source,
        "file": str(known.file) if known.file else None,
        "writes": known.workload.writes,
        "needs_file": known.workload.needs_file,
    }


def _warn(known: WorkloadCatalogue) -> None:
    for problem in known.broken:
        print_error(str(problem.summary))
