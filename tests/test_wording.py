"""The words that CONTRIBUTING's table replaces are in no text that people read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from setup import translations

ROOT = Path(__file__).parent.parent
RESOURCES = ROOT / "resources"
PLACES = (
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((RESOURCES / "man").glob("*.[0-9]")),
    RESOURCES / "org.storagetuner.policy",
    RESOURCES / "org.storagetuner.StorageTuner.metainfo.xml",
    RESOURCES / "org.storagetuner.Helper1.xml",
)
REPLACED = re.compile(
    r"""\b(
        told | anew | besides | beneath | whoever | surer | mend(ed)? | undecided
        | hang\ on | for\ good | what\ there\ is | so\ many
        | puts?\ (\w+\ ){0,3}back | (bring|brings|brought)\ (\w+\ ){0,3}back | comes?\ back
        | go\ on\ with | goes\ on\ with | break\ off | broken\ off
        | slowest\ 1\ % | access\ times? | waiting\ requests | spinning | lasting\ names?
        | confirm\ by\ restarts | setting\ by\ setting
    )\b""",
    re.VERBOSE | re.IGNORECASE,
)
QUOTED = re.compile(r"`[^`]*`|^\|.*\|$|<[^>]+>", re.MULTILINE)
"""Code, tables (one of which lists these words) and tags."""


def found_in(texts: Iterable[str]) -> list[str]:
    return [f"{found[0]}: {text}" for text in texts if (found := REPLACED.search(text))]


@pytest.mark.parametrize("path", PLACES, ids=lambda path: path.name)
def test_documents_use_the_terms(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    without = QUOTED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    assert not found_in(without.splitlines())


@pytest.mark.parametrize("path", translations.sources(), ids=lambda path: path.parts[-3])
def test_messages_use_the_terms(path: Path) -> None:
    ids = [message.id for message in translations.read(path) if message.id]
    texts = [text for each in ids for text in ([each] if isinstance(each, str) else each)]
    assert not found_in(texts)
