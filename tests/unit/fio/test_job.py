"""fio's arguments, tried on the real fio."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from storage_tuner.core.errors import ToolFailed, ToolTooOld
from storage_tuner.core.workload import CLASSICAL_OPERATIONS, Operation, classical_workload
from storage_tuner.fio.job import arguments
from storage_tuner.fio.result import parse
from storage_tuner.fio.version import parse_version, require_supported

ONE = classical_workload(Operation.RANDOM_READ).streams
SIZE = 8 << 20


def fio(operation: Operation, path: Path, threads: int = 2) -> subprocess.CompletedProcess[str]:
    argv = arguments(
        classical_workload(operation).streams,
        path=str(path),
        size_bytes=SIZE,
        threads=threads,
        runtime_ms=200,
        ramp_ms=0,
        fio_version="3.33",
    )
    return subprocess.run(argv, capture_output=True, text=True, cwd=path.parent)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a:b c"
    path.write_bytes(os.urandom(SIZE))
    return path


@pytest.mark.parametrize("operation", CLASSICAL_OPERATIONS)
def test_every_operation_runs_as_meant(operation: Operation, file: Path) -> None:
    """On a file whose name has a colon and a blank, which fio would split."""
    done = fio(operation, file)
    assert done.returncode == 0, done.stderr
    (result,) = parse(done.stdout, ONE)
    assert operation.block_bytes
    assert 0.15 < result.duration_s < 2
    assert result.bytes_moved == result.requests * operation.block_bytes
    options = json.loads(done.stdout)["jobs"][0]["job options"]
    assert options["numjobs"] == "2"
    assert [path.name for path in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize("operation", [Operation.SEQUENTIAL_READ, Operation.RANDOM_READ])
def test_reading_changes_nothing(operation: Operation, file: Path) -> None:
    before = file.read_bytes()
    fio(operation, file)
    assert file.read_bytes() == before


def test_reading_a_file_that_is_too_small_leaves_it_as_it_is(tmp_path: Path) -> None:
    """fio would overwrite it, or with allow_file_create=0 delete it, were it not for --readonly."""
    file = tmp_path / "small"
    file.write_bytes(b"precious")
    assert fio(Operation.RANDOM_READ, file).returncode != 0
    assert file.read_bytes() == b"precious"


@pytest.mark.parametrize("operation", CLASSICAL_OPERATIONS)
def test_a_missing_file_is_not_created(operation: Operation, tmp_path: Path) -> None:
    assert fio(operation, tmp_path / "missing").returncode != 0
    assert list(tmp_path.iterdir()) == []


def test_sequential_threads_read_different_parts(tmp_path: Path) -> None:
    argv = arguments(
        classical_workload(Operation.SEQUENTIAL_READ).streams,
        path="f",
        size_bytes=80 << 20,
        threads=8,
        runtime_ms=1,
        ramp_ms=0,
        fio_version="3.33",
    )
    assert f"--offset_increment={10 << 20}" in argv
    assert f"--size={10 << 20}" in argv


def test_the_installed_version_is_understood() -> None:
    said = subprocess.run(["fio", "--version"], capture_output=True, text=True).stdout
    require_supported(parse_version(said))


def test_versions() -> None:
    assert parse_version("fio-3.36-13-gabc\n") == (3, 36)
    require_supported((3, 28))
    with pytest.raises(ToolTooOld, match=r"3\.27 is too old; version 3\.28"):
        require_supported((3, 27))
    with pytest.raises(ToolFailed, match="unknown version"):
        parse_version("usage: something else")
