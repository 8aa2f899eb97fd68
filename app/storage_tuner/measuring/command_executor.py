"""Runs and times the user's own command in a folder, as the user, in a child program."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from storage_tuner.bench.programs.command import CommandRun, CommandStep, label_of, run_from
from storage_tuner.core.errors import Cancelled, CommandFailed
from storage_tuner.core.message import Message, Text, sentence, together
from storage_tuner.core.workload import Command, Workload
from storage_tuner.measuring.child_program import OwnProgram, is_any_unfinished, own_program
from storage_tuner.measuring.timed_executor import Timed, TimedExecutor

PROGRAM = "storage_tuner.bench.programs.command_program"
GRACE_S = 60
"""The extra time of a run beyond that of its commands: writing dirty data, ending hung
processes."""


class CommandExecutor(TimedExecutor):
    """Runs commands in the folder, as the calling user."""

    def caveats(self) -> tuple[Text, ...]:
        """Sentences on the limits of a command's results here."""
        found = []
        if not self._around.can_drop_caches:
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
        timed = run.timed
        assert timed and run.before and run.after
        left = (
            sentence("{left} of its processes couldn't be stopped", left=run.left)
            if run.left
            else None
        )
        return (
            Timed(
                command.operation,
                1,
                timed.duration_s,
                timed.user_s,
                timed.system_s,
                run.before,
                run.after,
                left,
            ),
        )

    def run(self, command: Command) -> CommandRun:
        """Prepare, drop the caches, run, clean up; raises ``CommandFailed`` and ``Cancelled``."""
        with _reporting_clean_up(command), own_program(PROGRAM) as program:
            program.send(self._job(command))
            result = run_from(self._conversation(program, command))
        if result.failed:
            raise CommandFailed(label_of(command.argv), _reason(result, command))
        return result

    def _conversation(self, program: OwnProgram, command: Command) -> dict[str, object]:
        limit_s = 3 * command.timeout_s + GRACE_S
        answer = program.answer(limit_s, self._around.is_cancelled)
        if answer.get("prepared"):
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
        }


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
    return reason


def _reason(run: CommandRun, command: Command) -> Message:
    failed = run.failed
    assert failed
    argv = {
        CommandStep.PREPARE: command.prepare,
        CommandStep.COMMAND: command.argv,
        CommandStep.CLEAN_UP: command.clean_up,
    }[failed.step]
    left = (
        sentence("{left} of its processes couldn't be stopped", left=run.left) if run.left else ""
    )
    return together((_phrase(failed.step, label_of(argv), failed.reason), left), "; ")
