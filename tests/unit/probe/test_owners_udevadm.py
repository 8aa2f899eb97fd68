"""Our reading of udev's rules against udev itself, on a loop device of our own."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from storage_tuner.core.tunable import BY_NAME
from tests.loop_device import SCRATCH, LoopDevice, attached_loop
from tests.other_mounts import WITHOUT_OTHER_MOUNTS
from tests.packages import PACKAGES

pytestmark = [pytest.mark.root, pytest.mark.machine]

ROOT = Path(__file__).parents[3]
COMPARISON = (
    *("unshare", "--mount", *WITHOUT_OTHER_MOUNTS),
    *(sys.executable, "-m", "tests.unit.probe.udev_comparison"),
)

MATCHES = [
    'KERNEL{o}"loop*"',
    'KERNEL{o}"sd*|loop[0-9]*"',
    'KERNEL{o}"sd[a-z]|vd*"',
    'KERNEL{o}"[!s]*"',
    'KERNEL{o}"[^l]*"',
    'SUBSYSTEM{o}"block"',
    'SUBSYSTEM{o}"scsi|net"',
    'SUBSYSTEM{o}"bl*"',
    'ACTION{o}"add"',
    'ACTION{o}"add|change"',
    'ACTION{o}"remove"',
    'ENV{{DEVTYPE}}{o}"disk"',
    'ENV{{DEVTYPE}}{o}"partition"',
    'ENV{{DEVNAME}}{o}"/dev/loop*"',
    'ENV{{MAJOR}}{o}"7"',
    'ENV{{ACTION}}{o}"change"',
    'ENV{{X}}{o}"1"',
    'ENV{{X}}{o}"?*"',
    'ENV{{X}}{o}""',
    'ENV{{X}}{o}"1|loop*"',
    'ENV{{.Y}}{o}"a*"',
    'ENV{{.Y}}{o}"|b"',
    'ENV{{ID_SERIAL}}{o}"?*"',
    'ATTR{{queue/rotational}}{o}"0"',
    'ATTR{{queue/rotational}}{o}"?"',
    'ATTR{{queue/nomerges}}{o}"1"',
    'ATTR{{queue/scheduler}}{o}"*[[]none[]]*"',
    'ATTR{{queue/no_such}}{o}"1"',
    'ATTR{{removable}}{o}"0"',
    'ATTR{{loop/backing_file}}{o}"*storage-tuner*"',
    'ATTR{{subsystem}}{o}"block"',
    'KERNELS{o}"loop*"',
    'SUBSYSTEMS{o}"block"',
    'SUBSYSTEMS{o}"scsi"',
    'DRIVERS{o}"?*"',
    'ATTRS{{removable}}{o}"0"',
    'ATTRS{{no_such}}{o}"0"',
    'DEVPATH{o}"*/virtual/*"',
    'TEST{o}"queue"',
    'TEST{o}"queue/no_such"',
    'TEST{o}"%S%p/queue/scheduler"',
    'TEST{o}"/sys/block/$kernel/size"',
    'TEST{{0222}}{o}"size"',
    'TEST{{0444}}{o}"size"',
    'IMPORT{{cmdline}}{o}"no_such_word"',
    'IMPORT{{cmdline}}{o}"console"',
    'IMPORT{{db}}{o}"ID_SERIAL"',
    'PROGRAM{o}"/bin/true"',
    'PROGRAM{o}"/bin/false"',
    'TAG{o}"seat"',
    'SYSCTL{{kernel.ostype}}{o}"Linux"',
]
EFFECTS = [
    'ATTR{queue/nomerges}="0"',
    'ATTR{queue/nomerges}="1"',
    'ATTR{queue/read_ahead_kb}="64"',
    'ATTR{queue/read_ahead_kb}="512"',
    'ATTR{bdi/read_ahead_kb}="32"',
    'ATTR{queue/rotational}="0"',
    'ATTR{queue/rotational}="1"',
    'ATTR{queue/rq_affinity}="1"',
    'ATTR{queue/iostats}:="1"',
    'ATTR{queue/iostats}="$env{X}"',
    'ATTR{queue/rq_affinity}="$attr{removable}"',
    'ATTR{queue/scheduler}="mq-deadline"',
    'ATTR{queue/scheduler}="none"',
    'ENV{X}="1"',
    'ENV{X}=""',
    'ENV{X}="%k"',
    'ENV{X}+="2"',
    'ENV{.Y}="a%n"',
    'ENV{.Y}="b"',
    "RUN+=\"/bin/sh -c 'echo 2 > /sys/block/%k/queue/nomerges'\"",
    'RUN+="/sbin/blockdev --setra 2048 /dev/$name"',
    "RUN=\"/bin/sh -c 'echo 0 > /sys/block/$kernel/queue/iostats'\"",
    'OPTIONS+="watch"',
    'GOTO="one"',
    'GOTO="two"',
    'GOTO="nowhere"',
]
WRONG = [
    'KERNEL="loop*"',
    'ATTR{queue/nomerges}-="1"',
    'NONSENSE=="1"',
    'ENV=="1"',
    "ATTR{queue/nomerges}=1",
    'ATTR{queue/nomerges}="1',
]


def rule_file(chance: random.Random) -> str:
    lines = []
    for _ in range(chance.randint(3, 14)):
        if chance.random() < 0.12:
            lines.append(f'LABEL="{chance.choice(["one", "two"])}"')
            continue
        tokens = [
            chance.choice(MATCHES).format(o=chance.choice(["==", "==", "!="]))
            for _ in range(chance.choice([0, 1, 1, 2, 2, 3]))
        ]
        tokens += [chance.choice(EFFECTS) for _ in range(chance.choice([1, 1, 2]))]
        if chance.random() < 0.04:
            tokens.append(chance.choice(WRONG))
        separator = chance.choice([", ", ",", " ", ", \\\n  ", ", \\\n# not a part of it\n\t"])
        lines.append(separator.join(tokens))
    return "\n".join(lines) + "\n"


@pytest.fixture
def loop() -> Iterator[LoopDevice]:
    with attached_loop(SCRATCH) as device:
        yield device


def compare(loop: LoopDevice, folders: list[Path]) -> list[dict[str, Any]]:
    done = subprocess.run(
        [*COMPARISON, loop.name, *map(str, folders)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{PACKAGES}:{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def final_values(udev: dict[str, Any], loop: str) -> dict[str, str]:
    """What is set in the end: the last write, then what the programs would do."""
    names = {tunable.attribute: tunable.name for tunable in BY_NAME.values()}
    names["bdi/read_ahead_kb"] = "read_ahead_kb"
    found = {names[attribute]: value for attribute, value in udev["writes"]}
    for command in udev["runs"]:
        if "blockdev" in command:
            found["read_ahead_kb"] = "1024"
        elif f"/sys/block/{loop}/queue/nomerges" in command:
            found["nomerges"] = "2"
        elif f"/sys/block/{loop}/queue/iostats" in command:
            found["iostats"] = "0"
    return found


@pytest.mark.parametrize("sets", [8, pytest.param(120, marks=pytest.mark.slow)])
def test_generated_rules(loop: LoopDevice, tmp_path: Path, sets: int) -> None:
    if shutil.which("udevadm") is None:
        pytest.fail("This test compares with udevadm: setup/packages-dev names its package.")
    chance = random.Random(20)
    for number in range(sets):
        folder = tmp_path / f"{number:03}"
        folder.mkdir()
        for name in ("60-first", "70-second"):
            (folder / f"{name}.rules").write_text(rule_file(chance))
    certain = 0
    for result in compare(loop, sorted(tmp_path.iterdir())):
        truths = [final_values(event, loop.name) for event in result["udev"].values()]
        ours = result["ours"]
        about = f"{result}\n" + "\n".join(
            file.read_text() for file in sorted(Path(result["folder"]).iterdir())
        )
        for tunable, value in (pair for truth in truths for pair in truth.items()):
            told = [said[1] for said in ours if said[0] == tunable]
            assert value in told or None in told, f"{tunable} is {value}\n{about}"
        for tunable, value, sure in ours:
            alone = sure and not any(one[0] == tunable and not one[2] for one in ours)
            if alone and value is not None:
                assert value in [truth.get(tunable) for truth in truths], f"{tunable}\n{about}"
            certain += sure
    assert certain > sets, "rules that say nothing prove nothing"
