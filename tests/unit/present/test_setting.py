"""Labels of settings: each has one of its own, beside which the kernel's name is shown."""

from __future__ import annotations

import pytest

from storage_tuner.core.tunable import CATALOGUE, SCHEDULERS, Scope, Tunable
from storage_tuner.present.setting import label
from storage_tuner.ui.settings import names

_MOST_WORDS = 4


@pytest.mark.parametrize("tunable", CATALOGUE, ids=lambda tunable: tunable.name)
def test_every_setting_has_a_label_beside_its_kernel_name(tunable: Tunable) -> None:
    shown = label(tunable.name)
    assert shown != tunable.name and "_" not in shown
    assert len(shown.split()) <= _MOST_WORDS
    if shown.casefold() == tunable.name:
        assert names.titled(tunable.name) == names.named(tunable.name) == shown
        return
    assert names.titled(tunable.name) == f"{shown} · {tunable.name}"
    assert names.named(tunable.name) == f"{shown} ({tunable.name})"


def test_labels_are_unique() -> None:
    labels = [label(tunable.name) for tunable in CATALOGUE]
    assert len(set(labels)) == len(labels)


def test_each_schedulers_own_settings_are_labelled() -> None:
    owners = {tunable.scheduler for tunable in CATALOGUE if tunable.scope is Scope.SCHEDULER}
    assert owners == {*SCHEDULERS, ""} - {"none"}, "of one, or of each that has its file"
    of_bfq = {one.name: label(one.name) for one in CATALOGUE if one.scheduler == "bfq"}
    assert {"low_latency", "slice_idle", "strict_guarantees"} <= of_bfq.keys()
    assert of_bfq["low_latency"] == "Low-latency mode"


def test_an_unknown_name_is_shown_once() -> None:
    assert names.titled("elevator") == names.named("elevator") == "Elevator"
