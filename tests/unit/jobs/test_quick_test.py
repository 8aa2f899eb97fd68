"""What a quick test measures, and what is said of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.core.plan import Protocol, TargetKind, Variant
from storage_tuner.core.session_kinds import is_quick_test
from storage_tuner.core.verdict import State
from storage_tuner.jobs.quick_test.request import (
    EARLIER,
    NOW,
    Profile,
    QuickTestRequest,
    request_of,
)
from storage_tuner.jobs.quick_test.run import figures_of, result_of
from tests.ui import sample_sessions, samples

NVME = next(device for device in samples.DEVICES if device.name == "nvme0n1")


def test_a_disk_itself_is_never_written() -> None:
    wish = QuickTestRequest(NVME, writing=True)
    assert not wish.may_write
    assert wish.names == (
        "cdm-seq1m-q8t1-read",
        "cdm-seq1m-q1t1-read",
        "cdm-rnd4k-q32t1-read",
        "cdm-rnd4k-q1t1-read",
    )
    assert wish.target.kind is TargetKind.DEVICE
    assert wish.target.path is None


@pytest.mark.parametrize(
    "wish", [QuickTestRequest(NVME, "/srv", writing=True), QuickTestRequest(None, writing=True)]
)
def test_a_file_of_ours_is_written_when_asked_for(wish: QuickTestRequest) -> None:
    assert len(wish.names) == 8
    assert {name.rpartition("-")[2] for name in wish.names} == {"read", "write"}
    assert not any(name.endswith("write") for name in replace(wish, writing=False).names)


@pytest.mark.parametrize("profile", list(Profile))
def test_every_test_is_in_the_catalogue(profile: Profile) -> None:
    wish = QuickTestRequest(None, profile=profile, writing=True)
    plan = sample_sessions.quick_plan(wish)
    assert [workload.name for workload in plan.workloads] == list(wish.names)
    assert is_quick_test(plan)


def test_other_plans_are_no_quick_tests() -> None:
    plan = sample_sessions.quick_plan(QuickTestRequest(NVME))
    assert not is_quick_test(replace(plan, variants=(Variant("bfq", (("scheduler", "bfq"),)),)))
    assert not is_quick_test(replace(plan, protocol=Protocol.REPEATS))
    assert not is_quick_test(replace(plan, budget_s=60.0))
    assert not is_quick_test(samples.plan(TargetKind.DEVICE))


@pytest.mark.parametrize("profile", list(Profile))
@pytest.mark.parametrize(
    "wish",
    [
        QuickTestRequest(None, repeats=1),
        QuickTestRequest(None, writing=True),
        QuickTestRequest(NVME, repeats=5),
        QuickTestRequest(NVME, "/srv"),
        QuickTestRequest(NVME, "/srv", writing=True),
    ],
)
def test_what_was_wished_is_told_by_the_plan(wish: QuickTestRequest, profile: Profile) -> None:
    wish = replace(wish, profile=profile)
    one = replace(wish, only=profile.tests[-1])
    again = request_of(sample_sessions.quick_plan(one), wish.device)
    assert again is not None
    assert again.names == one.names
    assert request_of(sample_sessions.quick_plan(wish), wish.device) == wish


def test_a_plan_that_no_choice_leads_to_has_no_wish() -> None:
    plan = sample_sessions.quick_plan(QuickTestRequest(NVME))
    assert request_of(replace(plan, workloads=plan.workloads[:2]), NVME) is None
    shared = replace(plan.target, kind=TargetKind.FILE, path="A test file")
    assert request_of(replace(plan, target=shared), NVME) is None


def test_one_run_has_no_interval_and_three_have() -> None:
    once = figures_of(sample_sessions.quick_record(QuickTestRequest(NVME, repeats=1)).measurements)
    thrice = figures_of(sample_sessions.quick_record(QuickTestRequest(NVME)).measurements)
    assert [(figure.rate.low, figure.rate.high) for figure in once] == [(None, None)] * 4
    for figure in thrice:
        assert figure.rate.low is not None
        assert figure.rate.high is not None
        assert 0 < figure.rate.low < figure.rate.mean < figure.rate.high
        assert figure.operation.block_bytes is not None
        expected = figure.rate.mean * 1e6 / figure.operation.block_bytes
        assert figure.iops == pytest.approx(expected, rel=0.01)
        assert figure.access_ms is not None


def test_disturbed_runs_count_only_where_there_are_no_others() -> None:
    record = sample_sessions.quick_record(QuickTestRequest(NVME))
    first, *others = record.measurements
    spoiled = replace(first, rate_mb_s=1.0, disturbed="other programs used the disk")
    figures = figures_of((spoiled, *others))
    assert figures[0].rate.runs == 2
    assert figures[0].rate.mean > 1000
    assert not figures[0].disturbed
    only = figures_of((spoiled,))
    assert only[0].rate.mean == 1.0
    assert only[0].disturbed == "other programs used the disk"


def test_a_result_is_compared_with_the_last_one_of_the_same_tests_in_the_same_place() -> None:
    wish = QuickTestRequest(NVME)
    now = sample_sessions.quick_record(wish, day=9)
    slower = sample_sessions.quick_record(
        wish, day=5, factor=0.5, settings={**NVME.settings, "scheduler": "bfq"}
    )
    others = (
        now,
        sample_sessions.quick_record(QuickTestRequest(NVME, "/"), day=8),
        sample_sessions.quick_record(QuickTestRequest(NVME, profile=Profile.EVERYDAY), day=7),
        replace(slower, created_at="2026-03-30T00:00:00+00:00"),
        slower,
        sample_sessions.quick_record(wish, day=1),
    )
    found = result_of(now, others)
    assert found.earlier is slower
    assert found.changed == (("scheduler", "bfq", "none"),)
    for figure in found.figures:
        verdict = found.verdict(figure.operation)
        assert verdict is not None
        assert verdict.state is State.BETTER
        assert (verdict.winner, verdict.runner_up) == (NOW, EARLIER)
        assert verdict.interval_percent is not None


def test_a_difference_within_what_two_sessions_differ_by_is_no_difference() -> None:
    wish = QuickTestRequest(NVME)
    now = sample_sessions.quick_record(wish, day=9)
    before = sample_sessions.quick_record(wish, day=5, factor=0.97)
    found = result_of(now, (before,))
    verdicts = [found.verdict(figure.operation) for figure in found.figures]
    assert {verdict.state for verdict in verdicts if verdict} == {State.UNDECIDED}


def test_practice_disks_are_never_compared() -> None:
    wish = QuickTestRequest(None)
    now = sample_sessions.quick_record(wish, day=9)
    assert result_of(now, (sample_sessions.quick_record(wish, day=1),)).comparison is None
