"""Programs of the host that build what the guest is made of."""

from __future__ import annotations

import subprocess
from pathlib import Path


def run(*argv: str | Path, cwd: Path | None = None, text_input: str | None = None) -> str:
    """Its output; raises ``RuntimeError`` with what it says when it fails."""
    done = subprocess.run(
        [str(word) for word in argv],
        cwd=cwd,
        input=text_input,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{argv[0]} failed: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def entries(file: Path) -> list[str]:
    """The lines of a list; empty ones and comments left out."""
    lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line and not line.startswith("#")]
