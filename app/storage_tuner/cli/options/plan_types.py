"""Converters for argparse's ``type`` of options that define what is measured."""

from __future__ import annotations

import argparse
import re

from storage_tuner.bench.ncq import NCQ, OFF, ON
from storage_tuner.bench.variant_series import Parameter
from storage_tuner.cli.options.option_types import several, whole_number
from storage_tuner.cli.options.wanted_settings import parse_settings
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import tr
from storage_tuner.core.workload import CLASSICAL_WORKLOADS, Workload
from storage_tuner_protocol.workload import MAXIMUM_BLOCK_BYTES, MAXIMUM_THREADS, SECTOR_BYTES


def parameter(text: str) -> Parameter:
    """``nr_requests=64,128`` → the tunable and its values in the kernel's notation; ``ncq=on,off``
    is returned unchanged, since its tunable depends on the disk."""
    name, separator, rest = text.partition("=")
    words = several(rest)
    if not separator or not words:
        raise argparse.ArgumentTypeError(tr("{text!r} is not of the form NAME=V1,V2", text=text))
    if name == NCQ:
        if not set(words) <= {ON, OFF}:
            raise argparse.ArgumentTypeError(tr("{text!r}: ncq must be on or off", text=text))
        return Parameter(name, words)
    try:
        values = [parse_settings([f"{name}={word}"])[name] for word in words]
    except InvalidInput as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return Parameter(name, tuple(dict.fromkeys(values)))


def operations(text: str) -> tuple[Workload, ...]:
    """``seq-read,rand-read`` → the classical workloads with these names."""
    known = {workload.name: workload for workload in CLASSICAL_WORKLOADS}
    if unknown := [word for word in several(text) if word not in known]:
        raise argparse.ArgumentTypeError(
            tr("{text!r} is not one of {known}", text=unknown[0], known=", ".join(known))
        )
    return tuple(known[word] for word in several(text))


def size(text: str) -> int:
    """``256M`` → bytes of a practice disk or a test file."""
    found = re.fullmatch(r"([0-9]{1,6})([MG])i?B?", text, re.IGNORECASE)
    bytes_ = int(found[1]) << {"M": 20, "G": 30}[found[2].upper()] if found else 0
    if not 64 << 20 <= bytes_ <= 64 << 30:
        raise argparse.ArgumentTypeError(
            tr("{text!r}: expected a size from 64M to 64G, such as 256M or 2G", text=text)
        )
    return bytes_


def amount(text: str) -> int:
    """``64G`` → bytes to write."""
    found = re.fullmatch(r"([0-9]{1,6})([MGT])i?B?", text, re.IGNORECASE)
    bytes_ = int(found[1]) << {"M": 20, "G": 30, "T": 40}[found[2].upper()] if found else 0
    if not 64 << 20 <= bytes_ <= 16 << 40:
        raise argparse.ArgumentTypeError(
            tr("{text!r}: expected a size from 64M to 16T, such as 500M or 64G", text=text)
        )
    return bytes_


def block_sizes(text: str) -> tuple[int, ...]:
    """``4k,1M`` → bytes of a request, ascending."""
    found = [re.fullmatch(r"([0-9]{1,8})([kKM]?)(?:i?B)?", word) for word in several(text)]
    sizes = [int(each[1]) << {"": 0, "M": 20}.get(each[2], 10) if each else 0 for each in found]
    good = all(
        SECTOR_BYTES <= each <= MAXIMUM_BLOCK_BYTES and each % SECTOR_BYTES == 0 for each in sizes
    )
    if not sizes or not good:
        raise argparse.ArgumentTypeError(
            tr("expected multiples of 512 up to 16M, such as 512,4k,64k,1M")
        )
    return tuple(sorted(set(sizes)))


def thread_counts(text: str) -> tuple[int, ...]:
    """``1,4,16`` → thread counts, ascending."""
    try:
        found = {whole_number(word, 1, MAXIMUM_THREADS) for word in several(text)}
    except ValueError:
        found = set()
    if not found:
        raise argparse.ArgumentTypeError(
            tr("expected numbers from 1 to {most}", most=MAXIMUM_THREADS)
        )
    return tuple(sorted(found))
