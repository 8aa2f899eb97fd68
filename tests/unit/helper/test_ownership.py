"""How long this helper holds the lock of a device."""

from __future__ import annotations

import asyncio
from pathlib import Path

from storage_tuner_helper.restoring.locks import Locks
from storage_tuner_helper.restoring.ownership import Ownership


def test_a_lock_is_held_until_it_was_given_back_as_often_as_it_was_taken(tmp_path: Path) -> None:
    ownership = Ownership(tmp_path, tmp_path)

    async def take() -> None:
        for _ in range(3):
            await ownership.take("loop9", "us")

    asyncio.run(take())
    for _ in range(3):
        assert ownership.at_work and not is_free(tmp_path)
        ownership.give_back("loop9")
    assert not ownership.at_work and is_free(tmp_path)


def is_free(state: Path) -> bool:
    with Locks(state).attempted("loop9") as free:
        return free
