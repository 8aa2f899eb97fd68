"""A drive's health from smartctl's JSON.

The keys differ between ATA, NVMe and SCSI and were added in different versions (7.0 was the first
with JSON; 7.4 added those common to all; 7.5 the sector formats of NVMe drives, which older ones
only print). Missing, truncated or unexpected values become fields
without a value. Source: smartmontools, ataprint.cpp, nvmeprint.cpp and scsiprint.cpp; smartctl(8),
EXIT STATUS.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from storage_tuner.core.health import Health, SectorFormat, SectorPerformance
from storage_tuner.core.message import Message, Text, counted, sentence
from storage_tuner_protocol.interface import ASLEEP_EXIT_CODE

ASLEEP = sentence("the drive is asleep")
NO_PERMISSION = sentence("no permission to query the drive")
NO_SMART = sentence("the drive doesn't support SMART")
SWITCHED_OFF = sentence("SMART is turned off on the drive")
UNREADABLE = sentence("the output of smartctl can't be parsed")
NOT_REPORTED = sentence("not reported by the drive")

WORN_PERCENT = 90
"""Wear from which a problem is reported; from 100 on the manufacturer guarantees nothing more."""

_TOLD = (
    "passed",
    "temperature_c",
    "power_on_hours",
    "reallocated_sectors",
    "pending_sectors",
    "uncorrectable_errors",
    "wear_percent",
)
_NVME_LOG = "nvme_smart_health_information_log"
_TEMPERATURES = (-60, 150)
_HOURS = (0, 2_000_000)
_COUNTS = (0, 2**48 - 1)
_PERCENT_USED = (0, 255)
_MOST_ATTRIBUTES = 256
_MOST_PROBLEMS = 20

_MOST_FORMATS = 64
"""An NVMe namespace has at most as many sector formats (NVMe 2.0)."""

_SECTOR_BYTES = (1, 2**31)
_METADATA_BYTES = (0, 2**16 - 1)
_FORMATS_TITLE = "Supported LBA Sizes"
_FORMAT_ROW = re.compile(r"\s*\d{1,2} ([+-]) +(\d{1,10}) +(\d{1,5}) +([0-3])", re.ASCII)

_ENDURANCE_PAGE = 7
_ENDURANCE_OFFSET = 8
"""Percentage Used Endurance Indicator in the ATA device statistics (ACS-3, A.5.8)."""

_LIFE_LEFT = re.compile(
    "SSD_Life_Left.*|Wear_Leveling_Count|Media_Wearout_Indicator|Percent_Life(time)?_Remain.*|"
    "Remaining_Lifetime_Perc|Drive_Life_Remaining.*|Lifetime_Remaining.*"
)
"""Attributes whose normalised value falls from 100 to 0 over a drive's life, by their names in
smartctl's drive database: each manufacturer gives the numbers another meaning."""

_CRITICAL_WARNINGS = (
    sentence("Its spare blocks are nearly used up."),
    sentence("Its temperature is outside the allowed range."),
    sentence("It has become unreliable because of many errors."),
    sentence("It has become read-only."),
    sentence("The power-failure protection of its cache has failed."),
    sentence("Its persistent memory region has become unreliable."),
)
"""Messages by bit (NVM Express Base Specification, SMART / Health Information, Critical
Warning)."""

_REASONS = (
    ("permission denied", NO_PERMISSION),
    ("operation not permitted", NO_PERMISSION),
    (
        "unable to detect device type",
        sentence("smartctl doesn't support this type of drive"),
    ),
    ("unknown usb bridge", sentence("smartctl doesn't support this USB adapter")),
    ("no such device", sentence("the device is gone")),
    ("no such file", sentence("the device is gone")),
)

Attributes = Mapping[int, Mapping[str, object]]


