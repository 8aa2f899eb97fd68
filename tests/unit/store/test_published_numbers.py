"""The numbers in the knowledge base are those of the articles.

The tables in tests/data/published were taken from the articles by another way than the knowledge
base was filled, so that a slip in one of them shows.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from storage_tuner.core.knowledge import Knowledge, PublishedTable
from storage_tuner.store.knowledge_files import read_knowledge

PUBLISHED = Path(__file__).parents[2] / "data" / "published"

WORDS = {
    "Dead": "deadline", "CFQ": "cfq", "S": "software", "H": "hardware", "ON": "NCQ on",
    "OFF": "NCQ off", "=": "=",
}  # fmt: skip

CASES = {
    ("1", "9650-2LP"): "raid-t1-hw-raid1-2lp",
    ("1", "9650-4LP"): "raid-t1-hw-raid1-4lp",
    ("2", "hardware"): "raid-t2-hw-raid1-4lp",
    ("2", "software"): "raid-t2-sw-raid1",
    ("3", "kind"): "raid-t3-raid1-kind",
    ("4", "9550"): "raid-t4-hw-raid5-9550",
    ("4", "9650"): "raid-t4-hw-raid5-9650",
    ("5", "hardware"): "raid-t5-hw-raid5-9650",
    ("5", "software"): "raid-t5-sw-raid5",
    ("5", "kind"): "raid-t5-raid5-kind",
    ("6", "kind"): "raid-t6-raid5-hw3-sw4",
    ("7", "Seagate"): "raid-t7-ncq-hw-raid1-4lp",
    ("7", "WD"): "raid-t7-ncq-hw-raid1-2lp",
    ("8", "software"): "raid-t8-ncq-sw-raid1",
}

FDTREE = {  # (table, column) of the article → (tree, test)
    ("1", "2"): ("small_shallow", "file_create_s"),
    ("1", "3"): ("small_shallow", "file_remove_s"),
    ("2", "2"): ("small_shallow", "file_create_files_s"),
    ("2", "3"): ("small_shallow", "file_create_KiB_s"),
    ("2", "4"): ("small_shallow", "file_remove_files_s"),
    ("3", "1"): ("small_deep", "dir_create_s"),
    ("3", "2"): ("small_deep", "file_create_s"),
    ("3", "3"): ("small_deep", "file_remove_s"),
    ("3", "4"): ("small_deep", "dir_remove_s"),
    ("4", "1"): ("small_deep", "dir_create_per_s"),
    ("4", "2"): ("small_deep", "file_create_files_s"),
    ("4", "3"): ("small_deep", "file_create_KiB_s"),
    ("4", "4"): ("small_deep", "file_remove_files_s"),
    ("4", "5"): ("small_deep", "dir_remove_per_s"),
    ("5", "2"): ("medium_shallow", "file_create_s"),
    ("6", "2"): ("medium_shallow", "file_create_files_s"),
    ("6", "3"): ("medium_shallow", "file_create_KiB_s"),
    ("7", "2"): ("medium_deep", "file_create_s"),
    ("8", "2"): ("medium_deep", "file_create_files_s"),
    ("8", "3"): ("medium_deep", "file_create_KiB_s"),
}
"""The others ran for less than a minute, and their author left them out."""

WRITES = ("write", "rewrite", "random_write", "record_rewrite", "fwrite", "frewrite")
READS = ("read", "reread", "random_read", "backward_read", "strided_read", "fread", "freread")
IOZONE = {
    (str(9 + 2 * index + kind), str(column)): (size, test)
    for index, size in enumerate(("1MB", "4MB", "8MB", "16MB"))
    for kind, tests in enumerate((WRITES, READS))
    for column, test in enumerate(tests, start=1)
}


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    return read_knowledge()


def published(name: str) -> list[dict[str, str]]:
    with (PUBLISHED / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_winners_of_tables_1_to_8(knowledge: Knowledge) -> None:
    rules = {rule.id: rule for rule in knowledge.rules}
    rows = published("raid-article-winners.csv")
    assert len(rows) == 56
    for row in rows:
        rule = rules[f"{CASES[row['table'], row['case']]}-{row['operation']}"]
        assert rule.place == f"Table {row['table']}"
        found = {effect.metric: effect.winner for effect in rule.effects}
        expected = {
            metric: WORDS[row[metric]] for metric in ("rate", "access_time", "cpu_efficiency")
        }
        assert found == expected, rule.id


def test_matrix_of_ten_disks(knowledge: Knowledge) -> None:
    rows = published("array-matrix.csv")
    table = knowledge.tables["array-randomio-matrix"]
    threads = {"1K": 1024, "2K": 2048}
    expected = [
        (
            row["setup"],
            threads.get(row["threads"]) or int(row["threads"]),
            row["request_size"],
            *(float(row[name]) for name in list(row)[3:]),
        )
        for row in rows
    ]
    assert sorted(table.rows, key=str) == sorted(expected, key=str)
    assert len(expected) == 159


def test_latencies_of_the_arrays(knowledge: Knowledge) -> None:
    rows = published("array-latency.csv")
    for row in rows:
        numbers = tuple(float(row[name]) for name in ("total", "read_mean_ms", "write_mean_ms"))
        found = [
            cells[-3:]
            for cells in knowledge.tables[row["table"]].rows
            if _name(cells[:-3]) == row["row"]
        ]
        assert found == [numbers], row
    assert len(rows) == sum(len(knowledge.tables[name].rows) for name in {r["table"] for r in rows})


def _name(cells: tuple[object, ...]) -> str:
    return " ".join(map(str, cells)).replace(" (2 WD)", "")


def test_ncq_on_and_off(knowledge: Knowledge) -> None:
    table = _by_first(knowledge.tables["array-ncq"])
    for row in published("array-ncq.csv"):
        assert table[row["scheduler"]][row["qpolicy"]] == float(row["total"])


def test_single_numbers(knowledge: Knowledge) -> None:
    rows = published("array-single.csv")
    for row in rows:
        found = [
            cells[row["column"]]
            for cells in _dicts(knowledge.tables[row["table"]])
            if _key(cells, row["table"]) == row["row"]
        ]
        assert found == [float(row["value"])], row
    for name in {row["table"] for row in rows}:
        there = sum(
            isinstance(cell, int | float) for cells in knowledge.tables[name].rows for cell in cells
        )
        assert there == sum(row["table"] == name for row in rows), name


def _key(cells: dict[str, object], table: str) -> str:
    words = [str(cell) for cell in cells.values() if isinstance(cell, str)]
    return " ".join(words[:2] if table == "array-sequential" else words[:1])


def test_means_and_deviations_of_cfq_quantum(knowledge: Knowledge) -> None:
    rows = {(row["table"], row["column"]): row for row in published("cfq-quantum.csv")}
    for name, cells in (("cfq-quantum-fdtree", FDTREE), ("cfq-quantum-iozone", IOZONE)):
        table = {row[:2]: row[2:6] for row in knowledge.tables[name].rows}
        assert len(table) == len(cells)
        for place, test in cells.items():
            expected = tuple(float(rows[place][column]) for column in list(rows[place])[2:])
            assert table[test] == expected, (place, test)


def test_single_figures(knowledge: Knowledge) -> None:
    """What stands in the text of the RAID article and of the array's page."""
    figures = {figure.id: figure.numbers for figure in knowledge.figures}
    assert figures["raid-figure-01"]["all_schedulers_mb_s"] == (55,)
    assert figures["raid-figure-02"]["noop_deadline_mb_s"] == (80,)
    assert figures["raid-figure-02"]["cfq_as_mb_s"] == (50,)
    assert figures["raid-figure-03"]["max_mb_s"] == (95,)
    assert figures["raid-figure-03"]["theoretical_at_2_threads_mb_s"] == (110,)
    assert figures["raid-figure-05"]["deadline_over_cfq_pct"] == (40,)
    assert figures["raid-figure-06"]["A_mb_s"] == (55, 48)
    assert figures["raid-figure-06"]["B_mb_s"] == (60, 50)
    assert figures["raid-figure-07"]["access_ms_1_thread"] == (7,)
    assert figures["raid-figure-07"]["datasheet_ms"] == (8.5,)
    assert figures["raid-figure-07"]["slope_ms_per_thread_others"] == (3.7,)
    assert figures["raid-figure-07"]["slope_ms_per_thread_anticipatory"] == (5.1,)
    assert figures["raid-figure-08"]["scheduler_spread_pct_low_threads"] == (400, 500)
    assert figures["raid-figure-09"]["mb_s_1_to_8_threads"] == (120,)
    assert figures["raid-figure-10"]["cfq_over_deadline_mb_s"] == (70, 100)
    assert figures["raid-environment"]["pause_s"] == (5,)
    assert figures["raid-environment"]["measurements_per_scenario"] == (16,)
    assert figures["array-raid5-9550"] == {
        "vanilla_rand_read_iops": (55,), "tweaked_rand_read_iops": (140,),
        "rand_write_iops": (195,), "expected_min_iops": (400,),
    }  # fmt: skip
    assert figures["array-md-raid5-worst-write"]["latency_max_ms"] == (16356,)
    assert figures["array-settings-used"]["blockdev_setra"] == (4096,)
    assert figures["array-settings-used"]["deadline_write_expire"] == (3000,)
    assert figures["database-load-setup"]["data_gb"] == (73,)


def _by_first(table: PublishedTable) -> dict[object, dict[str, object]]:
    return {row[0]: cells for row, cells in zip(table.rows, _dicts(table), strict=True)}


def _dicts(table: PublishedTable) -> list[dict[str, object]]:
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in table.rows]
