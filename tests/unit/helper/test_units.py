"""The systemd units: what systemd itself says of them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from storage_tuner_helper.benchmark import feasibility
from storage_tuner_protocol import workload

REPOSITORY = Path(__file__).resolve().parents[3]
INSTALLED = "/usr/lib/storage-tuner/storage-tuner-helper"
START = f"/usr/bin/python3 -I {INSTALLED}"
UNITS = ("storage-tuner-helper.service", "storage-tuner-restore.service")
WRITABLE = "-/etc/udev/rules.d -/etc/sysctl.d"

needs_systemd = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="no systemd-analyze here"
)


def unit_text(name: str) -> str:
    return (REPOSITORY / "packaging" / name).read_text(encoding="utf-8")


def sandbox(name: str) -> set[str]:
    """What a unit takes away from its processes, but for capabilities."""
    start = re.compile(
        r"(Protect|Private|Restrict|System|NoNew|Lock|Memory\w+Exec|Keyring|IP|ReadWrite)"
    )
    return {line for line in unit_text(name).splitlines() if start.match(line)}


@needs_systemd
@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_every_line(tmp_path: Path, name: str) -> None:
    """With the checkout's helper in the place of the installed one, which must be there."""
    for unit in UNITS:
        text = unit_text(unit)
        assert f"ExecStart={START} " in text
        launcher = str(REPOSITORY / "helpers/storage-tuner-helper")
        (tmp_path / unit).write_text(text.replace(INSTALLED, launcher), encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(tmp_path / name)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and name not in done.stderr, done.stderr


@needs_systemd
@pytest.mark.parametrize("name", UNITS)
def test_systemd_scores_them_well(name: str) -> None:
    """As well as work on disks and on 3ware controllers, whose nodes must be made, allows."""
    said = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", str(REPOSITORY / "packaging" / name)],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    found = re.search(r"Overall exposure level for .*: ([0-9.]+)", said)
    assert found and float(found.group(1)) <= 2.0


def test_both_have_the_same_sandbox_and_write_two_folders_of_the_system_s() -> None:
    assert sandbox(UNITS[0]) == sandbox(UNITS[1])
    assert f"ReadWritePaths={WRITABLE}" in sandbox(UNITS[0])


@pytest.mark.parametrize("name", UNITS)
def test_both_can_ask_and_set_controllers_and_do_no_more(name: str) -> None:
    """A start brings back what a power failure left changed in a 3ware controller, and makes the
    node for that which the driver doesn't make."""
    makes_nodes = name == UNITS[1]
    text = unit_text(name)
    found = re.search(r"^CapabilityBoundingSet=(.*)$", text, re.M)
    needed = {"CAP_SYS_RAWIO", "CAP_SYS_ADMIN"} | ({"CAP_MKNOD"} if makes_nodes else set())
    assert found and {*found[1].split()} - {"CAP_SETPCAP"} == needed
    assert "AmbientCapabilities=\n" in text
    nodes = set(re.findall(r"^DeviceAllow=(char-\S+) (\S+)$", text, re.M))
    allowed = "rwm" if makes_nodes else "rw"
    assert nodes == {(f"char-{driver}", allowed) for driver in ("twe", "twa", "twl")}


def test_the_largest_benchmark_fits_into_the_unit() -> None:
    """Two tasks and two files a thread (a ring has a worker of the kernel's), its memory, and as
    much again for everything else."""
    bounds = dict(re.findall(r"^(TasksMax|LimitNOFILE|MemoryMax)=(\d+)", unit_text(UNITS[0]), re.M))
    threads = workload.MAXIMUM_THREADS
    assert int(bounds["TasksMax"]) > 2 * threads
    assert int(bounds["LimitNOFILE"]) > 2 * threads + feasibility.OTHER_FILES
    needed = workload.MAXIMUM_BUFFER_BYTES + threads * workload.THREAD_BYTES
    assert int(bounds["MemoryMax"]) << 30 >= 2 * needed


def test_what_is_left_is_undone_once_before_anybody_measures() -> None:
    text = unit_text(UNITS[1])
    assert "Type=oneshot" in text and f"ExecStart={START} recover\n" in text
    assert UNITS[0] in text and f"After={UNITS[1]}" in unit_text(UNITS[0])
    for unit in UNITS:
        # a helper of one unit works on while the other one stops
        assert "RuntimeDirectoryPreserve=yes" in unit_text(unit)


@pytest.mark.parametrize("name", UNITS)
def test_systemd_starts_only_what_is_in_usr_bin(name: str) -> None:
    """SELinux's policy of Fedora knows no way into a service through a file in /usr/lib
    (docs/other-packages.md)."""
    commands = re.findall(r"^Exec\w+=(.*)$", unit_text(name), re.M)
    assert commands
    for command in commands:
        started = re.findall(rf"(\S+ -I )?{re.escape(INSTALLED)}", command)
        assert started and set(started) == {"/usr/bin/python3 -I "}, command
