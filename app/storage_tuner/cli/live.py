"""``live``: compare settings under the workload of other programs."""

from __future__ import annotations

import argparse
import math
import sys
from typing import Any

from storage_tuner.advice.live import variant_figures
from storage_tuner.bench.live.plan import BUDGET_S, LONGEST, SHORTEST, SLICE_S
from storage_tuner.cli.json_events import listener_for
from storage_tuner.cli.options import report_options
from storage_tuner.cli.options.exit_codes import add_exit_code
from storage_tuner.cli.options.option_types import add_progress, minutes, seconds, several
from storage_tuner.cli.options.plan_types import parameter
from storage_tuner.cli.options.wanted_settings import require_possible, require_scope
from storage_tuner.cli.output.plan_text import duration_text, how_to_stop
from storage_tuner.cli.output.terminal import print_json
from storage_tuner.cli.running_jobs import exit_code, reported
from storage_tuner.cli.signals import obeying_signals
from storage_tuner.cli.terminal_events import Printing, TerminalListener
from storage_tuner.cli.verdict import judgement_document
from storage_tuner.client.connecting import connect
from storage_tuner.core.device import Device
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr, trn
from storage_tuner.core.plan import Plan
from storage_tuner.core.tunable_target import tuned_device
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.live import plan_live, watch
from storage_tuner.jobs.live_session import LiveComparison, LiveSession, LiveTarget
from storage_tuner.jobs.outcome import Outcome
from storage_tuner.jobs.requests import LiveRequest
from storage_tuner.present.decision import named
from storage_tuner.report.text.terminal import summary_lines
from storage_tuner.store.documents import document_of

SHORTEST_SLICE_S, LONGEST_SLICE_S = 2, 600


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "live",
        help=tr("compare schedulers under your live workload"),
        description=tr(
            "Switches the I/O scheduler of DEVICE at random while your programs use it, and "
            "compares request latency. Adds no I/O of its own and restores the previous settings. "
            "Each switch delays requests by about 30 ms."
        ),
    )
    parser.add_argument(
        "device",
        metavar=tr("DEVICE"),
        help=tr("such as sda; may be mounted and in use"),
    )
    compared = parser.add_mutually_exclusive_group()
    compared.add_argument(
        "--schedulers",
        metavar=tr("NAME,NAME…"),
        type=several,
        default=(),
        help=tr("compare only these (default: all available)"),
    )
    compared.add_argument(
        "--vary",
        metavar=tr("NAME=V1,V2…"),
        type=parameter,
        help=tr("compare values of another setting (settings: 'show DEVICE')"),
    )
    parser.add_argument(
        "--minutes",
        metavar="N",
        type=minutes,
        default=BUDGET_S,
        help=tr(
            "time limit (default {minutes:.0f}); ends early when decided",
            minutes=BUDGET_S / 60,
        ),
    )
    parser.add_argument(
        "--every",
        metavar=tr("SECONDS"),
        type=seconds(
            SHORTEST_SLICE_S,
            LONGEST_SLICE_S,
            tr(
                "a number of seconds from {least} to {most}",
                least=SHORTEST_SLICE_S,
                most=LONGEST_SLICE_S,
            ),
        ),
        default=SLICE_S,
        help=tr(
            "mean time between switches (default {seconds:.0f}); increase it for bursty loads",
            seconds=SLICE_S,
        ),
    )
    report_options.add_report(parser)
    add_progress(parser)
    add_exit_code(parser)
    parser.add_argument("--dry-run", action="store_true", help=tr("only show what would be done"))
    parser.add_argument("--json", action="store_true", help=tr("print JSON"))
    parser.set_defaults(run=run_live)


