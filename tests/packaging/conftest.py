"""The package itself, built once for all tests that need it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def built(folder: Path) -> Path:
    """The package, as anybody would build it."""
    done = subprocess.run(
        [ROOT / "packaging/build-deb.sh", folder], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("package"))
