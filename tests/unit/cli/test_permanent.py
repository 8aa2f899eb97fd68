"""``show --permanent`` on made-up computers: permanent values, and who undid them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from storage_tuner.cli import permanent
from storage_tuner.cli.show import add_parsers
from storage_tuner.client.kept_settings import KeptState
from storage_tuner.core.drift import OwnChanges
from storage_tuner.core.errors import HelperGone, InvalidInput, UnknownDevice
from tests.schemas import devices_schema
from tests.unit.probe.made_trees import write_tree
from tests.unit.probe.owners_machine import NVME, SATA, add_device

WWN = 'ENV{ID_WWN}=="0x5000c500a1b2c3d4", KERNEL!="dm-*|md*"'
RULES = f"""\
{WWN}, TEST=="queue/scheduler", ATTR{{queue/scheduler}}="bfq"
{WWN}, TEST=="queue/nr_requests", ATTR{{queue/nr_requests}}="256"
"""
SYSCTL = "vm.swappiness = 10\n"
TUNED = "[disk]\nelevator=mq-deadline\n"
PROFILE = "usr/lib/tuned/profiles/cachyos-common/tuned.conf"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """The scheduler of sda isn't the permanent one, and swappiness is."""
    add_device(tmp_path, "sda", SATA, "8:0", "E:ID_WWN=0x5000c500a1b2c3d4\n")
    add_device(tmp_path, "nvme0n1", NVME, "259:0", "E:ID_WWN=eui.1\n")
    files = {
        "etc/udev/rules.d/99-storage-tuner.rules": RULES,
        "etc/sysctl.d/90-storage-tuner.conf": SYSCTL,
        "proc/sys/vm/swappiness": "10\n",
    }
    return write_tree(tmp_path, files)


def with_tuned(root: Path) -> None:
    write_tree(root, {PROFILE: TUNED, "etc/tuned/active_profile": "cachyos-common\n"})


def run(*words: str | Path) -> int:
    parser = argparse.ArgumentParser()
    add_parsers(parser.add_subparsers())
    arguments = parser.parse_args(["show", *map(str, words)])
    code = arguments.run(arguments)
    assert isinstance(code, int)
    return code


def test_who_undid_it_and_what_to_do(capsys: pytest.CaptureFixture[str], machine: Path) -> None:
    with_tuned(machine)
    assert run("--permanent", "--sysroot", machine) == 9
    text = " ".join(capsys.readouterr().out.split())
    assert f"undone by tuned (/{PROFILE}:2)" in text
    assert "run “tuned-adm off”" in text
    assert "vm swappiness 10 10 in effect" in text and "nvme0n1" not in text


def test_as_json(capsys: pytest.CaptureFixture[str], machine: Path) -> None:
    with_tuned(machine)
    assert run("--permanent", "--sysroot", machine, "--json") == 9
    found = json.loads(capsys.readouterr().out)
    devices_schema("permanent").validate(found)
    sda, memory = found["permanent"]
    assert [(one["tunable"], one["fate"]) for one in sda["settings"]] == [
        ("scheduler", "undone"),
        ("nr_requests", "kept"),
    ]
    assert sda["settings"][0]["setters"][0]["tool"] == "tuned"
    assert sda["settings"][0]["remedies"]
    assert memory["device"] == "vm"
    assert run("sda", "--sysroot", machine, "--json") == 0
    shown = json.loads(capsys.readouterr().out)
    devices_schema("show").validate(shown)
    assert shown["permanent"] == [sda]
    assert shown["device"]["permanent"] == {"scheduler": "bfq", "nr_requests": "256"}


def test_a_device_is_shown_with_what_was_undone(
    capsys: pytest.CaptureFixture[str], machine: Path
) -> None:
    assert run("sda", "--sysroot", machine) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "scheduler of sda is mq-deadline instead of bfq: undone by an unknown program." in text


@pytest.mark.parametrize(("names", "code"), [(["sda"], 9), (["vm"], 0), (["nvme0n1", "vm"], 0)])
def test_only_what_was_asked_for_counts(machine: Path, names: list[str], code: int) -> None:
    assert run("--permanent", *names, "--sysroot", machine) == code


def test_without_permanent_settings(capsys: pytest.CaptureFixture[str], machine: Path) -> None:
    assert run("--permanent", "nvme0n1", "--sysroot", machine) == 0
    assert capsys.readouterr().out == "No settings are permanent.\n"
    with pytest.raises(UnknownDevice):
        run("--permanent", "sdz", "--sysroot", machine)


def test_all_else_is_shown_of_named_devices(
    capsys: pytest.CaptureFixture[str], machine: Path
) -> None:
    assert run("sda", "nvme0n1", "--sysroot", machine, "--json") == 0
    shown = json.loads(capsys.readouterr().out)
    devices_schema("show_several").validate(shown)
    assert [each["device"]["name"] for each in shown] == ["sda", "nvme0n1"]
    assert [bool(each["permanent"]) for each in shown] == [True, False]
    with pytest.raises(InvalidInput, match=r"^Specify a device"):
        run("--sysroot", machine)


def test_what_the_user_changed_until_reboot_is_not_undone(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the helper says counts; if it can't be asked, nobody is exonerated."""
    targets = list(permanent.targets_of(["sda"], machine))
    own = OwnChanges({"sda": {"scheduler": "mq-deadline"}})
    monkeypatch.setattr(permanent, "can_ask_quietly", lambda: True)
    monkeypatch.setattr(permanent, "kept_state", lambda _: KeptState(("sda",), {}, own, ()))
    assert not permanent.compared(targets, Path("/"))[0].undone
    assert permanent.compared(targets, machine)[0].undone

    def gone(_: object) -> KeptState:
        raise HelperGone

    monkeypatch.setattr(permanent, "kept_state", gone)
    assert permanent.compared(targets, Path("/"))[0].undone
    monkeypatch.setattr(permanent, "can_ask_quietly", lambda: False)
    assert permanent.compared(targets, Path("/"))[0].undone