def run_live(arguments: argparse.Namespace) -> int:
    """Compare the settings. Raises ``InvalidInput``, ``DeviceError`` and ``HelperError``; the
    previous settings are then restored."""
    varied = arguments.vary
    comparison = LiveComparison(
        arguments.schedulers, *((varied.name, varied.values) if varied else ())
    )
    request = LiveRequest(arguments.device, comparison, arguments.minutes, arguments.every)
    target, plan = plan_live(request)
    _require_possible(target, comparison)
    if arguments.dry_run:
        if arguments.json:
            print_json(plan_keys(plan, target))
        else:
            print("\n".join(live_plan_lines(plan, target)))
        return 0
    report_options.require_folder(arguments.report)
    printing = Printing(
        arguments.json,
        report_options.report_of(arguments),
        events=target.device.name if arguments.progress == "json" else None,
        tells_all=arguments.exit_code,
    )
    if printing.events is None:
        print("\n".join((*live_plan_lines(plan, target), how_to_stop())), file=sys.stderr)
    outcome = _watch(plan, target, printing)
    record, judgement = outcome.record, outcome.judgement
    if arguments.json:
        print_json(live_document(record, judgement))
    else:
        print("\n".join(summary_lines(record, judgement)))
    return exit_code(outcome, printing)


def live_plan_lines(plan: Plan, target: LiveTarget) -> list[str]:
    """The plan as text: the settings that are switched, and how often."""
    mean_s = plan.runtime_ms / 1000
    variants = ", ".join(str(named(variant.name)) for variant in plan.variants)
    others = [device.name for device in target.tuned if device.name != target.device.name]
    switches = most_switches(plan)
    watched = tr(
        "Watches {device} while other programs use it; adds no load.",
        device=target.device.name,
    )
    compared = (
        tr("Compares {variants} on {devices}.", variants=variants, devices=", ".join(others))
        if others
        else tr("Compares {variants}.", variants=variants)
    )
    limit = trn(switches, "at most {count} switch", "at most {count} switches")
    if plan.budget_s:
        limit = tr("for up to {time}: {limit}", time=duration_text(plan.budget_s), limit=limit)
    return [
        f"{watched} {compared}",
        tr(
            "They alternate in random order, {shortest:.3g} to {longest:.3g} s each, {limit}.",
            shortest=SHORTEST * mean_s,
            longest=LONGEST * mean_s,
            limit=limit,
        ),
    ]


def most_switches(plan: Plan) -> int:
    """The approximate number of switches if nothing is decided."""
    turn_s = (plan.runtime_ms + plan.ramp_ms) / 1000
    return math.ceil((plan.budget_s or math.inf) / turn_s)


def plan_keys(plan: Plan, target: LiveTarget) -> dict[str, Any]:
    """The output of ``--dry-run --json``."""
    mean_s = plan.runtime_ms / 1000
    return {
        "device": target.device.name,
        "switched_on": [device.name for device in target.tuned],
        "variants": [
            {"name": variant.name, "settings": dict(variant.settings)} for variant in plan.variants
        ],
        "current": plan.current,
        "shortest_s": SHORTEST * mean_s,
        "longest_s": LONGEST * mean_s,
        "wash_out_s": plan.ramp_ms / 1000,
        "at_most_s": plan.budget_s,
        "switches_at_most": most_switches(plan),
    }


def live_document(record: SessionRecord, judgement: Judgement) -> dict[str, object]:
    """The output of ``--json``: as for ``tune``, plus the figures of each variant."""
    return {
        "completed": record.completed,
        "outcome": record.outcome.value,
        "device": record.plan.target.device,
        "figures": [document_of(one) for one in variant_figures(record.plan, record.measurements)],
        "caveats": list(record.caveats),
        **judgement_document(judgement),
    }


class _WatchingListener(TerminalListener):
    def begins(self, device: Device | None, plan: Plan, begun: SessionRecord | None) -> None:
        """Print nothing: the plan was printed before the password prompt."""


def _watch(plan: Plan, target: LiveTarget, printing: Printing) -> Outcome:
    """The outcome, with a problem that ended it. Raises errors from before the first sample."""
    is_text = printing.events is None
    with (
        _WatchingListener(sys.stderr) if is_text else listener_for(printing) as listener,
        obeying_signals(LiveSession(connect, listener)) as session,
    ):
        outcome = watch(session, target, plan, listener)
    return reported(outcome, printing.report, listener.noted)


def _require_possible(target: LiveTarget, comparison: LiveComparison) -> None:
    if comparison.tunable is None:
        return
    require_scope(target.device.name, {comparison.tunable: comparison.values[0]})
    for device in target.tuned:
        for value in comparison.values:
            if comparison.tunable != "scheduler":
                require_possible(tuned_device(device), {comparison.tunable: value}, ())
