"""What is known of a thing as blocks of text, for a terminal of any width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from storage_tuner.cli.output.terminal import GAP, folded, labelled, wrapped
from storage_tuner.present.blocks import Block, Facts, Notice, Section, Table


def lines_of(blocks: Iterable[Block], room: int) -> list[str]:
    """The blocks below each other, an empty line between them."""
    return [line for block in blocks for line in (*block_lines(block, room), "")][:-1]


def block_lines(block: Block, room: int) -> Iterator[str]:
    match block:
        case Facts(title, rows):
            yield from wrapped(title, "", room) if title else ()
            facts = [(fact.name, fact.text) for fact in rows]
            yield from _indented(labelled(facts, room - len(GAP)))
        case Table(title):
            yield from wrapped(title, "", room) if title else ()
            yield from _indented(_table(block, room - len(GAP)))
        case Notice(_, text):
            yield from wrapped(text, "", room)
        case Section(title, blocks):
            yield from wrapped(title, "", room)
            yield from _indented(lines_of(blocks, room - len(GAP)))
        case _:
            raise TypeError(block)


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"{GAP}{line}".rstrip() for line in lines)


def _table(block: Table, room: int) -> list[str]:
    """Texts are folded in their columns; where that isn't enough, the cells of a row stand one
    after another with their heads."""
    rows = [block.heads, *(tuple(cell.text for cell in row) for row in block.rows)]
    texts = {
        column for row in rows[1:] for column, text in enumerate(row) if column and " " in text
    }
    lines = folded(rows, room, foldable=tuple(texts), right=tuple(block.figures))
    if max(map(len, lines)) <= room:
        return lines
    first = max(len(name) for name, *_ in rows) + len(GAP)
    return [
        line
        for name, *cells in rows[1:]
        for line in wrapped(_in_words(block.heads[1:], cells), name.ljust(first), room)
    ]


def _in_words(heads: Iterable[str], cells: Iterable[str]) -> str:
    return ", ".join(f"{head} {cell}" for head, cell in zip(heads, cells, strict=True) if cell)
