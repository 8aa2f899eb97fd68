"""The locks against pyproject.toml; setup/renew-lock makes them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent


def locked(part: str) -> dict[str, tuple[str, str]]:
    """Name → (version, the lines of its hashes), of requirements/PART.txt."""
    text = (ROOT / "requirements" / f"{part}.txt").read_text()
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    return dict(_entry(entry) for entry in entries)


def _entry(entry: str) -> tuple[str, tuple[str, str]]:
    found = re.match(r"([a-z0-9-]+)==(\S+) \\\n", entry)
    assert found, f"not a pinned release with hashes: {entry.splitlines()[0]}"
    return found[1], (found[2], entry)


def declared(part: str) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lists = {"run": project["dependencies"], "dev": project["optional-dependencies"]["dev"]}
    return [Requirement(text) for text in lists[part]]


@pytest.mark.parametrize("part", ["run", "dev"])
def test_locks_hold_what_is_declared(part: str) -> None:
    """Fails when pyproject.toml was changed without setup/renew-lock."""
    lock = locked(part)
    for requirement in declared(part):
        version, _ = lock[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), f"{requirement} is locked at {version}"


@pytest.mark.parametrize("part", ["run", "dev"])
def test_locks_name_hashes_and_no_index(part: str) -> None:
    text = (ROOT / "requirements" / f"{part}.txt").read_text()
    assert set(re.findall(r"--[a-z-]+", text)) == {"--hash"}, "an option besides the hashes"
    assert not re.search(r"^\s*-[a-z]", text, re.MULTILINE), "a short option"
    assert "://" not in text
    assert all("--hash=sha256:" in hashes for _, hashes in locked(part).values())


def test_the_dev_lock_holds_the_run_lock() -> None:
    run, dev = locked("run"), locked("dev")
    assert {name: dev.get(name, ("none", ""))[0] for name in run} == {
        name: version for name, (version, _) in run.items()
    }
