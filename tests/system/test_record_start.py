"""The recorder of program starts, with a program whose reads are known, in an image of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import psutil

from setup.record_start import INSTANCE, remove_loop_device
from setup.recorded_reads import ALIGNMENT_BYTES
from tests.loop_device import MEBIBYTE, scratch_folder
from tests.system.conftest import PROJECT, family, kill_hard, until

FILE_BYTES = 3 * MEBIBYTE
STATUS = "Package: coreutils\nStatus: install ok installed\nVersion: 9.1\nArchitecture: all\n"
RECORD = """
import sys
from pathlib import Path
from setup.record_start import Start, record
image, folder, *argv = sys.argv[1:]
record("made", Start(Path(image), "coreutils", argv), Path(folder), starts=2)
"""


def copy_program(program: str, root: Path) -> None:
    """With its libraries, to the same paths."""
    listed = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    for path in (program, *re.findall(r"(/\S+) \(", listed)):
        copy = root / path.removeprefix("/")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)


def make_image(folder: Path) -> Path:
    """A system with cat, sleep and a large file."""
    root, image = folder / "root", folder / "image"
    for name in ("dev", "proc", "tmp", "run", "home/user", "etc", "var/lib/dpkg/info"):
        (root / name).mkdir(parents=True)
    (root / "etc/debian_version").write_text("13.2\n")
    (root / "var/lib/dpkg/status").write_text(STATUS)
    (root / "file").write_bytes(b"x" * FILE_BYTES)
    for program in ("/usr/bin/cat", "/usr/bin/sleep"):
        copy_program(program, root)
    subprocess.run(
        ["mke2fs", "-q", "-t", "ext4", "-b", "4096", "-d", root, image, "32M"], check=True
    )
    return image


def recorder(image: Path, folder: Path, *argv: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", RECORD, str(image), str(folder), *argv],
        cwd=PROJECT,
        env={**os.environ, "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def loop_devices_of(image: Path) -> str:
    """Their paths, one a line."""
    return subprocess.run(
        ["losetup", "--associated", image, "--noheadings", "--output", "NAME"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip


def trace_instances(*made: str) -> list[str]:
    """Those of recorders, after making ``made``. tracefs may not be mounted on this computer."""
    script = (
        "mount -t tracefs t /sys/kernel/tracing; cd /sys/kernel/tracing/instances || exit; "
        'for each; do mkdir "$each"; done; ls'
    )
    return subprocess.run(
        ["unshare", "--mount", "sh", "-c", script, "sh", *made],
        capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip


def test_a_trace_of_a_killed_recorder_is_removed(tmp_path: Path) -> None:
    killed = subprocess.Popen(["true"])
    killed.wait()
    left = f"{INSTANCE}{killed.pid}"
    assert left in trace_instances(left)
    with scratch_folder() as folder:
        process = recorder(make_image(folder), tmp_path, "cat", "/file")
        output, _ = process.communicate()
        assert process.returncode == 0, output
    assert not {left, f"{INSTANCE}{process.pid}"} & {*trace_instances()}


def test_a_start_reads_the_whole_file_and_leaves_nothing(tmp_path: Path) -> None:
    with scratch_folder() as folder:
        image = make_image(folder)
        process = recorder(image, tmp_path, "cat", "/file")
        output, _ = process.communicate()
        assert process.returncode == 0, output
        assert loop_devices_of(image) == ""
    made = json.loads((tmp_path / "made.json").read_text(encoding="utf-8"))
    assert made["program"] == "coreutils 9.1: cat /file"
    assert "Debian 13.2" in made["recorded"]
    reads = {offset: length for offset, length, _ in made["reads"]}
    assert len(reads) == len(made["reads"]), "a page was read twice"
    assert FILE_BYTES < sum(reads.values()) <= made["span_bytes"] < 32 * MEBIBYTE
    assert all(not number % ALIGNMENT_BYTES for read in reads.items() for number in read)


def test_a_killed_recorder_leaves_nothing_running_or_attached(tmp_path: Path) -> None:
    with scratch_folder() as folder:
        image = make_image(folder)
        process = recorder(image, tmp_path, "sleep", "3600")
        until(lambda: "sleep" in names_of(family(process)), "a start")
        children = family(process)
        assert {"Xvfb", "sleep"} <= names_of(children)
        device = loop_devices_of(image)
        kill_hard(process)
        process.communicate()
        until(lambda: not any(child.is_running() for child in children), "the children's end")
        until(lambda: loop_devices_of(image) == "", "the detached loop device")
        remove_loop_device(int(device.removeprefix("/dev/loop")))
    assert not (tmp_path / "made.json").exists()


def test_a_program_that_fails_makes_no_recording(tmp_path: Path) -> None:
    with scratch_folder() as folder:
        image = make_image(folder)
        process = recorder(image, tmp_path, "cat", "/nothing")
        output, _ = process.communicate()
        assert process.returncode != 0
        assert "/nothing" in output
        assert loop_devices_of(image) == ""
    assert not (tmp_path / "made.json").exists()


def names_of(processes: Iterable[psutil.Process]) -> set[str]:
    """Without those that have ended by now."""
    found = set()
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            found.add(process.name())
    return found
