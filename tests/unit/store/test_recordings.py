"""Recorded starts as files: ours, and ones with a fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.recording import RecordedRead
from storage_tuner.core.workload import RecordedProgram
from storage_tuner.store.recordings import read_recording
from tests.recordings import INVENTED, invented

OURS = sorted((Path(__file__).parents[3] / "resources" / "recordings").glob("*.json"))
GOOD: dict[str, Any] = json.loads(INVENTED.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", [*OURS, INVENTED], ids=lambda path: path.stem)
def test_a_recording_is_read(path: Path) -> None:
    found = read_recording(path)
    assert found.name == path.stem in set(RecordedProgram)
    assert found.program and found.recorded


def test_its_reads_are_those_of_the_file() -> None:
    found = invented()
    assert len(found.reads) == 60 and found.span_bytes == 64 << 20
    assert found.reads[1] == RecordedRead(35958784, 4096, 150)


@pytest.mark.parametrize(
    ("fault", "where"),
    [
        ({"name": "tiny"}, "name"),
        ({"span_bytes": 3 << 30}, "span_bytes"),
        ({"span_bytes": 1 << 20}, "beyond span_bytes"),
        ({"reads": []}, "from 1 to 4096 reads"),
        ({"reads": [[0, 4096, 0]] * 4097}, "from 1 to 4096 reads"),
        ({"reads": [[0, 4096]]}, r"reads\[0\]"),
        ({"reads": [[0, 4096, 0], [512, 4096, 0]]}, r"reads\[1\]"),
        ({"reads": [[0, 4097, 0]]}, "multiples of 4096"),
        ({"reads": [[0, 0, 0]]}, r"reads\[0\]"),
        ({"reads": [[0, 4 << 20, 0]]}, r"reads\[0\]"),
        ({"reads": [[0, 4096, -1]]}, r"reads\[0\]"),
        ({"reads": [[0, 4096, "1"]]}, r"reads\[0\]"),
        ({"extra": 1}, "extra"),
    ],
    ids=str,
)
def test_a_fault_is_named_with_its_place(fault: dict[str, Any], where: str, tmp_path: Path) -> None:
    path = tmp_path / "small.json"
    path.write_text(json.dumps({**GOOD, **fault}))
    with pytest.raises(UnreadableResult, match=where):
        read_recording(path)
