"""The arguments of each method, parsed from untrusted input into typed values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from storage_tuner_helper.arguments import Arguments
from storage_tuner_helper.devices.sysfs import MAXIMUM_DISKSEQ
from storage_tuner_helper.errors import InvalidArgument
from storage_tuner_helper.health.health import MAXIMUM_CONTROLLER, MAXIMUM_PORT, ControllerPort
from storage_tuner_helper.restoring import tunables
from storage_tuner_protocol.interface import PRACTICE_DISK_BYTES, TRIAL_SECONDS
from storage_tuner_protocol.message import said
from storage_tuner_protocol.tunables import HAZARDS
from storage_tuner_protocol.workload import (
    ENGINES,
    LARGEST_READ_BYTES,
    LONGEST_REST_MS,
    LONGEST_RUN_MS,
    LONGEST_THINK_US,
    MAXIMUM_BLOCK_BYTES,
    MAXIMUM_BUFFER_BYTES,
    MAXIMUM_QUEUE_DEPTH,
    MAXIMUM_READS,
    MAXIMUM_STREAMS,
    MAXIMUM_THREADS,
    OUTPUTS,
    READ_UNIT_BYTES,
    SECTOR_BYTES,
    Mode,
    Order,
    Priority,
    PriorityClass,
    Region,
    Stream,
    Workload,
    reads_in,
)

_MAXIMUM_JOB = (1 << 53) - 1
_LONGEST_MODEL = 128
_LONGEST_STRIDE = 1 << 40
_MOST = 1_000_000

Word = TypeVar("Word", bound=StrEnum)


@dataclass(frozen=True)
class Nothing:
    """A method without arguments."""

    @classmethod
    def parse(cls, arguments: Arguments) -> Nothing:
        del arguments
        return cls()


@dataclass(frozen=True)
class OpenSession:
    """The arguments to open a session: ``diskseqs`` by device name; "" is the call's own device."""

    diskseqs: dict[str, int]

    @classmethod
    def parse(cls, arguments: Arguments) -> OpenSession:
        by_device = arguments.by_device() or {"": arguments}
        found = {}
        for device, own in by_device.items():
            found[device] = own.integer("diskseq", 0, MAXIMUM_DISKSEQ)
            own.finish()
        return cls(found)

    @property
    def devices(self) -> tuple[str, ...]:
        return _named(self.diskseqs)


@dataclass(frozen=True)
class InSession:
    session: str

    @classmethod
    def parse(cls, arguments: Arguments) -> InSession:
        return cls(arguments.session())


@dataclass(frozen=True)
class Change:
    """Values to set. ``wanted``, never empty, maps device names ("" is the call's own device) to
    tunables and their checked values in the kernel's notation."""

    session: str
    wanted: dict[str, dict[str, str]]

    @classmethod
    def parse(cls, arguments: Arguments) -> Change:
        return cls(arguments.session(), _wanted(arguments))

    @property
    def devices(self) -> tuple[str, ...]:
        return _named(self.wanted)


@dataclass(frozen=True)
class Trial(Change):
    seconds: int

    @classmethod
    def parse(cls, arguments: Arguments) -> Trial:
        seconds = arguments.integer("seconds", *TRIAL_SECONDS)
        return cls(arguments.session(), _wanted(arguments), seconds)


@dataclass(frozen=True)
class KeepForGood(Change):
    """Values to make permanent. ``end``: the present settings also stay, and the session ends."""

    end: bool

    @classmethod
    def parse(cls, arguments: Arguments) -> KeepForGood:
        end = arguments.boolean_or(False, "end")
        return cls(arguments.session(), _wanted(arguments), end)


@dataclass(frozen=True)
class CloseSession:
    """A session to close. ``alone``: only the call's own device is released, and nothing is
    kept."""

    session: str
    keep: bool
    alone: bool

    @classmethod
    def parse(cls, arguments: Arguments) -> CloseSession:
        keep = arguments.boolean("keep")
        alone = arguments.boolean_or(False, "alone")
        if keep and alone:
            raise InvalidArgument(
                said("The settings of a session can only be kept on all of its devices.")
            )
        return cls(arguments.session(), keep, alone)


@dataclass(frozen=True)
class KeepSessions:
    """Sessions to keep: at least one, without duplicates."""

    sessions: list[str]

    @classmethod
    def parse(cls, arguments: Arguments) -> KeepSessions:
        return cls(arguments.sessions())


