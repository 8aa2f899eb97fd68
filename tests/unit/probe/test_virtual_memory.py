"""The settings of the virtual memory: of this machine, and of made-up ones."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from storage_tuner.core.tunable import CATALOGUE, Scope
from storage_tuner.probe.virtual_memory import read_virtual_memory
from tests.unit.probe.made_trees import write_tree
from tests.unit.said import said
from tests.virtual_memory import steady_memory

__all__ = ["steady_memory"]

MACHINE = [tunable for tunable in CATALOGUE if tunable.scope is Scope.MACHINE]


@pytest.mark.usefixtures("steady_memory")
def test_this_machine() -> None:
    memory = read_virtual_memory()
    for tunable in MACHINE:
        path = Path(tunable.path(""))
        if path.exists():
            assert memory.settings[tunable.name] == path.read_text().strip()
        else:
            assert memory.missing[tunable.name] == "this kernel has no such setting"
    assert memory.limits["dirty_bytes"][0] == 2 * os.sysconf("SC_PAGESIZE")


def test_a_recorded_machine(degraded_tree: Path) -> None:
    memory = read_virtual_memory(degraded_tree)
    assert memory.settings == said(
        {
            "dirty_ratio": "20",
            "dirty_background_ratio": "10",
            "swappiness": "60",
        }
    )
    assert memory.defaults == memory.settings
    assert said(memory.missing["dirty_bytes"]) == "this kernel has no such setting"
    assert memory.owners == ()
    assert memory.limits == {}


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"", "empty"), (b"many\n", "not a number"), (b"\xff", "not text")],
)
def test_values_that_are_none(tmp_path: Path, content: bytes, reason: str) -> None:
    write_tree(tmp_path, {"proc/sys/vm/swappiness": content})
    memory = read_virtual_memory(tmp_path)
    assert said((memory.settings, memory.missing["swappiness"])) == ({}, reason)


@pytest.mark.parametrize(
    ("kernel", "limits"), [("5.7.1", {"swappiness": (0, 100)}), ("5.8.0", {}), ("x", {})]
)
def test_swappiness_ended_at_100_once(
    tmp_path: Path, kernel: str, limits: dict[str, tuple[int, int]]
) -> None:
    version = f"Linux version {kernel} (gcc)\n"
    write_tree(tmp_path, {"proc/sys/vm/swappiness": "60\n", "proc/version": version})
    assert read_virtual_memory(tmp_path).limits == limits


def test_who_sets_the_bytes_sets_the_ratio_to_nothing(tmp_path: Path) -> None:
    text = "vm.dirty_bytes=1000000\nvm.dirty_background_ratio=0\n"
    write_tree(tmp_path, {"etc/sysctl.d/x.conf": text})
    place = "/etc/sysctl.d/x.conf"
    owners = read_virtual_memory(tmp_path).owners
    assert [(owner.tunable, owner.value, owner.place) for owner in owners] == said(
        [
            ("dirty_bytes", "1000000", f"{place}:1"),
            ("dirty_ratio", "0", f"{place}:1, by dirty_bytes"),
            ("dirty_background_ratio", "0", f"{place}:2"),
        ]
    )


def test_permanent_values_are_those_in_our_file(tmp_path: Path) -> None:
    """A later file sets another value; ours is still the permanent one."""
    write_tree(
        tmp_path,
        {
            "proc/sys/vm/swappiness": "60\n",
            "etc/sysctl.d/90-storage-tuner.conf": "# ours\nvm.swappiness = 10\nvm.other = 1\n",
            "etc/sysctl.d/99-late.conf": "vm.swappiness = 60\n",
        },
    )
    memory = read_virtual_memory(tmp_path)
    assert memory.permanent == {"swappiness": "10"}
    assert [owner.place for owner in memory.owners] == ["/etc/sysctl.d/99-late.conf:1"]
