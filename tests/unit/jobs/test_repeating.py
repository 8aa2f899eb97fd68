"""The same test again: what of a plan is asked for anew."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.bench.programs.command import start_workloads
from storage_tuner.bench.sustained import SUSTAINED_WRITE
from storage_tuner.bench.variant_series import Series
from storage_tuner.core.plan import UNCHANGED, Plan, Protocol, Target, TargetKind, Variant
from storage_tuner.core.workload import Operation
from storage_tuner.jobs.planning.plan_files import only_in_the_terminal, request_of
from storage_tuner.jobs.planning.survey import repeat_plan
from storage_tuner.jobs.requests import sustained_request
from tests.unit.bench.simulated_maps import map_plan
from tests.unit.report.example_session import example_record

ELSEWHERE = Target(TargetKind.DEVICE, "sdz")


def plan(*variants: Variant) -> Plan:
    made = example_record(("none", "bfq"), (Operation.RANDOM_READ,), repeats=2).plan
    return replace(made, variants=variants) if variants else made


def test_schedulers_are_compared_again_on_another_disk() -> None:
    request = request_of(plan(), ELSEWHERE)
    assert request.target == ELSEWHERE
    assert request.schedulers == ("none", "bfq")
    assert request.workloads == plan().workloads
    assert request.threads == plan().threads
    assert request.use == plan().use


def test_what_only_the_command_line_can_ask_for_is_asked_for_as_usual() -> None:
    assert request_of(replace(plan(), protocol=Protocol.LIVE), ELSEWHERE).protocol is (
        Protocol.ADAPTIVE
    )
    article = replace(plan(), protocol=Protocol.ARTICLE)
    assert request_of(article, ELSEWHERE).protocol is Protocol.ARTICLE
    assert request_of(article, ELSEWHERE).repeats == article.repeats == 2
    assert request_of(plan(), ELSEWHERE).repeats is None


def test_two_sets_of_settings_stay_two() -> None:
    pair = (
        Variant("a", (("scheduler", "none"), ("nr_requests", "64"))),
        Variant("b", (("scheduler", "bfq"), ("nr_requests", "128"))),
    )
    assert request_of(plan(*pair), ELSEWHERE).variants == pair


def test_one_setting_after_the_other_and_all_combinations_stay_so() -> None:
    single = tuple(Variant(value, (("read_ahead_kb", value),)) for value in ("128", "512", "2048"))
    request = request_of(plan(*single), ELSEWHERE)
    assert [each.name for each in request.varied] == ["read_ahead_kb"]
    assert request.varied[0].values == ("128", "512", "2048")
    assert request.series is Series.ONE_AT_A_TIME
    grid = tuple(
        Variant(f"{ahead} {size}", (("read_ahead_kb", ahead), ("nr_requests", size)))
        for ahead in ("128", "512")
        for size in ("64", "256")
    )
    assert request_of(plan(*grid), ELSEWHERE).series is Series.ALL


def test_a_measurement_without_settings_asks_for_none() -> None:
    request = request_of(plan(Variant(UNCHANGED, ())), ELSEWHERE)
    assert not request.schedulers
    assert not request.varied
    assert not request.variants


def test_sustained_writes_are_repeated_with_their_amount() -> None:
    folder = Target(TargetKind.FILE, None, "/folder")
    earlier = replace(folder, path="/earlier", size_bytes=3 << 30)
    writes = replace(
        plan(Variant(UNCHANGED, ())),
        target=earlier,
        workloads=(SUSTAINED_WRITE,),
        protocol=Protocol.SUSTAINED,
    )
    request, _ = repeat_plan(writes, folder)
    assert request == sustained_request(folder, 3 << 30)


def test_a_start_is_repeated_with_all_of_its_loads() -> None:
    """Its time may have been too short for some of them."""
    starts = start_workloads(("xterm", "/bin/true"), prepare=("true",), timeout_s=9.0)
    request, _ = repeat_plan(replace(plan(), workloads=starts[1:]), ELSEWHERE)
    assert request.workloads == starts
    assert not only_in_the_terminal(request)


def test_a_map_is_repeated_with_its_variants() -> None:
    request = request_of(map_plan("none", "bfq"), ELSEWHERE)
    assert request.protocol is Protocol.MAP
    assert request.schedulers == ("none", "bfq")
    assert not request.workloads
    assert not request.threads
    assert not only_in_the_terminal(request)
