"""Files that are broken, or made to break whoever reads them: problems, and nothing worse."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.language import THOUSANDS
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.jobs.judging import judge_session
from storage_tuner.store.importing import Imported, import_path
from storage_tuner.store.importing.values import MOST_PROBLEMS
from storage_tuner.store.results import results_document
from tests.unit.said import said
from tests.unit.store.importing.test_foreign import FOREIGN

FILES = sorted(path for path in FOREIGN.iterdir() if path.is_file() and path.suffix != ".md")
TEXTS = {path.name: path.read_bytes() for path in FILES}
SMALL = [name for name, content in TEXTS.items() if len(content) < 8000]

shared_folder = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    max_examples=60,
)


def imported(folder: Path, content: bytes) -> Imported:
    path = folder / "given"
    path.write_bytes(content)
    found = import_path(path)
    assert found.records or found.problems
    for record in found.records:
        assert_sound(record)
    for problem in found.problems:
        assert problem.line is None or 1 <= problem.line <= content.count(b"\n") + 1
        assert str(problem.reason).replace(THOUSANDS, "").isprintable()
    return found


def assert_sound(record: SessionRecord) -> None:
    """It can be written down as our own, which refuses what is no figure."""
    assert record.measurements
    document = results_document(record, judge_session(record))
    json.dumps(document, allow_nan=False)


@shared_folder
@given(content=st.binary(max_size=300))
@example(content=b"")
@example(content=b"\xff\xfe{\0")
@example(content=b"\xff\xfe")
@example(content=b"\xef\xbb\xbf")
@example(content=b'{"fio version":"fio-3.33","jobs":' + b"[" * 200_000)
@example(content=b'{"fio version":"fio-3.33","jobs":[{"jobname":' + b"9" * 100_000 + b"}]}")
@example(content=b'{"fio version":"fio-3.33","jobs":[1e999,NaN,-1,null,"",{},[]]}')
@example(content=b'{"fio version":["fio-3.33"],"jobs":{}}')
@example(content=b'{"schema_version":1}')
@example(content=b'{"schema_version":' + b"[" * 200_000)
@example(content=b"variant,operation,threads,rate_mb_s\n" + b'"' * 70_000)
@example(content=b"variant,operation,threads,rate_mb_s\nnone,seq-read,1,5\n\xff\xff\n")
def test_anything_at_all(tmp_path: Path, content: bytes) -> None:
    imported(tmp_path, content)


@shared_folder
@given(name=st.sampled_from(sorted(TEXTS)), share=st.floats(0, 1))
def test_cut_off_anywhere(tmp_path: Path, name: str, share: float) -> None:
    content = TEXTS[name]
    imported(tmp_path, content[: round(len(content) * share)])


@settings(shared_folder, max_examples=30)
@given(
    name=st.sampled_from(SMALL),
    changes=st.lists(
        st.tuples(
            st.floats(0, 1),
            st.sampled_from(
                [
                    b"",
                    b"-",
                    b"9" * 400,
                    b"NaN",
                    b"1e999",
                    b"\0",
                    b"\xff",
                    b"\n",
                    b"{",
                    b'"',
                    b" " * 999,
                ]
            )
            | st.binary(max_size=4),
        ),
        min_size=1,
        max_size=5,
    ),
)
def test_damaged_anywhere(tmp_path: Path, name: str, changes: list[tuple[float, bytes]]) -> None:
    content = TEXTS[name]
    for share, piece in changes:
        place = round(len(content) * share)
        content = content[:place] + piece + content[place + len(piece) :]
    imported(tmp_path, content)


def values() -> st.SearchStrategy[object]:
    numbers = st.floats() | st.integers() | st.just(10**400)
    leaves = st.none() | st.booleans() | numbers | st.text(max_size=5)
    return st.recursive(leaves, lambda each: st.lists(each, max_size=2), max_leaves=4)


@settings(shared_folder, max_examples=20)
@given(data=st.data())
def test_fio_documents_with_other_values_in_any_place(tmp_path: Path, data: st.DataObject) -> None:
    document = json.loads(TEXTS["fio-3.0-write.json"])
    for _ in range(data.draw(st.integers(1, 4))):
        target = document
        while True:
            key = data.draw(st.sampled_from(sorted(target)))
            if not isinstance(target[key], dict) or not target[key] or data.draw(st.booleans()):
                if key == "jobs":
                    target = target[key][0] if isinstance(target[key], list) else target
                    continue
                break
            target = target[key]
        target[key] = data.draw(values())
        if not isinstance(document.get("jobs"), list):
            break
    imported(tmp_path, json.dumps(document).encode())


def hostile_texts() -> Iterator[tuple[str, bytes]]:
    """Each is a megabyte or more that would take hours if it were read carelessly."""
    million = 1_000_000
    fio = b'"fio version" "jobs"\n'
    yield "braces", fio + b"{\n" * million
    yield "objects that never end", fio + b'{"a":[{},\n' * 100_000
    yield "many values", fio + b'{"jobs":[' + b"[]," * 5_000_000
    yield "complaints", fio + b"fio: error\n" * 100_000
    yield "one long line", fio + b"fio: " + b"x" * 2 * million
    yield "spaces before a colon", b"KDiskMark\n[Read]\n" + (b"SEQ" + b" " * 900 + b"\n") * 1000
    yield "empty lines", b"KDiskMark\n" + b"\n" * 2 * million
    yield "false tests", b"KDiskMark\n[Read]\n" + b"SEQ 1 MiB (Q=1, T=1): 9 MB/s x\n" * 30_000
    throughput = b"Children see throughput for 4 " + b"a " * 400 + b"\n"
    yield "throughput", throughput * 1200
    yield "a header far to the right", b" " * million + b"KB  reclen  write\n"
    yield "rows of an unknown table", b"KB reclen write\n" + b"1 2 3 4\n" * 100_000
    table = b"Sequential Reads\nIdentifier Size Size Thr Rate\n"
    yield (
        "rows of tiobench",
        table + b"a " * 400 * 1000 + b"\n" + b"a 1 1 1 1 1% 1 1 1 1\n" * 30_000,
    )
    items = b"| Write 1 MBs | 1.0 s | 1.0 MB/s |\n"
    yield "tiotest", b"Tiotest results for 4 concurrent io threads:\n" + items * 30_000
    yield "cells", b"variant,operation,threads\n" + b"," * million
    yield "rows that are no rows", b"variant,operation,threads,iops\n" + b"a,b\n" * 200_000
    yield "zeros", b"\0" * 4 * million


@pytest.mark.parametrize(
    "content", [pytest.param(content, id=name) for name, content in hostile_texts()]
)
def test_what_is_made_to_hang_is_read_soon(tmp_path: Path, content: bytes) -> None:
    """Whatever takes longer than the test's own time limit fails it."""
    found = imported(tmp_path, content)
    assert len(found.problems) <= 1001


