"""Vendor, model and serial number of a drive, from udev's database and sysfs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from storage_tuner.core.message import sentence
from storage_tuner.probe.block.attributes import AttributeReader, read_bytes
from storage_tuner.probe.block.udev import unescaped
from storage_tuner_protocol.kernel import serial_of

_WITHOUT_DRIVE = ("loop", "zram", "md", "dm", "nbd")


@dataclass(frozen=True)
class DriveIdentity:
    vendor: str | None = None
    model: str | None = None
    serial: str | None = None
    wwn: str | None = None
    firmware: str | None = None


def read_identity(
    folder: str, kind: str, reader: AttributeReader, properties: Mapping[str, str]
) -> DriveIdentity:
    """Read the identity. udev's values have priority: it queries the drive itself, while sysfs cuts
    a model after 16 characters."""
    if kind in _WITHOUT_DRIVE:
        names = ("vendor", "model", "serial", "wwn", "firmware")
        reader.missing.update(dict.fromkeys(names, sentence("not a drive")))
        return DriveIdentity()
    reported = {
        "vendor": _vendor(reader, properties),
        "model": unescaped(properties.get("ID_MODEL_ENC", ""))
        or reader.text("model", "device/model", "device/name"),
        "serial": _serial(folder, reader, properties),
        "wwn": _wwn(reader, properties),
        "firmware": properties.get("ID_REVISION")
        or reader.text("firmware", "device/firmware_rev", "device/rev", "device/fwrev"),
    }
    return DriveIdentity(**{field: _line(text, field, reader) for field, text in reported.items()})


def _line(text: str | None, field: str, reader: AttributeReader) -> str | None:
    """The text on one line: the names stored in a drive may contain any character, even line
    ends."""
    if text is None or text.isprintable():
        return text
    line = "".join(letter if letter.isprintable() else " " for letter in text).strip()
    if not line:
        reader.missing[field] = sentence("not text")
    return line or None


def _vendor(reader: AttributeReader, properties: Mapping[str, str]) -> str | None:
    """A vendor's name. "ATA" is the kernel's placeholder, "0x1af4" the number of a virtio
    device."""
    reported = unescaped(properties.get("ID_VENDOR_ENC", "")) or reader.text(
        "vendor", "device/vendor"
    )
    if reported == "ATA" or (reported and reported.startswith("0x")):
        reader.missing["vendor"] = sentence("not reported by the drive")
        return None
    return reported


def _serial(folder: str, reader: AttributeReader, properties: Mapping[str, str]) -> str | None:
    """The serial number on the label. ID_SERIAL_SHORT of a SCSI disk is its WWN, so it comes
    second."""
    reported = (
        properties.get("SCSI_IDENT_SERIAL")
        or properties.get("ID_SCSI_SERIAL")
        or properties.get("ID_SERIAL_SHORT")
    )
    found = reported or reader.text("serial", "device/serial", "serial") or _unit_serial(folder)
    if found:
        reader.missing.pop("serial", None)
    return found


def _unit_serial(folder: str) -> str | None:
    try:
        return serial_of(read_bytes(f"{folder}/device/vpd_pg80")) or None
    except OSError:
        return None


def _wwn(reader: AttributeReader, properties: Mapping[str, str]) -> str | None:
    """The WWN in udev's notation: "0x5000…" for a SCSI or ATA disk, "eui.…" or "nvme.…" for
    NVMe."""
    reported = properties.get("ID_WWN_WITH_EXTENSION") or properties.get("ID_WWN")
    found = reported or reader.text("wwn", "wwid", "device/wwid")
    if found and found.startswith("naa."):
        return "0x" + found.removeprefix("naa.")
    if found and found.startswith("t10."):
        reader.missing["wwn"] = sentence("the drive has none")
        return None
    return found
