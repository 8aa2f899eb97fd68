"""What is told to nobody ends nothing."""

from __future__ import annotations

import os
from typing import TextIO, cast

import pytest

from storage_tuner.cli.output.streams import Aside
from storage_tuner.cli.terminal_events import TerminalListener, progress_line
from storage_tuner.core.progress import Phase, Progress


def without_reader(*, terminal: bool) -> TextIO:
    reader, writer = os.openpty() if terminal else os.pipe()
    os.close(reader)
    return os.fdopen(writer, "w", buffering=1)


@pytest.mark.parametrize("terminal", [True, False], ids=["terminal", "pipe"])
def test_progress_falls_silent_when_nobody_listens_any_more(terminal: bool) -> None:
    stream = without_reader(terminal=terminal)
    with pytest.raises(OSError):
        print("one line", file=stream, flush=True)
    aside = cast(TextIO, Aside(stream))
    with TerminalListener(aside) as progress:
        for notice in ("", "Paused."):
            progress.progressed(Progress(Phase.PREPARING, 0, "Looking around…", notice=notice))
    print("the end", file=aside, flush=True)
    stream.close()


def test_what_is_told_to_somebody_arrives() -> None:
    reader, writer = os.pipe()
    with os.fdopen(writer, "w") as stream:
        print("a – b", file=cast(TextIO, Aside(stream)), flush=True)
        assert os.read(reader, 100) == "a – b\n".encode()
    os.close(reader)


def test_a_line_says_when_other_programs_use_the_processors() -> None:
    line = progress_line(Progress(Phase.MEASURING, 0.1, "bfq", 1, 4, 60.0, others_share=0.78))
    assert line.endswith("bfq · other programs use 78 % of all processors")
    assert "other" not in progress_line(Progress(Phase.MEASURING, 0.1, "bfq", 1, 4, 60.0))
