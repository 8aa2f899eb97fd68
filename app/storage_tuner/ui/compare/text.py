"""Names of compared runs beside each other, and texts of the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from storage_tuner.jobs.results.kept_runs import Opened
from storage_tuner.present import numbers
from storage_tuner.present.wording import printable
from storage_tuner.store.database.run_store import StoredRun
from storage_tuner.ui.history import run_text as run_words

_LONGEST = 28


def labels(runs: Sequence[Opened]) -> tuple[str, ...]:
    """Shortest distinguishing names: by disk and computer where there are several, by time where
    needed. Duplicates are numbered."""
    lines = [run.run for run in runs]
    parts: list[Callable[[StoredRun], str]] = [
        tells for tells in (_host, _disk) if len({tells(line) for line in lines}) > 1
    ]
    named = [_joined(line, parts) for line in lines]
    if len(set(named)) < len(named):
        named = [_joined(line, [*parts, _moment]) for line in lines]
    again = Counter(named)
    counts: Counter[str] = Counter()
    found = []
    for name in named:
        counts[name] += 1
        found.append(f"{name} ({counts[name]})" if again[name] > 1 else name)
    return tuple(found)


def letters(names: Sequence[str]) -> dict[str, str]:
    """A short name for each where there is no room for the whole one: A, B, C …"""
    return {name: chr(ord("A") + place) for place, name in enumerate(names)}


def with_letter(letter: str, name: str) -> str:
    return f"{letter}{numbers.SPACE}·{numbers.SPACE}{printable(name)}"


def _joined(line: StoredRun, parts: Sequence[Callable[[StoredRun], str]]) -> str:
    return ", ".join(part for tells in parts if (part := tells(line)))


def _host(line: StoredRun) -> str:
    return printable(line.host)


def _disk(line: StoredRun) -> str:
    name = printable(line.model or line.target_text)
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _moment(line: StoredRun) -> str:
    return run_words.when(line.created_at)
