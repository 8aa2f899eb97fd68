"""results.json: exact round trip, its schema, and how malformed files are refused."""

from __future__ import annotations

import dataclasses
import json
import math
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings

from storage_tuner.advice.judgement import judge
from storage_tuner.core.circumstances import Circumstances
from storage_tuner.core.device import Device, MdState, Partition, QueueDepth, SchedulerState
from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.language import speaking
from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.message import closed, counted, listed, sentence, together, tr
from storage_tuner.core.verdict import Judgement, State, VariantSummary, Verdict
from storage_tuner.core.workload import Operation
from storage_tuner.report.charts.figures import chart_styles, threads_chart
from storage_tuner.report.text.terminal import summary_lines
from storage_tuner.store.languages import language
from storage_tuner.store.results import read_results, results_document, write_results
from tests.unit.report.example_session import cut_after, example_record
from tests.unit.store.strategies import records

SCHEMA = Path(__file__).parents[3] / "resources" / "schema" / "results.schema.json"
NOTHING = Judgement((), None)

FIRST_VERSION_DEVICE: dict[str, Any] = {
    "name": "md0",
    "path": "/dev/md0",
    "kind": "md",
    "size_bytes": 1024,
    "transport": None,
    "vendor": None,
    "model": None,
    "serial": None,
    "wwn": None,
    "firmware": None,
    "logical_block_bytes": 512,
    "physical_block_bytes": None,
    "rotational": None,
    "removable": False,
    "read_only": None,
    "diskseq": None,
    "backing_file": None,
    "scheduler": {"active": "none", "available": ["none", "bfq"]},
    "queue_depth": {"value": 31, "maximum": 32, "ncq": True},
    "settings": {"read_ahead_kb": "128"},
    "partitions": [{"name": "md0p1", "size_bytes": 512, "in_use": ["mounted at /srv"]}],
    "members": ["sda", "sdb"],
    "holders": [],
    "in_use": ["mounted at /srv"],
    "md": {
        "level": "raid1",
        "layout": None,
        "chunk_bytes": None,
        "state": "clean",
        "sync_action": "idle",
        "degraded": 0,
    },
    "missing": {"model": "not told"},
}
"""As version 0.1 wrote it, before more was known of a device."""


