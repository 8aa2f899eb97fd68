"""The knowledge base that comes with the application, and the reader that refuses another one."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
import scipy
from jsonschema import Draft202012Validator

from storage_tuner.core.errors import NoKnowledge
from storage_tuner.core.knowledge import (
    SUCCESSORS,
    Demand,
    Effect,
    Knowledge,
    PublishedTable,
    Rule,
    Standing,
)
from storage_tuner.core.plan import Use
from storage_tuner.core.tunable import BY_NAME
from storage_tuner.store.knowledge_files import read_knowledge

RESOURCES = Path(__file__).parents[3] / "resources"
FILES = sorted((RESOURCES / "knowledge").rglob("*.toml"))
RUNS = 10


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    return read_knowledge()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_keeps_to_the_schema(path: Path) -> None:
    schema = json.loads((RESOURCES / "schema" / "knowledge.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(tomllib.loads(path.read_text()))


def test_rules_name_only_settings_and_values_that_the_catalogue_has(knowledge: Knowledge) -> None:
    for rule in knowledge.rules:
        for saying in rule.says:
            for value in saying.values if not saying.structural else ():
                assert BY_NAME[saying.topic].refusal(value) == "", (rule.id, saying)
        assert set(rule.conditions.use) <= {use.value for use in Use}


def test_what_is_referred_to_is_there(knowledge: Knowledge) -> None:
    for rule in knowledge.rules:
        assert rule.source in knowledge.sources, rule.id
        assert not rule.table or rule.table in knowledge.tables, rule.id
        assert str(rule.statement).endswith(".") and str(rule.standing_note).endswith("."), rule.id
    for flaw in knowledge.flaws:
        assert flaw.source in knowledge.sources
        assert not flaw.table or flaw.table in knowledge.tables
        assert not flaw.place or flaw.place in {rule.place for rule in knowledge.rules}
    named = {table.source for table in knowledge.tables.values()}
    assert named | {figure.source for figure in knowledge.figures} <= knowledge.sources.keys()


def test_schedulers_of_old_carry_over_as_hypotheses_only(knowledge: Knowledge) -> None:
    carried = [rule for rule in knowledge.rules if _old_schedulers(rule)]
    assert len(carried) > 30
    for rule in carried:
        assert rule.standing is not Standing.CURRENT, rule.id
        said = {value for one in rule.says if one.topic == "scheduler" for value in one.values}
        assert said <= {SUCCESSORS[name] for name in _old_schedulers(rule)}, rule.id


def test_no_rule_asks_for_a_scheduler_that_ended(knowledge: Knowledge) -> None:
    for rule in knowledge.rules:
        for saying in rule.says:
            assert not set(saying.values) & set(SUCCESSORS), rule.id


def test_all_rows_of_the_eight_tables_are_rules(knowledge: Knowledge) -> None:
    rows = [rule for rule in knowledge.rules if rule.id.startswith("raid-t")]
    assert len(rows) == 56
    assert all(len(rule.effects) == 3 and len(rule.operations) == 1 for rule in rows)


def test_errors_of_the_sources_stand_beside_what_they_spoil(knowledge: Knowledge) -> None:
    def flaws(rule: str) -> str:
        found = next(one for one in knowledge.rules if one.id == rule)
        return " ".join(str(flaw.text) for flaw in knowledge.flaws_of(found))

    assert "repeats the random read" in flaws("cfq-quantum-32")
    assert "+12 %" in flaws("cfq-quantum-32")
    assert "his own table shows 11 to 13.5 %" in flaws("array-ncq-on")
    assert "costs at most 2 %" in flaws("array-cfq-cost")
    assert "13 % longer" in flaws("array-cfq-cost")
    assert "no significant differences" in flaws("raid-t1-hw-raid1-2lp-seq-write")


@pytest.mark.parametrize(
    ("rule", "winner", "over", "more", "less"),
    [
        ("array-random-raid10", "RAID10 md far", "RAID5 md", 454.6, 231.3),
        ("array-sequential-raid5", "3ware RAID5", "md RAID5", 268, 129),
        ("array-md-raid10-far", "far", "near", 305, 189),
        ("array-md-raid10-far", "near", "far", 156, 118),
        ("array-chunk-size", "64 KiB requests", "128 KiB requests", 930.2, 461.0),
        ("array-read-ahead-not-zero", "768 KiB, the default then", "0", 305, 22),
        ("array-settings-9550-raid5", "all of them together", "the defaults", 140, 55),
        ("array-cfq-cost", "deadline", "cfq", 86.60, 85.11),
        ("array-io-priorities", "cfq", "not cfq", 314.8, 287.9),
        ("group-threads", "4", "0", 750, 600),
    ],
)
def test_the_percentages_follow_from_the_published_numbers(
    knowledge: Knowledge, rule: str, winner: str, over: str, more: float, less: float
) -> None:
    effect = _effect(knowledge, rule, winner, over)
    assert effect.percent is not None
    assert effect.percent[0] == pytest.approx(100 * (more / less - 1), abs=0.6)


def test_ranges_of_percentages_follow_from_the_published_numbers(knowledge: Knowledge) -> None:
    requests = _effect(knowledge, "array-nr-requests-not-small", "128", "4").percent
    assert requests == pytest.approx(
        (100 * (155.0 / 128.6 - 1), 100 * (155.8 / 127.6 - 1)), abs=0.1
    )
    ncq = _effect(knowledge, "array-ncq-on", "NCQ on", "NCQ off").percent
    assert ncq == pytest.approx((100 * (311.5 / 280.5 - 1), 100 * (310.2 / 273.2 - 1)), abs=0.1)
    waits = [one.percent for one in _rule(knowledge, "array-cfq-cost").effects[1:]]
    assert waits[0] == pytest.approx((100 * (13.676 / 12.093 - 1),) * 2, abs=0.06)
    assert waits[1] == pytest.approx((100 * (13.676 / 12.51 - 1),) * 2, abs=0.06)
    load = [one.percent for one in _rule(knowledge, "database-load-cfq").effects]
    assert load[0] == pytest.approx((100 * (28217 / 25908 - 1),) * 2, abs=0.06)
    assert load[1] == pytest.approx((100 * (26645 / 25908 - 1),) * 2, abs=0.06)


@pytest.mark.parametrize("name", ["cfq-quantum-fdtree", "cfq-quantum-iozone"])
def test_derived_columns_follow_from_mean_and_deviation(knowledge: Knowledge, name: str) -> None:
    """Welch's t and the F test on the variances, from what is published."""
    table = knowledge.tables[name]
    for row in table.rows:
        cells = dict(zip((column.name for column in table.columns), row, strict=True))
        first = float(cells["quantum_4_mean"]), float(cells["quantum_4_sd"])
        second = float(cells["quantum_32_mean"]), float(cells["quantum_32_sd"])
        test = scipy.stats.ttest_ind_from_stats(*second, RUNS, *first, RUNS, equal_var=False)
        ratio = (first[1] / second[1]) ** 2
        f_test = 2 * min(scipy.stats.f.sf(ratio, 9, 9), scipy.stats.f.cdf(ratio, 9, 9))
        assert cells["difference"] == pytest.approx(100 * (second[0] / first[0] - 1), abs=0.006)
        assert cells["welch_t"] == pytest.approx(test.statistic, abs=0.006)
        assert cells["degrees_of_freedom"] == pytest.approx(_welch(first[1], second[1]), abs=0.06)
        assert cells["p_value"] == pytest.approx(test.pvalue, rel=0.06)
        assert cells["sd_ratio"] == pytest.approx(first[1] / second[1], abs=0.006)
        assert cells["f_test_p"] == pytest.approx(f_test, rel=0.06)
        beyond = abs(second[0] - first[0]) > max(first[1], second[1])
        assert cells["beyond_both_sd"] is beyond


