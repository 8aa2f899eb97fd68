"""A look around a made-up computer: what it puts together, and when it waits."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.core.condition import Condition, ConditionKind, Severity, record_sentences
from storage_tuner.core.controller import Controller, Unit
from storage_tuner.core.errors import Cancelled
from storage_tuner.core.plan import Target, TargetKind
from storage_tuner.core.workload import FileTree, Operation
from storage_tuner.jobs.conditions import check_conditions, condition_subject, measured_bytes
from storage_tuner.jobs.subject import Subject
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.probe.load.conditions import ConditionSubject
from tests.unit.probe.made_trees import add_disk, write_tree

MEBIBYTE = 1 << 20
UNIT = Unit("u0", "RAID-5", "OK", ports=("p0", "p1", "p2"), disks=("sda",))
CONTROLLERS = (
    Controller("3ware", "c0", None, units=(UNIT,), details={"Available Memory": "224MB"}),
)


@pytest.fixture
def computer(tmp_path: Path) -> Path:
    add_disk(tmp_path, "sda", "8:0")
    add_disk(tmp_path, "loop0", "7:0", "virtual", loop__dio="0", loop__backing_file="/x")
    write_tree(
        tmp_path,
        {
            "proc/meminfo": "MemTotal:  8388608 kB\nMemAvailable:  8000000 kB\n",
            "proc/stat": "cpu 0 0 0 100 0 0 0 0\n",
        },
    )
    return tmp_path


def subject(root: Path, name: str, controllers: tuple[Controller, ...] = ()) -> ConditionSubject:
    devices = read_devices(root)
    return ConditionSubject(find_device(name, devices, root), devices, controllers=controllers)


def look(root: Path, subject: ConditionSubject, size: int) -> tuple[Condition, ...]:
    return check_conditions(subject, size, lambda _: None, root)


def test_what_happens_in_the_second_of_waiting_is_told_gravest_first(computer: Path) -> None:
    waited: list[float] = []

    def busy(seconds: float) -> None:
        waited.append(seconds)
        stat = computer / "sys/devices/pci/ata1/host0/block/sda/stat"
        stat.write_text("5000 0 80000 1 1 0 8 1 0 2 2\n")
        (computer / "proc/stat").write_text("cpu 150 0 0 150 0 0 0 0\n")

    found = check_conditions(subject(computer, "sda"), 1 << 40, busy, computer)
    assert waited == [1.0]
    assert [each.kind for each in found] == [
        ConditionKind.DISK_IDLE,
        ConditionKind.PROCESSORS_IDLE,
        ConditionKind.TEST_SIZE,
    ]
    assert [each.severity for each in found][-1] is Severity.NOTE
    assert len(record_sentences(found)) == 2


def test_who_is_cancelled_looks_no_further(computer: Path) -> None:
    def cancelled(_: float) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        check_conditions(subject(computer, "sda"), 1, cancelled, computer)


def test_the_caches_of_a_controller_and_its_disks_count(computer: Path) -> None:
    needed = 2 * (224 + 3 * 512) * MEBIBYTE
    on_unit = subject(computer, "sda", CONTROLLERS)
    (enough,) = look(computer, on_unit, needed)
    assert enough.severity is Severity.NOTE
    (short,) = look(computer, on_unit, needed - 1)
    assert short.severity is Severity.WARNING
    (alone,) = look(computer, subject(computer, "sda"), 2 * 512 * MEBIBYTE)
    assert alone.severity is Severity.NOTE


def test_without_direct_io_memory_counts(computer: Path) -> None:
    buffered, size = look(computer, subject(computer, "loop0"), 2 * 512 * MEBIBYTE)
    assert buffered.kind is ConditionKind.LOOP_CACHE
    assert (size.kind, size.severity) == (ConditionKind.TEST_SIZE, Severity.WARNING)
    assert "memory 8.59 GB" in str(size.sentence)


def test_what_is_measured_of_each_target(computer: Path, tmp_path: Path) -> None:
    device = find_device("sda", read_devices(computer), computer)
    (tmp_path / "file").write_bytes(bytes(5))
    size = 64 * MEBIBYTE
    folder = Target(TargetKind.FILE, None, str(tmp_path))
    file = Target(TargetKind.FILE, None, str(tmp_path / "file"))
    on_folder, on_file = (Subject(each, device, devices=(device,)) for each in (folder, file))
    assert measured_bytes(Subject(Target(TargetKind.DEVICE, "sda"), device), size) == 1 << 30
    assert measured_bytes(Subject(Target(TargetKind.PRACTICE, None)), size) == size
    assert measured_bytes(on_folder, size) == size
    assert measured_bytes(on_file, size) == 5
    new = condition_subject(on_folder, size, writes=True)
    assert (new.path, new.room_bytes) == (tmp_path, size + 256 * MEBIBYTE)
    assert condition_subject(on_folder, None, writes=True).room_bytes == 0
    assert condition_subject(on_file, 5, writes=False).room_bytes == 0


def test_the_largest_tree_needs_room_beside_the_test_file(computer: Path, tmp_path: Path) -> None:
    folder = Target(TargetKind.FILE, None, str(tmp_path))
    on_folder = Subject(folder, no_device="Why.")
    create, remove = Operation.RANDOM_WRITE, Operation.SEQUENTIAL_WRITE
    large = FileTree(create, remove, depth=1, folders=2, files=50, file_bytes=MEBIBYTE)
    small = FileTree(create, remove, depth=1, folders=2, files=50, file_bytes=1)
    least = (100 + 256) * MEBIBYTE
    alone = condition_subject(on_folder, None, writes=True, trees=(small, large))
    assert least < alone.room_bytes < least + 10 * MEBIBYTE
    both = condition_subject(on_folder, MEBIBYTE, writes=True, trees=(large,))
    assert both.room_bytes == alone.room_bytes + MEBIBYTE
