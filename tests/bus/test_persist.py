"""Settings that are kept for good: the real helper, udev's own daemon, a real loop device."""

from __future__ import annotations

import os
import signal
import stat
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from storage_tuner_helper.devices.identity import Identity
from storage_tuner_helper.keeping import sysctl_file, udev_rules
from tests.bus.connections import Refused, StdioClient
from tests.bus.test_sessions import begin
from tests.bus.udev_system import OTHER_WWN, RUNTIME, WWN, UdevSystem, udev_system
from tests.bus.workloads import RANDOM_READ
from tests.loop_device import MEBIBYTE, LoopDevice, LoopDeviceFactory
from tests.virtual_memory import steady_memory

__all__ = ["steady_memory"]

BFQ = {"scheduler": "bfq", "nr_requests": "64", "low_latency": "0", "read_ahead_kb": "512"}


@pytest.fixture
def udev(state: Path) -> Iterator[UdevSystem]:
    """With its daemon."""
    with udev_system(state, daemon=True) as system:
        yield system


@pytest.fixture
def database(state: Path) -> Iterator[UdevSystem]:
    """No daemon; what it would have noted is there."""
    with udev_system(state, daemon=False) as system:
        yield system


def kept(
    helper: StdioClient, device: LoopDevice, values: dict[str, str], *, keep: bool = True
) -> dict[str, str]:
    """Set, keep for good, end: as the application does it; the reply to ``Persist``."""
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, **values)
    reply = helper.call("Persist", device.name, session=session, **values)
    helper.call("EndSession", device.name, session=session, keep=keep)
    return reply


def persist_refusal(helper: StdioClient, device: LoopDevice, values: dict[str, str]) -> str:
    """Whole sentence; the values are set before, and brought back after."""
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, **values)
    with pytest.raises(Refused) as refused:
        helper.call("Persist", device.name, session=session, **values)
    helper.call("EndSession", device.name, session=session, keep=False)
    return str(refused.value)


def read_all(device: LoopDevice, values: dict[str, str]) -> dict[str, str]:
    folders = {"low_latency": "iosched/", "fifo_batch": "iosched/"}
    return {name: device.read(f"{folders.get(name, '')}{name}") for name in values}


def forget(device: LoopDevice) -> None:
    """As the kernel does at a restart."""
    device.write("scheduler", "none")
    device.write("nr_requests", "128")
    device.write("read_ahead_kb", "128")


def test_what_is_kept_is_set_at_every_event(udev: UdevSystem, device: LoopDevice) -> None:
    udev.identify(device, WWN)
    with udev.helper() as helper:
        session = begin(helper, device)
        helper.call("SetSettings", device.name, session=session, **BFQ)
        shown = helper.call("PreviewPersistent", device.name, session=session, **BFQ)
        assert udev.nothing_is_written()
        reply = helper.call("Persist", device.name, session=session, **BFQ)
        helper.call("EndSession", device.name, session=session, keep=True)
        assert helper.call("Describe")["persisted"] == [
            f"{WWN} scheduler=bfq nr_requests=64 low_latency=0 read_ahead_kb=512"
        ]
    assert reply["note"] == "" and {**reply, **BFQ} == reply
    assert shown["path"] == udev_rules.PATH and shown["identity"] == WWN
    assert shown["replaces"] == "" and shown["text"] in udev.rules()
    assert udev_rules.parse(udev.rules()) == {Identity.parse(WWN): BFQ}
    status = udev.place(udev_rules.PATH).stat()
    assert stat.S_IMODE(status.st_mode) == 0o644 and (status.st_uid, status.st_gid) == (0, 0)
    for action in ("change", "add"):
        forget(device)
        udev.event(device, action)
        assert read_all(device, BFQ) == BFQ


def test_udevadm_test_sets_the_same(database: UdevSystem, device: LoopDevice) -> None:
    """`udevadm test` of udev 252 does write attributes, and says so."""
    database.identify(device, WWN)
    with database.helper() as helper:
        reply = kept(helper, device, BFQ)
    assert "No udev daemon is running" in reply["note"]
    forget(device)
    said = database.replay(device)
    assert read_all(device, BFQ) == BFQ
    written = [line.split(" writing ")[1] for line in said.splitlines() if " writing " in line]
    assert written == ["'bfq'", "'64'", "'0'", "'512'"]
    assert "rror" not in said and "nvalid" not in said


