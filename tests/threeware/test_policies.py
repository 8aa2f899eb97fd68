"""The five policies: their values from whichever place tells them, and where they can't be set."""

from __future__ import annotations

import pytest

from storage_tuner.core.controller import Unit
from storage_tuner.probe.threeware.policies import driver_of, read_policies

TOLD = {
    "Command Queuing Policy": "on",
    "Read Cache": "Intelligent",
    "Write Cache": "on",
    "Storsave policy": "protection",
    "Auto Verify Policy": "off",
}


def values(model: str, cache: str | None, attributes: dict[str, str]) -> dict[str, str | None]:
    unit = Unit("u0", "RAID-1", "OK", cache=cache)
    return {policy.name: policy.value for policy in read_policies(model, unit, attributes)}


def reasons(model: str, kind: str = "RAID-1", told: dict[str, str] = TOLD) -> dict[str, str]:
    policies = read_policies(model, Unit("u0", kind, "OK"), told)
    return {policy.name: str(policy.reason) for policy in policies if policy.reason}


@pytest.mark.parametrize(
    ("cell", "write", "read"),
    [
        ("ON", "ON", None),
        ("OFF", "OFF", None),
        ("W", "on", None),
        ("Ri", "off", "Intelligent"),
        ("RiW", "on", "Intelligent"),
        ("Rb", "off", "Basic"),
        ("RbW", "on", "Basic"),
        ("?!", None, None),
        (None, None, None),
    ],
)
def test_the_cache_cell_in_all_its_notations(
    cell: str | None, write: str | None, read: str | None
) -> None:
    found = values("9650SE-8LPML", cell, {})
    assert (found["wrcache"], found["rdcache"]) == (write, read)


def test_attributes_are_believed_before_the_cell() -> None:
    told = {"Write Cache State": "off", "Command Storsave Policy": "protect"}
    found = values("9650SE-8LPML", "RiW", told)
    assert (found["wrcache"], found["rdcache"]) == ("off", "Intelligent")
    assert found["storsave"] == "protect"


@pytest.mark.parametrize(
    ("model", "without"),
    [
        ("7506-8", {"qpolicy", "rdcache", "storsave", "autoverify"}),
        ("8006-2LP", {"qpolicy", "rdcache", "storsave", "autoverify"}),
        ("9500S-8", {"qpolicy", "rdcache", "storsave"}),
        ("9550SX-12", {"rdcache"}),
        ("9550SXU-4LP", {"rdcache"}),
        ("9650SE-16ML", set()),
        ("9690SA-8I", set()),
        ("9750-4i", set()),
    ],
)
def test_support_by_model(model: str, without: set[str]) -> None:
    assert reasons(model).keys() == without


def test_what_nobody_tells_cannot_be_set() -> None:
    assert reasons("9650SE-2LP", told={}).keys() == {
        "qpolicy", "rdcache", "wrcache", "storsave", "autoverify",
    }  # fmt: skip


def test_a_question_that_failed_is_not_the_fault_of_the_firmware() -> None:
    unit = Unit("u0", "RAID-5", "OK", cache="RiW")
    policies = read_policies("9650SE-2LP", unit, {}, "CLI:008 Invalid attribute.")
    told = {policy.name: str(policy.reason) for policy in policies}
    assert (told["wrcache"], told["rdcache"]) == ("", "")
    assert str(told["qpolicy"]) == "its value is unknown: CLI:008 Invalid attribute."
    assert told["storsave"] == told["autoverify"] == told["qpolicy"]


def test_an_unknown_model_offers_nothing() -> None:
    assert set(reasons("1234-X").values()) == {"whether this model supports it is unknown"}


def test_a_spare_has_only_autoverify() -> None:
    assert reasons("9750-4i", "SPARE").keys() == {"qpolicy", "rdcache", "wrcache", "storsave"}


@pytest.mark.parametrize(
    ("model", "driver"),
    [("7506-8", "3w-xxxx"), ("9500S-8", "3w-9xxx"), ("9750-8i", "3w-sas"), ("X", None)],
)
def test_drivers(model: str, driver: str | None) -> None:
    assert driver_of(model) == driver
