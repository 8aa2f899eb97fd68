"""A drive's health as read from smartctl's JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage_tuner.core.health import (
    Health,
    SectorFormat,
    SectorPerformance,
    better_format,
)
from storage_tuner.probe import smart
from storage_tuner.probe.smart import parse_health
from tests.unit.probe.smartctl_documents import (
    Document,
    ata,
    attribute,
    hard_disk,
    nvme,
    scsi,
    smartctl,
    text_of,
)
from tests.unit.said import said

RECORDED = Path(__file__).parents[2] / "data" / "smartctl"
TOLD = {
    "passed", "temperature_c", "power_on_hours", "reallocated_sectors", "pending_sectors",
    "uncorrectable_errors", "wear_percent",
}  # fmt: skip


def health_of(document: Document) -> Health:
    return parse_health(text_of(document), "sda")


def test_a_hard_disk() -> None:
    assert said(health_of(hard_disk())) == said(
        Health(
            "sda",
            passed=True,
            temperature_c=34,
            power_on_hours=40762,
            reallocated_sectors=0,
            pending_sectors=0,
            uncorrectable_errors=0,
            missing={"wear_percent": smart.NOT_REPORTED},
        )
    )


def test_packed_attributes_where_the_summary_is_missing() -> None:
    document = hard_disk()
    del document["temperature"], document["power_on_time"]
    found = health_of(document)
    assert (found.temperature_c, found.power_on_hours) == (34, 40762)


def test_a_dying_disk_says_the_worst_first() -> None:
    found = health_of(
        ata(
            attribute(5, "Reallocated_Sector_Ct", 1, when_failed="now"),
            attribute(187, "Reported_Uncorrect", 7),
            attribute(190, "Airflow_Temperature_Cel", 61, when_failed="past"),
            attribute(197, "Current_Pending_Sector", 16),
            passed=False,
            temperature={"current": 61, "op_limit_max": 60},
            ata_smart_error_log={"extended": {"count": 3}},
        )
    )
    assert said(found.problems) == said(
        (
            "The drive reports that it is failing. Back up its data now.",
            "16 sectors can't be read reliably.",
            "7 errors couldn't be corrected.",
            "1 bad sector was replaced by a spare one.",
            "It is too hot: 61 °C, with a limit of 60 °C.",
            "Reallocated Sector Ct has reached its limit.",
            "Airflow Temperature Cel was at its limit in the past.",
            "The drive's log contains 3 errors.",
        )
    )


@pytest.mark.parametrize(
    ("name", "number", "value", "used"),
    [
        ("Wear_Leveling_Count", 177, 91, 9),
        ("SSD_Life_Left", 231, 98, 2),
        ("Media_Wearout_Indicator", 233, 100, 0),
        ("Percent_Lifetime_Remain", 202, 0, 100),
        ("Total_LBAs_Written", 233, 90, None),
        ("Temperature_Celsius", 231, 60, None),
        ("SSD_Life_Left", 231, 253, None),
    ],
)
def test_wear_by_the_attribute_s_name(name: str, number: int, value: int, used: int | None) -> None:
    document = ata(attribute(number, name, 12345, value=value), rotation_rate=0)
    assert health_of(document).wear_percent == used


def test_what_a_drive_counts_itself_goes_before_guesses() -> None:
    statistic = {
        "pages": [
            {"number": 1, "table": [{"offset": 8, "value": 77}]},
            {"number": 7, "table": [{"offset": 8, "name": "Percentage Used", "value": 12}]},
        ]
    }
    worn = attribute(177, "Wear_Leveling_Count", 5, value=50)
    assert health_of(ata(worn, ata_device_statistics=statistic)).wear_percent == 12
    assert health_of(ata(worn, endurance_used={"current_percent": 40})).wear_percent == 40


def test_a_spinning_disk_doesn_t_wear_like_flash() -> None:
    worn = attribute(177, "Wear_Leveling_Count", 5, value=50)
    assert health_of(ata(worn, rotation_rate=5400)).wear_percent is None


def test_nvme() -> None:
    found = health_of(nvme())
    assert (found.passed, found.temperature_c, found.power_on_hours) == (True, 41, 8123)
    assert (found.wear_percent, found.uncorrectable_errors) == (3, 0)
    assert found.problems == (), "entries in NVMe's error log are mostly commands it doesn't know"


def with_formats(*formats: object) -> Document:
    return {**nvme((7, 5)), "nvme_namespaces": [{"id": 1, "lba_formats": list(formats)}]}


def listed(data: int, metadata: int, rating: int, formatted: bool = False) -> Document:
    return {
        "formatted": formatted,
        "data_bytes": data,
        "metadata_bytes": metadata,
        "relative_performance": rating,
    }


def test_the_sector_formats_of_a_recorded_drive_in_json() -> None:
    found = parse_health((RECORDED / "7.5-nvme-one-format.json").read_text(), "nvme0n1")
    assert found.sector_formats == (SectorFormat(512, 0, SectorPerformance.BEST, in_use=True),)
    assert better_format(found.sector_formats) is None
    assert (found.passed, found.wear_percent) == (True, 7)


def test_the_sector_formats_of_a_recorded_drive_in_print() -> None:
    """As from smartctl before 7.5 with --json=o, which puts its printed lines into the JSON."""
    printed = (RECORDED / "7.2-nvme-two-formats.txt").read_text().splitlines()
    document = nvme((7, 2))
    document["smartctl"] = {"version": [7, 2], "exit_status": 0, "output": printed}
    best = SectorFormat(4096, 0, SectorPerformance.BEST)
    now = SectorFormat(512, 0, SectorPerformance.DEGRADED, in_use=True)
    found = health_of(document)
    assert found.sector_formats == (best, now)
    assert better_format(found.sector_formats) == best


def test_numbers_that_a_drive_leaves_out_are_no_formats() -> None:
    found = health_of(with_formats(listed(512, 0, 2, True), None, listed(4096, 8, 0)))
    assert [each.data_bytes for each in found.sector_formats] == [512, 4096]


@pytest.mark.parametrize(
    ("formats", "better"),
    [
        ((listed(512, 0, 2, True), listed(4096, 0, 1), listed(4096, 8, 0)), 4096),
        ((listed(512, 0, 0, True), listed(4096, 0, 0)), None),
        ((listed(4096, 0, 0, True), listed(512, 0, 2)), None),
        ((listed(512, 0, 3), listed(4096, 0, 0)), None),
        ((listed(512, 0, 3, True), listed(4096, 64, 0)), None),
    ],
    ids=["same metadata", "rated alike", "the best is in use", "none in use", "other metadata"],
)
def test_a_format_is_better_if_the_drive_rates_it_so(
    formats: tuple[Document, ...], better: int | None
) -> None:
    found = better_format(health_of(with_formats(*formats)).sector_formats)
    assert (found.data_bytes if found else None) == better


@pytest.mark.parametrize("bit", range(6))
def test_each_critical_warning_is_a_sentence(bit: int) -> None:
    problems = health_of(nvme(warning=1 << bit)).problems
    assert len(problems) == 2 and str(problems[0]).startswith(
        "The drive reports that it is failing"
    )


@pytest.mark.parametrize(
    ("percent", "sentence"),
    [
        (89, None),
        (90, "90 % of its rated endurance is used up."),
        (104, "It has been written beyond its rated endurance (104 %)."),
    ],
)
def test_wear_is_told_when_it_matters(percent: int, sentence: str | None) -> None:
    assert said(health_of(nvme(percentage_used=percent)).problems) == (
        (sentence,) if sentence else ()
    )


def test_scsi() -> None:
    lost = {"read": {"total_uncorrected_errors": 2}, "verify": {"total_uncorrected_errors": 3}}
    found = health_of(
        scsi(
            scsi_grown_defect_list=4,
            scsi_error_counter_log=lost,
            scsi_percentage_used_endurance_indicator=7,
        )
    )
    assert (found.reallocated_sectors, found.uncorrectable_errors) == (4, 5)
    assert (found.temperature_c, found.power_on_hours, found.wear_percent) == said((33, 51_002, 7))


def test_a_limit_of_nothing_is_none() -> None:
    assert health_of(scsi(temperature={"current": 33, "drive_trip": 0})).problems == ()


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("7.3-asleep.json", smart.ASLEEP),
        ("7.3-no-permission.json", smart.NO_PERMISSION),
        ("7.3-kind-unknown.json", "smartctl doesn't support this type of drive"),
        ("7.3-gone.json", "the device is gone"),
    ],
)
def test_recorded_answers_without_a_value(file: str, reason: str) -> None:
    found = parse_health((RECORDED / file).read_text(), "sda")
    assert found.asleep == ("asleep" in file)
    assert (found.passed, found.problems) == (None, ())
    assert said(found.missing) == said(dict.fromkeys(TOLD, reason))


def test_a_drive_that_the_helper_didn_t_even_ask() -> None:
    assert parse_health("", "sda", 3).asleep
    assert said(parse_health("", "sda", 0).missing["passed"]) == said(smart.UNREADABLE)


@pytest.mark.parametrize(
    ("support", "reason"),
    [
        ({"available": False}, smart.NO_SMART),
        ({"available": True, "enabled": False}, smart.SWITCHED_OFF),
    ],
)
def test_a_drive_without_smart(support: dict[str, bool], reason: str) -> None:
    document = {**smartctl(exit_status=4), "smart_support": support}
    assert said(health_of(document).missing) == said(dict.fromkeys(TOLD, reason))


def test_what_smartctl_says_of_itself_is_handed_on_without_tricks() -> None:
    spoken = [{"string": "Read Device Identity failed: \x1b[2Jscsi error", "severity": "error"}]
    reason = health_of(smartctl(exit_status=2, messages=spoken)).missing["passed"]
    assert said(reason) == "smartctl reports: Read Device Identity failed: [2Jscsi error"


@pytest.mark.parametrize(
    "text",
    ["null", "[]", "1", '"text"', "{", "[" * 100_000, '{"a": ' * 5000, "\0", "NaN", "9" * 5000],
)
def test_no_document_at_all(text: str) -> None:
    assert said(parse_health(text, "sda").missing) == said(dict.fromkeys(TOLD, smart.UNREADABLE))


@given(st.data())
def test_an_answer_cut_anywhere_is_no_error(data: st.DataObject) -> None:
    text = text_of(data.draw(st.sampled_from([hard_disk(), nvme(), scsi()])))
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    assert said(parse_health(cut, "sda").missing) == said(dict.fromkeys(TOLD, smart.UNREADABLE))


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def spoilt(draw: st.DrawFn, value: object) -> object:
    """``value`` with something else here and there."""
    if draw(st.integers(0, 9)) == 0:
        return draw(anything)
    if isinstance(value, dict):
        return {key: spoilt(draw, part) for key, part in value.items()}
    if isinstance(value, list):
        return [spoilt(draw, part) for part in value]
    return value


@st.composite
def spoilt_answers(draw: st.DrawFn) -> object:
    formats = with_formats(listed(512, 0, 2, True), listed(4096, 0, 0))
    return spoilt(draw, draw(st.sampled_from([hard_disk(), nvme(), scsi(), formats])))


@given(spoilt_answers())
def test_values_of_another_kind_are_no_error(document: object) -> None:
    """Nor are they believed: values stay in their bounds."""
    found = parse_health(json.dumps(document), "sda")
    assert found.passed in (True, False, None)
    assert found.temperature_c is None or -60 <= found.temperature_c <= 150
    assert found.wear_percent is None or 0 <= found.wear_percent <= 255
    if not found.asleep:
        assert set(found.missing) == {name for name in TOLD if getattr(found, name) is None}
    assert all(
        str(sentence).isprintable() for sentence in (*found.problems, *found.missing.values())
    )