def test_what_the_device_does_not_have_is_left_out(
    database: UdevSystem, device: LoopDevice
) -> None:
    """Another scheduler, after somebody removed a line: udev doesn't complain."""
    database.identify(device, WWN)
    with database.helper() as helper:
        kept(helper, device, BFQ)
    file = database.place(udev_rules.PATH)
    lines = database.rules().splitlines(keepends=True)
    file.write_text("".join(line for line in lines if '"bfq"' not in line), encoding="ascii")
    forget(device)
    said = database.replay(device)
    assert device.scheduler == "none" and device.read("read_ahead_kb") == "512"
    assert "low_latency" not in said and "rror" not in said


def test_a_session_is_not_disturbed_by_what_is_kept(udev: UdevSystem, device: LoopDevice) -> None:
    """Not by an event while it measures, in which udev reads our rules."""
    udev.identify(device, WWN)
    with udev.helper() as helper:
        kept(helper, device, BFQ)
        session = begin(helper, device)
        helper.call("SetSettings", device.name, session=session, scheduler="kyber", nr_requests=32)
        assert udev.place(f"{RUNTIME}/measuring/{device.name}").exists()
        udev.event(device)
        assert (device.scheduler, device.read("nr_requests")) == ("kyber", "32")
        said = udev.replay(device)
        assert " writing " not in said and "STORAGE_TUNER=" in said
        helper.call("EndSession", device.name, session=session, keep=False)
    assert not udev.place(f"{RUNTIME}/measuring/{device.name}").exists()
    forget(device)
    udev.event(device)
    assert read_all(device, BFQ) == BFQ


def test_keeping_looks_through_the_session_and_leaves_it_measuring(
    udev: UdevSystem, device: LoopDevice
) -> None:
    """A distribution's rule would win while ours are off: they are on while we verify."""
    udev.identify(device, WWN)
    distribution = udev.place("/usr/lib/udev/rules.d/60-scheduler.rules")
    rule = f'KERNEL=="{device.name}", ATTR{{queue/scheduler}}="kyber"\n'
    distribution.write_text(rule, encoding="ascii")
    with udev.helper() as helper:
        session = begin(helper, device)
        helper.call("SetSettings", device.name, session=session, **BFQ)
        assert helper.call("Persist", device.name, session=session, **BFQ)["scheduler"] == "bfq"
        assert udev.place(f"{RUNTIME}/measuring/{device.name}").exists()
        helper.call("EndSession", device.name, session=session, keep=True)


def test_a_removed_marker_of_the_session_prevents_nothing(
    udev: UdevSystem, device: LoopDevice
) -> None:
    udev.identify(device, WWN)
    with udev.helper() as helper:
        session = begin(helper, device)
        helper.call("SetSettings", device.name, session=session, **BFQ)
        udev.place(f"{RUNTIME}/measuring/{device.name}").unlink()
        assert helper.call("Persist", device.name, session=session, **BFQ)["scheduler"] == "bfq"
        helper.call("EndSession", device.name, session=session, keep=True)
    assert "bfq" in udev.rules()


def test_an_event_that_the_daemon_loses_is_repeated(udev: UdevSystem, device: LoopDevice) -> None:
    """After the first one, its entry for the device is as if there had been none."""
    udev.identify(device, WWN)
    lost = udev.place("/etc/udev/rules.d/99-zz-lost.rules")
    first = f'KERNEL=="{device.name}", ENV{{{udev_rules.MARK}}}=="?*", TEST!="/run/lost"'
    lost.write_text(
        f'{first}, PROGRAM="/bin/touch /run/lost", ENV{{{udev_rules.MARK}}}=""\n', "ascii"
    )
    with udev.helper() as helper:
        kept(helper, device, {"nomerges": "1"})
    assert udev.place("/run/lost").exists() and "nomerges" in udev.rules()


