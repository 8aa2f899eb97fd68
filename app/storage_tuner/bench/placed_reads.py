"""Places a recorded start on a target, elsewhere in each run. Pure."""

from __future__ import annotations

import math

from storage_tuner.core.recording import RecordedRead, Recording
from storage_tuner_protocol.workload import READ_UNIT_BYTES, Read, StreamExtent

_GOLDEN = (math.sqrt(5) - 1) / 2
"""The share of the extent between two runs where it has no room for two places: later ones are far
from all earlier ones."""


def placed(recording: Recording, number: int, extent: StreamExtent) -> tuple[Read, ...]:
    """The reads of run ``number`` in ``extent``, at least as large as the largest read.

    Successive runs have successive places, so that no drive's cache has the data of the run before,
    and the variants of a block are in the same zone of the disk. In an extent that is smaller than
    two spans, the places overlap: the reads are shifted and continue at its start. If it's smaller
    than the span, the distances between them are scaled down.
    """
    size = extent.part
    places = size // recording.span_bytes
    if places >= 2:
        shift = number % places * recording.span_bytes
        return tuple(
            Read(extent.start + shift + read.offset, read.length) for read in recording.reads
        )
    scale = min(size / recording.span_bytes, 1.0)
    shift = int(number * _GOLDEN % 1 * size)
    return tuple(_shifted(read, scale, shift, extent) for read in recording.reads)


def _shifted(read: RecordedRead, scale: float, shift: int, extent: StreamExtent) -> Read:
    offset = (int(read.offset * scale) + shift) % extent.part
    offset = min(offset, extent.part - read.length)
    return Read(extent.start + offset // READ_UNIT_BYTES * READ_UNIT_BYTES, read.length)
