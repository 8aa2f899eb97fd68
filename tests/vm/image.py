"""The guest's root file system: Debian 12 by mmdebstrap, with the tests' agent in it."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path

from tests.bootstrap import MMDEBSTRAP
from tests.vm.artefacts import artefact, cache_folder, key, texts
from tests.vm.commands import entries, run
from tests.vm.kernel import GUEST, kernel
from tests.vm.package import wanted_packages

SUITE = "bookworm"
USERS = {"tester": 1000, "admin": 1001}
"""``tester`` may nothing; ``admin`` is in the group sudo, whom polkit asks for a password."""

PASSWORD = "correct horse"
_SIZE = "2600M"
_LEFT_OUT = ("man", "doc", "locale", "info")
_UNITS = "etc/systemd/system"
_USED = ("agent.py", "storage-tuner-agent.service", "units-off")


@cache
def image(version: str) -> Path:
    """A qcow2 file that nobody writes to, for overlays; with the modules of that kernel."""
    base = _root()
    modules = kernel(version).modules
    files = [Path(__file__), *(GUEST / name for name in _USED)]
    found = artefact(
        f"image-{version}",
        key(base.name, modules.parent.name, texts(files)),
        lambda folder: _make_image(base, modules, folder),
    )
    return found / "root.qcow2"


def _root() -> Path:
    """The unpacked system as mmdebstrap leaves it."""
    packages = ",".join([*entries(GUEST / "packages"), *wanted_packages()])
    return artefact("root", key(SUITE, packages), lambda folder: _bootstrap(packages, folder))


def _bootstrap(packages: str, folder: Path) -> None:
    archives = cache_folder() / "archives"
    archives.mkdir(exist_ok=True)
    inside = '"$1"/var/cache/apt/archives'
    run(
        *MMDEBSTRAP,
        "--format=directory",
        '--aptopt=Acquire::Languages "none"',
        *(f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in _LEFT_OUT),
        "--dpkgopt=force-unsafe-io",
        "--skip=cleanup/apt/cache",
        f'--setup-hook=mkdir -p {inside}; cp -n "{archives}"/*.deb {inside}/ 2>/dev/null || true',
        f'--customize-hook=cp -n {inside}/*.deb "{archives}"/; rm -f {inside}/*.deb',
        f"--include={packages}",
        SUITE,
        folder / "tree",
        "/etc/apt/sources.list.d/debian.sources",
    )


def _make_image(base: Path, modules: Path, folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        tree = Path(scratch) / "tree"
        run("cp", "--archive", base / "tree", tree)
        run("cp", "--archive", f"{modules}/lib/modules", tree / "usr/lib/")
        _set_up(tree)
        raw = Path(scratch) / "root.raw"
        features = "^metadata_csum,^64bit"
        run("mkfs.ext4", "-q", "-F", "-O", features, "-m", "0", "-d", tree, raw, _SIZE)
        run("qemu-img", "convert", "-O", "qcow2", raw, folder / "root.qcow2")
    (folder / "root.qcow2").chmod(0o444)


def _set_up(tree: Path) -> None:
    _write(tree / "etc/hostname", "storage-tuner-guest\n")
    _write(tree / "etc/hosts", "127.0.0.1 localhost storage-tuner-guest\n")
    _write(tree / "etc/fstab", "/dev/vda / ext4 defaults,noatime 0 0\n")
    _write(tree / "etc/machine-id", "0123456789abcdef0123456789abcdef\n")
    (tree / "var/log/journal").mkdir(parents=True, exist_ok=True)
    for name, number in USERS.items():
        more = ["--groups", "sudo"] if name == "admin" else []
        run("chroot", tree, "groupadd", "--force", "sudo")
        add = ["useradd", "--create-home", "--uid", str(number), "--shell", "/bin/bash"]
        run("chroot", tree, *add, *more, name)
    secrets = "".join(f"{name}:{PASSWORD}\n" for name in ("root", *USERS))
    cheap = ["--crypt-method", "SHA256", "--sha-rounds", "1000"]
    run("chroot", tree, "chpasswd", *cheap, text_input=secrets)
    _set_up_units(tree)
    run("chroot", tree, "python3", "-m", "compileall", "-q", "/usr/lib/python3")


def _set_up_units(tree: Path) -> None:
    for unit in entries(GUEST / "units-off"):
        link = tree / _UNITS / unit
        link.unlink(missing_ok=True)
        link.symlink_to("/dev/null")
    default = tree / _UNITS / "default.target"
    default.unlink(missing_ok=True)
    default.symlink_to("/lib/systemd/system/multi-user.target")
    shutil.copy(GUEST / "storage-tuner-agent.service", tree / _UNITS)
    agent = tree / "usr/local/sbin/storage-tuner-agent"
    shutil.copy(GUEST / "agent.py", agent)
    agent.chmod(0o755)
    run("chroot", tree, "systemctl", "--quiet", "enable", "storage-tuner-agent")


def _write(path: Path, text: str) -> None:
    path.unlink(missing_ok=True)
    path.write_text(text, encoding="utf-8")
