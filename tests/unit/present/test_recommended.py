"""The recommended set as blocks."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.core.decision import Confidence
from storage_tuner.core.knowledge import Effect, PublishedEffect
from storage_tuner.core.recommended_set import (
    Citation,
    Grounds,
    RecommendedLine,
    RecommendedSet,
)
from storage_tuner.core.tunable import Risk
from storage_tuner.present.blocks import Fact, Facts, Notice, Table, Tone
from storage_tuner.present.published import current_gains, effect_text, gains_of_old
from storage_tuner.present.recommended import recommended_blocks, row

CFQ = PublishedEffect(Effect("load", "rate", "cfq", "deadline", (8.9, 8.9)), "2.6")
NCQ = PublishedEffect(Effect("rand-mixed", "rate", "128", "4", (20.5, 22.1)), "2.6.24")
WAITS = PublishedEffect(Effect("rand-read", "access_time", "none", "mq-deadline", (9.0, 9.0)))
SUSE = Citation("suse-rotational", "bfq for spinning disks.", "SUSE", "SLES 15", "2024")
LINE = RecommendedLine(
    "scheduler", ("sda",), ("mq-deadline",), "bfq", Grounds.PUBLISHED, Confidence.LOW, Risk.NONE,
    (SUSE,), command="storage-tuner tune sda --schedulers mq-deadline,bfq", decides=True,
)  # fmt: skip


def blocks(*lines: RecommendedLine) -> tuple[object, ...]:
    return recommended_blocks(RecommendedSet("sda", "HDD", lines))


def texts(*lines: RecommendedLine) -> list[str]:
    return [each.text for each in blocks(*lines) if isinstance(each, Notice)]


def test_a_published_gain_of_a_scheduler_that_is_gone_promises_nothing() -> None:
    assert effect_text(CFQ) == (
        "loading a database: cfq 8.9 % ahead of deadline (measured on Linux 2.6; "
        "cfq and deadline removed in Linux 5.0, succeeded by bfq and mq-deadline)"
    )
    assert (
        current_gains((CFQ, NCQ))
        == "mixed random I/O: 128 20.5 to 22.1 % ahead of 4 (measured on Linux 2.6.24)"
    )
    assert gains_of_old((CFQ, NCQ)) == effect_text(CFQ)
    effect = row(replace(LINE, effects=(CFQ,)))[4]
    assert effect.text == "unknown: published only for removed schedulers"
    assert effect.tip == effect_text(CFQ)


def test_a_change_that_only_removed_schedulers_support_says_so() -> None:
    old = replace(SUSE, rule="then", gone=("cfq",))
    said = (
        "scheduler: published only for schedulers that no longer exist "
        "(cfq removed in Linux 5.0, succeeded by bfq)."
    )
    assert said in texts(replace(LINE, citations=(old,)))
    assert said not in texts(replace(LINE, citations=(old, SUSE))), "a newer rule supports it too"
    assert said not in texts(replace(LINE, value="mq-deadline", citations=(old,)))


def test_a_citation_names_its_kernel_and_what_was_removed_since() -> None:
    evidence = "measurement on Linux 2.6; cfq removed in Linux 5.0, succeeded by bfq"
    tip = row(replace(LINE, citations=(replace(SUSE, evidence=evidence),)))[3].tip
    assert evidence in tip


def test_todays_schedulers_are_not_taken_for_their_namesakes() -> None:
    assert WAITS.effect.gone == ()
    assert effect_text(WAITS) == "random read: none 9 % lower latency than mq-deadline"


def test_an_effect_says_over_what_and_on_which_kernel() -> None:
    cells = row(replace(LINE, effects=(CFQ, NCQ)))
    assert cells[4].text == "20.5 to 22.1\N{NO-BREAK SPACE}% over 4, Linux 2.6.24"
    kept = row(replace(LINE, value="mq-deadline", effects=(NCQ,)))
    assert (kept[2].text, kept[4].text) == ("keep", "–")


def test_first_what_to_do_then_the_table_then_the_commands() -> None:
    first, table, facts = blocks(LINE)
    assert isinstance(first, Notice) and first.tone is Tone.NOTE
    assert first.text == "Benchmark scheduler = bfq on sda (HDD): published sources recommend this."
    assert isinstance(table, Table)
    assert [len(each) for each in table.rows] == [len(table.heads)]
    assert [cell.text for cell in table.rows[0]] == [
        "scheduler", "mq-deadline", "bfq", "published: SUSE", "no figure published", "–"
    ]  # fmt: skip
    assert "suse-rotational" in table.rows[0][3].tip
    assert facts == Facts("Measure this", (Fact("scheduler", LINE.command),))


def test_only_what_was_measured_is_said_to_be_decided() -> None:
    measured = replace(
        LINE, grounds=Grounds.MEASURED, citations=(), gain_percent=12.0,
        interval_percent=(8.0, 16.0), command="",
    )  # fmt: skip
    first, *_ = blocks(measured)
    assert first == Notice(
        Tone.DECIDED, "Set scheduler = bfq on sda (HDD): this was faster in your measurements."
    )
    cells = row(measured)
    assert (cells[3].text, cells[4].text, cells[4].tip) == (
        "measured here", "+12 %", "+8 to +16 %"
    )  # fmt: skip


def test_where_nothing_is_worth_a_change_everything_is_kept() -> None:
    kept = replace(LINE, value="mq-deadline", grounds=Grounds.NOTHING, citations=())
    assert texts(kept) == ["Keep all settings on sda (HDD)."]
    assert blocks() == ()


def test_what_speaks_against_it_and_what_is_only_tried_is_said() -> None:
    risky = replace(
        LINE, setting="dirty_ratio", risk=Risk.STALL, note="It may stall.", decides=False,
        command="storage-tuner set vm dirty_ratio=40 --try 60",
    )  # fmt: skip
    assert Notice(Tone.WARNING, "dirty_ratio: It may stall.") in blocks(risky)
    assert "dirty_ratio can't be benchmarked here, only tried for 60 s." in texts(risky)
