"""Reads the text format of OpenMetrics 1.0, as far as we use it, and as strictly as specified."""

from __future__ import annotations

import re
from collections.abc import Iterator

_NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
_METADATA = re.compile(rf"# (TYPE|UNIT|HELP) ({_NAME}) (.+)")
_SAMPLE = re.compile(rf"({_NAME})(?:\{{(.*)\}})? (\S+)")
_LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,(?!$)|$)')
_ESCAPED = {r"\\": "\\", r"\"": '"', r"\n": "\n"}

Series = dict[tuple[tuple[str, str], ...], float]


def read_open_metrics(text: str) -> dict[str, Series]:
    """The series of each family by their labels. Raises ``AssertionError``."""
    *lines, end, nothing = text.split("\n")
    assert (end, nothing) == ("# EOF", "")
    families: dict[str, Series] = {}
    known: dict[str, dict[str, str]] = {}
    for line in lines:
        if found := _METADATA.fullmatch(line):
            kind, name, value = found.groups()
            assert not families.get(name), f"{name}: metadata after samples"
            assert kind not in known.setdefault(name, {}), f"{name}: {kind} twice"
            known[name][kind] = value
            families.setdefault(name, {})
            continue
        found = _SAMPLE.fullmatch(line)
        assert found, line
        name, labels, number = found.groups()
        assert name == next(reversed(families)), f"{name}: families are mixed"
        series = tuple(_labels(labels or ""))
        assert series not in families[name], f"{line}: twice"
        families[name][series] = float(number)
    for name, metadata in known.items():
        assert metadata["TYPE"] == "gauge" and metadata["HELP"]
        assert "UNIT" not in metadata or name.endswith(f"_{metadata['UNIT']}")
    return families


def _labels(text: str) -> Iterator[tuple[str, str]]:
    place = 0
    while place < len(text):
        found = _LABEL.match(text, place)
        assert found, text[place:]
        yield found[1], re.sub(r"\\.", lambda escape: _ESCAPED[escape[0]], found[2])
        place = found.end()
