"""The packages for Arch Linux and Fedora: what is written in them; and both are built, installed,
used and removed by pacman and rpm on a new Debian 13, with the Python packages that it has.
"""

from __future__ import annotations

import json
import re
import stat
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from storage_tuner import __version__
from tests.fresh.systems import CHECKOUT, DEBIAN_13, FreshSystem, fresh_system
from tests.packaging.releases import ROOT
from tests.packaging.test_wheel import WINDOW

ARCH = ROOT / "packaging/arch"
SPEC = ROOT / "packaging/rpm/storage-tuner.spec"
PKGBUILD = (ARCH / "PKGBUILD").read_text(encoding="utf-8")

LIBRARY = "usr/lib/storage-tuner"
ENABLED = "/etc/systemd/system/multi-user.target.wants/storage-tuner-restore.service"
TOOLS = (
    "rpm", "rpmlint", "makepkg", "pacman-package-manager", "libarchive-tools", "zstd", "git",
    "systemd", "fio", "python3-babel", "python3-numpy", "python3-pyqtgraph", "python3-pyudev",
    "python3-dbus-fast", "python3-cattr", "python3-platformdirs", "python3-jinja2",
    *(f"python3-pyside6.qt{part}" for part in ("core", "gui", "widgets", "svg", "opengl",
                                               "openglwidgets", "dbus")),
)  # fmt: skip
"""On Debian 13; without WeasyPrint, which is too old there."""

FEDORA_S_NAMES = {"pyside6-essentials": "python3-pyside6"}
ARCH_S_NAMES = {
    "pyside6-essentials": "pyside6",
    "jinja2": "python-jinja",
}
"""Where a distribution's package isn't named by the rule."""

OWN_DOCUMENTS = ("usr/share/doc/", "usr/share/licenses/", "usr/share/lintian/")
DEBIAN_S_OWN = ("usr/share/python3/runtime.d/",)


