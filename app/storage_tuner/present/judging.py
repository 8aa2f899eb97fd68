"""The rules of judging, in sentences of the report."""

from __future__ import annotations

from storage_tuner.core.message import tr


def judging(error_level: float, margin: float) -> str:
    """When something is claimed (``advice.statistics.error_budget``)."""
    return tr(
        "The chance that anything claimed is false is at most {level:g} %: the score for the "
        "purpose is asked first and has half of it, then come the operations, then single numbers "
        "of threads, each group with Holm’s correction. Faster and slower need an interval without "
        "zero and a difference of at least {margin:g} %, the same needs an interval wholly within "
        "{margin:g} %. All else is inconclusive. Intervals of differences are as wide as that "
        "demands.",
        level=100 * error_level,
        margin=100 * margin,
    )


def at_any_time() -> str:
    """Of what is looked at after every block."""
    return tr(
        "These intervals (t confidence sequences) hold however often one looks, so that a session "
        "may end as soon as it is decided."
    )
