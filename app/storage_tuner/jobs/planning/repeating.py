"""Rebuilds the request behind a session, to repeat it here or elsewhere."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.bench.variant_series import SCHEDULER, Series, combination_count, parameters_in
from storage_tuner.core.plan import Plan, Protocol, Target
from storage_tuner.jobs.planning.plan_files import WINDOW_PROTOCOLS
from storage_tuner.jobs.requests import TuningRequest


def request_of(plan: Plan, target: Target) -> TuningRequest:
    """The same workloads, threads and variants on ``target``; how thoroughly isn't told by a plan,
    so it's as usual. What only the command line can ask for is asked for in the usual way."""
    request = TuningRequest(
        target,
        plan.use,
        aims=plan.aims,
        protocol=plan.protocol if plan.protocol in WINDOW_PROTOCOLS else Protocol.ADAPTIVE,
        workloads=plan.workloads,
        threads=plan.threads,
        repeats=plan.repeats if plan.protocol is Protocol.ARTICLE else None,
    )
    varied = tuple(variant for variant in plan.variants if variant.settings)
    parameters = parameters_in(varied)
    if not parameters:
        return request
    if [parameter.name for parameter in parameters] == [SCHEDULER]:
        return replace(request, schedulers=parameters[0].values)
    if len(plan.variants) == 2 and len(varied) == 2:
        return replace(request, variants=varied)
    everything = combination_count(parameters) == len(plan.variants)
    series = Series.ALL if everything and len(parameters) > 1 else Series.ONE_AT_A_TIME
    return replace(request, varied=parameters, series=series)
