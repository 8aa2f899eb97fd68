"""The load and the limits of a measurement of sustained writes."""

from __future__ import annotations

from storage_tuner.core.message import sentence
from storage_tuner.core.workload import Mode, Operation, RateUnit, Stream, Workload
from storage_tuner_protocol.workload import LONGEST_RUN_MS

AMOUNT_BYTES = 32 << 30
"""The default amount: the write caches of many SSDs are smaller."""
BUDGET_S = 3600.0
LONGEST_S = LONGEST_RUN_MS / 1000 - 60
"""fio must not end before we stop it."""

SHORTEST_SLICE_MS = 100

_OPERATION = Operation(
    "sustained-write",
    sentence("Sustained write"),
    RateUnit.MEGABYTES,
    writes=True,
    block_bytes=1 << 20,
)
SUSTAINED_WRITE = Workload(
    _OPERATION.name,
    _OPERATION.label,
    purpose=sentence("How much can be written until throughput drops, as when a cache is full."),
    simulates=sentence("copying large files"),
    streams=(Stream(_OPERATION, Mode.WRITE, 1 << 20, threads=1, queue_depth=8),),
)