def requirements() -> dict[str, str]:
    """Of pyproject.toml: the lowest version of each package; without one, an empty text."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    split = [re.fullmatch(r"([\w-]+)(?:>=([\d.]+))?.*", each) for each in project["dependencies"]]
    return {found[1].lower(): found[2] or "" for found in split if found}


def arch_dependencies() -> dict[str, str]:
    found = re.search(r"^depends=\((.*?)^\)", PKGBUILD, re.MULTILINE | re.DOTALL)
    assert found
    each = [word.strip("'").partition(">=") for word in found[1].split()]
    return {name: version for name, _, version in each}


def fedora_dependencies() -> dict[str, str]:
    text = SPEC.read_text(encoding="utf-8")
    return dict(re.findall(r"^Requires: +(\S+)(?: >= )?(\S*)$", text, re.MULTILINE))


def test_the_scripts_of_arch_s_package_are_sound() -> None:
    """But that makepkg sets and reads variables."""
    scripts = [str(ARCH / name) for name in ("PKGBUILD", "storage-tuner.install")]
    checked = ["shellcheck", "--shell=bash", "--exclude=SC2034,SC2154", *scripts]
    done = subprocess.run(checked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_rpm_understands_the_spec() -> None:
    done = subprocess.run(["rpmspec", "--parse", SPEC], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"Version:        {__version__}\n" in done.stdout


def test_both_are_of_this_version() -> None:
    assert f"\npkgver={__version__}\n" in PKGBUILD
    assert f" - {__version__}-1\n" in SPEC.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("names", "prefix", "given"),
    [
        (ARCH_S_NAMES, "python-", arch_dependencies()),
        (FEDORA_S_NAMES, "python3-", fedora_dependencies()),
    ],
    ids=["arch", "fedora"],
)
def test_nothing_is_brought_so_all_that_python_imports_is_required(
    names: Mapping[str, str], prefix: str, given: Mapping[str, str]
) -> None:
    required = requirements()
    assert len(required) > 5
    for name, lowest in required.items():
        package = names.get(name, prefix + name)
        assert package in given, package
        # WeasyPrint's isn't in pyproject.toml, since the lock has a later one
        assert given[package] == (lowest or ("68" if name == "weasyprint" else "")), package
    assert given["fio"] == "3.28"


def test_what_is_installed_has_the_same_modes_whatever_the_umask(tmp_path: Path) -> None:
    subprocess.run([ROOT / "packaging/install", tmp_path, sys.executable], umask=0o077, check=True)
    modes = {
        str(path.relative_to(tmp_path)): stat.S_IMODE(path.stat().st_mode)
        for path in (tmp_path / "usr").rglob("*")
    }
    programs = {name for name in modes if (tmp_path / name).is_file() and modes[name] == 0o755}
    assert programs == {"usr/bin/storage-tuner", f"{LIBRARY}/storage-tuner-helper"}
    for name, mode in modes.items():
        folder = (tmp_path / name).is_dir()
        assert mode == (0o755 if folder or name in programs else 0o644), name
        assert not name.endswith("__pycache__"), name
    assert f"{LIBRARY}/app/storage_tuner/__init__.py" in modes
    assert "usr/share/storage-tuner/translations/de/LC_MESSAGES/storage-tuner.mo" in modes


def test_one_script_installs_into_every_package() -> None:
    for path in (ROOT / "packaging/build-deb.sh", ARCH / "PKGBUILD", SPEC):
        assert path.read_text(encoding="utf-8").count("packaging/install") == 1, path


@pytest.fixture(scope="module")
def system() -> Iterator[FreshSystem]:
    with fresh_system(DEBIAN_13) as fresh:
        quietly = {"DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update"], ["install", "--yes", "--no-install-recommends", *TOOLS]):
            done = fresh.run("apt-get", "--quiet=2", *words, environment=quietly, seconds=1800)
            assert done.exit_code == 0, done.output[-4000:] + done.errors[-4000:]
        yield fresh


def as_person(system: FreshSystem, script: str) -> str:
    user = ("setpriv", "--reuid=person", "--regid=person", "--init-groups")
    return as_root(system, *user, "env", "HOME=/home/person", "sh", "-ec", script)


def as_root(system: FreshSystem, *command: str) -> str:
    done = system.run(*command)
    assert done.exit_code == 0, done.output[-4000:] + done.errors[-4000:]
    return done.output


@pytest.fixture(scope="module")
def rpm(system: FreshSystem) -> str:
    """Its path in the system."""
    spec = "packaging/rpm/storage-tuner.spec"
    as_person(system, f"rpmbuild -bb --nodeps --build-in-place {spec}")
    return as_person(system, "echo ~/rpmbuild/RPMS/noarch/storage-tuner-*.rpm").strip()


@pytest.fixture(scope="module")
def pacman_package(system: FreshSystem) -> str:
    """Its path in the system. The mirror is made before: Debian 13's makepkg calls git with an
    option that doesn't exist."""
    mirror = f"git clone --quiet --mirror file://{CHECKOUT}/packaging/arch/../.. storage-tuner"
    build = "PKGEXT=.pkg.tar.zst makepkg --nodeps"
    as_person(system, f"cd packaging/arch && {mirror} && {build}")
    return as_person(system, f"echo {CHECKOUT}/packaging/arch/storage-tuner-*.pkg.tar.zst").strip()


def common(modes: Mapping[str, int]) -> dict[str, int]:
    """The files of a package that every package has, under one name: manual pages are compressed in
    some, and zsh's folder has two names. Without the Python packages that Debian's brings."""
    return {
        re.sub(r"(/man/.*)\.gz$", r"\1", path).replace("vendor-completions", "site-functions"): mode
        for path, mode in modes.items()
        if not path.startswith((*OWN_DOCUMENTS, *DEBIAN_S_OWN))
        and "/__pycache__/" not in path
        and (not path.startswith(f"{LIBRARY}/app/") or "/app/storage_tuner/" in path)
    }


def of_tar(archive: tarfile.TarFile) -> dict[str, int]:
    """The regular files below usr."""
    names = ((each.name.removeprefix("./"), each) for each in archive if each.isreg())
    return {name: each.mode for name, each in names if name.startswith("usr/")}


def of_rpm(listing: str) -> dict[str, int]:
    """The regular files, by lines of mode and path."""
    split = (line.split(" /", 1) for line in listing.splitlines())
    return {path: stat.S_IMODE(int(mode)) for mode, path in split if stat.S_ISREG(int(mode))}


