"""Ours and the user's own workloads together, from real folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.cli import main as command_line
from storage_tuner.core.errors import InvalidInput
from storage_tuner.jobs.planning.workload_catalogue import find_workloads, known_workloads
from storage_tuner.store.bounded_reading import LARGEST_SMALL_BYTES
from storage_tuner.store.workload_files import own_folder

GOOD = """
[[workload]]
name = "{name}"
label = "My database"
[[workload.stream]]
mode = "randread"
block_bytes = 8192
"""


def names(folder: Path) -> list[str]:
    return [known.workload.name for known in known_workloads(folder).entries if known.file]


def test_own_ones_join_ours(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(GOOD.format(name="my-db"))
    (tmp_path / "notes.txt").write_text("not one of them")
    known = known_workloads(tmp_path)
    assert known.broken == ()
    assert known.find("my-db").file == tmp_path / "a.toml"
    assert known.find("seq-read").file is None
    found = find_workloads(["my-db", "seq-read", "my-db"], known)
    assert [workload.name for workload in found] == ["my-db", "seq-read"]


def test_a_broken_file_is_told_and_the_others_load(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(GOOD.format(name="first"))
    (tmp_path / "b.toml").write_text("[[workload]]\nnam = 3")
    (tmp_path / "c.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "d.toml").mkdir()
    (tmp_path / "e.toml").symlink_to("nowhere")
    (tmp_path / "f.toml").write_text("#" * (LARGEST_SMALL_BYTES + 1))
    (tmp_path / "g.toml").write_text(GOOD.format(name="last"))
    known = known_workloads(tmp_path)
    assert names(tmp_path) == ["first", "last"]
    assert [Path(problem.file).name for problem in known.broken] == [
        f"{letter}.toml" for letter in "bcdef"
    ]
    with pytest.raises(InvalidInput, match=r"b\.toml can't be used"):
        known.find("the-one-in-b")


@pytest.mark.parametrize("taken", ["seq-read", "first"])
def test_a_name_that_is_taken_is_refused(taken: str, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(GOOD.format(name="first"))
    (tmp_path / "b.toml").write_text(GOOD.format(name="fine") + GOOD.format(name=taken))
    known = known_workloads(tmp_path)
    assert names(tmp_path) == ["first"]
    (problem,) = known.broken
    assert f"the name {taken!r} " in str(problem.reason)


def test_without_a_folder_there_are_ours(tmp_path: Path) -> None:
    known = known_workloads(tmp_path / "missing")
    assert known.broken == ()
    assert known.entries


def test_a_name_there_isnt_gives_those_that_look_like_it(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as caught:
        known_workloads(tmp_path).find("file-sever")
    assert "file-server" in str(caught.value.remedy)


def test_the_terminal_lists_and_shows_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    own_folder().mkdir(parents=True)
    (own_folder() / "own.toml").write_text(GOOD.format(name="my-db"))
    (own_folder() / "bad.toml").write_text("=")
    assert command_line.main(["workloads"]) == 0
    shown = capsys.readouterr()
    assert any(
        line.split() == ["my-db", "My", "database", "own"] for line in shown.out.splitlines()
    )
    assert "bad.toml" in shown.err
    assert command_line.main(["workloads", "show", "my-db"]) == 0
    assert "random reads" in capsys.readouterr().out
    assert command_line.main(["workloads", "show", "mydb"]) == 2
    assert "Did you mean my-db?" in capsys.readouterr().err
