"""What a controller's program says reaches no terminal unescaped, whatever it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.cli.main import main
from tests.threeware.hostile import EVIL, hostile_machine, said
from tests.threeware.machines import Description, SysfsTree, controller, install, machine

SHOW = (
    said(EVIL),
    said(f"Error: (CLI:003) {EVIL}\n"),
    said(f"Ctl Model{EVIL}\n--------\nc0 {EVIL}\n"),
    {"kind": "long line", "text": ""},
    {"kind": "endless", "text": EVIL},
    {"kind": "crash", "text": EVIL},
    {**said(EVIL), "exit_code": 3},
    {"kind": "error", "text": EVIL, "exit_code": 1},
)


def is_harmless(text: str) -> bool:
    """But for line ends."""
    return all(line.isprintable() for line in text.split("\n"))


def run(tmp_path: Path, described: Description, *words: str) -> int:
    tree = SysfsTree(tmp_path / "tree")
    tree.add_disk(tree.add_host(0), 1, serial="SERIALU1")
    tool = install(tmp_path / "3ware", described).program
    return main(["devices", "--sysroot", str(tree.root), "--tw-cli", str(tool), *words])


def test_what_it_tells_is_shown_without_its_control_characters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, hostile_machine()) == 0
    told = capsys.readouterr()
    assert "VERIFYING 64 %" in told.out
    assert is_harmless(told.out)
    assert is_harmless(told.err)
    assert max(map(len, told.out.splitlines())) < 300


def test_programs_get_it_escaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, hostile_machine(), "--json") == 0
    assert is_harmless(capsys.readouterr().out)


@pytest.mark.parametrize("fault", SHOW, ids=range(len(SHOW)))
def test_an_answer_that_makes_no_sense_is_told_harmlessly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], fault: Description
) -> None:
    described = machine(controller(), faults={"show": fault})
    code = run(tmp_path, described)
    told = capsys.readouterr()
    assert is_harmless(told.out)
    assert is_harmless(told.err)
    assert len(told.err) < 1000
    assert code in (0, 4)
