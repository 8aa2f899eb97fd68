"""Reads metrics with the parsers of Prometheus's own client, in both formats that they are in."""

from __future__ import annotations

from collections.abc import Iterable

from prometheus_client import Metric
from prometheus_client.openmetrics import parser as open_metrics
from prometheus_client.parser import text_string_to_metric_families as read_prometheus

Series = dict[tuple[tuple[str, str], ...], float]


def read_open_metrics(text: str) -> dict[str, Series]:
    """The series of each family by their labels. Raises ``ValueError`` where the text is no
    OpenMetrics, and ``AssertionError`` where the older format reads something else in it or the
    textfile collector refuses it, which takes no timestamps."""
    families = list(open_metrics.text_string_to_metric_families(text))
    found = _series(families)
    assert text.endswith("# EOF\n")  # the parser doesn't mind
    assert found == _series(read_prometheus(text))
    assert all((each.type, bool(each.documentation)) == ("gauge", True) for each in families)
    return found


def _series(families: Iterable[Metric]) -> dict[str, Series]:
    found: dict[str, Series] = {}
    for family in families:
        series = found[family.name] = {}
        for sample in family.samples:
            labels = tuple(sample.labels.items())
            assert labels not in series, f"{sample}: twice"
            assert (sample.timestamp, sample.exemplar) == (None, None), sample
            series[labels] = sample.value
    return found
