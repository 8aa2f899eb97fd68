"""The policies of units as settings of their disks: in the catalogue's words, or with a reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.core.controller import Controller, Policy, Unit
from storage_tuner.core.device import Device
from storage_tuner.core.message import Message
from storage_tuner.probe.threeware import controllers_of, with_policies
from storage_tuner.store.languages import language
from tests.unit.said import said

DISK = Device("sda", "/dev/sda", "disk", 1 << 40, "3ware", settings={"nr_requests": "128"})
POLICIES = (
    Policy("qpolicy", "on"),
    Policy("rdcache", "Intelligent"),
    Policy("wrcache", "ON"),
    Policy("storsave", "protection"),
    Policy("autoverify", "off"),
)


def controller(policies: tuple[Policy, ...], *disks: str, status: str = "OK") -> Controller:
    unit = Unit("u0", "RAID-1", status, policies=policies, disks=disks)
    return Controller("3ware", "c0", "9650SE-8LPML", units=(unit,))


def test_they_stand_among_the_settings_in_the_words_they_are_set_with() -> None:
    (disk,) = with_policies([DISK], [controller(POLICIES, "sda")])
    assert disk.settings == said(
        {
            "nr_requests": "128",
            "qpolicy": "on",
            "rdcache": "intelligent",
            "wrcache": "on",
            "storsave": "protect",
            "autoverify": "off",
        }
    )


def test_all_disks_of_a_carved_unit_have_them() -> None:
    disks = [DISK, replace(DISK, name="sdb")]
    found = with_policies(disks, [controller(POLICIES, "sda", "sdb")])
    assert [disk.settings["qpolicy"] for disk in found] == ["on", "on"]


def test_what_cannot_be_set_is_missing_with_the_reason() -> None:
    policies = (Policy("qpolicy", "on", "its disk isn't known for certain"), *POLICIES[1:])
    (disk,) = with_policies([DISK], [controller(policies, "sda")])
    assert "qpolicy" not in disk.settings
    assert disk.missing["qpolicy"] == "its disk isn't known for certain"


def test_an_unknown_word_is_told_and_not_set() -> None:
    (disk,) = with_policies([DISK], [controller((Policy("storsave", "turbo"),), "sda")])
    assert "storsave" not in disk.settings
    assert "turbo" in str(disk.missing["storsave"])


def test_a_disk_that_no_unit_is_sure_to_be_offers_nothing() -> None:
    (disk,) = with_policies([DISK], [controller(POLICIES)])
    assert disk.settings == DISK.settings
    assert str(disk.missing["wrcache"]).endswith("isn't known for certain")


@pytest.mark.parametrize("status", ["DEGRADED", "REBUILDING", "VERIFYING", "INITIALIZING"])
def test_a_unit_that_is_not_ok_tells_its_policies_and_why_none_is_set(status: str) -> None:
    """In the words in which the helper refuses, so that one may know them again."""
    (disk,) = with_policies([DISK], [controller(POLICIES, "sda", status=status)])
    assert disk.settings["qpolicy"] == "on"
    assert said(disk.locked) == said(
        dict.fromkeys(
            (policy.name for policy in POLICIES),
            f"The unit of sda is {status}; policies can be changed only if it is OK",
        )
    )
    locked = disk.locked["qpolicy"]
    assert isinstance(locked, Message)
    assert language("de").translated(locked.code) != locked.code


def test_a_unit_that_tells_no_status_is_locked_too() -> None:
    (disk,) = with_policies([DISK], [controller(POLICIES, "sda", status="")])
    spoken = "The unit of sda doesn't report its status; policies can be changed only if it is OK"
    assert {str(reason) for reason in disk.locked.values()} == {spoken}


def test_a_unit_that_is_ok_locks_nothing() -> None:
    (disk,) = with_policies([DISK], [controller(POLICIES, "sda")])
    assert disk.locked == {}


def test_other_disks_stay_as_they_are() -> None:
    sata = replace(DISK, transport="sata")
    assert with_policies([sata], [controller(POLICIES, "sda")]) == (sata,)


@pytest.mark.parametrize("transport", ["sata", None])
def test_nobody_is_asked_without_such_a_disk(
    transport: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = tmp_path / "asked"
    (tmp_path / "tw_cli").write_text(f"#!/bin/sh\ntouch {asked}\n")
    (tmp_path / "tw_cli").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    other = replace(DISK, name="sdb", transport=transport)
    assert controllers_of(other, [DISK, other]) == ()
    assert not asked.exists()
    controllers_of(DISK, [DISK, other])
    assert asked.exists()
