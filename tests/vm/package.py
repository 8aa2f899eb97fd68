"""Storage Tuner's Debian package for the guest, as anybody would build it."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from email.parser import Parser
from functools import cache
from pathlib import Path

from tests.vm.artefacts import artefact, key
from tests.vm.commands import run

PROJECT = Path(__file__).parents[2]
LATER_VERSION = "99.0"
_CONTROL = PROJECT / "packaging/debian/control"
_MADE_OF = ("app", "helpers", "packaging", "requirements", "resources")


def wanted_packages() -> list[str]:
    """What it depends on or recommends. Of alternatives the last one: the older release's name."""
    control = Parser().parsestr(_CONTROL.read_text(encoding="utf-8"))
    entries = f"{control['Depends']}, {control['Recommends']}".split(",")
    return [entry.split("|")[-1].split("(")[0].strip() for entry in entries]


@cache
def package() -> Path:
    return _only_one_in(artefact("package", key(*_content()), _build))


@cache
def later_package() -> Path:
    """The same with a higher version: a later release that changed nothing."""
    first = package()
    recipe = key(first.parent.name, Path(__file__).read_text(encoding="utf-8"))
    return _only_one_in(artefact("later-package", recipe, lambda folder: _repack(first, folder)))


def _build(folder: Path) -> None:
    run(PROJECT / "packaging/build-deb.sh", folder)


def _repack(first: Path, folder: Path) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        run("dpkg-deb", "--raw-extract", first, tree)
        control = tree / "DEBIAN/control"
        text = control.read_text(encoding="utf-8")
        later = re.sub("^Version: .*$", f"Version: {LATER_VERSION}", text, flags=re.MULTILINE)
        control.write_text(later, encoding="utf-8")
        run("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", tree, folder)


def _only_one_in(folder: Path) -> Path:
    (found,) = folder.glob("*.deb")
    return found


def _content() -> Iterator[str]:
    for folder in _MADE_OF:
        for path in sorted((PROJECT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".qm":
                yield f"{path.relative_to(PROJECT)} {path.read_bytes().hex()}"