@dataclass(frozen=True)
class RunWorkload:
    session: str
    workload: Workload

    @classmethod
    def parse(cls, arguments: Arguments) -> RunWorkload:
        workload = Workload(
            streams=tuple(map(_stream, arguments.groups("streams", MAXIMUM_STREAMS))),
            runtime_ms=arguments.integer("runtime_ms", 100, LONGEST_RUN_MS),
            ramp_ms=arguments.integer("ramp_ms", 0, 60_000),
            engine=arguments.choice("engine", ENGINES),
            output=arguments.choice("output", OUTPUTS) if "output" in arguments else "json",
        )
        _check_together(workload)
        return cls(arguments.session(), workload)


def _stream(arguments: Arguments) -> Stream:
    """Parse a stream: numbers, and words from closed sets. Arguments that the mode doesn't have
    aren't read, and are therefore refused."""
    kind = Stream(
        mode=_word(arguments, "mode", Mode),
        threads=arguments.integer("threads", 1, MAXIMUM_THREADS),
        block_bytes=arguments.integer("block_bytes", SECTOR_BYTES, MAXIMUM_BLOCK_BYTES),
    )
    stream = replace(
        kind,
        queue_depth=arguments.integer_or(1, "queue_depth", 1, MAXIMUM_QUEUE_DEPTH),
        priority=_priority(arguments),
        region=Region(
            arguments.integer_or(0, "region_start_percent", 0, 99),
            arguments.integer_or(100, "region_percent", 1, 100),
        ),
        shared=arguments.boolean_or(True, "shared"),
        rest_ms=arguments.integer("rest_ms", 1, LONGEST_REST_MS) if "rest_ms" in arguments else 0,
        **_rate(arguments),
        **_replay(arguments, kind.mode),
        **({} if kind.mode.random else _order(arguments)),
        **(_of_writes(arguments) if kind.mode.writes else {}),
        **(_of_mixes(arguments) if kind.mode.mixed else {}),
    )
    arguments.finish()
    _check_fit(stream)
    return stream


def _rate(arguments: Arguments) -> dict[str, Any]:
    if "rate_iops" not in arguments:
        return {}
    return {
        "rate_iops": arguments.integer("rate_iops", 1, _MOST),
        "poisson": arguments.boolean_or(False, "poisson"),
    }


def _replay(arguments: Arguments, mode: Mode) -> dict[str, Any]:
    """The reads of a replay; without them, or in a mode that also writes, neither argument is
    read."""
    if "reads" not in arguments or mode.writes:
        return {}
    try:
        reads = reads_in(arguments.texts("reads", MAXIMUM_READS))
    except ValueError:
        raise InvalidArgument(
            said(
                "reads must be up to {count} pairs of OFFSET LENGTH, each up to {most} bytes long, "
                "in units of {size} bytes.",
                count=MAXIMUM_READS,
                most=LARGEST_READ_BYTES,
                size=READ_UNIT_BYTES,
            )
        ) from None
    return {"reads": reads, "think_us": arguments.integer_or(0, "think_us", 0, LONGEST_THINK_US)}


def _order(arguments: Arguments) -> dict[str, Any]:
    if "order" not in arguments:
        return {}
    order = _word(arguments, "order", Order)
    if order is not Order.STRIDED:
        return {"order": order}
    return {"order": order, "stride_bytes": arguments.integer("stride_bytes", 0, _LONGEST_STRIDE)}


def _of_writes(arguments: Arguments) -> dict[str, Any]:
    return {
        "fsync_every": arguments.integer_or(0, "fsync_every", 0, _MOST),
        "synchronous": arguments.boolean_or(False, "synchronous"),
        "prefilled": arguments.boolean_or(False, "prefilled"),
    }


def _of_mixes(arguments: Arguments) -> dict[str, Any]:
    if "write_percent" not in arguments:
        return {}
    return {"write_percent": arguments.integer("write_percent", 0, 100)}


def _priority(arguments: Arguments) -> Priority | None:
    if "priority_class" not in arguments:
        return None
    usual = Priority(_word(arguments, "priority_class", PriorityClass))
    return replace(usual, level=arguments.integer_or(usual.level, "priority_level", 0, 7))


def _word(arguments: Arguments, key: str, kind: type[Word]) -> Word:
    return kind(arguments.choice(key, tuple(kind)))