@pytest.fixture(scope="module")
def record() -> SessionRecord:
    return example_record(repeats=3)


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@given(record=records)
@settings(
    max_examples=80,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_what_is_written_is_read_back_exactly(record: SessionRecord, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    write_results(record, NOTHING, path)
    found = read_results(path)
    assert found == record
    labels = [run.operation.label for run in record.measurements]  # which don't count in ==
    assert [run.operation.label for run in found.measurements] == labels


@given(record=records)
@settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_session_fits_the_schema(
    record: SessionRecord, validator: jsonschema.Draft202012Validator
) -> None:
    validator.validate(json.loads(json.dumps(results_document(record, NOTHING))))


def test_a_judged_session_fits_the_schema(
    record: SessionRecord, validator: jsonschema.Draft202012Validator, tmp_path: Path
) -> None:
    path = tmp_path / "results.json"
    write_results(record, judge(record), path)
    document = json.loads(path.read_text())
    validator.validate(document)
    assert document["recommendation"]["settings"] == {"scheduler": "none"}
    assert {verdict["state"] for verdict in document["verdicts"]} >= {"better", "undecided"}


def test_the_schema_knows_every_key_that_is_written(record: SessionRecord) -> None:
    schema = json.loads(SCHEMA.read_text())
    document = results_document(record, judge(record))
    assert set(document) == set(schema["properties"])
    for name, part in (
        ("machine", document["machine"]),
        ("device", document["device"]),
        ("plan", document["plan"]),
        ("recommendation", document["recommendation"]),
        ("overall", document["overall"]),
        ("measurement", _first(document["measurements"])),
        ("verdict", _first(document["verdicts"])),
    ):
        assert isinstance(part, dict)
        assert set(part) == set(schema["$defs"][name]["properties"]), name
        # results of earlier versions, which know less, must stay valid
        assert set(schema["$defs"][name]["required"]) <= set(part), name


def test_a_device_of_the_first_version_is_read_with_defaults(
    record: SessionRecord, validator: jsonschema.Draft202012Validator, tmp_path: Path
) -> None:
    document = json.loads(json.dumps(results_document(record, NOTHING)))
    document["device"] = {**FIRST_VERSION_DEVICE}
    validator.validate(document)
    path = tmp_path / "results.json"
    path.write_text(json.dumps(document))
    device = read_results(path).device
    assert device == Device(
        name="md0",
        path="/dev/md0",
        kind="md",
        size_bytes=1024,
        logical_block_bytes=512,
        removable=False,
        scheduler=SchedulerState("none", ("none", "bfq")),
        queue_depth=QueueDepth(31, 32, True),
        settings={"read_ahead_kb": "128"},
        partitions=(Partition("md0p1", 512, in_use=("mounted at /srv",)),),
        members=("sda", "sdb"),
        in_use=("mounted at /srv",),
        md=MdState("raid1", None, None, "clean", "idle", 0),
        missing={"model": "not told"},
    )


@pytest.mark.parametrize("key", sorted(FIRST_VERSION_DEVICE))
def test_what_the_first_version_always_wrote_is_still_promised(
    record: SessionRecord, validator: jsonschema.Draft202012Validator, key: str
) -> None:
    document = json.loads(json.dumps(results_document(record, NOTHING)))
    del document["device"][key]
    assert not validator.is_valid(document)


def test_the_schema_refuses_a_wrong_type(
    record: SessionRecord, validator: jsonschema.Draft202012Validator
) -> None:
    document = results_document(record, NOTHING) | {"completed": "yes"}
    assert not validator.is_valid(document)


def test_verdicts_in_the_file_are_not_believed(record: SessionRecord, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    write_results(record, judge(record), path)
    document = json.loads(path.read_text())
    document["verdicts"] = "forged"
    document["recommendation"] = {"variant": "bfq"}
    path.write_text(json.dumps(document))
    assert read_results(path) == record


def test_keys_of_a_later_version_are_ignored(record: SessionRecord, tmp_path: Path) -> None:
    document: dict[str, Any] = results_document(record, NOTHING) | {"mood": "good"}
    document["device"]["colour"] = "blue"
    path = tmp_path / "results.json"
    path.write_text(json.dumps(document))
    assert read_results(path) == record


def test_what_is_not_finite_in_a_verdict_is_null(record: SessionRecord) -> None:
    summary = VariantSummary("a", 1.0, math.nan, -math.inf, math.inf, 2)
    verdict = Verdict(
        Operation.RANDOM_READ,
        Metric.RATE,
        None,
        State.UNDECIDED,
        effect_percent=math.nan,
        interval_percent=(-math.inf, 5.0),
        summaries=(summary,),
    )
    document = results_document(record, Judgement((verdict,), None))
    text = json.dumps(document, allow_nan=False)
    written = json.loads(text)["verdicts"][0]
    assert written["effect_percent"] is None
    assert written["interval_percent"] is None
    assert written["summaries"][0]["high"] is None


def test_a_measurement_that_is_no_number_is_not_written(
    record: SessionRecord, tmp_path: Path
) -> None:
    broken = dataclasses.replace(record.measurements[0], rate_mb_s=math.nan)
    path = tmp_path / "results.json"
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_results(dataclasses.replace(record, measurements=(broken,)), NOTHING, path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("schema_version", 2, "its schema_version is 2"),
        ("schema_version", True, "at schema_version: expected a whole number, found true"),
        ("machine", [], "at machine: expected an object, found a list"),
        ("machine.processors", "two", "at machine.processors: expected a whole number"),
        ("machine.processors", -1, "at machine.processors: expected 0 or more, found -1"),
        ("device.queue_depth.value", 1.5, "at device.queue_depth.value: expected a whole number"),
        (
            "device.limits",
            {"nr_requests": [4]},
            "at device.limits.nr_requests: expected 2 values, found 1",
        ),
        ("device.owners", [{"tool": 1}], "at device.owners[0].tool: expected a string"),
        ("device.settings", {"scheduler": 5}, "at device.settings.scheduler: expected a string"),
        (
            "plan.variants.1.name",
            None,
            "at plan.variants[1].name: expected a string, found nothing",
        ),
        ("plan.use", "gaming", "at plan.use: expected one of desktop, desktop-responsiveness,"),
        ("plan.threads", [1, 0], "at plan.threads[1]: expected 1 or more, found 0"),
        ("measurements", {}, "at measurements: expected a list, found an object"),
        ("measurements.3.iops", "fast", "at measurements[3].iops: expected a number"),
        ("measurements.3.iops", -1, "at measurements[3].iops: expected 0 or more, found -1"),
        (
            "measurements.3.duration_s",
            10**400,
            "at measurements[3].duration_s: expected 0 or a number from 1e-30",
        ),
        ("measurements.3.duration_s", 1e-31, "to 1e+15, found 1e-31"),
        ("measurements.3.index", 2**64 + 1, "expected a number from 0 to 18446744073709551616"),
        ("measurements.3.duration_s", None, "at measurements[3].duration_s: expected a number"),
        ("completed", 1, "at completed: expected true or false, found 1"),
        ("created_at", "\ud800", "at created_at: the string contains a lone surrogate"),
        ("outcome", "lost", "at outcome: expected one of restored, kept, found 'lost'"),
    ],
)
def test_a_malformed_value_is_refused_by_its_place(
    record: SessionRecord, tmp_path: Path, key: str, value: object, reason: str
) -> None:
    document = json.loads(json.dumps(results_document(cut_after(record, 5), NOTHING)))
    _put(document, key, value)
    path = tmp_path / "results.json"
    path.write_text(json.dumps(document))
    with pytest.raises(UnreadableResult) as caught:
        read_results(path)
    assert reason in str(caught.value.reason)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "it isn't JSON (Expecting value: line 1 column 1"),
        (b"{", "it isn't JSON"),
        (b"[]", "at the top level: expected an object, found a list"),
        (b"{}", "at schema_version: expected a whole number, found nothing"),
        (b"\xff\xfe", "it isn't text in UTF-8"),
        (b'{"schema_version": NaN}', "NaN isn't a number"),
        (b"[" * 100_000, "it is nested too deeply"),
        (b"9" * 5000, "it isn't JSON"),
    ],
)
def test_what_is_no_result_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "results.json"
    path.write_bytes(content)
    with pytest.raises(UnreadableResult) as caught:
        read_results(path)
    assert reason in str(caught.value.reason)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableResult, match="No such file"):
        read_results(tmp_path / "nothing.json")
    with pytest.raises(UnreadableResult, match="it isn't a file"):
        read_results(tmp_path)


