"""Reads the knowledge base: TOML files below ``resources/knowledge``; see docs/knowledge.md.

Every key is checked: an ignored one would change a rule's meaning without notice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from storage_tuner.core.errors import NoKnowledge, UnreadableResult
from storage_tuner.core.knowledge import (
    Choice,
    Claim,
    Demand,
    Flaw,
    Knowledge,
    Number,
    PublishedFigure,
    PublishedTable,
    Rule,
    Source,
)
from storage_tuner.core.message import Message, Text, sentence
from storage_tuner.store.resource_files import resource
from storage_tuner.typed_documents import (
    Format,
    TypedDocument,
    Unfit,
    is_number,
    no_such_key,
    parse_toml,
    text,
    unexpected,
    unexpected_count,
    within,
)

Entry = TypeVar("Entry", Source, PublishedTable)


@dataclass(frozen=True)
class _File:
    source: tuple[Source, ...] = ()
    flaw: tuple[Flaw, ...] = ()
    rule: tuple[Rule, ...] = ()
    table: tuple[PublishedTable, ...] = ()
    figure: tuple[PublishedFigure, ...] = ()

    def __post_init__(self) -> None:
        for table_number, table in enumerate(self.table):
            for number, row in enumerate(table.rows):
                if len(row) != len(table.columns):
                    with within("table", table_number, "rows", number):
                        raise unexpected_count(len(table.columns), len(row))


@dataclass(frozen=True)
class _ClaimDocument:
    """A rule's claim, with exactly one of the demands."""

    setting: str = ""
    choice: Choice | None = None
    value: str = ""
    one_of: tuple[str, ...] = ()
    at_least: str = ""
    more_than: str = ""
    at_most: str = ""
    avoid: str = ""
    leave: bool = False
    no_difference: bool = False

    def meant(self) -> Claim:
        demands = [demand for demand in Demand if getattr(self, demand)]
        if len(demands) != 1 or bool(self.setting) == bool(self.choice):
            raise Unfit(
                sentence("expected setting or choice, and one of {words}", words=", ".join(Demand))
            )
        asked = getattr(self, demands[0])
        values = () if asked is True else asked if isinstance(asked, tuple) else (asked,)
        return Claim(
            self.choice.value if self.choice else self.setting,
            demands[0],
            values,
            bool(self.choice),
        )


@dataclass(frozen=True)
class _Published:
    setting: str
    value: str = ""
    one_of: tuple[str, ...] = ()

    def meant(self) -> tuple[str, tuple[str, ...]]:
        if not (self.value or self.one_of):
            raise Unfit(sentence("expected value or one_of"))
        return self.setting, self.one_of or (self.value,)


def read_knowledge(folder: Path | None = None) -> Knowledge:
    """Read everything below ``folder`` (default: the folder that comes with the application).

    Raises ``NoKnowledge``, which names the file and the key.
    """
    try:
        return _parsed(tuple(_contents(folder or resource("knowledge"))))
    except UnreadableResult as error:
        raise NoKnowledge(f"{error.path}: {error.reason}") from None
    except FileNotFoundError:
        raise NoKnowledge(sentence("the folder knowledge is missing")) from None
    except OSError as error:
        raise NoKnowledge(f"{error.filename}: {error.strerror}") from None


def _contents(folder: Path) -> Iterator[tuple[str, str]]:
    """Each file's name and content."""
    for path in sorted(folder.rglob("*.toml")):
        try:
            yield path.name, path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise UnreadableResult(
                path.name, sentence("it isn't TOML ({error})", error=error)
            ) from None


@lru_cache(maxsize=2)  # Needed for every result that is judged.
def _parsed(contents: tuple[tuple[str, str], ...]) -> Knowledge:
    documents = tuple(parse_toml(name, content) for name, content in contents)
    files = tuple(document.read(_File, _FORMAT) for document in documents)
    _require_unique_names(documents)
    return Knowledge(
        sources=_by_name(each for file in files for each in file.source),
        flaws=tuple(each for file in files for each in file.flaw),
        rules=tuple(each for file in files for each in file.rule),
        tables=_by_name(each for file in files for each in file.table),
        figures=tuple(each for file in files for each in file.figure),
    )


def _require_unique_names(documents: Iterable[TypedDocument]) -> None:
    seen: set[str] = set()
    for document in documents:
        for kind, entries in document.content.items():
            for number, entry in enumerate(entries):
                if entry["id"] in seen:
                    reason = sentence("there are two entries {name!r}", name=entry["id"])
                    raise document.refused(reason, kind, number, "id")
                seen.add(entry["id"])


def _by_name(entries: Iterable[Entry]) -> dict[str, Entry]:
    return {entry.id: entry for entry in entries}


def _release(value: object) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,3})\.([0-9]{1,3})", text(value))
    if not found:
        raise Unfit(sentence("expected a release such as 6.10"))
    return int(found[1]), int(found[2])


def _numbers(value: object) -> tuple[Number, ...]:
    return tuple(map(_signed, value if isinstance(value, list) else [value]))


def _signed(value: object) -> Number:
    """A number that may be negative, such as a difference."""
    if not is_number(value):
        raise unexpected(sentence("a number"), value)
    return value


def _cell(value: object) -> str | bool | Number:
    if not isinstance(value, str | bool | int | float):
        raise unexpected(sentence("a string or a number"), value)
    return value


_FORMAT = Format(
    readers={
        tuple[int, int]: _release,
        tuple[Number, ...]: _numbers,
        str | bool | Number: _cell,
        Text: lambda value: Message(text(value)),
    },
    shapes={Claim: _ClaimDocument, tuple[str, tuple[str, ...]]: _Published},
    keys={
        "standing": "today",
        "standing_note": "today_note",
        "conditions": "applies_when",
        "effects": "effect",
    },
    unknown_key=no_such_key,
)