def test_copies_are_where_the_flaws_say(knowledge: Knowledge) -> None:
    iozone = _cells(knowledge.tables["cfq-quantum-iozone"], 2)
    assert iozone["4MB", "random_write"][2:4] == iozone["4MB", "random_read"][2:4]
    matrix = _cells(knowledge.tables["array-randomio-matrix"], 3)
    assert matrix["3w5fs", 512, "128K"] == matrix["3w5fs", 256, "128K"]


RULE = """
[[source]]
id = "s"
author = "a"
title = "t"
date = "2020"

[[rule]]
id = "r"
source = "s"
evidence = "vendor"
today = "current"
today_note = "So."
statement = "So."
applies_when = { kind = ["nvme"], kernel = { since = "6.1" } }
says = [{ setting = "scheduler", value = "none" }]
"""


def test_another_folder_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(RULE)
    (rule,) = read_knowledge(tmp_path).rules
    assert rule.conditions.kernel is not None
    assert rule.conditions.kernel.since == (6, 1)
    assert rule.says[0].demand is Demand.VALUE


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'kind = ["nvme"]',
            'kin = ["nvme"]',
            "at rule[0] ('r').applies_when: there is no key 'kin'",
        ),
        ('since = "6.1"', 'since = "six"', "expected a release such as 6.10"),
        (
            'value = "none"',
            "leave = false",
            "at rule[0] ('r').says[0]: expected setting or choice, and one of",
        ),
        ('value = "none"', 'valu = "none"', "says[0]: there is no key 'valu'"),
        ('value = "none"', "one_of = [1]", "says[0].one_of[0]: expected a string, found 1"),
        (
            'today = "current"',
            'today = "then"',
            "at rule[0] ('r').today: expected one of current, hypothesis",
        ),
        (', value = "none"', "", "and one of value, one_of"),
        ('evidence = "vendor"', 'evidence = "rumour"', "one of measurement, vendor"),
        ('id = "r"', 'id = "s"', "there are two entries 's'"),
        ('id = "r"', "id = 3", "expected a string"),
        ("[[rule]]", "[[rules]]", "there is no key 'rules'; known keys are source"),
        ("[[source]]", "[[source", "it isn't TOML"),
    ],
)
def test_what_nobody_understands_is_refused_with_its_place(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    assert old in RULE
    (tmp_path / "a.toml").write_text(RULE.replace(old, new))
    with pytest.raises(NoKnowledge) as caught:
        read_knowledge(tmp_path)
    assert "a.toml" in str(caught.value)
    assert told in str(caught.value)


def _welch(first: float, second: float) -> float:
    """Degrees of freedom by Welch and Satterthwaite, for equal numbers of runs."""
    variances = first**2 / RUNS, second**2 / RUNS
    return sum(variances) ** 2 / sum(one**2 / (RUNS - 1) for one in variances)


def _old_schedulers(rule: Rule) -> set[str]:
    named = {value for topic, values in rule.published if topic == "scheduler" for value in values}
    return named & set(SUCCESSORS)


def _rule(knowledge: Knowledge, name: str) -> Rule:
    return next(rule for rule in knowledge.rules if rule.id == name)


def _effect(knowledge: Knowledge, rule: str, winner: str, over: str) -> Effect:
    return next(
        effect
        for effect in _rule(knowledge, rule).effects
        if (effect.winner, effect.over) == (winner, over)
    )


def _cells(table: PublishedTable, keys: int) -> dict[tuple[object, ...], tuple[object, ...]]:
    return {row[:keys]: row[keys:] for row in table.rows}
