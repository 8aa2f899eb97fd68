"""Tables in plain characters, no wider than a page: for Markdown and for text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from storage_tuner.present.blocks import Mark, Table
from storage_tuner.report.text.line_breaking import columns

Line = tuple[str, ...]


@dataclass(frozen=True)
class TextTable:
    """``keys`` columns from the left say what a row is about; ``figures`` are the
    columns that are aligned to the right."""

    head: Line
    rows: tuple[Line, ...]
    keys: int = 1
    figures: frozenset[int] = frozenset()

    @property
    def widths(self) -> tuple[int, ...]:
        return tuple(
            max(map(columns, column)) for column in zip(self.head, *self.rows, strict=True)
        )

    def shortened(self, widest: int) -> TextTable:
        """With keys cut to ``widest`` columns; they stand whole elsewhere."""

        def cut(line: Line) -> Line:
            return tuple(
                _cut(cell, widest) if number < self.keys else cell
                for number, cell in enumerate(line)
            )

        return TextTable(self.head, tuple(map(cut, self.rows)), self.keys, self.figures)

    def parts(self, width: int, between: int) -> Iterator[TextTable]:
        """As many tables as it takes for none to be wider than ``width``, each with the keys;
        ``between`` columns part two of them. A single column may be wider."""
        widths = self.widths
        taken: list[int] = []
        keys = list(range(self.keys))
        for number in range(self.keys, len(self.head)):
            wanted = [*keys, *taken, number]
            if taken and sum(widths[each] + between for each in wanted) - between > width:
                yield self._of((*keys, *taken))
                taken = []
            taken.append(number)
        yield self._of((*keys, *taken))

    def lines(self) -> Iterator[Line]:
        """Head and rows, each cell filled up to the width of its column."""
        widths = self.widths
        for line in (self.head, *self.rows):
            yield tuple(
                self._filled(number, cell, width)
                for number, (cell, width) in enumerate(zip(line, widths, strict=True))
            )

    def _filled(self, number: int, cell: str, width: int) -> str:
        room = " " * (width - columns(cell))
        return room + cell if number in self.figures else cell + room

    def _of(self, chosen: Sequence[int]) -> TextTable:
        head, *rows = (tuple(line[each] for each in chosen) for line in (self.head, *self.rows))
        figures = frozenset(new for new, each in enumerate(chosen) if each in self.figures)
        return TextTable(head, tuple(rows), self.keys, figures)


def text_table(table: Table) -> TextTable:
    """Each figure with its mark behind it, so that figures and marks stand below each other."""
    marked = {
        number
        for row in table.rows
        for number, cell in enumerate(row)
        if cell.mark is not Mark.NONE
    }
    rows = tuple(
        tuple(
            f"{cell.text} {cell.mark or ' '}" if number in marked else cell.text
            for number, cell in enumerate(row)
        )
        for row in table.rows
    )
    head = tuple(
        f"{name}  " if number in marked else name for number, name in enumerate(table.heads)
    )
    return TextTable(head, rows, figures=table.figures)


def legend_line(table: Table) -> str:
    """The marks in use with their meanings."""
    return "   ".join(f"{mark} {meaning}" for mark, meaning in table.legend)


def in_columns(table: Table, most: int) -> tuple[Table, ...]:
    """As several tables with ``most`` columns each, where it has more: all with the names and the
    reference, the last with the legend."""
    rest = range(2, len(table.heads))
    if len(table.heads) <= most:
        return (table,)
    parts = [(0, 1, *rest[start : start + most - 2]) for start in range(0, len(rest), most - 2)]
    return tuple(
        replace(
            table,
            heads=tuple(table.heads[column] for column in part),
            rows=tuple(tuple(row[column] for column in part) for row in table.rows),
            legend=table.legend if part is parts[-1] else (),
        )
        for part in parts
    )


def rows_of(lines: Iterable[Iterable[str]]) -> tuple[Line, ...]:
    return tuple(tuple(line) for line in lines)


def _cut(text: str, widest: int) -> str:
    if columns(text) <= widest:
        return text
    while columns(text) > widest - 1:
        text = text[:-1]
    return f"{text.rstrip()}…"
