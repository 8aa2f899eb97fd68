"""The events of a job as JSON, one object a line, for programs that show progress.

``resources/schema/events.schema.json`` describes the lines, docs/command-line.md their use.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, TextIO

from storage_tuner.bench.planning import estimate_seconds
from storage_tuner.cli.terminal_events import Printing, TerminalListener
from storage_tuner.core.condition import Condition
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import Message, Text, english_text
from storage_tuner.core.plan import Plan
from storage_tuner.core.progress import Phase, Progress


class JsonListener(TerminalListener):
    """Writes the events to ``stream``. Every line has the same keys; null is unknown."""

    def __init__(self, stream: TextIO, printing: Printing) -> None:
        super().__init__(stream, printing)
        self._target = printing.events or None

    def progressed(self, progress: Progress) -> None:
        if progress.notice:
            self.noted(progress.notice)
        run = progress.specification
        self._write(
            "progress",
            progress.sentence,
            phase=progress.phase.value,
            done=round(progress.fraction, 4),
            seconds_left=progress.remaining_s,
            cell=run and {"workload": run.cell.workload.name, "threads": run.cell.threads},
            variant=run and run.variant.name,
            run=progress.run or None,
            runs=progress.runs or None,
            block=progress.block,
        )

    def waiting(self, work: Condition) -> None:
        self._write("waiting", work.sentence)

    def begins(self, device: Device | None, plan: Plan, begun: SessionRecord | None) -> None:
        del device, begun
        self._write("begins", phase=Phase.MEASURING.value, seconds_left=estimate_seconds(plan))
        for note in self._printing.notes:
            self.noted(note)

    def noted(self, text: Text) -> None:
        self._write("note", text)

    def warned(self, text: Text) -> None:
        self._write("warning", text)

    def failed(self, target: str, error: StorageTunerError) -> None:
        del target
        self._write("error", error.summary)

    def _show_conditions(self, conditions: Sequence[Condition]) -> None:
        for condition in conditions:
            self._write("condition", condition.sentence)

    def _can_ask(self) -> bool:
        """A question would be no JSON."""
        return False

    def _write(self, event: str, text: Text | None = None, **values: object) -> None:
        line: dict[str, Any] = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "event": event,
            "target": self._target,
            **dict.fromkeys(("phase", "done", "seconds_left", "cell", "variant")),
            **dict.fromkeys(("run", "runs", "block")),
            **values,
            "message": None if text is None else _message(text),
        }
        print(json.dumps(line, allow_nan=False), file=self._stream, flush=True)


def _message(text: Text) -> dict[str, str]:
    """The English text with its code, by which programs can recognise it."""
    code = text.code if isinstance(text, Message) else text
    return {"code": code, "text": english_text(text)}


def listener_for(printing: Printing) -> TerminalListener:
    """The listener that writes to standard error in the requested form."""
    if printing.events is None:
        return TerminalListener(sys.stderr, printing)
    return JsonListener(sys.stderr, printing)
