"""The fio commands that repeat the runs of a session."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr, trn
from storage_tuner.core.plan import Protocol, Target, TargetKind
from storage_tuner.core.workload import Workload
from storage_tuner.fio.job import arguments
from storage_tuner.present import wording

_STAND_INS = {
    TargetKind.PRACTICE: "PRACTICE_DISK",
    TargetKind.FILE: "TEST_FILE",
    TargetKind.DEVICE: "EMPTY_DISK",
}
"""Names instead of paths: the practice disk is gone, and its number may be another disk's by now;
a test file had no name. A command that writes must not hit what came after, so a disk has a name
only where it is read."""

_ONE_LOAD_MS = (30_000, 1_000)
"""Run time and ramp time: a test's load runs until it is decided, which no command can repeat; the
load itself is the same."""


@dataclass(frozen=True)
class RepeatCommand:
    """One command line; ``label`` names the workload and the thread count.

    ``words`` are quoted for a shell.
    """

    label: str
    words: tuple[str, ...]

    @property
    def command(self) -> str:
        return " ".join(self.words)


def repeat_commands(record: SessionRecord) -> tuple[RepeatCommand, ...]:
    """One command for each workload of fio's and number of threads that was measured (that was
    planned, where nothing was measured). None for recorded starts: they need a file with their
    reads.

    Empty when the size of what was measured isn't known.
    """
    plan = record.plan
    size = plan.target.size_bytes
    if size is None and plan.target.kind is not TargetKind.FILE and record.device is not None:
        size = record.device.size_bytes
    if size is None:
        return ()
    adaptive = plan.protocol is Protocol.ADAPTIVE
    measured = {(run.operation, run.threads) for run in record.measurements}
    cells = [
        cell
        for cell in plan.cells
        if not measured or (cell.workload.operations[0], cell.threads) in measured
    ]
    runtime_ms, ramp_ms = _ONE_LOAD_MS if adaptive else (plan.runtime_ms, plan.ramp_ms)
    return tuple(
        RepeatCommand(
            trn(
                cell.threads,
                "{workload}, {count} thread",
                "{workload}, {count} threads",
                workload=wording.printable(cell.workload.label),
            ),
            tuple(
                shlex.quote(word)
                for word in arguments(
                    cell.workload.streams,
                    path=_path(plan.target, cell.workload),
                    size_bytes=size,
                    threads=cell.threads,
                    runtime_ms=runtime_ms,
                    ramp_ms=ramp_ms,
                    fio_version=record.machine.fio,
                )
            ),
        )
        for cell in cells
        if cell.workload.streams and not cell.workload.replay
    )


def _path(target: Target, workload: Workload) -> str:
    if target.kind is TargetKind.DEVICE and not workload.writes:
        return f"/dev/{target.device}"
    return _STAND_INS[target.kind]


def stand_in_note(record: SessionRecord) -> str:
    """How to replace a placeholder; empty when the path is the real one."""
    kind = record.plan.target.kind
    if kind is TargetKind.PRACTICE:
        return tr("Replace PRACTICE_DISK with a new practice disk: writing erases its contents.")
    if kind is TargetKind.FILE:
        return tr("Replace TEST_FILE with a test file: writing erases its contents.")
    if record.plan.overwrites_device:
        return tr("Replace EMPTY_DISK with an empty disk: writing erases its contents.")
    return ""