def parse_health(text: str, device: str = "", exit_code: int = 0) -> Health:
    """Parse the output of ``smartctl --json`` for ``device``; never fails, whatever the output is.

    ``exit_code`` applies when the text doesn't include smartctl's own.
    """
    document = _load(text)
    status = _integer(document, (0, 255), "smartctl", "exit_status")
    if _is_asleep(document, exit_code if status is None else status):
        asleep = Health(device, asleep=True)
        return replace(asleep, missing=_missing(asleep, ASLEEP))
    attributes = _attributes(document)
    health = Health(
        device,
        passed=_truth(_at(document, "smart_status", "passed")),
        temperature_c=_temperature(document, attributes),
        power_on_hours=_power_on_hours(document, attributes),
        reallocated_sectors=_reallocated(document, attributes),
        pending_sectors=_raw_count(attributes, 197),
        uncorrectable_errors=_uncorrectable(document, attributes),
        wear_percent=_wear(document, attributes),
        sector_formats=tuple(_sector_formats(document))[:_MOST_FORMATS],
    )
    problems = tuple(_problems(document, attributes, health))[:_MOST_PROBLEMS]
    return replace(health, problems=problems, missing=_missing(health, _reason(document)))


def _load(text: str) -> dict[str, object]:
    """The JSON document; an empty one when ``text`` isn't a document."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def _is_asleep(document: dict[str, object], exit_code: int) -> bool:
    """Return whether the drive is in standby. A combined error of command line and opening would
    have the same exit code, but can't happen."""
    return exit_code == ASLEEP_EXIT_CODE and "smart_status" not in document


def _missing(health: Health, reason: Text) -> dict[str, Text]:
    return {name: reason for name in _TOLD if getattr(health, name) is None}


def _reason(document: dict[str, object]) -> Message:
    """The reason why values are unknown, as a phrase."""
    if not document:
        return UNREADABLE
    for message in _messages(document):
        for part, reason in _REASONS:
            if part in message.lower():
                return reason
    if _at(document, "smart_support", "available") is False:
        return NO_SMART
    if _at(document, "smart_support", "enabled") is False:
        return SWITCHED_OFF
    if "smart_status" not in document:
        said = next(iter(_messages(document)), "")
        return sentence("smartctl reports: {said}", said=_printable(said)) if said else NO_SMART
    return NOT_REPORTED


def _messages(document: dict[str, object]) -> Iterator[str]:
    """The errors that smartctl reports."""
    for message in _list(_at(document, "smartctl", "messages")):
        text = _at(message, "string")
        if _at(message, "severity") == "error" and isinstance(text, str):
            yield text


def _temperature(document: dict[str, object], attributes: Attributes) -> int | None:
    """The temperature in °C. Attributes have it in the lowest byte; higher ones may hold the
    extremes."""
    return _first(
        _integer(document, _TEMPERATURES, "temperature", "current"),
        _integer(document, _TEMPERATURES, _NVME_LOG, "temperature"),
        *(_low_byte(attributes, number) for number in (194, 190)),
    )


def _power_on_hours(document: dict[str, object], attributes: Attributes) -> int | None:
    return _first(
        _integer(document, _HOURS, "power_on_time", "hours"),
        _integer(document, _HOURS, _NVME_LOG, "power_on_hours"),
        _raw_count(attributes, 9, _HOURS),
    )


def _reallocated(document: dict[str, object], attributes: Attributes) -> int | None:
    return _first(_raw_count(attributes, 5), _integer(document, _COUNTS, "scsi_grown_defect_list"))


def _uncorrectable(document: dict[str, object], attributes: Attributes) -> int | None:
    """The number of unreadable sectors (ATA), media errors (NVMe) or uncorrected errors (SCSI)."""
    return _first(
        _raw_count(attributes, 198),
        _raw_count(attributes, 187),
        _integer(document, _COUNTS, _NVME_LOG, "media_errors"),
        _scsi_uncorrected(document),
    )


