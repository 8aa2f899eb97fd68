"""The linters are tests, so that ./test is the only command to know."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
XML_SUFFIXES = (".xml", ".policy", ".svg", ".conf", ".ui", ".ts", ".qrc")
# In pieces, for this file is searched as well.
REGISTRIES = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("pypi", "python"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("crates", "io"),
        ("conda", "anaconda"),
        ("pkg", "dev"),
    )
)
STANDARD_TOP_FOLDERS = frozenset(
    {
        "bin", "boot", "dev", "etc", "home", "lib", "media", "mnt", "opt",
        "proc", "root", "run", "sbin", "srv", "sys", "tmp", "usr", "var",
    }
)  # fmt: skip


def project_files() -> list[Path]:
    """Everything that is in git, or would be with the next ``git add``."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


@pytest.fixture(scope="module")
def files() -> list[Path]:
    return project_files()


@pytest.fixture(scope="module")
def texts(files: list[Path]) -> dict[Path, str]:
    """The project's files without pictures and other binaries, by path."""
    contents = {path: path.read_bytes() for path in files}
    return {
        path.relative_to(ROOT): content.decode(errors="replace")
        for path, content in contents.items()
        if b"\0" not in content
    }


def assert_passes(*command: str) -> None:
    finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stdout + finished.stderr


def test_ruff_finds_nothing() -> None:
    assert_passes(sys.executable, "-m", "ruff", "check", "--quiet", ".")


def test_code_is_formatted() -> None:
    assert_passes(sys.executable, "-m", "ruff", "format", "--check", "--quiet", ".")


def test_types_hold() -> None:
    assert_passes(sys.executable, "-m", "mypy")


def test_shell_scripts_are_sound(files: list[Path]) -> None:
    scripts = [path for path in files if path.suffix == ".sh" or _has_shell_line(path)]
    assert ROOT / "run" in scripts
    assert_passes("shellcheck", "--external-sources", *map(str, scripts))


def _has_shell_line(path: Path) -> bool:
    with path.open("rb") as file:
        return re.match(rb"#!.*\b(sh|bash|dash)\b", file.readline()) is not None


def test_no_package_registry_is_named(texts: dict[Path, str]) -> None:
    named = [
        f"{path} names {registry}"
        for path, text in texts.items()
        for registry in REGISTRIES
        if registry in text
    ]
    assert not named


def test_no_path_of_this_machine_is_named(texts: dict[Path, str]) -> None:
    """Neither the checkout's folder nor a top folder that other machines don't have."""
    here = [str(ROOT)]
    if ROOT.parts[1] not in STANDARD_TOP_FOLDERS:
        here.append(f"/{ROOT.parts[1]}/")
    assert not [
        f"{path} names {folder}"
        for path, text in texts.items()
        for folder in here
        if folder in text
    ]


def test_xml_is_well_formed(files: list[Path]) -> None:
    documents = [path for path in files if path.suffix in XML_SUFFIXES and _looks_like_xml(path)]
    for path in documents:
        try:
            ElementTree.parse(path)
        except ElementTree.ParseError as error:
            pytest.fail(f"{path.relative_to(ROOT)}: {error}")
    assert documents


def _looks_like_xml(path: Path) -> bool:
    return path.suffix != ".conf" or path.read_text().lstrip().startswith("<")


def test_desktop_entries_are_valid(files: list[Path]) -> None:
    for path in files:
        if path.suffix == ".desktop":
            assert_passes("desktop-file-validate", str(path))


def test_the_licence_is_the_one_that_is_declared() -> None:
    licence = (ROOT / "LICENSE").read_text()
    assert re.match(r"\s+GNU GENERAL PUBLIC LICENSE\s+Version 3, 29 June 2007", licence)
    assert "END OF TERMS AND CONDITIONS" in licence
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["license"] == "GPL-3.0-or-later"
