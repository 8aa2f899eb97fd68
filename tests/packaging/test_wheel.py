"""The wheel: the same bits wherever it's built, and what it does where there is nothing else."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from storage_tuner import __version__
from storage_tuner.advice.judgement import judge
from storage_tuner.store.results import write_results
from tests.loop_device import attached_loop, scratch_folder
from tests.unit.report.example_session import example_record

ROOT = Path(__file__).parents[2]
FOLDERS = ("app", "helpers", "resources", "setup")
FILES = ("pyproject.toml", "README.md", "LICENSE", ".gitignore")
NOBODY = 65534

NOTHING_INSTALLED = """
mount -t tmpfs none /run
[ ! -d /usr/lib/storage-tuner ] || mount -t tmpfs none /usr/lib/storage-tuner
exec setpriv --reuid=65534 --regid=65534 --clear-groups --pdeathsig KILL -- "$@"
"""
"""An ordinary user on a computer without system bus, and without our package."""

WINDOW = """
import sys
from PySide6.QtCore import QTimer
from storage_tuner.ui import application
from storage_tuner.core.message import tr

begin = application.start

def start(services, window):
    def end():
        print(tr("The password dialog was closed."), flush=True)
        QTimer.singleShot(0, window.end)
    window.shown_first.connect(end)
    begin(services, window)

application.start = start
sys.exit(application.run(sys.argv))
"""
"""The application as it's installed, until its window was painted once."""


def built(checkout: Path, folder: Path, *, umask: int = 0o022, **environment: str) -> Path:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=checkout,
        env={**os.environ, **environment},
        umask=umask,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


def checked_out(folder: Path, *, time: int, mode: int) -> Path:
    """A copy of what wheels are built from, as made at another time with another umask."""
    for name in FOLDERS:
        shutil.copytree(
            ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.mo")
        )
    for name in FILES:
        shutil.copyfile(ROOT / name, folder / name)
    for path in folder.rglob("*"):
        path.chmod(mode | 0o700 if path.is_dir() else mode)
        os.utime(path, (time, time))
    return folder


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(ROOT, tmp_path_factory.mktemp("wheel"))


