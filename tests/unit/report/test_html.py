"""The page: what it says, and that nothing in it is loaded or run."""

from __future__ import annotations

import dataclasses
import shlex
from pathlib import Path

import pytest

from storage_tuner.advice.judgement import judge
from storage_tuner.core.errors import NoSpace
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Protocol, Target, TargetKind
from storage_tuner.core.verdict import Judgement
from storage_tuner.core.workload import Operation
from storage_tuner.report.html import render_html
from storage_tuner.report.repeat_commands import repeat_commands, stand_in_note
from storage_tuner.report.writers import WRITERS
from tests.unit.report.example_session import DEVICE, cut_after, example_record


def page_of(record: SessionRecord) -> str:
    return render_html(record, judge(record))


def test_texts_of_devices_are_escaped() -> None:
    device = dataclasses.replace(
        DEVICE, model="<script>alert(1)</script>", serial="\"'&\x00", in_use=("<b>",)
    )
    record = dataclasses.replace(
        example_record(repeats=1),
        device=device,
        caveats=("<img src=x>",),
        original_settings={"<i>": "</td>"},
    )
    page = page_of(record)
    for markup in ("<script", "<img", "<b></", "<i>", "\x00"):
        assert markup not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_nothing_is_loaded_from_elsewhere() -> None:
    page = page_of(example_record(repeats=2))
    for reference in ("http:", "https:", "url(", "@import", "<link", "src="):
        # the name of the SVG language looks like an address and is none
        assert reference not in page.replace("http://www.w3.org/2000/svg", "")


def test_it_says_what_was_done() -> None:
    page = page_of(example_record())
    for words in (
        "Change to &#34;none&#34;:",
        "The previous settings were restored",
        "seed 20260303",
        "TEST-0001",
        "Test GNU/Linux 12",
        "wbt_lat_usec",
        "Holm’s correction",
        "mq-deadline (current)",
    ):
        assert words in page


@pytest.mark.parametrize(
    "record",
    [
        dataclasses.replace(example_record(repeats=0), device=None),
        cut_after(example_record(), 1),
        example_record(("none",), (Operation.RANDOM_READ,), repeats=1),
        example_record(tuple(f"v{number}" for number in range(40)), repeats=1),
    ],
)
def test_odd_sessions_have_a_page_too(record: SessionRecord) -> None:
    page = page_of(record)
    assert page.rstrip().endswith("</html>")
    assert ">None<" not in page


@pytest.mark.parametrize("when", ["some day", "0001-01-01T00:00:00+05:00"])
def test_a_judgement_without_anything(when: str) -> None:
    record = dataclasses.replace(example_record(repeats=0), created_at=when)
    assert when in render_html(record, Judgement((), None))


def test_only_reading_is_repeated_on_a_real_device() -> None:
    record = example_record(operations=(Operation.SEQUENTIAL_READ,), repeats=1)
    plan = dataclasses.replace(record.plan, target=Target(TargetKind.DEVICE, "sdt"))
    commands = repeat_commands(dataclasses.replace(record, plan=plan))
    assert [command.label for command in commands][:2] == [
        "Sequential read, 1 thread",
        "Sequential read, 2 threads",
    ]
    words = shlex.split(commands[1].command)
    assert words[0] == "fio"
    assert "--filename=/dev/sdt" in words
    assert "--numjobs=2" in words
    assert "--readonly" in words


def test_writing_is_never_repeated_on_what_has_the_number_now() -> None:
    record = example_record(repeats=1)
    assert record.plan.target.kind is TargetKind.PRACTICE
    for command in repeat_commands(record):
        assert "--filename=PRACTICE_DISK" in command.words
        assert "/dev/" not in command.command


def test_writing_on_a_disk_is_repeated_on_one_that_is_named_anew() -> None:
    record = example_record(repeats=1)
    plan = dataclasses.replace(record.plan, target=Target(TargetKind.DEVICE, "sdt"))
    record = dataclasses.replace(record, plan=plan)
    for command in repeat_commands(record):
        writes = "write" in command.label
        assert f"--filename={'EMPTY_DISK' if writes else '/dev/sdt'}" in command.words
    assert "Replace EMPTY_DISK with an empty disk" in stand_in_note(record)


def test_what_had_no_turn_is_not_to_be_repeated() -> None:
    record = example_record(operations=(Operation.SEQUENTIAL_READ,), repeats=1)
    first = tuple(run for run in record.measurements if run.threads == 1)
    (command,) = repeat_commands(dataclasses.replace(record, measurements=first))
    assert command.label == "Sequential read, 1 thread"


def test_no_command_without_a_size() -> None:
    record = example_record(repeats=1)
    plan = dataclasses.replace(record.plan, target=Target(TargetKind.FILE, "sdt", "/srv/test"))
    odd = dataclasses.replace(record, plan=plan)
    assert repeat_commands(odd) == ()
    assert "wasn’t recorded" in page_of(odd)


def test_a_full_disk() -> None:
    record = example_record(repeats=0)
    with pytest.raises(NoSpace):
        WRITERS["html"].write(record, judge(record), Path("/dev/full"))


@pytest.mark.parametrize(
    ("protocol", "words"),
    [
        (
            Protocol.ADAPTIVE,
            ("one long load", "after each round of blocks", "storage-tuner confirm"),
        ),
        (Protocol.RESTARTS, ("started separately for every run", "Holm")),
        (Protocol.REPEATS, ("“repeats”", "started separately for every run")),
        (Protocol.ARTICLE, ("one variant after the other", "Slow drift")),
    ],
)
def test_the_method_names_the_protocol_truthfully(
    protocol: Protocol, words: tuple[str, ...]
) -> None:
    record = example_record()
    page = page_of(
        dataclasses.replace(
            record, plan=dataclasses.replace(record.plan, protocol=protocol, budget_s=900)
        )
    )
    assert all(word in page for word in words)
