"""Physical limits against what was published of real arrays."""

from __future__ import annotations

import pytest

from storage_tuner.advice.physics.expectations import (
    ALARM_RATIO,
    Expectation,
    RateComparison,
    Spindle,
    alternatives,
    crossing_share,
    expectations,
    pcie_mb_s,
    random_iops,
    ranked,
    sata_mb_s,
    sequential_disks,
    write_cost,
)
from storage_tuner.core.knowledge import Knowledge
from storage_tuner.store.knowledge_files import read_knowledge

HITACHI = Spindle(7200, 8.2)
WESTERN_DIGITAL = Spindle(5400, 8.9)
SIX = (HITACHI.iops,) * 6
TEN = (*SIX, *(WESTERN_DIGITAL.iops,) * 4)


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    return read_knowledge()


def published(knowledge: Knowledge, table: str, row: str) -> float:
    (total,) = (cells[1] for cells in knowledge.tables[table].rows if cells[0] == row)
    assert isinstance(total, float)
    return total


def test_half_a_turn_takes_as_long_as_the_article_says() -> None:
    assert pytest.approx(4.2, abs=0.04) == Spindle(7200, 0).access_ms
    assert pytest.approx(80.9, abs=0.05) == HITACHI.iops


@pytest.mark.parametrize(
    ("table", "row", "disks", "level", "ratio", "alarming"),
    [
        ("array-mixed-48-threads", "RAID10 md far", SIX, "raid10", 1.12, False),
        ("array-mixed-48-threads", "RAID10 md near", SIX, "raid10", 1.09, False),
        ("array-mixed-48-threads", "RAID5 md", SIX, "raid5", 0.76, False),
        ("array-mixed-48-threads", "RAID5 3ware", SIX, "raid5", 0.26, True),
        ("array-ten-disks-mixed", "md_raid10_far", TEN, "raid10", 1.25, False),
        ("array-ten-disks-mixed", "hw_raid6_initialising", TEN, "raid6", 0.86, False),
    ],
)
def test_published_arrays_against_the_formula(
    knowledge: Knowledge,
    table: str,
    row: str,
    disks: tuple[float, ...],
    level: str,
    ratio: float,
    alarming: bool,
) -> None:
    """20 % writes. The RAID 5 of the 3ware is the one that its owner complains about."""
    expected = random_iops(disks, level, 0.2)
    assert expected is not None
    found = RateComparison(
        "rand-mixed",
        published(knowledge, table, row),
        Expectation("rand-mixed", expected, expected, "IOPS", "", ""),
    )
    assert found.ratio == pytest.approx(ratio, abs=0.006)
    assert found.alarming is alarming


@pytest.mark.parametrize(
    ("level", "cost"),
    [("none", 1), ("raid0", 1), ("raid1", 2), ("raid10", 2), ("raid4", 4), ("raid5", 4),
     ("raid6", 6)],
)  # fmt: skip
def test_write_costs(level: str, cost: int) -> None:
    assert write_cost(level) == cost


def test_parity_of_few_disks_is_got_by_reading_the_others() -> None:
    assert write_cost("raid5", disks=3) == 3
    assert write_cost("raid5", disks=4) == 4
    assert write_cost("raid6", disks=4) == 4
    assert write_cost("raid6", disks=8) == 6
    assert write_cost("raid1", copies=3, disks=3) == 3
    assert write_cost("linear") is None
    assert random_iops((80, 80), "linear", 0.5) is None


def test_a_mix_is_weighed_by_its_shares_and_not_by_its_rates() -> None:
    """The popular raw·R + raw·W/F would give 6 × 80.8 × (0.8 + 0.05) = 412 here."""
    assert random_iops(SIX, "raid5", 0.2) == pytest.approx(303, abs=0.5)


@pytest.mark.parametrize(
    ("level", "disks", "operation", "layout", "expected"),
    [
        ("none", 1, "seq-read", "none", (1, 1)),
        ("raid0", 4, "seq-read", "none", (4, 4)),
        ("raid1", 2, "seq-read", "none", (1, 2)),
        ("raid1", 2, "seq-write", "none", (1, 1)),
        ("raid4", 4, "seq-write", "none", (3, 3)),
        ("raid5", 9, "seq-write", "none", (8, 8)),
        ("raid6", 6, "seq-read", "none", (4, 4)),
        ("raid10", 6, "seq-read", "near", (3, 6)),
        ("raid10", 6, "seq-read", "far", (6, 6)),
        ("raid10", 6, "seq-read", "offset", (3, 6)),
        ("raid10", 6, "seq-write", "far", (3, 3)),
    ],
)
def test_sequential_ceilings(
    level: str, disks: int, operation: str, layout: str, expected: tuple[float, float]
) -> None:
    assert sequential_disks(level, disks, operation, layout) == expected