@dataclass(frozen=True)
class Installed:
    """``folder``: what there is of Storage Tuner on this computer, and its user's home."""

    folder: Path

    @property
    def program(self) -> Path:
        return self.folder / "environment/bin/storage-tuner"

    @property
    def home(self) -> Path:
        return self.folder / "home"

    def run(self, *argv: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
        become = ["unshare", "--mount", "--propagation=private", "sh", "-ec", NOTHING_INSTALLED]
        return subprocess.run(
            [*become, "sh", *argv],
            cwd=self.home,
            env={
                "PATH": "/usr/bin:/bin",
                "HOME": str(self.home),
                "LC_ALL": "C.UTF-8",
                "PYTHONDONTWRITEBYTECODE": "1",
                **environment,
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
        )

    def tuner(self, *words: str | Path) -> str:
        done = self.run(self.program, *words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Iterator[Installed]:
    """In an environment of its own, with what it depends on out of the tests' environment."""
    with scratch_folder() as folder:
        folder.chmod(0o755)
        environment = folder / "environment"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
        python = environment / "bin/python"
        pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
        install = ["install", "--quiet", "--no-index", "--no-deps", str(wheel)]
        subprocess.run([*pip, *install], check=True)
        (packages,) = environment.glob("lib/python3*/site-packages")
        (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
        found = Installed(folder)
        found.home.mkdir()
        os.chown(found.home, NOBODY, NOBODY)
        yield found


def test_it_brings_all_that_the_application_looks_for(wheel: Path) -> None:
    """Translations are made of their sources; the icons of the desktop stand elsewhere."""
    names = set(zipfile.ZipFile(wheel).namelist())
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "app").rglob("*.py")]
    folders = set(re.findall(r'\bresource\("(\w+)"', "".join(sources)))
    assert folders == {"icons", "knowledge", "recordings", "translations", "workloads"}
    for folder in (*folders, "schema"):
        kept = [path for path in (ROOT / "resources" / folder).rglob("*.*") if path.is_file()]
        wanted = {
            str(path.relative_to(ROOT).with_suffix(".mo" if path.suffix == ".po" else path.suffix))
            for path in kept
            if "hicolor" not in path.parts
        }
        assert wanted
        assert {f"storage_tuner/{name}" for name in wanted} <= names
    assert "storage_tuner/report/templates/report.html" in names


def test_it_brings_nothing_of_the_helper(wheel: Path) -> None:
    """What a user can write is nothing that an administrator should be asked to start."""
    names = zipfile.ZipFile(wheel).namelist()
    assert [name for name in names if re.search(r"helper/|\.(policy|service|conf|8)\b", name)] == []


def test_built_from_two_checkouts_it_has_the_same_bits(wheel: Path, tmp_path: Path) -> None:
    other = checked_out(tmp_path / "elsewhere/checkout", time=1_000_000_000, mode=0o600)
    (other / "resources/translations/de/LC_MESSAGES/storage-tuner.mo").write_bytes(
        b"of another day"
    )
    again = built(
        other, tmp_path / "out", umask=0o077, TZ="Asia/Tokyo", PYTHONHASHSEED="7", LC_ALL="C"
    )
    assert again.name == wheel.name == f"storage_tuner-{__version__}-py3-none-any.whl"
    assert again.read_bytes() == wheel.read_bytes()


@pytest.mark.root
@pytest.mark.machine
def test_it_looks_at_devices(installed: Installed) -> None:
    assert installed.tuner("--version") == f"Storage Tuner {__version__}\n"
    with attached_loop(installed.folder) as disk:
        devices = json.loads(installed.tuner("devices", "--json"))["devices"]
        assert disk.name in {device["name"] for device in devices}
        assert "mq-deadline" in installed.tuner("show", disk.name)
        assert "bfq" in installed.tuner("advise", disk.name)


@pytest.fixture(scope="module")
def result(installed: Installed) -> Path:
    record = example_record(repeats=2)
    path = installed.folder / "results.json"
    write_results(record, judge(record), path)
    path.chmod(0o644)
    return path


@pytest.mark.root
@pytest.mark.machine
def test_it_reports_what_was_measured(installed: Installed, result: Path) -> None:
    """The German one needs the translations."""
    page = installed.home / "report.html"
    installed.tuner("report", result, "--html", page, "--language", "de")
    assert "<title>Bericht der Einstellung" in page.read_text(encoding="utf-8")
    assert "rand-read" in installed.tuner("workloads")


@pytest.mark.slow
@pytest.mark.root
@pytest.mark.machine
def test_it_lays_a_report_out(installed: Installed, result: Path) -> None:
    """By a program of its own, which must find the application and what that depends on."""
    paper = installed.home / "report.pdf"
    installed.tuner("report", result, "--pdf", paper)
    assert paper.read_bytes().startswith(b"%PDF")


@pytest.mark.root
@pytest.mark.machine
@pytest.mark.parametrize("persist", [(), ("--persist", "--dry-run")], ids=["now", "for good"])
def test_what_needs_the_helper_is_told_where_to_get_it(
    installed: Installed, persist: tuple[str, ...]
) -> None:
    with attached_loop(installed.folder) as disk:
        done = installed.run(installed.program, "set", disk.name, "scheduler=bfq", *persist)
        assert disk.scheduler == "none"
    assert done.returncode == 5
    assert done.stderr == (
        "storage-tuner: The privileged helper can't be started: it isn't installed. The "
        "packages for Debian, Fedora and Arch Linux include it, and so does a clone started with "
        "./run.\n"
    )


@pytest.mark.slow
@pytest.mark.root
@pytest.mark.machine
def test_its_window_opens_in_the_user_s_language(installed: Installed) -> None:
    python = installed.program.with_name("python")
    done = installed.run(python, "-c", WINDOW, QT_QPA_PLATFORM="offscreen", LANGUAGE="de")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    assert done.stdout == "Der Passwort-Dialog wurde geschlossen.\n"
