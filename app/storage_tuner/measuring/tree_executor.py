"""Creates, removes and times trees of folders and files, as the user."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.bench.programs.tree_program import TreeRun, tree_run_from
from storage_tuner.bench.programs.tree_statistics import content_bytes, entry_count, phase_counts
from storage_tuner.core.errors import ToolFailed
from storage_tuner.core.message import Message, sentence
from storage_tuner.core.workload import FileTree, Workload
from storage_tuner.measuring.child_program import own_program
from storage_tuner.measuring.timed_executor import Timed, TimedExecutor

PROGRAM = "storage_tuner.bench.programs.tree_program"
_SLOWEST_S = 0.1
"""An upper bound of a hard disk's time per folder or file."""
_SLOWEST_BYTES_S = 1e6
_GRACE_S = 120


class TreeExecutor(TimedExecutor):
    """Each run creates a folder of its own in the target folder."""

    def _timed(self, workload: Workload) -> Sequence[Timed]:
        tree = workload.tree
        assert tree is not None
        run = self.run(tree)
        disturbed = _intrusion(run)
        return tuple(
            Timed(
                operation,
                count,
                phase.duration_s,
                phase.user_s,
                phase.system_s,
                phase.before,
                phase.after,
                disturbed,
            )
            for operation, count, phase in zip(
                tree.operations, phase_counts(tree), run.phases, strict=True
            )
        )

    def run(self, tree: FileTree) -> TreeRun:
        """Create and remove ``tree``. Raises ``ToolFailed`` and ``Cancelled``."""
        limit_s = _GRACE_S + _SLOWEST_S * entry_count(tree) + content_bytes(tree) / _SLOWEST_BYTES_S
        with own_program(PROGRAM) as program:
            program.send(self._job(tree))
            answer = program.answer(limit_s, self._around.is_cancelled)
        if "error" in answer:
            raise ToolFailed(
                sentence("The tree test in {folder}", folder=self._folder), str(answer["error"])
            )
        return tree_run_from(answer)

    def _job(self, tree: FileTree) -> dict[str, object]:
        return {
            "folder": str(self._folder),
            "counters": self._around.counters,
            "depth": tree.depth,
            "folders": tree.folders,
            "files": tree.files,
            "file_bytes": tree.file_bytes,
            "files_everywhere": tree.files_everywhere,
            "four_phases": tree.create_folders is not None,
        }


def _intrusion(run: TreeRun) -> Message | None:
    return (
        None
        if run.left is None
        else sentence("another program created files in {left}", left=run.left)
    )
