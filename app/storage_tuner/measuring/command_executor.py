"""Runs and times the user's own command in a folder, as the user, in a child program.

A cold start is such a command, too. Its files are found by tracing it once; before each start they
are evicted from the page cache, and only they.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.bench.counter_snapshot import CounterSnapshot
from storage_tuner.bench.measured_file import NO_FILE, MeasuredFile
from storage_tuner.bench.programs.command import CommandRun, CommandStep, run_from
from storage_tuner.bench.programs.page_cache import Eviction
from storage_tuner.core.errors import Cancelled, CommandFailed
from storage_tuner.core.message import Message, Text, sentence, together
from storage_tuner.core.workload import Command, Copying, Workload, label_of
from storage_tuner.measuring.child_program import OwnProgram, is_any_unfinished, own_program
from storage_tuner.measuring.system_sampler import SystemSampler
from storage_tuner.measuring.timed_executor import Timed, TimedExecutor
from storage_tuner.probe.files.target import counters_of_path

PROGRAM = "storage_tuner.bench.programs.command_program"
GRACE_S = 60
"""The extra time of a run beyond that of its commands: writing dirty data, ending hung
processes."""


class CommandExecutor(TimedExecutor):
    """Runs commands in the folder, as the calling user; ``file`` is what the readers and writers
    beside a start work on."""

    def __init__(self, folder: Path, setup: SystemSampler, file: MeasuredFile = NO_FILE) -> None:
        super().__init__(folder, setup)
        self._file = file
        self._opened: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._starts: list[_Start] = []

    def caveats(self, commands: Iterable[Command]) -> tuple[Text, ...]:
        """Sentences on the limits of the results of ``commands`` here."""
        found = []
        given = tuple(commands)
        if not self._around.can_drop_caches and not all(each.start for each in given):
            found.append(
                sentence(
                    "The page cache wasn't dropped between runs of the command, so its "
                    "reads may come from memory (warm caches)."
                )
            )
        if self._around.counters is None:
            found.append(
                sentence(
                    "The disk that the command uses is unknown, so only its run time was measured."
                )
            )
        if os.geteuid() == 0:
            found.append(sentence("The command ran as root, like Storage Tuner itself."))
        return tuple(found)

    def _timed(self, workload: Workload) -> Sequence[Timed]:
        command = workload.command
        assert command is not None
        run = self.run(command)
        timed, before, after = run.timed, run.before, run.after
        assert timed and before and after
        left = (
            sentence("{left} of its processes couldn't be stopped", left=run.left)
            if run.left
            else None
        )
        if run.evicted:
            self._starts.append(_Start(run.evicted, timed.read_bytes))
        started = Timed(
            command.operation,
            1,
            timed.duration_s,
            timed.user_s,
            timed.system_s,
            before,
            after,
            left,
            timed.read_bytes if command.start else None,
        )
        return (started, *_copying(command, run, before, after))

    def run(self, command: Command) -> CommandRun:
        """Prepare, drop the caches, run, clean up; for a cold start, drop only the command's files.
        Raises ``CommandFailed`` and ``Cancelled``."""
        if command.start and command.argv not in self._opened:
            self._opened[command.argv] = self._files_of(command)
        return self._once(command)

    def remarks(self) -> tuple[Text, ...]:
        """Sentences on how cold the starts were."""
        return (*self._elsewhere(), *_coldness(self._starts))

    def _files_of(self, command: Command) -> tuple[str, ...]:
        """The files that it opens or maps: at least its own. Raises ``CommandFailed``."""
        found = self._once(command, trace=True).opened
        if not found:
            raise CommandFailed(
                label_of(command.argv),
                sentence("the system doesn't let it be traced, so its files are unknown"),
            )
        return found

    def _once(self, command: Command, *, trace: bool = False) -> CommandRun:
        with _reporting_clean_up(command), own_program(PROGRAM) as program:
            program.send(self._job(command) | {"trace": trace})
            result = run_from(self._conversation(program, command))
        if result.failed:
            raise CommandFailed(label_of(command.argv), _reason(result, command))
        return result

    def _conversation(self, program: OwnProgram, command: Command) -> dict[str, object]:
        limit_s = 4 * command.timeout_s + GRACE_S
        answer = program.answer(limit_s, self._around.is_cancelled)
        if answer.get("prepared"):
            if not command.start:
                self._around.drop_caches()
            program.send({"go": True})
            answer = program.answer(limit_s, self._around.is_cancelled)
        return dict(answer)

    def _job(self, command: Command) -> dict[str, object]:
        return {
            "folder": str(self._folder),
            "counters": self._around.counters,
            "timeout_s": command.timeout_s,
            CommandStep.PREPARE: command.prepare,
            CommandStep.COMMAND: command.argv,
            CommandStep.CLEAN_UP: command.clean_up,
            "evict": self._opened.get(command.argv, ()),
            "copying": self._copying_job(command.copying),
        }

    def _copying_job(self, copying: Copying | None) -> dict[str, object] | None:
        if copying is None:
            return None
        return {
            "file": self._file.path,
            "bytes": self._file.size_bytes,
            "readers": copying.readers,
        }

    def _elsewhere(self) -> Iterator[Message]:
        """A sentence on files of the programs that aren't on the measured disk, if known."""
        if self._around.counters is None:
            return
        sizes = [_size_and_disk(path) for paths in self._opened.values() for path in paths]
        whole = sum(size for size, _ in sizes)
        other = sum(size for size, disk in sizes if disk != self._around.counters)
        if other:
            yield sentence(
                "{other_mb:.3g} MB of the {whole_mb:.3g} MB of the program's files are on another "
                "disk than {folder}: what it reads there doesn't depend on the measured one.",
                other_mb=other / 1e6,
                whole_mb=whole / 1e6,
                folder=self._folder,
            )


