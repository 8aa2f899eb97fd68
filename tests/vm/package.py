"""Storage Tuner's Debian package for the guest, as anybody would build it but for the time that its
compression takes."""

from __future__ import annotations

from collections.abc import Iterator
from email.parser import Parser
from functools import cache, partial
from pathlib import Path

from tests.packaging import releases
from tests.packaging.releases import ROOT
from tests.vm.artefacts import artefact, key, texts

_CONTROL = ROOT / "packaging/debian/control"
_MADE_OF = ("app", "helpers", "packaging", "requirements", "resources")


def wanted_packages() -> list[str]:
    """What it depends on or recommends. Of alternatives the last one: the older release's name."""
    control = Parser().parsestr(_CONTROL.read_text(encoding="utf-8"))
    entries = f"{control['Depends']}, {control['Recommends']}".split(",")
    return [entry.split("|")[-1].split("(")[0].strip() for entry in entries]


@cache
def package() -> Path:
    folder = artefact(
        "package", key(*_content()), lambda place: releases.built(place, **releases.QUICKLY)
    )
    return _only_one_in(folder)


@cache
def later_package() -> Path:
    first = package()
    recipe = key(first.parent.name, texts([Path(releases.__file__)]))
    folder = artefact("later-package", recipe, partial(releases.later_release, first))
    return _only_one_in(folder)


def _only_one_in(folder: Path) -> Path:
    (found,) = folder.glob("*.deb")
    return found


def _content() -> Iterator[str]:
    for folder in _MADE_OF:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".mo":
                yield f"{path.relative_to(ROOT)} {path.read_bytes().hex()}"
