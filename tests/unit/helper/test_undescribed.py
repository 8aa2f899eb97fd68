"""Tunables of a scheduler that nobody described, such as adios of CachyOS's kernels: what may be
set, and what is read, set and restored of a folder made like the kernel's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage_tuner_helper.devices.sysfs import PinnedDevice
from storage_tuner_helper.errors import InvalidArgument, KernelRefused, NotApplied, NotSupported
from storage_tuner_helper.restoring import settings
from storage_tuner_helper.restoring.tunables import checked
from storage_tuner_protocol.tunables import find, in_order, of_attribute
from tests.sysfs_trees.disks import ADIOS, restrict_adios
from tests.unit.helper.sysfs_folder import DISKSEQ, MadeDevice, made_device, make_folder

BEFORE = {
    "scheduler": "adios",
    "nr_requests": "64",
    "async_depth": "64",
    "iosched/batch_limit_read": "36",
    "iosched/read_priority": "8",
}


@pytest.fixture
def device(tmp_path: Path) -> Iterator[PinnedDevice]:
    """With adios's files and their permissions."""
    attributes = {
        "queue/scheduler": "none mq-deadline kyber bfq [adios]",
        "queue/nr_requests": "64",
        "queue/async_depth": "64",
        **ADIOS,
    }
    with made_device(tmp_path, "sda", attributes) as device:
        restrict_adios(tmp_path / "sda")
        yield device


def test_numbers_and_words_that_can_be_written_are_read(device: PinnedDevice) -> None:
    found = settings.read(device)
    assert BEFORE.items() <= found.items()
    undescribed = {name.removeprefix("iosched/") for name in found if "/" in name}
    assert undescribed == {
        *("batch_limit_discard", "batch_limit_read", "batch_limit_write", "batch_order"),
        *("bq_refill_below_ratio", "compliance_flags", "global_latency_window"),
        *("lat_model_latency_limit", "lat_target_discard", "lat_target_read"),
        *("lat_target_write", "read_priority", "shrink_at_gbytes", "shrink_at_kreqs"),
        "shrink_resist",
    }


def test_they_are_set_and_restored(device: PinnedDevice, tmp_path: Path) -> None:
    before = settings.read(device)
    wanted = {"iosched/read_priority": "-7", "iosched/batch_limit_read": "50"}
    assert settings.apply(device, wanted) == {**before, **wanted}
    assert (tmp_path / "sda/queue/iosched/read_priority").read_text() == "-7"
    assert settings.restore(device, before) == in_order(wanted)
    assert settings.read(device) == before


