"""The helper's names, protocol version, errors and signals."""

from __future__ import annotations

from enum import StrEnum

VERSION = 1
NAME = "org.storagetuner.Helper1"
PATH = "/org/storagetuner/Helper1"


class ErrorName(StrEnum):
    """Names of errors. On D-Bus they follow ``NAME`` and ``.Error.``, except for the last three,
    which are D-Bus's own."""

    INVALID_ARGUMENT = "InvalidArgument"
    NO_SUCH_DEVICE = "NoSuchDevice"
    DEVICE_CHANGED = "DeviceChanged"
    DEVICE_BUSY = "DeviceBusy"
    NOT_EMPTY = "NotEmpty"
    NO_SUCH_SESSION = "NoSuchSession"
    NO_SUCH_JOB = "NoSuchJob"
    BUSY = "Busy"
    ENDING = "Ending"
    NOT_APPLIED = "NotApplied"
    KERNEL_REFUSED = "KernelRefused"
    NO_SPACE = "NoSpace"
    NO_FIO = "NoFio"
    NO_SMARTCTL = "NoSmartctl"
    NO_ANSWER = "NoAnswer"
    CONTROLLER_REFUSED = "ControllerRefused"
    RISK_NOT_ALLOWED = "RiskNotAllowed"
    NOT_SUPPORTED = "NotSupported"
    EDITED_BY_HAND = "EditedByHand"
    NOT_AUTHORIZED = "NotAuthorized"
    DISMISSED = "Dismissed"
    CANCELLED = "Cancelled"
    INTERNAL = "Internal"
    AUTHORIZATION_REQUIRED = "InteractiveAuthorizationRequired"
    UNKNOWN_METHOD = "UnknownMethod"
    INVALID_ARGS = "InvalidArgs"


class Signal(StrEnum):
    """Signals, sent to the owner only."""

    BENCHMARK_FINISHED = "BenchmarkFinished"
    PRACTICE_DISK_PROGRESS = "PracticeDiskProgress"
    REVERTED = "Reverted"


UDEV_RULES = "/etc/udev/rules.d/99-storage-tuner.rules"
SYSCTL_SETTINGS = "/etc/sysctl.d/90-storage-tuner.conf"
"""The file of permanent settings."""

MAXIMUM_DEVICES = 8
"""The limit for one session."""

TRIAL_SECONDS = (5, 600)
"""The shortest and longest trial."""

PRACTICE_DISK_BYTES = (64 << 20, 64 << 30)
"""The smallest and largest practice disk."""

ASLEEP_EXIT_CODE = 3
"""The exit code of smartctl (its ``--nocheck``) for a drive that was left asleep."""
