"""The OpenMetrics text is read back as it was meant."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from storage_tuner.store.open_metrics import MetricFamily, Sample, open_metrics
from tests.open_metrics_text import read_open_metrics

FAMILIES = (
    MetricFamily("st_none_info", "Without samples.", ()),
    MetricFamily("st_build_info", "The version.", (Sample({"version": "1"}, 1),)),
    MetricFamily(
        "st_latency_seconds",
        "A latency.",
        (Sample({}, 0.000125), Sample({"device": 'a"b\\c\nd', "threads": "4"}, 1.5e-5)),
        "seconds",
    ),
)


def test_the_text_as_a_whole() -> None:
    assert open_metrics(FAMILIES) == (
        "# TYPE st_build_info gauge\n"
        "# HELP st_build_info The version.\n"
        'st_build_info{version="1"} 1\n'
        "# TYPE st_latency_seconds gauge\n"
        "# UNIT st_latency_seconds seconds\n"
        "# HELP st_latency_seconds A latency.\n"
        "st_latency_seconds 0.000125\n"
        'st_latency_seconds{device="a\\"b\\\\c\\nd",threads="4"} 1.5e-05\n'
        "# EOF\n"
    )


@given(st.text(), st.floats(allow_nan=False, allow_infinity=False))
def test_any_label_and_number_are_read_back(label: str, value: float) -> None:
    family = MetricFamily("st_any", "Anything.", (Sample({"name": label}, value),))
    read = read_open_metrics(open_metrics([family]))
    expected = label.encode("utf-8", "replace").decode()
    assert read == {"st_any": {(("name", expected),): value}}