def test_sequential_ceilings_hold_for_what_was_published() -> None:
    """Nine disks of 180 MB/s reached 1150 MB/s at most; the article expects 110 of two with 55."""
    ceiling = sequential_disks("raid5", 9, "seq-write")
    assert ceiling is not None
    assert ceiling[1] * 180 >= 1150
    mirror = sequential_disks("raid1", 2, "seq-read")
    assert mirror is not None
    assert mirror[1] * 55 == 110


def test_unknown_levels_expect_nothing() -> None:
    assert sequential_disks("linear", 3, "seq-read") is None
    assert expectations("raid77", 4, None, (8, 9)) == ()


@pytest.mark.parametrize("level", ["raid0", "raid1", "raid4", "raid5", "raid6", "raid10"])
@pytest.mark.parametrize("disks", [2, 3, 4, 5, 8])
def test_expectations_are_ordered_and_never_above_all_disks(level: str, disks: int) -> None:
    found = expectations(level, disks, 7200, (8.2, 8.9))
    assert found
    for one in found:
        assert 0 < one.low <= one.high
        if str(one.load) == "many requests queued per disk":
            continue
        assert one.high <= disks * (HITACHI.iops if one.unit == "IOPS" else 1) + 1e-9
    by_load = {(one.operation, str(one.load)): one for one in found}
    reads = by_load["rand-read", "at least one request per disk"]
    writes = by_load["rand-write", "small requests, without a write cache"]
    mixed = by_load["rand-mixed", "20 % writes"]
    assert writes.low <= mixed.low
    if level != "raid4":
        assert mixed.high <= reads.high + 1e-9


def test_nothing_random_is_expected_of_what_does_not_turn() -> None:
    found = expectations("raid0", 2, None, (8.2, 8.9))
    assert {one.operation for one in found} == {"seq-read", "seq-write"}


def test_links() -> None:
    assert sata_mb_s(6.0) == 600
    assert sata_mb_s(1.5) == 150
    assert pcie_mb_s(2.5, 1) == 250
    assert pcie_mb_s(8.0, 4) == pytest.approx(3938, abs=1)
    assert pcie_mb_s(16.0, 4) == pytest.approx(7877, abs=1)
    assert pcie_mb_s(7.0, 4) is None


def test_the_alarm_lies_between_the_faulty_array_and_the_others() -> None:
    assert 0.26 < ALARM_RATIO < 0.76


def test_levels_beside_each_other() -> None:
    found = {(one.level, one.layout): one for one in alternatives(4)}
    assert len(found) == 8
    assert found["raid5", ""].rates == {
        "rand-read": 4, "rand-write": 1, "seq-read": 3, "seq-write": 3
    }  # fmt: skip
    assert found["raid10", "near"].rates == {
        "rand-read": 4, "rand-write": 2, "seq-read": 2, "seq-write": 2
    }  # fmt: skip
    assert found["raid10", "far"].rates["seq-read"] == 4
    assert found["raid6", ""].rates["rand-write"] == pytest.approx(4 / 6)
    assert (found["raid6", ""].usable, found["raid6", ""].survives) == (2, 2)
    assert (found["raid1", ""].usable, found["raid1", ""].survives) == (1, 3)
    assert (found["raid10", "far"].usable, found["raid10", "far"].survives) == (2, 1)
    assert {one.level for one in alternatives(2)} == {"raid0", "raid1", "raid10"}
    assert alternatives(1) == ()


def test_the_use_decides_between_levels() -> None:
    database = ranked(alternatives(6), {"rand-read": 0.5, "rand-write": 0.5})
    backup = ranked(alternatives(6), {"seq-read": 0.5, "seq-write": 0.5})
    assert database[0][0].level == "raid10"
    assert backup[0][0].level in ("raid4", "raid5")
    for scored in (database, backup):
        assert scored[-1][0].level == "raid0"  # it survives nothing
        scores = [score for _, score in scored[:-1]]
        assert scores == sorted(scores, reverse=True)
        assert 0 < scores[-1] <= scores[0] <= 1


def test_the_parity_disk_of_raid4_bounds_its_writes() -> None:
    assert random_iops((80,) * 5, "raid4", 1.0) == 40
    assert random_iops((80,) * 3, "raid4", 1.0, whole_stripes=True) == 80
    assert random_iops((80,) * 5, "raid4", 0.2) == pytest.approx(200)
    assert random_iops((80,) * 5, "raid4", 0.0) == 320


def test_larger_chunks_are_crossed_less_often() -> None:
    assert crossing_share(4096, 65536) == 0
    assert crossing_share(65536, 65536) == pytest.approx(60 / 64)
    assert crossing_share(65536, 524288) == pytest.approx(60 / 512)
    assert crossing_share(1 << 20, 65536) == 1
