"""smartctl as a child: what it may say and how long it may take; with programs that overdo it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from storage_tuner_helper.errors import NoAnswer
from storage_tuner_helper.smartctl import MAXIMUM_OUTPUT_BYTES, SMARTCTL, Answer, arguments, run

PATIENCE = 30.0


def answer_of(script: str, seconds: float = PATIENCE) -> Answer:
    return _complete(run("sda", ("/bin/sh", "-c", script), seconds))


def _complete(work: Coroutine[Any, Any, Answer]) -> Answer:
    return asyncio.run(work)


def is_alive(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    return stat.rsplit(")", 1)[1].split()[0] not in "ZX"


def wait_dead(pids: list[int]) -> None:
    deadline = time.monotonic() + PATIENCE
    while any(map(is_alive, pids)):
        assert time.monotonic() < deadline, f"still running: {pids}"
        time.sleep(0.01)


def pids_in(file: Path) -> list[int]:
    return [int(word) for word in file.read_text(encoding="ascii").split()]


def test_every_word_is_ours_and_the_node_comes_last() -> None:
    words = arguments("/dev/twa0", "3ware,127")
    assert words[-2:] == ("--device=3ware,127", "/dev/twa0")
    assert "--nocheck=standby,3" in words
    own = words[words.index(SMARTCTL) + 1 :]
    assert not [
        word for word in own if word.startswith(("--smart", "--set", "--test", "--offline"))
    ]


def test_output_and_exit_code() -> None:
    assert answer_of("echo said; echo more >&2; exit 68") == Answer("said\n", 68)


def test_no_character_that_a_bus_can_t_carry() -> None:
    assert answer_of(r"printf 'a\0b\377'").output == "ab\N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize(
    "script",
    [
        "sleep 1000",
        "trap '' TERM INT HUP; while :; do sleep 1; done",
        "while :; do echo said; sleep 0.01; done",
    ],
)
def test_who_never_ends_is_killed_with_all_children(tmp_path: Path, script: str) -> None:
    pids = tmp_path / "pids"
    with pytest.raises(NoAnswer, match=r"sda didn't answer within 0\.5 s"):
        answer_of(f"sleep 1000 & echo $$ $! > {pids}; {script}", 0.5)
    assert len(pids_in(pids)) == 2
    wait_dead(pids_in(pids))


def test_who_says_too_much_is_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with pytest.raises(NoAnswer, match="more than can be right"):
        answer_of(f"echo $$ > {pids}; exec yes")
    wait_dead(pids_in(pids))


def test_as_much_as_is_allowed() -> None:
    assert len(answer_of(f"head -c {MAXIMUM_OUTPUT_BYTES} /dev/zero | tr '\\0' x").output) == (
        MAXIMUM_OUTPUT_BYTES
    )


def test_a_signal_is_no_answer() -> None:
    with pytest.raises(NoAnswer, match="signal 11"):
        answer_of("kill -SEGV $$")


def test_nobody_wants_the_answer_any_more(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    os.mkfifo(pids)

    async def give_up() -> list[int]:
        script = f"echo $$ > {pids}; sleep 1000"
        asked = asyncio.ensure_future(run("sda", ("/bin/sh", "-c", script), PATIENCE))
        started = await asyncio.to_thread(pids_in, pids)
        asked.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asked
        await asyncio.to_thread(wait_dead, started)
        return started

    assert asyncio.run(give_up())
