"""``sweep --check``: a look around, as a person and as a program meets it; nothing is measured."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.loop_device import LoopDeviceFactory, loop_devices, scratch_folder
from tests.schemas import schema
from tests.unit.cli.test_main import storage_tuner

__all__ = ["loop_devices"]

MEBIBYTE = 1 << 20


@pytest.fixture
def folder() -> Iterator[Path]:
    with scratch_folder() as folder:
        yield folder


def checked(*words: str, code: int = 0) -> dict[str, Any]:
    done = storage_tuner("sweep", *words, "--check", "--json")
    assert done.returncode == code, done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    schema("check").validate(document)
    assert document["measurable"] is (code == 0)
    return document


def test_a_folder_is_looked_at_and_left_as_it_was(folder: Path) -> None:
    (folder / "mine").write_text("mine")
    found = checked(str(folder), "--size", "64M")
    assert [path.name for path in folder.iterdir()] == ["mine"]
    sizes = [each for each in found["conditions"] if each["kind"] == "test-size"]
    assert [each["severity"] for each in sizes] == ["warning"]
    assert "Test size: 67.1 MB, too small" in sizes[0]["sentence"]
    names = [workload["name"] for workload in found["plan"]["workloads"]]
    assert names == ["seq-read", "seq-write", "rand-read", "rand-write"]
    assert found["seconds"] > 0


@pytest.mark.root
@pytest.mark.parametrize(
    "words",
    [
        ("--size", "64M"),
        pytest.param(("--workloads", "tree-large-files"), marks=pytest.mark.slow),
    ],
)
def test_a_folder_without_room_has_an_exit_code_of_its_own(
    words: tuple[str, str], folder: Path, loop_devices: LoopDeviceFactory
) -> None:
    device = loop_devices()
    subprocess.run(["mkfs.ext4", "-q", device.path], check=True)
    subprocess.run(["mount", device.path, str(folder)], check=True)
    try:
        found = checked(str(folder), *words, code=8)
    finally:
        subprocess.run(["umount", str(folder)], check=True)
    assert found["conditions"][0]["severity"] == "blocking"
    assert found["conditions"][0]["kind"] == "free-space"
    assert found["conditions"][0]["kind"] == "free-space"


def test_a_sparse_file_is_told(folder: Path) -> None:
    with (folder / "sparse").open("wb") as file:
        file.truncate(256 * MEBIBYTE)
    found = checked(str(folder / "sparse"))
    kinds = {each["kind"]: each for each in found["conditions"]}
    assert kinds["extents"]["severity"] == "warning"
    assert "100 % of the file were never written" in kinds["extents"]["sentence"]


def test_the_practice_disk_is_not_made_for_it() -> None:
    found = checked("--practice")
    variants = [variant["name"] for variant in found["plan"]["variants"]]
    assert len(variants) > 1
    assert found["plan"]["target"]["device"] is None


@pytest.mark.root
def test_the_values_of_a_tunable_are_planned_and_nothing_is_set(
    loop_devices: LoopDeviceFactory,
) -> None:
    device = loop_devices()
    before = device.read("nr_requests")
    words = (device.name, "--vary", f"nr_requests={before},64,32")
    found = checked(*words)
    names = [variant["name"] for variant in found["plan"]["variants"]]
    assert names == ["as it is", "nr_requests=64", "nr_requests=32"]
    assert found["plan"]["current"] == "as it is"
    two = checked(*words, "--vary", "scheduler=none,mq-deadline", "--series", "all")
    assert len(two["plan"]["variants"]) == 6
    assert device.read("nr_requests") == before


def test_the_computer_s_memory_can_be_varied_in_a_check(folder: Path) -> None:
    words = (str(folder), "--size", "64M", "--vary", "dirty_ratio=7,9")
    names = [variant["name"] for variant in checked(*words)["plan"]["variants"]]
    assert {"dirty_ratio=7", "dirty_ratio=9"} <= set(names)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--vary", "stripe_cache_size=256,512"), "choose the array as the target"),
        (
            ("--vary", "dirty_ratio=7,9", "--series", "greedy", "--minutes", "5"),
            "--check can't preview",
        ),
    ],
)
def test_what_a_check_cant_tell_is_said(folder: Path, words: tuple[str, ...], told: str) -> None:
    done = storage_tuner("sweep", str(folder), *words, "--check", "--json")
    assert done.returncode == 2
    assert told in done.stderr


def test_for_persons(folder: Path) -> None:
    done = storage_tuner("sweep", str(folder), "--check", "--size", "64M")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    place = next(
        i
        for i, line in enumerate(lines)
        if line.startswith("May affect the result: Test size: 67.1 MB")
    )
    assert any(line.startswith("  → Measure the device itself") for line in lines[place:])
    assert any(" ".join(line.split()) == "Compared current settings" for line in lines)
    assert "Ctrl-C" not in done.stdout


def test_an_unknown_target_is_wrong_as_ever() -> None:
    assert storage_tuner("sweep", "/nowhere", "--check").returncode in (2, 3)
