"""What each method may be asked, as typed values made from hostile arguments."""

from __future__ import annotations

from dataclasses import dataclass

from storage_tuner_helper import practice, tunables
from storage_tuner_helper.arguments import Arguments
from storage_tuner_helper.errors import InvalidArgument
from storage_tuner_helper.fio import ENGINES, OPERATIONS, OUTPUTS, Workload
from storage_tuner_helper.health import MAXIMUM_CONTROLLER, MAXIMUM_PORT, ControllerPort
from storage_tuner_helper.sysfs import MAXIMUM_DISKSEQ

_MAXIMUM_JOB = (1 << 53) - 1
_LONGEST_RUN_MS = 4 * 3_600_000


@dataclass(frozen=True)
class Nothing:
    """A method without arguments."""

    @classmethod
    def parse(cls, arguments: Arguments) -> Nothing:
        del arguments
        return cls()


@dataclass(frozen=True)
class OpenSession:
    diskseq: int

    @classmethod
    def parse(cls, arguments: Arguments) -> OpenSession:
        return cls(arguments.integer("diskseq", 0, MAXIMUM_DISKSEQ))


@dataclass(frozen=True)
class InSession:
    session: str

    @classmethod
    def parse(cls, arguments: Arguments) -> InSession:
        return cls(arguments.session())


@dataclass(frozen=True)
class Change:
    """``wanted``: tunable = value in the kernel's notation, checked; never empty."""

    session: str
    wanted: dict[str, str]

    @classmethod
    def parse(cls, arguments: Arguments) -> Change:
        return cls(arguments.session(), _wanted(arguments))


@dataclass(frozen=True)
class Trial:
    session: str
    seconds: int
    wanted: dict[str, str]

    @classmethod
    def parse(cls, arguments: Arguments) -> Trial:
        seconds = arguments.integer("seconds", 5, 600)
        return cls(arguments.session(), seconds, _wanted(arguments))


@dataclass(frozen=True)
class CloseSession:
    session: str
    keep: bool

    @classmethod
    def parse(cls, arguments: Arguments) -> CloseSession:
        return cls(arguments.session(), arguments.boolean("keep"))


@dataclass(frozen=True)
class KeepSessions:
    """``sessions``: different ones, at least one."""

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
        block_bytes = arguments.integer("block_bytes", 4096, 4 << 20)
        if block_bytes & (block_bytes - 1):
            raise InvalidArgument("block_bytes must be a power of two.")
        workload = Workload(
            operation=arguments.choice("operation", OPERATIONS),
            threads=arguments.integer("threads", 1, 64),
            block_bytes=block_bytes,
            runtime_ms=arguments.integer("runtime_ms", 100, _LONGEST_RUN_MS),
            ramp_ms=arguments.integer("ramp_ms", 0, 60_000),
            engine=arguments.choice("engine", ENGINES),
            output=arguments.choice("output", OUTPUTS) if "output" in arguments else "json",
        )
        return cls(arguments.session(), workload)


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
        smallest, largest = practice.MINIMUM_BYTES, practice.MAXIMUM_BYTES
        return cls(arguments.integer("size_bytes", smallest, largest))


@dataclass(frozen=True)
class Examination:
    """``port``: not the device itself, but a drive behind the controller that makes it."""

    port: ControllerPort | None

    @classmethod
    def parse(cls, arguments: Arguments) -> Examination:
        if "controller" not in arguments and "port" not in arguments:
            return cls(None)
        controller = arguments.integer("controller", 0, MAXIMUM_CONTROLLER)
        return cls(ControllerPort(controller, arguments.integer("port", 0, MAXIMUM_PORT)))


def _wanted(arguments: Arguments) -> dict[str, str]:
    rest = arguments.remaining()
    if not rest:
        raise InvalidArgument("No tunable is given.")
    return {name: tunables.checked(name, value) for name, value in rest.items()}
