"""The fio commands that repeat the runs of a session."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Protocol, TargetKind
from storage_tuner.fio.job import arguments

_STAND_INS = {TargetKind.PRACTICE: "PRACTICE_DISK", TargetKind.FILE: "TEST_FILE"}
"""Names instead of paths: the practice disk is gone, and its number may be another disk's by now;
a test file had no name. A command that writes must not hit what came after."""

_ONE_LOAD_MS = (30_000, 1_000)
"""Run time and running in: the load of a test goes on until it is decided, which no command can
repeat; as long as it lasts, it does the same."""


@dataclass(frozen=True)
class RepeatCommand:
    """One command line; ``label`` tells the operation and the number of threads.

    ``words`` are quoted for a shell.
    """

    label: str
    words: tuple[str, ...]

    @property
    def command(self) -> str:
        return " ".join(self.words)


def repeat_commands(record: SessionRecord) -> tuple[RepeatCommand, ...]:
    """One command per operation and number of threads, in the order of the plan.

    Empty when the size of what was measured isn't known.
    """
    plan = record.plan
    size = plan.target.size_bytes
    if size is None and plan.target.kind is not TargetKind.FILE and record.device is not None:
        size = record.device.size_bytes
    if size is None:
        return ()
    adaptive = plan.protocol is Protocol.ADAPTIVE
    runtime_ms, ramp_ms = _ONE_LOAD_MS if adaptive else (plan.runtime_ms, plan.ramp_ms)
    path = _STAND_INS.get(plan.target.kind) or f"/dev/{plan.target.device}"
    return tuple(
        RepeatCommand(
            f"{operation.label}, {threads} thread{'s' if threads > 1 else ''}",
            tuple(
                shlex.quote(word)
                for word in arguments(
                    operation,
                    path=path,
                    size_bytes=size,
                    threads=threads,
                    runtime_ms=runtime_ms,
                    ramp_ms=ramp_ms,
                )
            ),
        )
        for operation in plan.operations
        for threads in plan.threads
    )


def stand_in_note(record: SessionRecord) -> str:
    """What to put in the place of a stand-in, or nothing when the path is the real one."""
    kind = record.plan.target.kind
    if kind is TargetKind.PRACTICE:
        return (
            "Put a new practice disk in the place of PRACTICE_DISK: writing erases what is on it."
        )
    if kind is TargetKind.FILE:
        return "Put a test file in the place of TEST_FILE: writing overwrites what is in it."
    return ""
