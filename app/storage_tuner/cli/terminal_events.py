"""The events of a job in the terminal."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self, TextIO

from storage_tuner.bench.planning import estimate_seconds
from storage_tuner.bench.test_size import size_text
from storage_tuner.bench.thread_counts import left_out_sentences
from storage_tuner.bench.time_costs import least_seconds
from storage_tuner.cli.options.report_options import WantedReport
from storage_tuner.cli.output import load_search_text as load_search
from storage_tuner.cli.output.plan_text import condition_lines, duration_text, plan_lines
from storage_tuner.cli.output.terminal import print_error, printable
from storage_tuner.core.condition import Condition, ConditionKind, Severity
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput, NotMeasurable, StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import Text, sentence, tr, trn
from storage_tuner.core.plan import Plan, Protocol
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.jobs.events import JobListener
from storage_tuner.jobs.plans import Planned
from storage_tuner.jobs.requests import LoadSearch

LOG_INTERVAL_S = 15

MANY_VARIANTS, LONG_S = 12, 3600.0
"""Measuring more variants, or longer (in seconds), requires the user's confirmation."""


@dataclass(frozen=True)
class Printing:
    """The output of a job. ``shows_cost``: print its duration before it begins; ``asks``: a long
    job requires confirmation. ``notes`` are printed after the plan. ``events``: events are JSON
    instead of text, about the target with this name; None for text. ``tells_all``: the exit code
    also tells whether something was changed, and whether it was decided."""

    as_json: bool = False
    report: WantedReport | None = None
    load: LoadSearch | None = None
    shows_cost: bool = False
    asks: bool = True
    notes: tuple[str, ...] = ()
    events: str | None = None
    tells_all: bool = False


