"""Measuring through the installed helper: a real password, a known difference, and none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.vm.conftest import Guests
from tests.vm.delayed import slow_disk
from tests.vm.disks import PULLABLE_SATA, SAS, SATA, VIRTIO
from tests.vm.guests import (
    content,
    journal,
    settings,
    succeeds,
    with_password,
)
from tests.vm.installed import RAID_1, RULES
from tests.vm.machine import Machine

DELAY_MS = 8
RANDOM = ("--operations", "rand-read")


@pytest.mark.parametrize("password", ["correct horse", "wrong"])
def test_an_array_after_a_password(guest: Machine, password: str) -> None:
    guest.run("rm", RULES)
    before, names = settings(guest), [guest.kernel_name(disk) for disk in (*SATA, *SAS)]
    hashes = content(guest, names)
    sweep = ("sweep", f"/dev/{RAID_1}", "--minutes", "1", "--threads", "4", *RANDOM)
    done = with_password(guest, *sweep, "--schedulers", "none,bfq", password=password)
    if password == "wrong":
        assert done.code != 0
        assert "asked" in done.errors
    else:
        assert done.code == 0, done.errors
        # once for the array and both its disks, though the session has no seat, as over SSH
        assert "asked 1 times" in done.errors
        assert "Random read" in done.output
    assert settings(guest) == before
    assert content(guest, names) == hashes
    assert journal(guest) == []


def verdict(guest: Machine, disk: str, *words: str) -> dict[str, Any]:
    """On the rate, over all thread counts."""
    told = json.loads(succeeds(guest, "sweep", f"/dev/{disk}", "--json", *RANDOM, *words))
    (found,) = (
        one for one in told["verdicts"] if one["metric"] == "rate" and one["threads"] is None
    )
    assert isinstance(found, dict)
    return found


def test_what_ncq_brings_is_found(guests: Guests) -> None:
    """Each request takes 8 ms: 32 at once, as it is, are far more a second than one after the
    other. Four minutes, of which a quiet host needs one: else it's too uneven."""
    with slow_disk(DELAY_MS) as slow:
        guest = guests({PULLABLE_SATA.name: slow.backend})
        name, before = guest.kernel_name(PULLABLE_SATA), settings(guest)
        found = verdict(
            guest, name, "--vary", "queue_depth=1,32", "--threads", "16", "--minutes", "4"
        )
        assert found["state"] == "better", json.dumps(found)
        assert found["winner"] == "as it is"
        assert found["interval_percent"][0] > 400
        assert settings(guest) == before


def test_where_nothing_differs_nothing_is_found(guests: Guests) -> None:
    """One request at a time never fills the shortest queue, and all wait for the same 8 ms."""
    with slow_disk(DELAY_MS) as slow:
        guest = guests({VIRTIO.name: slow.backend})
        name, before = guest.kernel_name(VIRTIO), settings(guest)
        found = verdict(
            guest, name, "--vary", "nr_requests=32,64", "--threads", "1", "--minutes", "2"
        )
        assert found["state"] in ("equal", "undecided"), json.dumps(found)
        low, high = found["interval_percent"]
        assert low <= 0 <= high or found["state"] == "equal"
        assert settings(guest) == before


def test_ncq_and_schedulers_together(guests: Guests) -> None:
    """Every combination; the best has NCQ, whichever its scheduler."""
    with slow_disk(DELAY_MS) as slow:
        guest = guests({PULLABLE_SATA.name: slow.backend})
        name, before = guest.kernel_name(PULLABLE_SATA), settings(guest)
        varied = ("--vary", "queue_depth=1,32", "--vary", "scheduler=none,mq-deadline")
        more = ("--series", "all", "--threads", "16", "--minutes", "2", "--yes")
        found = verdict(guest, name, *varied, *more)
        assert "queue_depth" not in (found["winner"] or ""), "with 32, as it is"
        assert settings(guest) == before
