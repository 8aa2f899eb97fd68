"""Debian's kernel for the guest, the modules that tests of disks need, an initial RAM disk."""

from __future__ import annotations

import lzma
import os
import re
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.vm.artefacts import artefact, key, texts
from tests.vm.commands import entries, run

GUEST = Path(__file__).parent / "guest"
PACKAGES = {"6.1": "linux-image-amd64", "6.12": "linux-image-6.12-amd64"}
"""What Debian 12 calls its kernel, and the newer one that it offers, too."""

_FIRST_MODULES = ("virtio_pci", "virtio_blk", "ext4", "crc32c_generic", "crc32c_intel")
"""What the root file system is on, and what that needs."""


@dataclass(frozen=True)
class Kernel:
    """``folder`` has ``vmlinuz``, ``initrd.gz`` and, below ``modules``, ``lib/modules``."""

    folder: Path

    @property
    def image(self) -> Path:
        return self.folder / "vmlinuz"

    @property
    def ramdisk(self) -> Path:
        return self.folder / "initrd.gz"

    @property
    def modules(self) -> Path:
        return self.folder / "modules"


def wanted_version() -> str:
    """``STORAGE_TUNER_VM_KERNEL``, one of ``PACKAGES``; else Debian 12's own."""
    version = os.environ.get("STORAGE_TUNER_VM_KERNEL", "6.1")
    if version not in PACKAGES:
        raise RuntimeError(f"STORAGE_TUNER_VM_KERNEL is {version}: {', '.join(PACKAGES)} are known")
    return version


@cache
def kernel(version: str) -> Kernel:
    """``version`` is one of ``PACKAGES``."""
    package = _package(version)
    files = [Path(__file__), GUEST / "init", GUEST / "modules"]
    found = artefact(
        f"kernel-{version}",
        key(package, _candidate(package), texts(files)),
        lambda folder: _make(package, folder),
    )
    return Kernel(found)


def _package(version: str) -> str:
    """The package with the kernel itself, which the other one depends on."""
    text = run("apt-cache", "depends", PACKAGES[version])
    found = re.search(r"Depends: (linux-image-\S+)", text)
    if found is None:
        raise RuntimeError(f"apt knows no kernel {version}")
    return found[1]


def _candidate(package: str) -> str:
    found = re.search(r"Candidate: (\S+)", run("apt-cache", "policy", package))
    return found[1] if found else ""


def _make(package: str, folder: Path) -> None:
    run("apt-get", "download", "--quiet", package, cwd=folder)
    (archive,) = folder.glob("*.deb")
    unpacked = folder / "unpacked"
    run("dpkg", "--extract", archive, unpacked)
    (image,) = (unpacked / "boot").glob("vmlinuz-*")
    shutil.copy(image, folder / "vmlinuz")
    release = image.name.removeprefix("vmlinuz-")
    _keep_modules(unpacked / "lib/modules" / release, folder / "modules/lib/modules" / release)
    run("depmod", "--basedir", folder / "modules", release)
    _make_ramdisk(folder, release)
    shutil.rmtree(unpacked)
    archive.unlink()


def _keep_modules(source: Path, target: Path) -> None:
    (target / "kernel").mkdir(parents=True)
    for file in (*source.glob("modules.builtin*"), source / "modules.order"):
        shutil.copy(file, target)
    for entry in entries(GUEST / "modules"):
        for found in source.glob(f"kernel/{entry}*"):
            place = target / found.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            if found.is_dir() and found.name == Path(entry).name:
                shutil.copytree(found, place)
            elif found.is_file():
                shutil.copy(found, place)
    _unpack(target)


def _unpack(folder: Path) -> None:
    """Compressed modules cost a processor without hardware help too much at each boot."""
    for packed in folder.rglob("*.ko.xz"):
        packed.with_suffix("").write_bytes(lzma.decompress(packed.read_bytes()))
        packed.unlink()


def _make_ramdisk(folder: Path, release: str) -> None:
    tree = folder / "ramdisk"
    for name in ("bin", "proc", "sys", "dev", "newroot", "m"):
        (tree / name).mkdir(parents=True)
    shutil.copy("/bin/busybox", tree / "bin")
    for applet in ("sh", "insmod", "mount", "switch_root", "sleep", "cat"):
        (tree / "bin" / applet).symlink_to("busybox")
    shutil.copy(GUEST / "init", tree / "init")
    (tree / "init").chmod(0o755)
    modules = _in_order(folder / "modules", release)
    for module in modules:
        shutil.copy(module, tree / "m")
    names = "".join(f"{module.name}\n" for module in modules)
    (tree / "modules").write_text(names, encoding="ascii")
    pack = "find . | cpio --create --format=newc --quiet | gzip -1 > ../initrd.gz"
    run("sh", "-c", pack, cwd=tree)
    shutil.rmtree(tree)


def _in_order(modules: Path, release: str) -> list[Path]:
    """What must be loaded, what something depends on before that."""
    found: dict[Path, None] = {}
    for name in _FIRST_MODULES:
        shown = run("modprobe", "-d", modules, "-S", release, "--show-depends", name)
        for line in shown.splitlines():
            word, _, path = line.partition(" ")
            if word == "insmod":
                found[Path(path.strip())] = None
    return list(found)
