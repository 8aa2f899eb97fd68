"""Hypothesis strategies for sessions: any text, any number that may be measured."""

from __future__ import annotations

from hypothesis import strategies as st

from storage_tuner.core.circumstances import (
    Circumstances,
    ControllerState,
    FileSystemState,
    UnitState,
)
from storage_tuner.core.device import (
    BackgroundWork,
    Content,
    Device,
    DeviceMapping,
    MdMember,
    MdState,
    Partition,
    QueueDepth,
    SchedulerState,
    SettingOwner,
    Zones,
)
from storage_tuner.core.knowledge import Aim
from storage_tuner.core.measurement import Machine, Measurement, SessionRecord, SettingsOutcome
from storage_tuner.core.plan import Plan, Protocol, Target, TargetKind, Thoroughness, Use, Variant
from storage_tuner.core.time_course import TimeCourse
from storage_tuner.core.workload import (
    CLASSICAL_OPERATIONS,
    CLASSICAL_WORKLOADS,
    ColdStart,
    Command,
    Copying,
    FileTree,
    Mode,
    Operation,
    Order,
    Priority,
    PriorityClass,
    RateUnit,
    RecordedProgram,
    Region,
    Stream,
    Workload,
)
from storage_tuner.typed_documents import LARGEST, LARGEST_WHOLE, SMALLEST

texts = st.text(max_size=12)
optional_texts = st.none() | texts
wholes = st.integers(0, LARGEST_WHOLE)
optional_wholes = st.none() | wholes
numbers = st.just(0.0) | st.floats(SMALLEST, LARGEST)
optional_numbers = st.none() | numbers
truths = st.booleans()
settings = st.dictionaries(texts, texts, max_size=3)


def tuples(
    items: st.SearchStrategy[object], size: int = 2
) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(items, max_size=size).map(tuple)


measurements = st.builds(
    Measurement,
    variant=texts,
    operation=st.sampled_from(CLASSICAL_OPERATIONS),
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
    latency_min_ms=optional_numbers,
    latency_max_ms=optional_numbers,
    latency_sd_ms=optional_numbers,
    latency_p9999_ms=optional_numbers,
    whole_system_cpu_s=optional_numbers,
    utilisation=optional_numbers,
    queue_length=optional_numbers,
    disturbed=optional_texts.map(lambda text: " ".join((text or "").split()) or None),
    temperature_c=optional_numbers,
    fairness=optional_numbers,
)

contents = st.builds(Content, texts, optional_texts, optional_texts, optional_texts)

partitions = st.builds(
    Partition,
    name=texts,
    size_bytes=wholes,
    path=texts,
    start_bytes=optional_wholes,
    content=st.none() | contents,
    mount_points=tuples(texts),
    in_use=tuples(texts),
)

md_states = st.builds(
    MdState,
    level=texts,
    layout=optional_texts,
    chunk_bytes=optional_wholes,
    state=optional_texts,
    sync_action=optional_texts,
    degraded=optional_wholes,
    sync_percent=optional_numbers,
    disks=optional_wholes,
    spares=optional_wholes,
    bitmap=optional_texts,
    consistency_policy=optional_texts,
    uuid=optional_texts,
    metadata=optional_texts,
    member_states=tuples(st.builds(MdMember, texts, optional_wholes, tuples(texts))),
)

devices = st.builds(
    Device,
    name=texts,
    path=texts,
    kind=texts,
    size_bytes=optional_wholes,
    transport=optional_texts,
    links=tuples(texts),
    vendor=optional_texts,
    model=optional_texts,
    serial=optional_texts,
    wwn=optional_texts,
    firmware=optional_texts,
    logical_block_bytes=optional_wholes,
    physical_block_bytes=optional_wholes,
    optimal_io_bytes=optional_wholes,
    rotational=st.none() | truths,
    rotational_believed=st.none() | truths,
    rotational_doubt=optional_texts,
    write_cache=optional_texts,
    removable=st.none() | truths,
    read_only=st.none() | truths,
    diskseq=optional_wholes,
    backing_file=optional_texts,
    scheduler=st.none() | st.builds(SchedulerState, texts, tuples(texts)),
    queue_depth=st.none()
    | st.builds(
        QueueDepth, wholes, optional_wholes, st.none() | truths, st.none() | truths, optional_texts
    ),
    settings=settings,
    limits=st.dictionaries(texts, st.tuples(wholes, wholes), max_size=3),
    defaults=settings,
    owners=tuples(st.builds(SettingOwner, texts, texts, optional_texts, texts)),
    content=st.none() | contents,
    mount_points=tuples(texts),
    partitions=tuples(partitions),
    members=tuples(texts),
    holders=tuples(texts),
    in_use=tuples(texts),
    background=st.none() | st.builds(BackgroundWork, texts, optional_numbers),
    md=st.none() | md_states,
    mapping=st.none()
    | st.builds(
        DeviceMapping, texts, optional_texts, optional_texts, optional_texts, optional_texts
    ),
    zones=st.none() | st.builds(Zones, texts, optional_wholes, optional_wholes),
    missing=settings,
)