@dataclass(frozen=True)
class _Start:
    """What was evicted before a start, and the bytes that it read from disks."""

    evicted: Eviction
    read_bytes: int


def _coldness(starts: Sequence[_Start]) -> Iterator[Message]:
    if not starts:
        return
    largest = max((start.evicted for start in starts), key=lambda each: (each.left, each.unknown))
    read_mb = math.fsum(start.read_bytes for start in starts) / len(starts) / 1e6
    if not read_mb:
        yield sentence("The starts read nothing from disks, so they weren't cold.")
    if largest.left:
        yield sentence(
            "{left_mb:.3g} MB of the {whole_mb:.3g} MB of the program's files stayed in memory, "
            "since running programs use them. Each start read {read_mb:.3g} MB from disks.",
            left_mb=largest.left / 1e6,
            whole_mb=largest.whole / 1e6,
            read_mb=read_mb,
        )
    elif largest.unknown:
        yield sentence(
            "Whether {unknown_mb:.3g} MB of the {whole_mb:.3g} MB of the program's files left "
            "memory is unknown, since the kernel reports that only to their owner. Each start read "
            "{read_mb:.3g} MB from disks.",
            unknown_mb=largest.unknown / 1e6,
            whole_mb=largest.whole / 1e6,
            read_mb=read_mb,
        )


def _size_and_disk(path: str) -> tuple[int, str | None]:
    """The size of a file and the counters of its disk; 0 for one that has gone."""
    try:
        return Path(path).stat().st_size, counters_of_path(path)
    except OSError:
        return 0, None


def _copying(
    command: Command, run: CommandRun, before: CounterSnapshot, after: CounterSnapshot
) -> Iterator[Timed]:
    """What the readers and writers moved meanwhile."""
    if command.copying is None or run.copied is None:
        return
    for operation, moved in (
        (command.copying.read, run.copied.read_bytes),
        (command.copying.write, run.copied.written_bytes),
    ):
        seconds = after.at_s - before.at_s
        yield Timed(operation, None, seconds, None, None, before, after, None, moved)


@contextmanager
def _reporting_clean_up(command: Command) -> Iterator[None]:
    """Report, when a run is stopped, that its clean-up is still running."""
    try:
        yield
    except Cancelled:
        if not (command.clean_up and is_any_unfinished()):
            raise
        raise Cancelled(
            sentence(
                "The clean-up {clean_up} continues in the background and is stopped after "
                "{timeout_s:g} s.",
                clean_up=label_of(command.clean_up),
                timeout_s=command.timeout_s,
            )
        ) from None


def _phrase(step: CommandStep, label: str, reason: Text) -> Text:
    if step is CommandStep.PREPARE:
        return sentence("its preparation {label} failed: {reason}", label=label, reason=reason)
    if step is CommandStep.CLEAN_UP:
        return sentence("its clean-up {label} failed: {reason}", label=label, reason=reason)
    if step is CommandStep.COPYING:
        return sentence("the readers and writers beside it failed: {reason}", reason=reason)
    return reason


def _reason(run: CommandRun, command: Command) -> Message:
    failed = run.failed
    assert failed
    argv = {
        CommandStep.PREPARE: command.prepare,
        CommandStep.COPYING: (),
        CommandStep.COMMAND: command.argv,
        CommandStep.CLEAN_UP: command.clean_up,
    }[failed.step]
    left = (
        sentence("{left} of its processes couldn't be stopped", left=run.left) if run.left else ""
    )
    return together((_phrase(failed.step, label_of(argv), failed.reason), left), "; ")
