"""The package as a file: as anybody would build it, and as a later release."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
LATER_VERSION = "99.0"
QUICKLY = {"DPKG_DEB_COMPRESSOR_TYPE": "zstd", "DPKG_DEB_COMPRESSOR_LEVEL": "1"}
"""Compresses in a second what takes most of a minute as it's shipped (dpkg-deb(1))."""


def built(folder: Path, **environment: str) -> Path:
    """The package, in ``folder``."""
    return Path(_run(ROOT / "packaging/build-deb.sh", folder, **environment).strip())


def later_release(package: Path, folder: Path) -> Path:
    """``package`` with a higher version, in ``folder``: a release that changed nothing else."""
    made = folder / f"storage-tuner_{LATER_VERSION}_amd64.deb"
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        _run("dpkg-deb", "--raw-extract", package, tree)
        control = tree / "DEBIAN/control"
        text = control.read_text(encoding="utf-8")
        later = re.sub("^Version: .*$", f"Version: {LATER_VERSION}", text, flags=re.MULTILINE)
        control.write_text(later, encoding="utf-8")
        _run("dpkg-deb", "--root-owner-group", "--build", tree, made, **QUICKLY)
    return made


def _run(*argv: str | Path, **environment: str) -> str:
    done = subprocess.run(
        argv, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
