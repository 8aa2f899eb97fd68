"""The script that runs before the package is removed, where there is no room left."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.packaging.releases import ROOT

pytestmark = pytest.mark.root

SCRIPT = ROOT / "packaging/debian/prerm"
PROGRAM_BYTES = 100_000


def program(path: Path, *lines: str) -> None:
    path.write_text("\n".join(("#!/bin/sh", *lines, "")), encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """The package's script for folders of the test's, and nothing of this computer's."""
    library, state, programs = (tmp_path / name for name in ("library", "state", "programs"))
    packages = (library / "storage_tuner_helper", library / "storage_tuner_protocol")
    for folder in (*packages, state, programs):
        folder.mkdir(parents=True)
    program(library / "storage-tuner-helper", f'echo "$@" >> {tmp_path}/called')
    (library / "storage_tuner_helper/large.py").write_bytes(b"#" * PROGRAM_BYTES)
    for name in ("deb-systemd-invoke", "dbus-send", "py3clean"):
        program(programs / name, "exit 0")
    text = SCRIPT.read_text(encoding="utf-8")
    for name, folder in (("library", library), ("state", state)):
        assert f"\n{name}=/" in text
        text = text.replace(f"\n{name}=/", f"\n{name}={folder} # /")
    path = tmp_path / "prerm"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("options", "left"),
    [
        ("size=1m", ["purging", "purging/storage-tuner-helper"]),
        ("size=48k", []),
        ("size=1m,ro", []),
    ],
    ids=["room", "full", "read-only"],
)
def test_it_removes_also_where_nothing_can_be_written(
    script: Path, options: str, left: list[str]
) -> None:
    """What purging needs is kept whole or not at all; what is being tried comes back before."""
    home = script.parent
    inside = (
        f"mount -t tmpfs -o {options} tmpfs {home}/state && sh {script} remove && "
        f"cd {home}/state && find . -mindepth 1"
    )
    done = subprocess.run(
        ["unshare", "--mount", "--propagation", "private", "sh", "-c", inside],
        env={"PATH": f"{home}/programs:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (home / "called").read_text(encoding="utf-8") == "recover\n"
    found = [line.removeprefix("./") for line in done.stdout.splitlines()]
    assert [name for name in sorted(found) if "storage_tuner" not in name] == left
    assert ("undo-all" in done.stderr) == (not left)
