"""What the documents tell to type is understood, and what they point to is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from storage_tuner.cli.main import make_parser

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
BLOCK = re.compile(r"^(?: {4})?(?:\./run|storage-tuner) +([a-z-][^#\n]*)", re.MULTILINE)
WITHIN = re.compile(r"`(?:\./run|storage-tuner) ([^`]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")


def commands(path: Path) -> list[str]:
    """The words after the program's name; brackets are what may be left out."""
    text = path.read_text(encoding="utf-8")
    found = [*BLOCK.findall(text), *WITHIN.findall(text)]
    return [re.sub(r"\[[^]]*\]", "", words).strip() for words in found]


def headings(path: Path) -> set[str]:
    """As links name them."""
    lines = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in lines}


def test_every_command_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    """Names of commands alone are what the text speaks of."""
    parser = make_parser()
    told = [(path, words) for path in DOCUMENTS for words in commands(path) if " " in words]
    assert len(told) > 40
    for path, words in told:
        try:
            parser.parse_args(shlex.split(words))
        except SystemExit:
            pytest.fail(f"{path.name}: {words}: {capsys.readouterr().err}")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    for link in LINK.findall(path.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        name, _, part = link.partition("#")
        target = path.parent / name if name else path
        assert target.exists(), link
        assert not part or part in headings(target), link
