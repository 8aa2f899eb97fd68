"""The tables that some sessions have beside the verdicts, in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from storage_tuner.core.plan import Plan
from storage_tuner.core.verdict import Judgement
from storage_tuner.present.blocks import Table
from storage_tuner.report import article_tables, priority_table
from storage_tuner.report.plain import table_lines
from storage_tuner.report.tables import text_table


def article_lines(plan: Plan, judgement: Judgement) -> list[str]:
    """Those of the published comparisons; empty of sessions with another protocol."""
    return _section(article_tables.TITLE, article_tables.article_tables(plan, judgement))


def priority_lines(plan: Plan, judgement: Judgement) -> list[str]:
    """Empty where no workload has streams of different I/O priority."""
    return _section(priority_table.TITLE, priority_table.priority_tables(plan, judgement))


def _section(title: str, tables: Sequence[Table]) -> list[str]:
    return [f"{title}:", *(line for table in tables for line in _lines(table))] if tables else []


def _lines(table: Table) -> Iterator[str]:
    yield ""
    yield str(table.title)
    yield from table_lines(text_table(table))
    yield from (f"{mark.value} {meaning}" for mark, meaning in table.legend)
