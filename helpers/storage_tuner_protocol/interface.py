"""What the helper is called, which version it speaks, what it refuses with and says by itself."""

from __future__ import annotations

from enum import StrEnum

VERSION = 1
NAME = "org.storagetuner.Helper1"
PATH = "/org/storagetuner/Helper1"


class ErrorName(StrEnum):
    """On D-Bus behind ``NAME`` and ``.Error.``, but for the last three, which are D-Bus's own."""

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
    """To the owner only."""

    BENCHMARK_FINISHED = "BenchmarkFinished"
    PRACTICE_DISK_PROGRESS = "PracticeDiskProgress"
    REVERTED = "Reverted"


UDEV_RULES = "/etc/udev/rules.d/99-storage-tuner.rules"
SYSCTL_SETTINGS = "/etc/sysctl.d/90-storage-tuner.conf"
"""Where settings are kept for good."""

MAXIMUM_DEVICES = 8
"""Of one session."""

TRIAL_SECONDS = (5, 600)
"""How short and how long settings may be tried."""

PRACTICE_DISK_BYTES = (64 << 20, 64 << 30)
"""How small and how large one may be."""

ASLEEP_EXIT_CODE = 3
"""Of smartctl (its ``--nocheck``), for a drive that sleeps and was left so."""
