"""The stand-in itself: what it answers must be what real ones do, and it must remember."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import pytest

from storage_tuner.probe.threeware import read_controllers
from storage_tuner.probe.threeware.parsing import parse_output
from storage_tuner_helper.threeware.parsing import was_set
from storage_tuner_helper.threeware.tw_cli import UnitNumber
from tests.threeware.machines import Description, Simulator, controller, machine, unit
from tests.threeware.test_captures import CAPTURES

Simulate = Callable[[Description], Simulator]

FIRST_UNIT = UnitNumber(0, 0)


def call(simulator: Simulator, *words: str, answer: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [simulator.program, *words], input=answer, capture_output=True, text=True, check=False
    )


def headers(text: str) -> list[str]:
    lines = text.splitlines()
    ruled = [index for index, line in enumerate(lines) if line.startswith("-----")]
    return [lines[index - 1].rstrip() for index in ruled]


@pytest.mark.parametrize(
    ("generation", "command", "capture"),
    [
        ("new", "/c0 show all", "9650SE-8LPML-c2_show_all-3ware_tool"),
        ("new", "show", "9650SE-8LPML-show-checkraid_bohr"),
        ("new", "/c0/u0 show", "9650SE-8LPML-c2_uN_show-3ware_tool"),
        ("new", "/c0/bbu show", "9650SE-8LPML-info_c0_bbustatus-checkraid_bohr"),
        ("old", "show", "7506-8x2-show-facter_fact"),
        ("old", "/c0 show drivestatus", "7506-8-c2_show_drivestatus-facter_fact"),
    ],
)
def test_its_tables_have_the_headers_of_real_ones(
    simulate: Simulate, generation: str, command: str, capture: str
) -> None:
    simulator = simulate({**machine(controller()), "generation": generation})
    real = set(headers((CAPTURES / f"{capture}.txt").read_text()))
    assert set(headers(call(simulator, *command.split()).stdout)) == real


def test_its_rows_stand_where_those_of_a_real_one_do(simulate: Simulate) -> None:
    real = (CAPTURES / "9650SE-8LPML-info_c0_unitstatus-checkraid_bohr.txt").read_text()
    policies = {"rdcache": "intelligent", "wrcache": "on", "autoverify": "on"}
    jbod = {"rdcache": "intelligent", "wrcache": "off", "autoverify": "off"}
    units = [
        unit("u0", "RAID-10", 7450.56, stripe_kib=256, policies=policies),
        unit("u1", "JBOD", 5589.03, policies=jbod),
        unit("u2", "JBOD", 5589.03, policies=jbod),
    ]
    simulator = simulate(machine(controller(units=units)))
    told = call(simulator, "/c0", "show", "unitstatus").stdout
    without_rule = [
        [line.rstrip() for line in text.splitlines() if line.strip() and line[0] != "-"]
        for text in (told, real)
    ]
    assert without_rule[0] == without_rule[1]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("generation", ["old", "new"])
@pytest.mark.parametrize(
    ("setting", "policy", "told"),
    [
        ("qpolicy=off", "qpolicy", "off"),
        ("cache=off", "wrcache", "off"),
        ("storsave=protect", "storsave", "protection"),
        ("autoverify=on", "autoverify", "on"),
    ],
)
def test_a_setting_is_kept(
    simulate: Simulate, generation: str, setting: str, policy: str, told: str
) -> None:
    simulator = simulate({**machine(controller()), "generation": generation})
    outcome = call(simulator, "/c0/u0", "set", setting)
    assert was_set(outcome.stdout.encode(), FIRST_UNIT, setting.split("=")[1])
    (found,) = read_controllers((), simulator.folder, simulator.program)
    values = {each.name: each.value for each in found.units[0].policies}
    assert values[policy] == told


@pytest.mark.parametrize("value", ["basic", "intelligent", "off"])
def test_the_reading_cache_of_the_new_generation(simulate: Simulate, value: str) -> None:
    simulator = simulate(machine(controller()))
    assert call(simulator, "/c0/u0", "set", f"rdcache={value}").returncode == 0
    assert simulator.machine["controllers"][0]["units"][0]["policies"]["rdcache"] == value
    assert call(simulator, "/c0/u0", "set", f"rdcache={value}", "quiet").returncode == 1


def test_its_reply_to_wrcache_is_a_real_one(simulate: Simulate) -> None:
    capture = CAPTURES / "9650SE-8LPML-c2_uN_set_wrcache_off_quiet-3ware_tool.txt"
    simulator = simulate(machine(controller("c2")))
    told = call(simulator, "/c2/u0", "set", "wrcache=off", "quiet").stdout
    assert told == capture.read_text().splitlines()[0] + "\n"


@pytest.mark.parametrize(("answer", "done"), [("", False), ("N\n", False), ("Y\n", True)])
def test_a_risky_setting_asks_unless_it_is_to_be_quiet(
    simulate: Simulate, answer: str, done: bool
) -> None:
    described = controller(bbu=None, units=[unit("u0", policies={"wrcache": "off"})])
    simulator = simulate(machine(described))
    outcome = call(simulator, "/c0/u0", "set", "cache=on", answer=answer)
    assert "Do you want to continue ? Y|N [N]:" in outcome.stdout
    policies = simulator.machine["controllers"][0]["units"][0]["policies"]
    assert policies["wrcache"] == ("on" if done else "off")
    call(simulator, "/c0/u0", "set", "cache=on", "quiet")
    assert simulator.machine["controllers"][0]["units"][0]["policies"]["wrcache"] == "on"


@pytest.mark.parametrize(
    "words",
    [
        "/c0/u0 set qpolicy=maybe",
        "/c0/u0 set nonsense=on",
        "/c0/u9 set qpolicy=on",
        "/c7 show all",
        "/c0/u0 del",
        "/c0 rescan",
        "/c0/u0 set wrcache=on loud",
        "",
    ],
)
def test_what_it_does_not_know_is_an_error(simulate: Simulate, words: str) -> None:
    simulator = simulate(machine(controller()))
    before = simulator.machine
    outcome = call(simulator, *words.split())
    assert (outcome.returncode, outcome.stdout) == (1, "")
    assert parse_output(outcome.stderr).errors
    assert simulator.machine == before


@pytest.mark.parametrize(("model", "supported"), [("8506-8", False), ("9550SX-12", True)])
def test_support_depends_on_the_model(simulate: Simulate, model: str, supported: bool) -> None:
    simulator = simulate(machine(controller(model=model)))
    outcome = call(simulator, "/c0/u0", "set", "qpolicy=off")
    assert (outcome.returncode == 0) == supported


def test_it_can_refuse_and_forget(simulate: Simulate) -> None:
    described = machine(
        controller(), refuses={"qpolicy": "Drive error"}, forgets={"storsave": True}
    )
    simulator = simulate(described)
    refused = call(simulator, "/c0/u0", "set", "qpolicy=off").stdout
    assert refused.startswith("Setting Command Queuing Policy for unit /c0/u0 to [off]")
    assert not was_set(refused.encode(), FIRST_UNIT, "off")
    forgotten = call(simulator, "/c0/u0", "set", "storsave=perform", "quiet").stdout
    assert was_set(forgotten.encode(), FIRST_UNIT, "perform")
    policies = simulator.machine["controllers"][0]["units"][0]["policies"]
    assert (policies["qpolicy"], policies["storsave"]) == ("on", "balance")


def test_several_attributes_in_one_call_end_at_an_unknown_one(simulate: Simulate) -> None:
    simulator = simulate(machine(controller()))
    words = ("/c0/u0", "show", "qpolicy", "wrcache", "whatever", "serial")
    output = parse_output(call(simulator, *words).stdout)
    assert output.of("/c0/u0") == {"Command Queuing Policy": "on", "Write Cache": "on"}
    assert output.errors == ("CLI:008 Invalid attribute: whatever",)