def _check_fit(stream: Stream) -> None:
    """Raise ``InvalidArgument`` for numbers that contradict each other."""
    if stream.block_bytes % SECTOR_BYTES or stream.stride_bytes % SECTOR_BYTES:
        raise InvalidArgument(said("Sizes must be multiples of {size} bytes.", size=SECTOR_BYTES))
    if stream.order is Order.STRIDED and stream.stride_bytes <= stream.block_bytes:
        raise InvalidArgument(said("stride_bytes must be more than block_bytes."))
    if stream.region.start_percent + stream.region.percent > 100:
        raise InvalidArgument(said("The region extends beyond the end of the device."))
    if stream.rest_ms and (stream.queue_depth > 1 or stream.rate_iops):
        raise InvalidArgument(said("rest_ms can't be combined with queue_depth or rate_iops."))
    if stream.reads and stream != _only_replay(stream):
        raise InvalidArgument(said("A replay has one thread, and no other options than think_us."))
    if any(read.length > stream.block_bytes for read in stream.reads):
        raise InvalidArgument(said("A read is longer than block_bytes."))
    if stream.rate_iops and stream.mode.mixed and 0 in stream.mixed_rates:
        raise InvalidArgument(
            said("rate_iops is too small to be divided between reads and writes.")
        )


def _only_replay(stream: Stream) -> Stream:
    """The stream without anything that a replay can't have."""
    return Stream(stream.mode, 1, stream.block_bytes, reads=stream.reads, think_us=stream.think_us)


def _check_together(workload: Workload) -> None:
    if len(workload.replays) > 1:
        raise InvalidArgument(said("Only one stream may have reads."))
    if workload.threads > MAXIMUM_THREADS:
        raise InvalidArgument(
            said("All streams together may have at most {most} threads.", most=MAXIMUM_THREADS)
        )
    if workload.buffer_bytes > MAXIMUM_BUFFER_BYTES:
        raise InvalidArgument(
            said(
                "All requests in flight may use at most {most} MiB: reduce threads, "
                "queue_depth or block_bytes.",
                most=MAXIMUM_BUFFER_BYTES >> 20,
            )
        )
    if workload.engine == "psync" and any(stream.queue_depth > 1 for stream in workload.streams):
        raise InvalidArgument(said("A queue_depth above 1 needs the engine io_uring or libaio."))


@dataclass(frozen=True)
class Overwriting:
    """A permission to overwrite. ``model`` was typed by a person who was warned of the data
    loss."""

    session: str
    model: str

    @classmethod
    def parse(cls, arguments: Arguments) -> Overwriting:
        return cls(arguments.session(), arguments.text("overwrite_model", _LONGEST_MODEL))


@dataclass(frozen=True)
class Risk:
    """A risk to allow, by device name ("" is the call's own device): the one that a person was
    warned of and accepted."""

    session: str
    risks: dict[str, str]

    @classmethod
    def parse(cls, arguments: Arguments) -> Risk:
        by_device = arguments.by_device() or {"": arguments}
        session = arguments.session()
        found = {}
        for device, own in by_device.items():
            found[device] = own.choice("risk", HAZARDS)
            own.finish()
        return cls(session, found)

    @property
    def devices(self) -> tuple[str, ...]:
        return _named(self.risks)


@dataclass(frozen=True)
class Restoration:
    """The devices to restore together; empty for the call's own device, or all."""

    devices: tuple[str, ...]

    @classmethod
    def parse(cls, arguments: Arguments) -> Restoration:
        return cls(arguments.devices() if "devices" in arguments else ())


@dataclass(frozen=True)
class OfJob:
    session: str
    job: int

    @classmethod
    def parse(cls, arguments: Arguments) -> OfJob:
        return cls(arguments.session(), arguments.integer("job", 0, _MAXIMUM_JOB))


@dataclass(frozen=True)
class NewPracticeDisk:
    size_bytes: int

    @classmethod
    def parse(cls, arguments: Arguments) -> NewPracticeDisk:
        return cls(arguments.integer("size_bytes", *PRACTICE_DISK_BYTES))


@dataclass(frozen=True)
class Examination:
    """A drive whose health is read. ``port``: a drive behind the controller that provides the
    device, instead of the device itself."""

    port: ControllerPort | None

    @classmethod
    def parse(cls, arguments: Arguments) -> Examination:
        if "controller" not in arguments and "port" not in arguments:
            return cls(None)
        controller = arguments.integer("controller", 0, MAXIMUM_CONTROLLER)
        return cls(ControllerPort(controller, arguments.integer("port", 0, MAXIMUM_PORT)))


def _wanted(arguments: Arguments) -> dict[str, dict[str, str]]:
    given = {device: own.remaining() for device, own in arguments.by_device().items()}
    rest = arguments.remaining()
    if rest:
        given[""] = rest
    if not given:
        raise InvalidArgument(said("No tunable is given."))
    return {
        device: {name: tunables.checked(name, value) for name, value in values.items()}
        for device, values in given.items()
    }


def _named(by_device: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(sorted(device for device in by_device if device))
