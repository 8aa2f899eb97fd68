"""Freshly installed systems in folders of their own: nothing in them but the base and apt."""

from __future__ import annotations

import os
import re
import shutil
import signal
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.bootstrap import MMDEBSTRAP
from tests.other_mounts import WITHOUT_OTHER_MOUNTS
from tests.turns import turn

ROOT = Path(__file__).parent.parent.parent
CACHE = ROOT / ".cache" / "fresh"
CACHE_DAYS = 7
CHECKOUT = "/home/person/storage-tuner"
CERTIFICATES = "/etc/machine-certificates.pem"

# Own mounts and own processes, which end with the first of them; $1 is the system's folder, which
# becomes a mount as "/" is on every machine.
ENTER = """
mount --bind "$1" "$1"
mount --rbind /dev "$1/dev"
mount --types proc proc "$1/proc"
mount --types sysfs sysfs "$1/sys"
mount --types tmpfs tmpfs "$1/run"
exec chroot "$@"
"""


@dataclass(frozen=True)
class Release:
    """``keyring``: the package with the keys of its archive, when it isn't Debian's own."""

    suite: str
    name: str
    keyring: str = ""


DEBIAN_12 = Release("bookworm", "Debian 12")
DEBIAN_13 = Release("trixie", "Debian 13")
UBUNTU_24_04 = Release("noble", "Ubuntu 24.04", keyring="ubuntu-keyring")


@dataclass(frozen=True)
class Finished:
    exit_code: int
    output: str
    errors: str
    seconds: float


@dataclass(frozen=True)
class FreshSystem:
    folder: Path

    def start(
        self, *command: str, network: bool = True, environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[str]:
        """A process in the checkout's folder as root; ending it ends all that it started."""
        unshare = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation=private"]
        enter = [*WITHOUT_OTHER_MOUNTS, "sh", "-ec", ENTER, "enter", str(self.folder)]
        # The shell stays, as the first process: it takes in what loses its parent.
        inside = ["sh", "-c", f'cd {CHECKOUT} && "$@"; exit $?', "sh", *command]
        return subprocess.Popen(
            [*unshare, *([] if network else ["--net"]), *enter, *inside],
            env=_environment() | dict(environment or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(
        self,
        *command: str,
        seconds: float = 1800,
        network: bool = True,
        environment: Mapping[str, str] | None = None,
    ) -> Finished:
        """Run to the end; raises subprocess.TimeoutExpired after ``seconds``."""
        begun = time.monotonic()
        with self.start(*command, network=network, environment=environment) as process:
            try:
                output, errors = process.communicate(timeout=seconds)
            finally:
                process.send_signal(signal.SIGKILL)
        return Finished(process.returncode, output, errors, time.monotonic() - begun)

    def path(self, inside: str) -> Path:
        return self.folder / inside.lstrip("/")


@contextmanager
def fresh_system(release: Release) -> Iterator[FreshSystem]:
    """A new system with a clean clone of this checkout in it; gone afterwards."""
    CACHE.mkdir(parents=True, exist_ok=True)
    archive = _archive(release)
    with tempfile.TemporaryDirectory(prefix=f"{release.suite}-", dir=CACHE) as folder:
        subprocess.run(["tar", "--extract", "--file", archive, "--directory", folder], check=True)
        system = FreshSystem(Path(folder))
        _settle_in(system)
        yield system


def _settle_in(system: FreshSystem) -> None:
    """What every machine is given by its owner: name resolution, certificates, a clone, a user."""
    for name in ("/etc/resolv.conf", "/etc/hosts"):
        shutil.copyfile(name, system.path(name))
    shutil.copyfile(_machine_certificates(), system.path(CERTIFICATES))
    clone = ["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(system.path(CHECKOUT))]
    subprocess.run(clone, check=True)
    subprocess.run(["chroot", system.folder, "useradd", "person"], check=True)
    subprocess.run(["chroot", system.folder, "chown", "-R", "person:", "/home/person"], check=True)


def _machine_certificates() -> str:
    default = ssl.get_default_verify_paths()
    return os.environ.get("PIP_CERT") or default.cafile or default.openssl_cafile


def _environment() -> dict[str, str]:
    """As after a login, with the machine's proxies and pip's settings."""
    kept = {name: value for name, value in os.environ.items() if _is_network_setting(name)}
    return kept | {
        "HOME": "/root",
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "PIP_CERT": CERTIFICATES,
    }


def _is_network_setting(name: str) -> bool:
    return name.lower().endswith("_proxy") or (name.startswith("PIP_") and name != "PIP_FIND_LINKS")


def _archive(release: Release) -> Path:
    """The system as a tar file, made once a week, by the first of several workers who want it."""
    archive = CACHE / f"{release.suite}.tar"
    with turn(f"archive-{release.suite}", alone=True):
        if not archive.exists() or time.time() - archive.stat().st_mtime > CACHE_DAYS * 86400:
            _make_archive(release, archive)
    return archive


def _make_archive(release: Release, archive: Path) -> None:
    made = archive.with_suffix(".part.tar")
    with tempfile.TemporaryDirectory() as scratch:
        Path(scratch).chmod(0o755)  # apt checks signatures as a user of its own
        command = [*MMDEBSTRAP, "--include=apt"]  # Ubuntu's smallest system goes without
        subprocess.run([*command, *_origin(release, made, Path(scratch))], check=True)
    made.replace(archive)


def _origin(release: Release, archive: Path, scratch: Path) -> list[str]:
    """Suite, archive and where from: this machine's own mirrors, or else mmdebstrap's defaults."""
    if release.keyring:
        keyring = f"--keyring={_keyring(release, scratch)}"
        return [keyring, "--components=main,universe", release.suite, str(archive)]
    sources = scratch / "mirrors.list"
    sources.write_text(_machine_mirrors(release))
    return [release.suite, str(archive), *([str(sources)] if sources.stat().st_size else [])]


def _machine_mirrors(release: Release) -> str:
    """This machine's Debian sources, one a line, for another release; empty when it has none."""
    columns = "--format=$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)"
    listing = ["apt-get", "indextargets", columns, "Created-By: Packages"]
    listed = subprocess.run(listing, check=True, capture_output=True, text=True)
    found = re.findall(r"^Debian (\S+) \w+(-\S+)? main$", listed.stdout, re.MULTILINE)
    return "".join(f"deb {mirror} {release.suite}{pocket} main\n" for mirror, pocket in found)


def _keyring(release: Release, scratch: Path) -> Path:
    """The keys of another archive, out of a package of Debian 13."""
    with fresh_system(DEBIAN_13) as debian:
        for command in (["update"], ["install", "--yes", release.keyring]):
            finished = debian.run("apt-get", "--quiet=2", *command)
            assert finished.exit_code == 0, finished.errors
        keys = debian.path("/usr/share/keyrings/ubuntu-archive-keyring.gpg")
        return Path(shutil.copy(keys, scratch))
