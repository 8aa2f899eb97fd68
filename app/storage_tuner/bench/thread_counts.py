"""The thread counts of a plan, and the most that a target can bear. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from storage_tuner.bench.catalogue import size_label
from storage_tuner.bench.restart_reasons import restarted_paces
from storage_tuner.bench.time_costs import in_rounds, least_seconds
from storage_tuner.core.message import Message, Text, counted, listed, sentence, together
from storage_tuner.core.plan import Cell, LeftOut, Plan
from storage_tuner.core.workload import threads_phrase
from storage_tuner_protocol.workload import (
    MAXIMUM_BUFFER_BYTES,
    MAXIMUM_THREADS,
    MEMORY_SHARE,
    THREAD_BYTES,
    extent_of,
)


@dataclass(frozen=True)
class LoadLimits:
    """The limits for a load: the target's size, the computer's memory, and the smallest request
    that the device accepts; each None when it isn't known."""

    size_bytes: int | None
    memory_bytes: int | None
    logical_block_bytes: int | None = None


def with_threads(plan: Plan, threads: tuple[int, ...]) -> Plan:
    """Return ``plan`` with other thread counts. Where cells are raced, all of them get time for a
    decision, so it may take longer."""
    chosen = replace(plan, threads=threads, left_out=LeftOut())
    chosen = replace(chosen, paces=restarted_paces(chosen))
    if not chosen.raced or chosen.budget_s is None:
        return chosen
    return in_rounds(replace(chosen, budget_s=max(chosen.budget_s, least_seconds(chosen))))


def left_out_sentences(plan: Plan) -> tuple[Message, ...]:
    """Sentences on tests left out for lack of time, and how to include them."""
    gone = plan.left_out
    if not gone:
        return ()
    whole = replace(
        plan,
        workloads=(*plan.workloads, *gone.workloads),
        threads=(*plan.threads, *gone.threads),
    )
    what = [listed(workload.phrase for workload in gone.workloads)]
    if gone.threads:
        what.append(_tests_with(gone.threads))
    return (
        sentence(
            "Left out for lack of time: {what}. {minutes} minutes would include them.",
            what=together(what, "; "),
            minutes=math.ceil(least_seconds(whole) / 60),
        ),
    )


def refusal(cell: Cell, bounds: LoadLimits) -> Text:
    """The reason why ``cell`` can't be measured within ``bounds``, as a sentence; empty when it
    can."""
    streams = [stream.in_cell(cell.threads) for stream in cell.workload.streams]
    what = sentence(
        "{label} with {threads}", label=cell.workload.label, threads=threads_phrase(cell.threads)
    )
    smallest = bounds.logical_block_bytes or 1
    for stream in streams:
        if not stream.buffered and stream.block_bytes % smallest:
            return sentence(
                "{label} uses blocks of {block_bytes}, but this device supports only "
                "multiples of {smallest}.",
                label=cell.workload.label,
                block_bytes=size_label(stream.block_bytes),
                smallest=size_label(smallest),
            )
    threads = sum(stream.threads for stream in streams)
    if threads > MAXIMUM_THREADS:
        return sentence(
            "{what} starts {counts} threads in total; the maximum is {most_threads}.",
            what=what,
            counts=threads,
            most_threads=MAXIMUM_THREADS,
        )
    buffers = sum(stream.buffer_bytes for stream in streams)
    if buffers > MAXIMUM_BUFFER_BYTES:
        return sentence(
            "{what} keeps {buffers} MiB of requests in flight; the maximum is {most} MiB.",
            what=what,
            buffers=buffers >> 20,
            most=MAXIMUM_BUFFER_BYTES >> 20,
        )
    needed = buffers + threads * THREAD_BYTES
    if bounds.memory_bytes is not None and needed > MEMORY_SHARE * bounds.memory_bytes:
        return sentence(
            "{what} needs {needed} MiB of memory for its requests, more than half of this "
            "computer's {memory} MiB.",
            what=what,
            needed=needed >> 20,
            memory=bounds.memory_bytes >> 20,
        )
    if bounds.size_bytes is None:
        return ""
    for stream in streams:
        if extent_of(stream, bounds.size_bytes).part < stream.least_bytes:
            return sentence(
                "{what} doesn't fit into {size_bytes}: each thread needs {least}.",
                what=what,
                size_bytes=_room(bounds.size_bytes),
                least=size_label(stream.least_bytes),
            )
    return ""


def _tests_with(counts: Sequence[int]) -> Message:
    return counted(
        counts[0] if len(counts) == 1 else 2,
        "tests with {counts} thread",
        "tests with {counts} threads",
        counts=listed(map(str, counts)),
    )


def _room(size_bytes: int) -> Text:
    return (
        f"{size_bytes >> 20} MiB"
        if size_bytes >= 1 << 20
        else sentence("{size_bytes} bytes", size_bytes=size_bytes)
    )
