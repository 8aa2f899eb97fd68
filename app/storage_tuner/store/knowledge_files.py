"""The knowledge base: TOML files below ``resources/knowledge``, in the form of docs/knowledge.md.

Every key is checked: one that nobody reads would be a rule that doesn't say what it seems to.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import TypeVar, cast

from storage_tuner.core.errors import NoKnowledge, UnreadableResult
from storage_tuner.core.knowledge import (
    Choice,
    Demand,
    Effect,
    EvidenceKind,
    Flaw,
    KernelRange,
    Knowledge,
    Number,
    PublishedColumn,
    PublishedFigure,
    PublishedTable,
    Rule,
    RuleConditions,
    Saying,
    Source,
    Standing,
)
from storage_tuner.store.resource_files import resource
from storage_tuner.store.typed_json import Json, Node

Entry = TypeVar("Entry")

KINDS = ("source", "flaw", "rule", "table", "figure")


def read_knowledge(folder: Path | None = None) -> Knowledge:
    """Everything below ``folder``, or below the folder that comes with the application.

    Raises ``NoKnowledge``, which names the file and the key.
    """
    try:
        tops = tuple(_tops(folder or resource("knowledge")))
        _require_unique_names(tops)
        return Knowledge(
            sources={one.id: one for one in _all(tops, "source", _source)},
            flaws=_all(tops, "flaw", _flaw),
            rules=_all(tops, "rule", _rule),
            tables={one.id: one for one in _all(tops, "table", _table)},
            figures=_all(tops, "figure", _figure),
        )
    except UnreadableResult as error:
        raise NoKnowledge(f"{error.path}: {error.reason}") from None
    except FileNotFoundError:
        raise NoKnowledge("the folder knowledge isn't there") from None
    except OSError as error:
        raise NoKnowledge(f"{error.filename}: {error.strerror}") from None


def _tops(folder: Path) -> Iterator[Node]:
    for path in sorted(folder.rglob("*.toml")):
        try:
            content = tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise UnreadableResult(path.name, f"it isn't TOML ({error})") from None
        top = Node(path.name, "", cast(Json, content))
        _only(top, KINDS)
        yield top


def _all(tops: tuple[Node, ...], kind: str, read: Callable[[Node], Entry]) -> tuple[Entry, ...]:
    return tuple(read(entry) for top in tops for entry in _entries(top, kind))


def _entries(top: Node, kind: str) -> tuple[Node, ...]:
    return _items(top.get(kind))


def _require_unique_names(tops: tuple[Node, ...]) -> None:
    seen: set[str] = set()
    for top in tops:
        for kind in KINDS:
            for entry in _entries(top, kind):
                name = entry.get("id")
                if name.text() in seen:
                    raise name.refused(f"there are two entries {name.text()!r}")
                seen.add(name.text())


def _only(node: Node, known: Collection[str]) -> None:
    for name in node.names():
        if name not in known:
            raise node.refused(f"nobody knows the key {name!r}")


def _words(node: Node) -> str:
    return node.or_else("", Node.text)


def _items(node: Node) -> tuple[Node, ...]:
    return node.or_none(Node.items) or ()


def _texts(node: Node) -> tuple[str, ...]:
    return node.or_none(Node.texts) or ()


def _source(node: Node) -> Source:
    known = (
        "id",
        "author",
        "title",
        "date",
        "date_note",
        "licence",
        "environment",
        "kernel",
        "link",
    )
    _only(node, known)
    return Source(
        id=node.get("id").text(),
        author=node.get("author").text(),
        title=node.get("title").text(),
        date=node.get("date").text(),
        date_note=_words(node.get("date_note")),
        licence=_words(node.get("licence")),
        environment=_words(node.get("environment")),
        kernel=_words(node.get("kernel")),
        link=_words(node.get("link")),
    )


def _flaw(node: Node) -> Flaw:
    _only(node, ("id", "source", "text", "table", "place"))
    return Flaw(
        id=node.get("id").text(),
        source=node.get("source").text(),
        text=node.get("text").text(),
        table=_words(node.get("table")),
        place=_words(node.get("place")),
    )


_RULE_KEYS = (
    "id", "source", "place", "table", "evidence", "today", "today_note", "statement", "operations",
    "applies_when", "published", "says", "effect",
)  # fmt: skip


def _rule(node: Node) -> Rule:
    _only(node, _RULE_KEYS)
    return Rule(
        id=node.get("id").text(),
        source=node.get("source").text(),
        evidence=node.get("evidence").word(EvidenceKind),
        standing=node.get("today").word(Standing),
        standing_note=node.get("today_note").text(),
        statement=node.get("statement").text(),
        conditions=_conditions(node.get("applies_when")),
        says=tuple(_saying(item) for item in node.get("says").items()),
        operations=_texts(node.get("operations")),
        effects=tuple(_effect(item) for item in _items(node.get("effect"))),
        published=tuple(_published(item) for item in _items(node.get("published"))),
        place=_words(node.get("place")),
        table=_words(node.get("table")),
    )


_LISTED = ("kind", "transport", "raid", "level", "layout", "controller", "mapping", "zoned",
           "scheduler", "use", "aim")  # fmt: skip


def _conditions(node: Node) -> RuleConditions:
    _only(node, (*_LISTED, "rotational", "virtual_machine", "kernel", "question"))
    lists = {name: _texts(node.get(name)) for name in _LISTED}
    return RuleConditions(
        **lists,
        rotational=node.get("rotational").or_none(Node.truth),
        virtual_machine=node.get("virtual_machine").or_none(Node.truth),
        kernel=node.get("kernel").or_none(_kernel_range),
        question=_words(node.get("question")),
    )


def _kernel_range(node: Node) -> KernelRange:
    _only(node, ("since", "before"))
    return KernelRange(node.get("since").or_none(_release), node.get("before").or_none(_release))


def _release(node: Node) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,3})\.([0-9]{1,3})", node.text())
    if not found:
        raise node.refused("a release such as 6.10 is expected")
    return int(found[1]), int(found[2])


def _saying(node: Node) -> Saying:
    _only(node, ("setting", "choice", *Demand))
    demands = [demand for demand in Demand if demand.value in node.names()]
    if len(demands) != 1:
        raise node.refused(f"one of {', '.join(Demand)} is expected")
    asked = node.get(demands[0].value)
    if demands[0].needs_values:
        values = asked.texts() if demands[0] is Demand.ONE_OF else (asked.text(),)
    elif not asked.truth():
        raise asked.refused("true is expected")
    else:
        values = ()
    if "choice" in node.names():
        choice = node.get("choice").word(Choice)
        return Saying(choice.value, demands[0], values, structural=True)
    return Saying(node.get("setting").text(), demands[0], values)


def _published(node: Node) -> tuple[str, tuple[str, ...]]:
    _only(node, ("setting", "value", "one_of"))
    several = _texts(node.get("one_of"))
    return node.get("setting").text(), several or (node.get("value").text(),)


def _effect(node: Node) -> Effect:
    _only(node, ("operation", "metric", "winner", "over", "percent", "note"))
    percent = node.get("percent").or_none(Node.items)
    if percent is not None and len(percent) != 2:
        raise node.get("percent").refused("the smallest and the largest are expected")
    return Effect(
        operation=node.get("operation").text(),
        metric=node.get("metric").text(),
        winner=node.get("winner").text(),
        over=node.get("over").text(),
        percent=(percent[0].number(), percent[1].number()) if percent else None,
        note=_words(node.get("note")),
    )


def _table(node: Node) -> PublishedTable:
    _only(node, ("id", "source", "place", "caption", "columns", "rows"))
    columns = tuple(_column(item) for item in node.get("columns").items())
    rows = tuple(tuple(_cell(cell) for cell in row.items()) for row in node.get("rows").items())
    for number, row in enumerate(rows):
        if len(row) != len(columns):
            raise node.get("rows").refused(f"row {number} has {len(row)} cells")
    return PublishedTable(
        id=node.get("id").text(),
        source=node.get("source").text(),
        place=node.get("place").text(),
        caption=node.get("caption").text(),
        columns=columns,
        rows=rows,
    )


def _column(node: Node) -> PublishedColumn:
    _only(node, ("name", "unit", "derived"))
    return PublishedColumn(
        node.get("name").text(),
        node.get("unit").text(),
        node.get("derived").or_else(False, Node.truth),
    )


def _cell(node: Node) -> str | bool | Number:
    if isinstance(node.content, str | bool | int | float):
        return node.content
    raise node.refused("a text or a number is expected")


def _figure(node: Node) -> PublishedFigure:
    _only(node, ("id", "source", "subject", "operation", "derived", "numbers", "words"))
    numbers, words = node.get("numbers"), node.get("words")
    return PublishedFigure(
        id=node.get("id").text(),
        source=node.get("source").text(),
        subject=node.get("subject").text(),
        operation=_words(node.get("operation")),
        derived=node.get("derived").or_else(False, Node.truth),
        numbers={name: _series(numbers.get(name)) for name in (numbers.or_none(Node.names) or ())},
        words=dict(words.or_none(Node.text_pairs) or ()),
    )


def _series(node: Node) -> tuple[Number, ...]:
    items = node.items() if isinstance(node.content, list) else (node,)
    return tuple(_signed(item) for item in items)


def _signed(node: Node) -> Number:
    """Differences may be below zero."""
    if isinstance(node.content, bool) or not isinstance(node.content, int | float):
        raise node.refused("a number is expected")
    return node.content