def test_only_so_many_problems_are_listed(tmp_path: Path) -> None:
    lines = b"KDiskMark\n[Read]\n" + b"SEQ 1 MiB (Q=1, T=1): 9 MB/s x\n" * 1000
    problems = imported(tmp_path, lines).problems
    assert len(problems) == MOST_PROBLEMS + 1
    assert problems[0].line == 3
    assert said(problems[-1].reason) == "800 more problems aren't listed"


def test_keys_that_stand_twice_with_two_values_give_neither(tmp_path: Path) -> None:
    text = TEXTS["fio-3.0-write.json"].replace(
        b'"runtime" : 280,', b'"runtime" : 280, "runtime" : 1,'
    )
    found = imported(tmp_path, text)
    assert found.records == ()
    assert "runtime" in str(found.problems[0].reason)
    same = text.replace(b'"runtime" : 1,', b'"runtime" : 280,')
    assert imported(tmp_path, same).records


def test_figures_that_contradict_each_other_are_told_by_line(tmp_path: Path) -> None:
    text = TEXTS["crystaldiskmark-form.txt"].replace(b" 500.0 IOPS", b"1500.0 IOPS")
    found = imported(tmp_path, text)
    assert said([(each.line, each.reason) for each in found.problems]) == [
        (8, "its MB/s and its IOPS contradict each other")
    ]
    assert len(found.records[0].measurements) == 7


def test_what_is_known_is_taken_from_among_what_is_not(tmp_path: Path) -> None:
    """Two runs of fio with a terminal's chatter, a version before 3.0 and something else."""
    run = TEXTS["fio-3.0-write.json"]
    old = run.replace(b"fio-3.0", b"fio-2.16")
    found = imported(tmp_path, b"$ fio a\n" + run + b"\n$ fio b\n" + old + b"\n{}\n" + run[:900])
    assert len(found.records[0].measurements) == 1
    assert said([str(problem.reason).partition(":")[0] for problem in found.problems]) == [
        "it is from fio-2.16; only 3.0 and later are supported",
        "this JSON isn't from fio",
        "the JSON that starts here is truncated",
    ]


def test_what_cant_be_opened_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UnreadableResult, match="No such file"):
        import_path(tmp_path / "nowhere")


def test_a_folder_that_leads_back_to_itself_ends(tmp_path: Path) -> None:
    (tmp_path / "again").symlink_to(tmp_path)
    (tmp_path / "file.json").symlink_to("/dev/zero")
    deep = tmp_path
    for _ in range(12):
        deep = deep / "deeper"
    deep.mkdir(parents=True)
    (deep / "randread-1-1.json").write_bytes(TEXTS["fio-3.0-write.json"])
    assert import_path(tmp_path).records == ()
