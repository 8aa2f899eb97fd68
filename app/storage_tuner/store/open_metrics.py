"""Metrics in the text format of OpenMetrics 1.0 (https://prometheus.io/docs/specs/om/open_metrics_spec/).

The textfile collector of node_exporter reads the older Prometheus format, in which ``# UNIT`` and
``# EOF`` are comments, but a type other than its own five is an error
(https://github.com/prometheus/node_exporter/issues/1988, read on 2026-11-26), and so is a timestamp
(issue 1284). So all families are gauges, also those whose names end in ``_info``, and a file is
valid in both formats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Sample:
    """A finite value with its labels."""

    labels: Mapping[str, str]
    value: float


@dataclass(frozen=True)
class MetricFamily:
    """A gauge; ``unit`` is the end of its name, "" for none."""

    name: str
    help: str
    samples: tuple[Sample, ...]
    unit: str = ""


def open_metrics(families: Iterable[MetricFamily]) -> str:
    """The families with any samples, in their order."""
    lines = [line for family in families if family.samples for line in _lines(family)]
    return "\n".join([*lines, "# EOF", ""])


def _lines(family: MetricFamily) -> Iterator[str]:
    yield f"# TYPE {family.name} gauge"
    if family.unit:
        yield f"# UNIT {family.name} {family.unit}"
    yield f"# HELP {family.name} {family.help}"
    for sample in family.samples:
        yield f"{family.name}{_labels(sample.labels)} {sample.value!r}"


def _labels(labels: Mapping[str, str]) -> str:
    if not labels:
        return ""
    pairs = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items())
    return f"{{{pairs}}}"


def _escaped(value: str) -> str:
    r"""``\`` as ``\\``, ``"`` as ``\"``, a line feed as ``\n``; what UTF-8 can't encode as "?"."""
    text = value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
    return text.encode("utf-8", "replace").decode()
