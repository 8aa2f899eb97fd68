"""What is shared tells nothing of whose it is, in any format; and is judged the same."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner import process
from storage_tuner.advice.judgement import judge
from storage_tuner.bench.programs.command import start_workloads
from storage_tuner.core.circumstances import Circumstances
from storage_tuner.core.device import Device
from storage_tuner.core.measurement import Machine, SessionRecord
from storage_tuner.core.message import Message, sentence
from storage_tuner.core.plan import Target, TargetKind
from storage_tuner.core.time_course import TimeCourse
from storage_tuner.core.workload import Command, Operation, Workload
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.results.sharing import to_share
from storage_tuner.report import sharing
from storage_tuner.report.sharing import LEFT_OUT, shareable
from storage_tuner.report.writers import WRITERS
from storage_tuner.store.results import read_results
from tests.unit.report.example_session import example_record
from tests.unit.report.filled import filled, mark

PRIVATE = {
    "Machine": ("host",),
    "Device": (
        "path",
        "links",
        "serial",
        "wwn",
        "backing_file",
        "mount_points",
        "in_use",
    ),
    "Content": ("label", "uuid"),
    "Partition": ("path", "mount_points", "in_use"),
    "MdState": ("uuid",),
    "DeviceMapping": ("name", "uuid", "volume_group", "logical_volume"),
    "SettingOwner": ("place",),
    "Circumstances": ("kernel_command_line",),
    "FileSystemState": ("mount_point",),
    "Target": ("path",),
    "Command": ("argv", "prepare", "clean_up"),
}
MARKS = [mark(f"{kind}Q{name}") for kind, names in PRIVATE.items() for name in names]
NAMES = [
    word
    for word in MARKS
    if not re.search("inuse|Command|commandline|PartitionQpath|place|DeviceQpath", word)
]
"""Those that stand for one thing, and are looked for in texts; others are texts themselves."""
HOME = "/home/Zqalice/Zqtaxes 2026/Zqletter.odt"
ELSEWHERE = (
    "0e3b5d1c-1234-4cde-8f00-0123456789ab",
    "wwn-0x5000c500a1b2c3d4",
    "/dev/disk/by-id/ata-WDC_Zqdisk",
    "/mnt/Zqvault",
    "Zqalice@example.org",
    "Zqalice",
)
TOLD = re.compile("|".join(["Zqtaxes", "Zqletter", "Zqvault", "Zqdisk", "Zqalice", *ELSEWHERE[:2]]))


def marked() -> SessionRecord:
    """A session that tells of its owner wherever it can, and of each of these things in texts."""
    record = example_record(("none", "bfq"), (Operation.RANDOM_READ,), repeats=3)
    device = filled(Device)
    command = Workload("own", "own", command=filled(Command))
    plan = replace(
        record.plan,
        target=Target(TargetKind.FILE, device.name, mark("TargetQpath"), 1 << 30),
        workloads=(*record.plan.workloads, command),
    )
    return replace(
        record,
        machine=filled(Machine),
        device=device,
        related=(filled(Device),),
        plan=plan,
        circumstances=filled(Circumstances),
        time_course=replace(filled(TimeCourse), begun_at=record.created_at),
        caveats=(
            f"Others: {', '.join(NAMES)}; {', '.join(ELSEWHERE)}.",
            sentence("{path} is busy", path=HOME),
        ),
        measurements=(
            replace(record.measurements[0], disturbed=f"{HOME} was written"),
            *record.measurements[1:],
        ),
    )


def found_in(text: str) -> list[str]:
    """Also what a layout broke in two."""
    unbroken = re.sub(r"[\s\u00ad-]+", "", text)
    return [word for word in (*MARKS, *TOLD.findall(text)) if word in text or word in unbroken]


def test_the_session_tells_of_its_owner_as_long_as_nothing_is_left_out() -> None:
    record = marked()
    texts = "\n".join(sharing.texts_in(record))
    assert set(found_in(texts)) >= set(MARKS)


def test_nothing_in_a_shared_session_tells_of_its_owner() -> None:
    texts = "\n".join(sharing.texts_in(shareable(marked())))
    assert found_in(texts) == []
    assert LEFT_OUT in texts


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shared")
    record, judgement = to_share(marked())
    for kind, writer in WRITERS.items():
        writer.write(record, judgement, folder / f"{kind}{writer.suffix}")
    return folder


@pytest.mark.parametrize("kind", WRITERS)
def test_no_output_tells_of_its_owner(written: Path, kind: str) -> None:
    path = written / f"{kind}{WRITERS[kind].suffix}"
    content = path.read_bytes()
    assert content
    assert found_in(content.decode("utf-8", "replace")) == []
    assert str(Path.home()).encode() not in content.replace(b"/root/", b"")
    if kind == "pdf":
        told = process.run(("pdftotext", str(path), "-"), timeout=60)
        assert "Random read" in told.output
        assert found_in(told.output) == []


@pytest.mark.parametrize(("kind", "place"), [("json", "json.json"), ("html", "html.html")])
def test_the_same_outputs_tell_it_where_nothing_is_left_out(
    tmp_path: Path, kind: str, place: str
) -> None:
    record = marked()
    WRITERS[kind].write(record, judge_session(record), tmp_path / place)
    assert mark("MachineQhost") in (tmp_path / place).read_text()


def test_what_it_was_measured_on_is_still_told(written: Path) -> None:
    shared = read_results(written / "json.json")
    assert shared.device is not None
    for kept in ("model", "firmware", "vendor"):
        assert getattr(shared.device, kept) == mark(f"DeviceQ{kept}")
    assert shared.machine.processor == mark("MachineQprocessor")
    assert shared.circumstances.governors == (mark("CircumstancesQgovernors"),)
    assert len(shared.time_course) == 1


def test_every_field_with_texts_is_decided_on() -> None:
    """A field that somebody adds is left out until it's named in one of the two lists."""
    for kind, field in set(_fields_with_texts(marked())):
        stays = field in sharing.PUBLIC.get(kind, ()) or (kind, field) in sharing.NAMES
        assert stays != (field in PRIVATE.get(kind, ())), (kind, field)


