"""The text of our file below /etc/sysctl.d."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage_tuner_helper.errors import InvalidArgument
from storage_tuner_helper.keeping import sysctl_file
from storage_tuner_protocol.tunables import ALLOWED, EITHER_OR, Scope

OF_MACHINE = {
    one.name: st.integers(one.minimum, one.maximum).map(str)
    for one in ALLOWED
    if one.scope is Scope.MACHINE
}
VALUES = st.lists(st.sampled_from(sorted(OF_MACHINE)), unique=True).flatmap(
    lambda names: st.fixed_dictionaries({name: OF_MACHINE[name] for name in names})
)


def test_it_reads_so() -> None:
    text = sysctl_file.render({"swappiness": "10", "dirty_bytes": "536870912"})
    assert text == sysctl_file.HEADER + "vm.dirty_bytes = 536870912\nvm.swappiness = 10\n"
    assert sysctl_file.render({}) == ""


@given(VALUES)
def test_what_is_written_can_be_read(values: dict[str, str]) -> None:
    assert sysctl_file.parse(sysctl_file.render(values)) == values


@given(VALUES, VALUES)
def test_never_both_of_an_either_or(first: dict[str, str], then: dict[str, str]) -> None:
    try:
        values = sysctl_file.merged(sysctl_file.merged({}, first), then)
    except InvalidArgument:
        return
    for pair in EITHER_OR:
        assert sum(name in values for name in pair) <= 1
        assert all(values.get(name) != "0" for name in pair)
    for name, value in then.items():
        assert values.get(name, "0") == value


def test_what_counts_now_takes_the_place_of_the_other() -> None:
    kept = {"dirty_ratio": "30", "swappiness": "10"}
    merged = sysctl_file.merged(kept, {"dirty_bytes": "1048576", "dirty_ratio": "0"})
    assert merged == {"dirty_bytes": "1048576", "swappiness": "10"}
    for wrong in (
        {"dirty_bytes": "0"},
        {"dirty_background_bytes": "0", "dirty_background_ratio": "0"},
        {"dirty_bytes": "1048576", "dirty_ratio": "20"},
    ):
        with pytest.raises(InvalidArgument):
            sysctl_file.merged(kept, wrong)


@pytest.mark.parametrize(
    "values",
    [
        {"swappiness": "10\nkernel.core_pattern = |/bin/sh"},
        {"swappiness": "201"},
        {"swappiness": "٣"},
        {"swappiness": "010"},
        {"core_pattern": "1"},
        {"../kernel/core_pattern": "1"},
        {"scheduler": "none"},
        {"nr_requests": "64"},
    ],
)
def test_nothing_else_can_be_written(values: dict[str, str]) -> None:
    with pytest.raises(ValueError):
        sysctl_file.render(values)


@given(st.text(min_size=1))
def test_no_text_of_others_is_taken_for_ours(text: str) -> None:
    for strange in (
        text,
        sysctl_file.HEADER + text,
        sysctl_file.render({"swappiness": "1"}) + text,
    ):
        with pytest.raises(ValueError):
            sysctl_file.parse(strange)