def test_a_file_cut_anywhere_is_refused(record: SessionRecord, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    write_results(cut_after(record, 2), NOTHING, path)
    whole = path.read_bytes().rstrip()
    for length in range(0, len(whole), max(1, len(whole) // 50)):
        path.write_bytes(whole[:length])
        with pytest.raises(UnreadableResult):
            read_results(path)


def _first(items: object) -> object:
    assert isinstance(items, list)
    return items[0]


def _put(document: Any, key: str, value: object) -> None:  # noqa: ANN401 - any JSON
    *way, last = (int(part) if part.isdigit() else part for part in key.split("."))
    for part in way:
        document = document[part]
    document[last] = value


def test_what_is_read_back_is_judged_and_reported_alike(tmp_path: Path) -> None:
    """An operation from a file is another object than the one that was measured."""
    record = example_record()
    path = tmp_path / "results.json"
    write_results(record, judge(record), path)
    read = read_results(path)
    assert judge(read) == judge(record)
    assert summary_lines(read, judge(read)) == summary_lines(record, judge(record))
    styles = chart_styles(record.plan, judge(record))
    for operation in record.plan.operations:
        assert threads_chart(judge(read), operation, Metric.RATE, styles) is not None


MESSAGES = (
    sentence("it isn't text in UTF-8"),
    sentence("{least} or more", least=12345),
    sentence("at {where}: {reason}", where="plan", reason=sentence("it is damaged")),
    counted(1, "one disk", "{count} disks"),
    counted(1200, "one disk", "{count:,} disks"),
    together((sentence("practice disk"), "sda", sentence("a number of {bits} bits", bits=3)), ", "),
    closed(listed(("sda", sentence("a list"), "sdb"))),
)


def with_messages(record: SessionRecord) -> SessionRecord:
    """With messages wherever a session may have them, and names beside them."""
    assert record.device is not None
    device = dataclasses.replace(
        record.device,
        in_use=(sentence("it is damaged"), "mounted at /srv"),
        rotational_doubt=MESSAGES[2],
        locked={"scheduler": MESSAGES[5]},
        missing={"model": sentence("a text"), "wwn": "a reason of its own"},
    )
    disturbed = dataclasses.replace(record.measurements[0], disturbed=MESSAGES[1])
    return dataclasses.replace(
        record,
        device=device,
        measurements=(disturbed, *record.measurements[1:]),
        caveats=(*MESSAGES, "an own caveat"),
        circumstances=Circumstances(other_activity=(MESSAGES[2], "sdt is in use.")),
    )


def test_messages_are_read_back_as_they_were_and_in_any_language(
    record: SessionRecord, validator: jsonschema.Draft202012Validator, tmp_path: Path
) -> None:
    record = with_messages(record)
    path = tmp_path / "results.json"
    with speaking(language("de")):
        write_results(record, judge(record), path)
    document = json.loads(path.read_text())
    validator.validate(document)
    assert document["caveats"][:3] == [
        "it isn't text in UTF-8",
        "12345 or more",
        "at plan: it is damaged",
    ]
    read = read_results(path)
    assert read == record
    english = [str(caveat) for caveat in read.caveats]
    with speaking(language("de")):
        german = [str(caveat) for caveat in read.caveats]
        assert german == [str(caveat) for caveat in record.caveats]
        assert read.device is not None
        assert str(read.device.in_use[0]) == tr("it is damaged") != "it is damaged"
        assert tr("it is damaged") in str(read.circumstances.other_activity[0])
        assert tr("practice disk") in german[5]
        assert german[-1] == "an own caveat"
    assert german[0] != english[0]


def test_a_message_that_json_cannot_hold_is_kept_in_english(
    record: SessionRecord, tmp_path: Path
) -> None:
    endless = sentence("{label} {rate:,.0f} {unit}", label="x", rate=math.inf, unit="MB/s")
    nested = together((sentence("a text"), endless))
    path = tmp_path / "results.json"
    write_results(dataclasses.replace(record, caveats=(endless, nested)), NOTHING, path)
    assert read_results(path).caveats == ("x inf MB/s", "a text x inf MB/s")


def test_what_an_earlier_version_wrote_is_translated_as_far_as_its_texts_are_known(
    record: SessionRecord, tmp_path: Path
) -> None:
    document: dict[str, Any] = results_document(with_messages(record), NOTHING)
    del document["messages"]
    path = tmp_path / "results.json"
    path.write_text(json.dumps(document))
    read = read_results(path)
    assert [str(caveat) for caveat in read.caveats] == document["caveats"]
    with speaking(language("de")):
        found = [str(caveat) for caveat in read.caveats]
        assert found[0] == tr("it isn't text in UTF-8") != document["caveats"][0]
    assert found[1:] == document["caveats"][1:]
    assert results_document(read, NOTHING)["caveats"] == document["caveats"]


def _nested(depth: int) -> dict[str, Any]:
    found: dict[str, Any] = {"code": "the end"}
    for _ in range(depth):
        found = {"code": "{a}", "arguments": {"a": found}}
    return found


def _doubled(depth: int) -> dict[str, Any]:
    found: dict[str, Any] = {"code": "x" * 1000}
    for _ in range(depth):
        found = {"code": "{a}" * 50, "arguments": {"a": found}}
    return found


@pytest.mark.parametrize(
    "hostile",
    [
        None,
        "Quiet",
        [],
        {},
        {"code": 5},
        {"code": "\ud800"},
        {"code": "Quiet", "mood": "good"},
        {"code": "Quiet", "arguments": ["a"]},
        {"code": "{a}", "arguments": {"a": None}},
        {"code": "{a}", "arguments": {"a": ["b"]}},
        {"code": "{a}", "arguments": {"a": "\ud800"}},
        {"code": "{a}", "arguments": {"b": "b"}},
        {"code": "{a", "arguments": {"a": "b"}},
        {"code": "{}", "arguments": {"a": "b"}},
        {"code": "{a.__class__}", "arguments": {"a": "b"}},
        {"code": "{a[0]}", "arguments": {"a": "b"}},
        {"code": "{a!x}", "arguments": {"a": "b"}},
        {"code": "{a:{a}}", "arguments": {"a": 5}},
        {"code": "{a:999999999}", "arguments": {"a": 5}},
        {"code": "{a:.0f}", "arguments": {"a": "b"}},
        {"code": "{a:.0f}", "arguments": {"a": 10**400}},
        {"code": "{b}", "arguments": {"b": {"code": "{a:d}", "arguments": {"a": 1.5}}}},
        {"code": "{a}", "arguments": {"a": {"code": 5}}},
        {"code": "one disk", "plural": "{count} disks"},
        {"code": "one disk", "plural": "{count} disks", "arguments": {"count": "2"}},
        {"code": "one disk", "plural": "{count} disks", "arguments": {"count": True}},
        {"code": "one disk", "plural": "{number}", "arguments": {"count": 1}},
        {"code": "{a}", "arguments": {"a": "x" * 50_000}},
        _nested(9),
        _nested(300),
        _doubled(8),
    ],
    ids=lambda value: json.dumps(value)[:60],
)
def test_a_hostile_message_is_refused_by_its_place(
    record: SessionRecord, tmp_path: Path, hostile: object
) -> None:
    document = results_document(cut_after(record, 5), NOTHING)
    path = tmp_path / "results.json"
    path.write_text(json.dumps({**document, "messages": {"Quiet": hostile}}))
    with pytest.raises(UnreadableResult) as caught:
        read_results(path)
    assert "at messages.Quiet: expected a message, found" in str(caught.value.reason)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("hostile", [[], "none", 5, True], ids=str)
def test_messages_that_are_no_table_are_refused(
    record: SessionRecord, tmp_path: Path, hostile: object
) -> None:
    document = results_document(cut_after(record, 5), NOTHING)
    path = tmp_path / "results.json"
    path.write_text(json.dumps({**document, "messages": hostile}))
    with pytest.raises(UnreadableResult) as caught:
        read_results(path)
    assert "at messages: expected an object" in str(caught.value.reason)


def test_a_plural_that_only_german_knows_otherwise_is_refused(
    record: SessionRecord, tmp_path: Path
) -> None:
    """It renders in English, but the German plural of its singular wants more."""
    catalogue: Any = language("de").translations
    wanting = next(
        singular
        for (singular, _), plural in (
            (key, text) for key, text in catalogue._catalog.items() if isinstance(key, tuple)
        )
        if set(re.findall(r"{(\w+)", plural)) - {"count"}
    )
    names = dict.fromkeys(re.findall(r"{(\w+)", wanting), "x") | {"count": 2}
    spare = {name: value for name, value in names.items() if name == "count"}
    hostile = {"code": wanting, "plural": "{count}", "arguments": spare}
    document = results_document(cut_after(record, 5), NOTHING)
    path = tmp_path / "results.json"
    path.write_text(json.dumps({**document, "messages": {"Quiet": hostile}}))
    with pytest.raises(UnreadableResult, match="expected a message"):
        read_results(path)


def test_a_file_that_nests_deeper_than_messages_are_looked_for_is_refused(
    record: SessionRecord, tmp_path: Path
) -> None:
    document = json.dumps(results_document(cut_after(record, 5), NOTHING))
    path = tmp_path / "results.json"
    for depth in (400, 700, 900):
        path.write_text(f'{document[:-1]}, "deep": {"[" * depth}{"]" * depth}}}')
        try:
            read_results(path)
        except UnreadableResult as error:
            assert "nested too deeply" in str(error.reason)