def _scsi_uncorrected(document: dict[str, object]) -> int | None:
    log = _at(document, "scsi_error_counter_log")
    counts = [
        _integer(log, _COUNTS, direction, "total_uncorrected_errors")
        for direction in ("read", "write", "verify")
    ]
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def _wear(document: dict[str, object], attributes: Attributes) -> int | None:
    if (_integer(document, _COUNTS, "rotation_rate") or 0) > 0:
        return None
    return _first(
        _endurance_statistic(document),
        _integer(document, _PERCENT_USED, "endurance_used", "current_percent"),
        _integer(document, _PERCENT_USED, _NVME_LOG, "percentage_used"),
        _integer(document, _PERCENT_USED, "scsi_percentage_used_endurance_indicator"),
        *(_life_used(attribute) for attribute in attributes.values()),
    )


def _endurance_statistic(document: dict[str, object]) -> int | None:
    found = (
        _integer(entry, _PERCENT_USED, "value")
        for page in _list(_at(document, "ata_device_statistics", "pages"))
        if _at(page, "number") == _ENDURANCE_PAGE
        for entry in _list(_at(page, "table"))
        if _at(entry, "offset") == _ENDURANCE_OFFSET
    )
    return next(found, None)


def _life_used(attribute: Mapping[str, object]) -> int | None:
    if not _LIFE_LEFT.fullmatch(_name(attribute)):
        return None
    left = _integer(attribute, (0, 100), "value")
    return None if left is None else 100 - left


def _sector_formats(document: dict[str, object]) -> Iterator[SectorFormat]:
    """The formats of the namespace that was asked for; the only one that smartctl reports."""
    namespace = next(iter(_list(_at(document, "nvme_namespaces"))), None)
    listed = _list(_at(namespace, "lba_formats"))
    found = map(_listed_format, listed) if listed else _printed_formats(document)
    yield from (each for each in found if each is not None)


def _listed_format(entry: object) -> SectorFormat | None:
    """None for a number that the drive leaves out, which is null."""
    return _sector_format(
        _integer(entry, _SECTOR_BYTES, "data_bytes"),
        _integer(entry, _METADATA_BYTES, "metadata_bytes"),
        _integer(entry, (0, 3), "relative_performance"),
        _at(entry, "formatted") is True,
    )


def _printed_formats(document: dict[str, object]) -> Iterator[SectorFormat | None]:
    """The formats in smartctl's printed table, whose end is its first line of another form."""
    lines = iter(_list(_at(document, "smartctl", "output")))
    titled = any(isinstance(line, str) and line.startswith(_FORMATS_TITLE) for line in lines)
    next(lines, None)
    for line in lines if titled else ():
        row = _FORMAT_ROW.fullmatch(line) if isinstance(line, str) else None
        if row is None:
            return
        data, metadata, rating = (int(row[number]) for number in (2, 3, 4))
        yield _sector_format(
            _integer(data, _SECTOR_BYTES),
            _integer(metadata, _METADATA_BYTES),
            rating,
            row[1] == "+",
        )


def _sector_format(
    data_bytes: int | None, metadata_bytes: int | None, rating: int | None, in_use: bool
) -> SectorFormat | None:
    if data_bytes is None or metadata_bytes is None or rating is None:
        return None
    return SectorFormat(data_bytes, metadata_bytes, tuple(SectorPerformance)[rating], in_use)


def _problems(
    document: dict[str, object], attributes: Attributes, health: Health
) -> Iterator[Message]:
    """The problems, the most serious first."""
    if health.passed is False:
        yield sentence("The drive reports that it is failing. Back up its data now.")
    warning = _integer(document, (0, 255), _NVME_LOG, "critical_warning")
    for bit, problem in enumerate(_CRITICAL_WARNINGS):
        if (warning or 0) & 1 << bit:
            yield problem
    if health.pending_sectors:
        yield counted(
            health.pending_sectors,
            "{count} sector can't be read reliably.",
            "{count} sectors can't be read reliably.",
        )
    if health.uncorrectable_errors:
        yield counted(
            health.uncorrectable_errors,
            "{count} error couldn't be corrected.",
            "{count} errors couldn't be corrected.",
        )
    if health.reallocated_sectors:
        yield counted(
            health.reallocated_sectors,
            "{count} bad sector was replaced by a spare one.",
            "{count} bad sectors were replaced by spare ones.",
        )
    yield from _wear_problem(health.wear_percent)
    yield from _heat_problem(document, health.temperature_c)
    yield from _attribute_problems(attributes)
    if count := _logged_errors(document):
        yield counted(
            count,
            "The drive's log contains {count} error.",
            "The drive's log contains {count} errors.",
        )


