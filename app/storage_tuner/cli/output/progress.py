"""Progress in a terminal: one line that is rewritten, or a line now and then in a log."""

from __future__ import annotations

import shutil
import time
from typing import Self, TextIO

from storage_tuner.cli.output.terminal import printable
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.jobs.listening import JobListener

LOG_INTERVAL_S = 15


class TerminalProgress(JobListener):
    """Writes to ``stream``."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._rewrites = stream.isatty()
        self._width = 0
        self._last: tuple[Phase, float] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._clear()

    def progressed(self, progress: Progress) -> None:
        if progress.notice:
            self._clear()
            print(printable(progress.notice), file=self._stream, flush=True)
        if self._rewrites:
            self._rewrite(printable(progress_line(progress)))
        elif self._is_due(progress):
            self._last = (progress.phase, time.monotonic())
            print(printable(progress_line(progress)), file=self._stream, flush=True)

    def _is_due(self, progress: Progress) -> bool:
        if self._last is None or self._last[0] is not progress.phase:
            return True
        return time.monotonic() - self._last[1] >= LOG_INTERVAL_S

    def _rewrite(self, line: str) -> None:
        line = line[: shutil.get_terminal_size().columns - 1]
        self._stream.write("\r" + line.ljust(self._width))
        self._stream.flush()
        self._width = len(line)

    def _clear(self) -> None:
        if self._width:
            self._stream.write("\r" + " " * self._width + "\r")
            self._stream.flush()
            self._width = 0


def progress_line(progress: Progress) -> str:
    """``run 12 of 192 · about 3 min left · bfq, random read, 4 threads``, or
    ``test 3 of 16 · about 3 min left · random read, 4 threads: block 5, bfq ahead by 12 %``; where
    there's only one thing to do, ``about 3 min left · block 5, bfq now``."""
    if progress.phase is Phase.MEASURING:
        left = duration_text(progress.remaining_s or 0)
        if not progress.runs:
            return f"about {left} left · {progress.sentence}"
        what = "run" if progress.block is None else "test"
        where = f"{what} {progress.run} of {progress.runs}"
        text = f"{where} · about {left} left · {progress.sentence}"
        if not progress.others_share:
            return text
        return f"{text} · other programs use {100 * progress.others_share:.0f} % of all processors"
    if progress.phase is Phase.FILLING:
        return f"{progress.sentence} {100 * progress.fraction:.0f} %"
    return progress.sentence


def duration_text(seconds: float) -> str:
    """``40 s``, ``3 min``, ``1 h 05 min``: as exact as a person wants it."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"
