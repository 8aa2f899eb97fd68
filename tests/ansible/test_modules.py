"""The collection for Ansible without Ansible: its documents, and what becomes of the program's
output. The outputs in tests/data/ansible were recorded on a loop device, in a room of its own."""

from __future__ import annotations

import ast
import importlib.util
import json
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from storage_tuner import __version__
from tests.schemas import devices_schema

ROOT = Path(__file__).parents[2]
COLLECTION = ROOT / "packaging/ansible/storage_tuner/tuning"
MODULES = sorted((COLLECTION / "plugins/modules").glob("*.py"))
RECORDED = ROOT / "tests/data/ansible"
AS_JSON = "import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)"
"""For Debian's Python, which has the package python3-yaml."""


def parsed_yaml(text: str) -> Any:  # noqa: ANN401 - YAML
    done = subprocess.run(
        ["/usr/bin/python3", "-c", AS_JSON], input=text, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def constants(module: Path) -> dict[str, Any]:
    """The literals that a module defines, such as DOCUMENTATION."""
    found = {}
    for node in ast.parse(module.read_text(encoding="utf-8"), feature_version=(3, 11)).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = ast.literal_eval(node.value)
    return found


@pytest.fixture(scope="module")
def command() -> ModuleType:
    path = COLLECTION / "plugins/module_utils/command.py"
    spec = importlib.util.spec_from_file_location("collection_command", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def recorded(name: str) -> Any:  # noqa: ANN401 - JSON
    document = json.loads((RECORDED / f"{name}.json").read_text(encoding="utf-8"))
    devices_schema(name.partition("-")[0]).validate(document)
    return document


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_the_documented_options_are_those_of_the_module(module: Path) -> None:
    found = constants(module)
    document = parsed_yaml(found["DOCUMENTATION"])
    assert document["module"] == module.stem
    options = {
        name: {key: value for key, value in option.items() if key != "description"}
        for name, option in document["options"].items()
    }
    assert options == found["ARGUMENTS"]
    assert parsed_yaml(found["EXAMPLES"])
    assert {"description", "returned", "type"} <= parsed_yaml(found["RETURN"]).popitem()[1].keys()


def test_there_are_three_modules() -> None:
    assert [path.stem.rpartition("_")[2] for path in MODULES] == ["info", "result", "settings"]


def test_the_collection_has_the_program_s_version() -> None:
    galaxy = parsed_yaml((COLLECTION / "galaxy.yml").read_text(encoding="utf-8"))
    assert (galaxy["namespace"], galaxy["name"]) == ("storage_tuner", "tuning")
    assert galaxy["version"] == __version__


@pytest.mark.parametrize("role", ["tune", "report"])
def test_the_documented_options_are_those_of_the_role(role: str) -> None:
    folder = COLLECTION / "roles" / role
    specs = parsed_yaml((folder / "meta/argument_specs.yml").read_text(encoding="utf-8"))
    options = specs["argument_specs"]["main"]["options"]
    defaults = parsed_yaml((folder / "defaults/main.yml").read_text(encoding="utf-8"))
    documented = {
        name: option["default"] for name, option in options.items() if not option.get("required")
    }
    assert documented == defaults
    for tasks in (folder / "tasks").glob("*.yml"):
        assert parsed_yaml(tasks.read_text(encoding="utf-8")), tasks


def test_check_mode_reports_the_difference_that_is_then_made(command: ModuleType) -> None:
    expected = command.change_result(recorded("set-expected"))
    done = command.change_result(recorded("set"))
    assert expected["diff"] == done["diff"] and expected["changed"] and done["changed"]
    settings, file = done["diff"]
    assert (settings["before"], settings["after"]) == (
        "nr_requests=128\nscheduler=none\n",
        "nr_requests=32\nscheduler=bfq\n",
    )
    assert (file["before_header"], file["before"]) == (
        "/etc/udev/rules.d/99-storage-tuner.rules",
        "",
    )
    assert 'ATTR{queue/scheduler}="bfq"' in file["after"]


def test_what_is_set_already_is_no_difference(command: ModuleType) -> None:
    again = command.change_result(recorded("set-again"))
    assert (again["changed"], again["diff"]) == (False, [])
    assert again["before"] == again["after"]
    again = command.restore_result(recorded("restore-again"))
    assert (again["changed"], again["diff"], again["left"]) == (False, [], [])


def test_restoring_reports_the_same_difference_in_check_mode(command: ModuleType) -> None:
    expected = command.restore_result(recorded("restore-expected"))
    done = command.restore_result(recorded("restore"))
    assert expected["diff"] == done["diff"] and expected["changed"] and done["changed"]
    settings, permanent = done["diff"]
    assert "scheduler=bfq\n" in settings["before"] and "scheduler=none\n" in settings["after"]
    assert permanent["before_header"].endswith(", permanent")
    assert (permanent["before"], permanent["after"]) == ("nr_requests=32\nscheduler=bfq\n", "")


def test_settings_of_a_scheduler_that_is_left_are_part_of_the_difference(
    command: ModuleType,
) -> None:
    write = {"tunable": "scheduler", "path": "", "old": "bfq", "new": "none"}
    change = {"device": "sda", "writes": [write], "lost": {"low_latency": "1"}}
    document = {**recorded("set-again"), "changes": [change], "persistent": []}
    (diff,) = command.change_result(document)["diff"]
    assert (diff["before"], diff["after"]) == ("low_latency=1\nscheduler=bfq\n", "scheduler=none\n")


def test_values_are_passed_as_words_unless_yaml_changed_them(command: ModuleType) -> None:
    words = command.setting_words({"scheduler": "none", "nr_requests": 64})
    assert words == ["nr_requests=64", "scheduler=none"]
    for value in (True, None, 1.5, ["bfq"]):
        with pytest.raises(ValueError, match="quotes"):
            command.setting_words({"ncq": value})


def test_an_output_is_no_result_after_an_error(command: ModuleType) -> None:
    assert command.parsed(0, '{"changed": true}') == {"changed": True}
    assert command.parsed(1, '{"left": ["sda"]}') == {"left": ["sda"]}
    for code, output in ((12, '{"changed": true}'), (0, ""), (1, ""), (-9, "{}")):
        assert command.parsed(code, output) is None
