"""Controllers read through the stand-in of tw_cli, as a child process like the real one."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from storage_tuner.core.controller import Battery, Controller
from storage_tuner.core.errors import NoSuchProgram, ToolFailed
from storage_tuner.probe.threeware import controllers, read_controllers, tool
from storage_tuner_protocol.threeware import PROGRAM_NAMES
from tests.threeware.machines import (
    Description,
    Simulator,
    SysfsTree,
    controller,
    legs,
    machine,
    port,
    unit,
)
from tests.unit.said import said

Simulate = Callable[[Description], Simulator]


def read(simulator: Simulator) -> tuple[Controller, ...]:
    return said(read_controllers((), simulator.folder, simulator.program))


def read_one(simulator: Simulator) -> Controller:
    (found,) = read(simulator)
    return said(found)


def test_everything_of_a_controller(simulate: Simulate, tree: SysfsTree) -> None:
    disk = tree.add_disk(tree.add_host(0), 0, serial="SERIALU0")
    simulator = simulate(machine(controller()))
    (found,) = read_controllers(tree.devices, tree.root, simulator.program)
    assert (found.vendor, found.id, found.model) == ("3ware", "c0", "9650SE-8LPML")
    assert (found.firmware, found.serial) == ("FE9X 4.10.00.027", "L3260C0")
    assert found.driver == "3w-9xxx"
    assert said(found.missing) == {}
    assert found.details["JBOD Export Policy"] == "on"
    assert found.bbu is not None
    assert (found.bbu.status, found.bbu.ready) == ("OK", True)
    assert found.bbu.details["Estimated Backup Capacity"] == "255 Hours"
    first = found.ports[0]
    assert (first.id, first.unit, first.serial, first.firmware) == ("p0", "u0", "WD-P0", "01.01V02")
    assert first.model == "WDC WD1003FBYX-01Y7B1"  # the table cuts its last letter
    assert first.size_bytes == 1953525168 * 512
    assert (first.ncq_supported, first.ncq_enabled) == (True, True)
    (array,) = found.units
    assert (array.type, array.status, array.serial) == ("RAID-1", "OK", "SERIALU0")
    assert array.ports == ("p0", "p1")
    assert [leg.id for leg in array.sub_units] == ["u0-0", "u0-1"]
    assert said((array.disks, array.mapping_doubt)) == ((disk,), None)
    assert {policy.name: policy.value for policy in array.policies} == {
        "qpolicy": "on",
        "rdcache": "Intelligent",
        "wrcache": "on",
        "storsave": "balance",
        "autoverify": "off",
    }
    assert all(said(policy.reason) == "" for policy in array.policies)


def test_only_reading_commands_are_run_without_input_or_style(
    simulate: Simulate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TW_CLI_STYLE", "OLD")
    monkeypatch.setenv("TW_CLI_INPUT_STYLE", "OLD")
    simulator = simulate(machine(controller(ports=[port("p0"), port("p7", None)])))
    read(simulator)
    calls = simulator.calls
    assert {call["input"] for call in calls} == {"/dev/null"}
    assert [call["styles"] for call in calls] == [[]] * len(calls)
    assert sorted(" ".join(call["words"]) for call in calls) == [
        "/c0 show all",
        "/c0/bbu show all",
        "/c0/p0 show all",
        "/c0/p7 show all",
        "/c0/u0 show all",
        "show",
    ]


def test_an_old_controller_with_the_old_layout(simulate: Simulate) -> None:
    described = controller(
        "c2",
        "7506-8",
        bbu=None,
        firmware="FE7X 1.05.00.068",
        units=[
            unit("u0", "JBOD", 233.762, serial="", policies={"wrcache": "on"}, legs=[]),
            unit("u3", "RAID-5", 1168.8, stripe_kib=64, policies={"wrcache": "off"}),
        ],
        ports=[port("p0"), port("p5", "u3"), port("p6", None, status="NOT-PRESENT")],
    )
    found = read_one(simulate({**machine(described), "generation": "old"}))
    assert (found.id, found.model, found.driver, found.bbu) == ("c2", "7506-8", "3w-xxxx", None)
    assert said(found.missing) == {}
    assert [(part.id, part.type, part.ports) for part in found.units] == [
        ("u0", "JBOD", ("p0",)),
        ("u3", "RAID-5", ("p5",)),
    ]
    assert found.units[1].chunk_bytes == 65536
    assert [(slot.status, slot.unit) for slot in found.ports][2] == ("NOT-PRESENT", None)
    assert found.ports[0].ncq_supported is None
    reasons = {policy.name: (policy.value, policy.reason) for policy in found.units[1].policies}
    assert reasons["qpolicy"] == (None, "this model doesn't support it")
    assert reasons["storsave"] == (None, "this model doesn't support it")
    assert reasons["wrcache"][0] == "off"


def test_work_in_progress(simulate: Simulate) -> None:
    units = [
        unit("u0", status="REBUILDING", rebuilt=35, mark="(A)", step=10),
        unit("u1", status="VERIFYING", verified=70, mark="(P)"),
    ]
    simulator = simulate(machine(controller(units=units)))
    percents = [read_one(simulator).units[0].percent for _ in range(3)]
    assert percents == [55.0, 75.0, 95.0]  # asked twice each time: of the controller, of the unit
    after = read_one(simulator).units
    assert (after[0].status, after[0].percent) == ("OK", None)
    assert (after[1].status, after[1].percent) == ("VERIFYING", 70.0)


def test_a_spare_is_no_disk_and_that_is_no_doubt(simulate: Simulate, tree: SysfsTree) -> None:
    tree.add_disk(tree.add_host(0), 0)
    spare = unit("u4", "SPARE", policies={"autoverify": "on"})
    described = controller(units=[unit("u0", legs=legs("u0", "p0", "p1")), spare])
    simulator = simulate(machine(described))
    (found,) = read_controllers(tree.devices, tree.root, simulator.program)
    assert found.units[0].disks == ("sda",)
    assert said((found.units[1].disks, found.units[1].mapping_doubt)) == ((), None)
    reasons = {policy.name: policy.reason for policy in found.units[1].policies}
    assert said(reasons["qpolicy"]) == "a spare has none"


@pytest.mark.parametrize("generation", ["old", "new"])
def test_show_all_has_fallbacks(simulate: Simulate, generation: str) -> None:
    described = {**machine(controller(show_all=False)), "generation": generation}
    found = read_one(simulate(described))
    assert [part.id for part in found.units] == ["u0"]
    assert said((found.firmware, found.missing)) == (None, {})


def test_the_last_fallback_is_the_command_of_old(simulate: Simulate) -> None:
    faults = {
        "/c0 show": {"kind": "error", "text": "Error: (CLI:001) Invalid command.", "exit_code": 1}
    }
    simulator = simulate({**machine(controller(show_all=False)), "faults": faults})
    found = read_one(simulator)
    assert [part.id for part in found.units] == ["u0"]
    assert {"words": ["info", "c0"]}.items() <= simulator.calls[3].items()
    assert said(found.missing) == {}


@pytest.mark.parametrize("exit_code", [0, 1])
def test_a_battery_that_is_not_there_is_not_missing(simulate: Simulate, exit_code: int) -> None:
    faults = {
        "/c0/bbu show all": {
            "kind": "error",
            "text": "Error: (CLI:053) Battery Backup Unit is not present.",
            "exit_code": exit_code,
        }
    }
    described = controller(bbu=None)
    listing = (
        "Ctl   Model        (V)Ports  Drives   Units   NotOpt  RRate   VRate  BBU\n"
        "------------------------------------------------------------------------\n"
        "c0    9650SE-2LP   2         2        1       0       1       1      OK\n"
    )
    faults["show"] = {"kind": "text", "text": listing}
    found = read_one(simulate({**machine(described), "faults": faults}))
    assert said((found.bbu, found.missing)) == (None, {})


@pytest.mark.parametrize("status", ["Testing", "Charging", "Fault", "Error", "Failed", "WeakBat"])
def test_only_a_battery_that_is_ok_is_ready(simulate: Simulate, status: str) -> None:
    described = controller(bbu={"status": status, "ready": True})
    found = read_one(simulate(machine(described))).bbu
    assert isinstance(found, Battery)
    assert (found.status, found.ready) == (status, False)


def test_an_error_of_one_part_leaves_the_rest(simulate: Simulate) -> None:
    error = {"kind": "error", "text": "error: (CLI003) Specified unit does not exist."}
    found = read_one(simulate({**machine(controller()), "faults": {"/c0/u0 show all": error}}))
    assert said(found.missing) == {"u0": "CLI003 Specified unit does not exist."}
    (array,) = found.units
    assert (array.status, array.serial, array.ports) == ("OK", None, ("p0", "p1"))
    assert {policy.name: policy.value for policy in array.policies} == {
        "qpolicy": None,
        "rdcache": "Intelligent",
        "wrcache": "on",
        "storsave": None,
        "autoverify": "OFF",
    }
    reasons = {policy.name: policy.reason for policy in array.policies}
    assert reasons["qpolicy"] == ("its value is unknown: CLI003 Specified unit does not exist.")


def test_a_list_without_controllers_may_have_a_title(simulate: Simulate) -> None:
    """As older versions print it."""
    text = (
        "List of controllers\n-------------------\nNo controller found.\n"
        "Make sure appropriate 3Ware device driver(s) are loaded.\n"
    )
    faults = {"show": {"kind": "text", "text": text}}
    assert read(simulate({**machine(), "faults": faults})) == ()


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "hang", "text": "/c0 Model = 9650SE\n"},
        {"kind": "endless"},
        {"kind": "endless", "text": "x"},
    ],
)
def test_a_controller_that_never_ends_is_asked_once(
    simulate: Simulate, fault: Description, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tool, "ANSWER_SECONDS", 3.0)
    described = machine(controller("c0"), controller("c1"), faults={"/c0 show all": fault})
    simulator = simulate(described)
    first, second = read(simulator)
    assert first.units == ()
    assert said(first.missing.keys()) == {"c0", "units", "bbu"}
    assert [call["words"] for call in simulator.calls if "/c0" in " ".join(call["words"])] == [
        ["/c0", "show", "all"]
    ]
    assert said((second.id, second.missing)) == ("c1", {})


def test_slow_answers_are_waited_for_only_so_long_altogether(
    simulate: Simulate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(controllers, "CONTROLLER_SECONDS", 4.0)
    ports = [port(f"p{number}", "u0") for number in range(100)]
    simulator = simulate(machine(controller(ports=ports), seconds=0.5))
    found = read_one(simulator)
    assert len(found.ports) == 100
    assert len(simulator.calls) < 10
    assert str(found.missing["p99"]).startswith("not queried: ")


def strings_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from strings_in(list(value.items()))
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from strings_in(part)


def _hostile(text: str) -> Description:
    return {"kind": "bytes", "hex": text.encode("utf-8", "surrogateescape").hex()}


GARBAGE = {
    "nothing": _hostile(""),
    "NUL": _hostile("\0" * 5000),
    "escapes": _hostile("\x1b[2J\x1b]0;owned\x07/c0/u0 name = \x1b[31mred\x1b[0m\u202eevil\n"),
    "latin-1": _hostile("/c0/u0 name = B\udcfcro\n"),
    "utf-16": {"kind": "bytes", "hex": "/c0/u0 status = OK\n".encode("utf-16").hex()},
    "a line of a megabyte": {"kind": "long line", "text": ""},
    "a crash": {"kind": "crash", "text": "/c0/u0 status = "},
    "dashes": _hostile("-" * 3000 + "\n" + "-" * 3000),
    "a binary": {"kind": "bytes", "hex": bytes(range(256)).hex() * 200},
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("fault", GARBAGE.values(), ids=GARBAGE.keys())
@pytest.mark.parametrize(
    "command", ["/c0 show all", "/c0/u0 show all", "/c0/p0 show all", "/c0/bbu show all"]
)
def test_garbage_is_no_exception_and_reaches_nobody(
    simulate: Simulate, fault: Description, command: str
) -> None:
    found = read_one(simulate({**machine(controller()), "faults": {command: fault}}))
    told = list(strings_in(dataclasses.asdict(found)))
    assert all(text.isprintable() and len(text) <= 1000 for text in told)
    assert found.id == "c0"


def test_a_controller_without_units_takes_no_disk_from_another_one(
    simulate: Simulate, tree: SysfsTree
) -> None:
    """A 9750 tells the number of its units twice, as "0" in the list and as "0 of 127" itself."""
    tree.add_disk(tree.add_host(0, "3w-sas"), 0, inquiry="9750-4i    DISK")
    full = controller("c0", "9750-4i", attributes={"Units": "1 of 127"})
    empty = controller("c1", "9750-4i", units=[], ports=[], attributes={"Units": "0 of 127"})
    simulator = simulate(machine(full, empty))
    first, second = read_controllers(tree.devices, tree.root, simulator.program)
    assert said(second.missing) == {}
    (array,) = first.units
    assert said((array.disks, array.mapping_doubt)) == (("sda",), None)


def test_no_controller_is_no_error(simulate: Simulate) -> None:
    assert read(simulate(machine())) == ()


def test_a_given_program_that_is_not_there(tmp_path: Path) -> None:
    plain = tmp_path / "tw_cli"
    for _ in range(2):
        with pytest.raises(NoSuchProgram, match=f"no executable program {plain}"):
            read_controllers((), tmp_path, plain)
        plain.write_text("not executable")


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ({"kind": "text", "text": "hello\x1b[31m\n"}, "can't be parsed: hello$"),
        ({"kind": "text", "text": ""}, "it prints nothing"),
        (
            {"kind": "error", "text": "Segmentation \x1b[1mfault", "exit_code": 3},
            "Segmentation fault",
        ),
        ({"kind": "hang"}, "no response within 3 s"),
        ({"kind": "endless"}, "prints too much output"),
    ],
)
def test_a_given_program_that_fails(
    simulate: Simulate, fault: Description, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tool, "ANSWER_SECONDS", 3.0)
    simulator = simulate({**machine(controller()), "faults": {"show": fault}})
    with pytest.raises(ToolFailed) as caught:
        read(simulator)
    assert re.search(reason, str(caught.value.reason))
    assert "remains changed" not in str(caught.value), "it was only asked"


def test_a_found_program_that_fails_is_no_error(
    simulate: Simulate, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulator = simulate({**machine(), "faults": {"show": {"kind": "crash"}}})
    monkeypatch.setenv("PATH", str(simulator.folder))
    assert read_controllers(()) == ()
    assert [call["words"] for call in simulator.calls] == [["show"]]


@pytest.mark.parametrize("name", PROGRAM_NAMES)
def test_the_program_is_found_by_each_of_its_names(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / name
    program.write_text("#!/bin/sh\n")
    monkeypatch.setenv("PATH", f"{tmp_path / 'nowhere'}:.:{tmp_path}")
    assert tool.find_tool(()) is None
    program.chmod(0o755)
    assert tool.find_tool(()) == program
    monkeypatch.delenv("PATH")
    assert tool.find_tool((str(tmp_path),)) == program


def test_without_the_program_there_are_no_controllers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(controllers, "find_tool", lambda: tool.find_tool(()))
    assert read_controllers(()) == ()


def test_a_captured_tree_is_not_asked_about(
    simulate: Simulate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program would report the controllers of this computer."""
    simulator = simulate(machine(controller()))
    monkeypatch.setenv("PATH", str(simulator.folder), prepend=":")
    assert read_controllers((), simulator.folder) == ()
    assert not (simulator.folder / "calls.jsonl").exists()
