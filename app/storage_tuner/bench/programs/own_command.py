"""The user's own programs as text, as typed or in a plan file, and the workloads they are. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from storage_tuner.bench.programs.command import command_workload, start_workloads, words_of
from storage_tuner.core.message import Text
from storage_tuner.core.workload import Command, Workload


@dataclass(frozen=True)
class OwnCommand:
    """Programs with their arguments, quoted as in a shell; None for those not given. ``command``
    and the cold start of ``start`` are timed, ``prepare`` and ``clean_up`` run before and after
    each run; each is stopped after ``time_limit_s``."""

    command: str | None = None
    start: str | None = None
    prepare: str | None = None
    clean_up: str | None = None
    time_limit_s: float = Command.timeout_s

    @property
    def texts(self) -> tuple[str, ...]:
        """The programs that are given."""
        found = (self.command, self.start, self.prepare, self.clean_up)
        return tuple(each for each in found if each is not None)


def own_workloads(own: OwnCommand, called: Callable[[str], Text]) -> tuple[Workload, ...]:
    """The workloads of ``own``: the command, then the start. ``called`` gives the name of a field
    for the user. Raises ``InvalidInput`` for what isn't a command or a possible time limit."""

    def words(field: str) -> tuple[str, ...]:
        text = getattr(own, field)
        return () if text is None else words_of(text, called(field))

    prepare, clean_up, timeout_s = words("prepare"), words("clean_up"), own.time_limit_s
    found: list[Workload] = []
    if argv := words("command"):
        found.append(
            command_workload(argv, prepare=prepare, clean_up=clean_up, timeout_s=timeout_s)
        )
    if argv := words("start"):
        found += start_workloads(argv, prepare=prepare, clean_up=clean_up, timeout_s=timeout_s)
    return tuple(found)


def own_command_of(workloads: Sequence[Workload]) -> OwnCommand | None:
    """What the commands among ``workloads`` were made from; None without any. A start counts as
    complete, since a plan may leave out some of its loads for lack of time."""
    commands = [each.command for each in workloads if each.command]
    if not commands:
        return None
    run = next((each for each in commands if each.start is None), None)
    start = next((each for each in commands if each.start is not None), None)
    first = commands[0]
    return OwnCommand(
        _text(run.argv if run else ()),
        _text(start.argv if start else ()),
        _text(first.prepare),
        _text(first.clean_up),
        first.timeout_s,
    )


def _text(argv: Sequence[str]) -> str | None:
    return shlex.join(argv) if argv else None
