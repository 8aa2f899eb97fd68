"""``--wait``: look around before measuring, and wait for what an array does by itself."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from storage_tuner.cli.condition_text import condition_lines
from storage_tuner.cli.terminal import printable
from storage_tuner.core.condition import Condition, ConditionKind, Severity
from storage_tuner.core.errors import NotMeasurable
from storage_tuner.core.plan import Plan
from storage_tuner.jobs.conditions import require_measurable
from storage_tuner.jobs.tuning_session import TuningSession


def add_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--wait",
        action="store_true",
        help="while an array or its controller is at work by itself, such as verifying, wait for "
        "its end before measuring",
    )


def look_around(session: TuningSession, plan: Plan, *, wait: bool) -> None:
    """Say what may spoil the result. Raises ``NotMeasurable`` for what prevents measuring."""
    found = session.conditions_at_rest(plan, _tell) if wait else session.conditions(plan)
    print("\n".join(condition_lines(found)), file=sys.stderr)
    sys.stderr.flush()
    try:
        require_measurable(found)
    except NotMeasurable as error:
        if _can_be_waited_for(found):
            raise NotMeasurable(error.summary, "Add --wait to measure after that.") from None
        raise


def _can_be_waited_for(conditions: Sequence[Condition]) -> bool:
    """Whether all that prevents measuring ends by itself."""
    return all(
        each.kind is ConditionKind.ARRAY_WORK
        for each in conditions
        if each.severity is Severity.BLOCKING
    )


def _tell(work: Condition) -> None:
    print(f"Waiting: {printable(work.sentence)}", file=sys.stderr, flush=True)