@pytest.mark.parametrize(
    "name",
    [
        "iosched/adios_version",  # can't be written
        "iosched/lat_model_read",  # two lines
        "iosched/reset_lat_model",  # can't be read
        "iosched/gone",
        "iosched/linked",
        "iosched/folder",
        "iosched/pipe",
        "iosched/async_depth",
        "fifo_batch",
    ],
)
def test_nothing_else_is_written(device: PinnedDevice, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "sda/queue/iosched"
    (tmp_path / "victim").write_text("1\n")
    (folder / "linked").symlink_to(tmp_path / "victim")
    (folder / "folder").mkdir()
    os.mkfifo(folder / "pipe")
    before = settings.read(device)
    with pytest.raises(NotSupported):
        settings.apply(device, {name: "2"})
    assert settings.read(device) == before and name not in before
    assert (tmp_path / "victim").read_text() == "1\n"


def test_a_folder_that_is_a_link_has_no_tunables(device: PinnedDevice, tmp_path: Path) -> None:
    folder = tmp_path / "sda/queue/iosched"
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    assert not any("/" in name for name in settings.read(device))
    with pytest.raises(KernelRefused):
        device.write("queue/iosched/read_priority", "1")


def test_a_described_file_has_one_name(tmp_path: Path) -> None:
    attributes = {
        "queue/scheduler": "none [mq-deadline] adios",
        "queue/nr_requests": "64",
        "queue/iosched/fifo_batch": "16",
    }
    with made_device(tmp_path, "sda", attributes) as device:
        assert settings.read(device)["fifo_batch"] == "16"
        for wanted in ({}, {"scheduler": "mq-deadline"}):
            with pytest.raises(NotSupported):
                settings.apply(device, {**wanted, "iosched/fifo_batch": "2"})
        (tmp_path / "sda/queue/scheduler").write_text("none mq-deadline [adios]\n")
        assert settings.apply(device, {"iosched/fifo_batch": "2"})["iosched/fifo_batch"] == "2"
        with pytest.raises(NotSupported):
            settings.apply(device, {"fifo_batch": "2"})


class Rounding(MadeDevice):
    """A kernel that stores at most 50."""

    def write_once(self, attribute: str, value: str) -> None:
        super().write_once(attribute, str(min(int(value), 50)))


def test_a_value_that_the_kernel_changes_is_refused_with_what_it_became(tmp_path: Path) -> None:
    place = make_folder(tmp_path, "sda", {"queue/scheduler": "none [adios]", **ADIOS})
    descriptor = os.open(place, os.O_RDONLY | os.O_DIRECTORY)
    device = Rounding("sda", DISKSEQ, descriptor)
    with pytest.raises(NotApplied, match="batch_limit_read became 50 instead of 60"):
        settings.apply(device, {"iosched/batch_limit_read": "60"})
    assert settings.read(device)["iosched/batch_limit_read"] == "36"
    os.close(descriptor)


@pytest.mark.parametrize("file", ["queue/async_depth", "queue/iosched/async_depth"])
@pytest.mark.parametrize("scheduler", ["mq-deadline", "bfq", "kyber", "adios", "none"])
def test_the_depth_is_one_setting_in_whichever_file(
    tmp_path: Path, scheduler: str, file: str
) -> None:
    attributes = {"queue/scheduler": f"[{scheduler}]", "queue/nr_requests": "64"}
    with made_device(tmp_path, "sda", {**attributes, file: "64"}) as device:
        before = settings.read(device)
        if scheduler == "none":
            assert "async_depth" not in before
            with pytest.raises(NotSupported):
                settings.apply(device, {"async_depth": "48"})
            return
        assert settings.apply(device, {"async_depth": "48"}) == {**before, "async_depth": "48"}
        assert (tmp_path / "sda" / file).read_text() == "48"
        settings.restore(device, before)
        assert settings.read(device) == before


@pytest.mark.parametrize("value", ["36", "-20", 36, -20, "elevator", "0x7", "18446744073709551615"])
def test_a_whole_number_or_a_word_is_acceptable(value: object) -> None:
    assert checked("iosched/batch_order", value) == str(value)


@pytest.mark.parametrize(
    "value",
    ["", "1 2", "1\n", "a\nb", "../x", "a/b", 'a"', "A", "٣", "1.5", "+1", "x" * 33, True, 1.5, []],
)
def test_any_other_value_is_refused(value: object) -> None:
    with pytest.raises(InvalidArgument) as refused:
        checked("iosched/batch_order", value)
    assert str(refused.value).startswith(
        "iosched/batch_order must be a whole number or a word, not"
    )


@pytest.mark.parametrize(
    "name",
    [
        *(
            "iosched/",
            "iosched",
            "iosched/..",
            "iosched/../nr_requests",
            "iosched//x",
            "/iosched/x",
        ),
        *("iosched/x/y", "iosched/X", "iosched/1", "iosched/x\n", "iosched/x y", "iosched/x-y"),
        *("queue/iosched/x", "iosched/" + "x" * 33, "Iosched/x", "iosched/é"),
    ],
)
def test_no_other_name_is_a_tunable(name: str) -> None:
    assert find(name) is None
    with pytest.raises(InvalidArgument):
        checked(name, "1")


@pytest.mark.parametrize("name", ["adios", "none", "mq-deadline", "x_1", "a" * 15])
def test_a_scheduler_may_have_any_name_of_the_kernel_s_form(name: str) -> None:
    assert checked("scheduler", name) == name


@pytest.mark.parametrize("name", ["", "a" * 16, "Adios", "../x", "a b", "adios\n", "[adios]", 3])
def test_a_scheduler_has_no_other_name(name: object) -> None:
    with pytest.raises(InvalidArgument):
        checked("scheduler", name)


def test_a_file_belongs_to_the_active_scheduler() -> None:
    names = {
        scheduler: getattr(of_attribute("queue/iosched/read_expire", scheduler), "name", None)
        for scheduler in ("mq-deadline", "adios", None)
    }
    assert names == {
        "mq-deadline": "read_expire",
        "adios": "iosched/read_expire",
        None: "read_expire",
    }
    assert of_attribute("queue/write_cache", "adios") is None