@pytest.mark.slow
@pytest.mark.root
@pytest.mark.machine
def test_all_packages_install_the_same_files_with_the_same_modes(
    system: FreshSystem, package: Path, rpm: str, pacman_package: str, tmp_path: Path
) -> None:
    deb, plain = tmp_path / "deb.tar", tmp_path / "arch.tar"
    with deb.open("wb") as file:
        subprocess.run(["dpkg-deb", "--fsys-tarfile", package], stdout=file, check=True)
    with plain.open("wb") as file:
        subprocess.run(["zstd", "-dc", system.path(pacman_package)], stdout=file, check=True)
    with tarfile.open(deb) as first, tarfile.open(plain) as second:
        debian, arch = common(of_tar(first)), common(of_tar(second))
    listed = as_root(system, "rpm", "-qp", "--queryformat", "[%{FILEMODES} %{FILENAMES}\n]", rpm)
    assert len(debian) > 700
    assert arch == debian
    assert common(of_rpm(listed)) == debian


@pytest.mark.slow
@pytest.mark.root
@pytest.mark.machine
def test_rpmlint_has_nothing_to_say(system: FreshSystem, rpm: str) -> None:
    """But what packaging/rpm/rpmlint.toml explains."""
    spec, waivers = "packaging/rpm/storage-tuner.spec", "packaging/rpm/rpmlint.toml"
    said = as_root(system, "rpmlint", "--config", waivers, spec, rpm)
    assert " 0 errors, 0 warnings" in said, said


@pytest.mark.slow
@pytest.mark.root
@pytest.mark.machine
def test_rpm_installs_what_starts_and_removes_it(system: FreshSystem, rpm: str) -> None:
    as_root(system, "rpm", "--install", "--nodeps", rpm)
    starts(system)
    as_root(system, "rpm", "--upgrade", "--force", "--nodeps", rpm)
    starts(system)
    as_root(system, "rpm", "--erase", "storage-tuner")
    is_gone(system)


@pytest.mark.slow
@pytest.mark.root
@pytest.mark.machine
def test_pacman_installs_what_starts_and_removes_it(
    system: FreshSystem, pacman_package: str
) -> None:
    install = ("pacman", "--upgrade", "--noconfirm", "--nodeps", "--nodeps", pacman_package)
    for _ in ("installed", "upgraded"):
        as_root(system, *install)
        starts(system)
    as_root(system, "pacman", "--remove", "--noconfirm", "storage-tuner")
    is_gone(system)


def starts(system: FreshSystem) -> None:
    """The command, the window and the helper, as installed; the distribution has the rest."""
    assert as_person(system, "storage-tuner --version") == f"Storage Tuner {__version__}\n"
    assert "oltp" in as_person(system, "storage-tuner workloads")
    shown = f'import sys; sys.path[:0] = ("/{LIBRARY}/app", "/{LIBRARY}")\n{WINDOW}'
    window = ("python3", "-I", "-c", shown)
    done = system.run(*window, environment={"QT_QPA_PLATFORM": "offscreen", "LANG": "de_DE.UTF-8"})
    assert (done.exit_code, done.output) == (0, "Der Passwort-Dialog wurde geschlossen.\n"), done
    hello = json.loads(as_root(system, f"/{LIBRARY}/storage-tuner-helper", "stdio"))
    assert (hello["event"], hello["arguments"]["version"]) == ("Hello", __version__)
    charts = "import PySide6.QtCore, pyqtgraph; print(pyqtgraph.Qt.QT_LIB)"
    assert as_root(system, "python3", "-I", "-c", charts) == "PySide6\n"
    assert as_root(system, "readlink", ENABLED).endswith("/storage-tuner-restore.service\n")
    compiled = system.path(f"{LIBRARY}/storage_tuner_helper/__pycache__")
    assert any(compiled.iterdir())


def is_gone(system: FreshSystem) -> None:
    left = as_root(system, "find", "/usr", "/etc", "-xdev", "-name", "*storage*tuner*")
    assert left == ""
