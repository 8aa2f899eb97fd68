"""Debian packages that a guest is made of, as apt finds them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tests.vm.artefacts import cache_folder, locked
from tests.vm.commands import run

_OWN_SOURCES = Path("/etc/apt/sources.list.d/debian.sources")


@dataclass(frozen=True)
class Archive:
    """``options`` say to apt's programs where to look; with none, where this system does."""

    options: tuple[str, ...] = ()

    def depends(self, package: str, pattern: str) -> list[str]:
        """What ``package`` depends on, as far as it matches."""
        text = run("apt-cache", *self.options, "depends", package)
        return re.findall(rf"Depends: ({pattern})$", text, re.MULTILINE)

    def candidate(self, package: str) -> str:
        """The version that apt would install; empty if there is none."""
        text = run("apt-cache", *self.options, "policy", package)
        found = re.search(r"Candidate: (\S+)", text)
        return found[1] if found else ""

    def unpack(self, packages: list[str], folder: Path) -> None:
        """Put their files into ``folder``."""
        folder.mkdir()
        run("apt-get", *self.options, "download", "--quiet", *packages, cwd=folder)
        for archive in folder.glob("*.deb"):
            run("dpkg", "--extract", archive, folder)
            archive.unlink()


def of_suite(suite: str) -> Archive:
    """``suite`` alone, from this system's mirror, whatever this system itself takes."""
    with locked(suite):
        return _updated(suite, cache_folder() / suite)


def _updated(suite: str, folder: Path) -> Archive:
    (folder / "lists").mkdir(parents=True, exist_ok=True)
    own, _, _ = _OWN_SOURCES.read_text(encoding="utf-8").partition("\n\n")
    sources = re.sub(r"^Suites:.*$", f"Suites: {suite}", own, flags=re.MULTILINE)
    (folder / "debian.sources").write_text(f"{sources}\n", encoding="utf-8")
    settings = {
        "Dir::Etc::SourceList": "/dev/null",
        "Dir::Etc::SourceParts": f"{folder}/",
        "Dir::State::Lists": f"{folder / 'lists'}",
        "Dir::Cache::PkgCache": "",
        "Dir::Cache::SrcPkgCache": "",
    }
    options = tuple(f"--option={name}={value}" for name, value in settings.items())
    run("apt-get", *options, "--quiet", "update")
    return Archive(options)
