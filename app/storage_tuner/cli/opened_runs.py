"""The user's runs, for a command that can say what became of them."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

from storage_tuner.cli.output.terminal import printable
from storage_tuner.core.message import trn
from storage_tuner.store.database.run_store import RunStore, open_runs


def _rescued(runs: int) -> str:
    if not runs:
        return "No run in it was readable"
    return trn(
        runs,
        "{count} readable run was moved to a new file",
        "{count} readable runs were moved to a new file",
    )


@contextlib.contextmanager
def opened_runs() -> Iterator[RunStore]:
    """That a damaged file was set aside, now or by whoever couldn't tell it, is told.

    Raises as ``open_runs``."""
    with open_runs() as runs:
        if runs.set_aside is not None:
            aside = runs.set_aside
            print(
                "storage-tuner: The file of kept runs was damaged. "
                f"{_rescued(aside.runs)}; the damaged file was moved to "
                f"{printable(str(aside.path))}.",
                file=sys.stderr,
            )
            runs.mark_set_aside_reported()
        yield runs
