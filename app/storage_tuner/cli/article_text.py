"""The tables of the published comparisons in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from storage_tuner.core.plan import Plan
from storage_tuner.core.verdict import Judgement
from storage_tuner.present.blocks import Table
from storage_tuner.report.article_tables import TITLE, article_tables, text_table
from storage_tuner.report.plain import table_lines


def article_lines(plan: Plan, judgement: Judgement) -> list[str]:
    """Empty of sessions with another protocol."""
    tables = article_tables(plan, judgement)
    if not tables:
        return []
    return [f"{TITLE}:", *(line for table in tables for line in _lines(table))]


def _lines(table: Table) -> Iterator[str]:
    yield ""
    yield str(table.title)
    yield from table_lines(text_table(table))
    yield from (f"{mark.value} {meaning}" for mark, meaning in table.legend)
