"""The package as a file: as anybody would build it, and as a later release."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
LATER_VERSION = "99.0"


def built(folder: Path) -> Path:
    """The package, in ``folder``."""
    return Path(_run(ROOT / "packaging/build-deb.sh", folder).strip())


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
        _run("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", tree, made)
    return made


def _run(*argv: str | Path) -> str:
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
