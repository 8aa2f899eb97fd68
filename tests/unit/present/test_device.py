"""The facts of a device as they are said everywhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.core.device import Device, MdMember, MdState, Partition
from storage_tuner.core.message import sentence
from storage_tuner.core.topology import Topology
from storage_tuner.present import device as words
from storage_tuner.present.blocks import Fact, Facts, Table
from storage_tuner.present.numbers import plain_spaces

DISK = Device(
    "sda",
    "/dev/sda",
    "disk",
    4_000_787_030_016,
    model="Disk",
    rotational=True,
    in_use=("mounted at /",),
    mount_points=("/",),
    partitions=(Partition("sda1", 1_000_000, "/dev/sda1", 0),),
    missing={"vendor": "not a drive", "serial": "not a drive", "wwn": "unreadable"},
)
ARRAY = Device(
    "md0",
    "/dev/md0",
    "md",
    10**9,
    members=("sda",),
    md=MdState(
        "raid1",
        None,
        None,
        "clean",
        "check",
        1,
        43.2,
        2,
        member_states=(MdMember("sda", 0, ("in_sync",)),),
    ),
)


def test_what_is_unknown_is_gathered_by_its_reason() -> None:
    *known, last = words.gathered(words.identity(DISK))
    assert all(fact.value is not None for fact in known)
    assert last.name == "Unknown"
    assert "Vendor, Serial number (not a drive)" in last.hint.splitlines()
    assert "World wide name (unreadable)" in last.text


def test_a_single_unknown_stays_in_its_row() -> None:
    facts = (Fact("Model", "Disk"), Fact("Vendor", None, "not a drive"))
    assert words.gathered(facts) == facts
    assert facts[1].text == "unknown (not a drive)"


def test_blocks_of_an_array_name_its_state_and_its_layers() -> None:
    blocks = words.device_blocks(ARRAY, Topology((DISK, ARRAY)))
    facts = {
        fact.name: fact.text for block in blocks if isinstance(block, Facts) for fact in block.rows
    }
    assert plain_spaces(facts["Sync action"]) == "check 43 %"
    assert (facts["Level"], facts["Missing members"]) == ("RAID 1", "1")
    assert facts["Underlying devices"] == "sda"
    (members,) = (block for block in blocks if isinstance(block, Table))
    assert [cell.text for cell in members.rows[0]] == ["sda", "0", "in sync"]


def test_a_report_leaves_out_what_is_unknown() -> None:
    facts = {fact.name: fact.text for fact in words.reported_facts(DISK)}
    assert facts["Name"] == "/dev/sda"
    assert facts["In use"] == "mounted at /"
    assert "Vendor" not in facts


def test_a_doubt_stands_after_what_is_doubted() -> None:
    doubted = replace(
        DISK,
        rotational=True,
        rotational_believed=False,
        rotational_doubt=sentence("it is virtual"),
    )
    facts = {fact.name: fact.text for fact in words.reported_facts(doubted)}
    assert facts["Rotational"] == (
        "yes according to the kernel, which is unreliable here; it is virtual"
    )


def test_a_use_is_told_once_however_it_was_kept() -> None:
    """As a text in older results, as a message in newer ones."""
    for use in ("mounted at /", sentence("mounted at {point}", point="/")):
        assert words.uses(replace(DISK, mount_points=("/",), in_use=(use,))) == ("mounted at /",)


@pytest.mark.parametrize(
    ("size_bytes", "text"),
    [
        (None, "unknown size"),
        (0, "0 bytes"),
        (1_440_000, "1.44 MB"),
        (256_060_514_304, "256 GB"),
        (4_000_787_030_016, "4.00 TB"),
    ],
)
def test_sizes_are_in_powers_of_ten(size_bytes: int | None, text: str) -> None:
    assert plain_spaces(words.size(size_bytes)) == text