operations = st.builds(
    Operation,
    name=texts.map(lambda text: f"own {text}"),
    label=texts,
    unit=st.sampled_from(RateUnit),
    writes=truths,
    block_bytes=st.none() | st.integers(1, 1 << 30),
)
streams = st.builds(
    Stream,
    operation=operations,
    mode=st.sampled_from(Mode),
    block_bytes=st.integers(1, 1 << 30),
    threads=st.none() | st.integers(1, 64),
    queue_depth=wholes,
    write_percent=optional_wholes,
    fsync_every=wholes,
    rate_iops=optional_wholes,
    rest_ms=wholes,
    priority=st.none() | st.builds(Priority, st.sampled_from(PriorityClass), wholes),
    region=st.builds(Region, wholes, wholes),
    shared=truths,
    order=st.sampled_from(Order),
    stride_bytes=wholes,
    buffered=truths,
    synchronous=truths,
    prefilled=truths,
    poisson=truths,
    recording=st.none() | st.sampled_from(RecordedProgram),
)
named = {"name": texts, "label": texts, "purpose": texts, "simulates": texts}
workloads = (
    st.sampled_from(CLASSICAL_WORKLOADS)
    | st.builds(Workload, **named, streams=st.lists(streams, min_size=1, max_size=2).map(tuple))
    | st.builds(
        Workload,
        **named,
        tree=st.builds(
            FileTree,
            operations,
            operations,
            wholes,
            wholes,
            wholes,
            wholes,
            st.booleans(),
            st.none() | operations,
            st.none() | operations,
        ),
    )
    | st.builds(
        Workload,
        **named,
        command=st.builds(
            Command,
            operations,
            tuples(texts),
            tuples(texts),
            tuples(texts),
            numbers,
            st.none()
            | st.builds(ColdStart, st.none() | st.builds(Copying, operations, operations, wholes)),
        ),
    )
)

plans = st.builds(
    Plan,
    target=st.builds(
        Target, st.sampled_from(TargetKind), optional_texts, optional_texts, optional_wholes
    ),
    variants=tuples(st.builds(Variant, texts, settings.map(lambda found: tuple(found.items())))),
    workloads=tuples(workloads),
    threads=tuples(st.integers(1, 64)),
    repeats=wholes,
    runtime_ms=wholes,
    ramp_ms=wholes,
    seed=wholes,
    use=st.sampled_from(Use),
    thoroughness=st.sampled_from(Thoroughness),
    current=optional_texts,
    protocol=st.sampled_from(Protocol),
    budget_s=optional_numbers,
    pause_ms=wholes,
    error_level=st.just(0.0) | st.floats(SMALLEST, 1),
    margin=numbers,
    aims=tuples(st.sampled_from(Aim)),
    allow_risky=truths,
)

settings_by_device = st.dictionaries(texts, settings, max_size=2)

circumstances = st.builds(
    Circumstances,
    settings_before=settings_by_device,
    settings_during=st.dictionaries(texts, settings_by_device, max_size=2),
    settings_after=settings_by_device,
    kernel_command_line=texts,
    mitigations=settings,
    governors=tuples(texts),
    file_system=st.none() | st.builds(FileSystemState, texts, texts, tuples(texts), wholes, wholes),
    temperature_before_c=optional_numbers,
    temperature_after_c=optional_numbers,
    load_before=optional_numbers,
    load_after=optional_numbers,
    other_activity=tuples(texts),
    controllers=tuples(
        st.builds(
            ControllerState,
            *[texts] * 5,
            st.none() | truths,
            tuples(st.builds(UnitState, texts, texts, texts, tuples(texts), wholes, settings)),
        ),
        1,
    ),
)

time_courses = st.builds(
    TimeCourse,
    begun_at=texts,
    ends_s=tuples(numbers, 3),
    read_mb_s=tuples(numbers, 3),
    write_mb_s=tuples(numbers, 3),
    read_iops=tuples(numbers, 3),
    write_iops=tuples(numbers, 3),
    latency_ms=tuples(optional_numbers, 3),
    queue_length=tuples(numbers, 3),
    utilisation=tuples(numbers, 3),
)

records = st.builds(
    SessionRecord,
    created_at=texts,
    machine=st.builds(
        Machine, texts, texts, texts, texts, wholes, wholes, texts, texts, st.none() | truths
    ),
    device=st.none() | devices,
    plan=plans,
    original_settings=settings,
    measurements=tuples(measurements),
    caveats=tuples(texts),
    completed=truths,
    outcome=st.sampled_from(SettingsOutcome),
    related=tuples(devices, 1),
    rpm=st.dictionaries(texts, wholes, max_size=2),
    circumstances=circumstances,
    time_course=time_courses,
)