class TerminalListener(JobListener):
    """Writes to ``stream``: progress on one rewritten line, or a line now and then in a log; and
    other events of the job."""

    def __init__(self, stream: TextIO, printing: Printing = Printing()) -> None:
        self._stream = stream
        self._printing = printing
        self._rewrites = stream.isatty()
        self._width = 0
        self._last: tuple[Phase, float] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._clear()

    def progressed(self, progress: Progress) -> None:
        if progress.notice:
            self.noted(str(progress.notice))
        if self._rewrites:
            self._rewrite(printable(progress_line(progress)))
        elif self._is_due(progress):
            self._last = (progress.phase, time.monotonic())
            print(printable(progress_line(progress)), file=self._stream, flush=True)

    def planned(self, planned: Planned) -> None:
        """Print the plan. Raises ``InvalidInput`` when the user declines."""
        printed_later = left_out_sentences(planned.plan)
        for note in planned.notes:
            if note not in printed_later:
                self.warned(str(note))
        if planned.absent:
            self.warned(tr("To test all values together, use --series all."))
        if self._printing.shows_cost or planned.plan.protocol is Protocol.SUSTAINED:
            self._agree(planned.plan)

    def waiting(self, work: Condition) -> None:
        self.noted(tr("Waiting: {work}", work=work.sentence))

    def conditions_checked(self, conditions: Sequence[Condition]) -> None:
        """Print the conditions. Raises ``NotMeasurable`` with --wait as remedy where that helps."""
        self._show_conditions(conditions)
        blocking = [each for each in conditions if each.severity is Severity.BLOCKING]
        if blocking and all(each.kind is ConditionKind.ARRAY_WORK for each in blocking):
            raise NotMeasurable(
                blocking[0].sentence, sentence("Add --wait to measure when it has finished.")
            )

    def begins(self, device: Device | None, plan: Plan, begun: SessionRecord | None) -> None:
        del device
        before = (where_from(begun),) if begun else ()
        load = self._printing.load
        lines = load_search.plan_lines(plan, load) if load else plan_lines(plan)
        self._print((*before, *lines, *self._printing.notes))

    def noted(self, text: Text) -> None:
        self._print((printable(text),))

    def warned(self, text: Text) -> None:
        self._clear()
        print_error(str(text))

    def failed(self, target: str, error: StorageTunerError) -> None:
        """The job of ``target``, one of several, ended with ``error``."""
        self.warned(f"{target}: {error}")

    def not_saved(self, error: StorageTunerError) -> None:
        self.warned(tr("The run couldn't be saved: {error}", error=error))

    def _show_conditions(self, conditions: Sequence[Condition]) -> None:
        self._print(condition_lines(conditions))

    def _print(self, lines: Sequence[str]) -> None:
        self._clear()
        print("\n".join(lines), file=self._stream, flush=True)

    def _agree(self, plan: Plan) -> None:
        text = cost_sentence(plan)
        self.noted(text)
        if not _is_much(plan) or not self._printing.asks:
            return
        if not self._can_ask():
            raise _unconfirmed(plan, text)
        print(tr("Continue? [y/N] "), end="", file=self._stream, flush=True)
        if sys.stdin.readline().strip().lower() not in ("y", "yes", tr("y"), tr("yes")):
            raise InvalidInput(sentence("Nothing was measured."))

    def _can_ask(self) -> bool:
        return sys.stdin.isatty()

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
    ``test 3 of 16 · about 3 min left · random read, 4 threads: block 5, bfq ahead by 12 %``; with
    only one test, ``about 3 min left · block 5, bfq now``."""
    if progress.phase is Phase.MEASURING:
        left = duration_text(progress.remaining_s or 0)
        parts = [tr("about {time} left", time=left), str(progress.sentence)]
        if not progress.runs:
            return " · ".join(parts)
        place = {"number": progress.run, "count": progress.runs}
        in_runs = progress.block is None
        parts.insert(
            0,
            tr("run {number} of {count}", **place)
            if in_runs
            else tr("test {number} of {count}", **place),
        )
        if progress.others_share:
            parts.append(
                tr(
                    "other programs use {share:.0f} % of all processors",
                    share=100 * progress.others_share,
                )
            )
        return " · ".join(parts)
    if progress.phase is Phase.FILLING:
        return f"{progress.sentence} {100 * progress.fraction:.0f} %"
    return str(progress.sentence)


def _unconfirmed(plan: Plan, text: str) -> InvalidInput:
    if plan.protocol is Protocol.SUSTAINED:
        return InvalidInput(
            sentence("This must be confirmed: {text}", text=text),
            sentence("Pass --yes to continue, or write less."),
        )
    return InvalidInput(
        sentence("This is a long measurement: {text}", text=text),
        sentence("Pass --yes to continue, or vary fewer values."),
    )


def _is_much(plan: Plan) -> bool:
    """Whether the user must confirm: it takes long, or wears out the disk."""
    if plan.protocol is Protocol.SUSTAINED:
        return True
    return len(plan.variants) > MANY_VARIANTS or estimate_seconds(plan) > LONG_S


def where_from(begun: SessionRecord) -> str:
    """The amount measured before, as a sentence."""
    return trn(
        len({run.index for run in begun.measurements}),
        "Resumes after one slice or run.",
        "Resumes after {count:,} slices or runs.",
    )


def cost_sentence(plan: Plan) -> str:
    """A sentence on the number of variants and tests of a series, or on the data written, and the
    duration."""
    most = duration_text(estimate_seconds(plan))
    if plan.protocol is Protocol.SUSTAINED:
        return tr(
            "Writes up to {written} in at most {time}, which wears out flash memory by as much.",
            written=size_text(plan.target.size_bytes or 0),
            time=most,
        )
    least = duration_text(least_seconds(plan)) if plan.raced else most
    return tr(
        "{variants} variants in {tests}: {duration}.",
        variants=len(plan.variants),
        tests=trn(len(plan.cells), "{count} test", "{count} tests"),
        duration=most if least == most else tr("{least} to {most}", least=least, most=most),
    )
