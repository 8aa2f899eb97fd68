"""``--progress json``: what a program reads of a job."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from storage_tuner.cli.json_events import JsonListener
from storage_tuner.cli.terminal_events import Printing
from storage_tuner.core.condition import Condition, ConditionKind, Severity
from storage_tuner.core.errors import InvalidInput, NotMeasurable
from storage_tuner.core.language import speaking
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import RunSpecification
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.jobs.plans import Planned
from storage_tuner.store.languages import language
from tests.schemas import schema
from tests.unit.report.example_session import example_record

BUSY = Condition(ConditionKind.ARRAY_WORK, Severity.BLOCKING, sentence("It is busy."), "Wait.")


class Events:
    """A listener, and the lines that it wrote, each of which fits the schema."""

    def __init__(self, printing: Printing = Printing(events="sda")) -> None:  # noqa: B008
        self._stream = io.StringIO()
        self.listener = JsonListener(self._stream, printing)

    @property
    def lines(self) -> list[dict[str, Any]]:
        found = [json.loads(line) for line in self._stream.getvalue().splitlines()]
        for line in found:
            schema("events").validate(line)
        return found


def test_progress_has_the_cell_the_variant_and_the_rest_of_the_time() -> None:
    plan = example_record().plan
    run = RunSpecification(3, 4, plan.cells[1], plan.variants[2])
    text = sentence("{run}: block {number}", run="random read", number=5)
    events = Events()
    events.listener.progressed(
        Progress(Phase.MEASURING, 0.25, text, 2, 16, 90.5, run, block=5, notice=sentence("Note."))
    )
    note, line = events.lines
    assert (note["event"], note["message"]) == ("note", {"code": "Note.", "text": "Note."})
    assert line["event"] == "progress" and line["target"] == "sda"
    assert (line["phase"], line["done"], line["seconds_left"]) == ("measuring", 0.25, 90.5)
    assert line["cell"] == {"workload": run.cell.workload.name, "threads": run.cell.threads}
    assert (line["variant"], line["run"], line["runs"]) == (run.variant.name, 2, 16)
    assert line["block"] == 5
    assert line["message"] == {"code": text.code, "text": "random read: block 5"}


def test_every_event_has_the_same_keys_and_is_in_english() -> None:
    events = Events(Printing(events="", notes=("My note",)))
    listener = events.listener
    with speaking(language("en")):
        listener.progressed(Progress(Phase.FILLING, 0.5, sentence("Filling…")))
        listener.waiting(BUSY)
        listener.begins(None, example_record().plan, None)
        listener.warned("Careful.")
    with pytest.raises(NotMeasurable, match="Add --wait"):
        listener.conditions_checked((BUSY,))
    lines = events.lines
    assert len({tuple(line) for line in lines}) == 1
    assert [line["event"] for line in lines] == [
        *("progress", "waiting", "begins", "note", "warning", "condition")
    ]
    assert {line["target"] for line in lines} == {None}


def test_nobody_is_asked_among_the_events(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal("y\n"))
    plan = example_record().plan
    long = Planned(plan.__class__(**{**vars(plan), "runtime_ms": 3_600_000}))
    events = Events(Printing(events="sda", shows_cost=True))
    with pytest.raises(InvalidInput, match="Pass --yes"):
        events.listener.planned(long)
    assert [line["event"] for line in events.lines] == ["note"]
