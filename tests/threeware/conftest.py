"""A place for the stand-in of tw_cli, and an empty tree of sysfs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.threeware.machines import Description, Simulator, SysfsTree, install


@pytest.fixture
def simulate(tmp_path: Path) -> Callable[[Description], Simulator]:
    return lambda described: install(tmp_path / "3ware", described)


@pytest.fixture
def tree(tmp_path: Path) -> SysfsTree:
    return SysfsTree(tmp_path / "tree")