def test_what_somebody_else_overrides_is_not_kept(udev: UdevSystem, device: LoopDevice) -> None:
    udev.identify(device, WWN)
    before = device.settings()
    with udev.helper() as helper:
        kept(helper, device, {"nomerges": "1"})
        first = udev.rules()
        other = udev.place("/etc/udev/rules.d/99-zz-other.rules")
        other.write_text(f'KERNEL=="{device.name}", ATTR{{queue/scheduler}}="kyber"\n', "ascii")
        for _ in range(2):  # udev's database still knows of the first attempt at the second one
            sentence = persist_refusal(helper, device, BFQ)
            assert sentence.startswith("NotApplied: scheduler is kyber")
            assert udev.rules() == first
        other.unlink()
        helper.call("Restore", device.name)
    assert device.settings() == before


def test_what_is_not_set_is_not_kept(database: UdevSystem, device: LoopDevice) -> None:
    database.identify(device, WWN)
    with database.helper() as helper:
        session = begin(helper, device)
        refused = helper.refusal("Persist", device.name, session=session, scheduler="bfq")
        assert refused == "NotApplied"
    assert database.nothing_is_written()


def test_two_disks_come_and_go_in_any_order(
    database: UdevSystem, loop_devices: LoopDeviceFactory
) -> None:
    first, second = loop_devices(), loop_devices()
    database.identify(first, OTHER_WWN)
    database.identify(second, WWN)
    with database.helper() as helper:
        kept(helper, first, BFQ)
        alone = database.rules()
        kept(helper, second, {"nomerges": "2"})
        assert set(udev_rules.parse(database.rules())) == {
            Identity.parse(WWN),
            Identity.parse(OTHER_WWN),
        }
        assert helper.call("Unpersist", second.name)["removed"] == [WWN]
        assert database.rules() == alone
        kept(helper, second, {"nomerges": "2"})
        assert helper.call("Unpersist", first.name)["removed"] == [OTHER_WWN]
        assert helper.call("Unpersist", first.name)["removed"] == []
        kept(helper, first, BFQ)
        kept(helper, first, {"scheduler": "mq-deadline", "fifo_batch": "4"})
        parts = udev_rules.parse(database.rules())
        assert parts[Identity.parse(OTHER_WWN)] == {
            "scheduler": "mq-deadline",
            "fifo_batch": "4",
            "read_ahead_kb": "512",
        }
        assert sorted(helper.call("Unpersist")["removed"]) == [WWN, OTHER_WWN]
        assert database.nothing_is_written()
        helper.call("Restore")


def test_a_rule_is_about_its_disk_alone(
    database: UdevSystem, loop_devices: LoopDeviceFactory
) -> None:
    mine, other = loop_devices(), loop_devices()
    database.identify(mine, WWN)
    database.identify(other, OTHER_WWN)
    with database.helper() as helper:
        kept(helper, mine, BFQ)
        before = other.settings()
        assert " writing " not in database.replay(other)
        assert other.settings() == before
        helper.call("Restore")


def test_restore_takes_out_what_was_kept(udev: UdevSystem, device: LoopDevice) -> None:
    udev.identify(device, WWN)
    before = device.settings()
    with udev.helper() as helper:
        kept(helper, device, BFQ)
        assert device.settings() != before
        sentences = helper.call("Restore", device.name)["restored"]
        assert any(WWN in sentence for sentence in sentences), sentences
        assert device.settings() == before and udev.nothing_is_written()
        udev.event(device)
        assert device.settings() == before
        assert helper.call("Describe")["persisted"] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("how", ["edited", "link", "owned", "writable", "binary"])
