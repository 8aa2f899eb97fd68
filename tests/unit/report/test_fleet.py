"""The report on many machines, as a page and as a table."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace

import pytest

from storage_tuner.core.fleet import Grouping
from storage_tuner.core.workload import CLASSICAL_OPERATIONS
from storage_tuner.jobs.results.fleet import FleetResult, fleet_of
from storage_tuner.report.fleet import fleet_csv, fleet_page
from tests.fleets import MadeFleet

FLEET = fleet_of(
    FleetResult(record.machine.host, record, "none")
    for record in MadeFleet(6, operations=CLASSICAL_OPERATIONS, repeats=1).records()
)


@pytest.mark.parametrize("grouping", Grouping)
def test_no_table_is_wider_than_the_page_and_none_lacks_an_operation(grouping: Grouping) -> None:
    page = fleet_page(FLEET, grouping)
    tables = re.findall(r'<table class="results">.*?</table>', page, re.DOTALL)
    heads = [re.findall(r'<th scope="col"[^>]*>(.*?)</th>', table) for table in tables]
    assert heads
    assert max(map(len, heads)) <= 5
    for operation in CLASSICAL_OPERATIONS:
        named = [head for head in heads if str(operation.label) in head]
        assert len(named) == 2  # throughput and p99 latency
    assert ("Model" in heads[0]) == (grouping is Grouping.HOST)


def test_names_from_outside_are_neither_markup_nor_formulas() -> None:
    (disk, *others) = FLEET.disks
    hostile = replace(FLEET, disks=(replace(disk, host="<b>db", model='=HYPERLINK("x")'), *others))
    assert "<b>db" not in fleet_page(hostile, Grouping.MODEL)
    rows = list(csv.DictReader(io.StringIO(fleet_csv(hostile, Grouping.MODEL))))
    models = {row["model"] for row in rows}
    assert models == {disk.model, '\'=HYPERLINK("x")'}
    assert {row["operation"] for row in rows} == {each.name for each in CLASSICAL_OPERATIONS}
