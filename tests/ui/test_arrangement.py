"""The order of the tree, and what its small drawings show."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.core.device import Activity, Device
from storage_tuner.ui.live.recent_history import History
from storage_tuner.ui.tree import sparkline
from storage_tuner.ui.tree.order import TreeEntry, arrange, parts
from tests.ui.sample_machine import CONTROLLER, EVERYTHING


def outline(entries: tuple[TreeEntry, ...], depth: int = 0) -> list[str]:
    lines = []
    for entry in entries:
        lines.append("  " * depth + entry.key)
        lines += outline(entry.entries, depth + 1)
    return lines


def test_arrays_come_first_then_controllers_then_disks() -> None:
    assert outline(arrange(EVERYTHING, (CONTROLLER,))) == [
        "md0", "  sda", "  sdb", "  sdc",
        "dm-1", "  dm-0", "    md1", "      sde", "      sdf",
        "dm-2", "  dm-0",
        "dm-3", "  sdj", "  sdk",
        "3ware:c0",
        "  sdg", "    3ware:c0/p0", "    3ware:c0/p1", "    3ware:c0/p2",
        "  3ware:c0/u1", "    3ware:c0/p3", "    3ware:c0/p4", "    3ware:c0/p5",
        "  3ware:c0/p6", "  3ware:c0/p7",
        "sdh", "sdi", "vda", "nvme0n1", "mmcblk0", "nbd0", "loop0", "zram0",
    ]  # fmt: skip


def test_every_device_and_every_part_is_somewhere() -> None:
    keys = {key for entry in arrange(EVERYTHING, (CONTROLLER,)) for key in entry.all_keys()}
    legs = {"3ware:c0/u1-0", "3ware:c0/u1-1"}
    assert keys == {device.name for device in EVERYTHING} | set(parts((CONTROLLER,))) - legs


def test_a_unit_with_several_disks_has_them_below_it() -> None:
    unit = replace(CONTROLLER.units[0], disks=("sdg", "sdh", "elsewhere"))
    controller = replace(CONTROLLER, units=(unit,))
    top = next(each for each in arrange(EVERYTHING, (controller,)) if each.key == "3ware:c0")
    assert [each.key for each in top.entries[0].entries[:2]] == ["sdg", "sdh"]


def test_devices_that_stand_on_each_other_are_there_all_the_same() -> None:
    circle = tuple(
        Device(name, f"/dev/{name}", "dm", 1, members=(other,), holders=(other,))
        for name, other in (("dm-0", "dm-1"), ("dm-1", "dm-0"))
    )
    keys = [key for entry in arrange(circle, ()) for key in entry.all_keys()]
    assert set(keys) == {"dm-0", "dm-1"}


def done(read: float, write: float = 0) -> Activity:
    return Activity(0.1, read, write, 0, 0, None, None, 0, 0)


def recorded(rates: list[tuple[float, float]]) -> History:
    """Ten samples of each."""
    history = History(600, 0.1)
    for second, (read, write) in enumerate(rates):
        for tenth in range(10):
            history.append(second + tenth / 10, done(read, write))
    return history


def test_nothing_recorded_is_flat() -> None:
    assert sparkline.shape(None) == sparkline.FLAT
    assert sparkline.shape(History(10, 0.1)) == sparkline.FLAT


def test_a_bar_is_a_second_and_the_newest_is_the_last() -> None:
    bars = sparkline.shape(recorded([(0, 0), (100, 0), (50, 20)]))
    assert bars[-3:] == ((0, 0), (10, 0), (5, 2))
    assert len(bars) == sparkline.BARS
    assert set(bars[:-3]) == {(0, 0)}


def test_noise_stays_low() -> None:
    assert sparkline.shape(recorded([(0.2, 0.01)]))[-1] == (1, 0)


def test_a_bar_keeps_its_height_while_it_moves() -> None:
    history = recorded([(number % 7 * 10, 0) for number in range(40)])
    before = sparkline.shape(history)
    for tenth in range(10):
        history.append(40 + tenth / 10, done(33))
        after = sparkline.shape(history)
        assert after[-6:-2] == before[-6:-2] or after[-6:-2] == before[-5:-1]
