"""The command line as a person meets it: its output and its exit code; where it's about the
process, a child's."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from storage_tuner.cli.main import ALL_MODULES, COMMANDS
from storage_tuner.core.verdict import Judgement
from storage_tuner.store.kept_sessions import keep
from tests.in_process import run_here
from tests.packages import PACKAGES
from tests.unit.report.example_session import example_record


def storage_tuner(
    *words: str, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "storage_tuner", *words],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": PACKAGES, **(environment or {})},
        timeout=120,
    )


def test_version_and_help() -> None:
    assert storage_tuner("--version").stdout.startswith("Storage Tuner 0.")
    said = storage_tuner("--help").stdout
    for command in ("devices", "show", "set", "restore", "tune", "sweep", "verdict", "report"):
        assert command in said
        assert run_here((command, "--help"), os.environ).returncode == 0
    assert "exit codes" in said


@pytest.mark.parametrize(
    ("words", "exit_code", "sentence"),
    [
        (["show", "nosuch"], 3, "no block device 'nosuch'"),
        (["set", "nosuch", "scheduler=none"], 3, "no block device"),
        (["set", "loop0", "scheduler"], 2, "NAME=VALUE"),
        (["set", "loop0", "scheduler=cfq"], 2, "none, mq-deadline, kyber, bfq"),
        (["set", "loop0", "nr_requests=-1"], 2, "from 4 to 2048"),
        (["set", "loop0", "write_cache=x"], 2, "Unknown setting 'write_cache'"),
        (["set", "loop0", "nomerges=1", "nomerges=2"], 2, "given twice"),
        (["set", "vm", "scheduler=none"], 2, "applies to a device"),
        (["set", "loop0", "swappiness=1"], 2, "storage-tuner set vm swappiness=1"),
        (["set", "vm", "dirty_ratio=5", "dirty_bytes=65536"], 2, "override each other"),
        (["set", "vm", "dirty_ratio=5", "--try", "3"], 2, "5 to 600 seconds"),
        (["set", "vm", "dirty_ratio=5", "--try", "9", "--persist"], 2, "not allowed with"),
        (["show", "vm", "--health"], 2, "no health (SMART) data"),
        (["restore", "nosuch"], 3, "no block device 'nosuch'"),
        (["restore", "vm", "--all"], 2, "not allowed with"),
        (["devices", "--tw-cli", "/nosuch"], 4, "There is no executable program /nosuch"),
        (["devices", "--sysroot", "/nosuch"], 2, "contains no copy of /sys"),
        (["tune"], 2, "TARGET or --practice"),
        (["tune", "loop0", "--practice"], 2, "TARGET or --practice"),
        (["tune", "/dev/nosuch"], 3, "no block device"),
        (["tune", "--practice", "--size", "5"], 2, "256M or 2G"),
        (["tune", "--practice", "--operations", "erase"], 2, "erase"),
        (["tune", "--practice", "--use-for", "games"], 2, "not one of desktop"),
        (["sweep", "/etc/hostname", "--quick"], 2, "too small to measure."),
        (["verdict", "/nosuch.json"], 2, "can't be read"),
        (["verdict", "/etc/hostname"], 2, "can't be read"),
        (["report", "/etc/hostname", "--pdf", "/tmp/x.pdf"], 2, "can't be read"),
        (["restore"], 2, "required"),
        (["dance"], 2, "invalid choice"),
    ],
)
def test_wrong_input_gives_one_clear_sentence(
    words: list[str], exit_code: int, sentence: str
) -> None:
    done = run_here(words, os.environ)
    assert done.returncode == exit_code, done.stderr
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_no_fio_is_said_with_what_to_do(tmp_path: Path) -> None:
    """The door for child processes looks only in the system's folders, so fio is hidden from the
    child by an empty folder mounted over /usr/bin/fio's name in a namespace of its own."""
    script = f"mount --bind /dev/null /usr/bin/fio && exec {sys.executable} -m storage_tuner"
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", f"{script} sweep {tmp_path} --quick"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": PACKAGES},
        timeout=120,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (4, False), done.stderr
    assert "fio isn't installed. Install the package fio." in done.stderr


def test_an_old_fio_is_refused(tmp_path: Path) -> None:
    old = tmp_path / "fio"
    old.write_text("#!/bin/sh\necho fio-3.1\n")
    old.chmod(0o755)
    script = f"mount --bind {old} /usr/bin/fio && exec {sys.executable} -m storage_tuner"
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", f"{script} sweep {tmp_path} --quick"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": PACKAGES},
        timeout=120,
    )
    assert done.returncode == 4
    assert "fio 3.1 is too old; version 3.28 or later is needed." in done.stderr