def test_a_file_that_is_not_ours_is_left_alone(
    database: UdevSystem, device: LoopDevice, how: str
) -> None:
    database.identify(device, WWN)
    before = device.settings()
    file = database.place(udev_rules.PATH)
    with database.helper() as helper:
        kept(helper, device, {"nomerges": "1"})
        if how == "edited":
            file.write_text(database.rules() + 'KERNEL=="sda", NAME="x"\n', encoding="ascii")
        elif how == "link":
            file.rename(file.with_name("mine"))
            file.symlink_to("mine")
        elif how == "owned":
            os.chown(file, 1, 1)
        elif how == "writable":
            file.chmod(0o666)
        else:
            file.write_bytes(b"\xff\0")
        found = as_it_is(file)
        assert persist_refusal(helper, device, BFQ).startswith(f"EditedByHand: {udev_rules.PATH}")
        assert helper.refusal("Unpersist") == "EditedByHand"
        assert helper.call("Describe")["persisted"] == []
        told = helper.call("Restore")
        assert not any("edited by hand" in sentence for sentence in told["restored"])
        (sentence,) = told["left"]
        assert sentence.startswith(f"{udev_rules.PATH} was edited by hand")
        (again,) = helper.call("Restore", device.name)["left"]
        assert again == sentence
    assert as_it_is(file) == found
    assert device.settings() == before


def as_it_is(file: Path) -> tuple[object, ...]:
    """What may be seen of a file, but for who read it when."""
    status = file.lstat()
    owner, times = (status.st_uid, status.st_gid), (status.st_mtime_ns, status.st_ctime_ns)
    return file.read_bytes(), status.st_mode, status.st_ino, owner, times


def test_a_device_without_a_lasting_name_is_refused(
    database: UdevSystem, device: LoopDevice
) -> None:
    with database.helper() as helper:
        sentence = persist_refusal(helper, device, {"nomerges": "1"})
        assert sentence.startswith("NotSupported") and "no persistent ID" in sentence
        disk = helper.call("CreatePracticeDisk", size_bytes=64 * MEBIBYTE)
        practice = LoopDevice(disk["device"], Path())
        database.write_database(practice, WWN)
        sentence = persist_refusal(helper, practice, {"nomerges": "1"})
        assert sentence.startswith("NotSupported") and "practice disk" in sentence
    assert database.nothing_is_written()


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "hostile",
    [
        'ID_SERIAL=x", RUN+="/bin/touch /tmp/pwned',
        "ID_SERIAL=disk*",
        "ID_WWN=0x5000c500a1b2c3d?",
        "ID_SERIAL=disk[0-9]",
        "ID_SERIAL=one|two",
        "ID_SERIAL=größe",
        "ID_SERIAL=a\\",
        "ID_SERIAL=$env{PATH}",
        "ID_SERIAL=" + "12345" * 100,
        "ID_WWN=0x0000000000000000",
    ],
)
def test_a_hostile_identity_is_none(database: UdevSystem, device: LoopDevice, hostile: str) -> None:
    """What stands on a disk or a USB stick comes from its maker."""
    database.write_database(device, hostile)
    with database.helper() as helper:
        assert persist_refusal(helper, device, {"nomerges": "1"}).startswith("NotSupported")
    assert database.nothing_is_written()


HOSTILE: list[dict[str, object]] = [
    {"scheduler": 'bfq", RUN+="/bin/sh'},
    {"scheduler": "bfq\nRUN+=1"},
    {"scheduler": "../../x"},
    {"scheduler": "*"},
    {"nr_requests": '64"'},
    {"nr_requests": "64\n"},
    {"nr_requests": 1 << 40},
    {"nr_requests": 64.0},
    {"nr_requests": [64]},
    {"nr_requests": True},
    {"uevent": "add"},
    {"write_cache": "write through"},
    {"queue/scheduler": "bfq"},
    {"../nomerges": 1},
    {"path": "/etc/passwd"},
    {"identity": WWN},
    {"dirty_ratio": 10},
    {"swappiness": 10},
    {"stripe_cache_size": 1024},
    {},
]


def test_only_the_allow_list_gets_into_a_file(database: UdevSystem, device: LoopDevice) -> None:
    database.identify(device, WWN)
    before = device.settings()
    with database.helper() as helper:
        session = begin(helper, device)
        for method, given in product(("PreviewPersistent", "Persist"), HOSTILE):
            refused = helper.refusal(method, device.name, session=session, **given)
            assert refused in ("InvalidArgument", "NotApplied", "NotSupported"), (method, given)
    assert database.nothing_is_written() and device.settings() == before


