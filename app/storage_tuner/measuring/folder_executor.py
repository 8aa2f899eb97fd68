"""A folder, or a file in it, as the place of single runs: each workload in the way it needs."""

from __future__ import annotations

from collections.abc import Iterable

from storage_tuner.bench.runner import Executor
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import Text
from storage_tuner.core.plan import Plan, RunSpecification, Variant
from storage_tuner.core.workload import Workload
from storage_tuner.measuring.command_executor import CommandExecutor
from storage_tuner.measuring.tree_executor import TreeExecutor


class FolderExecutor:
    """fio on a test file, the user's own commands, trees of folders and files. All of them get the
    settings in the same way."""

    def __init__(self, streams: Executor, commands: CommandExecutor, trees: TreeExecutor) -> None:
        self._streams = streams
        self._commands = commands
        self._trees = trees

    def caveats(self, workloads: Iterable[Workload]) -> tuple[Text, ...]:
        """Sentences on what the numbers of ``workloads`` are worth here."""
        return self._commands.caveats() if any(each.command for each in workloads) else ()

    def apply(self, variant: Variant) -> None:
        self._streams.apply(variant)

    def rest(self) -> None:
        self._streams.rest()

    def execute(self, specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
        """Raises ``ToolFailed`` and ``Cancelled``."""
        return self._place_of(specification.cell.workload).execute(specification, plan)

    def _place_of(self, workload: Workload) -> Executor:
        if workload.command:
            return self._commands
        return self._trees if workload.tree else self._streams
