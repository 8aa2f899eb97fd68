"""What a real measurement leaves among the kept runs."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.loop_device import LoopDevice
from tests.schemas import schema
from tests.system.conftest import PATIENCE_S, Household, until
from tests.system.sweeps import Sweeps
from tests.virtual_memory import steady_memory

__all__ = ["steady_memory"]


def runs(household: Household, *words: str) -> dict[str, Any]:
    done = household.run("runs", *words, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    schema("runs").validate(found)
    return found


@pytest.mark.slow
@pytest.mark.usefixtures("steady_memory")
def test_a_sweep_is_kept_with_its_circumstances_its_seconds_and_fios_own_words(
    household: Household, device: LoopDevice, tmp_path: Path
) -> None:
    done = household.run(
        *("sweep", device.path, "--protocol", "restarts", "--quick", "--threads", "1"),
        *("--operations", "rand-read", "--schedulers", "none,bfq"),
    )
    assert done.returncode == 0, done.stderr
    (line,) = runs(household)["runs"]
    assert (line["target"], line["kind"]) == (device.path, "comparison")
    result = runs(household, "show", line["identifier"])["result"]
    around = result["circumstances"]
    own = device.settings()["scheduler"]
    assert around["settings_before"][device.name]["scheduler"] == own
    assert around["settings_after"] == around["settings_before"]
    during = around["settings_during"]
    assert {name: during[name][device.name]["scheduler"] for name in during} == {
        "none": "none",
        "bfq": "bfq",
    }
    assert around["mitigations"] == {
        path.name: path.read_text().strip()
        for path in Path("/sys/devices/system/cpu/vulnerabilities").glob("*")
    }
    assert around["load_before"] is not None
    course = result["time_course"]
    assert len(course["ends_s"]) >= 5
    assert max(course["read_iops"]) > 10
    outputs = runs(household, "show", line["identifier"], "--raw")["raw"]
    first = json.loads(outputs[0]["text"][outputs[0]["text"].index("{") :])
    assert first["fio version"].startswith("fio-")
    assert len(outputs) == len(result["measurements"])  # a disturbed run is made once more
    folder = tmp_path / "folder"
    folder.mkdir()
    done = household.run("runs", "export", line["identifier"], "--to", str(folder))
    assert done.returncode == 0, done.stderr
    (file,) = folder.iterdir()
    for word in (str(file), line["identifier"]):
        assert household.run("verdict", word).returncode == 0


@pytest.mark.slow
@pytest.mark.usefixtures("steady_memory")
def test_a_long_load_in_a_folder_is_kept_with_its_file_system(
    household: Household, sweeps: Sweeps
) -> None:
    subprocess.run(["mkfs.ext4", "-q", sweeps.disk.path], check=True)
    program = sweeps.begin(
        *("--operations", "rand-read", "--threads", "1", "--schedulers", "none,bfq"),
        *("--minutes", "0.7", "--size", "64M"),
    )
    journals = household.data / "storage-tuner/interrupted"
    until(lambda: any(journals.glob("*.jsonl")) or program.poll() is not None, "a block")
    program.send_signal(signal.SIGINT)
    _, said = program.communicate(timeout=PATIENCE_S)
    found = runs(household)["runs"]
    assert len(found) == 1, said
    assert found[0]["outcome"] == "stopped early"
    result = runs(household, "show", found[0]["identifier"])["result"]
    around = result["circumstances"]
    assert around["file_system"]["kind"] == "ext4"
    assert around["file_system"]["mount_point"] == str(sweeps.folder)
    assert around["file_system"]["options"]
    assert set(around["settings_during"]) == {"none", "bfq"}
    assert around["settings_after"] == around["settings_before"]
    assert len(result["time_course"]["ends_s"]) >= 2
    raw = runs(household, "show", found[0]["identifier"], "--raw")["raw"]
    assert any('"jobs"' in each["text"] for each in raw)