def test_two_disks_that_say_they_are_one_are_refused(
    database: UdevSystem, loop_devices: LoopDeviceFactory
) -> None:
    first, second = loop_devices(), loop_devices()
    for device in (first, second):
        database.identify(device, WWN)
    with database.helper() as helper:
        sentence = persist_refusal(helper, first, {"nomerges": "1"})
        assert sentence.startswith("NotSupported") and second.name in sentence
    assert database.nothing_is_written()


def test_nothing_is_kept_in_the_middle_of_a_benchmark(
    database: UdevSystem, device: LoopDevice
) -> None:
    database.identify(device, WWN)
    running = {**RANDOM_READ, "runtime_ms": 600_000}
    with database.helper() as helper:
        session = begin(helper, device)
        helper.call("StartBenchmark", device.name, session=session, **running)
        refused = helper.refusal("Persist", device.name, session=session, nomerges=0)
        assert refused == "Busy"
    assert database.nothing_is_written()


def test_only_the_owner_of_a_session_keeps_its_settings(
    database: UdevSystem, device: LoopDevice
) -> None:
    database.identify(device, WWN)
    with database.helper() as helper:
        begin(helper, device)
        for method in ("PreviewPersistent", "Persist"):
            refused = helper.refusal(method, device.name, session="0" * 32, nomerges=0)
            assert refused == "NoSuchSession"
    assert database.nothing_is_written()


@pytest.mark.usefixtures("steady_memory")
def test_the_machine_s_memory_is_kept_in_a_file_of_sysctl(database: UdevSystem) -> None:
    """With the values that it has: nothing of the machine's is changed."""
    present = Path("/proc/sys/vm/swappiness").read_text(encoding="ascii").strip()
    with database.helper() as helper:
        session = helper.call("BeginSession", "vm", diskseq=0)["session"]
        wanted = {"session": session, "swappiness": present}
        shown = helper.call("PreviewPersistent", "vm", **wanted)
        assert shown == {
            "path": sysctl_file.PATH,
            "text": f"vm.swappiness = {present}\n",
            "replaces": "",
            "identity": "vm",
        }
        assert database.nothing_is_written()
        assert helper.call("Persist", "vm", **wanted)["swappiness"] == present
        assert helper.refusal("Persist", "vm", session=session, scheduler="bfq") != ""
        assert helper.call("Describe")["persisted"] == [f"vm swappiness={present}"]
        helper.call("EndSession", "vm", session=session, keep=True)
        assert sysctl_file.parse(database.sysctl()) == {"swappiness": present}
        database.run("sysctl", "--load", sysctl_file.PATH)
        assert helper.call("Unpersist", "vm")["removed"] == ["vm"]
    assert database.nothing_is_written()


def test_a_full_or_missing_folder_is_told_and_changes_nothing(
    database: UdevSystem, device: LoopDevice
) -> None:
    database.identify(device, WWN)
    before = device.settings()
    database.run("mount", "-o", "remount,ro", "/etc/udev")
    with database.helper() as helper:
        sentence = persist_refusal(helper, device, {"nomerges": "1"})
        assert sentence.startswith("KernelRefused") and udev_rules.PATH in sentence
    database.run("mount", "-o", "remount,rw", "/etc/udev")
    database.run("rmdir", "/etc/udev/rules.d")
    with database.helper() as helper:
        assert persist_refusal(helper, device, {"nomerges": "1"}).startswith("KernelRefused")
    assert device.settings() == before


def test_a_daemon_that_does_not_answer_leaves_no_rule(udev: UdevSystem, device: LoopDevice) -> None:
    """As if it were hanging: its socket is there, nobody listens, the database isn't renewed."""
    udev.identify(device, WWN)
    with udev.helper() as helper:
        os.kill(udev.udevd, signal.SIGSTOP)
        try:
            sentence = persist_refusal(helper, device, {"nomerges": "1"})
        finally:
            os.kill(udev.udevd, signal.SIGCONT)
        assert sentence.startswith("NotApplied") and "udev" in sentence
    assert udev.nothing_is_written()