def _wear_problem(percent: int | None) -> Iterator[Message]:
    if percent is not None and percent >= 100:
        yield sentence(
            "It has been written beyond its rated endurance ({percent} %).",
            percent=percent,
        )
    elif percent is not None and percent >= WORN_PERCENT:
        yield sentence("{percent} % of its rated endurance is used up.", percent=percent)


def _heat_problem(document: dict[str, object], temperature_c: int | None) -> Iterator[Message]:
    """A problem with the temperature, judged only against the drive's own limit."""
    limit = _first(
        _integer(document, _TEMPERATURES, "temperature", "op_limit_max"),
        _integer(document, _TEMPERATURES, "temperature", "drive_trip"),
    )
    # SCSI drives without a limit report 0
    if limit and limit > 0 and temperature_c is not None and temperature_c >= limit:
        yield sentence(
            "It is too hot: {temperature_c} °C, with a limit of {limit} °C.",
            temperature_c=temperature_c,
            limit=limit,
        )


def _attribute_problems(attributes: Attributes) -> Iterator[Message]:
    for attribute in attributes.values():
        name = _printable(_name(attribute)).replace("_", " ")
        if attribute.get("when_failed") == "now":
            yield sentence("{name} has reached its limit.", name=name)
        elif attribute.get("when_failed") == "past":
            yield sentence("{name} was at its limit in the past.", name=name)


def _logged_errors(document: dict[str, object]) -> int | None:
    return _first(
        _integer(document, _COUNTS, "ata_smart_error_log", "extended", "count"),
        _integer(document, _COUNTS, "ata_smart_error_log", "summary", "count"),
    )


def _attributes(document: dict[str, object]) -> Attributes:
    """The entries of ATA's table by attribute number; empty for other drives."""
    table = _list(_at(document, "ata_smart_attributes", "table"))[:_MOST_ATTRIBUTES]
    found: dict[int, Mapping[str, object]] = {}
    for attribute in table:
        number = _integer(attribute, (1, 255), "id")
        if number is not None and isinstance(attribute, dict):
            found.setdefault(number, attribute)
    return found


def _name(attribute: Mapping[str, object]) -> str:
    name = attribute.get("name")
    return name if isinstance(name, str) else ""


def _raw_count(
    attributes: Attributes, number: int, bounds: tuple[int, int] = _COUNTS
) -> int | None:
    """An attribute's raw value: the number in smartctl's formatted text, since some manufacturers
    pack several numbers into the 48 bits, otherwise the bits."""
    attribute = attributes.get(number, {})
    if _name(attribute) == "Not_In_Use":
        return None
    written = _at(attribute, "raw", "string")
    if isinstance(written, str) and (found := re.match(r"(\d{1,15})(?![\dx])", written, re.ASCII)):
        return _integer(int(found[1]), bounds)
    return _integer(attribute, bounds, "raw", "value")


def _low_byte(attributes: Attributes, number: int) -> int | None:
    raw = _integer(attributes.get(number), (0, 2**64 - 1), "raw", "value")
    return None if raw is None else _integer(raw & 0xFF, _TEMPERATURES)


def _at(value: object, *keys: str) -> object:
    """The value under ``keys``, or None."""
    for key in keys:
        if not isinstance(value, Mapping):
            return None
        value = value.get(key)
    return value


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _integer(value: object, bounds: tuple[int, int], *keys: str) -> int | None:
    """The value under ``keys``, if it's a whole number within ``bounds``."""
    value = _at(value, *keys)
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if bounds[0] <= value <= bounds[1] else None


def _truth(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _first(*values: int | None) -> int | None:
    return next((value for value in values if value is not None), None)


def _printable(text: str) -> str:
    """``text`` without unprintable characters: a drive's firmware may report any text."""
    return "".join(letter for letter in text[:100] if letter.isprintable())
