"""Debian's kernel for the guest, the modules that tests of disks need, an initial RAM disk."""

from __future__ import annotations

import lzma
import os
import re
import shutil
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from tests.vm.archive import Archive, of_suite
from tests.vm.artefacts import artefact, key, texts
from tests.vm.commands import entries, run

GUEST = Path(__file__).parent / "guest"
PACKAGES = {
    "6.1": "linux-image-amd64",
    "6.12": "linux-image-6.12-amd64",
    "backports": "linux-image-amd64",
}
"""What Debian 12 calls its kernel, the newer one that it offers, too, and Debian 13 the newest in
its backports."""

_BACKPORTS = "trixie-backports"
_PARTS = r"linux-(?:image|binary|base|modules)-\d\S+"
"""Since 7.3, Debian divides a kernel into several packages."""

_FIRST_MODULES = ("virtio_pci", "virtio_blk", "ext4", "crc32c_generic", "crc32c_intel")
"""What the root file system is on, and what that needs; newer kernels have some of it built in, or
have no such module any more."""


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
    archive = of_suite(_BACKPORTS) if version == "backports" else Archive()
    parts = _parts(archive, PACKAGES[version])
    files = [Path(__file__), GUEST / "init", GUEST / "modules"]
    versions = [f"{part}={archive.candidate(part)}" for part in parts]
    found = artefact(
        f"kernel-{version}",
        key(*versions, texts(files)),
        lambda folder: _make(archive, parts, folder),
    )
    return Kernel(found)


def _parts(archive: Archive, package: str) -> list[str]:
    """The packages with the kernel itself, of which ``package`` names the first."""
    named = archive.depends(package, _PARTS)
    if not named:
        raise RuntimeError(f"apt knows no kernel {package}")
    return named + archive.depends(named[0], _PARTS)


def _make(archive: Archive, parts: list[str], folder: Path) -> None:
    unpacked = folder / "unpacked"
    archive.unpack(parts, unpacked)
    (modules,) = {path.parent for path in unpacked.glob("**/lib/modules/*/kernel")}
    release = modules.name
    (image,) = (*unpacked.glob(f"boot/vmlinuz-{release}"), *modules.glob("vmlinuz"))
    shutil.copy(image, folder / "vmlinuz")
    _keep_modules(modules, folder / "modules/lib/modules" / release)
    run("depmod", "--basedir", folder / "modules", release)
    _make_ramdisk(folder, release)
    shutil.rmtree(unpacked)


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
    for name in filter(partial(_exists, modules / "lib/modules" / release), _FIRST_MODULES):
        shown = run("modprobe", "-d", modules, "-S", release, "--show-depends", name)
        for line in shown.splitlines():
            word, _, path = line.partition(" ")
            if word == "insmod":
                found[Path(path.strip())] = None
    return list(found)


def _exists(modules: Path, name: str) -> bool:
    pattern = name.replace("_", "[-_]")
    built_in = (modules / "modules.builtin").read_text(encoding="ascii")
    return any(modules.rglob(f"{pattern}.ko")) or bool(
        re.search(rf"/{pattern}\.ko$", built_in, re.M)
    )
