"""Hypothesis strategies for sessions: any text, any number that may be measured."""

from __future__ import annotations

from hypothesis import strategies as st

from storage_tuner.core.device import Device, MdState, Partition, QueueDepth, SchedulerState
from storage_tuner.core.measurement import Machine, Measurement, Outcome, SessionRecord
from storage_tuner.core.plan import Operation, Plan, Target, TargetKind, Thoroughness, Use, Variant

texts = st.text(max_size=12)
optional_texts = st.none() | texts
wholes = st.integers(0, 2**64)
optional_wholes = st.none() | wholes
numbers = st.floats(0, allow_nan=False, allow_infinity=False)
optional_numbers = st.none() | numbers
truths = st.booleans()
settings = st.dictionaries(texts, texts, max_size=3)


def tuples(
    items: st.SearchStrategy[object], size: int = 3
) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(items, max_size=size).map(tuple)


measurements = st.builds(
    Measurement,
    variant=texts,
    operation=st.sampled_from(Operation),
    threads=st.integers(1, 64),
    repeat=wholes,
    index=wholes,
    started_at=texts,
    duration_s=numbers,
    rate_mb_s=optional_numbers,
    iops=optional_numbers,
    latency_mean_ms=optional_numbers,
    latency_p50_ms=optional_numbers,
    latency_p95_ms=optional_numbers,
    latency_p99_ms=optional_numbers,
    latency_p999_ms=optional_numbers,
    system_cpu_s=optional_numbers,
    user_cpu_s=optional_numbers,
    bytes_moved=wholes,
)

devices = st.builds(
    Device,
    name=texts,
    path=texts,
    kind=texts,
    size_bytes=optional_wholes,
    transport=optional_texts,
    vendor=optional_texts,
    model=optional_texts,
    serial=optional_texts,
    wwn=optional_texts,
    firmware=optional_texts,
    logical_block_bytes=optional_wholes,
    physical_block_bytes=optional_wholes,
    rotational=st.none() | truths,
    removable=st.none() | truths,
    read_only=st.none() | truths,
    diskseq=optional_wholes,
    backing_file=optional_texts,
    scheduler=st.none() | st.builds(SchedulerState, texts, tuples(texts)),
    queue_depth=st.none() | st.builds(QueueDepth, wholes, optional_wholes, st.none() | truths),
    settings=settings,
    partitions=tuples(st.builds(Partition, texts, wholes, tuples(texts))),
    members=tuples(texts),
    holders=tuples(texts),
    in_use=tuples(texts),
    md=st.none()
    | st.builds(
        MdState,
        texts,
        optional_texts,
        optional_wholes,
        optional_texts,
        optional_texts,
        optional_wholes,
    ),
    missing=settings,
)

plans = st.builds(
    Plan,
    target=st.builds(
        Target, st.sampled_from(TargetKind), optional_texts, optional_texts, optional_wholes
    ),
    variants=tuples(st.builds(Variant, texts, settings.map(lambda found: tuple(found.items())))),
    operations=tuples(st.sampled_from(Operation)),
    threads=tuples(st.integers(1, 64)),
    repeats=wholes,
    runtime_ms=wholes,
    ramp_ms=wholes,
    seed=wholes,
    use=st.sampled_from(Use),
    thoroughness=st.sampled_from(Thoroughness),
    current=optional_texts,
)

records = st.builds(
    SessionRecord,
    created_at=texts,
    machine=st.builds(Machine, texts, texts, texts, texts, wholes, wholes, texts, texts),
    device=st.none() | devices,
    plan=plans,
    original_settings=settings,
    measurements=tuples(measurements),
    caveats=tuples(texts),
    completed=truths,
    outcome=st.sampled_from(Outcome),
)
