"""The package's whole life on a new system: installed, used by an ordinary user, upgraded, removed,
purged. Each test is a stage of it, in this order."""

from __future__ import annotations

import configparser
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from storage_tuner import __version__
from tests.bus.attacker import big_messages_at_once
from tests.bus.connections import wait_until
from tests.bus.test_attacks import MOST_KIB, QUICK, peak_kib
from tests.fresh.systems import DEBIAN_12, DEBIAN_13, UBUNTU_24_04, Release, fresh_system
from tests.loop_device import LoopDevice, attached_loop, scratch_folder
from tests.packaging.installed import USER, Installed, installed
from tests.packaging.releases import LATER_VERSION, ROOT, later_release

pytestmark = [pytest.mark.slow, pytest.mark.root, pytest.mark.machine]

ENTRY = "/usr/share/applications/org.storagetuner.StorageTuner.desktop"
RULES = "/etc/udev/rules.d/99-storage-tuner.rules"
LIBRARY = "/usr/lib/storage-tuner"
STATE = "/var/lib/storage-tuner"
RESULTS = f"/home/{USER}/.local/share/storage-tuner/runs.sqlite3"
SERIAL = "Package_0001"
WINDOW_S = 120
COLOURS = 20
MEASURE = (
    "--minutes", "0.1", "--operations", "rand-read", "--schedulers", "none,bfq",
    "--report", f"/home/{USER}/out",
)  # fmt: skip


@pytest.fixture(
    scope="module", params=[DEBIAN_12, DEBIAN_13, UBUNTU_24_04], ids=lambda release: release.suite
)
def system(request: pytest.FixtureRequest, package: Path) -> Iterator[Installed]:
    release: Release = request.param
    with fresh_system(release) as fresh, installed(fresh, package) as running:
        yield running


@pytest.fixture(scope="module")
def disk(system: Installed) -> Iterator[LoopDevice]:
    """One that has a serial number: as a rule for udev, of which no daemon is here, would give it
    one."""
    with scratch_folder() as folder, attached_loop(folder) as device:
        number = Path("/sys/block", device.name, "dev").read_text(encoding="ascii").strip()
        known = system.path("/run/udev/data", f"b{number}")
        known.parent.mkdir(parents=True, exist_ok=True)
        known.write_text(f"E:ID_SERIAL={SERIAL}\n", encoding="ascii")
        try:
            yield device
        finally:
            known.unlink()


@pytest.fixture(scope="module")
def before(disk: LoopDevice) -> dict[str, str]:
    """What was set on the disk before Storage Tuner."""
    return disk.settings()


