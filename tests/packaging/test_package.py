"""The Debian package as a file."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.packaging.releases import ROOT, built

pytestmark = pytest.mark.slow

MEGABYTE = 10**6


def test_it_is_small(package: Path) -> None:
    assert package.stat().st_size <= 30 * MEGABYTE


def test_built_twice_it_has_the_same_bits(package: Path, tmp_path: Path) -> None:
    assert built(tmp_path / "again").read_bytes() == package.read_bytes()


def test_lintian_has_nothing_to_say(package: Path) -> None:
    """But what packaging/debian/lintian-overrides explains."""
    done = subprocess.run(
        ["lintian", "--allow-root", "--fail-on", "error,warning", str(package)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_what_it_depends_on_or_brings_is_all_that_is_declared(package: Path) -> None:
    """Of pyproject.toml's list each is one or the other."""
    control = subprocess.run(
        ["dpkg-deb", "--field", package, "Depends"], check=True, capture_output=True, text=True
    ).stdout
    vendored = (ROOT / "packaging/vendored").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for requirement in project["dependencies"]:
        name = re.split("[<>=]", requirement)[0].lower()
        assert f"python3-{name}" in control or re.search(f"^{name} ", vendored, re.MULTILINE), name


def test_what_it_brings_is_in_the_lock(package: Path) -> None:
    lock = (ROOT / "requirements/run.txt").read_text(encoding="utf-8")
    vendored = (ROOT / "packaging/vendored").read_text(encoding="utf-8")
    for name in re.findall(r"^([a-z0-9-]+) \w+$", vendored, re.MULTILINE):
        assert f"\n{name}==" in f"\n{lock}", name
