"""The package itself, built once for all tests that need it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packaging.releases import built


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("package"))