def test_the_verdict_is_the_same() -> None:
    record = example_record(repeats=3)
    assert shareable(record).measurements == record.measurements
    assert judge(shareable(record)) == judge(record)


def test_a_name_of_the_computer_is_blotted_out_but_not_within_words() -> None:
    record = replace(
        example_record(repeats=1),
        machine=replace(filled(Machine), host="box.example"),
        caveats=("box was busy, as in a toolbox.", "Reads at 10 MB/s and/or 1/2 of /sys/block."),
    )
    shared = shareable(record, hidden=("somebody",)).caveats
    assert shared[0] == f"{LEFT_OUT} was busy, as in a toolbox."
    assert shared[1] == record.caveats[1]


def test_a_command_of_the_user_stays_private_in_labels() -> None:
    password = "--password=hunter2"
    record = example_record(repeats=1)
    workloads = start_workloads(["mysqldump", password])
    shared = shareable(replace(record, plan=replace(record.plan, workloads=workloads)))
    assert password not in "".join(sharing.texts_in(shared))
    assert not any(password in str(each.label) for each in shared.plan.workloads)


def test_sentences_stay_sentences() -> None:
    record = replace(example_record(repeats=1), caveats=(sentence("{path} is busy", path=HOME),))
    (caveat,) = shareable(record).caveats
    assert str(caveat) == f"{LEFT_OUT} is busy"
    assert caveat == sentence("{path} is busy", path=LEFT_OUT)


def test_results_can_be_read_back(written: Path) -> None:
    document = json.loads((written / "json.json").read_text())
    assert document["machine"]["host"] == ""
    assert document["device"]["serial"] == ""


def _fields_with_texts(value: object) -> Iterator[tuple[str, str]]:
    """A message is a text, whose parts are blotted each."""
    if isinstance(value, Message):
        return
    if isinstance(value, tuple | list):
        for item in value:
            yield from _fields_with_texts(item)
    elif isinstance(value, dict):
        yield from _fields_with_texts((*value.keys(), *value.values()))
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            inner = getattr(value, field.name)
            if sharing.has_text(inner):
                yield type(value).__name__, field.name
            yield from _fields_with_texts(inner)
