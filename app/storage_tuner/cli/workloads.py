"""``workloads``: what can be measured, and what each of it does."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from storage_tuner.bench.catalogue import size_label
from storage_tuner.cli.output.terminal import columns, labelled, print_json, table, tell_aside
from storage_tuner.core.workload import FileTree, Order, Priority, PriorityClass, Stream, Workload
from storage_tuner.jobs.planning.workload_catalogue import (
    KnownEntry,
    KnownWorkloads,
    known_workloads,
)
from storage_tuner.store.documents import document_of
from storage_tuner.store.workload_files import own_folder


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "workloads",
        help="what can be measured: ours and your own",
        description="Lists the workloads that --workloads of tune and sweep knows, or shows one.",
        epilog=f"Your own stand in {own_folder()}/*.toml; docs/workloads.md tells how they are "
        "written.",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run_list)
    actions = parser.add_subparsers(title="actions", metavar="ACTION")
    listing = actions.add_parser("list", help="all of them (default)")
    listing.set_defaults(run=run_list)
    showing = actions.add_parser("show", help="what one does, and where its numbers come from")
    showing.add_argument("name", metavar="NAME")
    showing.set_defaults(run=run_show)
    for each in (listing, showing):
        each.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="print JSON"
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


def list_lines(known: KnownWorkloads) -> list[str]:
    """A line each, then what other programs measure and we don't."""
    rows = [
        (each.workload.name, str(each.workload.label), " ".join(_kinds(each)))
        for each in known.entries
    ]
    lines = table([("NAME", "WORKLOAD", ""), *rows], columns(), shrinkable=(1,))
    return [*lines, "", "Not among them:", *labelled(_not_expressed(known), columns())]


def show_lines(known: KnownEntry) -> list[str]:
    workload = known.workload
    facts: list[tuple[str, str | None]] = [
        ("Name", workload.name),
        ("Workload", str(workload.label)),
        ("Shows", str(workload.purpose) or None),
        ("Simulates", str(workload.simulates) or None),
        ("Numbers from", known.entry.source or None),
    ]
    if known.file:
        facts.append(("File", str(known.file)))
    facts += [(_stream_label(workload, each), stream_text(each)) for each in workload.streams]
    if workload.tree:
        facts.append(("Does", _tree_text(workload.tree)))
    if workload.command:
        facts.append(("Runs", " ".join(workload.command.argv)))
    if reason := _where(workload):
        facts.append(("Where", reason))
    return labelled(facts, columns())


def stream_text(stream: Stream) -> str:
    """All that matters of a stream, in words."""
    return ", ".join(_stream_words(stream))


def _stream_words(stream: Stream) -> Iterable[str]:
    mode = "random" if stream.mode.random else "sequential"
    if stream.mode.mixed:
        yield f"{mode} reads and {stream.write_percent} % writes"
    else:
        yield f"{mode} {'writes' if stream.mode.writes else 'reads'}"
    yield f"of {size_label(stream.block_bytes)}"
    if stream.order is not Order.FORWARD:
        stride = f" (one of {stream.stride_bytes // stream.block_bytes})"
        yield f"{stream.order.value}{stride if stream.order is Order.STRIDED else ''}"
    if stream.threads is not None:
        yield f"{stream.threads} thread{'s' if stream.threads > 1 else ''}"
    if stream.queue_depth > 1:
        yield f"{stream.queue_depth} under way in each thread"
    if stream.fsync_every:
        yield f"fsync after every {stream.fsync_every}"
    if stream.synchronous:
        yield "each write waits for the medium"
    if stream.rate_iops is not None:
        yield f"{stream.rate_iops} a second in each thread"
    if stream.priority is not None:
        yield _priority_text(stream.priority)
    region = stream.region
    if region.percent < 100:
        yield f"from {region.start_percent} % to {region.start_percent + region.percent} %"
    if stream.buffered:
        yield "through the page cache"
    if not stream.shared:
        yield "each thread in a part of its own"


def _priority_text(priority: Priority) -> str:
    if priority.priority_class is PriorityClass.IDLE:
        return "priority idle"
    return f"priority {priority.priority_class.value} {priority.level}"


def _tree_text(tree: FileTree) -> str:
    lowest = tree.folders**tree.depth
    files = f", {tree.files} files of {size_label(tree.file_bytes)} in each lowest one"
    return (
        f"{tree.folders} folders in each, {tree.depth} deep: {lowest} lowest ones"
        f"{files if tree.files else ''}; then removes all of it"
    )


def _stream_label(workload: Workload, stream: Stream) -> str:
    return "Does" if len(workload.streams) == 1 else stream.operation.name.partition("/")[2]


def _where(workload: Workload) -> str:
    if workload.needs_file:
        return "in a folder on a file system"
    if workload.writes:
        return "in a folder on a file system, or on a practice disk"
    return ""


def _kinds(known: KnownEntry) -> Iterable[str]:
    if known.file:
        yield "own"
    if known.workload.writes:
        yield "writes"
    if known.workload.needs_file:
        yield "folder"


def _not_expressed(known: KnownWorkloads) -> list[tuple[str, str | None]]:
    return [(each.operation, each.reason) for each in known.not_expressed]


def _document(known: KnownEntry) -> dict[str, object]:
    return {
        **document_of(known.workload),
        "source": known.entry.source,
        "file": str(known.file) if known.file else None,
        "writes": known.workload.writes,
        "needs_file": known.workload.needs_file,
    }


def _warn(known: KnownWorkloads) -> None:
    for problem in known.broken:
        tell_aside(str(problem.summary))
