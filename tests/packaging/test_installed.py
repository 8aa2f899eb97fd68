"""The package's whole life on a new system: installed, used by an ordinary user, upgraded, removed,
purged. Each test is a stage of it, in this order."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage_tuner import __version__
from tests.bus.connections import wait_until
from tests.fresh.systems import DEBIAN_12, DEBIAN_13, Release, fresh_system
from tests.loop_device import LoopDevice, attached_loop, scratch_folder
from tests.packaging.installed import USER, Installed, installed

pytestmark = [pytest.mark.slow, pytest.mark.root, pytest.mark.machine]

RULES = Path("/etc/udev/rules.d/99-storage-tuner.rules")
LIBRARY = "/usr/lib/storage-tuner"
STATE = "/var/lib/storage-tuner"
KEEP_FOR_AN_ABSENT_DISK = f"""
import sys
sys.path.insert(0, "{LIBRARY}")
from storage_tuner_helper import udev_rules
from storage_tuner_helper.identity import Identity
from storage_tuner_helper.own_file import OwnFile
identity = Identity.parse("ID_WWN=0x5000c500a1b2c3d4")
OwnFile(udev_rules.PATH).write(udev_rules.render({{identity: {{"scheduler": "bfq"}}}}))
"""
MEASURE = (
    "--minutes", "0.1", "--operations", "rand-read", "--schedulers", "none,bfq",
    "--report", f"/home/{USER}/out",
)  # fmt: skip


@pytest.fixture(scope="module", params=[DEBIAN_12, DEBIAN_13], ids=lambda release: release.suite)
def system(request: pytest.FixtureRequest, package: Path) -> Iterator[Installed]:
    release: Release = request.param
    with fresh_system(release) as fresh, installed(fresh, package) as running:
        yield running


@pytest.fixture(scope="module")
def disk(system: Installed) -> Iterator[LoopDevice]:
    with scratch_folder() as folder, attached_loop(folder) as device:
        yield device


@pytest.fixture(scope="module")
def higher(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same package with another version: a later release that changed nothing."""
    folder = tmp_path_factory.mktemp("higher")
    unpacked, made = folder / "unpacked", folder / "higher.deb"
    subprocess.run(["dpkg-deb", "--raw-extract", package, unpacked], check=True)
    control = unpacked / "DEBIAN" / "control"
    text = control.read_text(encoding="utf-8")
    control.write_text(text.replace(f"Version: {__version__}\n", "Version: 99.0\n"))
    fast = ("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", unpacked, made)
    subprocess.run(fast, check=True, stdout=subprocess.DEVNULL)
    return made


def test_a_user_starts_it_from_the_desktop_entry(system: Installed) -> None:
    entry = "/usr/share/applications/org.storagetuner.StorageTuner.desktop"
    with subprocess.Popen(system.command("gio", "launch", entry, user=USER)):
        search = ("xdotool", "search", "--onlyvisible", "--name", "^Storage Tuner$")

        def is_there() -> bool:
            return bool(_output(system, *search).split())

        wait_until(is_there, "the window", 120)
    inside = system.run("pgrep", "--full", "^/usr/bin/python3 -I /usr/bin/storage-tuner").split()
    assert len(inside) == 1
    assert system.run("ps", "-o", "user=", "-p", inside[0]).strip() == USER
    system.run("kill", inside[0])


def test_the_command_line_speaks_its_version_and_has_its_files(system: Installed) -> None:
    assert system.run("storage-tuner", "--version", user=USER) == f"Storage Tuner {__version__}\n"
    assert "oltp" in system.run("storage-tuner", "workloads", user=USER)


def test_polkit_knows_every_action(system: Installed) -> None:
    told = system.run("pkaction").split()
    ours = [action for action in told if action.startswith("org.storagetuner.")]
    names = ("overwrite", "persist", "practice-disk", "tune")
    assert ours == [f"org.storagetuner.{name}" for name in names]


def test_a_disk_is_measured_and_reported(system: Installed, disk: LoopDevice) -> None:
    before = disk.settings()
    said = system.run_authorised("storage-tuner", "sweep", disk.path, *MEASURE)
    assert "Random read" in said
    assert disk.settings() == before
    assert system.system.path(f"/home/{USER}/out/report.pdf").read_bytes().startswith(b"%PDF")


def test_a_scheduler_is_changed_and_stays(system: Installed, disk: LoopDevice) -> None:
    assert disk.scheduler == "none"
    system.run_authorised("storage-tuner", "set", disk.name, "scheduler=bfq")
    assert disk.scheduler == "bfq"


def test_an_upgrade_ends_what_runs_in_order_and_keeps_all(
    system: Installed, disk: LoopDevice, higher: Path
) -> None:
    system.run("mkdir", "-p", str(RULES.parent))
    system.run("python3", "-I", "-c", KEEP_FOR_AN_ABSENT_DISK)
    rules = system.run("cat", str(RULES))
    history = system.run("find", f"/home/{USER}/.local/share", "-name", "*.json", user=USER)
    assert "0x5000c500a1b2c3d4" in rules and history
    trying = ("storage-tuner", "set", disk.name, "scheduler=kyber", "--try", "600")
    with system.started(*trying):
        wait_until(lambda: disk.scheduler == "kyber", "the trial", 60)
        system.upgrade(higher)
        assert disk.scheduler == "bfq"
    assert system.run("dpkg-query", "--show", "storage-tuner").split()[1] == "99.0"
    assert system.run("cat", str(RULES)) == rules
    found = system.run("find", f"/home/{USER}/.local/share", "-name", "*.json", user=USER)
    assert set(history.split()) <= set(found.split())
    system.run_authorised("storage-tuner", "set", disk.name, "nr_requests=32")


def test_removing_brings_trials_back_and_leaves_what_is_kept(
    system: Installed, disk: LoopDevice
) -> None:
    trying = ("storage-tuner", "set", disk.name, "scheduler=kyber", "--try", "600")
    with system.started(*trying):
        wait_until(lambda: disk.scheduler == "kyber", "the trial", 60)
        system.dpkg("--remove", "storage-tuner")
        assert disk.scheduler == "bfq"
    assert not system.system.path(LIBRARY).exists()
    assert system.system.path(str(RULES)).exists()
    assert system.system.path(STATE).exists()


def test_purging_brings_all_back_and_leaves_nothing(system: Installed, disk: LoopDevice) -> None:
    system.dpkg("--purge", "storage-tuner")
    assert disk.scheduler == "none"
    named = ("-iname", "*storage*tuner*", "-not", "-path", "/root/*", "-not", "-path", "/home/*")
    left = system.run("find", "/etc", "/usr", "/var", "/run", "-xdev", *named).split()
    assert left == []


def _output(system: Installed, *argv: str) -> str:
    """Also of a command that fails."""
    return subprocess.run(
        system.command(*argv, user=USER), capture_output=True, text=True, check=False
    ).stdout
