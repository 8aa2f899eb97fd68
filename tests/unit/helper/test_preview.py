"""The words that anybody may give to the preview: refused in a line of JSON, never with a crash."""

from __future__ import annotations

import json

import pytest

from storage_tuner_helper.keeping import preview

HOSTILE = [
    [],
    ["loop0"],
    ["loop0", "1"],
    ["loop0", "9" * 5000, "nomerges=1"],
    ["loop0", "9" * 30, "nomerges=1"],
    ["loop0", "-1", "nomerges=1"],
    ["loop0", "٣", "nomerges=1"],
    ["loop0", "1\n", "nomerges=1"],
    ["../vda", "1", "nomerges=1"],
    ["\udcff", "1", "nomerges=1"],
    ["\0", "1", "nomerges=1"],
    ["vm", "0", "\udcff=1"],
    ["vm", "0", "swappiness=\udcff"],
    ["vm", "0", "swappiness"],
    ["vm", "0", "=1"],
    ["vm", "0", "swappiness=" + "9" * 5000],
    ["vm", "0", "drop_caches=1"],
    ["vm", "0", "scheduler=none"],
    ["vm", "1", "swappiness=1", "dirty_bytes=1=2"],
]


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert preview.run(words) == 1
    said = capsys.readouterr().out
    assert said.isascii() and said.count("\n") == 1 and len(said) < 300
    assert set(json.loads(said)["error"]) == {"name", "message", "message_coded"}
