"""The user's runs, for a command that can say what became of them."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

from storage_tuner.cli.terminal import printable
from storage_tuner.store.runs import RunStore, open_runs


@contextlib.contextmanager
def opened_runs() -> Iterator[RunStore]:
    """That a damaged file was set aside, now or by whoever couldn't tell it, is told.

    Raises as ``open_runs``."""
    with open_runs() as runs:
        if runs.set_aside is not None:
            print(
                f"storage-tuner: The file of kept runs was damaged. It was set aside as "
                f"{printable(str(runs.set_aside))}, and a new one begun.",
                file=sys.stderr,
            )
            runs.note_told()
        yield runs