@pytest.fixture(scope="module")
def higher(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return later_release(package, tmp_path_factory.mktemp("higher"))


def test_a_user_starts_it_from_the_desktop_entry(system: Installed) -> None:
    """The window shows, and it's the user's own program, not root's."""
    with subprocess.Popen(system.command("gio", "launch", ENTRY, user=USER)):
        wait_until(lambda: "Storage Tuner" in system.windows(), "the window", WINDOW_S)
        wait_until(lambda: len(system.colours()) > COLOURS, "what is in the window", WINDOW_S)
        number = process_of_window(system)
        assert system.run("ps", "-o", "user=", "-p", number).strip() == USER
        system.run("kill", number)


def test_the_menu_s_action_opens_the_assistant_also_in_german(system: Installed) -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.read_string(system.run("cat", ENTRY))
    action = entry["Desktop Action tune"]["Exec"].split()
    title = "Einen Datenträger einstellen — Storage Tuner"
    in_german = system.command("env", "LANG=de_DE.UTF-8", *action, user=USER)
    with subprocess.Popen(in_german):
        wait_until(lambda: title in system.windows(), title, WINDOW_S)
        system.run("kill", process_of_window(system))


def test_the_terminal_has_it_with_manual_and_completion(system: Installed) -> None:
    assert system.run("storage-tuner", "--version", user=USER) == f"Storage Tuner {__version__}\n"
    assert "oltp" in system.run("storage-tuner", "workloads", user=USER)
    for section, page in (
        ("1", "storage-tuner"),
        ("5", "storage-tuner"),
        ("8", "storage-tuner-helper"),
    ):
        assert page.upper() in system.run("man", section, page, user=USER)
    loaded = "source /usr/share/bash-completion/bash_completion; _comp_load storage-tuner || "
    loaded += "_completion_loader storage-tuner; complete -p storage-tuner"
    assert "_shtab_storage_tuner" in system.run("bash", "-c", loaded, user=USER)


def test_polkit_knows_every_action(system: Installed) -> None:
    policy = (ROOT / "resources/org.storagetuner.policy").read_text(encoding="utf-8")
    actions = re.findall(r'<action id="([^"]+)"', policy)
    told = system.run("pkaction", user=USER).split()
    assert sorted(actions) == [name for name in told if name.startswith("org.storagetuner.")]


def test_nobody_without_a_password_ends_the_helper(system: Installed) -> None:
    """With the distribution's Python, libsystemd and bus daemon."""
    worker = system.helper_worker()
    for attack in (*QUICK, big_messages_at_once.__name__):
        system.attack(attack)
    assert system.helper_worker() == worker
    assert peak_kib(system.run("cat", f"/proc/{worker}/status")) <= MOST_KIB


def test_a_disk_is_measured_and_reported(
    system: Installed, disk: LoopDevice, before: dict[str, str]
) -> None:
    said = system.run_authorised("storage-tuner", "sweep", disk.path, *MEASURE)
    assert "Random read" in said
    assert disk.settings() == before
    assert system.path(f"/home/{USER}/out/report.pdf").read_bytes().startswith(b"%PDF")


def test_a_scheduler_is_changed_after_a_password_and_kept_for_good(
    system: Installed, disk: LoopDevice
) -> None:
    assert disk.scheduler == "none"
    refused = subprocess.run(
        system.command("storage-tuner", "set", disk.name, "scheduler=bfq", user=USER),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (refused.returncode, disk.scheduler) == (5, "none"), refused.stdout + refused.stderr
    said = system.run_authorised("storage-tuner", "set", disk.name, "scheduler=bfq", "--persist")
    assert RULES in said
    assert disk.scheduler == "bfq"
    assert SERIAL in system.path(RULES).read_text(encoding="utf-8")


def test_an_upgrade_ends_what_runs_in_order_and_keeps_all(
    system: Installed, disk: LoopDevice, higher: Path
) -> None:
    rules, results = system.path(RULES).read_text(encoding="utf-8"), results_of(system)
    assert disk.name in results
    with trial(system, disk):
        system.install(higher)
        assert disk.scheduler == "bfq"
    assert system.run("dpkg-query", "--show", "storage-tuner").split()[1] == LATER_VERSION
    assert system.path(RULES).read_text(encoding="utf-8") == rules
    assert results_of(system) == results
    system.run_authorised("storage-tuner", "set", disk.name, "nr_requests=32")


def test_removing_brings_trials_back_and_leaves_what_is_kept(
    system: Installed, disk: LoopDevice
) -> None:
    rules = system.path(RULES).read_text(encoding="utf-8")
    with trial(system, disk):
        system.dpkg("--remove", "storage-tuner")
        assert disk.scheduler == "bfq"
    assert not system.path(LIBRARY).exists()
    assert system.path(STATE).exists()
    assert system.path(RULES).read_text(encoding="utf-8") == rules


def test_installed_again_it_knows_what_was_kept(
    system: Installed, disk: LoopDevice, higher: Path
) -> None:
    """And adds to it, instead of taking what was kept then for what was before."""
    system.install(higher)
    system.run_authorised("storage-tuner", "set", disk.name, "nr_requests=32", "--persist")
    rules = system.path(RULES).read_text(encoding="utf-8")
    assert 'ATTR{queue/scheduler}="bfq"' in rules and 'ATTR{queue/nr_requests}="32"' in rules


def test_purging_brings_all_back_and_leaves_nothing(
    system: Installed, disk: LoopDevice, before: dict[str, str]
) -> None:
    """But what is each user's own: results, and what lies in the folder of his login."""
    results = system.path(RESULTS).read_bytes()
    system.dpkg("--purge", "storage-tuner")
    assert disk.settings() == before
    others = ("/home", "/root", "/proc", "/sys", "/dev", "/run/user")
    skipped = [word for place in others for word in ("-path", place, "-prune", "-o")]
    named = ("-iname", "*storage*tuner*", "-print")
    assert system.run("find", "/", *skipped, *named).split() == []
    told = (
        "--exclude-dir=cache",
        "--exclude-dir=log",
        "--exclude=status-old",
        "/etc",
        "/var",
        "/usr/share/dbus-1",
    )
    search = system.command("grep", "-rliE", "storage.?tuner", *told)
    assert subprocess.run(search, capture_output=True, text=True, check=False).stdout == ""
    assert system.path(RESULTS).read_bytes() == results


def process_of_window(system: Installed) -> str:
    return system.run("pgrep", "--full", "^/usr/bin/python3 -I /usr/bin/storage-tuner").strip()


@contextmanager
def trial(system: Installed, disk: LoopDevice) -> Iterator[None]:
    """While another scheduler is being tried, which nobody has decided to keep."""
    trying = ("storage-tuner", "set", disk.name, "scheduler=kyber", "--try", "600")
    with system.started(*trying):
        wait_until(lambda: disk.scheduler == "kyber", "the trial", 60)
        yield


def results_of(system: Installed) -> str:
    """The runs that the user's history has."""
    return system.run("storage-tuner", "runs", "list", "--json", user=USER)