def test_no_display_is_said() -> None:
    without = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": ""}
    done = storage_tuner(environment=without)
    assert done.returncode == 7
    assert "no display" in done.stderr


def test_a_reader_that_leaves_is_no_error() -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m storage_tuner devices --json | head -c 1"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": PACKAGES},
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_terminal_commands_load_neither_qt_nor_numpy() -> None:
    program = (
        "import sys, json\n"
        "from storage_tuner.cli.main import ALL_MODULES, COMMANDS, main\n"
        "main(['devices', '--json'])\n"
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": PACKAGES},
    )
    loaded = {name.partition(".")[0] for name in json.loads(done.stderr)}
    assert loaded.isdisjoint({"PySide6", "numpy", "pyqtgraph", "weasyprint", "dbus_fast"})


@pytest.mark.sampled(3)
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", [["devices"], ["devices", "--json"], ["show", "vm"]])
def test_output_that_cannot_be_written_is_said(words: list[str], unbuffered: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "storage_tuner", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": PACKAGES, "PYTHONUNBUFFERED": unbuffered},
            timeout=120,
        )
    assert (done.returncode, "Traceback" in done.stderr) == (6, False), done.stderr
    assert "can't be written: No space left on device" in done.stderr


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_output_is_no_error(closed: str) -> None:
    """Nor is a closed input."""
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m storage_tuner devices {closed}"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": PACKAGES},
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "given, kept",
    [("<&-", ""), ("< input", "gr\N{REPLACEMENT CHARACTER}n")],
    ids=["none", "Latin-1"],
)
def test_an_input_that_is_closed_or_no_text_ends_nothing(
    given: str, kept: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    run = keep(example_record(), Judgement((), None))
    (tmp_path / "input").write_bytes("gr\xfcn".encode("latin-1"))
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m storage_tuner runs note {run} - --json {given}"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": PACKAGES, "PYTHONUTF8": "1"},
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["run"]["note"] == kept


def test_ctrl_c_while_a_command_is_looked_up_is_said_as_later() -> None:
    program = (
        "import signal, sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'storage_tuner.cli.devices':\n"
        "            signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "from storage_tuner.cli.main import main\n"
        "sys.exit(main(['devices']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": PACKAGES},
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (130, "storage-tuner: Stopped.\n")


def test_an_error_is_no_other_one_when_nobody_reads_the_output() -> None:
    """Python's own last attempt to write would end in exit code 120."""
    program = (
        "import sys\n"
        "class Found:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'storage_tuner.cli.show':\n"
        "            print('what was found')\n"
        "sys.meta_path.insert(0, Found())\n"
        "from storage_tuner.cli.main import main\n"
        "sys.exit(main(['show', 'nosuch']))\n"
    )
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-c", program],
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": PACKAGES, "PYTHONUNBUFFERED": ""},
            timeout=120,
        )
    finally:
        os.close(writer)
    assert done.returncode == 3, done.stderr
    assert done.stderr.startswith("storage-tuner: There is no block device 'nosuch'")
    assert "Exception ignored" not in done.stderr


def as_nobody(*words: str) -> subprocess.CompletedProcess[str]:
    nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    return subprocess.run(
        [*nobody, sys.executable, "-m", "storage_tuner", *words],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": PACKAGES, "PYTHONDONTWRITEBYTECODE": "1"},
        timeout=120,
    )


@pytest.mark.root
@pytest.mark.parametrize("closed", ["", "sys", "sys/block"])
def test_a_captured_tree_that_may_not_be_read_is_said(closed: str) -> None:
    """Not "No block devices found.", which would be untrue."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        root.chmod(0o755)
        (root / "sys/block").mkdir(parents=True)
        (root / closed).chmod(0o700)
        done = as_nobody("devices", "--sysroot", folder)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
    assert f"{folder} can't be read: Permission denied." in done.stderr
    assert done.stdout == ""


def test_each_command_is_in_the_module_that_it_is_imported_from() -> None:
    """And in no other: it would be missing when it's asked for."""
    found: dict[str, str] = {}
    for module in ALL_MODULES:
        parser = argparse.ArgumentParser()
        commands = parser.add_subparsers()
        importlib.import_module(f"storage_tuner.cli.{module}").add_parsers(commands)
        found |= dict.fromkeys(commands.choices, module)
    assert found == COMMANDS


def test_a_small_command_starts_without_what_measuring_needs() -> None:
    """Each start would read and run five times as much."""
    asked = "import sys; from storage_tuner.cli.main import main\n"
    told = "finally: print([name for name in sys.modules if '.bench' in name or 'report' in name])"
    done = subprocess.run(
        [sys.executable, "-c", f"{asked}try: main(['devices', '--help'])\n{told}"],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": PACKAGES},
        check=True,
        text=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"
