"""What is noted beside the numbers: settings, seconds, fio's own words."""

from __future__ import annotations

from pathlib import Path

from storage_tuner.core.device import Device
from storage_tuner.core.measurement import MOST_RAW_BYTES
from storage_tuner.core.plan import Cell, Variant
from storage_tuner.core.time_course import TimeCourse, joined
from storage_tuner.core.workload import CLASSICAL_WORKLOADS
from storage_tuner.measuring.recorder import RecordedSubjects, Recorder
from tests.system.conftest import until

CELL = Cell(CLASSICAL_WORKLOADS[2], 4)
DISK = Device(name="sda", path="/dev/sda", kind="disk", size_bytes=None)


def put(root: Path, name: str, text: str) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{text}\n")
    return path


def computer(root: Path) -> Path:
    """With a disk, two processors and some weaknesses."""
    put(root, "sys/block/sda/queue/scheduler", "none [bfq]")
    put(root, "sys/block/sda/queue/nr_requests", "64")
    put(root, "sys/block/sda/device/hwmon/hwmon3/temp1_input", "31000")
    put(root, "sys/devices/system/cpu/vulnerabilities/mds", "Not affected")
    put(root, "sys/devices/system/cpu/vulnerabilities/spectre_v2", "Mitigation: Retpolines")
    for number in (0, 1):
        put(root, f"sys/devices/system/cpu/cpu{number}/cpufreq/scaling_governor", "powersave")
        put(root, f"sys/devices/system/cpu/cpu{number}/cpufreq/scaling_driver", "intel_pstate")
    put(root, "proc/cmdline", "quiet mitigations=auto")
    put(root, "proc/loadavg", "0.50 0.40 0.30 1/100 1234")
    return root


def test_what_is_set_is_noted_before_during_each_variant_and_after(tmp_path: Path) -> None:
    root = computer(tmp_path)
    witness = Recorder(RecordedSubjects((DISK,), ("sda",)), root)
    put(root, "sys/block/sda/queue/scheduler", "[none] bfq")
    witness.note_variant(Variant("none", (("scheduler", "none"),)))
    put(root, "sys/block/sda/queue/nr_requests", "128")
    witness.note_variant(Variant("none", (("scheduler", "none"),)))
    put(root, "sys/block/sda/queue/scheduler", "none [bfq]")
    put(root, "sys/block/sda/device/hwmon/hwmon3/temp1_input", "44500")
    put(root, "proc/loadavg", "1.50 0.40 0.30 1/100 1234")
    found = witness.circumstances_after
    assert found.settings_before == {"sda": {"scheduler": "bfq", "nr_requests": "64"}}
    assert found.settings_during == {"none": {"sda": {"scheduler": "none", "nr_requests": "64"}}}
    assert found.settings_after == {"sda": {"scheduler": "bfq", "nr_requests": "128"}}
    assert (found.temperature_before_c, found.temperature_after_c) == (31.0, 44.5)
    assert (found.load_before, found.load_after) == (0.5, 1.5)
    assert found.mitigations == {"mds": "Not affected", "spectre_v2": "Mitigation: Retpolines"}
    assert found.governors == ("powersave (intel_pstate)",)
    assert found.kernel_command_line == "quiet mitigations=auto"
    assert found.file_system is None


def test_where_nothing_is_told_nothing_is_known(tmp_path: Path) -> None:
    with Recorder(RecordedSubjects((DISK,), ("sda",)), tmp_path) as witness:
        found = witness.circumstances_after
    assert found == type(found)()
    assert len(witness.time_course) == 0


def test_the_file_system_of_a_folder_is_noted_with_its_room(tmp_path: Path) -> None:
    found = Recorder(RecordedSubjects(path=tmp_path)).circumstances.file_system
    assert found is not None
    assert found.kind
    assert tmp_path.is_relative_to(found.mount_point)
    assert 0 < found.free_bytes <= found.size_bytes
    assert Recorder(RecordedSubjects(path=tmp_path / "nothing")).circumstances.file_system is None


def test_every_interval_has_what_the_kernel_counted_in_it(tmp_path: Path) -> None:
    # reads, merged, sectors, ms, writes, merged, sectors, ms, in flight, ms busy, ms waited
    stat = put(tmp_path, "stat", "0 0 0 0 0 0 0 0 0 0 0")
    with Recorder(RecordedSubjects(counters=str(stat)), tmp_path, interval_s=0.02) as witness:
        until(lambda: len(witness.time_course) >= 2, "two intervals")
        put(tmp_path, "stat", "100 0 2000 50 0 0 0 0 0 40 50")
        until(lambda: any(witness.time_course.read_iops), "an interval with reads")
        seen = len(witness.time_course)
        until(lambda: len(witness.time_course) > seen, "one more")
    course = witness.time_course
    (at,) = [number for number, rate in enumerate(course.read_iops) if rate]
    seconds = 100 / course.read_iops[at]
    assert course.latency_ms[at] == 0.5
    assert abs(course.read_mb_s[at] * seconds - 2000 * 512 / 1e6) < 0.001
    assert course.latency_ms[at - 1] is None
    assert list(course.ends_s) == sorted(course.ends_s)
    columns = (course.write_mb_s, course.write_iops, course.queue_length, course.utilisation)
    assert {len(column) for column in columns} == {len(course)}


def test_what_fio_printed_is_kept_until_there_is_too_much(tmp_path: Path) -> None:
    witness = Recorder(RecordedSubjects(), tmp_path)
    witness.note_output(CELL, "bfq", "{}")
    assert [(each.label, each.text) for each in witness.raw] == [("rand-read, 4, bfq", "{}")]
    witness.note_output(CELL, "", "x" * MOST_RAW_BYTES)
    witness.note_output(CELL, "", "y")
    assert len(witness.raw) == 1


def test_two_parts_of_a_session_have_one_time_course() -> None:
    one = TimeCourse("2026-03-01T10:00:00.000+00:00", *([(1.0, 2.0)] * 8))
    two = TimeCourse("2026-03-01T10:05:00.000+00:00", *([(1.0,)] * 8))
    whole = joined(one, two)
    assert whole.begun_at == one.begun_at
    assert whole.ends_s == (1.0, 2.0, 301.0)
    assert whole.latency_ms == (1.0, 2.0, 1.0)
    assert joined(TimeCourse(), two) == two
    assert joined(one, TimeCourse()) == one
