"""``advise`` as a program, on a real device of this computer."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from tests.loop_device import LoopDevice
from tests.schemas import SCHEMAS
from tests.system.conftest import Household, active_scheduler


def test_it_advises_on_a_loop_device_and_changes_nothing(
    household: Household, device: LoopDevice
) -> None:
    before = active_scheduler(device.name)
    done = household.run("advise", device.path, "--use-for", "desktop", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    described = json.loads((SCHEMAS / "advice.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(described).validate(found)
    assert (found["device"]["name"], found["measured"]) == (device.name, False)
    scheduler = next(one for one in found["settings"] if one["name"] == "scheduler")
    rules = {rule["id"]: rule for one in scheduler["positions"] for rule in one["rules"]}
    assert rules["suse-loop"]["fit"] == "applies"
    assert scheduler["places"][0]["value"] == before == active_scheduler(device.name)


def test_it_speaks_to_persons(household: Household, device: LoopDevice) -> None:
    done = household.run("advise", device.path)
    assert done.returncode == 0, done.stderr
    assert "not from measurements on this computer" in " ".join(done.stdout.split())
    assert "SUSE" in done.stdout


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("no-such-disk",), 3, "There is no block device"),
        (("loop0", "--known", "raid=5"), 2, "raid must be one of"),
        (("loop0", "--measured", "speed=1"), 2, "isn't a known operation"),
        (("loop0", "--priorities", "speed"), 2, "up to three of"),
        (("loop0", "--use-for", "fun"), 2, "is not one of"),
    ],
)
def test_wrong_input_ends_with_its_exit_code(
    household: Household, words: tuple[str, ...], code: int, message: str
) -> None:
    done = household.run("advise", *words)
    assert done.returncode == code
    assert message in done.stderr
    assert "Traceback" not in done.stderr
